"""The rows of a form for who takes part in a season event, each with its cells."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from django.utils.translation import gettext as _

from overtrick.engine.event import Play
from overtrick.register.seasons.checks import PLAYERS
from overtrick.register.seasons.notebook import SeasonPlayer
from overtrick.web.club.season_sheets import AT_FIRST, EntrantRow

_NOBODY = SeasonPlayer("")


class EntrantCell(NamedTuple):
    """One field of a row."""

    id: str
    label: str
    value: str
    look: str
    lookup: str = ""  #: the field of the name that goes with a number


class EntrantLine(NamedTuple):
    """One row of the form."""

    title: str
    wrong: list[str]
    first: list[EntrantCell]
    players: list[list[EntrantCell]]
    more: list[list[EntrantCell]]  #: players of a larger team, folded away
    open: bool  #: whether those are shown
    were: list[tuple[str, str]]  #: the names that stand in the notes, by the hidden field


def entrant_lines(
    rows: Iterable[EntrantRow], play: Play, errors: Mapping[str, str], *, divisions: bool
) -> list[EntrantLine]:
    """Lay out the rows."""
    most = PLAYERS[play][1]
    return [_line(at, row, play, most, errors, divisions=divisions) for at, row in enumerate(rows)]


def _line(
    at: int, row: EntrantRow, play: Play, most: int, errors: Mapping[str, str], *, divisions: bool
) -> EntrantLine:
    first = [EntrantCell(f"{at}-team", _("Team"), row.name, "team")] if play is Play.TEAMS else []
    if divisions:
        first.append(EntrantCell(f"{at}-division", _("Division"), row.division, "place"))
    seated = [*row.players, *([_NOBODY] * most)][:most]
    players = [
        [
            EntrantCell(f"{at}-number-{number}", _("Number"), each.number, "number", f"{at}-name-{number}"),
            EntrantCell(f"{at}-name-{number}", _("Name"), each.name, ""),
        ]
        for number, each in enumerate(seated)
    ]
    wrong = [error for field, error in errors.items() if field.startswith(f"{at}-")]
    title = row.name or _("Row %(number)s") % {"number": at + 1}
    is_open = any(each.name or each.number for each in seated[AT_FIRST:])
    were = [(f"{at}-was", row.was), *((f"{at}-was-{place}", name) for place, name in enumerate(row.players_were))]
    named = [(field, name) for field, name in were if name]
    return EntrantLine(title, wrong, first, players[:AT_FIRST], players[AT_FIRST:], is_open, named)
