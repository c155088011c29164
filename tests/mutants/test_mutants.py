"""What `make mutants` changes: one place at a time, the same again by the same seed, and nothing that is set aside."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

from tests.mutants.areas import AREAS, changes_of
from tests.mutants.changes import Change, Key
from tests.mutants.drawing import drawn
from tests.mutants.equivalent import equivalents
from tests.mutants.source_changes import Changes
from tests.mutants.table_changes import table_changes

ROOT = Path(__file__).parents[2]
MODULE = '''\
"""Words are left alone, 1 and all."""
LEAST: int = 3


class Scale:
    def award(self, place: int, tables: int) -> int:
        if place > tables or not place:
            raise ValueError(f"place {place + 1}")
        self.note(place, tables)
        return max(tables - place, 0)
'''


def told(changes: list[Change], text: str) -> set[tuple[str, str]]:
    return {(change.kind, change.key(text).change) for change in changes}


def test_every_kind_of_change_is_found_in_a_module() -> None:
    assert told(Changes("scale.py", MODULE).all(), MODULE) == {
        ("figure", "3 → 4"),
        ("figure", "3 → 2"),
        ("comparison", "place > tables → place >= tables"),
        ("and/or", "place > tables or not place → ((place > tables) and (not place))"),
        ("negated condition", "place > tables or not place → (not (place > tables or not place))"),
        ("negated condition", "not place → bool(place)"),
        ("removed check", 'if place > tables or not place: raise ValueError(f"place {place + 1}") → pass'),
        ("removed refusal", 'raise ValueError(f"place {place + 1}") → pass'),
        ("removed statement", "self.note(place, tables) → pass"),
        ("swapped arguments", "self.note(place, tables) → self.note(tables, place)"),
        ("dropped return", "max(tables - place, 0) → None"),
        ("opposite", "max → min"),
        ("arithmetic", "tables - place → (tables) + (place)"),
        ("figure", "0 → 1"),
    }


def test_a_change_is_made_where_it_stands_and_known_by_the_function_it_stands_in() -> None:
    by_change = {change.key(MODULE).change: change for change in Changes("scale.py", MODULE).all()}
    assert by_change["max → min"].apply(MODULE) == MODULE.replace("max(", "min(")
    assert by_change["max → min"].function == "Scale.award"
    assert by_change["3 → 4"].function == ""


def test_in_a_table_the_figures_change_and_neither_words_nor_days() -> None:
    table = 'checked = 2026-11-16  # 3 tables\nrows = [["3 tables", 10, 2.05, 0]]\n'
    assert [change.key(table).change for change in table_changes("t.toml", table)] == [
        "10 → 11", "10 → 9", "2.05 → 2.06", "2.05 → 2.04", "0 → 1, number 3",
    ]  # fmt: skip


def test_a_line_that_holds_the_same_twice_says_which_is_meant() -> None:
    text = "rows = [7, 7]\n"
    assert [change.key(text) for change in table_changes("t.toml", text)][::2] == [
        Key("t.toml", "rows = [7, 7]", "7 → 8, number 1"),
        Key("t.toml", "rows = [7, 7]", "7 → 8, number 2"),
    ]


@pytest.mark.slow
def test_a_seed_draws_the_same_changes_in_every_area_and_each_of_them_can_be_read() -> None:
    first = drawn(ROOT, 7, 60)
    assert first == drawn(ROOT, 7, 60)
    assert first != drawn(ROOT, 8, 60)
    assert {area.name for area, _ in first} == {area.name for area in AREAS}
    for _, change in first:
        text = change.apply((ROOT / change.file).read_text(encoding="utf-8"))
        _ = tomllib.loads(text) if change.file.endswith(".toml") else ast.parse(text)


def test_what_is_set_aside_stands_in_the_source_and_has_a_reason() -> None:
    texts = {entry.file: (ROOT / entry.file).read_text(encoding="utf-8") for entry in equivalents()}
    possible = {
        change.key(texts[change.file]) for area in AREAS for change in changes_of(area, ROOT) if change.file in texts
    }
    assert sorted(set(equivalents()) - possible) == []
    assert all(reason.endswith(".") for reason in equivalents().values())
