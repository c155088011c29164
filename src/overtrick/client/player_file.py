"""The national player file, line by line, and whether all of it came."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import cast

import urllib3

from overtrick.client.errors import Incomplete
from overtrick.client.records import FileLineRecord


class PlayerFile:
    """The lines of an answer, read once; ``since`` is the cursor for the next time, known after the last line."""

    def __init__(self, answer: urllib3.BaseHTTPResponse) -> None:
        self._answer = answer
        self.since = ""

    def __iter__(self) -> Iterator[FileLineRecord]:
        """Give each player, each number that has another one now, and each that is nobody's any more."""
        count = 0
        try:
            for line in self._lines():
                if self.since:
                    break
                if line.get("end"):
                    if line.get("lines") != count:
                        raise Incomplete(f"{count} lines came, and the last one counts {line.get('lines')}.")
                    self.since = line["since"]
                    continue
                count += 1
                yield line
        finally:
            self._answer.release_conn() if self.since else self._answer.close()
        if not self.since:
            raise Incomplete(f"The file ended after {count} lines, without its last one.")

    def _lines(self) -> Iterator[FileLineRecord]:
        left = b""
        try:
            for piece in self._answer.stream(1 << 16):
                *whole, left = (left + piece).split(b"\n")
                yield from (cast("FileLineRecord", json.loads(each)) for each in whole if each)
        except (urllib3.exceptions.HTTPError, ValueError) as broken:
            raise Incomplete(f"The line broke: {broken}") from broken
