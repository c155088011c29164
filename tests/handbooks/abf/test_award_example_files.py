"""Every example about awards is held by a test, and names only clauses that the handbook has."""

from __future__ import annotations

from pathlib import Path

from overtrick.handbooks.clauses import clauses
from overtrick.handbooks.examples import examples
from tests.handbooks.abf.award_support import EDITION

#: The kinds of example about awards, and the test module that plays them.
HELD_BY = {
    "session table": "test_award_tables",
    "outright table": "test_award_tables",
    "table multipliers": "test_award_tables",
    "grades": "test_award_examples",
    "paid places": "test_award_examples",
    "match awards": "test_award_examples",
    "consolations": "test_award_examples",
    "session counts": "test_award_examples",
    "rounding": "test_award_examples",
    "master factors": "test_award_examples",
    "award events": "test_award_examples",
    "worked teams": "test_award_worked",
    "worked swiss": "test_award_worked",
    "worked pairs": "test_award_worked",
}


def test_every_kind_of_example_is_held_by_a_test() -> None:
    tests = {file.name: file.read_text(encoding="utf-8") for file in Path(__file__).parent.glob("*.py")}
    for kind in {example.kind for example in examples(EDITION)}:
        assert any(f'"{kind}"' in text for name, text in tests.items() if name != Path(__file__).name), kind
    assert HELD_BY.keys() <= {example.kind for example in examples(EDITION)}


def test_examples_name_only_clauses_the_handbook_has() -> None:
    known = {each.clause for each in clauses(EDITION)}
    assert {clause for example in examples(EDITION) for clause in example.clauses} - known == set()


def test_a_misprint_is_a_figure_that_the_rule_does_not_give() -> None:
    """36 cells went up against the text of 4.4.2 and are paid as printed; one sign of a worked example is wrong."""
    misprints = [misprint for example in examples(EDITION) for misprint in example.misprints]
    assert sorted({misprint.errata for misprint in misprints}) == ["2.1", "2.2"]
    assert len(misprints) == 37
    for misprint in misprints:
        assert misprint.printed != misprint.rule
        assert (misprint.paid == "printed") == (misprint.setting == "rounding")
        assert not misprint.setting or misprint.setting in EDITION.settings
