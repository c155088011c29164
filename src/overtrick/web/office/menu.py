"""The menu of the office."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from overtrick.handbooks import allotments, directors
from overtrick.handbooks.edition import Book
from overtrick.register.federations import handbook
from overtrick.register.messages import inbox
from overtrick.register.organisations.models import Organisation
from overtrick.web import access
from overtrick.web.inbox_list import with_count


class Room(NamedTuple):
    """A part of the office."""

    address: str
    words: str | Promise
    about: str | Promise
    asked_of: Callable[[Book], object] | None = None  #: what the handbook must have an answer to; None: nothing
    audited: bool = False  #: auditors come here too


class Floor(NamedTuple):
    """Rooms that somebody goes to for the same kind of work."""

    words: str | Promise
    rooms: Sequence[Room]


class OpenFloor(NamedTuple):
    """A floor as the navigation shows it: each of its rooms with what ``aria-current`` says of it."""

    words: str | Promise
    rooms: Sequence[tuple[Room, str]]

    @property
    def first(self) -> str:
        """Name the room that its name leads to."""
        return self.rooms[0][0].address

    @property
    def current(self) -> bool:
        """Is one in a room of it?"""
        return any(current for _room, current in self.rooms)


def _allots(book: Book) -> object:
    return allotments.of(book.edition).kinds(book)


def _accredits(book: Book) -> object:
    return directors.of(book.edition).levels(book)


_MESSAGES = "office-messages"
FLOORS = (
    Floor(
        _("To do"),
        (
            Room("office-inbox", _("Submissions"), _("Approve submissions, or return them with a reason.")),
            Room(_MESSAGES, _("Messages"), _("What changed for the national body.")),
            Room("office-calendar", _("Calendar"), _("What waits and what falls due, also for your own calendar.")),
            Room("office-questions", _("Questions"), _("What players ask about their awards, by days waited.")),
            Room("office-applications", _("Applications"), _("Licences and affiliations: grant, refuse, ask back.")),
            Room("office-joining", _("Joining"), _("Players whom a club wants to enter.")),
        ),
    ),
    Floor(
        _("Results"),
        (
            Room("office-events", _("Events"), _("Every version and every entry. Reverse a whole event.")),
            Room("office-clubs", _("Clubs by stage"), _("What each club has sent in a month, and what is overdue.")),
            Room("office-held", _("Held points"), _("Say whose they are, or give them up.")),
            Room("office-findings", _("Findings"), _("What in the book is against the handbook, and why it is right.")),
            Room("office-corrections", _("Corrections"), _("Entries by hand: one proposes, another confirms.")),
            Room("office-months", _("Months"), _("Rehearse the close of a month, then close it.")),
        ),
    ),
    Floor(
        _("Players"),
        (
            Room("office-players", _("Players"), _("Find, register, transfer, suspend, merge.")),
            Room("office-members", _("Members’ year"), _("Renewal, lapses, youths, cards, possible doubles.")),
            Room("office-promotions", _("Promotions"), _("Who reached which rank, and on which day.")),
        ),
    ),
    Floor(
        _("Clubs"),
        (
            Room("office-organisations", _("Organisations"), _("Who runs events, and who acts for them.")),
            Room("office-directors", _("Directors"), _("Who may direct events, and up to which level."), _accredits),
            Room("office-allotments-now", _("Allotments"), _("What each organisation may run in a year."), _allots),
        ),
    ),
    Floor(
        _("Money and papers"),
        (
            Room(
                "office-money",
                _("Money"),
                _("Tariffs, invoices, payments, debtors and exports."),
                audited=True,
            ),
            Room("office-papers", _("Papers"), _("Certificates, cards, statements and reports, many at once.")),
            Room("office-mail", _("Mail"), _("Letters that were sent, wait or failed.")),
            Room("downloads", _("Files for scoring programs"), _("Numbers, standing and rank of players, every day.")),
        ),
    ),
    Floor(
        _("The house"),
        (
            Room("office-accounts", _("Accounts"), _("Who can log in: send a link, lock, end.")),
            Room("office-settings", _("Settings"), _("What the handbook leaves open, and how our federation works.")),
            Room("office-proposals", _("Proposals"), _("What a season would have been under another rule.")),
            Room("office-moving-in", _("Moving in"), _("Take over clubs, members, points and ranks of an old system.")),
            Room("office-tasks", _("Tasks"), _("Work in the background: its progress, and what failed.")),
            Room("office-audit", _("Who did what"), _("Every action, with who, when and why.")),
            Room("office-proof", _("Book check"), _("Has the book been changed?")),
        ),
    ),
)


def context(request: HttpRequest) -> dict[str, object]:
    """Give the pages of the office their navigation; the room one is in is marked."""
    page = request.resolver_match.view_name if request.resolver_match else ""
    if not page.startswith("office"):
        return {}
    return {"floors": [_shown(floor, page, request) for floor in open_floors(request)]}


def _shown(floor: Floor, page: str, request: HttpRequest) -> OpenFloor:
    words, rooms = floor
    found = []
    for room in rooms:
        unread = _unread(request) if room.address == _MESSAGES else 0
        told = room._replace(words=with_count(unread)) if unread else room
        found.append((told, _current(room, page, request.path)))
        words = f"{words} ({unread})" if unread else words  # seen from every floor
    return OpenFloor(words, found)


def _unread(request: HttpRequest) -> int:
    national = Organisation.objects.filter(kind=Organisation.Kind.NATIONAL).values_list("pk", flat=True).first()
    if national is None or not access.is_office(request):
        return 0
    return inbox.unread_count(national, access.actor(request))


def open_floors(request: HttpRequest) -> list[Floor]:
    """List the rooms that are open to the person, floor by floor; none about which the handbook is silent."""
    is_open = _who_may_enter(request)
    found = [floor._replace(rooms=[room for room in floor.rooms if is_open(room)]) for floor in FLOORS]
    return [floor for floor in found if floor.rooms]


def _who_may_enter(request: HttpRequest) -> Callable[[Room], bool]:
    federation = getattr(request, "federation", None)
    if federation is None:
        return lambda room: room.asked_of is None
    if access.is_auditor(request) and not access.is_office(request):
        return lambda room: room.audited
    book = handbook.book_on(federation, access.today())
    return lambda room: room.asked_of is None or bool(room.asked_of(book))


def _current(room: Room, page: str, path: str) -> str:
    """Say for ``aria-current`` whether one is in a room, or on its first page."""
    if page == room.address:
        return "page"
    return "true" if path.startswith(reverse(room.address)) else ""
