"""A fact that a working names has decided something: told otherwise, the working or the award is another.

Every example, sample and event of the laws is worked out by each handbook, as it is and with one fact changed.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from overtrick import handbooks
from overtrick.engine.event import Contest, Scoring, StageKind, Standing
from overtrick.engine.working import walk
from overtrick.formats import recognise
from tests.handbooks.citations import cited_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from overtrick.engine.assessment import Assessment, Award, Refusal
    from overtrick.engine.event import Event, Stage
    from overtrick.handbooks import Edition

ROOT = Path(__file__).parents[2]
FILES = [
    file
    for folder in ("docs/examples", "samples", "tests/laws/events")
    for file in sorted((ROOT / folder).rglob("*"))
    if file.is_file()
]
ANSWERS = {"status": "club", "boards": "24", "date": "2025-03-04"}
EDITIONS = [handbooks.get(name).latest for name in handbooks.names()]

#: Both sides of every number of boards at which some handbook has another scale.
LENGTHS = (11, 12, 17, 18, 35, 36, 71, 72)


def worked_out(file: Path) -> Iterator[tuple[Event, Edition, Assessment]]:
    """Work the events of a file out by every handbook that pays something for them."""
    for reading in recognise.read(file.name, file.read_bytes(), answers=ANSWERS):
        event = reading.event
        for edition in EDITIONS:
            found = None if event is None else edition.assess(event)
            if event is not None and found is not None and found.awards and not found.problems:
                yield event, edition, found


def told(found: Assessment) -> object:
    """Give all that an assessment says."""
    decisions: list[Award | Refusal] = [*found.awards, *found.refusals]
    said = [(each.player, getattr(each, "units", 0), *((it.says, it.clause) for it, _ in walk(each.working)))
            for each in decisions]  # fmt: skip
    return said, found.problems, found.remarks


def with_stage(event: Event, at: int, stage: Stage) -> Event:
    return event._replace(stages=(*event.stages[:at], stage, *event.stages[at + 1 :]))


def has_lengths_of_its_own(event: Event, stage: Stage) -> bool:
    """Say whether an event has other lengths than that of its one stage."""
    return bool(stage.schedule.sessions) or len(event.stages) > 1 or any(field.schedule for field in stage.fields)


def changed(event: Event, named: set[object]) -> Iterator[tuple[str, Event]]:
    """Tell an event with one fact otherwise that its working names."""
    for at, stage in enumerate(event.stages):
        if stage.schedule.boards in named and not has_lengths_of_its_own(event, stage):
            for boards in LENGTHS:
                if boards != stage.schedule.boards:
                    schedule = stage.schedule._replace(boards=boards, least=None, in_play=None, with_sit_outs=None)
                    yield f"{boards} boards", with_stage(event, at, stage._replace(schedule=schedule))
        for number, field in enumerate(stage.fields):
            if field.contestants:
                *others, last = field.contestants
                outside = field._replace(contestants=(*others, last._replace(standing=Standing.WITHOUT)))
                fields = (*stage.fields[:number], outside, *stage.fields[number + 1 :])
                yield "the last without standing", with_stage(event, at, stage._replace(fields=fields))
        if stage.scoring is Scoring.MATCHPOINTS and has_sections(stage):
            yield "cross-imps", with_stage(event, at, stage._replace(scoring=Scoring.CROSS_IMPS))
    for status in ("club", "district", "county", "national"):
        if event.status and event.status.lower() != status:
            yield f"{status} status", event._replace(status=status)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_a_fact_that_a_working_names_makes_a_difference(file: Path) -> None:
    for event, edition, found in worked_out(file):
        before = told(found)
        named = {each.values.get("boards") for award in found.awards for each, _depth in walk(award.working)}
        for what, other in changed(event, named):
            assert told(edition.assess(other)) != before, (edition.title, what)


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_boards_that_decide_an_award_stand_in_its_working(file: Path) -> None:
    for event, edition, found in worked_out(file):
        stage = event.stages[0]
        if has_lengths_of_its_own(event, stage) or stage.rounds:
            continue
        for boards in LENGTHS:
            length = stage.schedule._replace(boards=boards, least=None, in_play=None, with_sit_outs=None)
            other = edition.assess(with_stage(event, 0, stage._replace(schedule=length)))
            paid = {(each.player, each.contestant, each.colour): each.units for each in other.awards}
            for award in found.awards if not other.problems else ():
                if paid.get((award.player, award.contestant, award.colour), award.units) != award.units:
                    said = " ".join(each.says for each, _depth in walk(award.working))
                    assert f"{stage.schedule.boards} boards" in said, (edition.title, boards, said)


KNOCK_OUTS = (Contest.KNOCK_OUT, Contest.DOUBLE_KNOCK_OUT)
SERIES = (Contest.LADDER, Contest.AGGREGATE)
LONG, FEW = 36, 3


def is_cup(stage: Stage) -> bool:
    few = 0 < sum(field.size for field in stage.fields) <= FEW
    return bool(stage.rounds) or stage.contest in KNOCK_OUTS or few


def is_divided(stage: Stage) -> bool:
    return any(field.division or field.status for field in stage.fields)


def is_later(stage: Stage) -> bool:
    return stage.kind is not StageKind.ONLY


def has_sections(stage: Stage) -> bool:
    return len({each.section for field in stage.fields for each in field.contestants}) > 1


def may_pay_matches(stage: Stage) -> bool:
    return stage.schedule.boards >= LONG and stage.contest not in KNOCK_OUTS


def is_green(event: Event) -> bool:
    return event.fact("points") == "green" or bool(event.fact("event"))


def some(holds: Callable[[Stage], object]) -> Callable[[Event], bool]:
    return lambda event: any(map(holds, event.stages))


#: Chapters that speak of some events only: the handbook, its clauses as a pattern, and the events they speak of.
SPEAKS_OF: list[tuple[str, str, Callable[[Event], object]]] = [
    ("ebu", r"3\.8\.", some(has_sections)),
    ("ebu", r"4\.2\.[2-9]|4\.3\.", some(is_later)),
    ("ebu", r"4\.5\.3|4\.6\.", some(may_pay_matches)),
    ("ebu", r"4\.7\.", some(is_cup)),
    ("ebu", r"4\.8\.[1-8]", some(lambda stage: stage.contest is Contest.LEAGUE or is_divided(stage))),
    ("ebu", r"4\.9\.", some(is_divided)),
    ("ebu", r"4\.11\.", some(lambda stage: stage.contest in SERIES)),
    ("ebu", r"4\.12\.", some(lambda stage: stage.stratified)),
    ("ebu", r"5\.", lambda event: event.fact("points") == "blue" or event.fact("blue event")),
    ("ebu", r"6\.", is_green),
    ("wbu", r"4\.1\.1\.2$", some(has_sections)),
    ("wbu", r"4\.1\.4", some(lambda stage: stage.contest is Contest.LEAGUE)),
    ("wbu", r"4\.1\.7", lambda event: event.fact("simultaneous")),
    ("wbu", r"4\.2", is_green),
    ("scba", r"2\.8\.", some(has_sections)),
    ("scba", r"4\.2\.[2-9]|4\.3\.", some(is_later)),
    ("scba", r"4\.5\.3|4\.6\.", some(may_pay_matches)),
    ("scba", r"4\.7\.", some(is_cup)),
    ("scba", r"4\.11\.", some(lambda stage: stage.contest in SERIES)),
    ("sbu", r"ch4\.", some(lambda stage: stage.contest is Contest.SWISS)),
    ("abf", r"4\.2\.3", some(lambda stage: stage.match_boards or stage.matches)),
    ("abf", r"4\.2\.5|4\.3\.3", some(is_later)),
    ("abf", r"7\.[1-5]", lambda event: event.fact("event") or event.status == "A2"),
]


@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(ROOT)))
def test_no_clause_is_cited_that_speaks_of_other_events(file: Path) -> None:
    for event, edition, found in worked_out(file):
        for handbook, pattern, holds in SPEAKS_OF:
            wrong = [each for each in cited_in(found) if re.match(pattern, each)]
            assert handbook != edition.handbook.name or not wrong or holds(event), (handbook, wrong)
