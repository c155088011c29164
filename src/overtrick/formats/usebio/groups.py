"""Where does the file list who played? Participants and boards, at whatever level a program puts them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.event import Play
from overtrick.formats.usebio.document import Travellers, section_of
from overtrick.formats.usebio.entries import DIRECTIONS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from lxml.etree import _Element as Element

    from overtrick.formats.usebio.document import Document
    from overtrick.formats.usebio.entries import Entry


class Group(NamedTuple):
    """One PARTICIPANTS element, and what stands around it."""

    participants: Element
    container: Element  #: the event, session or section it stands in
    section: str
    session: int  #: 0: of the whole event


def sessions_of(event: Element) -> list[Element]:
    """List the sessions that hold anything; one that holds deals only is none."""
    return [each for each in event.iterchildren("SESSION") if any(child.tag != "HANDSET" for child in each)]


def groups_of(event: Element) -> list[Group]:
    """Find the participants, in the order of the file."""
    sessions = sessions_of(event)
    several = len(sessions) > 1
    found = list(_in(event, 0))
    for number, session in enumerate(sessions, 1):
        found += _in(session, number if several else 0)
    return found


def _in(container: Element, session: int) -> Iterator[Group]:
    for participants in container.iterchildren("PARTICIPANTS"):
        yield Group(participants, container, "", session)
    for number, section in enumerate(container.iterchildren("SECTION"), 1):
        for participants in section.iterchildren("PARTICIPANTS"):
            yield Group(participants, section, (section.get("SECTION_ID") or "").strip() or str(number), session)


def containers(around: Element) -> list[Element]:
    """List what may hold boards, from the outside in: an event or session with its sections; no matches."""
    sections = [*around.iterchildren("SECTION")]
    for session in around.iterchildren("SESSION"):
        sections.append(session)
        sections += session.iterchildren("SECTION")
    return [around, *sections]


class Count:
    """How many boards each contestant of one part of the event played, by the travellers."""

    __slots__ = ("_keys", "_parts", "_twice", "_whole")

    def __init__(self, document: Document, entries: Iterable[Entry], around: Iterable[Element]) -> None:
        """Add up the travellers of these containers, when they are asked for."""
        self._parts = [document.travellers(each) for each in around]
        self._whole: Travellers | None = None
        self._keys = Counter([entry.key for entry in entries])
        self._twice = {key for key, count in self._keys.items() if count > 1}

    @property
    def whole(self) -> Travellers:
        """All travellers together."""
        if self._whole is None:
            self._whole = self._parts[0] if len(self._parts) == 1 else together(self._parts)
        return self._whole

    def of(self, entries: Sequence[Entry], play: Play) -> list[int]:
        """Count the boards of contestants; where a number is given twice, those of its direction.

        The same number twice at a board is a slip of the scorer: nobody plays more boards than there are.
        """
        whole = self.whole
        if play is Play.INDIVIDUAL:
            seats, boards = whole.seats, len(whole.boards)
            return [min(seats[entry.key], boards) for entry in entries]
        ns, ew, twice = whole.ns, whole.ew, self._twice
        if play is Play.TEAMS:
            return [sum(ns[number] + ew[number] for number, _players in entry.partners) // 2 for entry in entries]
        boards = len(whole.boards)
        return [
            min(ns[key] + ew[key], boards)
            if (key := entry.key) not in twice and (key in ns or key in ew)
            else self._of_direction(entry)
            for entry in entries
        ]

    def _of_direction(self, entry: Entry) -> int:
        direction = entry.direction
        if not direction:
            return 0
        lines = self.whole.ns if direction == "NS" else self.whole.ew
        return lines[entry.key] or lines[_without_direction(entry.key)]

    def only_as(self, entry: Entry) -> str:
        """Name the only direction in which a pair sat; empty if it sat both ways or never."""
        ns, ew = self.whole.ns[entry.key], self.whole.ew[entry.key]
        return "NS" if ns and not ew else "EW" if ew and not ns else ""

    def sat_otherwise(self, entry: Entry) -> bool:
        """Say whether a pair sat in the direction that is not its own; a number of two pairs stands for its own."""
        return (self.whole.ew if entry.direction == "NS" else self.whole.ns)[entry.key] > 0

    @property
    def tells(self) -> bool:
        """Say whether there are travellers at all."""
        return bool(self.whole.ns)

    def strangers(self, play: Play) -> list[str]:
        """List the numbers in the travellers that nobody in the list has."""
        whole = self.whole
        used = set(whole.seats) if play is Play.INDIVIDUAL else whole.ns.keys() | whole.ew.keys()
        unknown = used - self._keys.keys()
        if unknown:
            unknown -= {_without_direction(key) for key in self._keys} | {""}
        return sorted(unknown)


def _without_direction(key: str) -> str:
    return key[:-2].strip() if key[-2:].upper() in DIRECTIONS else key


def together(parts: Iterable[Travellers]) -> Travellers:
    """Put the travellers of several places together."""
    whole = Travellers()
    for part in parts:
        whole.boards.update(part.boards)
        whole.held.update(part.held)
        whole.ns.update(part.ns)
        whole.ew.update(part.ew)
        whole.seats.update(part.seats)
    return whole


def usual_round(document: Document) -> int:
    """Say how many boards two opponents usually play against each other; 0 if the travellers do not tell."""
    met: Counter[tuple[str, str, str]] = Counter()

    def take(board: Element) -> None:
        section = section_of(board)
        for line in board.iterchildren("TRAVELLER_LINE"):
            met[section, line.findtext("NS_PAIR_NUMBER") or "", line.findtext("EW_PAIR_NUMBER") or ""] += 1

    document.for_each_board(take)
    often = Counter(count for (_section, ns, ew), count in met.items() if ns and ew)
    return often.most_common(1)[0][0] if often else 0


def boards_in(document: Document) -> int:
    """Count the boards of the file by their numbers, with results or only dealt."""
    return len({(each.text or "").strip() for each in document.root.iter("BOARD_NUMBER")})
