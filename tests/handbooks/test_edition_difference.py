"""What a later edition changes is told: clauses, figures, settings and readings, with the numbers that moved."""

from __future__ import annotations

import pytest

from overtrick.handbooks.edition_difference import Change, difference
from tests.handbooks.elsewhere import later


def test_a_later_edition_is_compared_clause_by_clause_and_figure_by_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    for ebu in later(monkeypatch):
        found = difference(*ebu.editions)
        clauses = {each.name: each for each in found.clauses}
        assert {name: each.change for name, each in clauses.items()} == {
            "4.1.2": Change.ADDED,
            "4.1.10": Change.MOVED,
            "4.12.5": Change.CHANGED,
        }
        assert clauses["4.1.10"].was == "4.1.2"
        assert "highest award" in clauses["4.12.5"].before
        (table,) = found.tables
        assert (table.name, table.change) == ("points_a_place", Change.CHANGED)
        assert [(row.name, row.before, row.after) for row in table.rows] == [("basic", "10, 6, 3", "12, 7, 3")]
        assert found.settings == found.readings == ()
        assert difference(ebu.editions[0], ebu.editions[0]).is_empty
