"""The errata of every handbook hold together: numbers, clauses and settings lead to each other."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from overtrick import handbooks
from overtrick.handbooks.edition import Edition
from overtrick.handbooks.entries import Erratum, Setting
from overtrick.handbooks.examples import examples

DOCS = Path(__file__).parents[1] / "docs"
EDITIONS = [edition for name in handbooks.names() for edition in handbooks.get(name).editions]
ERRATA = [(edition, erratum) for edition in EDITIONS for erratum in edition.errata]
SETTINGS = [(edition, setting) for edition in EDITIONS for setting in edition.settings.values()]


def name_of(edition: Edition) -> str:
    return f"{edition.handbook.name} {edition.name}"


def by_number(edition: Edition) -> dict[str, Erratum]:
    return {erratum.id: erratum for erratum in edition.errata}


@pytest.mark.parametrize("edition", EDITIONS, ids=name_of)
def test_an_edition_has_errata_and_no_number_is_used_twice(edition: Edition) -> None:
    assert edition.errata
    assert len(by_number(edition)) == len(edition.errata)


@pytest.mark.parametrize(
    ("edition", "erratum"), ERRATA, ids=[f"{name_of(edition)} {erratum.id}" for edition, erratum in ERRATA]
)
def test_an_erratum_says_everything_about_a_clause_that_exists(edition: Edition, erratum: Erratum) -> None:
    with (edition.folder / "clauses.csv").open(encoding="utf-8", newline="") as file:
        known = [row["clause"] for row in csv.DictReader(file)]
    assert [clause for clause in known if clause.startswith(erratum.clause)]
    assert all((erratum.printed, erratum.reading, erratum.reason))
    assert not erratum.setting or erratum.setting in edition.settings


@pytest.mark.parametrize(
    ("edition", "setting"), SETTINGS, ids=[f"{name_of(edition)} {setting.name}" for edition, setting in SETTINGS]
)
def test_a_setting_and_its_erratum_name_each_other(edition: Edition, setting: Setting) -> None:
    assert by_number(edition)[setting.errata].setting == setting.name


@pytest.mark.parametrize("edition", EDITIONS, ids=name_of)
def test_every_misprint_of_an_example_is_among_the_errata(edition: Edition) -> None:
    marked = {misprint.errata: misprint.setting for example in examples(edition) for misprint in example.misprints}
    known = by_number(edition)
    assert marked
    assert {number: setting for number, setting in marked.items() if known[number].setting != setting} == {}


@pytest.mark.parametrize("edition", EDITIONS, ids=name_of)
def test_every_erratum_is_on_the_page_about_them(edition: Edition) -> None:
    page = (DOCS / f"errata-{edition.handbook.name}.md").read_text(encoding="utf-8")
    assert [number for number in by_number(edition) if f"| {number} |" not in page] == []
