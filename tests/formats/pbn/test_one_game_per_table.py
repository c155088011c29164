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


# --- Who sat in ----------------------------------------------------------------------------------------------------

PAIRS = [(f"{letter}a", f"{letter}b") for letter in "KLMN"]


def _night(*, boards: int = 6, seats: dict[tuple[int, str], str] | None = None) -> str:
    """Write a movement of two tables: the pairs K and L sit North-South; ``seats`` puts somebody else there."""
    games = []
    for board in range(1, boards + 1):
        for table in (0, 1):
            (north, south), (east, west) = PAIRS[table], PAIRS[2 + (table + board) % 2]
            sat = {name: (seats or {}).get((board, name), name) for name in (north, south, east, west)}
            made = _contract("4S", "N", 10 + (table + board) % 2)
            games.append(_game(board, sat[north], sat[south], sat[east], sat[west], made))
    return "".join(games)


def _line_ups(reading: Reading) -> dict[str, list[tuple[str, int | None, bool]]]:
    assert reading.event is not None, reading.problems
    listed = [each for field in reading.event.stages[0].fields for each in field.contestants]
    return {each.name: [(one.name, one.boards, one.substitute) for one in each.players] for each in listed}


def test_who_sits_in_for_the_last_boards_is_a_substitute_and_the_event_stays_one_of_pairs() -> None:
    reading = _read(_night(seats={(5, "Kb"): "Sol", (6, "Kb"): "Sol"}))
    assert _ranked(reading) == _ranked(_read(_night()))
    assert _line_ups(reading)["Ka & Kb"] == [("Ka", None, False), ("Kb", 4, False), ("Sol", 2, True)]
    assert [note.says for note in reading.notes if note.code == "substitutes-taken"] == [
        "Who sat in for a member of a pair is taken for a substitute: Sol."
    ]


def test_one_substitute_may_sit_in_for_two_pairs_and_two_for_one() -> None:
    twice = _line_ups(_read(_night(seats={(1, "Kb"): "Sol", (6, "Ma"): "Sol"})))
    assert twice["Ka & Kb"][2] == ("Sol", 1, True)
    assert twice["Ma & Mb"][2] == ("Sol", 1, True)
    both = _line_ups(_read(_night(seats={(6, "Ka"): "Sol", (6, "Kb"): "Tuk"})))
    assert both["Ka & Kb"][2:] == [("Sol", 1, True), ("Tuk", 1, True)]
    assert len(both) == 4


def test_of_two_who_played_half_with_the_same_partner_the_first_is_of_the_pair() -> None:
    half = _line_ups(_read(_night(seats={(board, "Kb"): "Sol" for board in (4, 5, 6)})))
    assert half["Ka & Kb"] == [("Ka", None, False), ("Kb", 3, False), ("Sol", 3, True)]


def test_a_name_in_other_letters_is_the_same_person() -> None:
    reading = _read(_night(seats={(2, "Ka"): "KA", (3, "Kb"): " kb "}))
    assert _line_ups(reading)["Ka & Kb"] == [("Ka", None, False), ("Kb", None, False)]
    assert _ranked(reading) == _ranked(_read(_night()))


def test_a_board_of_two_members_of_different_pairs_is_left_out_with_its_line() -> None:
    reading = _read(_night(seats={(6, "Kb"): "La", (6, "La"): "Kb"}))
    assert reading.event is not None
    assert reading.event.stages[0].play is Play.PAIRS
    (note,) = [note for note in reading.notes if note.code == "results-left-out"]
    assert "otherwise have other partners" in note.says
