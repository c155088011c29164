"""Which federation does a file come from? What the files of its clubs tell.

By what its files are known, a federation says under ``[files]`` in its ``handbook.toml``. Federations that have no
handbook here stand in ``others.toml``.
"""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING, Any

from overtrick.handbooks import edition as editions
from overtrick.handbooks import exchange, installed, toml_files
from overtrick.handbooks.tables import BadTable

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from overtrick.handbooks.edition import Handbook

_KEYS = {"programs", "charge_codes", "credits_to"}


def of_program(name: str) -> str:
    """Name the handbook of the clubs that use a scoring program; empty where it does not tell."""
    written = name.lower().replace(" ", "")
    return next((handbook for begins, handbook in _programs().items() if written.startswith(begins)), "")


def with_charge_codes() -> str:
    """Name the handbook in whose files events have charge codes; empty where it is not one."""
    return _only(each.name for each in _handbooks() if each.files.get("charge_codes"))


def with_credit_files() -> str:
    """Name the handbook whose federation takes credit files; empty where it is not one."""
    return _only(each.name for each in _handbooks() if takes_credit_files(each))


def takes_credit_files(handbook: Handbook) -> bool:
    """Say whether the federation takes points in credit files: a line of digits for each player."""
    return bool(handbook.files.get("credits_to"))


def number_fits(handbook: str, number: str) -> bool:
    """Say whether a number may be one of the federation's members; any may, where the handbook is not known."""
    return not handbook or exchange.of(editions.get(handbook).latest).number.looks_right(number)


def colour_of(word: str, handbook: str) -> str:
    """Name the points of a handbook that its results files call by this word; empty where that is not known."""
    return (handbook and exchange.of(editions.get(handbook).latest).colour(word)) or ""


@cache
def initials() -> frozenset[str]:
    """Give the short names of federations, as they stand in the headings of lists: "xyz no"."""
    others = (short for each in _others() for short in each["initials"])
    return frozenset((*editions.names(), *others))


def whose_points(colours: Collection[str]) -> str:
    """Name the federation without a handbook here that alone has points of these kinds; empty where there is none."""
    wanted = set(colours)
    return next((each["name"] for each in _others() if wanted and wanted <= set(each.get("points", ()))), "")


def example() -> str:
    """Name the handbook that the demonstration takes unless another is chosen."""
    return next((each.name for each in _handbooks() if each.example), editions.names()[0])


@cache
def _programs() -> dict[str, str]:
    return {begins: each.name for each in _handbooks() for begins in each.files.get("programs", ())}


@cache
def _handbooks() -> tuple[Handbook, ...]:
    found = tuple(map(editions.get, editions.names()))
    for each in found:
        for key in sorted(each.files.keys() - _KEYS):
            message = f"[files] of {each.name} has the unknown key {key!r}; known are {', '.join(sorted(_KEYS))}"
            raise BadTable("handbook", message)
    return found


@cache
def _others() -> list[dict[str, Any]]:
    file = os.path.join(installed.folder(__package__), "others.toml")
    found: list[dict[str, Any]] = toml_files.load(file)["federation"]
    return found


def _only(found: Iterator[str]) -> str:
    listed = list(found)
    return listed[0] if len(listed) == 1 else ""
