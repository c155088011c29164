"""What is not in the file is not what was not played: stages before and to come, who came from where, who plays on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick import handbooks
from overtrick.engine import parts
from overtrick.engine.assessment import Asked, Refused
from overtrick.engine.event import Event, Play, Schedule, Stage, StageKind
from overtrick.formats import event_file
from overtrick.handbooks import submission
from overtrick.handbooks.wbu.e2020 import green

if TYPE_CHECKING:
    from datetime import date

    from overtrick.engine.assessment import Assessment

DAYS = {"ebu": "2026-11-07", "scba": "2010-11-07", "wbu": "2022-11-05", "sbu": "2026-11-07", "abf": "2026-11-07"}
STATUS = {"abf": "B4"}
#: Handbooks that pay a qualifying stage and a final by their places.
STAGED = ("ebu", "scba", "wbu", "abf")


def rows(names: list[str]) -> str:
    return "".join(f"    - {{place: {place}, name: {name}}}\n" for place, name in enumerate(names, 1))


def stage(kind: str, names: list[str], boards: int = 24, more: str = "") -> str:
    return f"  - stage: {kind}\n    play: pairs\n    boards: {boards}\n{more}    results:\n{rows(names)}"


def read(handbook: str, stages: str, words: str = "") -> Event:
    status = STATUS.get(handbook, "club")
    file = f"event: Oakby pairs\ndate: {DAYS[handbook]}\nstatus: {status}\n{words}stages:\n{stages}"
    reading = event_file.read("event.yaml", file.encode())
    assert not reading.problems, reading.problems
    assert reading.event is not None
    return reading.event


def assess(handbook: str, event: Event) -> Assessment:
    return handbooks.get(handbook).edition(event.begins).assess(event)


def codes(result: Assessment) -> list[str]:
    return [problem.code for problem in result.problems]


def units(result: Assessment) -> list[tuple[str, str, int]]:
    return [(each.contestant, each.stage, each.units) for each in result.awards]


ENTRY = [f"P{number}" for number in range(1, 19)]
FINAL = ENTRY[:6]


# --- Rules of the whole event ----------------------------------------------------------------------------------------


@pytest.mark.clause("ebu", "1.2.4")
@pytest.mark.clause("scba", "3.2.6")
@pytest.mark.parametrize("handbook", ["ebu", "scba"])
@pytest.mark.parametrize(("before", "expected"), [(12, []), (11, ["major-too-short"])])
def test_the_final_of_a_major_championship_asks_for_the_boards_before_it(
    handbook: str, before: int, expected: list[str]
) -> None:
    event = read(handbook, stage("final", FINAL, more="    original tables: 9\n"), "major championship: yes\n")
    asked = assess(handbook, event)
    assert [(each.code, each.path, each.asks) for each in asked.problems] == [
        ("boards-before-missing", ("boards before",), True)
    ]
    told = assess(handbook, event._replace(boards_before=before))
    assert codes(told) == expected
    if not expected:  # 9 tables at District, a quarter of 18 pairs: 5 awards, 16.5 a place
        assert [each.units for each in told.awards] == [83, 66, 50, 33, 17]


@pytest.mark.clause("ebu", "1.2.4")
@pytest.mark.clause("scba", "3.2.6")
@pytest.mark.parametrize("handbook", ["ebu", "scba"])
@pytest.mark.parametrize(("follow", "expected"), [(12, []), (11, ["major-too-short"]), (0, ["major-too-short"])])
def test_a_qualifying_stage_of_a_major_asks_what_follows(handbook: str, follow: int, expected: list[str]) -> None:
    event = read(handbook, stage("qualifying", ENTRY), "major championship: yes\n")
    assert codes(assess(handbook, event)) == ["boards-to-come-missing"]
    assert codes(assess(handbook, event._replace(boards_to_come=follow))) == expected
    minor = event._replace(major_championship=False)
    assert assess(handbook, minor).awards
    assert not assess(handbook, minor).problems


@pytest.mark.clause("ebu", "1.2.4")
@pytest.mark.clause("scba", "3.2.6")
@pytest.mark.parametrize(("handbook", "clause"), [("ebu", "1.2.4"), ("scba", "3.2.6")])
def test_points_of_a_major_championship_are_pending_until_36_boards_were_played(handbook: str, clause: str) -> None:
    words = "major championship: yes\nboards to come: 24\n"
    short = assess(handbook, read(handbook, stage("qualifying", ENTRY, 35), words))
    assert {why.clause for why in short.pending.values()} == {clause}
    assert len(short.pending) == len(short.awards)
    assert not short.due
    assert not assess(handbook, read(handbook, stage("qualifying", ENTRY, 36), words)).pending
    assert not assess(handbook, read(handbook, stage("qualifying", ENTRY, 24), "boards to come: 24\n")).pending


@pytest.mark.clause("ebu", "1.2.4 p3")
@pytest.mark.parametrize(("follow", "raised"), [(70, True), (71, False)])
def test_a_stage_of_a_major_is_raised_only_if_three_sessions_are_left_with_it(follow: int, raised: bool) -> None:
    # A session has 35 boards at most, so 70 that follow are two sessions and 71 are three.
    words = f"major championship: yes\nboards to come: {follow}\n"
    result = assess("ebu", read("ebu", stage("qualifying", ENTRY, 35), words))
    # 9 tables at 35 boards: a third of 18 pairs are 6 awards of 6, at District 9.
    assert result.awards[0].units == (54 if raised else 36)


@pytest.mark.clause("ebu", "3.1.3")
@pytest.mark.parametrize(("boards", "stages"), [(12, True), (11, False)])
def test_a_short_stage_that_is_to_come_makes_no_event_of_several_stages(boards: int, stages: bool) -> None:
    result = assess(
        "ebu", read("ebu", stage("final", FINAL, more="    original tables: 9\n"), f"boards before: {boards}\n")
    )
    # By itself a third of 6 pairs: 12 and 6. As a final 5 awards of 11 a place.
    assert [each.units for each in result.awards] == ([55, 44, 33, 22, 11] if stages else [12, 6])


@pytest.mark.clause("wbu", "4.2.1.4")
def test_green_points_ask_for_the_boards_of_stages_that_are_not_in_the_file() -> None:
    day: date = read("wbu", stage("final", FINAL)).begins
    book = handbooks.get("wbu").edition(day).book(day)
    final = Stage(Play.PAIRS, Schedule(24), kind=StageKind.FINAL)
    event = Event("", day, (final,), "area")
    with pytest.raises(Asked, match="How many boards did the stages before the final have"):
        green.long_enough(book, event)
    green.long_enough(book, event._replace(boards_before=12))
    with pytest.raises(Refused, match="35 boards in all"):
        green.long_enough(book, event._replace(boards_before=11))


@pytest.mark.clause("sbu", "ch1.min-boards", "ch2.carry-forward")
@pytest.mark.parametrize(("before", "why"), [(19, "at least 20"), (20, "44 boards: the guide has no scale")])
def test_a_stage_that_is_not_in_the_file_is_as_long_as_the_guide_asks(before: int, why: str) -> None:
    # Scores are carried forward and paid once, with all boards; the guide has no scale for 36 (errata 0.7).
    teams = stage("final", ENTRY[:12], more="    carry forward: yes\n").replace("pairs", "teams")
    event = read("sbu", teams)
    assert codes(assess("sbu", event)) == ["boards-before-missing"]
    refused = assess("sbu", event._replace(boards_before=before)).refusals
    assert why in refused[0].working.says, refused[0].working.says


@pytest.mark.clause("abf", "4.3.1/1")
def test_the_outright_award_comes_with_the_last_stage_and_the_sessions_are_paid() -> None:
    words = "boards to come: 24\n"
    first = assess("abf", read("abf", stage("qualifying", ENTRY), words))
    assert not first.problems
    assert [remark.code for remark in first.remarks] == ["outright-to-come"]
    assert first.awards
    whole = assess("abf", read("abf", stage("qualifying", ENTRY) + stage("final", FINAL)))
    final = {each.contestant: each.units for each in whole.awards}
    assert all(final[each.contestant] >= each.units for each in first.awards)


@pytest.mark.clause("abf", "4.3.1/1", "4.3.1/2")
def test_the_outright_award_of_a_final_alone_asks_for_the_sessions_before_it() -> None:
    event = read("abf", stage("final", FINAL, more="    original tables: 9\n    movement: howell\n"))
    assert codes(assess("abf", event)) == ["boards-before-missing"]
    one, two = (assess("abf", event._replace(boards_before=boards)) for boards in (24, 48))
    assert two.awards[0].units > one.awards[0].units


def test_what_a_final_alone_does_not_tell_is_asked_by_its_word() -> None:
    final = assess("ebu", read("ebu", stage("final", FINAL)))
    assert [each.path[-1] for each in final.problems if each.asks] == ["original tables"]
    beside = assess("ebu", read("ebu", stage("consolation", FINAL, more="    original tables: 9\n")))
    assert [each.path[-1] for each in beside.problems if each.asks] == ["main tables"]


# --- Who came from where ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("handbook", STAGED)
@pytest.mark.parametrize("strangers", [1, 6])
def test_who_is_in_a_final_was_in_a_stage_before_or_is_told(handbook: str, strangers: int) -> None:
    names = [f"New{number}" for number in range(strangers)] + FINAL[strangers:]
    event = read(handbook, stage("qualifying", ENTRY) + stage("final", names))
    asked = assess(handbook, event)
    assert [(each.code, each.path, each.asks) for each in asked.problems] == [
        ("not-in-a-stage-before", ("direct entrants",), True)
    ]
    told = event._replace(direct_entrants=tuple(names[:strangers]))
    assert not assess(handbook, told).problems
    assert assess(handbook, told).awards


@pytest.mark.parametrize("handbook", STAGED)
def test_a_final_of_those_who_qualified_asks_nothing(handbook: str) -> None:
    result = assess(handbook, read(handbook, stage("qualifying", ENTRY) + stage("final", FINAL)))
    assert not result.problems
    assert result.awards


def test_a_pair_is_known_again_by_a_player_or_its_name_and_an_entry_that_is_not_listed_asks_nothing() -> None:
    named = stage("qualifying", ENTRY).replace("name: P1}", "name: Bem and Dax, names: [Ado Bem, Cor Dax]}")
    again = (
        stage("final", FINAL)
        .replace("name: P2}", "name: p2}")
        .replace("name: P1}", "name: Dax and Gil, names: [Cor Dax, Efa Gil]}")
    )
    assert not assess("ebu", read("ebu", named + again)).problems
    tables = "  - {stage: qualifying, play: pairs, boards: 24, tables: 9}\n"
    assert not assess("ebu", read("ebu", tables + stage("final", ["New", *FINAL[1:]]))).problems


# --- Who plays on ----------------------------------------------------------------------------------------------------

CUP = """  - stage: final
    play: teams
    contest: knock-out
    match boards: 24
    results: [{name: P1}, {name: P2}, {name: P3}, {name: P4}]
    rounds:
      - matches: [{winner: P1, loser: P2}, {winner: P3, loser: P4}]
