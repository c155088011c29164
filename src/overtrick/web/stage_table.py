"""The table of clubs by how far their results are in a month, for the office and for a county: filtered and sorted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from datetime import date
from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from overtrick.engine import days
from overtrick.register.competitions import stages
from overtrick.register.competitions.stages import ClubMonth, Progress
from overtrick.register.ranks import close_month
from overtrick.web import access, parameters
from overtrick.web.design.tables import Cell, Counts, Figures, Table
from overtrick.web.event_search import fits

#: What each stage is called, and what it means.
STAGES: dict[Progress, tuple[str | Promise, str | Promise]] = {
    Progress.EXPECTED: (gettext_lazy("Expected"), gettext_lazy("sessions and planned events without results")),
    Progress.SENT: (gettext_lazy("Sent"), gettext_lazy("points are provisional")),
    Progress.HELD: (gettext_lazy("Held"), gettext_lazy("some points wait for somebody")),
    Progress.WAITING: (gettext_lazy("Waiting"), gettext_lazy("for approval")),
    Progress.RETURNED: (gettext_lazy("Returned"), gettext_lazy("the club has to correct it")),
    Progress.FINAL: (gettext_lazy("Final"), gettext_lazy("the month is closed")),
}
OVERDUE = "overdue"
_MONTHS_BACK = 24


class StageChoice(NamedTuple):
    """A stage as a choice: how many events of the month are there, and whether its clubs are shown."""

    value: str
    words: str
    about: str
    events: int


class StagePage(NamedTuple):
    """What the page shows."""

    table: Table
    month: date
    month_words: str
    months: list[tuple[str, str]]
    chosen: str  #: the stage whose clubs are shown; empty: all of them
    asked: str  #: words of a club's or county's name
    choices: list[StageChoice]
    overdue: int  #: clubs of which something is overdue
    clubs: int


def stage_page(
    request: HttpRequest, within: Collection[int] | None, waiting: Callable[[ClubMonth], str] | None = None
) -> StagePage:
    """Read what the address asks for, and list the clubs; ``waiting`` says where those that wait are decided on."""
    today, federation = access.today(), access.federation(request)
    month = _month(request, today)
    found = stages.by_club(federation, days.month(month), today, within)
    chosen, asked = request.GET.get("stage", ""), parameters.search(request.GET, "q")
    if chosen not in {*Progress, OVERDUE}:
        chosen = ""
    shown = [each for each in found if _fits(each, chosen, asked)]
    events: Counter[Progress] = sum((Counter(each.counts) for each in found), Counter())
    return StagePage(
        _table(request, shown, waiting),
        month,
        _month_words(month),
        [(f"{each:%Y-%m}", _month_words(each)) for each in _months(month, today)],
        chosen,
        asked,
        [StageChoice(stage, str(words), str(about), events[stage]) for stage, (words, about) in STAGES.items()],
        sum(each.overdue > 0 for each in found),
        len(found),
    )


def _month(request: HttpRequest, today: date) -> date:
    """Take the month that is asked for; else the one that is closed next, where it has begun."""
    asked = parameters.month(request.GET.get("month", ""))
    if asked is not None and asked <= today:
        return asked
    this = today.replace(day=1)
    return min(close_month.next_to_close() or this, this)


def _months(chosen: date, today: date) -> list[date]:
    first = today.replace(day=1)
    listed = [first]
    for _each in range(_MONTHS_BACK):
        listed.append(days.month(days.before(days.month(listed[-1]))).first)
    return listed if chosen in listed else [*listed, chosen]


def _month_words(month: date) -> str:
    return date_format(month, "F Y")


def _fits(club: ClubMonth, chosen: str, asked: str) -> bool:
    if chosen == OVERDUE and not club.overdue:
        return False
    if chosen and chosen != OVERDUE and not club.has(Progress(chosen)):
        return False
    organisation = club.organisation
    return fits(asked, f"{organisation.number} {organisation.name} {organisation.parent or ''}")


def _table(request: HttpRequest, shown: list[ClubMonth], waiting: Callable[[ClubMonth], str] | None) -> Table:
    columns = [_("Club"), _("Number"), _("Belongs to"), *(Counts(str(words)) for words, _about in STAGES.values())]
    columns += [_("Expected since"), Figures(_("Days overdue"))]
    cells = []
    for each in shown:
        club = each.organisation
        counts = [
            Cell(
                each.counts.get(stage, 0),
                link=waiting(each) if waiting and stage is Progress.WAITING and each.has(stage) else "",
                unseen=not each.has(stage),
            )
            for stage in STAGES
        ]
        cells.append(
            [
                Cell(club.name, link=reverse("club-desk", args=[club.pk])),
                Cell(club.number),
                Cell(str(club.parent or "")),
                *counts,
                Cell(each.oldest),
                Cell(each.overdue, _late(each.overdue), unseen=not each.overdue),
            ]
        )
    return Table(_("Clubs by stage"), columns, cells, request)


def _late(overdue: int) -> str:
    words = ngettext("%(count)d day", "%(count)d days", overdue) % {"count": overdue}
    return format_html('<span class="chip chip-wrong">{}</span>', words)
