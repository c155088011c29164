"""A session is ranked from what the table terminals sent in."""

from __future__ import annotations

from datetime import date, datetime
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.engine.event import Play, Schedule
from overtrick.formats import bridgemate, event_file
from overtrick.formats.reading import Reading
from tests.formats.access.jet import SHORT, Table, write
from tests.formats.bridgemate.sessions import MADE, RECEIVED, SAMPLES, At, database, howell, received
from tests.formats.told import told

if TYPE_CHECKING:
    from tests.formats.access.jet import Value

ONE_SECTION: list[dict[str, Value]] = [{"ID": 1, "Letter": "A", "Tables": 2, "MissingPair": 0}]

#: Two tables, two rounds of one board: pairs 1 and 2 stay, 3 and 4 move.
PLAN = [At(1, 1, 1, 1, 3, (1,)), At(1, 2, 1, 2, 4, (2,)), At(1, 1, 2, 1, 4, (2,)), At(1, 2, 2, 2, 3, (1,))]


def _contracts(*contracts: tuple[str, str, str]) -> dict[int, dict[str, Value]]:
    return {
        number: {"Contract": contract, "NS/EW": declarer, "Result": result}
        for number, (contract, declarer, result) in enumerate(contracts, 1)
    }


FOUR_RESULTS = _contracts(("4 S", "N", "="), ("3 NT", "E", "="), ("3 NT", "W", "-1"), ("4 S", "S", "-1"))


def _read(plan: list[At], rows: list[dict[str, Value]], **more: list[dict[str, Value]]) -> Reading:
    return bridgemate.read("night.bws", database(more.get("sections", ONE_SECTION), plan, rows, wide=False))


def _ranking(reading: Reading) -> list[list[tuple[int | None, str, str]]]:
    assert reading.event is not None, reading.problems
    fields = reading.event.stages[0].fields
    return [[(each.place, each.name, str(each.score)) for each in field.contestants] for field in fields]


# --- Samples -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", MADE)
def test_a_sample_is_what_the_writer_writes(name: str) -> None:
    assert (SAMPLES / name).read_bytes() == MADE[name]()


@pytest.mark.parametrize("name", MADE)
def test_a_sample_reads_as_expected(name: str) -> None:
    content = (SAMPLES / name).read_bytes()
    assert bridgemate.recognise(content)
    assert told(bridgemate.read(name, content)) == (SAMPLES / f"{name}.json").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", MADE)
def test_what_is_read_can_be_written_as_an_event_file(name: str) -> None:
    event = bridgemate.read(name, (SAMPLES / name).read_bytes()).event
    assert event is not None
    assert event_file.read("event.json", event_file.write(event).encode()).event == event


# --- Ranking -----------------------------------------------------------------------------------------------------


def test_a_session_is_scored_by_hand() -> None:
    # Board 1, nobody vulnerable: 420 for pair 1 against 3; 4 S by South one down, −50 for pair 2 against 3.
    # Board 2, North-South vulnerable: 3 NT by East made, −400 for pair 2 against 4; one down, +50 for pair 1 against 4.
    # So pair 1 has two tops, pair 2 two bottoms; 3 and 4 have a top and a bottom each.
    reading = _read(PLAN, received(PLAN, FOUR_RESULTS))
    assert _ranking(reading) == [
        [(1, "Pair 1", "100.00"), (2, "Pair 2", "0.00")],
        [(1, "Pair 3", "50.00"), (1, "Pair 4", "50.00")],
    ]
    assert reading.event is not None
    assert reading.event.begins == date(2026, 11, 10)
    assert reading.event.stages[0].schedule == Schedule(2, in_play=2)
    assert "North-South and East-West never change places" in reading.notes[1].says


def test_the_scoring_can_be_answered() -> None:
    content = database(ONE_SECTION, PLAN, received(PLAN, FOUR_RESULTS), wide=True)
    # Board 1: 420 and −50, 470 apart, 10 IMPs; board 2: −400 and 50, 450 apart, 10 IMPs.
    reading = bridgemate.read("night.bws", content, {"scoring": "cross-imps"})
    assert _ranking(reading)[0] == [(1, "Pair 1", "20.00"), (2, "Pair 2", "-20.00")]
    assert "scoring" not in {question.word for question in reading.questions}
    assert reading.event is not None
    assert not reading.event.stages[0].matchpoints


