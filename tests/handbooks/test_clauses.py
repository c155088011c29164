"""Every clause is executed, or it is said why not."""

from __future__ import annotations

import re

import pytest

from overtrick import handbooks
from overtrick.handbooks.clauses import clauses, gathered, not_executed

EBU = handbooks.get("ebu").latest
LOCAL_POINTS = re.compile(r"(2\.9|2\.10|3\.|4\.|SCALE)")


def test_no_local_point_clause_is_missing() -> None:
    missing = [
        each.clause
        for each in clauses(EBU)
        if each.missing and each.kind in ("award", "eligibility") and LOCAL_POINTS.match(each.clause)
    ]
    assert missing == []


RECORDS = ("record", "entitlement", "money", "exchange")
CHAPTERS_1_AND_2 = re.compile(r"[12]\.")


def test_no_clause_about_records_entitlements_money_or_exchange_is_missing() -> None:
    assert [each.clause for each in clauses(EBU) if each.missing and each.kind in RECORDS] == []


def test_no_clause_of_the_first_two_chapters_is_missing() -> None:
    assert [each.clause for each in clauses(EBU) if each.missing and CHAPTERS_1_AND_2.match(each.clause)] == []


def test_rules_and_tables_name_only_clauses_the_handbook_has() -> None:
    known = {each.clause for each in clauses(EBU)}
    assert gathered(EBU).keys() - known == set()
    assert not_executed(EBU).keys() - known == set()


def test_no_clause_is_both_executed_and_excused() -> None:
    assert gathered(EBU).keys() & not_executed(EBU).keys() == set()


def test_the_clause_list_has_every_clause_once() -> None:
    listed = [each.clause for each in clauses(EBU)]
    assert len(listed) == len(set(listed)) == 460


@pytest.mark.parametrize("clause", ["4.1.2", "3.5", "4.7.7 (table)"])
def test_a_clause_knows_its_rule(clause: str) -> None:
    found = next(each for each in clauses(EBU) if each.clause == clause)
    assert found.executed_by
