"""ABF credit files, by the printed lines of Appendix D."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.formats.credit_file import (
    ENDINGS,
    LARGEST,
    CreditLine,
    TooMuch,
    ending_for,
    read,
    reading,
    recognise,
    write,
)
from overtrick.handbooks import federations

PRINTED = [
    (".red", "0123456000042", CreditLine(123456, {"red": 42})),
    (".grn", "0002288000007", CreditLine(2288, {"green": 7})),
    (".grn", "0088249000145", CreditLine(88249, {"green": 145})),
    (".rag", "0100060000042000005", CreditLine(100060, {"red": 42, "green": 5})),
    (".rag", "0099993000007000000", CreditLine(99993, {"red": 7, "green": 0})),
    (".mp5", "0555667000000000145", CreditLine(555667, {"red": 0, "green": 145})),
]


@pytest.mark.clause("abf", "App D: 13-digit record", "App D: 19-digit record")
@pytest.mark.parametrize(("ending", "line", "credit"), PRINTED)
def test_a_printed_line_is_read_and_written_as_printed(ending: str, line: str, credit: CreditLine) -> None:
    result = read(f"club{ending}", f"{line}\r\n".encode("ascii"))
    assert result.credits == [credit]
    assert result.problems == []
    assert write([credit], ending) == f"{line}\r\n".encode("ascii")


@pytest.mark.clause("abf", "App D: 13-digit record")
def test_number_and_points_are_filled_with_zeros_in_front() -> None:
    # number 123 becomes 0000123, 0.53 points 000053
    assert write([CreditLine(123, {"green": 53})], ".grn") == b"0000123000053\r\n"


@pytest.mark.clause("abf", "App D: extensions")
@pytest.mark.parametrize(
    ("colours", "ending"), [(["green"], ".grn"), (["red"], ".red"), (["gold"], ".gld"), (["red", "green"], ".rag")]
)
def test_the_ending_tells_the_colours(colours: list[str], ending: str) -> None:
    assert ending_for(colours) == ending


def test_colours_that_no_file_holds_together_are_refused() -> None:
    with pytest.raises(TooMuch, match="no credit file holds gold and red points"):
        ending_for(["red", "gold"])
    with pytest.raises(TooMuch, match=r"has gold points, which a file ending in \.rag does not hold"):
        write([CreditLine(1, {"gold": 5})], ".rag")


@pytest.mark.clause("abf", "App D: text")
def test_every_line_that_is_no_record_is_told_with_its_number() -> None:
    result = read("May.RED", b"0123456000042\r\n\r\n123456 0.42\r\n01234560000421\r\n0002288000007\x1a")
    assert [credit.number for credit in result.credits] == [123456, 2288]
    assert [problem.line for problem in result.problems] == [3, 4]
    assert result.problems[0].found == "'123456 0.42' is not 13 digits."


def test_a_file_whose_name_does_not_tell_the_colour_is_a_problem() -> None:
    assert read("credits.txt", b"0123456000042").problems[0].found == (
        "The name does not say which colour the points are."
    )


@pytest.mark.parametrize(
    "credit", [CreditLine(10**7, {"red": 1}), CreditLine(1, {"red": LARGEST + 1}), CreditLine(1, {"red": -1})]
)
def test_what_has_no_room_in_a_line_is_refused(credit: CreditLine) -> None:
    with pytest.raises(TooMuch, match="more digits than a line has room for, or a sign"):
        write([credit], ".red")


@given(
    st.sampled_from(sorted(ENDINGS)),
    st.lists(st.tuples(st.integers(0, 10**7 - 1), st.integers(0, LARGEST), st.integers(0, LARGEST)), max_size=20),
)
def test_what_was_written_reads_the_same(ending: str, rows: list[tuple[int, int, int]]) -> None:
    given_credits = [CreditLine(number, dict(zip(ENDINGS[ending], amounts, strict=False))) for number, *amounts in rows]
    assert read(f"file{ending}", write(given_credits, ending)) == (given_credits, [])


@given(st.sampled_from(sorted(ENDINGS)), st.binary(max_size=200))
def test_no_bytes_at_all_make_it_crash(ending: str, content: bytes) -> None:
    result = read(f"file{ending}", content)
    assert all(problem.remedy for problem in result.problems)


# --- As a reading ------------------------------------------------------------------------------------------------


def test_a_credit_file_is_known_by_its_lines() -> None:
    assert recognise(b"0123456000042\r\n\r\n0123456000042\x1a")
    assert recognise(b"0123456000042000001\n" * 100)
    assert not recognise(b"")
    assert not recognise(b"1,2,3\n0123456000042\n")
    assert not recognise(b"012345600004\n")


def test_the_reading_has_claims_and_no_event() -> None:
    found = reading("may.rag", b"0300012000142000005\n0300020000071000000\n")
    assert found.event is None
    assert [(each.number, each.colour, each.units, each.line) for each in found.claims] == [
        ("300012", "red", 142, 1), ("300012", "green", 5, 1), ("300020", "red", 71, 2),
    ]  # fmt: skip
    assert [note.says for note in found.notes] == [
        "2 lines credit 2.13 red points in all.",
        "2 lines credit 0.05 green points in all.",
    ]


def test_a_colour_that_nothing_tells_is_asked_and_can_be_answered() -> None:
    (question,) = reading("may.txt", b"0300012000142\n").questions
    assert (question.word, question.choices) == ("colour", ("green", "red", "gold"))
    assert reading("may.txt", b"0300012000142\n", {"colour": "Gold"}).claims[0].colour == "gold"


def test_nineteen_digits_are_red_and_green_whatever_the_name() -> None:
    assert [each.colour for each in reading("may.txt", b"0300012000142000005\n").claims] == ["red", "green"]


def test_repeated_and_doubtful_numbers_are_told() -> None:
    found = reading("may.grn", b"0300012000001\n0300012000002\n0300013000003\n")
    assert [note.says for note in found.notes] == [
        "3 lines credit 0.06 green points in all.",
        "On more than one line, which the federation adds together: 300012.",
        "The last digit does not fit the others, so they may be mistyped: 300013.",
    ]


# 030001: 0×7 + 3×6 + 0 + 0 + 0 + 1×2 = 20, modulo 11 is 9, and 11 − 9 = 2
@pytest.mark.parametrize(
    ("number", "fits"), [(300012, True), (300013, False), (0, False), (123456, False), (300020, True)]
)
def test_the_last_digit_follows_from_the_others(number: int, fits: bool) -> None:
    assert federations.number_fits("abf", str(number)) is fits
    assert federations.number_fits("", str(number))


@given(
    st.sampled_from(sorted(ENDINGS)),
    st.lists(
        st.tuples(st.integers(0, 10**7 - 1), st.integers(1, LARGEST), st.integers(1, LARGEST)), min_size=1, max_size=9
    ),
)
def test_what_was_written_is_claimed(ending: str, rows: list[tuple[int, int, int]]) -> None:
    given_credits = [CreditLine(number, dict(zip(ENDINGS[ending], amounts, strict=False))) for number, *amounts in rows]
    content = write(given_credits, ending)
    assert recognise(content)
    found = reading(f"file{ending}", content)
    assert [(each.number, each.colour, each.units) for each in found.claims] == [
        (str(credit.number), colour, units) for credit in given_credits for colour, units in credit.units.items()
    ]
