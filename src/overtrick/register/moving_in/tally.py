"""Counts what a list would do, and tells equal problems once: how many lines have them, and the first of these."""

from __future__ import annotations

from collections import Counter
from typing import Any, NamedTuple

#: So many lines are shown of a problem, and so many different ones of one kind before they are told together.
EXAMPLES, _DIFFERENT = 5, 12


class _Told(NamedTuple):
    remedy: str
    lines: list[tuple[int, str]]


class Tally:
    """What was found in the lines of a list."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self.counts: Counter[str] = Counter()
        self.sums: Counter[str] = Counter()  #: units by colour
        self.notes: list[str] = []
        self._last = 0  #: the line of the last problem
        self._told: dict[tuple[str, str], _Told] = {}
        self._often: Counter[tuple[str, str]] = Counter()
        self._kinds: Counter[str] = Counter()  #: how many different ones there are of each code

    def problem(self, code: str, line: int, found: str, remedy: str) -> None:
        """Tell a problem of a line; past some different ones of a kind, the rest is counted together."""
        if line != self._last:
            self.counts["left_out"] += 1
            self._last = line
        key = (code, found)
        if key not in self._told:
            if self._kinds[code] >= _DIFFERENT:
                key = (code, "")
                self._told.setdefault(key, _Told(remedy, []))
            else:
                self._kinds[code] += 1
                self._told[key] = _Told(remedy, [])
        self._often[key] += 1
        lines = self._told[key].lines
        if len(lines) < EXAMPLES:
            lines.append((line, found))

    def written(self) -> dict[str, Any]:
        """Write it as the list keeps it."""
        return {
            "counts": dict(self.counts),
            "sums": dict(self.sums),
            "notes": self.notes,
            "problems": self._problems(),
        }

    def _problems(self) -> list[dict[str, Any]]:
        """List the problems, the most frequent first; where there are very many of a kind, as one."""
        together = {code for code, count in self._kinds.items() if count >= _DIFFERENT}
        found: dict[tuple[str, str], dict[str, Any]] = {}
        for (code, says), told in self._told.items():
            key = (code, "") if code in together else (code, says)
            one = found.setdefault(key, {"code": code, "remedy": told.remedy, "count": 0, "lines": []})
            one["count"] += self._often[code, says]
            one["lines"] = sorted([*one["lines"], *told.lines])[:EXAMPLES]
        return sorted(found.values(), key=lambda each: -each["count"])
