"""Change the program in one place at a time and see whether a test notices: ``make mutants SEED=1 COUNT=100``.

The checkout stays as it is; the changes are made in a copy. What no test noticed is printed: it wants a test, or it is
a line that nobody needs, or it alters nothing and belongs in ``equivalent.toml``.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from pathlib import Path

from tests.mutants.areas import AREAS, Area
from tests.mutants.changes import Change
from tests.mutants.copy import Copy
from tests.mutants.drawing import drawn
from tests.mutants.equivalent import equivalents
from tests.mutants.trial import Found, tried
from tests.suite.call_map import freshen
from tests.suite.reach import Reach

_ROOT = Path(__file__).parents[2]


def main() -> int:
    """Draw, try, tell."""
    given = _given()
    set_aside = equivalents()
    chosen = [
        (area, change)
        for area, change in drawn(_ROOT, given.seed, given.count)
        if given.only in change.file and change.key(_text(change)) not in set_aside
    ]
    all_found: list[tuple[Area, Found]] = []
    reach = Reach(freshen(_ROOT))
    with tempfile.TemporaryDirectory(prefix="overtrick-mutants-") as folder:
        copy = Copy(_ROOT, Path(folder))
        until = time.monotonic() + 60 * given.minutes
        for number, (area, change) in enumerate(chosen, start=1):
            if time.monotonic() > until:
                _say(f"The time is over; {len(chosen) - number + 1} changes were not tried.")
                break
            found = tried(copy, change, reach.tests(change.file, change.function))
            all_found.append((area, found))
            _say(f"{number:4} of {len(chosen)}  {found.verdict}  {_told(found)}")
    _report(all_found, given.count - len(chosen) if not given.only else 0)
    return 0 if all(found.noticed for _, found in all_found) else 1


def _given() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make mutants", description=__doc__)
    parser.add_argument("--seed", type=int, default=1, help="draws the changes; the same seed draws the same ones")
    parser.add_argument("--count", type=int, default=100, help="so many changes")
    parser.add_argument("--minutes", type=float, default=30, help="begin no further change after so many minutes")
    parser.add_argument("--only", default="", help="of those drawn, only the changes in files whose path holds this")
    return parser.parse_args()


def _text(change: Change) -> str:
    return (_ROOT / change.file).read_text(encoding="utf-8")


def _told(found: Found) -> str:
    change = found.change
    what = f"{change.kind}: {change.key(_text(change)).change}"
    return f"{change.file}:{change.line}  {what}  ({found.tried} of {found.tests} tests)"


def _report(all_found: list[tuple[Area, Found]], set_aside: int) -> None:
    survived = [found for _, found in all_found if not found.noticed]
    if survived:
        _say("\nNobody noticed:")
        for found in survived:
            file, line, told = found.change.key(_text(found.change))
            _say(f"  {file}:{found.change.line}  {found.change.kind}, {found.verdict}\n    {line}\n    {told}")
    _say("")
    for area in AREAS:
        of_area = [found for each, found in all_found if each == area]
        if of_area:
            _say(f"{area.name:12} {sum(found.noticed for found in of_area):4} of {len(of_area)} noticed")
    if all_found:
        noticed = len(all_found) - len(survived)
        _say(f"together     {noticed:4} of {len(all_found)} noticed, {100 * noticed / len(all_found):.1f} %")
    _say(f"set aside    {set_aside:4} that alter nothing (tests/mutants/equivalent.toml)")


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - a command tells what it finds


if __name__ == "__main__":
    sys.exit(main())
