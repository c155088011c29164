"""The wheel: everything of the package is in it, and what is installed from it works away from the checkout."""

from __future__ import annotations

import shutil
import subprocess
import sys
import sysconfig
import zipfile
from collections.abc import Sequence
from pathlib import Path

import pytest

import overtrick

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
    """Build the wheel from a copy, so that nothing is left in the checkout."""
    copy = tmp_path_factory.mktemp("wheel")
    shutil.copytree(SOURCE, copy / "src" / "overtrick", ignore=shutil.ignore_patterns("__pycache__", "*.pyc"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy / name)
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check")
    _run(*pip, "wheel", "-q", "--no-deps", "--no-build-isolation", "--no-index", "-w", "dist", ".", cwd=copy)
    (made,) = (copy / "dist").glob("*.whl")
    return made


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the wheel where only its dependencies are at hand, and give the folder of its commands."""
    folder = tmp_path_factory.mktemp("installed")
    _run(sys.executable, "-m", "venv", "--without-pip", "env", cwd=folder)
    bin_folder = folder / "env" / ("Scripts" if sys.platform == "win32" else "bin")
    python = bin_folder / "python"
    site = _run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).strip()
    # The path of the dependencies alone: the editable checkout beside them is not followed from here.
    (Path(site) / "dependencies.pth").write_text(sysconfig.get_path("purelib"), encoding="utf-8")
    pip = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--python", python)
    _run(*pip, "install", "-q", "--no-deps", "--no-index", "--ignore-installed", wheel, cwd=folder)
    return bin_folder


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


def test_an_award_is_worked_out_by_what_was_installed(installed: Path, tmp_path: Path) -> None:
    where = _run(installed / "python", "-c", "import overtrick; print(overtrick.__file__)", cwd=tmp_path)
    assert installed.parent in Path(where.strip()).parents
    told = _run(installed / "overtrick", "award", ROOT / "samples" / "club-night.yaml", "--why", cwd=tmp_path)
    ours = Path(sys.executable).with_name("overtrick")
    assert told == _run(ours, "award", "samples/club-night.yaml", "--why", cwd=ROOT)


@pytest.mark.slow  # the installed program is started as people start it
def test_an_office_can_be_set_up_from_what_was_installed(installed: Path, tmp_path: Path) -> None:
    said = ("--federation", "east", "--name", "East", "--handbook", "ebu", "--officer", "anna")
    _run(installed / "overtrick", "office", "--home", tmp_path / "office", "init", *said, cwd=tmp_path)
    _run(installed / "overtrick", "office", "--home", tmp_path / "office", "verify", cwd=tmp_path)
