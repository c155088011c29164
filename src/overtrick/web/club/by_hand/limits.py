"""How much the form by hand can hold; who has more sends a file. What goes beyond is told, and never left out."""

from __future__ import annotations

from overtrick.web.club.by_hand import cells
from overtrick.web.club.by_hand.fields import list_fields, stage_fields
from overtrick.web.club.by_hand.sheet import MOST_SEATS, HandMatch, HandRow, HandStage, Sheet

#: Rows of a list, and matches of a stage.
_MOST_ROWS = 400
#: Rows and matches of all stages together.
MOST_IN_ALL = 1_500
#: Lists of a stage.
MOST_LISTS = 60
MOST_STAGES = 12
#: Django refuses a form of more than 20,000 fields, with all that was typed; what a form may grow by another choice of
#: its shape, before it can be told that it is too large, is less than the difference.
MOST_INPUTS = 15_000
#: What a stage sends besides: its kind, its shape, its number of matches, whether details are shown.
_OF_A_STAGE = 5


def fits(sheet: Sheet) -> bool:
    """Say whether the form can hold so much."""
    if sheet.cut or len(sheet.stages) > MOST_STAGES or sheet.size > MOST_IN_ALL:
        return False
    return all(map(_stage_fits, sheet.stages)) and sum(map(_inputs, sheet.stages)) <= MOST_INPUTS


def _stage_fits(stage: HandStage) -> bool:
    longest = max((len(each.rows) for each in stage.lists), default=0)
    widest = max((len(row.players) for each in stage.lists for row in each.rows), default=0)
    rows = max(longest, len(stage.matches))
    return rows <= _MOST_ROWS and len(stage.lists) <= MOST_LISTS and widest <= MOST_SEATS


def _inputs(stage: HandStage) -> int:
    """Count the fields that a page has for a stage."""
    row, match = HandRow(), HandMatch()
    of_row = sum(map(len, cells.cells_of_row(stage, row, ""))) + len(cells.more_of_row(stage, row, ""))
    of_match = sum(map(len, cells.cells_of_match(stage, match, "", ""))) + len(cells.more_of_match(match, ""))
    of_lists = sum(1 + len(list_fields(0, stage, at)) for at in range(len(stage.lists)))
    rows = sum(len(each.rows) for each in stage.lists)
    own = _OF_A_STAGE + len(stage_fields(0, stage))
    return rows * of_row + len(stage.matches) * of_match + of_lists + own


def narrowed(sheet: Sheet) -> Sheet:
    """Show what is too large with the players that were typed, and no room for more: a browser can send it again."""
    return sheet._replace(stages=tuple(each._replace(narrow=True) for each in sheet.stages))
