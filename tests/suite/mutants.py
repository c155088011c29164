"""Change the program in one place at a time and see whether a test notices: ``make mutants SEED=1 COUNT=100``.

The checkout stays as it is; the changes are made in a copy. Which tests may notice a change was noted when all tests
were last run. What no test noticed is printed: it wants a test, or it is a line that nobody needs, or it alters nothing
and belongs in ``equivalent.toml``.
"""

from __future__ import annotations

import argparse
import ast
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.suite import chosen
from tests.suite.call_map import load_all
from tests.suite.marking import functions
from tests.suite.reach import Reach, TimedTest

_ROOT = Path(__file__).parents[2]
#: The pages beside those of the log-in that decide who sees and does what.
_WHO_MAY = (
    "club/{approvals,base,licences,members,register_member,submission}",
    "office/{confirm_form,decorators,menu,officers}",
    "player/{own_record,privacy,why}",
)
#: So many of a hundred changes in each part of src/overtrick.
AREAS: dict[str, tuple[int, tuple[str, ...]]] = {
    "engine": (10, ("engine/**/*.py",)),
    "handbooks": (25, ("handbooks/*.py", "handbooks/family/*.py", "handbooks/*/e*/*.py")),
    "tables": (15, ("handbooks/*/e*/tables/*.toml",)),
    "formats": (20, ("formats/**/*.py",)),
    "register": (20, ("register/*.py", "register/*/*.py", "register/people/members_list/*.py")),
    "web access": (10, ("web/*.py", "web/accounts/*.py")),
}
#: Changed by nobody who works: invented data, and settings of Django that only a served office reads.
_LEFT_OUT = re.compile(r"/register/demo/|/register/settings\.py|/web/wsgi\.py|/migrations/")
#: In pages, only what decides who sees what is changed, not what a page looks like.
_DECIDES = {"comparison", "and/or", "negated condition", "removed check", "removed refusal"}
#: The tests of one change may take so many seconds, by what they took before, and so many more until they do not end.
_SECONDS, _PATIENCE = 15.0, 90

_COMPARED: dict[type[ast.cmpop], str] = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.Is: "is not", ast.IsNot: "is", ast.In: "not in", ast.NotIn: "in",
}  # fmt: skip
_RECKONED: dict[type[ast.operator], str] = {
    ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*", ast.Mod: "//",
}  # fmt: skip
_OPPOSITES = {"any": "all", "all": "any", "min": "max", "max": "min"}
#: A string, a comment, a day, or a figure: only the last is changed.
_TOKEN = re.compile(
    rb'"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"|\'[^\'\n]*\'|#[^\n]*|\d{4}-\d\d-\d\d|(?P<figure>(?<![\w.-])\d+(?![\w.-]))'
)


Words = Callable[[ast.expr | ast.stmt], str]
_Found = tuple[str, ast.expr | ast.stmt, str]


class Change(NamedTuple):
    """One piece of one file, and what stands there instead."""

    file: str  #: below the root of the project
    function: str  #: the function it stands in, with its classes: "Book.close"; empty outside every function
    kind: str
    start: int  #: where the piece begins in the bytes of the file
    end: int
    new: str

    def apply(self, text: bytes) -> bytes:
        """Give the file with the change in it."""
        return text[: self.start] + self.new.encode() + text[self.end :]

    def told(self, text: bytes) -> tuple[str, str, str]:
        """Give the file, the text of the line, and what stood there and stands there now."""
        line = text[text.rfind(b"\n", 0, self.start) + 1 :].partition(b"\n")[0].decode().strip()
        return self.file, line, f"{_short(text[self.start : self.end].decode())} → {_short(self.new)}"


def _short(piece: str) -> str:
    return " ".join(piece.split())


