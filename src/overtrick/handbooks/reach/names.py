"""Which local names does a definition have, and what is each bound to?

Names of functions, comprehensions and lambdas inside a definition are taken together with its own.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import NamedTuple

from overtrick.handbooks.reach.source import Function, Import, imports


class Bound(NamedTuple):
    """One way in which a name comes to its value."""

    how: str  #: is, in, declared, result, own object, own class, import, unknown
    written: ast.expr | None = None  #: the value, what it is taken from, or the annotation
    there: Import | None = None
    items: tuple[int, ...] = ()  #: where it stands in what is unpacked, innermost first


_UNKNOWN = Bound("unknown")


class Names:
    """The names of a definition."""

    def __init__(self, parts: Iterable[ast.AST], package: str, *, method: bool) -> None:
        """Look through the parts of a definition that stands in a package."""
        self.bound: dict[str, list[Bound]] = {}
        self._package = package
        for part in parts:
            for each in ast.walk(part):
                if isinstance(each, Function | ast.Lambda):
                    self._function(each, first=each is part, method=method)
                elif isinstance(each, ast.stmt):
                    self._statement(each)
                else:
                    self._inside(each)

    def _statement(self, each: ast.stmt) -> None:
        if isinstance(each, ast.Assign):
            for target in each.targets:
                self._bind(target, Bound("is", each.value))
        elif isinstance(each, ast.AnnAssign):
            self._bind(each.target, Bound("declared", each.annotation))
        elif isinstance(each, ast.For):
            self._bind(each.target, Bound("in", each.iter))
        elif isinstance(each, ast.Import | ast.ImportFrom):
            for name, there in imports(each, self._package):
                self._add(name, Bound("import", there=there))

    def _inside(self, each: ast.AST) -> None:
        if isinstance(each, ast.NamedExpr):
            self._bind(each.target, Bound("is", each.value))
        elif isinstance(each, ast.comprehension):
            self._bind(each.target, Bound("in", each.iter))
        elif isinstance(each, ast.withitem) and each.optional_vars is not None:
            self._bind(each.optional_vars, _UNKNOWN)
        elif isinstance(each, ast.ExceptHandler) and each.name:
            self._add(each.name, _UNKNOWN if each.type is None else Bound("declared", each.type))

    def _function(self, function: Function | ast.Lambda, *, first: bool, method: bool) -> None:
        if isinstance(function, Function) and not first:
            self._add(function.name, Bound("result", function.returns))
        given = function.args
        for at, each in enumerate([*given.posonlyargs, *given.args, *given.kwonlyargs]):
            if at == 0 and first and method and each.annotation is None:
                self._add(each.arg, Bound("own class" if each.arg == "cls" else "own object"))
            else:
                self._add(each.arg, Bound("declared", each.annotation) if each.annotation else _UNKNOWN)
        for more in (given.vararg, given.kwarg):
            if more is not None:
                self._add(more.arg, _UNKNOWN)

    def _bind(self, target: ast.AST, bound: Bound) -> None:
        if isinstance(target, ast.Name):
            self._add(target.id, bound)
        elif isinstance(target, ast.Tuple | ast.List):
            for at, each in enumerate(target.elts):
                self._bind(each, bound._replace(items=(*bound.items, at)))
        elif isinstance(target, ast.Starred):
            self._bind(target.value, _UNKNOWN)

    def _add(self, name: str, bound: Bound) -> None:
        self.bound.setdefault(name, []).append(bound)
