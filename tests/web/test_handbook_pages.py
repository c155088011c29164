"""The handbook as pages: chapters, clauses with their examples, and a search."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.test import Client

from overtrick.handbooks import edition as editions
from overtrick.handbooks.chapters import chapters
from overtrick.handbooks.examples import examples
from overtrick.web.design.working import clause_link
from tests.handbooks.elsewhere import later

if TYPE_CHECKING:
    from tests.web.cast import Cast

pytestmark = pytest.mark.usefixtures("cast")


def _page(address: str) -> str:
    answer = Client().get(address)
    assert answer.status_code == 200, address
    return str(answer.content.decode())


@pytest.mark.parametrize("name", editions.names())
def test_every_chapter_of_every_handbook_opens_and_lists_its_clauses(name: str) -> None:
    edition = editions.get(name).latest
    contents = _page(f"/handbooks/{name}/")
    for chapter in chapters(edition):
        assert f"/handbooks/{name}/chapter/{chapter.number}/" in contents
        page = _page(f"/handbooks/{name}/chapter/{chapter.number}/")
        assert page.count("<dt>") == len(chapter.clauses)


@pytest.mark.parametrize("name", editions.names())
def test_the_clause_with_most_examples_shows_each_of_them(name: str) -> None:
    edition = editions.get(name).latest
    listed = examples(edition)
    clause = max(
        {each for example in listed for each in example.clauses}, key=lambda c: sum(c in e.clauses for e in listed)
    )
    page = _page(f"/handbooks/{name}/clause/{clause}/")
    assert page.count('class="fold example"') == sum(clause in each.clauses for each in listed)


def test_a_clause_says_what_carries_it_out_and_what_proves_it(cast: Cast) -> None:
    assert cast
    page = _page("/handbooks/ebu/clause/4.1.2/")
    assert "A Mitchell of 16 tables over 12 to 17 boards pays a quarter each way" in page
    assert "40, 30, 20, 10" in page
    assert "How Overtrick carries it out" in page
    assert "/handbooks/ebu/tables/share/" in page
    assert "/handbooks/ebu/clause/4.1.1/" in page


def test_a_search_finds_clauses_by_number_and_by_words() -> None:
    assert "/handbooks/ebu/clause/4.1.2/" in _page("/handbooks/ebu/?search=4.1.2")
    assert "No clause has these words" in _page("/handbooks/ebu/?search=zzz")
    assert _page("/handbooks/ebu/?search=tie").count("<dt>") >= 2


def test_a_clause_that_is_not_there_is_not_found() -> None:
    assert Client().get("/handbooks/ebu/clause/99.9/").status_code == 404


@pytest.mark.slow
def test_a_clause_is_shown_as_its_edition_has_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for ebu in later(monkeypatch):
        old, new = (_page(f"/handbooks/ebu/clause/4.1.2/?edition={each.name}") for each in ebu.editions)
        assert "12-17 boards award the top 1/4" in old
        assert "What the scales are called" in new
        assert "?edition=2024" in old
        moved = _page("/handbooks/ebu/clause/4.1.10/?edition=2026")
        assert "12-17 boards award the top 1/4" in moved
        assert "/handbooks/ebu/clause/4.1.9/?edition=2026" in moved
        assert Client().get("/handbooks/ebu/clause/4.1.10/?edition=2024").status_code == 404
        assert Client().get("/handbooks/ebu/clause/4.1.2/?edition=1066").status_code == 404
        assert '?edition=2024"' in clause_link("4.1.2", "ebu", "2024")


def test_a_link_to_a_clause_names_no_edition_where_there_is_one() -> None:
    assert "?" not in clause_link("4.1.2", "ebu", "2024")
