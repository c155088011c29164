"""Where the boards tell who changed places, they are set beside the number of winners in the head of the file."""

from __future__ import annotations

import pytest

from overtrick.engine.event import Movement, Stage
from overtrick.formats import usebio
from overtrick.formats.outcome import work_out
from overtrick.formats.reading import Reading
from tests.formats.usebio.files import file

DIRECTIONS = ("North-South", "East-West")
HEAD = "<DATE>10/11/2026</DATE><WINNER_TYPE>{}</WINNER_TYPE><BOARDS_PLAYED>26</BOARDS_PLAYED>"


def _listed(section: str, key: str, place: int, way: str) -> str:
    people = "".join(
        f"<PLAYER><PLAYER_NAME>P{place} {seat}</PLAYER_NAME><NATIONAL_ID_NUMBER>{section}{place}{seat}"
        f"</NATIONAL_ID_NUMBER></PLAYER>"
        for seat in "ab"
    )
    return (
        f"<PAIR><PAIR_NUMBER>{key}</PAIR_NUMBER><DIRECTION>{way}</DIRECTION>{people}<PLACE>{place}</PLACE>"
        f"<PERCENTAGE>{70 - place / 2}</PERCENTAGE></PAIR>\n"
    )


def _board(number: int, meetings: list[tuple[str, str]]) -> str:
    lines = "".join(
        f"<TRAVELLER_LINE><NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{ew}</EW_PAIR_NUMBER>"
        "<SCORE>420</SCORE></TRAVELLER_LINE>"
        for ns, ew in meetings
    )
    return f"<BOARD><BOARD_NUMBER>{number}</BOARD_NUMBER>{lines}</BOARD>\n"


def _section(name: str, listed: str, rounds: list[list[tuple[str, str]]]) -> str:
    boards = "".join(_board(2 * at + more, each) for at, each in enumerate(rounds) for more in (1, 2))
    return f'<SECTION SECTION_ID="{name}"><PARTICIPANTS>{listed}</PARTICIPANTS>{boards}</SECTION>'


def mitchell(name: str, tables: int, places: list[int], *, switched: bool = False) -> str:
    """Write a section in which East-West move round; with an arrow switch in its last rounds."""
    keys = [[f"({name}) {pair} {way}" for pair in range(tables)] for way in ("NS", "EW")]
    rounds = []
    for at in range(tables):
        met = [(keys[0][table], keys[1][(table - at) % tables]) for table in range(tables)]
        rounds.append([(ew, ns) for ns, ew in met] if switched and at % 2 else met)
    listed = "".join(_listed(name, key, place, key[-2:]) for key, place in zip(keys[0] + keys[1], places, strict=True))
    return _section(name, listed, rounds)


