"""What `make near` chooses: the tests that know what has changed, the most telling first, within the time."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.suite.call_map import load_all
from tests.suite.changed import Change, base, changed_files, changes
from tests.suite.invented import known
from tests.suite.near import Choice, dealt, found
from tests.suite.reach import Reach, TimedTest

SCALE = '''\
"""Of a scale."""
_LEAST = 3


class Scale:
    """It is read."""

    def award(self, place):
        return place + _LEAST

    def paid(self):
        """They are halved."""
        def half(of):
            return of // 2
        return half(9)


def note(self):
    return read("tops")
'''
TESTS = "def test_award():\n    assert Scale().award(1) == 4\n\n\ndef test_other():\n    assert 1\n"
FILES = {
    "src/overtrick/room/scale.py": SCALE,
    "src/overtrick/room/tables/tops.toml": "top = 3\n",
    "src/overtrick/room/templates/page.html": "<p>\n",
    "tests/room/test_scale.py": TESTS,
    "tests/room/test_named.py": '"""Runs overtrick.room.alone as a process."""\n',
    "src/overtrick/room/alone.py": "def go():\n    return 1\n",
    "docs/page.md": "# A page\n",
}
AWARD, NOTE = "src/overtrick/room/scale.py:Scale.award", "src/overtrick/room/scale.py:note"
HALF = "src/overtrick/room/scale.py:Scale.paid.<locals>.half"
PAGE = "src/overtrick/room/templates/page.html"
#: What each test takes and calls.
KNOWN = {
    "tests/room/test_scale.py::test_award": (0.1, {AWARD}),
    "tests/room/test_scale.py::test_other": (0.1, {HALF}),
    "tests/room/test_page.py::test_long": (9.0, {AWARD, NOTE, PAGE}),
    "tests/room/test_page.py::test_docs": (0.2, {"docs/page.md"}),
    "tests/room/test_named.py::test_process": (1.0, set()),
}


def git(root: Path, *words: str) -> None:
    who = ("-c", "user.name=A", "-c", "user.email=a@example.org")
    subprocess.run(["git", *who, *words], cwd=root, check=True, capture_output=True)  # noqa: S603, S607 - as found


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository, and what is known of its tests."""
    for file, text in {**FILES, "tests/room/test_page.py": "", ".gitignore": ".cache\n"}.items():
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).write_text(text, encoding="utf-8")
    git(tmp_path, "init", "-q", "-b", "main")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-q", "-m", "All")
    for module in known(KNOWN):
        module.keep(tmp_path)
    return tmp_path


def told(root: Path) -> dict[str, list[str]]:
    """Each change, and the tests that know it."""
    reach = Reach(load_all(root))
    choices = [found(root, reach, change) for change in changes(root, base(root, ""))]
    return {str(each.change).rpartition("/")[2]: [test.name for test in each.tests] for each in choices}


AWARDED, OTHER, LONG, DOCS, PROCESS = KNOWN
SCALES = "src/overtrick/room/scale.py"


@pytest.mark.parametrize(
    ("file", "old", "new", "change", "first"),
    [
        (SCALES, "place + _", "place - _", "scale.py: Scale.award", [AWARDED, LONG]),
        (SCALES, "LEAST = 3", "LEAST = 4", "scale.py: _LEAST", [AWARDED, LONG]),
        (SCALES, "of // 2", "of", "scale.py: Scale.paid.<locals>.half", [OTHER]),
        ("src/overtrick/room/tables/tops.toml", "3", "4", "tops.toml", [LONG]),
        ("src/overtrick/room/templates/page.html", "<p>", "<b>", "page.html", [LONG]),
        ("src/overtrick/room/alone.py", "return 1", "return 2", "alone.py: go", [PROCESS]),
        ("docs/page.md", "A page", "The page", "page.md", [DOCS]),
        ("tests/room/test_scale.py", "== 4", "== 5", "test_scale.py: test_award", [AWARDED]),
        ("src/overtrick/room/new.py", "", "def new(): 1", "new.py: new", [AWARDED]),
        ("tests/room/test_new.py", "", "def test_a(): 1", "test_new.py: test_a", ["tests/room/test_new.py::test_a"]),
    ],
)
def test_a_change_is_known_by_the_tests_that_come_to_it(
    root: Path, file: str, old: str, new: str, change: str, first: list[str]
) -> None:
    (root / file).write_text(FILES.get(file, "").replace(old, new) or new, encoding="utf-8")
    choices = told(root)
    assert list(choices) == [change]
    assert choices[change][: len(first)] == first


def test_a_comment_is_no_change(root: Path) -> None:
    (root / SCALES).write_text(SCALE.replace("def note", "# Why.\n\n\ndef note"), encoding="utf-8")
    assert changed_files(root, "HEAD") == [SCALES]
    assert told(root) == {}


def test_what_called_a_deleted_function_is_run_and_no_deleted_test(root: Path) -> None:
    for file in (SCALES, "tests/room/test_scale.py"):
        (root / file).unlink()
    choices = told(root)
    assert choices["scale.py: note"] == [LONG]
    assert choices["test_scale.py: test_award"] == []


def test_what_is_not_yet_in_main_has_changed(root: Path) -> None:
    git(root, "switch", "-q", "-c", "mine")
    (root / SCALES).write_text(SCALE.replace("+ _", "- _"), encoding="utf-8")
    git(root, "commit", "-q", "-a", "-m", "Mine")
    assert list(told(root)) == ["scale.py: Scale.award"]
    assert changed_files(root, base(root, "HEAD")) == []
    with pytest.raises(SystemExit, match="There is no commit 'nowhere'"):
        base(root, "nowhere")


def test_each_change_has_a_test_in_turn_as_long_as_there_is_time() -> None:
    many = [TimedTest(f"tests/test_many.py::{number}", 1.0) for number in range(90)]
    one, dear = TimedTest("tests/test_one.py::one", 2.0), TimedTest("tests/test_one.py::dear", 50.0)
    tests = dealt([Choice(Change("a.py"), many, ""), Choice(Change("b.py"), [dear, one], "")])
    assert tests[:3] == many[:3]
    assert tests[-1] == one
    assert 20 < sum(test.seconds for test in tests) <= 25
