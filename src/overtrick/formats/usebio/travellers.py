"""Who came where, if the file has neither places nor scores? The results on the boards tell."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING

from overtrick.engine.event import Play
from overtrick.formats.usebio.document import section_of, session_of
from overtrick.formats.usebio.places import Worked, standing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml.etree import _Element as Element

    from overtrick.formats.scoring import IndividualLine, Method, TravellerLine
    from overtrick.formats.usebio.document import Document
    from overtrick.formats.usebio.entries import Entry

_SCORE = re.compile(r"[+-]?[0-9]{1,5}")
_BOARD = re.compile(r"[1-9][0-9]{0,3}")
_NOT_PLAYED = ("", "NP", "NOT PLAYED", "-")
_ADJUSTED = re.compile(r"A([0-9]{2})([0-9]{2})", re.IGNORECASE)


class Scorer:
    """Works places out of the travellers of a file, once somebody needs them."""

    __slots__ = ("_document", "_play", "_scoring", "_shared")

    def __init__(self, document: Document, entries: Sequence[Entry], play: Play, scoring: str) -> None:
        """Know the file, everybody in it and how it is scored."""
        self._document = document
        same = Counter([(each.session, each.section, each.key) for each in entries])
        self._shared = {number for number, count in same.items() if count > 1}  #: by a pair of each direction
        self._play = play
        self._scoring = scoring

    def places(self, entries: Sequence[Entry]) -> Worked | None:
        """Give the place of each, and by which method; None if the travellers do not tell."""
        from overtrick.formats import scoring  # noqa: PLC0415 - most files tell the places

        method = {**scoring.METHODS, "point-a-board": scoring.Method.POINT_A_BOARD}.get(self._scoring)
        if self._play is Play.TEAMS or method is None:
            return None
        within = entries[0].session
        twice = {(section, key) for session, section, key in self._shared if session == within}
        session = session_of(entries[0].element) if within else 0
        scores, unread = self._scores(twice, method, session)
        found = [
            scores.get(_name(entry.section, entry.key, entry.direction if (entry.section, entry.key) in twice else ""))
            for entry in entries
        ]
        known = [-each for each in found if each is not None]
        if len(known) < len(found):
            return None
        return Worked(standing(known), f"the results on the boards, by {method}", unread)

    def _scores(
        self, twice: set[tuple[str, str]], method: Method, only: int
    ) -> tuple[dict[str, Fraction], list[tuple[int, str]]]:
        """Score the boards of one session, or of all, as one field; with it, the results that cannot be read.

        ``twice`` are numbers that a pair of each direction has. The same number in another session is another board.
        """
        from overtrick.formats import scoring  # noqa: PLC0415 - most files tell the places

        pairs: list[TravellerLine] = []
        players: list[IndividualLine] = []
        unread: list[tuple[int, str]] = []

        def take(board: Element) -> None:
            section, session = section_of(board), session_of(board)
            if only not in (0, session):
                return
            written = _text(board, "BOARD_NUMBER")
            number = f"{session} {written}"
            for line in board.iterchildren("TRAVELLER_LINE"):
                try:
                    score, adjusted = result_on_board(line, written)
                except scoring.UnreadableContract as why:
                    unread.append((line.sourceline or 0, str(why)))
                    continue
                if self._play is Play.INDIVIDUAL:
                    seats = [_name(section, _text(line, f"{seat}_PLAYER_NUMBER")) for seat in "NSEW"]
                    players.append(
                        scoring.IndividualLine(number, seats[0], seats[1], seats[2], seats[3], score, adjusted)
                    )
                else:
                    ns, ew = _text(line, "NS_PAIR_NUMBER"), _text(line, "EW_PAIR_NUMBER")
                    north = _name(section, ns, "NS" if (section, ns) in twice else "")
                    east = _name(section, ew, "EW" if (section, ew) in twice else "")
                    pairs.append(scoring.TravellerLine(number, north, east, score, adjusted))

        self._document.for_each_board(take)
        ranked = scoring.rank_individuals(players, method) if players else scoring.rank_pairs(pairs, method)
        return ranked, unread


def _text(line: Element, tag: str) -> str:
    return (line.findtext(tag) or "").strip()


def _name(section: str, key: str, direction: str = "") -> str:
    return f"{section}|{key}|{direction}"


def result_on_board(line: Element, board: str) -> tuple[int | None, tuple[Fraction, Fraction] | None]:
    """Read a score from North-South's side, or an adjusted one: A6040 is 60 % and 40 %.

    Where there is none, the contract is scored. A line with neither, or with NP, is of a board that was not played.
    """
    from overtrick.formats import scoring  # noqa: PLC0415 - most files tell the places

    written, contract = _text(line, "SCORE"), _text(line, "CONTRACT")
    adjusted = _ADJUSTED.fullmatch(written)
    if adjusted is not None:
        return None, (Fraction(int(adjusted.group(1)), 100), Fraction(int(adjusted.group(2)), 100))
    if _SCORE.fullmatch(written):
        return int(written), None
    if written.upper() in _NOT_PLAYED and contract.upper() in _NOT_PLAYED:
        return None, None
    if written or not _BOARD.fullmatch(board):
        message = f"'{written[:20]}' is not a score"
        raise scoring.UnreadableContract(message)
    vulnerable = scoring.vulnerability(int(board))
    return scoring.score(contract, _text(line, "PLAYED_BY"), _text(line, "TRICKS"), vulnerable), None
