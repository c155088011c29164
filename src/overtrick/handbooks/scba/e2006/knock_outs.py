"""What is special about a knock-out? The smallest entry, third place, the challenge and the League Cup (4.7)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from overtrick.engine import lengths
from overtrick.engine.assessment import NoScale, Refused
from overtrick.engine.event import Round, StageKind
from overtrick.engine.working import NOTHING, Step, rule, step
from overtrick.handbooks.family import cups, knock_out
from overtrick.handbooks.family import status as levels
from overtrick.handbooks.family.knock_out import RoundPlan
from overtrick.handbooks.family.shared import whole
from overtrick.handbooks.family.stage_sequence import CUPS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.engine.event import Event, Stage
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.family.scale_selection import Route

THIRD_PLACE = "third place"
_THIRD_PLACE = re.compile(r"(match for )?(the )?(third|3rd)[ -]place([ -](match|play-?off))?", re.IGNORECASE)

#: The challenge goes on by single matches; the guide has it for so many teams at most.
MOST_CHALLENGERS = 16


@rule("4.7.1", "4.6.1")
def large_enough(book: Book, entered: int) -> None:
    """A knock-out needs five full tables at first, where other teams events need three."""
    least = whole(book, "entry of a knock-out")
    if entered < least:
        sentence = "No points: {entered} entered the knock-out, at least {least} are needed"
        raise Refused(step(sentence, 0, clause="4.7.1", entered=entered, least=least))


def is_third_place(stage: Stage) -> bool:
    """Say whether a stage is the match for third place."""
    return stage.between == (THIRD_PLACE,) and stage.contest in CUPS


def apart(event: Event) -> Event:
    """Make the match for third place, which is told as a round of its knock-out, a stage of its own."""
    if not any(_is_told(this) for stage in event.stages for this in stage.rounds):
        return event
    stages = [part for stage in event.stages for part in _parts(stage)]
    return event._replace(stages=tuple(stages))


def _is_told(this: Round) -> bool:
    return _THIRD_PLACE.fullmatch(this.name.strip()) is not None


def _parts(stage: Stage) -> Iterator[Stage]:
    third = tuple(this for this in stage.rounds if _is_told(this))
    if not third:
        yield stage
        return
    name = stage.name or (str(stage.contest) if stage.kind is StageKind.ONLY else str(stage.kind))
    yield stage._replace(name=name, rounds=tuple(this for this in stage.rounds if this not in third))
    playing = {side.contestant for this in third for match in this.matches for side in match.sides}
    inside = tuple(each for field in stage.fields for each in field.contestants if each.name in playing)
    fields = tuple(field._replace(contestants=inside, entered=len(playing)) for field in stage.fields[:1])
    yield stage._replace(
        kind=StageKind.CONSOLATION, name=name, rounds=third, fields=fields, matches=(), between=(THIRD_PLACE,)
    )


@rule("QG5/knockout-8-15", "QG5/knockout-16-31", "QG17/cup", "4.7.10")
def third_place(route: Route, index: int) -> tuple[Step, int]:
    """The match for third place is a consolation of one match and pays half of the final (errata A16)."""
    main = index - 1
    status, original = cups.terms(route, main)
    if original is None:
        stage = route.event.stages[main]
        first = next(iter(knock_out.with_untold_byes(stage)), Round())
        original = max(knock_out.entrants(first), sum(field.size for field in stage.fields))
    return status, original


@rule("QG16", "QG16/rounds", "QG16/table")
def challenge(book: Book, stage: Stage) -> list[RoundPlan]:
    """In the challenge every match puts one team out: preliminary until 4 or 8 remain, then by rounds (errata E19)."""
    teams = sum(field.size for field in stage.fields)
    if teams > MOST_CHALLENGERS:
        raise NoScale(levels.no_such_scale(book, f"a challenge of {teams} teams"))
    full = 1 << ((teams - 1).bit_length() - 1)
    singles = [this._replace(matches=(match,)) for this in stage.rounds for match in this.matches]
    singles = singles or [Round(boards=stage.match_boards, entered=2)] * (teams - 1)
    return [_single(stage, this, at, teams, full) for at, this in enumerate(singles)]


def _single(stage: Stage, this: Round, at: int, teams: int, full: int) -> RoundPlan:
    left = teams - at
    number = 0 if left > full else full.bit_length() - (left - 1).bit_length()
    words = "Match {match}, {left} teams left: " + ("preliminary" if number == 0 else "round {number}")
    why = step(words, number, NOTHING, clause="QG16/rounds", match=at + 1, left=left, number=number)
    return RoundPlan(this, lengths.round_length(stage, this), (number,), why)


@rule("QG17/losers")
def losers_pool(book: Book, stage: Stage, original: int | None) -> list[RoundPlan]:
    """In the League Cup a round of triangles counts as a round of its own number (errata E20)."""
    plain = [_as_a_full_round(this) for this in stage.rounds]
    planned = knock_out.plan(book, stage._replace(rounds=tuple(plain)), original)
    return [plan._replace(round=this) for plan, this in zip(planned, stage.rounds, strict=True)]


def _as_a_full_round(this: Round) -> Round:
    if not any(match.triangular for match in this.matches):
        return this
    teams = knock_out.entrants(this)
    return Round(boards=this.boards, name=this.name, entered=teams + teams % 2)
