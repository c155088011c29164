"""The cases of ``money.yaml``: facts, and what must be charged for them to the cent."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from overtrick import handbooks
from overtrick.handbooks import money
from overtrick.handbooks.edition import Book
from overtrick.handbooks.money import Due, Rate, Tariff

FILE = Path(__file__).with_name("money.yaml")
OFFICE = "office"


class Vector(NamedTuple):
    """One case."""

    id: str
    handbook: str  #: "abf"; "office": no handbook says it
    day: date
    kind: str
    clauses: tuple[str, ...]
    given: dict[str, Any]
    expect: dict[str, Any]
    tariff: str
    settings: dict[str, str]

    def __str__(self) -> str:
        return self.id

    @property
    def book(self) -> Book:
        return handbooks.get(self.handbook).edition(self.day).book(self.day, self.settings or None)

    @property
    def rules(self) -> money.Rules:
        return money.of(self.book.edition)

    @property
    def amounts(self) -> Tariff | None:
        """The tariff that the case names, or the one that is printed."""
        return tariff(self.tariff) if self.tariff else self.rules.printed(self.book)

    def given_day(self, name: str) -> date:
        return date.fromisoformat(self.given[name])


@cache
def _file() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load(FILE.read_text(encoding="utf-8"))
    return found


def vectors(handbook: str, *kinds: str) -> list[Vector]:
    """Give the cases of a handbook, all or those of some kinds."""
    found = [_vector(each) for each in _file()["vectors"]]
    chosen = [each for each in found if each.handbook == handbook and (not kinds or each.kind in kinds)]
    assert chosen
    return chosen


def _vector(written: dict[str, Any]) -> Vector:
    return Vector(
        written["id"],
        written["handbook"].partition("-")[0],
        date.fromisoformat(written["day"]),
        written["kind"],
        tuple(written["clauses"]),
        written["given"],
        written["expect"],
        written.get("tariff") or "",
        written.get("settings", {}),
    )


def tariff(name: str) -> Tariff:
    """Give a tariff of the file."""
    written = _file()["tariffs"][name]
    listed = written.get("pence") or written["cents"]
    source = written["source"]
    rates = {charge: Rate(charge, amount, "", source=source) for charge, amount in listed.items()}
    return Tariff(date.fromisoformat(written["begins"]), rates, source)


def tax_rate(name: str) -> str:
    """Give the rate of tax that a tariff of the file has."""
    return str(_file()["tariffs"][name]["tax_rate"])


def minor(written: str) -> int:
    """Read an amount in the smallest unit."""
    return int(Decimal(written) * 100)


def shown(amount: int) -> str:
    """Write an amount as the file does."""
    return str(Decimal(amount).scaleb(-2).quantize(Decimal("0.01")))


def total(dues: tuple[Due, ...]) -> str:
    """Add up what a document with these charges would say, a line for each charge."""
    return shown(sum(lines(dues).values()))


def lines(dues: tuple[Due, ...]) -> dict[str, int]:
    """Make lines of charges: one for each row of the price list."""
    listed: dict[str, list[Due]] = {}
    for each in dues:
        assert each.amount is not None
        listed.setdefault(each.charge, []).append(each)
    return {charge: money.line(each.amount or 0 for each in own) for charge, own in listed.items()}
