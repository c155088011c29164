"""A copy of the project, which is changed and put back, and pytest in it.

Pytest and the libraries are loaded once, by this process; each run is a fork of it, which loads the program and the
tests from the copy. That takes a third of the time.
"""

from __future__ import annotations

import gc
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import NoReturn

import pytest

from tests.mutants.changes import Change

#: What most tests load and no change alters; what needs the settings of the office is not among it.
_LIBRARIES = (
    "hypothesis.strategies",
    "django.contrib.staticfiles",
    "django.core.management",
    "django.db.models",
    "django.forms",
    "django.template",
    "django.test",
    "charset_normalizer",
    "click",
    "jellyfish",
    "lxml.etree",
    "markdown_it",
    "psycopg",
    "python_calamine",
    "rich.console",
    "segno",
    "whitenoise.middleware",
    "xlsxwriter",
    "yaml",
)
_OURS = ("overtrick", "tests")
_MOST_MEMORY = 4 * 1024**3
#: A test may wait for others, on a busy machine; by the clock a run may take so many times its seconds of work.
_WAITS = 10


class Endless(Exception):
    """The tests did not come to an end."""


class Copy:
    """A copy of what git knows of the project and of what is new in it."""

    def __init__(self, root: Path, folder: Path) -> None:
        self.folder = folder
        self._root = root
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],  # noqa: S607 - as found
            cwd=root,
            check=True,
            capture_output=True,
            encoding="utf-8",
        ).stdout
        for name in filter(None, listed.split("\0")):
            if (root / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(root / name, folder / name)
        for library in _LIBRARIES:
            import_module(library)
        gc.freeze()

    @contextmanager
    def changed(self, change: Change) -> Iterator[None]:
        """The copy with one change in it."""
        file = self.folder / change.file
        text = file.read_text(encoding="utf-8")
        try:
            _write(file, change.apply(text))
            yield
        finally:
            _write(file, text)

    def run(self, arguments: list[str], given: dict[str, str], seconds: int = 0) -> int:
        """Run pytest in the copy; it may work for so many seconds, or as long as it likes."""
        sys.stdout.flush()
        child = os.fork()
        if not child:
            self._run(arguments, given, seconds)
        _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status) and os.WTERMSIG(status) in {signal.SIGXCPU, signal.SIGALRM}:
            raise Endless
        return os.waitstatus_to_exitcode(status)

    def _run(self, arguments: list[str], given: dict[str, str], seconds: int) -> NoReturn:
        code = 1
        try:
            _bound(seconds)
            source = str(self.folder / "src")
            os.environ.update({**given, "PYTHONPATH": source})
            os.chdir(self.folder)
            away = {"", str(self._root), str(self._root / "src")}
            sys.path[:] = [source, str(self.folder), *(each for each in sys.path if each not in away)]
            for name in [name for name in sys.modules if name.partition(".")[0] in _OURS]:
                del sys.modules[name]
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, 1)
            os.dup2(nothing, 2)
            usual = ["-q", "-n", "0", "--assert=plain", "-p", "no:cacheprovider"]
            code = int(pytest.main([*usual, *arguments]))
        finally:
            os._exit(code)


def _bound(seconds: int) -> None:
    """A changed loop may never end, or never stop growing."""
    if seconds:
        resource.setrlimit(resource.RLIMIT_AS, (_MOST_MEMORY, _MOST_MEMORY))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
        signal.alarm(_WAITS * seconds)


def _write(file: Path, text: str) -> None:
    file.write_text(text, encoding="utf-8")
    # A compiled module is told from its source by size and second, which may both be the same.
    for compiled in (file.parent / "__pycache__").glob(f"{file.stem}.*.pyc"):
        compiled.unlink()
