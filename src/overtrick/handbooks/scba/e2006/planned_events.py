"""What is an event to the quotas of its organiser, as it is planned or as its results tell? (3.2)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine import parts
from overtrick.engine.event import Contest, Play
from overtrick.handbooks import submission
from overtrick.handbooks.family.stage_sequence import SERIES

from . import entitlements
from .entitlements import Form, Planned

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.engine.event import Event
    from overtrick.handbooks import programme
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.submission import Organiser

#: A kind of the programme that chapter 3 has no quota for.
CONGRESS = "congress event"


def of_event(book: Book, event: Event) -> Planned:
    """Tell what an event was in the words of chapter 3; who might enter no results file says."""
    first = event.stages[0]
    boards = parts.boards_planned(event)
    league = first.play is Play.TEAMS and first.contest in (Contest.LEAGUE, Contest.ROUND_ROBIN)
    form = entitlements.form_of(
        book, boards=boards, play=str(first.play), series=first.contest in SERIES, league=league,
        major=event.major_championship,
    )  # fmt: skip
    together = submission.same_name(event.fact("part of")) if form is Form.LADDER else ""
    return Planned(form, boards, restricted=None if form in entitlements.MAJOR else False, together=together)


def of_plan(book: Book, planned: programme.Planned) -> Planned | None:
    """Tell what is planned in the words of chapter 3; None: an event of a congress, which has no quota.

    Boards that are not told are enough: the results tell them. A final of a ladder uses nothing up, however long it is.
    """
    if planned.kind == CONGRESS:
        return None
    form, said = Form(planned.kind), planned.answers
    return Planned(
        form,
        said.number("boards") or book.table("entitlements").whole(form, "boards"),
        submission.same_name(said.text("format")),
        said.holds("restricted") if form in entitlements.MAJOR else False,
        submission.same_name(said.text("together")),
    )


def as_planned(book: Book, planned: programme.Planned | None, event: Event) -> Planned:
    """Tell what an event was, by its plan where its results do not speak against that."""
    seen = of_event(book, event)
    told = None if planned is None else of_plan(book, planned)
    if told is None:
        return seen
    limited = (*entitlements.MAJOR, Form.LADDER, Form.LEAGUE)
    agrees = told.form in (seen.form, Form.LADDER_FINAL) or (told.form not in limited and seen.form not in limited)
    return told._replace(boards=seen.boards) if agrees else seen


def so_far(book: Book, organiser: Organiser, plans: Sequence[programme.Planned]) -> list[Planned]:
    """Tell what was run and what else is planned; results that speak against their plan count as what they are."""
    found: list[Planned | None] = [of_event(book, each) for each in organiser.so_far()]
    for plan in plans:
        heard: list[Planned | None] = [as_planned(book, plan, each) for each in plan.results]
        heard = heard or [of_plan(book, plan)]
        # Parts of one event need not have as many boards as each other.
        found += {each and each._replace(boards=0): each for each in heard}.values()
    return [each for each in found if each is not None]
