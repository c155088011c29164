"""The rules of the family and the handbooks that share them hold together."""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from inspect import signature
from pathlib import Path

import pytest

from overtrick import handbooks
from overtrick.handbooks import family
from overtrick.handbooks.clauses import clauses
from overtrick.handbooks.edition import Edition
from overtrick.handbooks.family.shared import RULE

EDITIONS = [edition for name in handbooks.names() for edition in handbooks.get(name).editions if edition.family.rules]


def rules() -> Iterator[tuple[str, object]]:
    """List every rule of the family with its name."""
    for file in sorted(Path(family.__file__).parent.glob("*.py")):
        module = import_module(f"{family.__name__}.{file.stem}") if file.stem != "__init__" else family
        for found in vars(module).values():
            if getattr(found, "__module__", "") == module.__name__ and hasattr(found, RULE):
                yield getattr(found, RULE), found


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda each: each.title)
def test_an_edition_names_only_rules_that_the_family_has(edition: Edition) -> None:
    assert set(edition.family.rules) - dict(rules()).keys() == set()


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda each: each.title)
def test_every_clause_it_names_begins_one_of_the_handbook(edition: Edition) -> None:
    known = [each.clause for each in clauses(edition)]
    named = {clause for listed in edition.family.clauses.values() for clause in listed}
    assert [clause for clause in named if not any(each.startswith(clause) for each in known)] == []


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda each: each.title)
def test_what_is_settled_in_an_edition_is_no_setting_of_it(edition: Edition) -> None:
    assert edition.family.readings.keys() & edition.settings.keys() == set()


@pytest.mark.parametrize(("name", "function"), list(rules()), ids=lambda it: it if isinstance(it, str) else "")
def test_a_rule_that_gives_a_step_takes_the_book_first(name: str, function: object) -> None:
    assert callable(function), name
    described = signature(function)
    if str(described.return_annotation).startswith("Step"):
        assert next(iter(described.parameters)).lstrip("_") == "book"


@pytest.mark.parametrize(
    ("name", "figures"),
    [
        ("ebu", {"local": (0, 0), "blue": (3, 50), "green": (1, 0), "online": (0, 0)}),
        ("wbu", {"local": (0, 0), "blue": (3, 50), "green": (1, 0)}),
        ("sbu", {"local": (0, 0), "national": (0, 0)}),
        ("scba", {"local": (0, 0), "non-local": (1, 0)}),
    ],
)
def test_so_many_points_stand_in_for_one_of_the_senior_colour(name: str, figures: dict[str, tuple[int, int]]) -> None:
    edition = handbooks.get(name).editions[-1]
    table = edition.book(edition.begins).table("colours")
    found = {row: (table.whole(row, "for one"), table.whole(row, "replaced at most")) for row in map(str, table.rows)}
    assert found == figures


def test_every_rule_of_the_family_is_in_some_handbook() -> None:
    used = {name for edition in EDITIONS for name in edition.family.rules}
    assert dict(rules()).keys() - used == set()
