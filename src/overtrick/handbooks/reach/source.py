"""What does the program consist of? Its own source, read with :mod:`ast`: modules, what they define, what they import.

A definition is named ``module:name``, a method ``module:Class.method``; ``module:`` alone is what a module does when it
is imported.
"""

from __future__ import annotations

import ast
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from overtrick.handbooks.reach.values import Values

Function = ast.FunctionDef | ast.AsyncFunctionDef
Definition = Function | ast.ClassDef | ast.Assign | ast.AnnAssign


class Import(NamedTuple):
    """A name that a module takes from elsewhere."""

    module: str
    name: str = ""  #: empty: the module itself


class Place(NamedTuple):
    """Where a name leads: to a definition of a module, or, without a name, to the module."""

    module: str
    name: str = ""

    @property
    def node(self) -> str:
        """Write it as definitions are named."""
        return f"{self.module}:{self.name}"


class Module:
    """One module of the program: a file, or several, of which the later are laid over the earlier."""

    def __init__(self, name: str, *files: Path) -> None:
        """Read it; a package may have no file."""
        self.name = name
        self.package = name if not files or files[-1].name == "__init__.py" else name.rpartition(".")[0]
        self.imports: dict[str, Import] = {}
        self.imported: set[str] = set()  #: modules that are loaded when this one is
        self.defines: dict[str, list[Definition]] = {}
        self.does: list[ast.stmt] = []  #: what is done when it is imported
        for file in files:
            before, self.defines = self.defines, {}
            self._take(ast.parse(file.read_bytes()).body, loaded=True)
            self.defines = before | self.defines

    def _take(self, body: list[ast.stmt], *, loaded: bool) -> None:
        for each in body:
            if isinstance(each, ast.Import | ast.ImportFrom):
                found = dict(imports(each, self.package))
                self.imports.update(found)
                if loaded:
                    self.imported.update(there.module for there in found.values())
                    self.imported.update(f"{there.module}.{there.name}" for there in found.values())
            elif isinstance(each, Function):
                self.defines.setdefault(each.name, []).append(each)
            elif isinstance(each, ast.ClassDef):
                self._take_class(each, each.name)
            elif isinstance(each, ast.Assign | ast.AnnAssign):
                for name in _assigned(each):
                    self.defines.setdefault(name, []).append(each)
            elif isinstance(each, ast.If | ast.Try):
                self._take_branches(each, loaded=loaded)
            else:
                self.does.append(each)

    def _take_branches(self, each: ast.If | ast.Try, *, loaded: bool) -> None:
        if isinstance(each, ast.If):
            self._take(each.body, loaded=loaded and ast.unparse(each.test) != "TYPE_CHECKING")
        else:
            for part in (each.body, each.finalbody, *(handler.body for handler in each.handlers)):
                self._take(part, loaded=loaded)
        self._take(each.orelse, loaded=loaded)

    def _take_class(self, found: ast.ClassDef, name: str) -> None:
        self.defines.setdefault(name, []).append(found)
        for each in found.body:
            if isinstance(each, Function):
                self.defines.setdefault(f"{name}.{each.name}", []).append(each)
            elif isinstance(each, ast.ClassDef):
                self._take_class(each, f"{name}.{each.name}")


def imports(statement: ast.Import | ast.ImportFrom, package: str) -> Iterator[tuple[str, Import]]:
    """Give the names that an import binds."""
    if isinstance(statement, ast.Import):
        for each in statement.names:
            yield (
                each.asname or each.name.partition(".")[0],
                Import(each.name if each.asname else each.name.partition(".")[0]),
            )
        return
    above = package.split(".")[: len(package.split(".")) - statement.level + 1] if statement.level else []
    origin = ".".join([*above, *([statement.module] if statement.module else [])])
    for each in statement.names:
        yield each.asname or each.name, Import(origin, each.name)


def _assigned(statement: ast.Assign | ast.AnnAssign) -> Iterator[str]:
    targets = statement.targets if isinstance(statement, ast.Assign) else [statement.target]
    for target in targets:
        yield from (each.id for each in ast.walk(target) if isinstance(each, ast.Name))


class Program:
    """All modules together, and the one edition whose rules are looked at."""

    def __init__(
        self, modules: dict[str, Module], edition: str, instead: Mapping[Place, Place] = MappingProxyType({})
    ) -> None:
        """Take the modules of the program and the package of the edition, which is among them."""
        self.modules = modules
        self.edition = edition
        self.instead = instead  #: what the edition does another way than the family
        self.lineages: dict[Place, list[Place]] = {}  #: of classes, found once
        self._kept: dict[object, Values] = {}

    def once(self, key: object, find: Callable[[], Values]) -> Values:
        """Find something out once; what rests on itself stays unknown."""
        if key not in self._kept:
            self._kept[key] = None
            self._kept[key] = find()
        return self._kept[key]

    def find(self, module: str, name: str, seen: frozenset[tuple[str, str]] = frozenset()) -> Place | None:
        """Follow a name of a module to where it is defined; None for what is not of the program."""
        here = self.modules.get(module)
        if here is None or (module, name) in seen:
            return None
        if name in here.defines:
            return Place(module, name)
        there = here.imports.get(name)
        if there is not None:
            return self.follow(there, seen | {(module, name)})
        return Place(f"{module}.{name}") if f"{module}.{name}" in self.modules else None

    def follow(self, there: Import, seen: frozenset[tuple[str, str]] = frozenset()) -> Place | None:
        """Follow an import."""
        if there.name:
            return self.find(there.module, there.name, seen)
        return Place(there.module) if there.module in self.modules else None

    def dotted(self, written: str) -> Place | None:
        """Follow a dotted name, as settings and address tables write it."""
        if written in self.modules:
            return Place(written)
        module, _dot, name = written.rpartition(".")
        return self.find(module, name) if module in self.modules else None

    def definitions(self, place: Place) -> list[Definition]:
        """Give what defines a name; one that is chosen by a condition has several."""
        return self.modules[place.module].defines.get(place.name, [])


def read(folder: Path, package: str) -> dict[str, Module]:
    """Read a package with everything below it; migrations are history, not what the program does."""
    found = {}
    for file in sorted(folder.rglob("*.py")):
        parts = file.relative_to(folder).with_suffix("").parts
        if "migrations" in parts:
            continue
        name = ".".join([package, *(parts[:-1] if parts[-1] == "__init__" else parts)])
        found[name] = Module(name, file)
    return found
