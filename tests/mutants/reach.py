"""Which tests come to which function: a plugin of pytest writes it down, one line for each test.

A function is known by its file and its name. What a child process of a test runs is not seen.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType

import pytest

#: Where the plugin writes, and the root of the project whose functions it writes down.
OUTPUT = "OVERTRICK_REACH"
SOURCE = "OVERTRICK_REACH_SOURCE"


class Recorder:
    """Write down each test that passes: the time it took, and the functions called to prepare it and in it."""

    def __init__(self, source: str, output: Path) -> None:
        self._source = source
        self._output = output.open("a", encoding="utf-8")
        self._called: dict[int, CodeType] = {}
        self._prepared: list[str] = []
        self._passed = True

    def _call(self, frame: FrameType, _event: str, _argument: object) -> None:
        # By its id: the hash of a code object looks through all of it.
        code = frame.f_code
        self._called[id(code)] = code

    def _functions(self) -> list[str]:
        called = list(self._called.values())
        self._called.clear()
        ours = [code for code in called if code.co_filename.startswith(f"{self._source}src/")]
        named = [code for code in ours if not code.co_name.startswith("<")]
        return sorted({f"{code.co_filename.removeprefix(self._source)}:{code.co_qualname}" for code in named})

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Set-up, call and end of one test, watched in every thread."""
        begun, self._passed = time.process_time(), True  # of work: on a busy machine the clock tells little
        threading.settrace(self._call)
        sys.settrace(self._call)
        try:
            return (yield)
        finally:
            sys.settrace(None)
            threading.settrace(None)
            line = {
                "test": item.nodeid,
                "seconds": round(time.process_time() - begun, 4),
                "prepared": self._prepared,
                "functions": self._functions(),
            }
            if self._passed:
                self._output.write(json.dumps(line) + "\n")
                self._output.flush()

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test that fails without any change notices nothing."""
        self._passed = self._passed and report.passed
        if report.when == "setup":
            self._prepared = self._functions()


def pytest_configure(config: pytest.Config) -> None:
    """Begin, where the environment says where to write."""
    if OUTPUT in os.environ:
        config.pluginmanager.register(Recorder(os.environ[SOURCE], Path(os.environ[OUTPUT])))
