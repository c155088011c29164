"""BridgeWebs' CSV: tags, tables of scores, travellers."""

from __future__ import annotations

from pathlib import Path

import pytest

from overtrick.formats import bridgewebs
from overtrick.formats.bridgewebs import read

SAMPLES = Path(__file__).parents[2] / "samples" / "csv"
TWO = (SAMPLES / "bridgewebs.csv").read_bytes()
TRAVELLERS = (SAMPLES / "bridgewebs-travellers.csv").read_bytes()


def test_it_is_known_by_its_tags() -> None:
    assert bridgewebs.recognise(TWO)
    assert bridgewebs.recognise(b'"#VERSION","x"\r"#SCORES"\r')
    assert not bridgewebs.recognise(b"# a comment\nevent: Tuesday\n")


def test_two_tables_of_scores_are_the_two_directions() -> None:
    event = read("a.csv", TWO).event
    assert event is not None
    assert event.stages[0].winners == 2
    assert event.begins.isoformat() == "2026-11-05"  # day and month, as the format has it
    assert event.stages[0].schedule.boards == 24
    assert [[each.place for each in field.contestants] for field in event.stages[0].fields] == [[1, 2, 3], [1, 1, 3]]


def test_who_directed_and_scored_is_not_kept() -> None:
    assert "Zab" not in repr(read("a.csv", TWO))


def test_that_it_has_no_numbers_is_said() -> None:
    assert read("a.csv", TWO).notes[-1].says.startswith("The file has no members' numbers")


@pytest.mark.parametrize(("line", "place"), [(b"1,2,Ado", b"1,2,Ado"), (b"1,2,Ado", b",2,Ado")])
def test_where_anybody_has_a_place_nothing_is_said_to_be_worked_out(line: bytes, place: bytes) -> None:
    reading = read("a.csv", TWO.replace(line, place))
    assert "ranking-worked-out" not in [note.code for note in reading.notes]


def test_without_places_the_percentages_decide() -> None:
    content = TWO.replace(b"POSITION,", b"OTHER,")
    reading = read("a.csv", content)
    assert reading.event is not None
    assert "There are no places; they are worked out from the scores." in [note.says for note in reading.notes]
    assert all(each.place is None for field in reading.event.stages[0].fields for each in field.contestants)


def test_without_scores_the_travellers_decide() -> None:
    event = read("a.csv", TRAVELLERS).event
    assert event is not None
    # Pair 2: both other results beaten on boards 1 and 2, equal on 3: 2.5 of 3.
    assert [(each.place, str(each.score)) for each in event.stages[0].fields[0].contestants] == [
        (3, "16.67"), (1, "83.33"), (1, "83.33"), (3, "16.67"),
    ]  # fmt: skip


@pytest.mark.parametrize("headings", [b"NS,EW,CONTRACT,WHATEVER", b"A,B,C,D"])
def test_travellers_that_are_not_understood_leave_the_places_open(headings: bytes) -> None:
    reading = read("a.csv", TRAVELLERS.replace(b"NS,EW,CONTRACT,SCORE", headings))
    assert [problem.found for problem in reading.problems] == ["Nobody in this list has a place or a score."]
    assert "ranking-worked-out" not in [note.code for note in reading.notes]


def test_a_day_that_cannot_be_read_is_a_problem_on_its_line() -> None:
    (problem,) = read("a.csv", TWO.replace(b"05/11/2026", b"soon")).problems
    assert (problem.line, problem.found) == (2, "'date' is 'soon'.")


def test_what_is_missing_is_asked_and_can_be_answered() -> None:
    content = TWO.replace(b"#BOARDS,24\r\n", b"").replace(b"#TITLE,Thursday duplicate\r\n", b"")
    assert [question.word for question in read("a.csv", content).questions] == ["event", "boards", "handbook", "status"]
    event = read("a.csv", content, {"event": "Thursday", "boards": "24"}).event
    assert event is not None
    assert event.name == "Thursday"


def test_more_winners_than_tables_is_told() -> None:
    reading = read("a.csv", TRAVELLERS.replace(b"#WINNERS,1", b"#WINNERS,2"))
    assert "#WINNERS is 2, but there are 1 tables of scores, which count." in [note.says for note in reading.notes]


@pytest.mark.parametrize("content", [b"#VERSION,x\n#DATE,1/1/2026\n", b"#SCORES\n", b"#SCORES\nA,B\n1,2\n", b"\0", b""])
def test_a_file_without_scores_is_a_problem(content: bytes) -> None:
    assert read("a.csv", content).problems
