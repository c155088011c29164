"""Functions that write down their own name when they are called.

To trace every call takes three times as long as the tests themselves: a tracer also sees all the libraries.
"""

from __future__ import annotations

import ast
import builtins
from pathlib import Path

#: Where the names are written down: one set for the whole process, which every module finds.
_CALLED = "__called_functions__"
_FOUND = f"{_CALLED} = __import__('builtins').__dict__.setdefault('{_CALLED}', set())"


def called() -> set[str]:
    """The functions called so far, as "src/overtrick/engine/scales.py:Scale.award"."""
    found: set[str] = vars(builtins).setdefault(_CALLED, set())
    return found


def mark(root: Path) -> None:
    """Mark every function below a folder's src; the folder is a copy that nothing else is done with."""
    for file in (root / "src").rglob("*.py"):
        file.write_text(marked(file.read_text(encoding="utf-8"), file.relative_to(root).as_posix()), encoding="utf-8")


def marked(text: str, name: str) -> str:
    """The same module, whose functions tell that they were called."""
    tree = ast.parse(text)
    for function, qualified in functions(tree):
        marking = ast.parse(f"{_CALLED}.add({f'{name}:{qualified}'!r})").body
        at = _after_docstring(function.body)
        function.body[at:at] = marking
    at = _after_docstring(tree.body)
    while at < len(tree.body) and isinstance(each := tree.body[at], ast.ImportFrom) and each.module == "__future__":
        at += 1
    tree.body[at:at] = ast.parse(_FOUND).body
    return ast.unparse(tree)


def functions(tree: ast.AST, scope: str = "") -> list[tuple[ast.FunctionDef | ast.AsyncFunctionDef, str]]:
    """Every function of a module with its name, as Python itself writes it."""
    found: list[tuple[ast.FunctionDef | ast.AsyncFunctionDef, str]] = []
    for child in ast.iter_child_nodes(tree):
        match child:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                found += [(child, f"{scope}{child.name}"), *functions(child, f"{scope}{child.name}.<locals>.")]
            case ast.ClassDef():
                found += functions(child, f"{scope}{child.name}.")
            case _:
                found += functions(child, scope)
    return found


def _after_docstring(body: list[ast.stmt]) -> int:
    match body:
        case [ast.Expr(value=ast.Constant(value=str())), *_]:
            return 1
    return 0
