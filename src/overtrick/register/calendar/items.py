"""Items of the calendar, and who provides them.

An app that has something to say puts a function with ``@provider`` into its module ``due_items``. Words are patterns in
English, marked for translation; pages translate them, the command does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date, datetime, timedelta
from types import MappingProxyType
from typing import NamedTuple

from django.utils.module_loading import autodiscover_modules
from django.utils.translation import gettext_noop as _

from overtrick.register.federations.models import Federation
from overtrick.register.organisations import officers
from overtrick.register.organisations.models import Organisation

_NO_FACTS: Mapping[str, object] = MappingProxyType({})
#: The first page of somebody shows what falls due in so many days.
SOON = 30


class Asked(NamedTuple):
    """Whose calendar it is, and when it is looked at."""

    federation: Federation
    organisation: Organisation | None  #: none: the office
    at: datetime

    @property
    def on(self) -> date:
        """The day on which it is looked at."""
        return self.at.date()


class Month(NamedTuple):
    """A month that words name, by its first day."""

    first: date


class Counted(NamedTuple):
    """Words for one thing and for several."""

    one: str
    many: str


def ngettext_noop(one: str, many: str) -> Counted:
    """Mark words for one thing and for several, so that they are translated where they are shown."""
    return Counted(one, many)


class Item(NamedTuple):
    """Something that falls due, or has waited for somebody since a day."""

    day: date
    kind: str  #: a word for it: "Licence"
    what: str | Counted
    page: str = ""  #: the name of the page on which it is done
    args: tuple[int | str, ...] = ()
    query: tuple[tuple[str, int | str], ...] = ()  #: of its address
    why: str = ""
    does: str = ""  #: what the link says
    facts: Mapping[str, object] = _NO_FACTS  #: that the words name; days are written as the reader writes them
    things: int = 0  #: so many of them together; 0: it is one
    due: bool = False  #: it is to be done until the day; otherwise it has waited since then
    wrong: bool = False  #: something was wrong, and somebody has to put it right
    clause: str = ""
    told: bool = False  #: it is named in words that were written down before, and are not translated
    anchor: str = ""  #: the part of the page that it is about
    by_two: bool = False  #: it needs two people of the office
    next: bool = False  #: it is told however far away its day is

    def left(self, on: date) -> int:
        """Count the days until it is due; below zero: overdue, or waiting, for so many."""
        return (self.day - on).days


Provider = Callable[[Asked], Iterable[Item]]
_providers: list[Provider] = []


def provider(function: Provider) -> Provider:
    """Let a function say what falls due."""
    _providers.append(function)
    return function


def items(asked: Asked, within: int) -> list[Item]:
    """List what waits and what falls due within so many days, by day."""
    autodiscover_modules("due_items")
    until = asked.on + timedelta(days=within)
    found = [item for each in _providers for item in each(asked) if item.day <= until or item.next]
    if asked.organisation is None:
        found += _officers(asked, by_two=any(each.by_two for each in found))
    return sorted(found, key=lambda item: (item.day, item.kind, str(item.what), item.args))


def _officers(asked: Asked, *, by_two: bool) -> Iterator[Item]:
    """Say that the office lacks somebody: the second of two, or anybody from a day on."""
    staffed = officers.office_on(asked.on)
    national = Organisation.objects.filter(kind=Organisation.Kind.NATIONAL).first()
    if national is None:
        return
    lacking = Item(
        asked.on, _("Officers"), "", "office-appoint", (national.pk,), does=_("Appoint somebody"), wrong=True
    )
    if by_two and not staffed.people > 1:
        yield lacking._replace(
            what=_("Appoint a second officer"), why=_("Something waits that two people of the office must decide.")
        )
    if staffed.until is not None and staffed.until <= asked.on + timedelta(days=SOON):
        yield lacking._replace(
            day=staffed.until,
            due=True,
            what=_("The office has no officer after %(day)s"),
            why=_("Appoint somebody before that day. Nobody else can do it afterwards."),
            facts={"day": staffed.until},
        )
