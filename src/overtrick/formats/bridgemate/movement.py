"""Who was a contestant, and how many boards were they to play? The movement tells one winner from two."""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.event import Schedule
from overtrick.formats.scoring.movements import of_section

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from overtrick.formats.bridgemate.session import Seating, Session

ONE, TWO = 1, 2


class Entrant(NamedTuple):
    """A pair, or a player of an individual: the section, the number, and the direction where each has a winner."""

    section: int
    number: int
    direction: str = ""

    @property
    def key(self) -> str:
        """A word that is nobody else's."""
        return f"{self.section}/{self.number}/{self.direction}"


class WinnersFound(NamedTuple):
    """How many winners a section has, and how that is known."""

    winners: int
    because: str
    there: frozenset[tuple[int, str]] = frozenset()  #: the number and direction of everybody who has a result
    against: str = ""  #: what the movement tells, where the file says otherwise
    is_sure: bool = True  #: the file and the movement agree, as far as both tell


def winners(session: Session, answered: str = "") -> dict[int, WinnersFound]:
    """Tell for each section whether it has one winner or two; an answer counts where the file contradicts itself."""
    seatings: defaultdict[int, list[Seating]] = defaultdict(list)
    for planned in session.planned:
        seatings[planned.seating.section].append(planned.seating)
    for result in session.results:
        seatings[result.seating.section].append(result.seating)
    found = {}
    for number, seated in sorted(seatings.items()):
        said = session.sections[number].winners if number in session.sections else 0
        there = frozenset(
            side
            for result in session.results
            if result.contract and result.seating.section == number
            for side in ((result.seating.ns, "NS"), (result.seating.ew, "EW"))
        )
        if session.individual:
            found[number] = WinnersFound(ONE, "partners change")
            continue
        moved = _by_movement(seated)
        met = {(f"{each.ns} NS", f"{each.ew} EW") for each in seated if each.ns and each.ew}
        if said not in {ONE, TWO}:
            found[number] = moved._replace(there=there)
        elif moved.winners == said or of_section(met, two=True) is None:
            found[number] = WinnersFound(said, "the file says so", there)
        elif answered in {str(ONE), str(TWO)}:
            found[number] = WinnersFound(int(answered), "this was answered", there, is_sure=False)
        else:
            found[number] = WinnersFound(said, "the file says so", there, moved.because, is_sure=False)
    return found


def _by_movement(seatings: Sequence[Seating]) -> WinnersFound:
    ns = {seating.ns for seating in seatings if seating.ns}
    ew = {seating.ew for seating in seatings if seating.ew}
    if not ns & ew:
        return WinnersFound(TWO, "North-South and East-West never change places")
    sits: defaultdict[tuple[int, int], set[str]] = defaultdict(set)
    for seating in seatings:
        sits[seating.round, seating.ns].add("NS")
        sits[seating.round, seating.ew].add("EW")
    if any(len(directions) == TWO for (_round, number), directions in sits.items() if number):
        return WinnersFound(TWO, "a number sits North-South and East-West in the same round, so two pairs have it")
    return WinnersFound(ONE, "pairs sit North-South in one round and East-West in another")


def present(seating: Seating, session: Session, found: Mapping[int, WinnersFound]) -> tuple[tuple[Entrant, ...], ...]:
    """Name those who are at a table, North-South and East-West; a side that is missing has nobody."""
    section = seating.section
    missing = {0} | ({session.sections[section].missing} if section in session.sections else set())
    if session.individual:
        four = ((seating.ns, seating.south), (seating.ew, seating.west))
        return tuple(tuple(Entrant(section, number) for number in side) if all(side) else () for side in four)
    two = section in found and found[section].winners == TWO
    # Where each direction counts from one, the missing pair is that of the direction without a result.
    there = found[section].there if two else frozenset()
    sides = ((seating.ns, "NS"), (seating.ew, "EW"))
    return tuple(
        ()
        if number in missing and (not number or (number, way) not in there)
        else (Entrant(section, number, way if two else ""),)
        for number, way in sides
    )


def entrants(seating: Seating, session: Session, found: Mapping[int, WinnersFound]) -> tuple[tuple[Entrant, ...], ...]:
    """Name both sides at a table; nobody at all where one side is missing and the other sits out."""
    sides = present(seating, session, found)
    return sides if all(sides) else ()


def schedule(session: Session, found: Mapping[int, WinnersFound]) -> Schedule:
    """Count the boards of the movement; where the file has no movement, those that were sent in."""
    boards: Counter[Entrant] = Counter()
    seen: set[int] = set()
    rounds: dict[tuple[int, int], int] = {}
    for planned in session.planned:
        sides = entrants(planned.seating, session, found)
        turn = planned.seating.section, planned.seating.round
        rounds[turn] = max(rounds.get(turn, 0), len(planned.boards))
        if sides:
            seen.update(planned.boards)
        for side in sides:
            for entrant in side:
                boards[entrant] += len(planned.boards)
    if not any(boards.values()):
        boards.clear()
        seen = {result.board for result in session.results}
        for result in session.results:
            boards.update(entrant for side in entrants(result.seating, session, found) for entrant in side)
    most, least = max(boards.values(), default=0), min(boards.values(), default=0)
    with_sit_outs: Counter[int] = Counter()
    for (section, _round), count in rounds.items():
        with_sit_outs[section] += count
    all_rounds = max(with_sit_outs.values(), default=0)
    return Schedule(
        most,
        least=least if least < most else None,
        in_play=len(seen) or None,
        with_sit_outs=all_rounds if least < all_rounds else None,
    )
