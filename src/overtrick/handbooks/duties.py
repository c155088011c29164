"""What has an office to do over its year? Duties of people, made of the clauses that belong to each.

``duties.toml`` beside this file lists them once for all handbooks, with the pages and commands by which each is done.
Which clauses belong to a duty stands in the clause list of an edition. A duty that no clause of a handbook belongs to
does not exist for its federation.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from overtrick.handbooks import toml_files

if TYPE_CHECKING:
    from collections.abc import Mapping

_FILE = f"{__file__.removesuffix('.py')}.toml"
#: What is typed in a terminal; everything else is an address.
COMMAND = "overtrick "


class Audience(StrEnum):
    """Who does it."""

    PLAYER = "player"
    CLUB = "club"
    REGION = "region"
    OFFICE = "office"


class Duty(NamedTuple):
    """Something that has to be done, whose it is, when, and where it is done."""

    number: str  #: "D01"
    part: str
    title: str
    audiences: tuple[Audience, ...]
    when: str
    at: tuple[str, ...]  #: addresses and commands; none: it cannot be done here yet

    @property
    def done_at(self) -> str:
        """Say where it is done, in a line."""
        return " and ".join(each if each.startswith(COMMAND) else f"page {each}" for each in self.at)


@lru_cache
def duties() -> Mapping[str, Duty]:
    """List the duties by number."""
    found = (
        Duty(
            each["number"],
            part["title"],
            each["title"],
            tuple(map(Audience, each["for"])),
            each["when"],
            tuple(each["at"]),
        )
        for part in toml_files.load(_FILE)["part"]
        for each in part["duty"]
    )
    return {each.number: each for each in found}
