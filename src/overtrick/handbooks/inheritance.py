"""What does an edition take over from the one it is based on? Everything that its own folder does not change.

``edition.toml`` names the earlier edition (``based_on``) and what is no longer there (``[removed]``); ``moved.toml``
says which clauses have another number now. What is taken over cites the new numbers.

A module of rules is loaded again as a module of the later edition. Because rules import one another by their place
(``from .route import Route``), an inherited rule calls the changed one. A module of the same name in the later folder
is laid over the earlier one: what it defines replaces what stood there, and the rest stays.
"""

from __future__ import annotations

import os
import re
import sys
from importlib import import_module
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import SourceFileLoader
from importlib.util import spec_from_file_location
from types import CodeType
from typing import TYPE_CHECKING, Any

from overtrick.handbooks import tables

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from importlib.machinery import ModuleSpec
    from types import ModuleType

    from overtrick.handbooks.edition import Edition

#: What ``[removed]`` may name, with the list of a file that holds it; the others are no lists of entries.
REMOVABLE = {
    "settings": "setting",
    "errata": "erratum",
    "facts": "fact",
    "kinds": "kind",
    "forms": "form",
    "applications": "application",
    "rules": "",
    "tables": "",
    "clauses": "",
    "examples": "",
}
#: Lists whose entries are told apart by a name; an entry of the later edition replaces the earlier one.
_NAMED = {
    "setting": "name",
    "erratum": "id",
    "fact": "name",
    "head": "name",
    "kind": "name",
    "form": "name",
    "application": "name",
    "set": "name",
    "question": "name",
    "file": "name",
}
#: What stands under these keys names clauses.
_CITING = {"clause", "clauses", "rules", "cites"}
#: The tables of ``family.toml``.
_FAMILY = ("rules", "cites", "readings", "own")
_SEVERAL = re.compile(r"([,;]\s*)")


class BadBase(ValueError):
    """An edition and the one it is based on do not fit together."""

    def __init__(self, edition: Edition, found: str) -> None:
        """Say which edition and what is wrong with it."""
        super().__init__(f"{edition.title}: {found}")


def connect(editions: list[Edition]) -> None:
    """Give each edition the one it is based on; the list has the oldest first."""
    known = {each.key: each for each in editions}
    for each in editions:
        if not each.based_on:
            continue
        base = known.get(each.based_on)
        if base is None:
            raise BadBase(
                each,
                f"is based on {each.based_on!r}, which is not an edition here; the editions are {', '.join(known)}",
            )
        if base.begins >= each.begins:
            raise BadBase(each, f"is based on {base.title}, which does not begin before it; name an earlier edition")
        for key in sorted(each.removed.keys() - REMOVABLE.keys()):
            raise BadBase(each, f"[removed] has the unknown key {key!r}; known are {', '.join(sorted(REMOVABLE))}")
        each.take_over(base)
        _FINDER.editions[each.package] = each
    if _FINDER.editions and _FINDER not in sys.meta_path:
        sys.meta_path.insert(0, _FINDER)


def removed(edition: Edition, what: str, there: Iterable[str]) -> frozenset[str]:
    """Name what the edition no longer has of what the one before it has; a name that is not there is an error."""
    named = frozenset(edition.removed.get(what, ()))
    for name in sorted(named - set(there)):
        raise BadBase(edition, f"removes {name!r} from the {what}, but the edition before it has none by that name")
    return named


# --- data


