"""How does the invented handbook that lives outside the package come beside the others?"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from overtrick import handbooks
from overtrick.handbooks.edition import Handbook

OUTSIDE = Path(__file__).parent / "outside"


def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Handbook]:
    """Put the invented package beside the installed ones, as pip would."""
    monkeypatch.syspath_prepend(str(OUTSIDE))
    handbooks.get.cache_clear()
    yield handbooks.get("elbonia")
    handbooks.get.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "elbonia"]:
        del sys.modules[name]
