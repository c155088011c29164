"""Did the pairs change places? What the boards tell of each section, set beside what the head of the file says."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.event import Movement
from overtrick.formats.scoring.movements import ENOUGH, of_section
from overtrick.formats.usebio.groups import containers, together

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from overtrick.engine.event import Field, Stage
    from overtrick.formats.usebio.document import Document
    from overtrick.formats.usebio.entries import Entry
    from overtrick.formats.usebio.findings import Findings
    from overtrick.formats.usebio.header import Header

ONE, TWO = 1, 2
_SHOWN = 6


class Sides(NamedTuple):
    """How many winners a section must have by its boards, and how its pairs moved."""

    winners: int
    movement: Movement | None


def by_section(document: Document, entries: Iterable[Entry], told: int) -> dict[str, Sides]:
    """Tell of each section how its pairs sat; empty if the boards of one do not tell.

    ``told``: the winners by the head of the file, which a few boards are enough to confirm.
    """
    groups: dict[int, list[Entry]] = {}
    for entry in entries:
        groups.setdefault(id(entry.container), []).append(entry)
    found: dict[str, Sides] = {}
    for members in groups.values():
        sides = _sides(document, members, told)
        if sides is None:
            return {}
        found[members[0].section] = sides
    return found if len(found) == len(groups) else {}


def _sides(document: Document, members: Sequence[Entry], told: int) -> Sides | None:
    """Look whether nobody in a section ever changed places, or half of the pairs did; a slip or two tell nothing."""
    around = containers(members[0].container)
    parts = [document.travellers(each) for each in around]
    whole = parts[0] if len(parts) == 1 else together(parts)
    keys = Counter(entry.key for entry in members)
    if any(count > 1 for count in keys.values()):  # a pair of each direction has the number
        ways = {(entry.key, entry.direction) for entry in members}
        return Sides(TWO, Movement.MITCHELL) if whole.ns and len(ways) == len(members) else None
    both = sum(whole.ns[key] > 0 and whole.ew[key] > 0 for key in keys)
    if not both and told == TWO and whole.ns and whole.ew:
        return Sides(TWO, Movement.MITCHELL)
    met = {met for each in parts for met in each.met}
    if TWO * both >= len(keys) > 0:
        return Sides(ONE, of_section(met, two=False))
    enough = not both and len(met) >= ENOUGH * max(len(whole.ns), len(whole.ew), 1)
    return Sides(TWO, Movement.MITCHELL) if enough else None


def weigh(told: int, found: Mapping[str, Sides], header: Header, findings: Findings) -> int:
    """Set the head of the file against its boards: where they differ it is asked, the boards are taken meanwhile."""
    two = [section for section, sides in found.items() if sides.winners == TWO]
    by_boards = TWO if two else ONE
    if len(found) == len(two) and not told:
        return told
    if found and told and told != by_boards:
        line = header.get("WINNER_TYPE").line
        where = _where(two) if len(two) < len(found) else ""
        never = f"no pair{where} ever changes places between North-South and East-West"
        changed = "the pairs sit North-South on some boards and East-West on others"
        because = f"<WINNER_TYPE>{told}, line {line}, but {never if two else changed}"
        asks = "How many winners did each section have? The file contradicts itself."
        findings.ask("winners-contradicted", "winners", asks, (str(ONE), str(TWO)), str(by_boards), because)
    one = [section for section in found if section not in two]
    if one and two:
        where, have = ("Sections", "have") if len(one) > 1 else ("Section", "has")
        says = f"{where} {_named(one)} {have} one winner, because pairs changed places there; the others have two."
        findings.note("winners-taken", header.line, says)
    return by_boards if found else told


def _where(sections: Sequence[str]) -> str:
    return f" of section{'s' if len(sections) > 1 else ''} {_named(sections)}"


def _named(sections: Sequence[str]) -> str:
    return ", ".join(sections[:_SHOWN]) + (" …" if len(sections) > _SHOWN else "")


def ranked_together(winners: int, found: Mapping[str, Sides]) -> frozenset[str]:
    """Name the sections with one winner beside others with two."""
    return frozenset(name for name, sides in found.items() if winners == TWO and sides.winners == ONE)


def with_movement(stage: Stage, found: Mapping[str, Sides]) -> Stage:
    """Tell how the pairs moved where their lists are those that the boards tell."""
    movements = {name: sides.movement for name, sides in found.items()}
    if not found or stage.winners != max(sides.winners for sides in found.values()):
        return stage
    if len(set(movements.values())) == 1:
        return stage._replace(movement=next(iter(movements.values())))
    return stage._replace(fields=tuple(_moved(field, movements) for field in stage.fields))


def _moved(field: Field, movements: Mapping[str, Movement | None]) -> Field:
    inside = {movements.get(field.section or each.section) for each in field.contestants}
    return field._replace(movement=inside.pop()) if len(inside) == 1 else field
