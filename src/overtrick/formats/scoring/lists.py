"""Which ranking lists does a session have? One for each direction, or one for all, in each section as it was played."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Mapping

_DIRECTIONS = {"": "", "NS": "North-South", "EW": "East-West"}


class Entered(NamedTuple):
    """Where a contestant played: the section, and the direction if each direction has a winner ("NS", "EW")."""

    section: str = ""
    direction: str = ""


class RankingList(NamedTuple):
    """One list: its name, its section if each section has a list, and who is in it."""

    name: str
    section: str
    keys: tuple[str, ...]


def ranking_lists(entered: Mapping[str, Entered], *, across: bool) -> list[RankingList]:
    """Put everybody into the lists of the session.

    Sections scored together share their lists if each was played the same way. A section with one winner beside one
    with two has a list of its own.
    """
    directions: dict[str, set[str]] = {}
    for section, direction in entered.values():
        directions.setdefault(section, set()).add(direction)
    alike = len({"" in ways for ways in directions.values()}) == 1
    apart = len(directions) > 1 and not (across and alike)
    lists: dict[Entered, list[str]] = {}
    for way in _DIRECTIONS:
        for key, (section, direction) in entered.items():
            if direction == way:
                lists.setdefault(Entered(section if apart else "", direction), []).append(key)
    order = {section: at for at, section in enumerate(directions)}
    ordered = sorted(lists, key=lambda each: order[each.section]) if apart else list(lists)
    return [RankingList(_name(each), each.section, tuple(lists[each])) for each in ordered]


def _name(each: Entered) -> str:
    return " ".join(filter(None, (f"Section {each.section}" if each.section else "", _DIRECTIONS[each.direction])))
