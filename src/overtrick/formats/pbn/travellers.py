"""Who came where, when the file has only results? The score tables of its boards, scored and ranked."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import Problem
from overtrick.engine.event import Contestant, Field, Player
from overtrick.formats.pbn.games import rows
from overtrick.formats.pbn.listed import split_names
from overtrick.formats.reading import Note
from overtrick.formats.scoring import (
    IndividualLine,
    Line,
    Method,
    Standing,
    Unreadable,
    Vulnerable,
    boards_played,
    rank_individuals,
    rank_pairs,
    score,
    standings,
    vulnerability,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from overtrick.formats.pbn.games import File, Game, Row
    from overtrick.formats.scoring.lines import Shares

_VULNERABLE = {
    "none": Vulnerable.NOBODY, "love": Vulnerable.NOBODY, "ns": Vulnerable.NORTH_SOUTH, "ew": Vulnerable.EAST_WEST,
    "all": Vulnerable.BOTH, "both": Vulnerable.BOTH,
}  # fmt: skip
_POINTS = re.compile(r"-?\d{1,5}", re.ASCII)
_BOARD = re.compile(r"[0-9]{1,3}")
_PERCENT = re.compile(r"\d{1,3}(?:\.\d+)?", re.ASCII)
_ADJUSTED = "A"
_AVERAGE = (Fraction(1, 2), Fraction(1, 2))
#: Average plus, average and average minus, where they stand in place of a score.
_SHARES = {"A+": Fraction(3, 5), "A": Fraction(1, 2), "A=": Fraction(1, 2), "A-": Fraction(2, 5)}
_SEATS = ("North", "South", "East", "West")


class Ranking(NamedTuple):
    """The ranking that was worked out, with what was found on the way."""

    fields: tuple[Field, ...]
    lines: tuple[tuple[int, ...], ...]  #: where each contestant stands first
    boards: tuple[int, ...]  #: how many each contestant played
    in_play: int
    problems: list[Problem]
    notes: list[Note]


class _Found(NamedTuple):
    pairs: list[Line]
    players: list[IndividualLine]
    names: dict[str, str]
    lines: dict[str, int]
    problems: list[Problem]
    remarks: dict[str, list[int]]  #: what there is to say about rows, with their lines


def rank_boards(name: str, file: File, method: Method) -> Ranking:
    """Work out the ranking from every ScoreTable of the file."""
    found = _Found([], [], {}, {}, [], {})
    boards: set[str] = set()
    played = [game for game in file.games if "ScoreTable" in game.tables]
    ways = (" NS", " EW") if _share_numbers(played) else ("", "")
    for game in played:
        # The same number with other cards is another board: that of a second session.
        board = f"{game.value('Board')} {game.value('Deal')}"
        boards.add(board)
        for values, row in rows(game.tables["ScoreTable"]):
            _line(name, game, board, values, row, ways, found)
    ns, ew = {line.ns for line in found.pairs}, {line.ew for line in found.pairs}
    two = bool(found.pairs) and not ns & ew
    if found.players:
        ranked, counts = rank_individuals(found.players, method), boards_played(found.players)
    else:
        ranked, counts = rank_pairs(found.pairs, method), boards_played(found.pairs)
    lists = [
        (title, standings({key: value for key, value in ranked.items() if key in side}))
        for title, side in ((("North-South", ns), ("East-West", ew)) if two else (("", set(ranked)),))
    ]
    return Ranking(
        tuple(Field(title, _contestants(standing, found)) for title, standing in lists),
        tuple(tuple(found.lines[each.key] for each in standing) for _title, standing in lists),
        tuple(counts.values()),
        len(boards),
        found.problems,
        list(_notes(found, method, two=two)),
    )


def _share_numbers(games: Sequence[Game]) -> bool:
    """Say whether a pair of each direction has the same number: on most boards it sits both ways."""
    both = 0
    for game in games:
        seated = [
            (values.get("PairId_NS"), values.get("PairId_EW")) for values, _row in rows(game.tables["ScoreTable"])
        ]
        both += bool({ns for ns, _ew in seated if ns} & {ew for _ns, ew in seated if ew})
    return 2 * both > len(games)


def _notes(found: _Found, method: Method, *, two: bool) -> Iterator[Note]:
    says = "The ranking is not in the file; it was worked out from the score tables of the boards"
    yield Note(f"{says} by {method}.")
    if two:
        yield Note("There are two winners: North-South and East-West never change places.")
    elif found.pairs:
        yield Note("There is one winner: pairs sit North-South on some boards and East-West on others.")
    if found.names:
        yield Note("The file has no players' numbers; points are credited by number.")
    else:
        yield Note("The file has no names and no numbers; everybody is called by the number at the table.")
    for remark, lines in found.remarks.items():
        often = f" ({len(lines)} rows, the first of them here)" if len(lines) > 1 else ""
        yield Note(f"{remark}{often}.", lines[0])


def _contestants(ranked: Sequence[Standing], found: _Found) -> tuple[Contestant, ...]:
    what = "Player" if found.players else "Pair"
    contestants = []
    for standing in ranked:
        name = found.names.get(standing.key, "")
        names = [name] if found.players else split_names(name)
        players = tuple(map(Player, names)) if name and len(names) == (1 if found.players else 2) else ()
        contestants.append(
            Contestant(" & ".join(names) or f"{what} {standing.key}", players, standing.place, standing.shown)
        )
    return tuple(contestants)


# --- One result --------------------------------------------------------------------------------------------------


def _line(
    name: str, game: Game, board: str, values: dict[str, str], row: Row, ways: tuple[str, str], found: _Found
) -> None:
    seats = [values.get(f"PlayerId_{seat}", "") for seat in _SEATS]
    ns, ew = values.get("PairId_NS", ""), values.get("PairId_EW", "")
    if not all(seats) and not (ns and ew):
        found.remarks.setdefault("A result without the numbers of those who played is left out", []).append(row.line)
        return
    try:
        points, adjusted = _outcome(game, values)
    except Unreadable as unreadable:
        remedy = "Correct the contract, the declarer and the result in this row."
        found.problems.append(Problem(f"In this row {unreadable}.", remedy, file=name, line=row.line))
        return
    if adjusted is _AVERAGE:
        says = "An adjusted score is not told in figures; it counts as an average for both sides"
        found.remarks.setdefault(says, []).append(row.line)
    elif points is None and adjusted is None:
        found.remarks.setdefault("A board without a result counts for nobody", []).append(row.line)
    if all(seats):
        north, south, east, west = seats
        found.players.append(IndividualLine(board, north, south, east, west, points, adjusted))
        named = zip(seats, (values.get(f"Name_{seat}", "") for seat in _SEATS), strict=True)
    else:
        ns, ew = f"{ns}{ways[0]}", f"{ew}{ways[1]}"
        found.pairs.append(Line(board, ns, ew, points, adjusted))
        named = zip((ns, ew), (values.get("Names_NS", ""), values.get("Names_EW", "")), strict=True)
    for key, title in named:
        found.lines.setdefault(key, row.line)
        if title:
            found.names[key] = title


def _outcome(game: Game, values: dict[str, str]) -> tuple[int | None, Shares | None]:
    ours, theirs = values.get("Score_NS", ""), values.get("Score_EW", "")
    if _POINTS.fullmatch(ours):
        return int(ours), None
    if _POINTS.fullmatch(theirs):
        return -int(theirs), None
    contract = values.get("Contract", "")
    if contract and contract.upper() != _ADJUSTED:
        written = game.value("Vulnerable").lower()
        board = game.value("Board")
        if written not in _VULNERABLE and not _BOARD.fullmatch(board):
            raise Unreadable("nobody can tell who is vulnerable: the board has neither a number nor [Vulnerable]")
        vulnerable = _VULNERABLE[written] if written in _VULNERABLE else vulnerability(int(board))
        return score(contract, values.get("Declarer", ""), values.get("Result", ""), vulnerable), None
    shares = [values.get(f"Percentage_{side}", "") for side in ("NS", "EW")]
    if all(_PERCENT.fullmatch(share) and Fraction(share) <= 100 for share in shares):  # noqa: PLR2004 - all of it
        return None, (Fraction(shares[0]) / 100, Fraction(shares[1]) / 100)
    if ours in _SHARES and theirs in _SHARES:
        return None, (_SHARES[ours], _SHARES[theirs])
    return None, _AVERAGE if contract else None
