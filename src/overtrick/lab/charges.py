"""What charges and quotas would become, organiser by organiser: a file beside a run.

``recharge`` works it out with the office's book. A report reads the file and needs no register.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any, NamedTuple

FILE = "charges.json"


class Sum(NamedTuple):
    """What an organiser's events are charged for one thing, before and after."""

    organiser: str
    charge: str
    words: str
    basis: str
    before: Fraction  #: how many of the basis
    after: Fraction
    cost_before: Fraction | None  #: in the smallest unit of money; None: no amount is entered
    cost_after: Fraction | None


class QuotaChange(NamedTuple):
    """A quota that is another under the proposal."""

    organiser: str
    what: str
    before: int | None  #: None: the results do not tell
    after: int | None
    used: int
    used_after: int


class Charges(NamedTuple):
    """What became of charges and quotas."""

    sign: str  #: of the currency
    events: int  #: that were charged twice
    left_out: int  #: that one of the two sets of rules could not work out
    sums: tuple[Sum, ...]
    organisers: int  #: whose quotas were looked at
    quotas: tuple[QuotaChange, ...]
    why_not: str = ""  #: why nothing was worked out


def keep(found: Charges, folder: Path, key: str) -> None:
    """Write what was worked out for a question beside its run; the file is there when all of it is."""
    written = json.dumps({"key": key, **_plain(found)}, indent=1)
    aside = folder / f".{FILE}.part"
    aside.write_text(written, encoding="utf-8")
    aside.replace(folder / FILE)


def _plain(found: Charges) -> dict[str, object]:
    sums = [[str(cell) if isinstance(cell, Fraction) else cell for cell in each] for each in found.sums]
    return {**found._asdict(), "sums": sums, "quotas": [list(each) for each in found.quotas]}


def read(folder: Path, key: str) -> Charges | None:
    """Read what was worked out for a run; None: nothing was, or for another question."""
    try:
        data: Mapping[str, Any] = json.loads((folder / FILE).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
    if data["key"] != key:
        return None
    sums = tuple(
        Sum(*each[:4], *(None if cell is None else Fraction(cell) for cell in each[4:])) for each in data["sums"]
    )
    quotas = tuple(QuotaChange(*each) for each in data["quotas"])
    counts = (data["sign"], data["events"], data["left_out"], sums, data["organisers"], quotas)
    return Charges(*counts, data["why_not"])
