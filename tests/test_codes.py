"""Every note, question, problem and refusal has a code, and every code is explained."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from overtrick.formats import recognise
from overtrick.formats.grades import FindingGrade, grade_of, grades
from overtrick.formats.outcome import work_out
from overtrick.handbooks import toml_files
from tests import code_calls

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.engine.assessment import Problem
    from overtrick.formats.reading import Note, Question, Reading

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "codes.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `([^`]+)` \| (.+) \| ([a-z ]+) \|$", PAGE, re.MULTILINE)
TABLE = {code: meaning for code, meaning, _grade in ROWS}
REFUSALS = dict(re.findall(r"^\| `([^`]+)` \| ([^|]+) \|$", PAGE.partition("## Refusals")[2], re.MULTILINE))
FILES = sorted(
    path
    for folder in ("samples", "docs/examples")
    for path in (ROOT / folder).rglob("*")
    if path.is_file() and not path.name.endswith((".xml.json", ".md"))
)


def told(reading: Reading) -> Iterator[Note | Question | Problem]:
    """Give everything that a file is told of, read and worked out by each handbook that it may mean."""
    for handbook in (reading.handbook, *(("ebu", "abf") if not reading.handbook else ())):
        outcome = work_out(reading._replace(handbook=handbook))
        yield from outcome.reading.notes
        yield from outcome.problems
        yield from outcome.questions


def damaged(content: bytes) -> Iterator[bytes]:
    """Spoil a file in a few ways that happen: cut short, a line lost, letters of another encoding."""
    yield content
    yield content[: len(content) // 2]
    yield content[len(content) // 3 :]
    yield content.replace(b"\n", b"\n\x01", 1)
    yield content.replace(b"e", b"\xe9", 3)
    yield content.replace(b"1", b"one").replace(b"2", b"")


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_whatever_a_reader_tells_has_a_code_that_is_explained(path: Path) -> None:
    for content in damaged(path.read_bytes()):
        for reading in recognise.read(path.name, content):
            for each in told(reading):
                assert each.code in TABLE, each


def test_the_table_explains_the_codes_of_the_program_and_no_others() -> None:
    assert sorted(TABLE) == sorted(code_calls.codes())


def test_each_code_has_one_grade_and_the_table_says_which() -> None:
    assert {code: grade for code, _meaning, grade in ROWS} == {code: str(grade) for code, grade in grades().items()}
    listed = toml_files.load(ROOT / "src" / "overtrick" / "handbooks" / "finding_grades.toml")
    assert sum(map(len, listed.values())) == len(grades())  # none stands under two grades


def test_what_stops_a_file_must_be_mended_and_what_is_asked_must_be_answered() -> None:
    assert [
        code for code in code_calls.codes_of(frozenset(("Question", "Asked"))) if grade_of(code) is FindingGrade.KNOW
    ] == []
    assert [
        code for code in code_calls.codes_of(frozenset(("Problem", "Unknown"))) if grade_of(code) is FindingGrade.KNOW
    ] == []


def test_the_table_is_in_order_and_every_code_has_a_sentence() -> None:
    assert all(first < second for first, second in pairwise(TABLE))
    assert [code for code, meaning in TABLE.items() if meaning[-1] not in ".?"] == []


def test_no_note_question_or_problem_is_made_without_a_code() -> None:
    assert code_calls.without_code() == []


def test_the_table_explains_the_codes_of_refusals_and_no_others() -> None:
    assert sorted(REFUSALS) == sorted(code_calls.codes_of_refusals())
    assert [code for code in REFUSALS if not re.fullmatch(r"[a-z]+(-[a-z0-9]+)*", code)] == []


def test_the_refusals_are_in_order_and_each_has_a_sentence() -> None:
    assert all(first < second for first, second in pairwise(REFUSALS))
    assert [code for code, meaning in REFUSALS.items() if not meaning.endswith(".")] == []


def test_a_code_means_one_thing_and_a_meaning_has_one_code() -> None:
    assert [code for code in REFUSALS.keys() & TABLE.keys() if REFUSALS[code] != TABLE[code]] == []
    assert len(set(REFUSALS.values())) == len(REFUSALS)


def test_the_code_of_a_refusal_is_written_where_it_is_made() -> None:
    assert code_calls.refusals_by_name() == []


def test_nothing_is_decided_by_what_a_sentence_says() -> None:
    assert code_calls.compared_sentences() == []