def main() -> int:
    """Draw, try, tell."""
    given = _given()
    survived, tried = [], 0
    reach, until = Reach(load_all(_ROOT)), time.monotonic() + 60 * given.minutes
    with tempfile.TemporaryDirectory(prefix="overtrick-mutants-") as folder:
        copy = Path(folder, "copy")
        shutil.copytree(_ROOT, copy, ignore=shutil.ignore_patterns(".*", "__pycache__", "demo-office"))
        for change in drawn(given.seed, given.count):
            if time.monotonic() > until:
                break
            tests = list(_within(reach.tests(change.file, change.function)))
            noticed, tried = _noticed(copy, change, tests), tried + 1
            text = (_ROOT / change.file).read_bytes()
            line = text.count(b"\n", 0, change.start) + 1
            where = f"{change.file}:{line}"
            _say(f"{tried:4} {'noticed ' if noticed else 'SURVIVED'} {where}  {change.kind}: {change.told(text)[2]}")
            if not noticed:
                survived.append(
                    f"{where}  {change.kind}, {len(tests)} tests\n    " + "\n    ".join(change.told(text)[1:])
                )
    if survived:
        _say("\nNobody noticed:\n" + "\n".join(survived))
    _say(f"{tried - len(survived)} of {tried} noticed")
    return 1 if survived else 0


def drawn(seed: int, count: int) -> Iterator[Change]:
    """Draw changes: areas by their share, files by their size, of each file a kind and then a place."""
    chance, equivalent = Random(seed), equivalents()
    files = {area: list(_files(patterns)) for area, (_share, patterns) in AREAS.items()}
    files["web access"] += [file for each in _WHO_MAY for file in _files(_alternatives(f"web/{each}.py"))]
    sizes = {area: [file.stat().st_size for file in found] for area, found in files.items()}
    seen: set[tuple[str, int]] = set()
    while len(seen) < count:
        area = chance.choices(list(AREAS), [share for share, _patterns in AREAS.values()])[0]
        file = chance.choices(files[area], sizes[area])[0]
        kinds = defaultdict(list)
        text = file.read_bytes()
        for change in changes(file.relative_to(_ROOT).as_posix(), text):
            if (area != "web access" or change.kind in _DECIDES) and change.told(text) not in equivalent:
                kinds[change.kind].append(change)
        if kinds:
            change = chance.choice(kinds[chance.choice(sorted(kinds))])
            if (change.file, change.start) not in seen:
                seen.add((change.file, change.start))
                yield change


def _files(patterns: tuple[str, ...]) -> Iterator[Path]:
    source = _ROOT / "src" / "overtrick"
    found = {file for pattern in patterns for file in source.glob(pattern)}
    return (file for file in sorted(found) if not _LEFT_OUT.search(file.as_posix()))


def _alternatives(pattern: str) -> tuple[str, ...]:
    before, names, after = re.split(r"[{}]", pattern)
    return tuple(f"{before}{name}{after}" for name in names.split(","))


def equivalents() -> dict[tuple[str, str, str], str]:
    """Give the changes that alter nothing anybody could notice, by file, line and what is changed to what."""
    listed = tomllib.loads(Path(__file__).with_name("equivalent.toml").read_text(encoding="utf-8"))
    return {(each["file"], each["line"], each["change"]): each["reason"] for each in listed["equivalent"]}


def changes(file: str, text: bytes) -> Iterator[Change]:
    """Give every change that can be made to a module or a table."""
    if file.endswith(".toml"):
        for found in _TOKEN.finditer(text):
            for new in _other_figures(int(found["figure"])) if found["figure"] else ():
                yield Change(file, "", "table figure", *found.span(), new)
        return
    tree = ast.parse(text)
    begins = [0, *accumulate(map(len, text.splitlines(keepends=True)))]
    inside = {child: name for function, name in functions(tree) for child in ast.walk(function)}

    def place(node: ast.expr | ast.stmt) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return begins[node.lineno - 1] + node.col_offset, begins[node.end_lineno - 1] + node.end_col_offset

    def words(node: ast.expr | ast.stmt) -> str:
        return text[slice(*place(node))].decode()

    for node in _changeable(tree):
        made: list[_Found] = [*_of_condition(node, words), *_of_value(node, words), *_of_statement(node)]
        for kind, at, new in made:
            yield Change(file, inside.get(node, ""), kind, *place(at), new)


def _changeable(node: ast.AST) -> Iterator[ast.AST]:
    """Walk where a change may be: no annotation, no decorator, no words of a sentence, nothing for types only."""
    yield node
    if isinstance(node, ast.JoinedStr | ast.Import | ast.ImportFrom) or (
        isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
    ):
        return
    for name, value in ast.iter_fields(node):
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and name not in {"annotation", "returns", "decorator_list"}:
                yield from _changeable(child)


