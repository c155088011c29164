"""The wheel: everything of the package is in it, and what is installed from it works away from the checkout."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Callable, Sequence
from functools import cache
from importlib import metadata
from pathlib import Path

import pytest

import overtrick
from tests.test_docs import blocks, commands, missing
from tools import wheel as builder

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src" / "overtrick"

#: What belongs to an editor's or an interpreter's work, not to the package.
_NOT_SHIPPED = {"__pycache__"}


def _run(*command: str | Path, cwd: Path) -> str:
    done = subprocess.run([str(each) for each in command], cwd=cwd, capture_output=True, text=True, check=False)  # noqa: S603 - our own
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the wheel and what goes with it."""
    return builder.build(tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """Install the wheel with an extra by its file of pins, as the pages say, and give the folder of its commands."""

    @cache
    def install(extra: str) -> Path:
        env = tmp_path_factory.mktemp("installed") / "env"
        _run(sys.executable, "-m", "venv", "--without-pip", env, cwd=env.parent)
        bin_folder = env / ("Scripts" if sys.platform == "win32" else "bin")
        ask = "import sysconfig; print(sysconfig.get_path('purelib'))"
        site = Path(_run(bin_folder / "python", "-c", ask, cwd=env.parent).strip())
        _take_from_here({pin.name for pin in builder.needed(extra)}, site)
        pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", bin_folder / "python")
        pins = wheel.with_name(f"{extra or 'overtrick'}.txt")
        _run(*pip, "install", "-q", "--no-index", "--no-compile", "-r", pins, cwd=env.parent)
        _run(*pip, "check", cwd=env.parent)
        return bin_folder

    return install


def _take_from_here(names: set[str], site: Path) -> None:
    """Put what is installed here, and has one of these names, where pip finds it installed; nothing else is there."""
    for part in metadata.distributions():
        if re.sub(r"[-_.]+", "-", part.name).lower() not in names:
            continue
        for top in {file.parts[0] for file in part.files or () if file.parts[0] not in ("..", "__pycache__")}:
            here = Path(str(part.locate_file(top)))
            if here.exists() and not (site / top).exists():
                (site / top).symlink_to(here, here.is_dir())


def _shipped(names: Sequence[str]) -> set[str]:
    return {name for name in names if name.startswith("overtrick/")}


def test_the_wheel_holds_every_file_of_the_package(wheel: Path) -> None:
    files = [each for each in SOURCE.rglob("*") if each.is_file() and not _NOT_SHIPPED & set(each.parts)]
    wanted = {each.relative_to(SOURCE.parent).as_posix() for each in files}
    with zipfile.ZipFile(wheel) as packed:
        assert _shipped(packed.namelist()) == wanted


def test_the_changelog_begins_with_the_version_of_the_wheel(wheel: Path) -> None:
    assert wheel.name.startswith(f"overtrick-{overtrick.__version__}-")
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    released = [each for each in changelog.split("\n## ")[1:] if not each.startswith("Unreleased\n")]
    assert released[0].startswith(f"{overtrick.__version__} (")


@pytest.mark.slow  # it is installed first
def test_an_award_is_worked_out_by_what_was_installed(installed: Callable[[str], Path], tmp_path: Path) -> None:
    alone = installed("")
    where = _run(alone / "python", "-c", "import overtrick; print(overtrick.__file__)", cwd=tmp_path)
    assert alone.parent in Path(where.strip()).parents
    told = _run(alone / "overtrick", "award", ROOT / "samples" / "club-night.yaml", "--why", cwd=tmp_path)
    ours = Path(sys.executable).with_name("overtrick")
    assert told == _run(ours, "award", "samples/club-night.yaml", "--why", cwd=ROOT)


@pytest.mark.parametrize("extra", builder.extras())
def test_whatever_an_extra_needs_is_pinned_by_hash_and_listed_among_the_parts(wheel: Path, extra: str) -> None:
    text = wheel.with_name(f"{extra or 'overtrick'}.txt").read_text(encoding="utf-8")
    pinned = re.findall(r"^([\w-]+)(?:\[[\w,]+\])?==([\w.]+)", text, re.MULTILINE)
    assert {name for name, _version in pinned} >= builder.extras()[extra] | {"overtrick"}
    assert len(pinned) == len(
        re.findall(r"^[\w-]+(?:\[[\w,]+\])?==[^\n]*(?: |\n    )--hash=sha256:", text, re.MULTILINE)
    )
    (listed,) = wheel.parent.glob("*.cdx.json")
    parts = json.loads(listed.read_text(encoding="utf-8"))
    named = {(each["name"], each["version"]) for each in [*parts["components"], parts["metadata"]["component"]]}
    assert set(pinned) <= named
    assert extra != "office" or "\npsycopg[binary]==" in text  # pip takes psycopg== for another thing


#: What a page needs, as it says itself, and how many of its first commands are tried.
FIRST_PAGES = [
    ("README.md", "", 3),
    ("docs/club-secretary.md", "", 2),
    ("docs/results-files.md", "", 2),
    ("docs/rules-committee.md", "", 2),
    ("docs/proving.md", "proof", 2),
    ("docs/office.md", "office", 2),
    ("docs/moving-in.md", "office", 6),
]


@pytest.mark.proof
@pytest.mark.parametrize(("page", "extra", "first"), FIRST_PAGES)
def test_the_first_commands_of_a_page_work_with_what_it_says_to_install(
    installed: Callable[[str], Path], page: str, extra: str, first: int, tmp_path: Path
) -> None:
    text = (ROOT / page).read_text(encoding="utf-8")
    assert f"dist/{extra or 'overtrick'}.txt" in text or not extra
    bin_folder = installed(extra)
    examples = shutil.copytree(bin_folder.parent / "share" / "overtrick", tmp_path / "examples")
    shown = [each for each in commands(ROOT / page) if each.words[0] == "overtrick"][:first]
    assert len(shown) == first
    for command in shown:
        done = subprocess.run(  # noqa: S603 - what our own pages show
            [bin_folder / "overtrick", *command.words[1:]],
            cwd=examples,
            env={**os.environ, "PYTHONUTF8": "1"},
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == command.exit_code, (command, done.stdout + done.stderr)
        assert missing(command.shown, done.stdout + done.stderr) == "", (command, done.stdout)


@pytest.mark.proof
@pytest.mark.parametrize("page", ["README.md", "docs/library.md"])
def test_the_python_of_a_page_runs_with_the_program_alone(installed: Callable[[str], Path], page: str) -> None:
    alone = installed("")
    script = "".join(block.text for block in blocks(ROOT / page) if block.kind == "python")
    _run(alone / "python", "-W", "error", "-c", script, cwd=alone.parent / "share" / "overtrick")


@pytest.mark.proof
def test_the_first_program_of_a_scoring_program_runs_alone_and_its_client_with_the_extra(
    installed: Callable[[str], Path], tmp_path: Path
) -> None:
    award, check = [each.text for each in blocks(ROOT / "docs" / "scoring-program.md") if each.kind == "python"][:2]
    (tmp_path / "award.py").write_text(award, encoding="utf-8")
    assert "1. Ann Abel: 12 local" in _run(installed("") / "python", "award.py", "ebu", cwd=tmp_path)
    (tmp_path / "check.py").write_text(check, encoding="utf-8")
    _run(installed("client") / "python", "-c", "import check", cwd=tmp_path)


@pytest.mark.proof
@pytest.mark.parametrize("extra", ["lab", "cluster"])
def test_the_laboratory_works_on_files_without_an_office(installed: Callable[[str], Path], extra: str) -> None:
    page = blocks(ROOT / "docs" / "rules-committee.md")
    program, examples = installed(extra) / "overtrick", installed(extra).parent / "share" / "overtrick"
    (examples / "forty.toml").write_text(next(each.text for each in page if each.kind == "toml"), encoding="utf-8")
    _run(program, "lab", "collect", "season", "docs/examples/office", "--handbook", "ebu", cwd=examples)
    (lines,) = [each.text.splitlines() for each in page if each.kind == "sh" and "lab run" in each.text]
    for line in lines:
        if "--home" not in line and "lab why" not in line:
            _run(program, *shlex.split(line)[1:], cwd=examples)
    if extra == "cluster":
        _run(program.with_name("python"), "-c", "import distributed", cwd=examples)


@pytest.mark.slow  # the installed program is started as people start it
def test_an_office_can_be_set_up_from_what_was_installed(installed: Callable[[str], Path], tmp_path: Path) -> None:
    program = installed("office") / "overtrick"
    said = ("--federation", "east", "--name", "East", "--handbook", "ebu", "--officer", "anna")
    _run(program, "office", "--home", tmp_path / "office", "init", *said, cwd=tmp_path)
    _run(program, "office", "--home", tmp_path / "office", "verify", cwd=tmp_path)
