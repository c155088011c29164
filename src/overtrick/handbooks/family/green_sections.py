"""Which section of the finals is which? A, B, C and Open; the bottom one is the Open whatever it is called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Remark
from overtrick.engine.event import StageKind
from overtrick.handbooks.family.shared import shared

if TYPE_CHECKING:
    from overtrick.engine.event import Stage
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.family.green_stages import Course

#: The sections of a final, from the top.
FINALS = (StageKind.FINAL, StageKind.CONSOLATION, StageKind.THIRD_FINAL, StageKind.OPEN)
LETTER = {
    StageKind.FINAL: "A",
    StageKind.CONSOLATION: "B",
    StageKind.THIRD_FINAL: "C",
    StageKind.OPEN: "Open",
}


@shared
def paid_as(book: Book, course: Course, stage: Stage) -> StageKind:
    """The bottom section has the awards of the Open, whatever it is called; A alone stays A."""
    finals = [each for each in course.event.stages if each.kind in FINALS]
    if stage.kind in (StageKind.CONSOLATION, StageKind.THIRD_FINAL) and stage is max(
        finals, key=lambda each: FINALS.index(each.kind)
    ):
        letter = LETTER[stage.kind]
        words = f"The {letter} final is the bottom section: it has the awards of the Open {stage.play}."
        clause = book.clause(f"sections of {stage.play}")
        course.office.remarks.append(Remark(words, clause, code="bottom-section-paid-as-open"))
        return StageKind.OPEN
    return stage.kind