"""


@pytest.mark.clause("ebu", "3.4.1")
@pytest.mark.clause("scba", "2.4.1")
@pytest.mark.parametrize("handbook", ["ebu", "scba"])
def test_a_qualifying_stage_is_paid_while_its_knock_out_goes_on(handbook: str) -> None:
    first = stage("qualifying", ENTRY[:8]).replace("pairs", "teams")
    result = assess(handbook, read(handbook, first + CUP, "still in: [P1, P3]\n"))
    assert not result.problems
    waiting = {(result.awards[at].contestant, result.awards[at].stage) for at in result.pending}
    assert waiting == {("P1", "final"), ("P3", "final")}
    assert {"qualifying"} == {each.stage for each in result.due}


@pytest.mark.clause("ebu", "6.2.3(d)")
@pytest.mark.clause("wbu", "4.2.1.8")
@pytest.mark.parametrize(
    ("handbook", "fact", "clause"),
    [("ebu", ("green event", "county teams"), "6.2.3(d)"), ("wbu", ("green event", "pairs"), "4.2.1.8")],
)
def test_green_points_that_go_by_stages_to_come_wait_for_them(
    handbook: str, fact: tuple[str, str], clause: str
) -> None:
    event = read(handbook, stage("qualifying", ENTRY))._replace(boards_to_come=24, facts=(fact,))
    book = handbooks.get(handbook).edition(event.begins).book(event.begins)
    rules = submission.of(book.edition)
    why = rules.pending(book, event, "P1", "qualifying")
    assert why is not None
    assert why.clause == clause
    assert rules.pending(book, event._replace(boards_to_come=None), "P1", "qualifying") is None


# --- Stage by stage --------------------------------------------------------------------------------------------------


@given(
    handbook=st.sampled_from(["ebu", "scba", "wbu"]),
    tables=st.integers(4, 20),
    boards=st.integers(12, 40),
    follow=st.integers(12, 40),
    major=st.booleans(),
    data=st.data(),
)
def test_a_championship_sent_stage_by_stage_is_paid_as_if_it_was_sent_at_once(
    handbook: str, tables: int, boards: int, follow: int, major: bool, data: st.DataObject
) -> None:
    entry = [f"P{number}" for number in range(2 * tables)]
    final = data.draw(st.permutations(entry[: data.draw(st.integers(4, tables))]))
    major = major and boards + follow >= 36 and handbook != "wbu"  # whose own fact says how a major is paid
    words = "major championship: yes\n" if major else ""
    first = read(handbook, stage("qualifying", entry, boards), f"{words}boards to come: {follow}\n")
    later = read(handbook, stage("final", final, follow))
    whole = read(handbook, stage("qualifying", entry, boards) + stage("final", final, follow), words)
    joined = parts.with_further_stage(first, later)
    assert joined._replace(last_day=None) == whole
    settled, sent = assess(handbook, joined), assess(handbook, first)
    assert not sent.problems
    assert not settled.problems
    assert not settled.pending
    paid = [(each.contestant, each.stage, each.units) for each in sent.due]
    assert paid == [each for each in units(settled) if each[1] == "qualifying"] or sent.pending
    assert parts.with_further_stage(joined, later) == joined


def test_a_stage_that_is_sent_again_when_all_are_there_takes_the_place_of_its_first_version() -> None:
    first = read("ebu", stage("qualifying", ENTRY), "boards to come: 24\n")
    joined = parts.with_further_stage(first, read("ebu", stage("final", FINAL)))
    corrected = read("ebu", stage("final", FINAL[::-1]))
    again = parts.with_further_stage(joined, corrected)
    assert [each.kind for each in again.stages] == [StageKind.QUALIFYING, StageKind.FINAL]
    assert again.stages[1] == corrected.stages[0]
