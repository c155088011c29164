"""Steps, their sentences and their renderings."""

from __future__ import annotations

from fractions import Fraction

import pytest

from overtrick.engine.assessment import Refused
from overtrick.engine.marks import clause_mark
from overtrick.engine.numbers import show
from overtrick.engine.working import FACTOR, NOTHING, Step, as_data, as_text, cited, rule, step


@rule("9.1", "9.2")
def doubled(value: int) -> Step:
    return step("Twice {value}", value * 2, value=value)


@rule("9.3")
def exempt(value: int) -> Step:
    return step("Exempt", value, clause="9.3(b)")


def test_a_sentence_is_put_together_from_its_figures() -> None:
    each = step("{part} of {whole}", 0, part=Fraction(1, 2), whole=9)
    assert each.says == "0.5 of 9"


def test_the_clauses_of_a_working_are_named_once_in_reading_order() -> None:
    working = step("a", because=(step("b", clause="3.2"), step("c", clause="3.5")), clause="3.5")
    assert cited(working) == ["3.5", "3.2"]


def test_text_shows_what_a_step_rests_on_only_once() -> None:
    tables = step("{tables} full tables", 15, "tables", clause="4.1.3", tables=15)
    first = step("Place 4", 20, because=(tables,), clause="4.1.5")
    second = step("Place 5", 10, because=(tables,), clause="4.1.5")
    text = as_text(step("Two share", 15, because=(first, second), clause="3.5"), show, width=60)
    assert text.splitlines() == [
        "Two share                                 15  § 3.5",
        "  Place 4                                 20  § 4.1.5",
        "    15 full tables                 15 tables  § 4.1.3",
        "  Place 5                                 10  § 4.1.5",
    ]


def test_data_keeps_the_whole_tree() -> None:
    reason = step("Club status", 1, FACTOR, clause="3.2")
    data = as_data(step("Sixty", 60, because=(reason,), clause="4.1.5"), show)
    assert data == {
        "says": "Sixty",
        "clause": "4.1.5",
        "mark": "§ 4.1.5",
        "value": "60",
        "unit": "points",
        "because": [{"says": "Club status", "clause": "3.2", "mark": "§ 3.2", "value": "1", "unit": "times"}],
    }


def test_a_step_without_a_figure_shows_none() -> None:
    assert as_text(step("Refused", 0, NOTHING, clause="3.12.1"), show, width=30) == "Refused         § 3.12.1"
    assert "value" not in as_data(step("Refused", 0, NOTHING), show)


def test_a_rule_stamps_its_first_clause_unless_the_step_names_one() -> None:
    assert doubled(4).clause == "9.1"
    assert exempt(4).clause == "9.3(b)"


def test_clauses_are_cited_as_people_write_them() -> None:
    assert [clause_mark(each) for each in ("4.1.2", "SCALE QA", "")] == ["§ 4.1.2", "Scale QA", ""]


def test_a_refusal_is_worth_nothing() -> None:
    assert Refused(step("Too few tables")).working.value == 0
    with pytest.raises(ValueError, match="worth nothing: 6 points"):
        Refused(step("6 points", 6))
