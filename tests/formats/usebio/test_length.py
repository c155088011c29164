"""How long a session was to be is read where the file tells it, and asked where it does not or contradicts itself."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from overtrick.engine.event import Schedule, Section
from overtrick.formats import event_file, usebio
from overtrick.formats.reading import Note, Question, Reading
from tests.formats.usebio.files import file, pair

if TYPE_CHECKING:
    from collections.abc import Iterable

HEAD = "<DATE>10/11/2026</DATE><WINNER_TYPE>1</WINNER_TYPE>"
#: Four pairs in three rounds of a Howell, twice.
ROUNDS = (((1, 2), (3, 4)), ((3, 1), (4, 2)), ((1, 4), (2, 3))) * 2


def _boards(rounds: int, a_round: int, missed: tuple[tuple[int, int], ...] = ()) -> str:
    """Write the travellers of some rounds; ``missed``: a board and a table that did not play it."""
    boards = []
    for number in range(rounds * a_round):
        lines = "".join(
            f"<TRAVELLER_LINE><NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{ew}</EW_PAIR_NUMBER>"
            "<SCORE>420</SCORE></TRAVELLER_LINE>"
            for table, (ns, ew) in enumerate(ROUNDS[number // a_round])
            if (number, table) not in missed
        )
        boards.append(f"<BOARD><BOARD_NUMBER>{number + 1}</BOARD_NUMBER>{lines}</BOARD>\n")
    return "".join(boards)


def _read(rest: str, told: str = "", pairs: int = 4, **answers: str) -> Reading:
    listed = "".join(pair(number, str(number)) for number in range(1, pairs + 1))
    return usebio.read("night.xml", file(listed, HEAD + told, rest=rest), answers)


def _asked(reading: Reading) -> list[Question]:
    return [each for each in reading.questions if each.word == "boards"]


def _schedule(reading: Reading) -> Schedule:
    assert reading.event is not None, reading.problems
    return reading.event.stages[0].schedule


def _slow(told: str = "", **answers: str) -> Reading:
    """Read a Mitchell of eight tables, planned for eight rounds of three boards: the sixth round was never finished."""
    lines: dict[int, str] = {}
    for table in range(8):
        for number in range(15 + table % 3):
            around, board = divmod(number, 3)
            ns, ew = table + 1, 11 + (table + around) % 8
            lines[3 * ((table + around) % 8) + board] = lines.get(3 * ((table + around) % 8) + board, "") + (
                f"<TRAVELLER_LINE><NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{ew}</EW_PAIR_NUMBER>"
                "<SCORE>420</SCORE></TRAVELLER_LINE>"
            )
    boards = "".join(f"<BOARD><BOARD_NUMBER>{at + 1}</BOARD_NUMBER>{each}</BOARD>" for at, each in lines.items())
    listed = "".join(
        f"<PAIR><PAIR_NUMBER>{first + at}</PAIR_NUMBER><DIRECTION>{way}</DIRECTION><PLACE>{at}</PLACE>"
        f"<PLAYER><PLAYER_NAME>One {first + at}</PLAYER_NAME></PLAYER>"
        f"<PLAYER><PLAYER_NAME>Two {first + at}</PLAYER_NAME></PLAYER></PAIR>"
        for first, way in ((0, "NS"), (10, "EW"))
        for at in range(1, 9)
    )
    head = f"<DATE>10/11/2026</DATE><WINNER_TYPE>2</WINNER_TYPE>{told}"
    return usebio.read("slow.xml", file(listed, head, rest=boards), answers)


def test_a_session_in_which_everybody_played_as_many_is_as_long_as_that() -> None:
    reading = _read(_boards(6, 4))
    assert _asked(reading) == []
    assert _schedule(reading).boards == 24


def test_how_long_a_slow_session_was_to_be_is_asked_with_the_likely_answers() -> None:
    (question,) = _asked(_slow())
    assert question.choices == ("18", "24")
    assert "not everybody played as many: 15 to 17 of 24 boards" in question.asks


def test_a_length_that_only_half_of_the_pairs_played_is_asked() -> None:
    one_table_missed_the_last_round = tuple((board, 0) for board in range(20, 24))
    (question,) = _asked(_read(_boards(6, 4, one_table_missed_the_last_round)))
    assert question.choices == ("24",)
    assert "not everybody played as many: 20 to 24 of 24 boards" in question.asks


def test_an_answer_and_the_head_of_the_file_settle_it() -> None:
    answered = _slow(boards="24")
    assert _asked(answered) == []
    assert _schedule(answered).boards == 24
    told = _slow(told="<BOARDS_PLAYED>24</BOARDS_PLAYED>")
    assert _asked(told) == []
    assert _schedule(told).boards == 24


def test_more_boards_than_the_file_has_are_asked_about() -> None:
    reading = _read(_boards(5, 4), told="<BOARDS_PLAYED>36</BOARDS_PLAYED>")
    (question,) = _asked(reading)
    assert question.choices == ("20",)
    assert "<BOARDS_PLAYED> is 36 (line 2), but the file has results of 20 boards" in question.asks
    assert "nobody played more than 20" in question.asks
    assert _schedule(reading).boards == 20


def test_more_boards_than_anybody_played_are_believed_if_the_file_has_them() -> None:
    reading = _read(
        _boards(6, 4, tuple((board, 0) for board in range(20, 24))), told="<BOARDS_PLAYED>24</BOARDS_PLAYED>"
    )
    assert _asked(reading) == []
    assert _schedule(reading).boards == 24


def test_boards_that_were_dealt_and_never_played_are_boards_of_the_file() -> None:
    deals = "".join(f"<BOARD><BOARD_NUMBER>{number}</BOARD_NUMBER></BOARD>" for number in range(1, 25))
    reading = _read(f"{_boards(5, 4)}<HANDSET>{deals}</HANDSET>", told="<BOARDS_PLAYED>24</BOARDS_PLAYED>")
    assert _asked(reading) == []
    assert _schedule(reading).boards == 24


def test_who_sat_out_a_round_does_not_make_the_length_unsure() -> None:
    # Three pairs: one sits out each round of four boards.
    sat_out = "".join(
        f"<BOARD><BOARD_NUMBER>{number}</BOARD_NUMBER><TRAVELLER_LINE><NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER>"
        f"<EW_PAIR_NUMBER>{ew}</EW_PAIR_NUMBER><SCORE>420</SCORE></TRAVELLER_LINE></BOARD>"
        for number, (ns, ew) in enumerate([(1, 2)] * 4 + [(3, 1)] * 4, 1)
    )
    reading = _read(sat_out, pairs=3)
    assert _asked(reading) == []
    assert _schedule(reading).boards == 8


def _two_sections(told: str, places: tuple[str, ...], **answers: str) -> Reading:
    """Read two Howells of four pairs: section A played six rounds of four boards, section B five."""
    sections = "".join(
        f'<SECTION SECTION_ID="{name}"><PARTICIPANTS>'
        + "".join(
            f"<PAIR><PAIR_NUMBER>{number}</PAIR_NUMBER><PLACE>{place}</PLACE>"
            f"<PLAYER><PLAYER_NAME>One {name}{number}</PLAYER_NAME></PLAYER>"
            f"<PLAYER><PLAYER_NAME>Two {name}{number}</PLAYER_NAME></PLAYER></PAIR>"
            for number, place in enumerate(placed, 1)
        )
        + f"</PARTICIPANTS>{_boards(rounds, 4)}</SECTION>"
        for name, rounds, placed in (("A", 6, places[:4]), ("B", 5, places[4:]))
    )
    content = (
        '<USEBIO Version="1.2"><CLUB><CLUB_NAME>Oakby</CLUB_NAME></CLUB><EVENT EVENT_TYPE="MP_PAIRS">'
        f"<EVENT_DESCRIPTION>Night</EVENT_DESCRIPTION>{HEAD}{told}{sections}</EVENT></USEBIO>"
    )
    return usebio.read("night.xml", content.encode(), answers)


def test_a_shorter_section_with_its_own_list_tells_its_length_there() -> None:
    reading = _two_sections("", ("1", "2", "3", "4", "1", "2", "3", "4"))
    assert _asked(reading) == []
    assert reading.event is not None
    (stage,) = reading.event.stages
    assert stage.schedule.boards == 24
    assert [(field.section, field.schedule) for field in stage.fields] == [("A", None), ("B", Schedule(20))]


def test_a_shorter_section_in_a_list_of_all_tells_its_length_beside_it() -> None:
    reading = _two_sections("", tuple("12345678"))
    assert reading.event is not None
    (stage,) = reading.event.stages
    assert [field.section for field in stage.fields] == [""]
    assert stage.sections == (Section("B", Schedule(20)),)
    assert event_file.read("event.json", event_file.write(reading.event).encode()).event == reading.event


def test_one_length_for_all_is_that_of_every_section() -> None:
    told = _two_sections("<BOARDS_PLAYED>24</BOARDS_PLAYED>", tuple("12345678"))
    answered = _two_sections("", tuple("12345678"), boards="24")
    for reading in (told, answered):
        assert reading.event is not None
        assert reading.event.stages[0].sections == ()


#: The boards of pair 1 against pairs 2 and 3; pair 4 plays them all.
_OF_ONE = tuple((first + at, 0) for at in (*range(4), *range(12, 16)) for first in (0, 4))


@pytest.mark.parametrize(("pairs", "missed", "noted"), [(4, 6, False), (4, 7, True), (5, 12, False), (5, 13, True)])
def test_who_played_under_three_quarters_or_under_half_beside_a_half_table_is_noted(
    pairs: int, missed: int, noted: bool
) -> None:
    reading = _read(_boards(6, 4, _OF_ONE[:missed]), "<BOARDS_PLAYED>24</BOARDS_PLAYED>", pairs)
    assert [note.says.split(" played ")[0] for note in _too_short(reading)] == ["Ado Bem & Cor Dax"] * noted


def _too_short(reading: Reading) -> list[Note]:
    return [note for note in reading.notes if note.code == "fewer-boards-than-others"]


def _met(meetings: Iterable[tuple[str, str]]) -> str:
    """Write the travellers of a North-South and an East-West pair each, who play six boards."""
    return "".join(
        f"<BOARD><BOARD_NUMBER>{6 * at + board}</BOARD_NUMBER><TRAVELLER_LINE><NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER>"
        f"<EW_PAIR_NUMBER>{ew}</EW_PAIR_NUMBER><SCORE>420</SCORE></TRAVELLER_LINE></BOARD>"
        for at, (ns, ew) in enumerate(meetings)
        for board in range(1, 7)
    )


def test_the_longer_of_two_lines_sits_out_though_all_together_are_even() -> None:
    """Two East-West pairs meet four North-South pairs in turn, of whom two sit out each round."""
    lines = [*[(number, "NS") for number in range(1, 5)], (5, "EW"), (6, "EW")]
    listed = "".join(
        f"<PAIR><PAIR_NUMBER>{number}</PAIR_NUMBER><DIRECTION>{way}</DIRECTION>"
        f"<PLACE>{number - 4 * (way == 'EW')}</PLACE><PLAYER><PLAYER_NAME>One {number}</PLAYER_NAME></PLAYER>"
        f"<PLAYER><PLAYER_NAME>Two {number}</PLAYER_NAME></PLAYER></PAIR>"
        for number, way in lines
    )
    head = "<DATE>10/11/2026</DATE><WINNER_TYPE>2</WINNER_TYPE><BOARDS_PLAYED>24</BOARDS_PLAYED>"
    rest = _met((ns, ew) for ns in "1234" for ew in "56")
    reading = usebio.read("lines.xml", file(listed, head, rest=rest))
    assert (_schedule(reading).boards, _schedule(reading).least) == (24, 12)
    assert _too_short(reading) == []


def test_boards_of_a_number_that_two_pairs_have_are_nobodys_where_no_direction_is_told() -> None:
    listed = (
        pair(1, "1")
        + pair(2, "2")
        + (pair(3, "3") + pair(4, "4"))
        .replace("<PAIR_NUMBER>3<", "<PAIR_NUMBER>1<")
        .replace("<PAIR_NUMBER>4<", "<PAIR_NUMBER>2<")
    )
    rest = _met((ns, ew) for ns in "12" for ew in "12")
    reading = usebio.read("night.xml", file(listed, HEAD, rest=rest))
    assert [question.asks for question in _asked(reading)] == ["How many boards was everybody to play?"]
