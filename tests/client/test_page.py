"""The programs of docs/calling-an-office.md run against an office, and print what the page shows."""

from __future__ import annotations

import os
import subprocess
import sys
from itertools import pairwise

from tests.client.conftest import Served
from tests.test_docs import LIVE, MARK, ROOT, blocks, commands, missing

SHOWN_AT = "https://points.example.org"


def _run(words: list[str], served: Served) -> str:
    there = [each.replace(SHOWN_AT, f"{served.address}/@{served.federation}") for each in words]
    there = [each.replace("$OVERTRICK_TOKEN", served.club) for each in there]
    environment = {**os.environ, "OVERTRICK_TOKEN": served.club, "PYTHONUTF8": "1"}
    done = subprocess.run(  # noqa: S603 - what our own page shows
        there, cwd=ROOT, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_every_program_and_every_call_answers_as_shown(served: Served) -> None:
    every = blocks(LIVE)
    pieces = [block for block in every if block.kind == "python"]
    script = "".join(f"{block.text}\nprint({MARK!r})\n" for block in pieces)
    printed = _run([sys.executable, "-W", "error", "-c", script], served).split(f"{MARK}\n")
    shown = {
        above.line: below.text.splitlines()
        for above, below in pairwise(every)
        if (below.follows, below.kind) == ("python", "text")
    }
    assert len(shown) >= 4
    for block, said in zip(pieces, printed, strict=False):
        assert missing(shown.get(block.line, []), said) == "", f"line {block.line}: {said}"
    calls = commands(LIVE)
    assert [each.words[0] for each in calls] == ["curl", "curl"]
    for call in calls:  # after the program: the second call sends what the program has sent
        said = _run(call.words, served)
        assert missing(call.shown, said) == "", said
