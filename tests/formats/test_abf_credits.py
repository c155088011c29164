"""ABF credit files, by the printed lines of Appendix D."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.formats.abf_credits import ENDINGS, LARGEST, Credit, TooMuch, ending_for, read, write

PRINTED = [
    (".red", "0123456000042", Credit(123456, {"red": 42})),
    (".grn", "0002288000007", Credit(2288, {"green": 7})),
    (".grn", "0088249000145", Credit(88249, {"green": 145})),
    (".rag", "0100060000042000005", Credit(100060, {"red": 42, "green": 5})),
    (".rag", "0099993000007000000", Credit(99993, {"red": 7, "green": 0})),
    (".mp5", "0555667000000000145", Credit(555667, {"red": 0, "green": 145})),
]


@pytest.mark.clause("abf", "App D: 13-digit record", "App D: 19-digit record")
@pytest.mark.parametrize(("ending", "line", "credit"), PRINTED)
def test_a_printed_line_is_read_and_written_as_printed(ending: str, line: str, credit: Credit) -> None:
    result = read(f"club{ending}", f"{line}\r\n".encode("ascii"))
    assert result.credits == [credit]
    assert result.problems == []
    assert write([credit], ending) == f"{line}\r\n".encode("ascii")


@pytest.mark.clause("abf", "App D: 13-digit record")
def test_number_and_points_are_filled_with_zeros_in_front() -> None:
    # number 123 becomes 0000123, 0.53 points 000053
    assert write([Credit(123, {"green": 53})], ".grn") == b"0000123000053\r\n"


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
        write([Credit(1, {"gold": 5})], ".rag")


@pytest.mark.clause("abf", "App D: text")
def test_every_line_that_is_no_record_is_told_with_its_number() -> None:
    result = read("May.RED", b"0123456000042\r\n\r\n123456 0.42\r\n01234560000421\r\n0002288000007\x1a")
    assert [credit.number for credit in result.credits] == [123456, 2288]
    assert [problem.line for problem in result.problems] == [3, 4]
    assert result.problems[0].found == "'123456 0.42' is not 13 digits."


def test_a_file_whose_name_does_not_tell_the_colour_is_a_problem() -> None:
    assert read("credits.txt", b"0123456000042").problems[0].found == (
        "The name does not say which colour the points are of."
    )


@pytest.mark.parametrize("credit", [Credit(10**7, {"red": 1}), Credit(1, {"red": LARGEST + 1}), Credit(1, {"red": -1})])
def test_what_has_no_room_in_a_line_is_refused(credit: Credit) -> None:
    with pytest.raises(TooMuch, match="more digits than a line has room for, or a sign"):
        write([credit], ".red")


@given(
    st.sampled_from(sorted(ENDINGS)),
    st.lists(st.tuples(st.integers(0, 10**7 - 1), st.integers(0, LARGEST), st.integers(0, LARGEST)), max_size=20),
)
def test_what_was_written_reads_the_same(ending: str, rows: list[tuple[int, int, int]]) -> None:
    given_credits = [Credit(number, dict(zip(ENDINGS[ending], amounts, strict=False))) for number, *amounts in rows]
    assert read(f"file{ending}", write(given_credits, ending)) == (given_credits, [])


@given(st.sampled_from(sorted(ENDINGS)), st.binary(max_size=200))
def test_no_bytes_at_all_make_it_crash(ending: str, content: bytes) -> None:
    result = read(f"file{ending}", content)
    assert all(problem.remedy for problem in result.problems)
