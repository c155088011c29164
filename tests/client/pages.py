"""Programs and calls that a page of the documentation shows, run in a folder as a reader would run them."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

from tests.client.conftest import Served
from tests.test_docs import ROOT, Command, blocks, missing

SHOWN_AT = "https://points.example.org"
_NAME = re.compile(r'"""(\w+\.py):')
_EXIT_CODE = re.compile(r"\s+# exit code (\d)$")
_TAG = re.compile(r"^ETag: (.+?)\r?$", re.MULTILINE | re.IGNORECASE)
_SHOWN = 2_000  #: characters of an answer that is not as shown
_REFERENCE = re.compile(r'"reference":"([^"]+)"')


def programs(page: Path, folder: Path) -> list[str]:
    """Save the programs of a page under the names that they say, beside the files that its lines name."""
    found = []
    for block in blocks(page):
        named = _NAME.match(block.text) if block.kind == "python" else None
        if named is not None:
            (folder / named[1]).write_text(block.text, encoding="utf-8")
            found.append(named[1])
    for name in ("docs", "samples"):
        (folder / name).symlink_to(ROOT / name)
    return found


class Shell:
    """The shell of somebody who reads a page: it has the address, the token, and what the last answers said."""

    def __init__(self, served: Served, folder: Path) -> None:
        self._there = f"{served.address}/@{served.federation}"
        self._folder = folder
        self._environment = {
            **os.environ,
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
            "PYTHONUTF8": "1",
            "PYTHONWARNINGS": "error",
            "OVERTRICK_OFFICE": self._there,
            "OVERTRICK_TOKEN": served.club,
        }

    def run(self, line: str) -> subprocess.CompletedProcess[str]:
        """Run a line."""
        done = subprocess.run(  # noqa: S603 - what our own page shows
            ["/bin/sh", "-c", line.replace(SHOWN_AT, self._there)],
            cwd=self._folder,
            env=self._environment,
            encoding="utf-8",
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
        )
        for name, pattern in (("REFERENCE", _REFERENCE), ("SEEN", _TAG)):
            said = pattern.search(done.stdout)
            if said is not None:
                self._environment[name] = said[1]
        return done


def lines(page: Path) -> list[Command]:
    """List what a page types, and what it shows for it."""
    found: list[Command] = []
    for block in blocks(page):
        if block.kind != "console":
            continue
        for number, line in enumerate(block.text.splitlines(), block.line + 1):
            if line.startswith("$ "):
                code = _EXIT_CODE.search(line)
                found.append(Command(f"line {number}", [_EXIT_CODE.sub("", line[2:])], int(code[1]) if code else 0, []))
            else:
                found[-1].shown.append(line)
    return found


def answers_as_shown(page: Path, shell: Shell) -> int:
    """Run every line of a page in its order; how many there were."""
    every = lines(page)
    for each in every:
        done = shell.run(each.words[0])
        said = done.stdout[:_SHOWN]
        assert done.returncode == each.exit_code, f"{each}: {done.returncode}\n{said}"
        lost = missing(each.shown, done.stdout)
        assert not lost, f"{each}: {lost}\n{said}"
    return len(every)
