"""A PBN file with a game for each table is read, and its ranking worked out from the contracts."""

from __future__ import annotations

from overtrick.engine.event import Play
from overtrick.formats import pbn
from overtrick.formats.reading import Reading

FOUR = ("Ado", "Bem", "Cor", "Dax")


def _game(board: int, north: str, south: str, east: str, west: str, result: str, more: str = "") -> str:
    """Write a game; nobody is vulnerable."""
    names = f'[North "{north}"]\n[South "{south}"]\n[East "{east}"]\n[West "{west}"]\n'
    head = f'[Event "Sunday pairs"]\n[Site "Oakby"]\n[Date "2026.11.15"]\n[Board "{board}"]\n[Vulnerable "None"]\n'
    return f'{head}{names}[Scoring "MP"]\n{result}{more}\n'


def _contract(contract: str, declarer: str, tricks: int) -> str:
    return f'[Contract "{contract}"]\n[Declarer "{declarer}"]\n[Result "{tricks}"]\n'


def _read(*games: str) -> Reading:
    return pbn.read("night.pbn", "".join(games).encode())


def _ranked(reading: Reading) -> list[list[tuple[int | None, str, str]]]:
    assert reading.event is not None, reading.problems
    fields = reading.event.stages[0].fields
    return [[(each.place, each.name, str(each.score)) for each in field.contestants] for field in fields]


def test_partners_who_stay_together_are_a_pair_whichever_way_they_sit() -> None:
    # Board 1: 420 beats −50. Board 2: Bem & Ado are East-West and concede 50, the others 420.
    reading = _read(
        _game(1, "Ado", "Bem", "Cor", "Dax", _contract("4S", "N", 10)),
        _game(1, "Efa", "Gil", "Hol", "Jem", _contract("3NT", "S", 8)),
        _game(2, "Cor", "Dax", "Bem", "Ado", _contract("1NT", "E", 6)),
        _game(2, "Hol", "Jem", "Efa", "Gil", _contract("4S", "N", 10)),
    )
    assert _ranked(reading) == [
        [(1, "Ado & Bem", "100.00"), (1, "Hol & Jem", "100.00"), (3, "Cor & Dax", "0.00"), (3, "Efa & Gil", "0.00")]
    ]
    assert "play" not in {question.word for question in reading.questions}


def test_partners_who_change_play_for_themselves() -> None:
    reading = _read(
        _game(1, *FOUR, _contract("4S", "N", 10)),
        _game(1, "Efa", "Gil", "Hol", "Jem", _contract("4S", "N", 9)),
        _game(2, "Ado", "Cor", "Bem", "Dax", _contract("4S", "N", 10)),
        _game(2, "Efa", "Hol", "Gil", "Jem", _contract("4S", "N", 9)),
    )
    assert reading.event is not None
    assert reading.event.stages[0].play is Play.INDIVIDUAL
    assert _ranked(reading)[0][0] == (1, "Ado", "100.00")


def test_the_score_of_a_game_goes_before_its_contract() -> None:
    reading = _read(
        _game(1, *FOUR, '[Score "EW 400"]\n'),
        _game(1, "Efa", "Gil", "Hol", "Jem", '[Score "NS -50"]\n'),
    )
    assert _ranked(reading)[0] == [(1, "Efa & Gil", "100.00"), (2, "Ado & Bem", "0.00")]


def test_boards_of_one_table_alone_rank_nobody() -> None:
    reading = _read(_game(1, *FOUR, _contract("4S", "N", 10)), _game(2, *FOUR, _contract("4S", "N", 10)))
    assert reading.event is None
    assert [problem.found for problem in reading.problems] == [
        "Every board was played at one table only, so there is nothing to compare."
    ]


def test_a_game_without_four_names_is_left_out_with_its_line() -> None:
    reading = _read(
        _game(1, *FOUR, _contract("4S", "N", 10)),
        _game(1, "Efa", "Gil", "Hol", "Jem", _contract("4S", "N", 9)),
        _game(1, "Kip", "?", "Mun", "Nev", _contract("4S", "N", 9)),
    )
    assert len(_ranked(reading)[0]) == 2
    assert [note.line for note in reading.notes if "all four players" in note.says] == [29]


def test_deals_without_a_contract_are_still_no_results() -> None:
    assert "deals and no results" in _read(_game(1, *FOUR, "")).problems[0].found
