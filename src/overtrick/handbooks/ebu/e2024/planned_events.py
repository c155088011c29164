"""What is an event to the quotas of its organiser, as it is planned or as its results tell? (1.2, 4.11, 5, 6.1)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.event import Contest
from overtrick.handbooks import submission

from .entitlements import Form, Planned
from .event_forms import Championship

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.engine.event import Event
    from overtrick.handbooks import programme
    from overtrick.handbooks.submission import Organiser


def of_event(event: Event) -> Planned:
    """Tell what an event was in the words of chapter 1; who might enter and whether it was licensed stays untold."""
    first = event.stages[0]
    colour = event.fact("points") or "local"
    if event.major_championship:
        form = Form.MAJOR
    elif first.contest == Contest.LADDER:
        form = Form.LADDER
    elif first.contest == Contest.LEAGUE:
        form = Form.LEAGUE if colour == "blue" else Form.REGULAR
    elif colour == "green":
        form = Form.ONE_DAY_GREEN
    else:
        form = Form.REGULAR
    boards = sum(stage.schedule.boards for stage in event.stages)
    return Planned(
        form,
        event.begins,
        play=str(first.play),
        colour=colour,
        championship=Championship(boards=boards or None),
        sessions=sum(max(len(stage.schedule.sessions), 1) for stage in event.stages),
        series=submission.same_name(event.fact("part of")),
    )


def of_plan(planned: programme.Planned) -> Planned:
    """Tell what is planned in the words of chapter 1."""
    return Planned(Form(planned.kind), planned.day, series=submission.same_name(planned.answers.text("series")))


def as_planned(planned: programme.Planned | None, event: Event) -> Planned:
    """Tell what an event was, by its plan where its results do not speak against that."""
    seen = of_event(event)
    if planned is None:
        return seen
    told = of_plan(planned)
    same = seen.form in (Form.REGULAR, told.form) or (seen.form, told.form) == (Form.LADDER, Form.MAJOR)
    return told if seen.colour == told.colour and same else seen


def so_far(organiser: Organiser, plans: Sequence[programme.Planned]) -> list[Planned]:
    """Tell what was run and what else is planned; a plan with results by each that speaks against it, too."""
    found = [of_event(each) for each in organiser.so_far()]
    for plan in plans:
        heard = [as_planned(plan, each) for each in plan.results] or [of_plan(plan)]
        found += dict.fromkeys(heard)
    return found
