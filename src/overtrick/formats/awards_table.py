"""How are awards given to somebody with a spreadsheet? One row for a player and a colour; refusals with zero points."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Award
from overtrick.engine.explain import place_of
from overtrick.engine.marks import clause_marks
from overtrick.engine.working import cited
from overtrick.formats import awards_json
from overtrick.formats.tables import Sheet, as_csv, as_xlsx

if TYPE_CHECKING:
    from overtrick.engine.assessment import Assessment, Refusal
    from overtrick.formats.tables import Cell
    from overtrick.handbooks.edition import Edition

COLUMNS = (
    "Event",
    "Date",
    "Stage",
    "List",
    "Place",
    "Contestant",
    "Player",
    "Number",
    "Colour",
    "Points",
    "Clauses",
    "Because",
    "As if",
    "Pending",
)


def awards_csv(assessment: Assessment, edition: Edition) -> bytes:
    """Write the awards as CSV; everybody who gets nothing follows, with zero points and the reason."""
    refused = [_row(assessment, each, edition) for each in assessment.refusals]
    return as_csv(COLUMNS, rows(assessment, edition) + refused)


def awards_xlsx(assessment: Assessment, edition: Edition) -> bytes:
    """Write the awards as a workbook; everybody who gets nothing stands on a second sheet."""
    return as_xlsx(
        Sheet("Awards", COLUMNS, rows(assessment, edition)),
        Sheet("No points", COLUMNS, [_row(assessment, each, edition) for each in assessment.refusals]),
    )


def rows(assessment: Assessment, edition: Edition) -> list[list[Cell]]:
    """Give the awards as rows of a table (see ``COLUMNS``), without those who get nothing."""
    waiting = assessment.pending
    return [
        _row(assessment, each, edition, waiting[at].says if at in waiting else "")
        for at, each in enumerate(assessment.awards)
    ]


def _row(assessment: Assessment, decision: Award | Refusal, edition: Edition, pending: str = "") -> list[Cell]:
    award = decision if isinstance(decision, Award) else None
    show = awards_json.points(edition, decision)
    return [
        assessment.event.name,
        assessment.event.begins,
        decision.stage,
        decision.field,
        place_of(decision),
        decision.contestant,
        decision.player.name,
        decision.player.number,
        award.colour if award else "",
        Decimal(show(award.units if award else 0)),
        ", ".join(clause_marks(cited(decision.working))),
        decision.working.says,
        assessment.as_if,
        pending,
    ]
