"""Who won which match, if teams are listed with their boards and without matches? Two results on a board tell."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

from overtrick.formats.usebio.document import Travellers
from overtrick.formats.usebio.matches import Matches, Meeting, together

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml.etree import _Element as Element

    from overtrick.formats.usebio.document import Document
    from overtrick.formats.usebio.entries import Entry
    from overtrick.formats.usebio.findings import Findings

_SCORE = re.compile(r"[+-]?[0-9]{1,5}")
_TABLES = 2


class _Match:
    """Two teams, and what the boards they played against each other add up to."""

    __slots__ = ("imps", "line", "travellers")

    def __init__(self, line: int) -> None:
        self.line = line
        self.imps = 0
        self.travellers = Travellers()


def read_board_matches(entries: Sequence[Entry], document: Document, findings: Findings) -> Matches:
    """Put the lines of two teams together: on each board they meet at two tables, and the difference is IMPs."""
    from overtrick.formats.scoring.imps import imps  # noqa: PLC0415 - most files list their matches

    team_of = {key: entry for entry in entries for key in (entry.key, *(pair for pair, _players in entry.partners))}
    found: dict[tuple[str, str], _Match] = {}

    def take(board: Element) -> None:
        tables: dict[tuple[str, str], list[int]] = {}
        for line in board.iterchildren("TRAVELLER_LINE"):
            ns, ew = (team_of.get((line.findtext(tag) or "").strip()) for tag in ("NS_PAIR_NUMBER", "EW_PAIR_NUMBER"))
            score = (line.findtext("SCORE") or "").strip()
            if ns is None or ew is None or ns.key == ew.key or not _SCORE.fullmatch(score):
                continue
            first, second = sorted((ns.key, ew.key))
            sign = 1 if ns.key == first else -1
            tables.setdefault((first, second), []).append(sign * int(score))
            match = found.setdefault((first, second), _Match(board.sourceline or 0))
            match.travellers.ns.update([(line.findtext("NS_PAIR_NUMBER") or "").strip()])
            match.travellers.ew.update([(line.findtext("EW_PAIR_NUMBER") or "").strip()])
        for both, scores in tables.items():
            if len(scores) == _TABLES:
                found[both].imps += imps(sum(scores))
                found[both].travellers.boards.add((board.findtext("BOARD_NUMBER") or "").strip())

    document.for_each_board(take)
    by_key = {entry.key: entry for entry in entries}
    meetings = [
        Meeting("", (by_key[first], by_key[second]), len(match.travellers.boards), (Decimal(match.imps), Decimal(0)),
                match.travellers, match.line)
        for (first, second), match in found.items()
        if match.travellers.boards
    ]  # fmt: skip
    if meetings:
        says = "The file lists no matches; we put them together from the boards, two results of two teams each."
        findings.note("matches-put-together", meetings[0].line, says)
    return together(meetings)
