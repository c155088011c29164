"""Which functions each test calls, and what it costs: one file for each module of tests, in ``.cache/calls``.

A function is known by its file and its name, "src/overtrick/engine/scales.py:Scale.award"; a template or another file
by its path. What a test calls is one number, with a bit for each: that is quick to read and to ask.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import reduce
from operator import or_
from pathlib import Path
from typing import NamedTuple

KEPT = Path(".cache") / "calls"
#: Nearly all that these do is done in other processes.
_UNSEEN = ("tests/browser/", "tests/proxy/", "tests/register/at_once/", "tests/register/hosts/")


class Calls(NamedTuple):
    """What is known of one test."""

    seconds: float  #: of processor time, without what is prepared for others, too
    functions: int
    prepared: list[str]  #: what it uses that is prepared


@dataclass
class Module:
    """What is known of a module of tests."""

    name: str
    hash: str = ""  #: of the file when all of it was run; empty if that has not been
    names: list[str] = field(default_factory=list)
    prepared: dict[str, int] = field(default_factory=dict)
    tests: dict[str, Calls] = field(default_factory=dict)  #: by what follows the name of the file
    _places: dict[str, int] = field(default_factory=dict)  #: of the names

    def bits(self, names: Iterable[str]) -> int:
        """Give the bits of these functions, new ones too."""
        if len(self._places) != len(self.names):
            self._places = {name: at for at, name in enumerate(self.names)}
        found = bytearray(len(self.names) // 8 + 1)
        for name in names:
            at = self._places.setdefault(name, len(self.names))
            if at == len(self.names):
                self.names.append(name)
                found += bytes(at // 8 + 1 - len(found))
            found[at // 8] |= 1 << at % 8
        return int.from_bytes(found, "little")

    def mask(self, names: Iterable[str]) -> int:
        """Give the bits of those of these functions that anything here calls."""
        wanted = frozenset(names)
        return sum(1 << at for at, name in enumerate(self.names) if name in wanted)

    def mask_below(self, *starts: str) -> int:
        """Give the bits of everything in a file or a folder."""
        return sum(1 << at for at, name in enumerate(self.names) if name.startswith(starts))

    def calling(self, mask: int) -> list[str]:
        """Give the tests that call one of these themselves."""
        return [test for test, calls in self.tests.items() if calls.functions & mask]

    def prepared_with(self, mask: int) -> list[str]:
        """Give the tests that use something for which one of these is called."""
        made = {name for name, functions in self.prepared.items() if functions & mask}
        return [test for test, calls in self.tests.items() if not made.isdisjoint(calls.prepared)]

    def kept_in(self, root: Path) -> Path:
        """Name the file that keeps this."""
        return root / KEPT / f"{self.name.replace('/', '.')}.json"

    def keep(self, root: Path) -> None:
        """Write it down, without what no test calls any more; two processes may do so at once."""
        used = {which for calls in self.tests.values() for which in calls.prepared}
        self.prepared = {which: functions for which, functions in self.prepared.items() if which in used}
        called = reduce(or_, [calls.functions for calls in self.tests.values()] + [*self.prepared.values()], 0)
        self.names = [name if called >> at & 1 else "" for at, name in enumerate(self.names)]
        file = self.kept_in(root)
        file.parent.mkdir(parents=True, exist_ok=True)
        written = file.with_suffix(f".{os.getpid()}")
        tests = {name: (calls.seconds, f"{calls.functions:x}", calls.prepared) for name, calls in self.tests.items()}
        prepared = {name: f"{functions:x}" for name, functions in self.prepared.items()}
        written.write_text(json.dumps([self.name, self.hash, self.names, prepared, tests]), encoding="utf-8")
        written.replace(file)


def load(root: Path, name: str) -> Module:
    """Read what is known of a module of tests, if anything is."""
    file = Module(name).kept_in(root)
    return _read(file) if file.exists() else Module(name)


def load_all(root: Path) -> list[Module]:
    """Read all that is known of modules that are still there."""
    found = map(_read, sorted((root / KEPT).glob("*.json")))
    return [module for module in found if (root / module.name).exists()]


def hash_of(file: Path) -> str:
    """Give what tells a file from what it was before."""
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16]


def _read(file: Path) -> Module:
    name, known, names, prepared, tests = json.loads(file.read_text(encoding="utf-8"))
    return Module(
        name,
        known,
        names,
        {each: int(functions, 16) for each, functions in prepared.items()},
        {each: Calls(seconds, int(functions, 16), used) for each, (seconds, functions, used) in tests.items()},
    )
