"""What a file does not say, or says wrongly, can be answered; an answer that cannot be followed is told."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from overtrick.formats import bridgemate, pbn, usebio
from tests.formats.bridgemate.sessions import At, database, received
from tests.formats.usebio.files import file

if TYPE_CHECKING:
    from overtrick.formats.reading import Reading
    from tests.formats.access.jet import Value

DAY = {"date": "2026-11-10"}
PLAIN = "<WINNER_TYPE>1</WINNER_TYPE><BOARDS_PLAYED>24</BOARDS_PLAYED>"

TWO_TABLES = [At(1, 1, 1, 1, 3, (1, 2)), At(1, 2, 1, 2, 4, (1, 2))]
BOARD = """[Board "1"]
[Vulnerable "None"]
[ScoreTable "PairId_NS\\2R;PairId_EW\\2R;Score_NS\\5R"]
 1  3   420
 2  4    50

"""


def terminals(**changed: None) -> bytes:
    rows = [row | changed for row in received(TWO_TABLES)]
    return database([{"ID": 1, "Letter": "A", "Tables": 2, "MissingPair": 0}], TWO_TABLES, rows, wide=True)


def only_problem(reading: Reading) -> str:
    assert reading.event is None
    assert len(reading.problems) == 1, reading.problems
    assert reading.problems[0].remedy
    return reading.problems[0].found


def begins(reading: Reading) -> date:
    assert reading.event is not None, reading.problems
    return reading.event.begins


@pytest.mark.parametrize("written", ["<DATE>31/02/2026</DATE>", "<DATE>soon</DATE>", "<DATE/>", ""])
def test_a_day_that_usebio_does_not_tell_is_a_problem_until_it_is_answered(written: str) -> None:
    content = file(head=f"{written}{PLAIN}")
    unanswered = usebio.read("night.xml", content)
    assert "not a day" in only_problem(unanswered) or "does not give the day" in only_problem(unanswered)
    assert "--date" in unanswered.problems[0].remedy
    answered = usebio.read("night.xml", content, DAY)
    assert begins(answered) == date(2026, 11, 10)
    assert only_problem(unanswered) in [note.says for note in answered.notes]


def test_an_answer_leaves_a_day_that_can_be_read_as_it_is() -> None:
    content = file(head=f"<DATE>03/11/2026</DATE>{PLAIN}")
    assert begins(usebio.read("night.xml", content, DAY)) == date(2026, 11, 3)


def test_a_day_that_pbn_does_not_tell_is_a_problem_until_it_is_answered() -> None:
    content = f'% PBN 2.1\n[Event "Night"]\n[Date "????.??.??"]\n[Scoring "MP"]\n{BOARD}'.encode()
    assert only_problem(pbn.read("night.pbn", content)) == "The date '????.??.??' is not a day."
    assert begins(pbn.read("night.pbn", content, DAY)) == date(2026, 11, 10)


def test_a_day_that_terminals_do_not_tell_is_a_problem_until_it_is_answered() -> None:
    content = terminals(DateLog=None)
    assert only_problem(bridgemate.read("night.bws", content)) == "No result in the file has a date (DateLog)."
    assert begins(bridgemate.read("night.bws", content, DAY)) == date(2026, 11, 10)


@pytest.mark.parametrize("scoring", ["imps", "victory points", "other"])
def test_boards_are_never_ranked_by_another_scoring_than_was_answered(scoring: str) -> None:
    answers = {"scoring": scoring}
    content = f'% PBN 2.1\n[Event "Night"]\n[Date "2026.11.10"]\n{BOARD}'.encode()
    for reading in (bridgemate.read("n.bws", terminals(), answers), pbn.read("n.pbn", content, answers)):
        assert f"answered with '{scoring}'" in only_problem(reading)


def test_results_of_pairs_do_not_rank_teams() -> None:
    content = f'% PBN 2.1\n[Event "Night"]\n[Date "2026.11.10"]\n[Competition "Teams"]\n{BOARD}'.encode()
    found = only_problem(pbn.read("night.pbn", content))
    assert found == "Teams played, but the file has only the results of each board."


# --- Numbers that a pair of each direction has -------------------------------------------------------------------


def shared(board: int, score: int) -> str:
    head = '[ScoreTable "PairId_NS\\2R;PairId_EW\\2R;Names_NS\\20L;Names_EW\\20L;Score_NS\\5R"]'
    rows = f'1 1 "Ado Bem - Cor Dax" "Efa Gil - Hol Jem" {score}\n2 2 "Kip Lor - Mun Nev" "Opa Pim - Qua Rit" -50\n'
    return f'[Board "{board}"]\n[Vulnerable "None"]\n{head}\n{rows}\n'


def test_pbn_may_number_both_directions_from_one() -> None:
    opening = '% PBN 2.1\n[Event "Night"]\n[Date "2026.11.10"]\n[Scoring "MP"]\n'
    event = pbn.read("night.pbn", f"{opening}{shared(1, 420)}{shared(2, 140)}".encode()).event
    assert event is not None
    stage = event.stages[0]
    assert (stage.winners, stage.schedule.boards) == (2, 2)
    assert [[each.name for each in field.contestants] for field in stage.fields] == [
        ["Ado Bem & Cor Dax", "Kip Lor & Mun Nev"],
        ["Opa Pim & Qua Rit", "Efa Gil & Hol Jem"],
    ]


def test_a_missing_pair_is_missing_in_its_own_direction_only() -> None:
    plan = [
        At(1, 1, 1, 1, 1, (1, 2)), At(1, 2, 1, 2, 2, (3, 4)), At(1, 3, 1, 3, 3, (5, 6)),
        At(1, 1, 2, 1, 3, (3, 4)), At(1, 2, 2, 2, 1, (5, 6)), At(1, 3, 2, 3, 2, (1, 2)),
    ]  # fmt: skip
    played = [at for at in plan if at.ew != 3]
    section: dict[str, Value] = {"ID": 1, "Letter": "A", "Tables": 3, "MissingPair": 3, "Winners": 2}
    event = bridgemate.read("night.bws", database([section], plan, received(played), wide=True)).event
    assert event is not None
    assert [sorted(each.name for each in field.contestants) for field in event.stages[0].fields] == [
        ["Pair 1 NS", "Pair 2 NS", "Pair 3"],
        ["Pair 1 EW", "Pair 2 EW"],
    ]