def _of_condition(node: ast.AST, words: Words) -> Iterator[_Found]:
    match node:
        case ast.Compare(ops=[operator], comparators=[right]):
            yield "comparison", node, f"{words(node.left)} {_COMPARED[type(operator)]} {words(right)}"
        case ast.BoolOp():
            word = " or " if isinstance(node.op, ast.And) else " and "
            yield "and/or", node, f"({word.join(f'({words(value)})' for value in node.values)})"
        case ast.UnaryOp(op=ast.Not()):
            yield "negated condition", node, f"bool({words(node.operand)})"
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test) if not isinstance(test, ast.Compare):
            yield "negated condition", test, f"(not ({words(test)}))"


def _of_value(node: ast.AST, words: Words) -> Iterator[_Found]:
    match node:
        case ast.BinOp(left=left, right=right) if type(node.op) in _RECKONED and not any(map(_joins, (left, right))):
            yield "arithmetic", node, f"({words(left)}) {_RECKONED[type(node.op)]} ({words(right)})"
        case ast.Constant(value=bool(value)):
            yield "figure", node, str(not value)
        case ast.Constant(value=int(value)):
            yield from (("figure", node, new) for new in _other_figures(value))
        case ast.Call(func=ast.Name(id=name)) if name in _OPPOSITES:
            yield "opposite", node.func, _OPPOSITES[name]
        case ast.Call(func=func, args=[ast.Name() | ast.Attribute() as first, ast.Name() | ast.Attribute() as second]):
            if not node.keywords and words(first) != words(second):
                yield "swapped arguments", node, f"{words(func)}({words(second)}, {words(first)})"
        case ast.Return(value=ast.expr() as value) if not isinstance(value, ast.Constant):
            yield "dropped return", value, "None"


def _of_statement(node: ast.AST) -> Iterator[_Found]:
    match node:
        case ast.If(orelse=[], body=[*_, ast.Raise() | ast.Return() | ast.Continue()]):
            yield "removed check", node, "pass"
        case ast.Raise():
            yield "removed refusal", node, "pass"
        case ast.Expr(value=ast.Call() | ast.YieldFrom() | ast.Yield()) | ast.AugAssign():
            yield "removed statement", node, "pass"


def _joins(side: ast.expr) -> bool:
    """Does it join or fill in words? To take words from one another fails at once and shows nothing."""
    return isinstance(side, ast.JoinedStr | ast.Tuple | ast.List) or (
        isinstance(side, ast.Constant) and isinstance(side.value, str)
    )


def _other_figures(value: int) -> list[str]:
    return [str(value + 1), *([str(value - 1)] if value > 0 else [])]


def _within(tests: list[TimedTest]) -> Iterator[TimedTest]:
    spent = 0.0
    for test in tests:
        spent += test.seconds
        if spent <= _SECONDS or test is tests[0]:
            yield test


def _noticed(copy: Path, change: Change, tests: list[TimedTest]) -> bool:
    """Make the change, run the tests until one fails, put it back."""
    listed, file = copy / "tests-of-a-change.txt", copy / change.file
    listed.write_text("\n".join(test.name for test in tests), encoding="utf-8")
    text = file.read_bytes()
    file.write_bytes(change.apply(text))
    environment = {
        **os.environ, chosen.TESTS: str(listed), "PYTHONPATH": str(copy / "src"), "PYTHONDONTWRITEBYTECODE": "1",
    }  # fmt: skip
    try:
        done = subprocess.run(  # noqa: S603 - ours
            [sys.executable, "-m", "pytest", "-qx", "-n0", "-p", "no:cacheprovider", "-p", chosen.__name__,
             *dict.fromkeys(test.module for test in tests)],
            cwd=copy, env=environment, check=False, capture_output=True, timeout=_PATIENCE + 3 * _SECONDS,
        )  # fmt: skip
    except subprocess.TimeoutExpired:  # it no longer ends
        return True
    finally:
        file.write_bytes(text)
    return bool(tests) and done.returncode not in {0, 5}


def _given() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="draws the changes; the same seed draws the same ones")
    parser.add_argument("--count", type=int, default=100, help="so many changes")
    parser.add_argument("--minutes", type=float, default=30, help="begin no further change after so many minutes")
    return parser.parse_args()


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - a command tells what it finds


if __name__ == "__main__":
    sys.exit(main())
