"""What does a handbook print as an example? The worked examples and tables of an edition, read from its ``examples``.

An example says what was played and what it pays; a printed table is an example with rows. Where the print and the rule
disagree, the example holds both figures and says which is paid. The figures are never read by a rule: they hold it.
"""

from __future__ import annotations

import tomllib
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from overtrick.handbooks import inheritance

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from importlib.resources.abc import Traversable

    from overtrick.handbooks.edition import Edition

_FILE_KEYS = {"title", "kind", "example"}
_EXAMPLE_KEYS = {"name", "source", "clauses", "given", "stages", "expect", "columns", "rows", "misprints"}
_REQUIRED = {"name", "source", "clauses"}
_MISPRINT_KEYS = {"row", "column", "printed", "rule", "paid", "errata", "setting"}

_NOTHING: Mapping[str, Any] = MappingProxyType({})


class BadExample(ValueError):
    """An example of a handbook does not hold together."""

    def __init__(self, file: str, found: str) -> None:
        """Say which file and what is wrong with it."""
        super().__init__(f"{file}: {found}")


class Misprint(NamedTuple):
    """A printed figure that the rule does not give."""

    row: str
    column: str
    printed: int
    rule: int
    paid: str  #: which of the two: "printed" or "rule"
    errata: str  #: its number among the errata
    setting: str = ""  #: the setting that pays the other one; empty where it is not disputed

    @property
    def figure(self) -> int:
        """What is paid."""
        return self.printed if self.paid == "printed" else self.rule

    @property
    def other(self) -> int:
        """What is not paid."""
        return self.rule if self.paid == "printed" else self.printed


class Example(NamedTuple):
    """A worked example, or one printed table: what is given, what is expected, and the clauses it shows."""

    name: str  #: a sentence
    source: str
    clauses: tuple[str, ...]  #: as the clause list numbers them
    file: str
    kind: str  #: what the examples of the file are: "events", "basic scale" …
    given: Mapping[str, Any] = _NOTHING  #: what was played, in the words of the file
    stages: tuple[Mapping[str, Any], ...] = ()  #: the same stage by stage, each with what it expects
    expect: Mapping[str, Any] = _NOTHING
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[int | str, ...], ...] = ()
    misprints: tuple[Misprint, ...] = ()

    def __str__(self) -> str:
        """Write the example as a list of tests does."""
        return f"{self.clauses[0]} {self.name}"


@lru_cache
def examples(edition: Edition) -> tuple[Example, ...]:
    """Read every example of an edition, once; one that has none printed has no folder for them."""
    folder = edition.folder / "examples"
    files = sorted(folder.glob("*.toml"), key=lambda file: file.name)
    found = [example for file in files for example in load(file)]
    found += _inherited(edition, {file.name for file in files})
    names: set[str] = set()
    for example in found:
        if example.name in names:
            raise BadExample(example.file, f"there are two examples {example.name!r}; give each a different name")
        names.add(example.name)
    return tuple(found)


def _inherited(edition: Edition, own: set[str]) -> Iterator[Example]:
    """Take over the examples of the earlier edition, but for files that are printed again and what is removed."""
    if edition.base is None:
        return
    earlier = examples(edition.base)
    gone = inheritance.removed(edition, "examples", [name for each in earlier for name in (each.file, each.name)])
    for each in earlier:
        if each.file not in own and not {each.file, each.name} & gone:
            yield each._replace(clauses=tuple(edition.moved.get(clause, clause) for clause in each.clauses))


def load(file: Traversable) -> list[Example]:
    """Read one file of examples."""
    try:
        data = tomllib.loads(file.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadExample(file.name, f"is not TOML: {error}") from error
    _only_known(file.name, "the file", data, _FILE_KEYS, _FILE_KEYS)
    return [_example(file.name, data["kind"], written) for written in data["example"]]


def _example(file: str, kind: str, written: dict[str, Any]) -> Example:
    what = f"the example {written.get('name', '')!r}"
    _only_known(file, what, written, _EXAMPLE_KEYS, _REQUIRED)
    columns = tuple(written.get("columns", ()))
    rows = tuple(tuple(row) for row in written.get("rows", ()))
    for row in rows:
        if len(row) != len(columns):
            raise BadExample(file, f"{what}: the row {list(row)} has {len(row)} cells, the columns are {len(columns)}")
    return Example(
        written["name"],
        written["source"],
        tuple(written["clauses"]),
        file,
        kind,
        written.get("given", _NOTHING),
        tuple(written.get("stages", ())),
        written.get("expect", _NOTHING),
        columns,
        rows,
        tuple(_misprint(file, what, columns, each) for each in written.get("misprints", ())),
    )


def _misprint(file: str, what: str, columns: tuple[str, ...], written: dict[str, Any]) -> Misprint:
    _only_known(file, f"a misprint of {what}", written, _MISPRINT_KEYS, _MISPRINT_KEYS - {"setting"})
    misprint = Misprint(**written)
    if misprint.paid not in {"printed", "rule"}:
        raise BadExample(file, f"{what}: a misprint is paid as 'printed' or by 'rule', not {misprint.paid!r}")
    if misprint.column not in columns:
        raise BadExample(file, f"{what}: there is no column {misprint.column!r} to have a misprint")
    return misprint


def _only_known(file: str, what: str, data: dict[str, Any], known: set[str], required: set[str]) -> None:
    for key in sorted(data.keys() - known):
        raise BadExample(file, f"{what} has the unknown key {key!r}; known are {', '.join(sorted(known))}")
    for key in sorted(required - data.keys()):
        raise BadExample(file, f"{what} lacks the key {key!r}")
