"""Every change that can be made to a module: boundaries, figures, conditions, checks, statements, arguments."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from itertools import accumulate

from tests.mutants.changes import Change

_COMPARED: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.Is: "is not",
    ast.IsNot: "is",
    ast.In: "not in",
    ast.NotIn: "in",
}
_RECKONED: dict[type[ast.operator], str] = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "+",
    ast.FloorDiv: "*",
    ast.Mod: "//",
}
_OPPOSITES = {"any": "all", "all": "any", "min": "max", "max": "min"}


class Changes:
    """The changes of one module, found in its syntax tree."""

    def __init__(self, file: str, text: str) -> None:
        self._file = file
        self._text = text
        self._lines = text.splitlines(keepends=True)
        self._begins = [0, *accumulate(map(len, self._lines))]

    def all(self) -> list[Change]:
        """In the order of the file."""
        return sorted(set(self._walk(ast.parse(self._text), "", "")), key=lambda change: (change.start, change.new))

    def _walk(self, node: ast.AST, scope: str, function: str) -> Iterator[Change]:
        """The scope is where a name is defined, the function the one that runs; in a class body none does."""
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                function = scope + node.name
                scope = f"{function}.<locals>."
            case ast.ClassDef():
                scope = f"{scope}{node.name}."
        for kind, place, new in self._found(node):
            start, end = self._place(place)
            yield Change(self._file, place.lineno, start, end, kind, new, function)
        for child in _changeable(node):
            yield from self._walk(child, scope, function)

    def _found(self, node: ast.AST) -> Iterator[tuple[str, ast.expr | ast.stmt, str]]:
        match node:
            case ast.Compare(ops=[operator], comparators=[right]):
                new = _COMPARED[type(operator)]
                yield "comparison", node, f"{self._of_text(node.left)} {new} {self._of_text(right)}"
            case ast.BoolOp():
                word = " or " if isinstance(node.op, ast.And) else " and "
                yield "and/or", node, f"({word.join(f'({self._of_text(value)})' for value in node.values)})"
            case ast.UnaryOp(op=ast.Not()):
                yield "negated condition", node, f"bool({self._of_text(node.operand)})"
            case ast.BinOp() if type(node.op) in _RECKONED and not _words(node):
                new = _RECKONED[type(node.op)]
                yield "arithmetic", node, f"({self._of_text(node.left)}) {new} ({self._of_text(node.right)})"
            case ast.Constant():
                yield from (("figure", node, new) for new in _other_figures(node.value))
            case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) if not isinstance(test, ast.Compare):
                yield "negated condition", test, f"(not ({self._of_text(test)}))"
            case ast.Call():
                yield from self._of_call(node)
            case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
                yield "dropped return", value, "None"
        if isinstance(node, ast.stmt):
            yield from self._of_statement(node)

    def _of_call(self, node: ast.Call) -> Iterator[tuple[str, ast.expr, str]]:
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in _OPPOSITES:
                yield "opposite", node.func, _OPPOSITES[name]
        match node.args:
            case [first, second, *_] if _named(first) and _named(second) and ast.dump(first) != ast.dump(second):
                start, end = self._place(second)
                between = self._text[self._place(first)[1] : start]
                swapped = f"{self._of_text(second)}{between}{self._of_text(first)}"
                whole_start, whole_end = self._place(node)
                yield (
                    "swapped arguments",
                    node,
                    self._text[whole_start : self._place(first)[0]] + swapped + self._text[end:whole_end],
                )

    def _of_statement(self, node: ast.stmt) -> Iterator[tuple[str, ast.stmt, str]]:
        match node:
            case ast.If(orelse=[], body=[*_, ast.Raise() | ast.Return() | ast.Continue()]):
                yield "removed check", node, "pass"
            case ast.Raise():
                yield "removed refusal", node, "pass"
            case ast.Expr(value=ast.Call() | ast.YieldFrom() | ast.Yield()) | ast.AugAssign():
                yield "removed statement", node, "pass"

    def _place(self, node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return self._at(node.lineno, node.col_offset), self._at(node.end_lineno, node.end_col_offset)

    def _at(self, line: int, column: int) -> int:
        """Columns of the syntax tree count bytes."""
        text = self._lines[line - 1]
        before = column if text.isascii() else len(text.encode()[:column].decode())
        return self._begins[line - 1] + before

    def _of_text(self, node: ast.expr) -> str:
        start, end = self._place(node)
        return self._text[start:end]


def _changeable(node: ast.AST) -> Iterator[ast.AST]:
    """What may be changed below a node: no annotation, no decorator, no words of a sentence, nothing for types only."""
    if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
        return
    if isinstance(node, ast.JoinedStr | ast.Import | ast.ImportFrom):
        return
    for name, value in ast.iter_fields(node):
        if name in {"annotation", "returns", "decorator_list"}:
            continue
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, ast.AST):
                yield each


def _words(node: ast.BinOp) -> bool:
    """Does it join or fill in words? Taking words from one another fails at once and shows nothing."""
    return any(
        isinstance(side, ast.JoinedStr | ast.Tuple | ast.List)
        or (isinstance(side, ast.Constant) and isinstance(side.value, str))
        for side in (node.left, node.right)
    )


def _named(node: ast.expr) -> bool:
    return isinstance(node, ast.Name | ast.Attribute)


def _other_figures(value: object) -> list[str]:
    if isinstance(value, bool):
        return [str(not value)]
    if isinstance(value, int):
        return [str(value + 1), *([str(value - 1)] if value > 0 else [])]
    return []
