"""What `make mutants` changes: one place at a time, the same again by the same seed, and nothing that is set aside."""

from __future__ import annotations

import ast
import tomllib
from itertools import islice
from pathlib import Path

import pytest

from tests.suite.mutants import changes, drawn, equivalents

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


def told(file: str, text: str) -> list[tuple[str, str, str]]:
    return [(each.function, each.kind, each.told(text.encode())[2]) for each in changes(file, text.encode())]


def test_every_kind_of_change_is_found_in_a_module() -> None:
    award = "Scale.award"
    assert sorted(told("scale.py", MODULE)) == sorted(
        [
            ("", "figure", "3 → 4"),
            ("", "figure", "3 → 2"),
            (award, "comparison", "place > tables → place >= tables"),
            (award, "and/or", "place > tables or not place → ((place > tables) and (not place))"),
            (award, "negated condition", "place > tables or not place → (not (place > tables or not place))"),
            (award, "negated condition", "not place → bool(place)"),
            (award, "removed check", 'if place > tables or not place: raise ValueError(f"place {place + 1}") → pass'),
            (award, "removed refusal", 'raise ValueError(f"place {place + 1}") → pass'),
            (award, "removed statement", "self.note(place, tables) → pass"),
            (award, "swapped arguments", "self.note(place, tables) → self.note(tables, place)"),
            (award, "dropped return", "max(tables - place, 0) → None"),
            (award, "opposite", "max → min"),
            (award, "arithmetic", "tables - place → (tables) + (place)"),
            (award, "figure", "0 → 1"),
        ]
    )


def test_in_a_table_the_figures_change_and_neither_words_nor_days() -> None:
    table = 'checked = 2026-11-16  # 3 tables\nrows = [["3 tables", 10, 0]]\n'
    assert [change for _function, _kind, change in told("t.toml", table)] == ["10 → 11", "10 → 9", "0 → 1"]


@pytest.mark.slow
def test_a_seed_draws_the_same_changes_and_each_of_them_can_be_read() -> None:
    first = list(drawn(7, 40))
    assert first == list(islice(drawn(7, 60), 40))
    for change in first:
        text = change.apply((ROOT / change.file).read_bytes())
        _ = tomllib.loads(text.decode()) if change.file.endswith(".toml") else ast.parse(text)


def test_what_is_set_aside_stands_in_the_source_and_has_a_reason() -> None:
    texts = {file: (ROOT / file).read_bytes() for file, _line, _change in equivalents()}
    assert set(equivalents()) <= {each.told(text) for file, text in texts.items() for each in changes(file, text)}
    assert all(reason.endswith(".") for reason in equivalents().values())