def howell(name: str, pairs: int, places: list[int]) -> str:
    """Write a section in which everybody meets everybody, North-South or East-West by turns."""
    keys = [f"({name}) {pair}" for pair in range(pairs)]
    rounds = []
    for at in range(pairs - 1):
        turning = [keys[0], *(keys[1 + (at + each) % (pairs - 1)] for each in range(pairs - 1))]
        met = [(turning[each], turning[-1 - each]) for each in range(pairs // 2)]
        rounds.append([(two, one) if (at + each) % 2 else (one, two) for each, (one, two) in enumerate(met)])
    return _section(
        name, "".join(_listed(name, key, place, "NS") for key, place in zip(keys, places, strict=True)), rounds
    )


def _file(head: str, *sections: str) -> bytes:
    return file("", HEAD.format(head), rest="".join(sections)).replace(b"<PARTICIPANTS>\n</PARTICIPANTS>\n", b"", 1)


def three_sections(head: str = "1") -> bytes:
    """Write 66 pairs: two sections of 26 in which nobody changes places, and a Howell of 14, placed all together."""
    first = [*range(1, 27)]
    return _file(head, mitchell("A", 13, first), mitchell("B", 13, [*range(27, 53)]), howell("C", 14, [*range(53, 67)]))


def _read(content: bytes, **answers: str) -> Reading:
    return usebio.read("night.xml", content, answers)


def _stage(reading: Reading) -> Stage:
    assert reading.event is not None, reading.problems
    return reading.event.stages[0]


def _asked(reading: Reading) -> list[tuple[str, str, str]]:
    return [(each.code, each.suggested, each.because) for each in reading.questions if each.word == "winners"]


def test_one_winner_in_the_head_is_asked_where_no_pair_ever_changed_places() -> None:
    reading = _read(three_sections())
    ((code, suggested, because),) = _asked(reading)
    assert (code, suggested) == ("winners-contradicted", "2")
    assert because == (
        "<WINNER_TYPE>1, line 2, but no pair of sections A, B ever changes places between North-South and East-West"
    )


@pytest.mark.parametrize("answer", ["1", "2"])
def test_the_answer_counts_and_each_section_is_ranked_as_it_was_played(answer: str) -> None:
    reading = _read(three_sections(), winners=answer)
    assert _asked(reading) == []
    stage = _stage(reading)
    lists = [(field.name, field.section, field.size, field.movement) for field in stage.fields]
    if answer == "1":
        assert lists == [("", "", 66, None)]
    else:
        assert lists == [
            *((f"Section {name} {way}", name, 13, Movement.MITCHELL) for name in "AB" for way in DIRECTIONS),
            ("Section C", "C", 14, Movement.HOWELL),
        ]
        for field in stage.fields:
            assert sorted(each.place or 0 for each in field.contestants) == [*range(1, field.size + 1)]


def test_the_lists_of_the_boards_are_paid_and_not_one_of_all() -> None:
    # EBU 3.8.1: sections that were played differently are no single field.
    assert {answer: max(_units(_read(three_sections(), winners=answer))) for answer in ("1", "2")} == {
        "1": 115,
        "2": 50,
    }


def _units(reading: Reading) -> list[int]:
    assert reading.event is not None
    ready = reading._replace(handbook="ebu", questions=(), event=reading.event._replace(status="club"))
    outcome = work_out(ready)
    assert outcome.assessment is not None, outcome.problems
    return [award.units for award in outcome.assessment.awards]


@pytest.mark.parametrize(("head", "section", "winners", "movement"), [
    ("2", mitchell("A", 5, [1, 2, 3, 4, 5, 1, 2, 3, 4, 5]), 2, Movement.MITCHELL),
    ("1", mitchell("A", 5, list(range(1, 11)), switched=True), 1, Movement.ARROW_SWITCHED),
    ("1", howell("A", 8, list(range(1, 9))), 1, Movement.HOWELL),
])  # fmt: skip
def test_a_head_that_agrees_with_the_boards_asks_nothing_and_the_movement_is_told(
    head: str, section: str, winners: int, movement: Movement
) -> None:
    reading = _read(_file(head, section))
    assert _asked(reading) == []
    assert (_stage(reading).winners, _stage(reading).movement) == (winners, movement)


def test_two_winners_in_the_head_of_a_howell_are_asked() -> None:
    reading = _read(_file("2", howell("A", 8, list(range(1, 9)))))
    assert [(code, suggested) for code, suggested, _because in _asked(reading)] == [("winners-contradicted", "1")]
    assert "sit North-South on some boards and East-West on others" in _asked(reading)[0][2]


def test_two_rounds_or_a_slip_at_a_table_settle_nothing() -> None:
    short = _section(
        "A", "".join(_listed("A", str(pair), pair, "NS") for pair in range(1, 5)), [[("1", "3"), ("2", "4")]]
    )
    assert _asked(_read(_file("1", short))) == []
    slip = mitchell("A", 5, [1, 2, 3, 4, 5, 1, 2, 3, 4, 5]).replace(
        "<NS_PAIR_NUMBER>(A) 0 NS</NS_PAIR_NUMBER><EW_PAIR_NUMBER>(A) 0 EW</EW_PAIR_NUMBER>",
        "<NS_PAIR_NUMBER>(A) 0 EW</NS_PAIR_NUMBER><EW_PAIR_NUMBER>(A) 0 NS</EW_PAIR_NUMBER>",
        1,
    )
    assert _asked(_read(_file("2", slip))) == []


def test_a_large_file_that_is_read_in_parts_tells_the_same() -> None:
    whole = _read(three_sections())
    parts = usebio.read("night.xml", three_sections(), large=100)
    assert _asked(parts) == _asked(whole)
    assert parts.event == whole.event
