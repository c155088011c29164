"""What is an event to the quotas of its organiser, as it is planned or as its results tell? (1.2, 4.11, 5, 6.1)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine import parts
from overtrick.engine.event import Contest
from overtrick.handbooks import submission

from .entitlements import Form, Planned
from .event_forms import Championship

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.engine.event import Event
    from overtrick.handbooks import programme
    from overtrick.handbooks.questions import Answers
    from overtrick.handbooks.submission import Organiser

BLUE_EVENT, LADDER, UNUSUAL = "blue event", "ladder", "event of no usual kind"
#: Kinds of the programme that chapter 1 has no quota for; an open blue event goes by its colour.
_FORMS = {BLUE_EVENT: Form.OPEN} | dict.fromkeys(
    (
        "inter-county league",
        "event between clubs",
        "inter-organisation event",
        "event of another body",
        "event of the EBU",
        UNUSUAL,
    ),
    Form.REGULAR,
)
#: The colour that a kind always has.
_COLOURS = {BLUE_EVENT: "blue", Form.ONE_DAY_GREEN: "green", Form.CONGRESS_GREEN: "green"}
#: The licences that an event may be held under, by its kind.
LICENCES = {
    BLUE_EVENT: "blue event",
    Form.OPEN: "open event",
    Form.ONE_DAY_GREEN: "one-day green event",
    Form.CONGRESS_GREEN: "one-day green event",
    Form.SIMULTANEOUS: "simultaneous pairs",
    "inter-county league": "inter-county league",
    "inter-organisation event": "open event",
    "event of another body": "event of another body",
    UNUSUAL: "special licence",
}


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
    boards = parts.boards_planned(event)
    return Planned(
        form,
        event.begins,
        play=str(first.play),
        colour=colour,
        championship=Championship(boards=boards or None),
        sessions=_sessions(event),
        series=submission.same_name(event.fact("part of")),
    )


def _sessions(event: Event) -> int | None:
    """Count the sessions; None where there is one stage whose schedule does not tell them."""
    if len(event.stages) == 1 and not event.stages[0].schedule.sessions:
        return None
    return sum(max(len(stage.schedule.sessions), 1) for stage in event.stages)


def of_plan(planned: programme.Planned) -> Planned:
    """Tell what is planned in the words of chapter 1; a licence that is not on record may come."""
    said, licence = planned.answers, LICENCES.get(planned.kind, "")
    form = _FORMS.get(planned.kind) or Form(planned.kind)
    colour = _COLOURS.get(planned.kind) or said.text("colour") or "local"
    if planned.kind == LADDER and said.holds("championship"):
        form, colour = Form.MAJOR, "blue"
    entry = said.text("entry")
    return Planned(
        form,
        planned.day,
        play=said.text("play") or "pairs",
        colour=colour,
        championship=championship(said),
        sessions=said.number("sessions"),
        knock_out=bool(said.holds("knock-out")),
        closed=entry == "own",
        any_member_may_enter=entry == "members" if entry else None,
        division=said.number("division") or 1,
        online=said.holds("online"),
        licence=True if licence in planned.licences else None,
        in_green_congress=bool(said.holds("in green congress")),
        congress_existed=said.holds("congress existed"),
        affiliated_clubs_only=said.holds("affiliated clubs only"),
        charity=bool(said.holds("charity")),
        series=submission.same_name(said.text("series")),
    )


def championship(said: Answers) -> Championship:
    """Tell what was answered about a championship."""
    return Championship(said.number("boards"), said.holds("restricted"), said.number("divisions") or 1)


def as_planned(planned: programme.Planned | None, event: Event) -> Planned:
    """Tell what an event was, by its plan where its results do not speak against that."""
    seen = of_event(event)
    if planned is None:
        return seen
    told = of_plan(planned)
    same = seen.form in (Form.REGULAR, told.form) or (seen.form, told.form) == (Form.LADDER, Form.MAJOR)
    same = same or (seen.form == Form.ONE_DAY_GREEN and told.form == Form.CONGRESS_GREEN)
    return told if seen.colour == told.colour and same else seen


def so_far(organiser: Organiser, plans: Sequence[programme.Planned]) -> list[Planned]:
    """Tell what was run and what else is planned; results that speak against their plan count as what they are."""
    found = [of_event(each) for each in organiser.so_far()]
    for plan in plans:
        heard = [as_planned(plan, each) for each in plan.results] or [of_plan(plan)]
        found += dict.fromkeys(heard)
    return found
