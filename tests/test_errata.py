"""The errata hold together: numbers, clauses and settings lead to each other."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from overtrick import handbooks
from overtrick.handbooks.edition import Erratum, Setting
from overtrick.handbooks.examples import examples

EBU = handbooks.get("ebu").latest
BY_NUMBER = {erratum.id: erratum for erratum in EBU.errata}
PAGE = Path(__file__).parents[1] / "docs" / "errata-ebu.md"


def test_no_number_is_used_twice() -> None:
    assert len(BY_NUMBER) == len(EBU.errata)


@pytest.mark.parametrize("erratum", EBU.errata, ids=lambda it: it.id)
def test_an_erratum_says_everything_about_a_clause_that_exists(erratum: Erratum) -> None:
    with (EBU.folder / "clauses.csv").open(encoding="utf-8", newline="") as file:
        known = [row["clause"] for row in csv.DictReader(file)]
    assert [clause for clause in known if clause.startswith(erratum.clause)]
    assert all((erratum.printed, erratum.reading, erratum.reason))
    assert not erratum.setting or erratum.setting in EBU.settings


@pytest.mark.parametrize("setting", EBU.settings.values(), ids=lambda it: it.name)
def test_a_setting_and_its_erratum_name_each_other(setting: Setting) -> None:
    assert BY_NUMBER[setting.errata].setting == setting.name


def test_every_misprint_of_an_example_is_among_the_errata() -> None:
    marked = {misprint.errata: misprint.setting for example in examples(EBU) for misprint in example.misprints}
    assert marked
    assert {number: setting for number, setting in marked.items() if BY_NUMBER[number].setting != setting} == {}


def test_every_erratum_is_on_the_page_about_them() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert [number for number in BY_NUMBER if f"| {number} |" not in page] == []
