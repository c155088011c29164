"""Which codes do the notes, questions, problems and refusals of the program carry? Found in the source itself."""

from __future__ import annotations

import ast
import re
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SOURCE = Path(__file__).parents[1] / "src" / "overtrick"

#: The rooms whose notes, questions and problems are told with a code.
ROOMS = (
    "engine",
    "handbooks",
    "formats",
    "register/competitions",
    "register/book_check",
    "register/people/members_list",
    "register/organisations",
    "register/moving_in",
    "cli",
)

#: What is told, and the module where it is defined.
TOLD = {
    "Remark": "overtrick.engine.assessment",
    "Note": "overtrick.formats.reading",
    "Question": "overtrick.formats.reading",
    "Problem": "overtrick.engine.assessment",
}

_CODE = re.compile(r"[a-z]+(-[a-z0-9]+)*")
_NAMES = dict[str, list[ast.expr]]


@cache
def everything() -> dict[Path, ast.Module]:
    """Parse every module: any of them may refuse."""
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(SOURCE.rglob("*.py"))}


@cache
def trees() -> dict[Path, ast.Module]:
    """Give the modules of the rooms that tell something."""
    rooms = tuple(f"{SOURCE / room}/" for room in ROOMS)
    return {path: tree for path, tree in everything().items() if str(path).startswith(rooms)}


@cache
def _nodes(tree: ast.AST) -> list[ast.AST]:
    """Give what :func:`ast.walk` gives, in a third of its time: the whole program is walked through."""
    found = [tree]
    for node in found:
        for value in vars(node).values():
            if isinstance(value, ast.AST):
                found.append(value)
            elif isinstance(value, list):
                found += [each for each in value if isinstance(each, ast.AST)]
    return found


def codes() -> set[str]:
    """Give every code that is written anywhere in the rooms."""
    return codes_of(None)


def codes_of(made: frozenset[str] | None) -> set[str]:
    """Give the codes of what is made by calls of these names; None: by any."""
    return {code for called, code in _codes_by_call() if made is None or called in made}


@cache
def _codes_by_call() -> set[tuple[str, str]]:
    places = _places(trees().values())
    everywhere: _NAMES = {}
    for tree in trees().values():
        everywhere |= {name: values for name, values in _names(tree.body).items() if name.strip("_").isupper()}
    found: set[tuple[str, str]] = set()
    for tree in trees().values():
        names = everywhere | _names(_nodes(tree))
        refused = set(map(id, _refusals(tree)))
        for call in _calls(tree):
            if id(call) in refused:
                continue
            given = _given(call, places.get(_called(call), set()))
            found |= {(_called(call), code) for code in _written(given, names)} if given is not None else set()
    return {(called, code) for called, code in found if _CODE.fullmatch(code)}


def without_code() -> list[str]:
    """Name the places that make a note, a question or a problem and give it no code."""
    places = _places(trees()[SOURCE.parent / f"{module.replace('.', '/')}.py"] for module in set(TOLD.values()))
    found = []
    for path, tree in trees().items():
        told = _imported(tree)
        for call in _calls(tree) if told else ():
            if _called(call) in told and _given(call, places[_called(call)]) is None:
                found.append(f"{path.relative_to(SOURCE)}, line {call.lineno}")  # noqa: PERF401 - reads better
    return found


# --- Refusals ----------------------------------------------------------------------------------------------------


def codes_of_refusals() -> set[str]:
    """Give every code with which something is refused."""
    return {
        code
        for tree in everything().values()
        for call in _refusals(tree)
        if (given := _given(call, set())) is not None
        for code in _written(given, {})
    }


def refusals_by_name() -> list[str]:
    """Name the places where the code of a refusal is neither written there nor taken from another finding."""
    return [
        f"{path.relative_to(SOURCE)}, line {call.lineno}"
        for path, tree in everything().items()
        for call in _refusals(tree)
        if (given := _given(call, set())) is not None
        if not list(_written(given, {})) and not (isinstance(given, ast.Attribute) and given.attr == "code")
        if not (isinstance(given, ast.Name) and _called(call) == "__init__")
    ]


@cache
def _kinds_of_refusal() -> frozenset[str]:
    """Name the classes of refusals, in whatever module."""
    classes = [node for tree in everything().values() for node in tree.body if isinstance(node, ast.ClassDef)]
    found = {"Refused"}
    while more := {each.name for each in classes if found & set(map(_last_name, each.bases))} - found:
        found |= more
    return frozenset(found)


def _last_name(base: ast.expr) -> str:
    return base.id if isinstance(base, ast.Name) else base.attr if isinstance(base, ast.Attribute) else ""


