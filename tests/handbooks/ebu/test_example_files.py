"""Every example of the edition is held by a test, and says only what the handbook has."""

from __future__ import annotations

import csv
import io
import itertools

from overtrick.handbooks.examples import examples
from tests.handbooks.ebu.support import EDITION
from tests.handbooks.printed import ends

#: The kinds of example file, and the test module that plays them.
HELD_BY = {
    "events": "test_event_examples",
    "basic scale": "test_scales",
    "quali-final scale": "test_scales",
    "stratified scale": "test_scales",
    "stratified least": "test_scales",
    "limits": "test_maxima",
    "spacing": "test_maxima",
    "status": "test_maxima",
    "match awards": "test_matches",
    "match factors": "test_matches",
    "knock-out awards": "test_knock_outs",
    "league awards": "test_divisions_and_ladders",
    "section status": "test_divisions_and_ladders",
    "ladder awards": "test_divisions_and_ladders",
    "green curve": "test_green_figures",
    "green places": "test_green_figures",
    "green tables": "test_green_figures",
    "rank minima": "test_ranks",
    "holdings": "test_ranks",
    "gold": "test_gold",
    "event status": "test_status_of_event",
    "charity sessions": "test_quotas",
    "blue quota": "test_quotas",
}


def test_every_kind_of_example_is_held_by_a_test() -> None:
    assert {example.kind for example in examples(EDITION)} == HELD_BY.keys()


def test_examples_name_only_clauses_the_handbook_has() -> None:
    listed = csv.DictReader(io.StringIO((EDITION.folder / "clauses.csv").read_text(encoding="utf-8")))
    known = {row["clause"] for row in listed}
    assert {clause for example in examples(EDITION) for clause in example.clauses} - known == set()


def test_a_misprint_is_a_figure_that_the_rule_does_not_give() -> None:
    """Only what is disputed is paid as printed, and then a setting pays the other figure."""
    misprints = [misprint for example in examples(EDITION) for misprint in example.misprints]
    assert len(misprints) == 57
    for misprint in misprints:
        assert misprint.printed != misprint.rule
        assert (misprint.paid == "printed") == (misprint.setting != "")
        assert not misprint.setting or misprint.setting in EDITION.settings


def test_no_size_has_two_rows_of_a_printed_table() -> None:
    for example in examples(EDITION):
        if example.columns[:1] in {("tables",), ("original tables",)}:
            bands = [ends(row[0]) for row in example.rows]
            assert all(lower[-1] < higher[0] for lower, higher in itertools.pairwise(bands)), example.name
