"""Which parts of an event are told, which are said to exist, and which may exist? A rule of the whole event asks here.

What is not in the file need not be what was not played. A final had a stage before it, a qualifying stage has one after
it, and an event can say how long they are (``boards before``, ``boards to come``) before they are told themselves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Asked
from overtrick.engine.event import StageKind
from overtrick.engine.numbers import many

if TYPE_CHECKING:
    from overtrick.engine.event import Event, Stage

#: Stages that somebody has to qualify for, or to have missed.
QUALIFIED = (StageKind.FINAL, StageKind.CONSOLATION, StageKind.THIRD_FINAL, StageKind.OPEN)

#: The words that tell how long the parts are that are not told themselves.
BEFORE, TO_COME = "boards before", "boards to come"


def continues(event: Event) -> bool:
    """Say whether it is a further stage of an event that began on another day; that of its own day is no other."""
    return event.continues is not None and event.continues != event.begins


def label(event: Event, stage: Stage) -> str:
    """Name a stage where the event has several, in the file or not: its awards keep their name when the others come."""
    several = len(event.stages) > 1 or event.boards_to_come or event.boards_before or continues(event)
    return stage.name or (str(stage.kind) if several else "")


def placed(event: Event) -> Event:
    """Let the only stage be what the parts around it make it, where nothing says its kind: qualifying, or the final."""
    led_here = event.boards_before or continues(event)
    if not (led_here or goes_on(event)) or len(event.stages) != 1 or event.stages[0].kind is not StageKind.ONLY:
        return event
    kind = StageKind.QUALIFYING if goes_on(event) else StageKind.FINAL
    return event._replace(stages=(event.stages[0]._replace(kind=kind),))


def goes_on(event: Event) -> bool:
    """Say whether stages follow that are not in the event."""
    return bool(event.boards_to_come)


def leads_to_a_final(event: Event, index: int) -> bool:
    """Say whether a final comes after a stage, in the event or said to follow."""
    return goes_on(event) or any(later.kind is StageKind.FINAL for later in event.stages[index + 1 :])


def lacks_stages_before(event: Event) -> bool:
    """Say whether a stage came before the first that is told: it is a final, or says so."""
    return event.stages[0].kind in QUALIFIED or names_stages_before(event)


def names_stages_before(event: Event) -> bool:
    """Say whether the event itself tells of a stage before its first; a final alone may be all that was played."""
    first = event.stages[0]
    said = first.original_tables is not None or first.stages_before is not None or continues(event)
    return said and first.kind is not StageKind.ONLY


def may_go_on(event: Event) -> bool:
    """Say whether nothing but qualifying stages are told, and nothing of what they led to."""
    qualifying = all(stage.kind in (StageKind.QUALIFYING, StageKind.TIE_PLAY_OFF) for stage in event.stages)
    return event.boards_to_come is None and qualifying


def boards_planned(event: Event) -> int:
    """Add up the boards of all stages, those that are not in the event too as far as it says how long they are."""
    told = sum(stage.schedule.boards for stage in event.stages)
    return told + (event.boards_before or 0) + (event.boards_to_come or 0)


def boards_of_the_whole(event: Event, told: int, least: int, why: str) -> int:
    """Count the boards of the whole event, ``told`` of which its own stages have.

    As long as they are fewer than ``least``, what is not told could change the answer: it is asked for.
    """
    found = told + (event.boards_before or 0) + (event.boards_to_come or 0)
    if found >= least:
        return found
    if event.boards_before is None and lacks_stages_before(event):
        asks = f"How many boards did the stages before the {event.stages[0].kind} have? {why}"
        remedy = f"Give '{BEFORE}', or describe the stages before too."
        raise Asked(f"{asks}; {many(told, 'board')} are told.", remedy, BEFORE, code="boards-before-missing")
    if may_go_on(event):
        asks = f"How many boards have the stages to come? {why}; {many(told, 'board')} are told."
        remedy = f"Give '{TO_COME}', 0 if nothing follows, or describe the later stages too."
        raise Asked(asks, remedy, TO_COME, code="boards-to-come-missing")
    return found


def with_further_stage(event: Event, later: Event) -> Event:
    """Join a further stage to the event whose earlier stages were sent before.

    While more is to come it follows what is told. Once the event is complete, a stage of the same kind and name is a
    correction of the one that is there.
    """
    stages = list(event.stages)
    for each in later.stages:
        own = each if later.status in ("", event.status) or each.status else each._replace(status=later.status)
        same = [at for at, told in enumerate(stages) if (told.kind, told.name) == (own.kind, own.name)]
        if own in stages:
            continue
        if same and not goes_on(event):
            stages[same[-1]] = own
        else:
            stages.append(own)
    again = tuple(stages) == event.stages
    return event._replace(
        stages=tuple(stages),
        last_day=max(filter(None, (event.last_day, later.last_day or later.begins))),
        facts=tuple(sorted({**dict(later.facts), **dict(event.facts)}.items())),
        still_in=event.still_in if again else later.still_in,
        boards_to_come=event.boards_to_come if again else later.boards_to_come,
        direct_entrants=tuple(dict.fromkeys((*event.direct_entrants, *later.direct_entrants))),
    )
