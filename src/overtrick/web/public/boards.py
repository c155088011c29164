"""The boards of an event: the travellers, and the card of each pair or player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from overtrick.formats.boards import BoardResult, FileBoards, PlayedBoard
from overtrick.formats.limited.reader import Busy
from overtrick.register.records.played_event import PlayedEvent, played_event
from overtrick.web.design.page_frame import Parts, framed, parts
from overtrick.web.design.tables import Cell, Figures, Table
from overtrick.web.public.event_names import EventNames
from overtrick.web.public.file_boards import EntrantNames, boards_of, hands
from overtrick.web.response_cache import for_everybody

_LATER = 503


class EventBoards(NamedTuple):
    """The boards of an event, and how those who played are named to the reader."""

    played: PlayedEvent
    file: FileBoards
    names: EntrantNames

    @property
    def keys(self) -> list[str]:
        """The pairs or players in the order of the file."""
        return list(self.file.entrants)

    def side(self, keys: Iterable[str]) -> str:
        """Name who sat on a side: a pair, or two players of an individual."""
        every, alone = self.file.entrants, self.file.individual
        return " & ".join(self.names.entrant(every.get(key), alone=alone) for key in keys)


class CardLine(NamedTuple):
    """A board on the card of a pair or player."""

    board: PlayedBoard
    at: int  #: which board of the event, counted from 1
    result: BoardResult
    north_south: bool
    partner: str  #: in an individual
    against: str

    @property
    def score(self) -> int | None:
        """The points from the own side."""
        score = self.result.score
        return score if score is None or self.north_south else -score

    @property
    def points(self) -> str:
        """The match points or IMPs of that side."""
        return self.result.ns_points if self.north_south else self.result.ew_points


@require_safe
@for_everybody
def boards(request: HttpRequest, pk: int) -> HttpResponse:
    """List the boards of an event, and who played them."""
    try:
        found = _boards(request, pk)
    except Busy:
        return _busy(request)
    played = {key for board in found.file.boards for each in board.results for key in (*each.ns, *each.ew)}
    context = {
        "competition": found.played.competition,
        "boards": list(enumerate(found.file.boards, 1)),
        "cards": [(at, found.side([key])) for at, key in enumerate(found.keys, 1) if key in played],
    }
    return framed(request, parts("public/boards.html", context))


@require_safe
@for_everybody
def board(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show the traveller of a board, best result of North-South first."""
    try:
        found = _boards(request, pk)
    except Busy:
        return _busy(request)
    if not 0 < number <= len(found.file.boards):
        raise Http404
    this = found.file.boards[number - 1]
    title = _("Board %(board)s") % {"board": this.number}
    table = _traveller(request, title, found, this)
    context = {
        "competition": found.played.competition,
        "board": this,
        "title": title,
        "hands": hands(this.deal),
        "table": table,
        "before": number - 1,
        "after": number + 1 if number < len(found.file.boards) else 0,
    }
    return table.download(request) or framed(request, parts("public/board.html", context))


@require_safe
@for_everybody
def card(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show the card of a pair or player: every board they played."""
    try:
        found = _boards(request, pk)
    except Busy:
        return _busy(request)
    if not 0 < number <= len(found.keys):
        raise Http404
    key = found.keys[number - 1]
    title = found.side([key])
    lines = _lines(found, key)
    table = Table(title, *_without_empty(_card_columns(), [_card_row(pk, each) for each in lines]), request)
    individual = found.file.individual
    context = {"competition": found.played.competition, "title": title, "table": table, "individual": individual}
    return table.download(request) or framed(request, parts("public/card.html", context))


def _boards(request: HttpRequest, pk: int) -> EventBoards:
    played = played_event(pk)
    if played is None:
        raise Http404
    names = EntrantNames(played.version, EventNames(request, played.versions, None))
    return EventBoards(played, boards_of(played.version.submission), names)


def _busy(request: HttpRequest) -> HttpResponse:
    shown: Parts = parts("public/boards_later.html", {})
    return framed(request, shown, status=_LATER)


def _traveller(request: HttpRequest, title: str, found: EventBoards, this: PlayedBoard) -> Table:
    columns = [
        *(_("North–South"), _("East–West"), _("Contract"), _("By"), _("Lead"), Figures(_("Tricks"))),
        *(Figures(_("North–South points")), Figures(_("East–West points")), Figures(_("Score"))),
    ]
    ordered = sorted(this.results, key=lambda each: (each.score is None, -(each.score or 0)))
    rows = [
        [
            Cell(found.side(each.ns)),
            Cell(found.side(each.ew)),
            *_play(each),
            Cell(each.ns_points),
            Cell(each.ew_points),
            _score(each, each.score),
        ]
        for each in ordered
    ]
    return Table(title, *_without_empty(columns, rows), request)


def _without_empty(columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> tuple[list[str], list[list[Cell]]]:
    """Leave out what the file does not tell: most programs write neither leads nor who was whose partner."""
    told = [at for at in range(len(columns)) if not rows or any(row[at].value not in ("", None) for row in rows)]
    return [columns[at] for at in told], [[row[at] for at in told] for row in rows]


def _lines(found: EventBoards, key: str) -> list[CardLine]:
    lines = []
    for at, each in enumerate(found.file.boards, 1):
        for result in each.results:
            if key in result.ns or key in result.ew:
                own = key in result.ns
                mine, theirs = (result.ns, result.ew) if own else (result.ew, result.ns)
                partner = found.side(other for other in mine if other != key)
                lines.append(CardLine(each, at, result, own, partner, found.side(theirs)))
    return lines


def _card_columns() -> list[str]:
    return [
        *(Figures(_("Board")), _("Partner"), _("Against"), _("Seats"), _("Contract"), _("By"), _("Lead")),
        *(Figures(_("Tricks")), Figures(_("Points")), Figures(_("Score"))),
    ]


def _card_row(pk: int, line: CardLine) -> list[Cell]:
    return [
        Cell(line.board.number, link=reverse("event-board", args=[pk, line.at])),
        Cell(line.partner),
        Cell(line.against),
        Cell(_("North–South") if line.north_south else _("East–West")),
        *_play(line.result),
        Cell(line.points),
        _score(line.result, line.score),
    ]


def _play(result: BoardResult) -> list[Cell]:
    return [Cell(result.contract), Cell(result.declarer), Cell(result.lead), Cell(result.tricks)]


def _score(result: BoardResult, score: int | None) -> Cell:
    """Write a score; an adjusted one as its shares."""
    return Cell(result.adjusted) if score is None else Cell(score, f"{score}".replace("-", "−"))
