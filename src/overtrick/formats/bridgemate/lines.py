"""What is each result worth a line on the traveller? Contracts are scored; what cannot be is said."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import Problem
from overtrick.formats.bridgemate.movement import entrants
from overtrick.formats.bridgemate.session import RESULTS
from overtrick.formats.reading import Note
from overtrick.formats.scoring import IndividualLine, TravellerLine, UnreadableContract, score, vulnerability

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.formats.bridgemate.movement import Entrant, WinnersFound
    from overtrick.formats.bridgemate.session import Result, Session
    from overtrick.formats.scoring.lines import Shares

_PERCENT = re.compile(r"(\d{1,3})\s*%?\s*-\s*(\d{1,3})\s*%", re.ASCII)
_NOT_PLAYED = "not played"
_WRONG_DIRECTION = "wrong direction"
_SHOWN = 6
_HUNDRED = 100


class SharedRemark(NamedTuple):
    """What is said once of all results that were taken alike."""

    code: str
    says: str


class Lines(NamedTuple):
    """The travellers of a session, and who stands behind the words in them."""

    pairs: list[TravellerLine]
    players: list[IndividualLine]
    entrants: dict[str, Entrant]
    problems: list[Problem]
    notes: list[Note]


def read_lines(name: str, session: Session, found: Mapping[int, WinnersFound]) -> Lines:
    """Make a line of every result."""
    lines = Lines([], [], {}, [], [])
    left_out: dict[SharedRemark, list[str]] = {}
    for result in session.results:
        sides = entrants(result.seating, session, found)
        if not sides:
            continue
        try:
            points, adjusted, remark = outcome(result)
        except UnreadableContract as unreadable:
            lines.problems.append(_problem(name, session, result, str(unreadable)))
            continue
        if remark:
            left_out.setdefault(remark, []).append(_where(session, result))
        lines.entrants.update((entrant.key, entrant) for side in sides for entrant in side)
        keys = [[entrant.key for entrant in side] for side in sides]
        if session.individual:
            (north, south), (east, west) = keys
            lines.players.append(IndividualLine(str(result.board), north, south, east, west, points, adjusted))
        else:
            (ns,), (ew,) = keys
            lines.pairs.append(TravellerLine(str(result.board), ns, ew, points, adjusted))
    lines.notes.extend(Note(remark.code, f"{remark.says}: {_some(where)}.") for remark, where in left_out.items())
    return lines


def outcome(result: Result) -> tuple[int | None, Shares | None, SharedRemark | None]:
    """Give the points, or the shares of the top, and what is to be said about them."""
    remarks = result.remarks.lower()
    percent = _PERCENT.search(remarks)
    if percent is not None:
        ns, ew = (Fraction(int(part), _HUNDRED) for part in percent.groups())
        if max(ns, ew) > 1:
            raise UnreadableContract(f"'{result.remarks[:40]}' gives more than all the match points")
        return None, (ns, ew), SharedRemark("adjusted-score", "An adjusted score counts as written")
    if _NOT_PLAYED in remarks:
        return None, None, SharedRemark("board-not-played", "A board that was not played counts for nobody")
    if not result.contract:
        if result.remarks:
            says = f"A result with the remark '{result.remarks[:40]}' and no contract is left out"
            return None, None, SharedRemark("results-left-out", says)
        return None, None, SharedRemark("results-left-out", "A result without a contract is left out")
    if result.board < 1:
        raise UnreadableContract(f"{result.board} is not the number of a board")
    points = score(result.contract, result.declarer, result.result, vulnerability(result.board))
    if _WRONG_DIRECTION in remarks:
        says = "A board played in the wrong direction is scored for the pairs as they are written"
        return points, None, SharedRemark("wrong-direction", says)
    return points, None, None


def _where(session: Session, result: Result) -> str:
    seating = result.seating
    return f"board {result.board} at table {session.letter(seating.section)}{seating.table}, round {seating.round}"


def _some(where: list[str]) -> str:
    more = f" and {len(where) - _SHOWN} more" if len(where) > _SHOWN else ""
    return "; ".join(where[:_SHOWN]) + more


def _problem(name: str, session: Session, result: Result, found: str) -> Problem:
    found = f"In {RESULTS}, row {result.number} ({_where(session, result)}), {found}."
    remedy = "Correct the result in the scoring program, or mark it as erased, and save the file again."
    return Problem(found, remedy, file=name, code="result-unreadable")
