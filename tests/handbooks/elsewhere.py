"""How do an invented handbook and an invented later edition, which live outside the package, come beside the others?"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from overtrick import handbooks
from overtrick.handbooks.edition import Edition, Handbook

OUTSIDE = Path(__file__).parent / "outside"
LATER = Path(__file__).parent / "outside_later"


def bare(folder: Path, title: str = "A handbook") -> Edition:
    """Open an edition whose folder holds nothing but its card."""
    card = f'name = "2030"\ntitle = "{title}"\nfrom = 2030-01-01\n'
    (folder / "edition.toml").write_text(card, encoding="utf-8")
    return Edition(handbooks.get("ebu"), str(folder), "elsewhere")


def later(monkeypatch: pytest.MonkeyPatch, *folders: Path) -> Iterator[Handbook]:
    """Put the invented later edition, and what other folders hold, beside the installed packages, as pip would."""
    for folder in (LATER, *folders):
        monkeypatch.syspath_prepend(str(folder))
    handbooks.get.cache_clear()
    try:
        yield handbooks.get("ebu")
    finally:
        monkeypatch.undo()
        handbooks.get.cache_clear()
        for name in [name for name in sys.modules if name.startswith("ebu_")]:
            del sys.modules[name]


def installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[Handbook]:
    """Put the invented package beside the installed ones, as pip would."""
    monkeypatch.syspath_prepend(str(OUTSIDE))
    handbooks.get.cache_clear()
    try:
        yield handbooks.get("elbonia")
    finally:
        monkeypatch.undo()
        handbooks.get.cache_clear()
        for name in [name for name in sys.modules if name.partition(".")[0] == "elbonia"]:
            del sys.modules[name]
