"""Every example is held by a test, and names only clauses that the handbook has."""

from __future__ import annotations

from pathlib import Path

from overtrick.handbooks.clauses import clauses
from overtrick.handbooks.examples import examples
from tests.handbooks.abf.award_support import EDITION

HERE = Path(__file__)


def test_every_kind_of_example_is_held_by_a_test() -> None:
    """A kind is asked for by its name, in a test or in what the tests share."""
    tests = [file.read_text(encoding="utf-8") for file in HERE.parent.glob("*.py") if file != HERE]
    kinds = {example.kind for example in examples(EDITION)}
    assert {kind for kind in kinds if not any(f'"{kind}"' in text for text in tests)} == set()


def test_examples_name_only_clauses_the_handbook_has() -> None:
    known = {each.clause for each in clauses(EDITION)}
    assert {clause for example in examples(EDITION) for clause in example.clauses} - known == set()


def test_a_misprint_is_a_figure_that_the_rule_does_not_give() -> None:
    """36 cells went up against the text of 4.4.2 and are paid as printed; one sign of a worked example is wrong."""
    misprints = [misprint for example in examples(EDITION) for misprint in example.misprints]
    assert sorted({misprint.errata for misprint in misprints}) == ["2.1", "2.2"]
    assert len(misprints) == 37
    assert {misprint.errata for misprint in misprints} <= {erratum.id for erratum in EDITION.errata}
    for misprint in misprints:
        assert misprint.printed != misprint.rule
        assert (misprint.paid == "printed") == (misprint.setting == "rounding")
        assert not misprint.setting or misprint.setting in EDITION.settings
