"""What has changed since a commit, by functions where it is source: ``BASE=``, or all that is not yet in main."""

from __future__ import annotations

import ast
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.suite.marking import functions

#: Where the work of others is known to be.
_MAINS = ("origin/main", "main")


class Change(NamedTuple):
    """A place that has changed."""

    file: str
    function: str = ""  #: empty for what stands outside of functions, and for a file that has none
    words: tuple[str, ...] = ()  #: names given outside functions that now mean something else

    def __str__(self) -> str:
        if self.function:
            return f"{self.file}: {self.function}"
        return f"{self.file}: {', '.join(self.words)}" if self.words else self.file


def base(root: Path, given: str) -> str:
    """Name the commit to compare with."""
    for name in [given] if given else _MAINS:
        found = _git(root, "merge-base", "HEAD", name)
        if found:
            return found.strip()
    if given:
        raise SystemExit(f"There is no commit {given!r}; BASE= names one, such as BASE=HEAD~1.")
    return "HEAD"


def changed_files(root: Path, since: str) -> list[str]:
    """List files that were changed, made or deleted."""
    listed = _git(root, "diff", "--name-only", "--no-renames", "-z", since)
    listed += _git(root, "ls-files", "-z", "--others", "--exclude-standard")
    return sorted(set(filter(None, listed.split("\0"))))


def changes(root: Path, since: str) -> list[Change]:
    """List what has changed; comments and lines that only moved have not."""
    return [change for file in changed_files(root, since) for change in _in_file(root, since, file)]


def _in_file(root: Path, since: str, file: str) -> Iterator[Change]:
    if not file.endswith(".py"):
        yield Change(file)
        return
    before = _parts(_git(root, "show", f"{since}:{file}"))
    now = _parts((root / file).read_text(encoding="utf-8") if (root / file).exists() else "")
    if before is None or now is None:
        yield Change(file)
        return
    differ = [name for name in before | now if before.get(name) != now.get(name)]
    # Of a function and one inside it that changed, the inner one is the place.
    yield from (
        Change(file, name[2:])
        for name in differ
        if name.startswith("f ") and not any(other.startswith(f"{name}.<locals>.") for other in differ)
    )
    words = tuple(sorted(name[2:] for name in differ if name.startswith("n ")))
    if words:
        yield Change(file, words=words)


def _parts(text: str) -> dict[str, str] | None:
    """Give functions by name, and what stands outside them by the names it gives; None where Python reads nothing."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return None
    found: dict[str, str] = {}
    inside = functions(tree)
    for function, name in inside:
        found[f"f {name}"] = found.get(f"f {name}", "") + ast.dump(function)
    for function, _ in inside:
        # The rest is compared without them; how they are decorated and called stands in themselves.
        function.body, function.decorator_list = [ast.Pass()], []
        function.args = ast.arguments([], [], None, [], [], None, [])
        function.returns = None
    for node in tree.body:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not _only_words(node):
            for name in _given(node):
                found[f"n {name}"] = found.get(f"n {name}", "") + _without_functions(node)
    return found


def _given(node: ast.stmt) -> list[str]:
    match node:
        case ast.ClassDef(name=name) | ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case ast.Assign(targets=targets):
            return [each.id for target in targets for each in ast.walk(target) if isinstance(each, ast.Name)]
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return [(each.asname or each.name).partition(".")[0] for each in names]
    return ["the module"]


def _without_functions(node: ast.stmt) -> str:
    if not isinstance(node, ast.ClassDef):
        return ast.dump(node)
    body = [each for each in node.body if not isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)]
    kept = ast.ClassDef(node.name, node.bases, node.keywords, body or [ast.Pass()], node.decorator_list)
    return ast.dump(kept)


def _only_words(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def users(root: Path, change: Change) -> dict[str, list[str]]:
    """Find the functions that use the names of a change outside functions, or name a file; by their file.

    A name that begins with an underscore is used in its own file only.
    """
    path = Path(change.file)
    words = change.words or ((path.name, path.stem) if path.suffix == ".toml" else (path.name,))
    found: dict[str, list[str]] = {}
    search = re.compile(rf"(?<!\w)({'|'.join(map(re.escape, words))})(?!\w)")
    for file in _places(root, change):
        text = (root / file).read_text(encoding="utf-8")
        if search.search(text):
            names = [name for node, name in functions(ast.parse(text)) if _uses(node, words, quoted=not change.words)]
            if change.words and file == change.file:
                own = tuple(f"{word}." for word in words)
                names += [name for _, name in functions(ast.parse(text)) if name.startswith(own)]
            if names:
                found[file] = list(dict.fromkeys(names))
    return found


def _places(root: Path, change: Change) -> list[str]:
    if change.words and all(word.startswith("_") for word in change.words):
        return [change.file] if (root / change.file).exists() else []
    below = root / "src" / "overtrick"
    if not change.words and len(Path(change.file).parts) > len(("src", "overtrick", "room")):
        below = below.joinpath(*Path(change.file).parts[2:3])
    return [file.relative_to(root).as_posix() for file in sorted(below.rglob("*.py"))]


def _uses(node: ast.AST, words: tuple[str, ...], *, quoted: bool) -> bool:
    for each in ast.walk(node):
        match each:
            case ast.Name(id=name) | ast.Attribute(attr=name) if not quoted and name in words:
                return True
            case ast.Constant(value=str(text)) if quoted and text.rpartition("/")[2] in words:
                return True
    return False


def _git(root: Path, *words: str) -> str:
    """Ask git; what it does not know is nothing."""
    return subprocess.run(  # noqa: S603 - our own words
        ["git", *words],  # noqa: S607 - as found
        cwd=root, check=False, capture_output=True, encoding="utf-8",
    ).stdout  # fmt: skip
