"""Functions that write down their own name when they are called.

As a module of the project is imported, each of its functions gets one more statement. What is compiled so is kept
beside what Python keeps itself, and is loaded as quickly. To trace every call takes three times as long as the tests
themselves, since a tracer also sees all the libraries.
"""

from __future__ import annotations

import ast
import builtins
import os
import sys
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

_ROOT = Path(__file__).parents[2]
#: Where the names are written down, among the names that every module has.
_CALLED = "__called__"


#: Names the file where forks of another process hand over what they called.
_HANDED_OVER = "MARKED_CALLS"
_FORKS = _ROOT / ".cache" / "calls" / f"forks.{os.getpid()}"
#: What is opened below these is noted by its path, but for the program itself.
_DATA = tuple(f"{_ROOT}/{folder}/" for folder in ("docs", "samples", "src", "tests"))
#: Nor what Python keeps, nor templates, which are looked for in many folders: Django tells which it draws.
_NO_DATA = ("/__pycache__/", "/templates/")


def called() -> dict[str, None]:
    """Give the functions called so far, as "src/overtrick/engine/scales.py:Scale.award"; a set would take longer."""
    found: dict[str, None] = vars(builtins).setdefault(_CALLED, {})
    return found


def taken() -> set[str]:
    """Give the functions called since this was last asked, and the files opened."""
    found = set(called())
    called().clear()
    return found


def handed_over() -> set[str]:
    """Give what forks called since this was last asked."""
    try:
        found = set(_FORKS.read_text(encoding="utf-8").splitlines())
    except FileNotFoundError:
        return set()
    _FORKS.unlink()
    return found


def mark() -> None:
    """Mark what is imported from now on; forks of other processes are told where to hand over what they call."""
    _mark()
    _FORKS.parent.mkdir(parents=True, exist_ok=True)
    os.environ[_HANDED_OVER] = str(_FORKS)


def mark_forks() -> None:
    """Mark what a process has forks for, if the one that started it marks."""
    if _HANDED_OVER in os.environ:
        _mark()
        file = Path(os.environ[_HANDED_OVER])
        os.register_at_fork(after_in_child=lambda: _begin_fork(file))


def hand_over() -> None:
    """Tell at the end of a fork what it called."""
    for file in _handed_over:
        with file.open("a", encoding="utf-8") as opened:
            opened.writelines(f"{name}\n" for name in called())


_handed_over: list[Path] = []


def _begin_fork(file: Path) -> None:
    called().clear()
    _handed_over[:] = [file]


def _mark() -> None:
    called()
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        # Pytest's own finder stays before: it finds the tests.
        sys.meta_path.insert(sys.meta_path.index(PathFinder), _Finder())
        sys.addaudithook(_opened)


def _opened(event: str, arguments: tuple[object, ...]) -> None:
    if event != "open" or not isinstance(path := arguments[0], str) or not path.startswith(_DATA):
        return
    if not path.endswith(".py") and not any(each in path for each in _NO_DATA):
        called()[path[len(f"{_ROOT}/") :]] = None


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


def marked(source: bytes | str, name: str) -> ast.Module:
    """Give the same module, whose functions tell that they were called."""
    tree = ast.parse(source)
    for function, qualified in functions(tree):
        body = function.body
        at = 1 if ast.get_docstring(function, clean=False) is not None else 0
        place = body[0]
        statement = ast.parse(f"{_CALLED}[{f'{name}:{qualified}'!r}] = None").body[0]
        for node in ast.walk(statement):
            ast.copy_location(node, place)
        body.insert(at, statement)
    return tree


class _Finder(MetaPathFinder):
    """Finds what Python finds, and has our modules loaded with marks."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if not fullname.startswith(("overtrick.", "tests.")) or fullname.startswith("tests.suite."):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec and type(spec.loader) is SourceFileLoader and Path(spec.loader.path).is_relative_to(_ROOT):
            spec.loader = _Marking(spec.loader.name, spec.loader.path)
        return spec


class _Marking(SourceFileLoader):
    """Keeps what it compiled under another name than Python."""

    def source_to_code(self, data: Any, path: Any, **_kind: int) -> CodeType:  # type: ignore[override]  # noqa: ANN401
        name = Path(path).relative_to(_ROOT).as_posix()
        return compile(marked(data, name), path, "exec", dont_inherit=True)

    def get_data(self, path: str) -> bytes:
        return super().get_data(_kept(path))

    def set_data(self, path: str, data: bytes, **mode: int) -> None:  # type: ignore[override]
        super().set_data(_kept(path), data, **mode)


def _kept(path: str) -> str:
    return f"{path.removesuffix('.pyc')}.marked.pyc" if path.endswith(".pyc") else path