def test_the_last_result_counts_whatever_the_order_of_the_rows() -> None:
    rows = received(PLAN, FOUR_RESULTS, [{"ID": 4, "Result": "+1"}])
    # 4 S made with one over is 450 and beats 420: pairs 1 and 2 are now level on board 1 the other way round.
    for each in (rows, rows[::-1]):
        reading = _read(PLAN, each)
        assert sorted(_ranking(reading)[0]) == [(1, "Pair 1", "50.00"), (1, "Pair 2", "50.00")]
        assert any("One result was corrected" in note.says for note in reading.notes)


def test_pairs_that_sit_both_ways_have_one_winner() -> None:
    plan = [PLAN[0], PLAN[1], At(1, 1, 2, 4, 1, (2,)), PLAN[3]]
    reading = _read(plan, received(plan))
    assert len(_ranking(reading)) == 1
    assert reading.event is not None
    assert reading.event.stages[0].winners == 1


def test_a_number_that_sits_both_ways_at_once_is_two_pairs() -> None:
    plan = [At(1, 1, 1, 1, 1, (1,)), At(1, 2, 1, 2, 2, (2,)), At(1, 1, 2, 1, 2, (2,)), At(1, 2, 2, 2, 1, (1,))]
    names = {name for field in _ranking(_read(plan, received(plan))) for _place, name, _score in field}
    assert names == {"Pair 1 NS", "Pair 2 NS", "Pair 1 EW", "Pair 2 EW"}


def test_what_the_file_says_about_winners_goes_before_the_movement() -> None:
    sections: list[dict[str, Value]] = [{**ONE_SECTION[0], "Winners": 1}]
    reading = _read(PLAN, received(PLAN), sections=sections)
    assert len(_ranking(reading)) == 1
    assert "the file says so" in reading.notes[1].says


def test_winners_that_the_movement_contradicts_are_asked() -> None:
    plan = [At(1, table, turn, table, 4 + (table + turn) % 3, (turn,)) for turn in (1, 2, 3) for table in (1, 2, 3)]
    sections: list[dict[str, Value]] = [{**ONE_SECTION[0], "Winners": 1}]
    reading = _read(plan, received(plan), sections=sections)
    (asked,) = [question for question in reading.questions if question.word == "winners"]
    assert (asked.code, asked.suggested) == ("winners-contradicted", "2")
    assert asked.because == "the file says 1, but North-South and East-West never change places"
    content = database(sections, plan, received(plan), wide=False)
    answered = bridgemate.read("night.bws", content, {"winners": "2"})
    assert "winners" not in {question.word for question in answered.questions}
    assert [len(field) for field in _ranking(answered)] == [3, 3]


def test_sections_with_one_and_with_two_winners_are_ranked_as_they_were_played() -> None:
    sections: list[dict[str, Value]] = [{**ONE_SECTION[0], "Winners": 1}, {"ID": 2, "Letter": "B", "Winners": 2}]
    plan = [*PLAN, *(at._replace(section=2) for at in PLAN)]
    reading = _read(plan, received(plan), sections=sections)
    assert reading.event is not None, reading.problems
    (stage,) = reading.event.stages
    assert [(field.section, field.name) for field in stage.fields] == [
        ("A", "Section A"),
        ("B", "Section B North-South"),
        ("B", "Section B East-West"),
    ]
    assert event_file.read("event.json", event_file.write(reading.event).encode()).event == reading.event


def test_whoever_sits_out_plays_fewer_boards() -> None:
    reading = bridgemate.read("howell.bws", howell())
    assert reading.event is not None
    assert reading.event.stages[0].schedule == Schedule(8, in_play=10, with_sit_outs=10)
    assert len(reading.event.stages[0].fields[0].contestants) == 5


def test_where_some_sit_out_more_often_the_fewest_boards_are_told_beside_the_most() -> None:
    plan = [At(1, 1, 1, 1, 2, (1, 2)), At(1, 1, 2, 1, 3, (3, 4))]
    reading = _read(plan, received(plan))
    assert reading.event is not None
    assert reading.event.stages[0].schedule == Schedule(4, least=2, in_play=4, with_sit_outs=4)


def test_without_a_movement_the_boards_sent_in_are_counted() -> None:
    columns = RECEIVED
    rows = [tuple(row[column] for column in columns) for row in received(PLAN)]
    reading = bridgemate.read("night.bws", write([Table("ReceivedData", columns, rows)], wide=False))
    assert reading.event is not None
    assert reading.event.stages[0].schedule == Schedule(2, in_play=2)


def test_a_round_that_was_planned_and_not_played_is_told() -> None:
    notes = [note.says for note in _read(PLAN, received(PLAN[:2])).notes]
    assert "The movement has 2 boards for everybody; the most that anybody played is 1." in notes


