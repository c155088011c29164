"""Writes what uses each rule of an edition, and the counts in the README: ``make clauses``."""

from __future__ import annotations

from pathlib import Path

import overtrick
from overtrick.handbooks import edition as editions
from overtrick.handbooks import reach

for _name in editions.names():
    for _edition in editions.get(_name).editions:
        reach.write(_edition)
reach.reached.cache_clear()
_readme = Path(overtrick.__file__).parents[2] / "README.md"
if _readme.is_file():
    _readme.write_text(reach.with_counts(_readme.read_text(encoding="utf-8")), encoding="utf-8")
