"""What the documentation shows really happens: commands, Python, links, and nothing left untold."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

import pytest

from overtrick import handbooks
from overtrick.cli.commands import overtrick
from tests.commands import run
from tools import module_lists

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
#: What this page shows needs an office: tests/client/test_page.py runs it there.
LIVE = ROOT / "docs" / "scoring-program.md"
MARK = "--- end of a block ---"

_FENCE = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_EXIT_CODE = re.compile(r"#\s*exit code (\d)\s*$")
_LINK = re.compile(r"\[[^]]*\]\(([^)\s]+)\)")
_HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)


class Block(NamedTuple):
    """A fenced block of a page."""

    page: Path
    line: int
    kind: str
    text: str
    follows: str = ""  #: what kind of block stands right above it


class Command(NamedTuple):
    """A command that a page shows, and what it says comes of it."""

    where: str
    words: list[str]
    exit_code: int
    shown: list[str]

    def __str__(self) -> str:
        return f"{self.where} {' '.join(self.words)}"


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    found: list[Block] = []
    end = 0
    for fence in _FENCE.finditer(text):
        follows = found[-1].kind if found and not text[end : fence.start()].strip() else ""
        found.append(Block(page, text.count("\n", 0, fence.start()) + 1, fence[1], fence[2], follows))
        end = fence.end()
    return found


def commands(page: Path) -> list[Command]:
    found: list[Command] = []
    for block in blocks(page):
        if block.kind != "console":
            continue
        for number, line in enumerate(block.text.splitlines(), block.line + 1):
            if line.startswith("$ "):
                code = _EXIT_CODE.search(line)
                where = f"{page.relative_to(ROOT)}:{number}"
                found.append(Command(where, shlex.split(line[2:], comments=True), int(code[1]) if code else 0, []))
            else:
                found[-1].shown.append(line)
    return found


def missing(shown: list[str], answer: str) -> str:
    """Find the first shown line that does not come up in its turn; spacing does not matter, an ellipsis skips."""
    lines = [" ".join(line.split()) for line in answer.splitlines()]
    wanted = [" ".join(line.split()) for line in shown]
    at, skipping = 0, True
    for line in wanted:
        if line == "…":
            skipping = True
        elif not line:
            continue
        else:
            places = [place for place in range(at, len(lines)) if _is(line, lines[place])]
            between = lines[at : places[0]] if places else []
            if not places or (any(between) and not skipping):
                return line
            at, skipping = places[0] + 1, False
    return ""


def _is(shown: str, line: str) -> bool:
    """Compare a line; an ellipsis in it, or at its end, stands for anything."""
    return re.fullmatch(re.escape(shown).replace("…", ".*").replace("\\ .*", " ?.*"), line) is not None


# The office's commands build on each other: tests/cli/test_office_docs.py runs them in order, in an office.
SHOWN = [
    command
    for page in PAGES
    for command in commands(page)
    if page != LIVE and command.words[:2] != ["overtrick", "office"]
]


@pytest.mark.parametrize("command", [each for each in SHOWN if each.words[0] == "overtrick"], ids=str)
def test_a_command_that_is_shown_answers_as_shown(command: Command) -> None:
    said = run(command.words[1:], ROOT, {**os.environ, "PYTHONUTF8": "1"})
    assert said.code == command.exit_code, said
    assert missing(command.shown, said.out + said.err) == "", said


@pytest.mark.parametrize("command", [each for each in SHOWN if each.words[0] != "overtrick"], ids=str)
def test_any_other_command_that_is_shown_is_one_of_the_makefile(command: Command) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    assert command.words[0] == "make"
    assert re.search(rf"^{re.escape(command.words[1])}:.*##", makefile, re.MULTILINE)


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if page != LIVE and any(block.kind == "python" for block in blocks(page))],
    ids=lambda it: it.name,
)
def test_the_python_of_a_page_runs_and_prints_what_it_shows(page: Path) -> None:
    every = blocks(page)
    pieces = [block for block in every if block.kind == "python"]
    script = "".join(f"{block.text}\nprint({MARK!r})\n" for block in pieces)
    done = subprocess.run(  # noqa: S603 - what our own pages show
        [sys.executable, "-W", "error", "-c", script],
        cwd=ROOT,
        env={**os.environ, "PYTHONUTF8": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    shown = {
        above.line: below.text.splitlines()
        for above, below in pairwise(every)
        if (below.follows, below.kind) == ("python", "text")
    }
    for block, printed in zip(pieces, done.stdout.split(f"{MARK}\n"), strict=False):
        assert missing(shown.get(block.line, []), printed) == "", f"{page.name}, line {block.line}: {printed}"


def test_every_command_and_option_is_told() -> None:
    told = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    untold = [name for name in overtrick.commands if f"overtrick {name}" not in told]
    context = overtrick.make_context("overtrick", ["handbooks"])
    untold += [
        f"{command.name} {option}"
        for command in (overtrick, *overtrick.commands.values())
        for parameter in command.get_params(context)
        for option in parameter.opts
        if option.startswith("--") and not re.search(rf"{option}\b", told)
    ]
    assert untold == []


@pytest.mark.parametrize(
    ("handbook", "setting"),
    [(name, setting) for name in handbooks.names() for setting in handbooks.get(name).latest.settings],
)
def test_every_setting_is_told_with_its_choices(handbook: str, setting: str) -> None:
    asked = handbooks.get(handbook).latest.settings[setting]
    page = (ROOT / "docs" / f"errata-{handbook}.md").read_text(encoding="utf-8")
    row = next((line for line in page.splitlines() if line.startswith(f"| `{setting}` |")), "")
    assert [choice for choice in asked.choices if f"`{choice}`" not in row] == []
    assert f"`{asked.default}` (default)" in row
    assert row.endswith(f"| {asked.errata} |")


@pytest.mark.parametrize("handbook", handbooks.names())
@pytest.mark.parametrize("page", ["README.md", "docs/rules-committee.md"])
def test_the_errata_of_every_handbook_are_linked(page: str, handbook: str) -> None:
    assert f"errata-{handbook}.md)" in (ROOT / page).read_text(encoding="utf-8")


def test_the_module_lists_of_the_architecture_are_as_the_code_has_them() -> None:
    page = module_lists.PAGE.read_text(encoding="utf-8")
    assert page == module_lists.drawn(page), "run make modules"


def test_the_architecture_lists_every_package() -> None:
    page = module_lists.PAGE.read_text(encoding="utf-8")
    assert sorted(module_lists.listed_packages(page)) == module_lists.packages_with_modules()


@pytest.mark.parametrize("page", PAGES, ids=lambda it: str(it.relative_to(ROOT)))
def test_every_link_leads_somewhere(page: Path) -> None:
    lost = []
    for link in _LINK.findall(page.read_text(encoding="utf-8")):
        if re.match(r"[a-z]+:", link):
            continue
        target, _, heading = link.partition("#")
        file = page.parent / target if target else page
        if not file.exists() or (heading and heading not in headings(file)):
            lost.append(link)
    assert lost == []


def headings(page: Path) -> list[str]:
    """Give the headings of a page as links name them."""
    text = _FENCE.sub("", page.read_text(encoding="utf-8"))
    return [re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in _HEADING.findall(text)]


@pytest.mark.parametrize(
    ("shown", "answer", "not_there"),
    [
        (["a", "b"], "a\nb\nc", ""),
        (["a  1"], "x\na 1", ""),
        (["a", "c"], "a\nb\nc", "c"),
        (["a", "…", "c"], "a\nb\nc", ""),
        (["a …"], "a b c", ""),
        (["c", "…", "a"], "a\nb\nc", "a"),
        (["a", "", "b"], "a\nb", ""),
    ],
)
def test_shown_lines_are_looked_for_in_their_order(shown: list[str], answer: str, not_there: str) -> None:
    assert missing(shown, answer) == not_there
