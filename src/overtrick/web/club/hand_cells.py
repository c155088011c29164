"""The cells of a row of the form by hand: what each asks for, and what was typed."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import gettext as _

from overtrick.web.club.hand_form import HandRow, Match, Seat
from overtrick.web.club.hand_kinds import HandKind


class Cell(NamedTuple):
    """One text field of a row."""

    id: str
    label: str
    value: str
    look: str
    figures: bool = False
    teams: bool = False  #: the teams of the form are proposed
    lookup: str = ""  #: the cell that gets the name that goes with the number


def cells_of_row(kind: HandKind, row: HandRow, start: str) -> list[list[Cell]]:
    """Give the cells of a line of the results; those of one player stand together."""
    cells = []
    if not kind.matches:
        cells.append([Cell(f"{start}-place", _("Place"), row.place, "place")])
    if kind.teams:
        cells.append([Cell(f"{start}-team", _("Team"), row.team, "team")])
    cells += [_player(kind, seat, start, at) for at, seat in enumerate(row.players)]
    if kind.tally:
        cells.append([Cell(f"{start}-won", _("Won"), row.won, "place", figures=True)])
        cells.append([Cell(f"{start}-drawn", _("Drawn"), row.drawn, "place", figures=True)])
    return cells


def _player(kind: HandKind, seat: Seat, start: str, at: int) -> list[Cell]:
    number, name = _("Number"), _("Name")
    if kind.players > 1:
        number, name = _("Number %(number)s") % {"number": at + 1}, _("Name %(number)s") % {"number": at + 1}
    name_id = f"{start}-name-{at}"
    return [
        Cell(f"{start}-number-{at}", number, seat.number, "number", figures=True, lookup=name_id),
        Cell(name_id, name, seat.name, "name"),
    ]


def boards_of_players(kind: HandKind, row: HandRow, start: str) -> list[Cell]:
    """Give the cells for the boards that each player of a team played."""
    if not kind.teams:
        return []
    return [
        Cell(f"{start}-boards-{at}", _("Boards %(number)s") % {"number": at + 1}, seat.boards, "place", figures=True)
        for at, seat in enumerate(row.players)
    ]


def cells_of_match(match: Match, start: str) -> list[list[Cell]]:
    """Give the cells of a match of a knock-out."""
    return [
        [Cell(f"{start}-round", _("Round"), match.round, "place", figures=True)],
        [Cell(f"{start}-winner", _("Winner"), match.winner, "team", teams=True)],
        [Cell(f"{start}-loser", _("Loser"), match.loser, "team", teams=True)],
    ]


def scores_of_match(match: Match, start: str) -> list[Cell]:
    """Give the cells for the boards and the score of a match."""
    return [
        Cell(f"{start}-boards", _("Boards"), match.boards, "score", figures=True),
        Cell(f"{start}-winner-score", _("Winner’s score"), match.winner_score, "score"),
        Cell(f"{start}-loser-score", _("Loser’s score"), match.loser_score, "score"),
    ]
