"""The page of a clause: its figures, the rules that carry it out, its examples; for every handbook."""

from __future__ import annotations

import pytest
from django.test import Client

from overtrick.handbooks import clauses as clause_lists
from overtrick.handbooks import edition as editions
from overtrick.web.public import clause_code, examples
from tests.web.pages import as_read

EVERY = editions.names()


@pytest.mark.django_db
def test_a_clause_shows_rules_examples_and_its_neighbours() -> None:
    page = Client().get("/handbooks/ebu/clause/3.5/").content.decode()
    assert "family.scales.share_the_tie" in page
    assert "def share_the_tie" in page
    assert "Two pairs tie for the last award and are raised to the minimum" in page
    assert "Four tables pay 18 12 and 6 to both who tie for third" in page
    assert 'rel="prev"' in page
    assert 'rel="next"' in page


@pytest.mark.django_db
def test_a_clause_says_what_becomes_of_it() -> None:
    assert "In awards" in Client().get("/handbooks/ebu/clause/3.5/").content.decode()
    idle = Client().get("/handbooks/abf/clause/7.5.8/1/").content.decode()
    assert "Library only: not used yet" in idle
    assert "<h1>§ 7.5.8</h1>" in idle
    done = Client().get("/handbooks/wbu/clause/2.8.2 p4/").content.decode()
    assert "Done in the office</strong>: page /record/convert/" in done


@pytest.mark.django_db
@pytest.mark.parametrize("handbook", EVERY)
def test_a_handbook_counts_what_becomes_of_its_clauses(handbook: str) -> None:
    listed = clause_lists.counts(editions.get(handbook).latest)
    page = as_read(Client().get(f"/handbooks/{handbook}/").content.decode())
    assert f"<dt>In awards</dt><dd>{listed[clause_lists.ClauseState.AWARDS]}</dd>" in page
    assert f"{sum(listed.values())} clauses in our own words" in as_read(Client().get("/handbooks/").content.decode())


@pytest.mark.django_db
@pytest.mark.parametrize("handbook", EVERY)
def test_every_rule_of_a_handbook_is_found_and_says_what_it_does(handbook: str) -> None:
    edition = editions.get(handbook).latest
    names = {name for names in clause_lists.gathered(edition).values() for name in names if "tables/" not in name}
    told = [clause_code.rule(edition, name) for name in names]
    assert [each.name for each in told if not each.source and not each.says] == []


@pytest.mark.django_db
@pytest.mark.parametrize("handbook", EVERY)
def test_the_page_of_a_clause_with_a_table_and_with_examples_opens(handbook: str) -> None:
    edition = editions.get(handbook).latest
    listed = clause_lists.clauses(edition)
    with_table = next(each for each in listed if any("tables/" in name for name in each.executed_by))
    with_example = next(each for each in listed if examples.of_clause(edition, each.clause))
    for each in (with_table, with_example, listed[0], listed[-1]):
        assert Client().get(f"/handbooks/{handbook}/clause/{each.clause}/").status_code == 200
