"""What is each contestant called? The players' names, or the team's; no two alike in one event."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from overtrick.engine.event import Play
from overtrick.formats.usebio.entries import identity

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.formats.usebio.entries import Entry

_WHAT = {Play.PAIRS: "Pair", Play.TEAMS: "Team", Play.INDIVIDUAL: "Player"}


def names_of(entries: Sequence[Entry], play: Play) -> list[str]:
    """Name every contestant; the same players in another session have the same name, others add their number."""
    usual = [_usual(entry, play) for entry in entries]
    if len(set(usual)) == len(usual) and len({entry.session for entry in entries}) == 1:
        return usual
    alike = Counter((entry.session, name) for entry, name in zip(entries, usual, strict=True))
    given: dict[tuple[str, ...], str] = {}
    taken: set[tuple[int, str]] = set()
    names: list[str] = []
    for entry, name in zip(entries, usual, strict=True):
        who = _identity(entry, play)
        known = given.get(who, "")
        if not known or (entry.session, known) in taken:
            known = name if alike[entry.session, name] == 1 else f"{name} ({entry.key or entry.line})"
            if (entry.session, known) in taken:
                known = f"{name} ({' '.join(filter(None, (entry.section, entry.key, entry.value('DIRECTION'))))})"
            if (entry.session, known) in taken:
                known = f"{name} (line {entry.line}, {len(taken)})"
            given.setdefault(who, known)
        taken.add((entry.session, known))
        names.append(known)
    return names


def _usual(entry: Entry, play: Play) -> str:
    if play is Play.TEAMS:
        named = (entry.element.get("TEAM_NAME") or "").strip() or entry.value("TEAM_NAME")
        return named or f"Team {entry.key}"
    names = [player.name for player in entry.players if not player.substitute]
    return " & ".join(names) or f"{_WHAT[play]} {entry.key}"


def _identity(entry: Entry, play: Play) -> tuple[str, ...]:
    """Know a contestant again in another session: a team by its number, others by who they are."""
    if play is Play.TEAMS or not entry.players:
        return (entry.key,)
    return tuple(sorted(identity(player) for player in entry.players))
