"""How is a USEBIO file held? Its tree, and what the travellers of each section or match add up to.

A file of usual size is one tree. A large one is read in parts: each board is counted when it ends and then forgotten,
so that what stays is small. Both ways give the same figures. Travellers are most of a file, so they are gone through
by the XML library and not line by line.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from lxml import etree

from overtrick.formats import untrusted_xml
from overtrick.formats.usebio.figures import number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from decimal import Decimal

    from lxml.etree import _Element as Element

    from overtrick.formats.untrusted_xml import Parsed
    from overtrick.formats.usebio.findings import Findings

#: Files above this many bytes are read in parts.
LARGE = 8 * 1024 * 1024

_PARTS = ("BOARD", "HANDSET")


class _Ways:
    """The ways from a board, or from what holds boards, to what is counted."""

    __slots__ = ("boards", "ew", "held", "ns", "seats")

    def __init__(self, boards: str) -> None:
        def way(path: str) -> etree.XPath:
            return etree.XPath(path, smart_strings=False)

        self.ns = way(f"{boards}/TRAVELLER_LINE/NS_PAIR_NUMBER/text()")
        self.ew = way(f"{boards}/TRAVELLER_LINE/EW_PAIR_NUMBER/text()")
        seats = " or ".join(f"self::{seat}_PLAYER_NUMBER" for seat in "NSEW")
        self.seats = way(f"{boards}/TRAVELLER_LINE/*[{seats}]/text()")
        self.held = way(f"{boards}[TRAVELLER_LINE][1]/TRAVELLER_LINE[1]/*")
        self.boards = way(f"{boards}[TRAVELLER_LINE]/BOARD_NUMBER/text()")


_FROM_BOARD, _FROM_AROUND = _Ways("self::*"), _Ways("BOARD")


class Travellers:
    """What the boards of one section, session or match tell: who played how many, and by what they are scored."""

    __slots__ = ("_around", "_boards", "_ew", "_held", "_lines", "_met", "_ns", "_seats", "imps", "points")

    def __init__(self, around: Element | None = None) -> None:
        """Count the boards of a tree when they are asked for; without one, boards are added as they come."""
        self._around = around
        self._boards: set[str] | None = None
        self._ns: Counter[str] | None = None
        self._ew: Counter[str] | None = None
        self._seats: Counter[str] | None = None
        self._held: set[str] | None = None
        self._lines: tuple[list[str], list[str]] | None = None
        self._met: set[tuple[str, str]] = set()  #: of the boards that were added
        self.imps: Decimal | None = None  #: of a match, for the team named first
        self.points: tuple[Decimal, Decimal] | None = None  #: likewise, by the board

    @property
    def boards(self) -> set[str]:
        """The numbers of the boards with results."""
        if self._boards is None:
            self._boards = (
                set() if self._around is None else {each.strip() for each in _FROM_AROUND.boards(self._around)}
            )
        return self._boards

    @property
    def ns(self) -> Counter[str]:
        """How often each pair sat North-South."""
        if self._ns is None:
            self._ns = _count_keys(self._sat[0])
        return self._ns

    @property
    def ew(self) -> Counter[str]:
        """How often each pair sat East-West."""
        if self._ew is None:
            self._ew = _count_keys(self._sat[1])
        return self._ew

    @property
    def _sat(self) -> tuple[list[str], list[str]]:
        """The pairs of each line, North-South and East-West, of the boards that stand directly in a container."""
        if self._lines is None:
            around = self._around
            if around is None or next(around.iterchildren("BOARD"), None) is None:
                self._lines = [], []
            else:
                self._lines = _FROM_AROUND.ns(around), _FROM_AROUND.ew(around)
        return self._lines

    @property
    def seats(self) -> Counter[str]:
        """How often each player of an individual sat down."""
        if self._seats is None:
            around = self._around if "N_PLAYER_NUMBER" in self.held else None
            self._seats = Counter() if around is None else _count_keys(_FROM_AROUND.seats(around))
        return self._seats

    @property
    def held(self) -> set[str]:
        """The names of what a line holds, as "NS_MATCH_POINTS"."""
        if self._held is None:
            self._held = set() if self._around is None else {each.tag for each in _FROM_AROUND.held(self._around)}
        return self._held

    @property
    def met(self) -> set[tuple[str, str]]:
        """Which pairs met each other; none where a line names one of them only."""
        ns, ew = self._sat
        met = self._met | set(zip(ns, ew, strict=True)) if len(ns) == len(ew) else set()
        return met if all(key == key.strip() for key in {*ns, *ew}) else {(ns.strip(), ew.strip()) for ns, ew in met}

    def add(self, board: Element) -> None:
        """Count one board; a deal without results is none."""
        held = _FROM_BOARD.held(board)
        if not held:
            return
        if not self.held:
            self.held.update([each.tag for each in held])
        self.boards.update([each.strip() for each in _FROM_BOARD.boards(board)])
        ns, ew = _FROM_BOARD.ns(board), _FROM_BOARD.ew(board)
        self.ns.update(_count_keys(ns))
        self.ew.update(_count_keys(ew))
        self._met.update(zip(ns, ew, strict=False))
        if "N_PLAYER_NUMBER" in self.held:
            self.seats.update(_count_keys(_FROM_BOARD.seats(board)))
        self.score(board)

    def score(self, board: Element) -> None:
        """Add what a board is worth in a match."""
        imps = number(board.findtext("IMPS"))
        if imps is not None:
            self.imps = imps if self.imps is None else self.imps + imps
        own, other = number(board.findtext("TEAM_POINTS")), number(board.findtext("OPPOSING_TEAM_POINTS"))
        if own is not None and other is not None:
            before = self.points or (0, 0)
            self.points = before[0] + own, before[1] + other

    def add_scores(self) -> None:
        """Add up what the boards of a match are worth, where the tree still holds them."""
        if self._around is not None and self.imps is None and self.points is None:
            for board in self._around.iterchildren("BOARD"):
                self.score(board)


class Document:
    """A USEBIO file."""

    __slots__ = ("_content", "_counted", "_large", "encoding", "root")

    def __init__(self, parsed: Parsed, content: bytes, counted: dict[Element, Travellers] | None) -> None:
        """Keep the tree; the boards are counted already if it was read in parts."""
        self.root = parsed.root
        self.encoding = parsed.encoding
        self._content = content
        self._large = counted is not None
        self._counted = {} if counted is None else counted

    def travellers(self, container: Element) -> Travellers:
        """Add up the boards that stand directly in a section, session, match or event."""
        found = self._counted.get(container)
        if found is None:
            found = self._counted[container] = Travellers(None if self._large else container)
        return found

    def for_each_board(self, take: Callable[[Element], None]) -> None:
        """Go through all boards with results once more."""

        def hand_over(board: Element) -> None:
            if child(board, "TRAVELLER_LINE") is not None:
                take(board)

        if self._large:
            untrusted_xml.parse_in_parts(self._content, lambda *_fault: None, None, ("BOARD",), hand_over)
            return
        for board in self.root.iter("BOARD"):
            hand_over(board)


def load(content: bytes, findings: Findings, large: int | None = None) -> Document | None:
    """Read the bytes; None if they cannot be read, and then a problem says why."""
    if len(content) <= (LARGE if large is None else large):
        parsed = untrusted_xml.parse(content, findings.report, findings.note)
        return None if parsed is None else Document(parsed, content, None)
    counted: dict[Element, Travellers] = {}

    def take(part: Element) -> None:
        parent = part.getparent()
        if part.tag == "BOARD" and parent is not None:
            if parent not in counted:
                counted[parent] = Travellers()
            counted[parent].add(part)

    parsed = untrusted_xml.parse_in_parts(content, findings.report, findings.note, _PARTS, take)
    return None if parsed is None else Document(parsed, content, counted)


def child(element: Element, tag: str) -> Element | None:
    """Find the first child of a name: what ``find`` does, without its language of paths, in a tenth of the time."""
    return next(element.iterchildren(tag), None)


def section_of(element: Element) -> str:
    """Name the section an element stands in; empty if there are none."""
    for around in element.iterancestors("SECTION"):
        return (around.get("SECTION_ID") or "").strip()
    return ""


def session_of(element: Element) -> int:
    """Number the session an element stands in, by the order of the file; 0 if there are none."""
    for around in element.iterancestors("SESSION"):
        return 1 + sum(1 for _before in around.itersiblings("SESSION", preceding=True))
    return 0


def _count_keys(keys: Iterable[str]) -> Counter[str]:
    """Count keys as they are meant, without blanks around them."""
    counted = Counter(keys)
    if any(key != key.strip() for key in counted):
        plain: Counter[str] = Counter()
        for key, count in counted.items():
            plain[key.strip()] += count
        return plain
    return counted