@cache
def _refusals(tree: ast.Module) -> list[ast.Call]:
    """Give the calls that make a refusal, and those by which a class of refusals makes its own."""
    kinds = _kinds_of_refusal()
    own = {
        id(node) for each in tree.body if isinstance(each, ast.ClassDef) and each.name in kinds for node in _nodes(each)
    }
    return [
        call for call in _calls(tree) if _called(call) in kinds or (id(call) in own and _called(call) == "__init__")
    ]


# --- Calls -------------------------------------------------------------------------------------------------------


@cache
def _calls(tree: ast.Module) -> list[ast.Call]:
    return [node for node in _nodes(tree) if isinstance(node, ast.Call)]


def _called(call: ast.Call) -> str:
    function = call.func
    return (
        function.id if isinstance(function, ast.Name) else function.attr if isinstance(function, ast.Attribute) else ""
    )


def _imported(tree: ast.Module) -> set[str]:
    imports = [node for node in _nodes(tree) if isinstance(node, ast.ImportFrom)]
    return {name.name for node in imports for name in node.names if TOLD.get(name.name, "") == node.module}


def _places(modules: Iterable[ast.Module]) -> dict[str, set[int]]:
    """Say at which places functions and records take a code, by their names."""
    found: dict[str, set[int]] = {}
    for node in chain.from_iterable(map(_nodes, modules)):
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            taken = _taken(node)
            if "code" in taken:
                found.setdefault(node.name, set()).add(taken.index("code"))
    return found


def _taken(made: ast.FunctionDef | ast.ClassDef) -> list[str]:
    """Name what a function takes, or a class when something of it is made."""
    if isinstance(made, ast.FunctionDef):
        return [each.arg for each in made.args.args if each.arg != "self"]
    for each in made.body:
        if isinstance(each, ast.FunctionDef) and each.name == "__init__":
            return _taken(each)
    fields = [each.target for each in made.body if isinstance(each, ast.AnnAssign)]
    return [each.id for each in fields if isinstance(each, ast.Name)]


def _given(call: ast.Call, places: set[int]) -> ast.expr | None:
    """Give what a call hands over as the code; nothing where it hands over none."""
    for keyword in call.keywords:
        if keyword.arg == "code":
            return keyword.value
    return next((call.args[place] for place in sorted(places) if place < len(call.args)), None)


def _names(nodes: Iterable[ast.AST]) -> _NAMES:
    """Give the values that names are given, by assignments and by loops over rows."""
    found: _NAMES = {}
    for node in nodes:
        pairs: list[tuple[ast.expr, ast.expr]] = []
        if isinstance(node, ast.Assign):
            pairs = [(target, node.value) for target in node.targets]
        elif isinstance(node, ast.For) and isinstance(node.iter, ast.Tuple):
            pairs = [(node.target, row) for row in node.iter.elts]
        for target, value in pairs:
            several = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
            both = zip(target.elts, value.elts, strict=True) if several else [(target, value)]  # type: ignore[attr-defined]
            for name, each in both:
                if isinstance(name, ast.Name):
                    found.setdefault(name.id, []).append(each)
    return found


def _written(given: ast.expr, names: _NAMES, seen: tuple[str, ...] = ()) -> Iterator[str]:
    if isinstance(given, ast.Constant) and isinstance(given.value, str):
        yield given.value
    elif isinstance(given, ast.IfExp):
        yield from _written(given.body, names, seen)
        yield from _written(given.orelse, names, seen)
    elif isinstance(given, ast.Name) and given.id not in seen:
        for value in names.get(given.id, []):
            yield from _written(value, names, (*seen, given.id))


# --- Sentences ---------------------------------------------------------------------------------------------------

#: What a note, a question, a problem or a step says to people.
_SENTENCES = ("says", "found", "asks", "remedy", "sentence")
_SEARCHES = ("startswith", "endswith", "find", "index", "count", "partition", "split", "search", "match", "fullmatch")


def compared_sentences() -> list[str]:
    """Name the places anywhere in the program that decide by what a sentence says."""
    return [
        f"{path.relative_to(SOURCE)}, line {node.lineno}"
        for path, tree in everything().items()
        for node in _nodes(tree)
        if isinstance(node, ast.Compare | ast.Call)
        if any(isinstance(each, ast.Attribute) and each.attr in _SENTENCES for each in _asked(node))
    ]


def _asked(node: ast.Compare | ast.Call) -> list[ast.expr]:
    """Give what is compared or searched."""
    if isinstance(node, ast.Compare):
        return [] if isinstance(node.ops[0], ast.Is | ast.IsNot) else [node.left, *node.comparators]
    searched = isinstance(node.func, ast.Attribute) and node.func.attr in _SEARCHES
    return [node.func.value, *node.args] if searched and isinstance(node.func, ast.Attribute) else []
