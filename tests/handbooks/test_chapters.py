"""The chapters of every handbook."""

from __future__ import annotations

import tomllib

import pytest

from overtrick.handbooks import edition as editions
from overtrick.handbooks.chapters import chapters
from overtrick.handbooks.clauses import clauses


@pytest.mark.parametrize("name", editions.names())
def test_every_clause_stands_in_one_chapter_in_the_order_of_the_book(name: str) -> None:
    edition = editions.get(name).latest
    listed = chapters(edition)
    assert [each for chapter in listed for each in chapter.clauses] == clauses(edition)
    assert [chapter.number for chapter in listed] == list(range(1, len(listed) + 1))
    assert len({chapter.title for chapter in listed}) == len(listed)


@pytest.mark.parametrize("name", editions.names())
def test_every_chapter_of_the_file_begins_with_a_clause_of_the_list(name: str) -> None:
    edition = editions.get(name).latest
    file = edition.folder / "chapters.toml"
    titles = tomllib.loads(file.read_text(encoding="utf-8"))
    assert list(titles.values()) == [chapter.title for chapter in chapters(edition)]
    assert set(titles) <= {each.clause for each in clauses(edition)}
