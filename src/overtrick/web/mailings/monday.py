"""The Monday mail: what is waiting for an organisation this week, to those who look after it.

It says what the first page of the organisation says, in the same words, and which quotas are nearly used.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime
from html import unescape
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils import translation
from django.utils.html import strip_tags
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from overtrick.register import periods
from overtrick.register.accounts import links
from overtrick.register.accounts.models import User
from overtrick.register.calendar.items import Asked
from overtrick.register.competitions.preview import quotas_left
from overtrick.register.messages.kinds import Topic
from overtrick.register.organisations import officers
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.scoping import current
from overtrick.web import calendar_list
from overtrick.web.mailings import regular
from overtrick.web.mailings.regular import RegularLetter

_ROLES = (Officer.Role.SECRETARY, Officer.Role.OFFICE)
#: What falls due within so many days is told.
_AHEAD = 7
#: A quota is nearly used when so much of it is left: one, or a tenth.
_TENTH = 10
#: If no worker ran on Monday, the mail goes on the next day.
_LAST_DAY = 1


class Planned(NamedTuple):
    """A letter that would go."""

    reader: User
    letter: RegularLetter


def week_of(on: date) -> str:
    """Name the week of a day: "2026-W21"."""
    year, week, _day = on.isocalendar()
    return f"{year}-W{week:02}"


def send_monday_mail(at: datetime) -> int:
    """Write to whoever wants it, on Monday or on the day after; how many letters."""
    if at.weekday() > _LAST_DAY:
        return 0
    week = week_of(at.date())
    count = 0
    for reader in regular.wanting(Topic.MONDAY, _secretaries(at.date()), week):
        count += regular.send(Topic.MONDAY, reader, week, lambda whom: letter(whom, at), at)
    return count


def planned(at: datetime) -> Iterator[Planned]:
    """Say what would go to whom in the week of a day, and send nothing."""
    for reader in regular.wanting(Topic.MONDAY, _secretaries(at.date()), week_of(at.date())):
        with translation.override(regular.language_of(reader)):
            made = letter(reader, at)
        if made is not None:
            yield Planned(reader, made)


def _secretaries(on: date) -> QuerySet[User]:
    held = officers.people().filter(periods.during(on), role__in=_ROLES)
    return User.objects.filter(pk__in=held.values("user"))


def letter(reader: User, at: datetime) -> RegularLetter | None:
    """Write what waits for the organisations of a reader; none where nothing does."""
    here = current()
    held = Officer.objects.filter(periods.during(at.date()), user=reader, role__in=_ROLES)
    every = list(Organisation.objects.filter(pk__in=held.values("organisation")).order_by("name"))
    found = {each: told for each in every if (told := list(_lines(each, at)))}
    if not found:
        return None
    lines: list[str] = []
    for organisation, told in found.items():
        lines += ["", str(organisation), ""] if len(found) > 1 else []
        lines += told
    names = _(" and ").join(map(str, found))
    return RegularLetter({"organisation": names, "page": links.page(here, "/desk/")}, lines)


def _lines(organisation: Organisation, at: datetime) -> Iterator[str]:
    here = current()
    whose = None if organisation.kind == Organisation.Kind.NATIONAL else organisation
    for row in calendar_list.rows_of(Asked(here, whose, at), _AHEAD):
        more = f" {_plain(row.why)}" if row.why else ""
        yield f"- {row.kind}: {_plain(row.what)} ({row.when}).{more}"
        if row.address:
            yield f"  {links.page(here, row.address)}"
    for quota in quotas_left(organisation, at.date()) if whose is not None else ():
        allowed = int(quota.allowed.value) if quota.allowed else 0
        if quota.free is not None and allowed and 0 < quota.free <= max(1, allowed // _TENTH) < allowed:
            facts = {"what": quota.what, "left": quota.free, "allowed": allowed}
            yield "- " + _("Quota: %(what)s. %(left)d of %(allowed)d left this year.") % facts
            yield f"  {links.page(here, f'/club/{organisation.pk}/')}"


def _plain(words: str) -> str:
    """Take the mark of its language from what a page would show."""
    return unescape(strip_tags(words)) if isinstance(words, SafeString) else words
