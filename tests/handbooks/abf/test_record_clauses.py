"""Every clause about records, entitlements, money and exchange has a rule, a table or a reason."""

from __future__ import annotations

from overtrick.handbooks.clauses import clauses, excuses, gathered, names, not_executed
from tests.handbooks.abf.records import EDITION


def test_no_clause_outside_the_awards_is_missing() -> None:
    missing = [
        each.clause
        for each in clauses(EDITION)
        if each.missing
        and (
            each.kind in {"record", "entitlement", "money", "exchange"}
            or (each.kind == "eligibility" and not each.clause.startswith(("3.", "4.")))
        )
    ]
    assert missing == []


def test_what_is_not_executed_is_a_duty_of_the_centre_or_an_exchange() -> None:
    excused = not_executed(EDITION)
    assert not gathered(EDITION).keys() & excused.keys()
    kinds = {each.clause: each.kind for each in clauses(EDITION)}
    others = {clause for clause in excused if kinds[clause] in {"record", "entitlement", "money", "eligibility"}}
    # What the register does by itself names the piece that does it; one clause is about no award at all.
    assert {clause for clause in others if not excuses(EDITION)[clause].done_by} == {"4.3.1 note 3"}


def test_clauses_named_in_the_cells_of_a_table_are_among_the_handbooks() -> None:
    for name in EDITION.table_names:
        for _first, _last, table in EDITION.table_versions(name):
            for column in ("clause", "note"):
                if column in table.columns:
                    at = table.columns.index(column) - 1
                    cited = {str(cells[at]) for cells in table.rows.values()} - {"-"}
                    assert cited <= names(EDITION), name
