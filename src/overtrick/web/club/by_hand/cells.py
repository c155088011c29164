"""The cells of a row of the form by hand: what each asks for, and what was typed."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _

from overtrick.engine.event import Play
from overtrick.web.club.by_hand.sheet import HandMatch, HandRow, HandStage, Seat
from overtrick.web.club.by_hand.words import ENDED, STANDINGS


class Cell(NamedTuple):
    """One field of a row."""

    id: str
    label: str
    value: str
    look: str
    figures: bool = False
    teams: str = ""  #: the list of names that are proposed
    lookup: str = ""  #: the cell that gets the name that goes with the number
    choices: tuple[tuple[str, str | Promise], ...] = ()


def cells_of_row(stage: HandStage, row: HandRow, start: str) -> list[list[Cell]]:
    """Give the cells of a line of the results; those of one player stand together."""
    cells = []
    columns = {"won": _("Won"), "drawn": _("Drawn"), "category": _("Category"), "section": _("Section")}
    if "place" in stage.columns:
        cells.append([Cell(f"{start}-place", _("Place"), row.place, "place")])
    if stage.named:
        name = _("Team") if stage.play is Play.TEAMS else _("Name of the pair")
        cells.append([Cell(f"{start}-team", name, row.team, "team")])
    players = (*row.players, *(Seat(),) * (stage.seats - len(row.players)))
    cells += [_player(stage, seat, start, at) for at, seat in enumerate(players)]
    for word, label in columns.items():
        if word in stage.columns:
            figures = word in ("won", "drawn")
            cells.append([Cell(f"{start}-{word}", label, getattr(row, word), "place", figures=figures)])
    return cells


def _player(stage: HandStage, seat: Seat, start: str, at: int) -> list[Cell]:
    number, name = _("Number"), _("Name")
    if stage.play is not Play.INDIVIDUAL:
        number, name = _("Number %(number)s") % {"number": at + 1}, _("Name %(number)s") % {"number": at + 1}
    name_id = f"{start}-name-{at}"
    return [
        Cell(f"{start}-number-{at}", number, seat.number, "number", figures=True, lookup=name_id),
        Cell(name_id, name, seat.name, "name"),
    ]


def more_of_row(stage: HandStage, row: HandRow, start: str) -> list[Cell]:
    """Give what may be told of a row: its score, its standing, the boards that each player of a team played."""
    cells = []
    if stage.details:
        cells.append(Cell(f"{start}-score", _("Score"), row.score, "score"))
        cells.append(Cell(f"{start}-standing", _("Standing"), row.standing, "standing", choices=STANDINGS))
    if stage.play is not Play.TEAMS:
        return cells
    players = (*row.players, *(Seat(),) * (stage.seats - len(row.players)))
    return cells + [
        Cell(f"{start}-boards-{at}", _("Boards %(number)s") % {"number": at + 1}, seat.boards, "place", figures=True)
        for at, seat in enumerate(players)
    ]


def cells_of_match(stage: HandStage, match: HandMatch, start: str, teams: str) -> list[list[Cell]]:
    """Give the cells of a match; in a knock-out it belongs to a round."""
    cells = [
        [Cell(f"{start}-winner", _("Winner"), match.winner, "team", teams=teams)],
        [Cell(f"{start}-loser", _("Loser"), match.loser, "team", teams=teams)],
    ]
    return [[Cell(f"{start}-round", _("Round"), match.round, "place")], *cells] if stage.cup else cells


def more_of_match(match: HandMatch, start: str) -> list[Cell]:
    """Give what may be told of a match: its boards, its score, how it ended, its stanzas."""
    return [
        Cell(f"{start}-boards", _("Boards"), match.boards, "score", figures=True),
        Cell(f"{start}-winner-score", _("Winner’s score"), match.winner_score, "score"),
        Cell(f"{start}-loser-score", _("Loser’s score"), match.loser_score, "score"),
        Cell(f"{start}-ended", _("How it ended"), match.ended, "standing", choices=ENDED),
        Cell(f"{start}-stanzas", _("Score of each stanza"), match.stanzas, "team"),
    ]
