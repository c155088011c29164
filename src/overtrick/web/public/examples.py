"""Worked examples of a handbook: what was played, what it pays, and printed tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from overtrick.handbooks import examples as example_files
from overtrick.handbooks.edition import Edition
from overtrick.handbooks.examples import Example, Misprint

#: What an example says for the tests alone.
_FOR_TESTS = {"cites", "expect"}


class ExampleRow(NamedTuple):
    """An example as a page shows it."""

    name: str
    source: str
    given: list[tuple[str, str]]
    expected: list[tuple[str, str]]
    columns: tuple[str, ...]
    rows: list[tuple[str, ...]]
    misprints: tuple[Misprint, ...]


def of_clause(edition: Edition, clause: str) -> list[ExampleRow]:
    """Give the examples that show a clause, in the order of the print."""
    return [_example_row(each) for each in example_files.examples(edition) if clause in each.clauses]


def _example_row(example: Example) -> ExampleRow:
    given, expected = list(_fact_rows(example.given)), list(_fact_rows(example.expect))
    several = len(example.stages) > 1
    for number, stage in enumerate(example.stages, 1):
        before = f"stage {number}: " if several else ""
        given += [(before + word, text) for word, text in _fact_rows(stage)]
        expected += [(before + word, text) for word, text in _fact_rows(stage.get("expect", {}))]
    rows = [tuple(_text(cell) for cell in row) for row in example.rows]
    return ExampleRow(example.name, example.source, given, expected, example.columns, rows, example.misprints)


def _fact_rows(said: Mapping[str, object]) -> list[tuple[str, str]]:
    return [(word.replace("_", " "), _text(value)) for word, value in said.items() if word not in _FOR_TESTS]


def _text(value: object) -> str:
    """Write a value of an example as one reads it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        return "; ".join(f"{str(word).replace('_', ' ')} {_text(each)}" for word, each in value.items())
    if isinstance(value, list):
        nested = any(isinstance(each, (dict, list)) for each in value)
        return ("; " if nested else ", ").join(_text(each) for each in value)
    return str(value)