def merged(edition: Edition, earlier: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """Lay the data of a file over that of the earlier edition: entry by entry where they have names."""
    found: dict[str, Any] = _renumbered(_without_removed(edition, earlier), edition.moved)
    for key, value in own.items():
        there = found.get(key)
        if key in _NAMED and there is not None:
            name = _NAMED[key]
            found[key] = list({each[name]: each for each in (*there, *value)}.values())
        elif isinstance(value, dict) and isinstance(there, dict):
            found[key] = {**there, **value}
        else:
            found[key] = value
    return found


def _without_removed(edition: Edition, earlier: dict[str, Any]) -> dict[str, Any]:
    left = dict(earlier)
    for what, key in REMOVABLE.items():
        if key in earlier:
            name = _NAMED[key]
            gone = removed(edition, what, (each[name] for each in earlier[key]))
            left[key] = [each for each in earlier[key] if each[name] not in gone]
    if "rules" in earlier:
        parts = [key for key in _FAMILY if key in earlier]
        gone = removed(edition, "rules", (name for key in parts for name in earlier[key]))
        left |= {key: {name: each for name, each in earlier[key].items() if name not in gone} for key in parts}
    return left


def _renumbered(data: Any, moved: Mapping[str, str], *, cites: bool = False) -> Any:  # noqa: ANN401 - as in the file
    if isinstance(data, dict):
        return {key: _renumbered(value, moved, cites=cites or key in _CITING) for key, value in data.items()}
    if isinstance(data, list):
        return [_renumbered(each, moved, cites=cites) for each in data]
    return _number(data, moved) if cites and isinstance(data, str) else data


def _number(written: str, moved: Mapping[str, str]) -> str:
    """Give the new number of a clause, or of each of several: 4.1; 4.2."""
    return moved.get(written) or "".join(moved.get(part, part) for part in _SEVERAL.split(written))


def table(written: dict[str, Any], moved: Mapping[str, str]) -> dict[str, Any]:
    """Let an inherited table name its clauses by their new numbers; a cell with a figure is none of them."""
    if not moved:
        return written
    versions = [
        {
            **version,
            "clauses": [moved.get(each, each) for each in version["clauses"]],
            "rows": [
                [moved.get(cell, cell) if at and tables.is_word(column, cell) else cell for at, (column, cell) in cells]
                for cells in (enumerate(zip(written["columns"], row, strict=False)) for row in version["rows"])
            ],
        }
        for version in written["version"]
    ]
    return {**written, "version": versions}


# --- rules


class _Finder(MetaPathFinder):
    """Finds the modules of an edition that is based on another."""

    def __init__(self) -> None:
        self.editions: dict[str, Edition] = {}  #: by package

    def find_spec(self, fullname: str, path: object = None, target: object = None) -> ModuleSpec | None:  # noqa: ARG002
        package, _dot, name = fullname.rpartition(".")
        edition = self.editions.get(package)
        files = edition.sources(name) if edition is not None else []
        if edition is None or not files:
            return None
        return spec_from_file_location(fullname, files[-1], loader=_Rules(edition, name))


_FINDER = _Finder()


class _Rules(Loader):
    """Runs a module of the earliest edition, and over it those of the later ones."""

    def __init__(self, edition: Edition, name: str) -> None:
        self._edition = edition
        self._name = name

    def exec_module(self, module: ModuleType) -> None:
        for code in _codes(self._edition, self._name):
            exec(code, vars(module))  # noqa: S102 - a module of a handbook, as any import runs it


def own_rules(edition: Edition) -> dict[str, Any]:
    """Find the functions that do a rule of the family another way, by the name of the rule."""
    found = {}
    for name, own in edition.family.own.items():
        rule = _function(import_module(f"{__package__}.family.{name.partition('.')[0]}"), name)
        if not hasattr(rule, "__wrapped__"):
            raise BadBase(
                edition, f"[own] in family.toml names {name!r}, which is not a rule of the family with a step"
            )
        found[name] = _function(edition.module(own.partition(".")[0]), own)
        if found[name] is None:
            raise BadBase(edition, f"[own] in family.toml names the function {own!r}, which its rules do not have")
    return found


def _function(module: ModuleType | None, name: str) -> Any:  # noqa: ANN401 - a rule
    return getattr(module, name.partition(".")[2], None)


def _codes(edition: Edition, name: str) -> Iterator[CodeType]:
    if edition.base is not None:
        for earlier in _codes(edition.base, name):
            yield _with_numbers(earlier, edition.moved)
    file = edition.own_file(f"{name}.py")
    code = SourceFileLoader(name, file).get_code(name) if os.path.isfile(file) else None
    if code is not None:
        yield code


def _with_numbers(code: CodeType, moved: Mapping[str, str]) -> CodeType:
    """Let inherited rules cite the new numbers: a text that is the number of a moved clause, and nothing else."""
    return code.replace(co_consts=tuple(_constant(each, moved) for each in code.co_consts)) if moved else code


def _constant(found: Any, moved: Mapping[str, str]) -> Any:  # noqa: ANN401 - whatever a program may write down
    if isinstance(found, str):
        return moved.get(found, found)
    if isinstance(found, CodeType):
        return _with_numbers(found, moved)
    if isinstance(found, tuple | frozenset):
        return type(found)(_constant(each, moved) for each in found)
    return found