def test_in_an_individual_players_are_ranked() -> None:
    reading = bridgemate.read("x.bws", MADE["individual-access-97.bws"]())
    assert reading.event is not None
    stage = reading.event.stages[0]
    assert stage.play is Play.INDIVIDUAL
    assert len(stage.fields[0].contestants) == 8
    assert all(len(each.players) == 1 and each.players[0].number for each in stage.fields[0].contestants)
    # An average is 50 %; what is shown is rounded for each of the eight.
    total = sum((Decimal(each.score or 0) for each in stage.fields[0].contestants), Decimal(0))
    assert abs(total - 400) < Decimal("0.08")


# --- Questions and problems --------------------------------------------------------------------------------------


def test_results_of_several_days_are_asked_about() -> None:
    midnight = datetime.fromisoformat("2026-11-11")
    reading = _read(PLAN, received(PLAN, {4: {"DateLog": midnight}}))
    assert reading.event is not None
    assert reading.event.begins == date(2026, 11, 10)
    question = next(question for question in reading.questions if question.word == "date")
    assert question.choices == ("2026-11-10", "2026-11-11")
    assert question.suggested == "2026-11-10"


def test_a_file_without_dates_is_never_of_today() -> None:
    reading = _read(PLAN, received(PLAN, {number: {"DateLog": None} for number in range(1, 5)}))
    assert reading.event is None
    assert "has a date" in reading.problems[0].found


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ({"Contract": "9 S"}, "'9 S' is not a contract"),
        ({"Contract": "4 S", "NS/EW": "N", "Result": "+9"}, "'+9' is not a result"),
        ({"Contract": "4 S", "NS/EW": ""}, "is not the declarer's direction"),
        ({"Remarks": "140%-60%"}, "more than all the match points"),
        ({"Board": 0, "Contract": "4 S"}, "0 is not the number of a board"),
    ],
)
def test_a_result_that_cannot_be_scored_is_named(changed: dict[str, Value], found: str) -> None:
    reading = _read(PLAN, received(PLAN, {3: changed}))
    assert reading.event is None
    assert [found in problem.found for problem in reading.problems] == [True]
    assert "In ReceivedData, row 3 (board" in reading.problems[0].found
    assert "at table A1, round 2" in reading.problems[0].found


def test_results_without_a_contract_are_left_out_and_named() -> None:
    changed: dict[int, dict[str, Value]] = {1: {"Contract": None}, 2: {"Contract": None, "Remarks": "Arbitral score"}}
    notes = " ".join(note.says for note in _read(PLAN, received(PLAN, changed)).notes)
    assert "A result without a contract is left out: board 1 at table A1, round 1." in notes
    assert "'Arbitral score' and no contract is left out: board 2 at table A2, round 1." in notes


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"", "does not begin as an Access database"),
        (write([], wide=False), "has no table ReceivedData"),
        (write([Table("ReceivedData", {"ID": SHORT})], wide=True), "has no column Section"),
        (howell()[:9000], "points to page"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(content: bytes, found: str) -> None:
    reading = bridgemate.read("night.bws", content)
    assert reading.event is None
    assert found in reading.problems[0].found
    assert reading.problems[0].where == "night.bws"


def test_a_database_without_results_says_so() -> None:
    assert _read(PLAN, []).problems[0].found == "The file has no results."


def test_another_database_is_not_taken_for_a_session() -> None:
    assert not bridgemate.recognise(write([Table("Books", {"ID": SHORT})], wide=True))
    assert not bridgemate.recognise(b"ReceivedData")


# --- Anything ----------------------------------------------------------------------------------------------------

CONTENTS = [made() for made in MADE.values()]
#: Where something stands; most of a database is empty.
FILLED = [[at for at, byte in enumerate(content) if byte] for content in CONTENTS]
CHANGES = st.lists(st.tuples(st.integers(0, 2**17), st.integers(0, 255)), min_size=1, max_size=8)


@settings(max_examples=300, deadline=None)
@given(st.integers(0, len(CONTENTS) - 1), CHANGES, st.integers(0, 2**17))
def test_no_change_to_a_file_brings_the_reader_down(sample: int, changes: list[tuple[int, int]], cut: int) -> None:
    spoiled = bytearray(CONTENTS[sample])
    for at, byte in changes:
        spoiled[FILLED[sample][at % len(FILLED[sample])]] = byte
    if cut % 8 == 0:
        del spoiled[cut % len(spoiled) :]
    reading = bridgemate.read("spoiled.bws", bytes(spoiled))
    assert (reading.event is None) == bool(reading.problems)
