"""Every clause that is cited stands in the handbook's list, and is written as the handbook writes it."""

from __future__ import annotations

from pathlib import Path

import pytest

from overtrick import handbooks
from overtrick.engine.marks import clause_mark, clause_marks
from overtrick.engine.working import cited
from overtrick.formats import recognise
from overtrick.handbooks.clauses import names
from overtrick.handbooks.worth import Kind, kinds, worth
from tests.handbooks.citations import PRINTED, wrong

ROOT = Path(__file__).parents[2]
FILES = [file for folder in ("docs/examples", "samples") for file in (ROOT / folder).rglob("*") if file.is_file()]
EDITIONS = [edition for name in handbooks.names() for edition in handbooks.get(name).editions]
#: What a file may leave open.
ANSWERS = {"status": "club", "boards": "24", "date": "2025-03-04"}


@pytest.mark.parametrize("file", sorted(FILES), ids=lambda file: str(file.relative_to(ROOT)))
def test_every_example_and_sample_cites_clauses_of_the_book(file: Path) -> None:
    """Each is worked out by its own handbook and by every other: what a line cites must be there in any case."""
    for reading in recognise.read(file.name, file.read_bytes(), answers=ANSWERS):
        if reading.event is None:
            continue
        for edition in EDITIONS:
            settings = reading.settings if reading.handbook == edition.handbook.name else None
            assert wrong(edition.assess(reading.event, settings), edition) == []


def test_there_are_events_among_the_samples() -> None:
    read = [each for file in FILES for each in recognise.read(file.name, file.read_bytes(), answers=ANSWERS)]
    assert sum(each.event is not None for each in read) > 30


@pytest.mark.parametrize(
    ("handbook", "kind"),
    [(edition.handbook.name, kind) for edition in EDITIONS for kind in kinds(edition).values()],
    ids=lambda each: each.name if isinstance(each, Kind) else each,
)
def test_what_an_event_is_worth_cites_clauses_of_the_book(handbook: str, kind: Kind) -> None:
    edition = handbooks.get(handbook).latest
    usual = {"count": "12", "half tables": "12", "points": "4", "yes or no": "no"}
    answers = {
        each.name: each.choices[0] if each.choices else usual[each.takes]
        for each in kind.questions
        if each.default is None
    }
    found = worth(edition, kind.name, answers)
    workings = [place.working for place in found.places] + [win for _name, win in found.rounds]
    assert {clause for each in workings for clause in cited(each)} - names(edition) == set()


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.title)
def test_every_clause_has_a_mark_that_is_printed(edition: handbooks.Edition) -> None:
    assert [each for each in sorted(names(edition)) if not PRINTED.fullmatch(clause_mark(each))] == []


@pytest.mark.parametrize(
    ("clause", "mark"),
    [
        ("4.1.2", "§ 4.1.2"),
        ("4.3.1/2", "§ 4.3.1"),
        ("3.1.2/S=2", "§ 3.1.2"),
        ("4.6.7(a)", "§ 4.6.7(a)"),
        ("1.2.6(d) p2", "§ 1.2.6(d)"),
        ("1.3.1 (charity)(i)", "§ 1.3.1"),
        ("4.3.1 note 3", "§ 4.3.1 note 3"),
        ("4.1.1.1 18-35", "§ 4.1.1.1"),
        ("SCALE QA notes", "Scale QA"),
        ("Table 1A", "Table 1A"),
        ("table4", "Table 4"),
        ("ch2.minor", "Chapter 2"),
        ("App B.1.1/substitutes", "Appendix B.1.1"),
        ("App2 Scale C steps", "Appendix 2, Scale C"),
        ("QG3b/final", "Quick guide 3b"),
        ("", ""),
    ],
)
def test_a_mark_has_nothing_in_it_that_is_not_printed(clause: str, mark: str) -> None:
    assert clause_mark(clause) == mark


def test_two_parts_of_a_clause_are_one_mark() -> None:
    assert clause_marks(["4.3.1/1", "3.5", "4.3.1/2"]) == ["§ 4.3.1", "§ 3.5"]
