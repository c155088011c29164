"""What `make mutants` changes: one place at a time, the same again by the same seed, and nothing that is set aside."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path
from typing import Any

import pytest

from tests.mutants.areas import AREAS, changes_of
from tests.mutants.changes import Change, Key
from tests.mutants.drawing import drawn
from tests.mutants.equivalent import equivalents
from tests.mutants.marking import called, marked
from tests.mutants.reached import Reach
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


def test_a_marked_module_does_the_same_and_tells_which_of_its_functions_were_called() -> None:
    text = (
        '"""Of a scale."""\nfrom __future__ import annotations\n\n\nclass Scale:\n    def award(self): "A place."\n\n'
        "    def paid(self):\n        def half(of):\n            return of // 2\n        return half(9)\n"
    )
    module: dict[str, Any] = {}
    exec(marked(text, "scale.py"), module)  # noqa: S102 - the text above
    before = set(called())
    assert (module["__doc__"], module["Scale"].award.__doc__) == ("Of a scale.", "A place.")
    assert module["Scale"]().paid() == 4
    assert called() - before == {"scale.py:Scale.paid", "scale.py:Scale.paid.<locals>.half"}


@pytest.mark.parametrize(
    ("function", "names"),
    [
        ("Scale.award", ["tests/test_scale.py::b", "tests/test_scale.py::a", "tests/test_other.py::c"]),
        ("", ["tests/test_scale.py::b", "tests/test_scale.py::a", "tests/test_other.py::c"]),
        ("Scale.note", ["tests/test_other.py::c", "tests/test_scale.py::b", "tests/test_scale.py::a"]),
    ],
)
def test_the_tests_that_call_a_function_come_first_then_those_of_its_file(function: str, names: list[str]) -> None:
    called = {"a": ["award"], "b": ["award"], "c": ["award", "note"]}
    seconds = {"a": 2.0, "b": 1.0, "c": 0.5}
    reach = Reach(
        {
            "test": f"tests/{'test_other' if name == 'c' else 'test_scale'}.py::{name}",
            "seconds": seconds[name],
            "prepared": [],
            "functions": [f"src/scale.py:Scale.{each}" for each in called[name]],
        }
        for name in called
    )
    change = Change("src/scale.py", 1, 0, 1, "figure", "2", function)
    assert [test.name for test in reach.tests(change)] == names


def test_a_test_that_calls_a_function_comes_before_those_it_prepares_something_for() -> None:
    made = ["src/scale.py:make"]
    reach = Reach(
        [
            {"test": "tests/test_scale.py::quick", "seconds": 0.1, "prepared": made, "functions": []},
            {"test": "tests/test_other.py::slow", "seconds": 9.0, "prepared": [], "functions": made},
        ]
    )
    change = Change("src/scale.py", 1, 0, 1, "figure", "2", "make")
    assert [test.name for test in reach.tests(change)] == ["tests/test_other.py::slow", "tests/test_scale.py::quick"]


def test_what_a_model_says_is_held_by_the_migrations_first() -> None:
    names = ["tests/register/test_migrations.py::one", "tests/register/people/test_names.py::two"]
    reach = Reach(
        {"test": name, "seconds": 1.0, "prepared": [], "functions": ["src/people/models.py:Player.name"]}
        for name in names[::-1]
    )
    change = Change("src/people/models.py", 1, 0, 1, "figure", "2", "")
    assert [test.name for test in reach.tests(change)] == names


def test_what_is_prepared_for_the_first_test_of_a_module_is_held_by_all_of_it() -> None:
    lines = [("one", ["src/scale.py:make"]), ("two", [])]
    reach = Reach(
        {"test": f"tests/test_scale.py::{name}", "seconds": 1.0, "prepared": made, "functions": []}
        for name, made in lines
    )
    change = Change("src/scale.py", 1, 0, 1, "figure", "2", "make")
    assert [test.name for test in reach.tests(change)] == ["tests/test_scale.py::one", "tests/test_scale.py::two"]
