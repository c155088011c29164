"""What was scored at the tables? Every result of a PBN file: rows of score tables, or one game for each table."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import Problem
from overtrick.formats.pbn import partnerships
from overtrick.formats.pbn.games import rows
from overtrick.formats.pbn.partnerships import Seated, known_as
from overtrick.formats.scoring import UnreadableContract, Vulnerable, score, vulnerability

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from overtrick.engine.event import Player
    from overtrick.formats.pbn.games import File, Game
    from overtrick.formats.scoring.lines import Shares

TABLE = "ScoreTable"

_VULNERABLE = {
    "none": Vulnerable.NOBODY, "love": Vulnerable.NOBODY, "ns": Vulnerable.NORTH_SOUTH, "ew": Vulnerable.EAST_WEST,
    "all": Vulnerable.BOTH, "both": Vulnerable.BOTH,
}  # fmt: skip
_POINTS = re.compile(r"-?\d{1,5}", re.ASCII)
_TAGGED = re.compile(r"(NS|EW)\s+(-?\d{1,5})(?:\s+(NS|EW)\s+(-?\d{1,5}))?", re.ASCII)
_BOARD = re.compile(r"[0-9]{1,3}")
_PERCENT = re.compile(r"\d{1,3}(?:\.\d+)?", re.ASCII)
_MATCH_POINTS = re.compile(r"\d{1,4}(?:\.\d{1,4})?", re.ASCII)
_ADJUSTED = "A"
_AVERAGE = (Fraction(1, 2), Fraction(1, 2))
#: Average plus, average and average minus, where they stand in place of a score.
_SHARES = {"A+": Fraction(3, 5), "A": Fraction(1, 2), "A=": Fraction(1, 2), "A-": Fraction(2, 5)}
_SEATS = ("North", "South", "East", "West")
PLAYER_IDS, PLAYER_NAMES = (tuple(f"{what}_{seat}" for seat in _SEATS) for what in ("PlayerId", "Name"))


class SharedRemark(NamedTuple):
    """What is said once of all rows that were taken alike."""

    code: str
    says: str


_NO_NUMBERS = SharedRemark("results-left-out", "A result without the numbers of those who played is left out")
_NO_PAIR = SharedRemark(
    "results-left-out", "A game at which two people sat together who otherwise have other partners is left out"
)
_NO_NAMES = SharedRemark("results-left-out", "A game without the names of all four players is left out")
_NOT_PLAYED = SharedRemark("board-not-played", "A board without a result counts for nobody")
_AS_AVERAGE = SharedRemark("adjusted-score", "An adjusted score has no figures; it counts as an average for both sides")


class Result(NamedTuple):
    """One line of a traveller: who sat there, and what came of the board."""

    section: str
    board: str  #: its number and its cards: the same number with other cards is a board of another session
    ns: tuple[str, ...]  #: the number of the pair, or of the two players of an individual
    ew: tuple[str, ...]
    names: tuple[str, ...]  #: of those four or two, as far as they are told
    points: int | None
    adjusted: Shares | None
    available: Fraction | None  #: the match points that the file gives to both sides together
    line: int


class BoardResults(NamedTuple):
    """All results, with what is wrong and what there is to say about them."""

    results: list[Result]
    problems: list[Problem]
    remarks: dict[SharedRemark, list[int]]  #: with the lines they are about
    line_ups: dict[str, tuple[Player, ...]]  #: who played for a pair, where the file names four players a table


def has_results(file: File) -> bool:
    """Say whether there is anything to rank by: a score table, or games with a contract or a score."""
    return any(TABLE in game.tables or _is_played(game) for game in file.games)


def read_results(name: str, file: File) -> BoardResults:
    """Read the score tables; where there is none, every game as the result of one table."""
    found = BoardResults([], [], {}, {})
    tables = [game for game in file.games if TABLE in game.tables]
    for game in tables:
        table = game.tables[TABLE]
        by_player = PLAYER_IDS[0] in table.columns
        for values, row in rows(table):
            numbers = [values.get(each, "") for each in PLAYER_IDS] if by_player else []
            names = [values.get(each, "") for each in PLAYER_NAMES] if by_player else []
            if not (numbers and all(numbers)):
                numbers = [values.get("PairId_NS", ""), values.get("PairId_EW", "")]
                names = [values.get("Names_NS", ""), values.get("Names_EW", "")]
            if not all(numbers):
                found.remarks.setdefault(_NO_NUMBERS, []).append(row.line)
                continue
            section = values.get("Section", "") or game.value("Section")
            _add(name, game, section, values, numbers, names, row.line, found)
    if not tables:
        _one_game_a_table(name, file, found)
    return found


def _one_game_a_table(name: str, file: File, found: BoardResults) -> None:
    """Take every game as a result; partners who stay together are a pair, and otherwise each plays for themselves."""
    played = [game for game in file.games if _is_played(game)]
    at_table = [tuple(" ".join(game.value(seat).split()) for seat in _SEATS) for game in played]
    seated = [
        Seated(four[at], four[at + 1], f"{game.value('Section')} {_board(game)}")
        for game, four in zip(played, at_table, strict=True)
        for at in (0, 2)
        if all(four)
    ]
    pairs = partnerships.find(seated)
    sides = iter(pairs.pairs if pairs else ())
    if pairs:
        found.line_ups.update(pairs.line_ups)
    spelt = {known_as(name): name for four in reversed(at_table) for name in four}
    for game, four in zip(played, at_table, strict=True):
        line = min((tag.line for tag in game.tags.values()), default=0)
        if not all(four):
            found.remarks.setdefault(_NO_NAMES, []).append(line)
            continue
        told = {tag: game.value(tag) for tag in ("Contract", "Declarer", "Result")} | _tagged(game.value("Score"))
        people = [next(sides), next(sides)] if pairs else [spelt[known_as(name)] for name in four]
        if not all(people):
            found.remarks.setdefault(_NO_PAIR, []).append(line)
            continue
        _add(name, game, game.value("Section"), told, people, people, line, found)


def _is_played(game: Game) -> bool:
    return bool(game.value("Contract") or _tagged(game.value("Score")))


def _tagged(written: str) -> dict[str, str]:
    """Take the score from its tag, which names the side: NS 420, or EW -420."""
    found = _TAGGED.fullmatch(written.strip())
    return {} if found is None else {f"Score_{found.group(1)}": found.group(2)}


def _add(
    name: str, game: Game, section: str, values: Mapping[str, str], numbers: Sequence[str], names: Sequence[str],
    line: int, found: BoardResults,
) -> None:  # fmt: skip
    try:
        points, adjusted = outcome_in_row(game, values)
    except UnreadableContract as unreadable:
        remedy = "Correct the contract, the declarer and the result in this row."
        found.problems.append(
            Problem(f"In this row {unreadable}.", remedy, file=name, line=line, code="result-unreadable")
        )
        return
    if adjusted is _AVERAGE:
        found.remarks.setdefault(_AS_AVERAGE, []).append(line)
    elif points is None and adjusted is None:
        found.remarks.setdefault(_NOT_PLAYED, []).append(line)
    half = len(numbers) // 2
    board = _board(game)
    both = (tuple(numbers[:half]), tuple(numbers[half:]))
    found.results.append(Result(section, board, *both, tuple(names), points, adjusted, _available(values), line))


def _board(game: Game) -> str:
    return f"{game.value('Board')} {game.value('Deal')}"


def _available(values: Mapping[str, str]) -> Fraction | None:
    given = [values.get("MP_NS", ""), values.get("MP_EW", "")]
    return sum(map(Fraction, given), Fraction()) if all(map(_MATCH_POINTS.fullmatch, given)) else None


def outcome_in_row(game: Game, values: Mapping[str, str]) -> tuple[int | None, Shares | None]:
    """Read what North-South scored in a row, or the shares of an adjusted score; neither if it was not played."""
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
            raise UnreadableContract(
                "we cannot tell who is vulnerable: the board has neither a number nor [Vulnerable]"
            )
        vulnerable = _VULNERABLE[written] if written in _VULNERABLE else vulnerability(int(board))
        return score(contract, values.get("Declarer", ""), values.get("Result", ""), vulnerable), None
    shares = [values.get(f"Percentage_{side}", "") for side in ("NS", "EW")]
    if all(_PERCENT.fullmatch(share) and Fraction(share) <= 100 for share in shares):  # noqa: PLR2004 - all of it
        return None, (Fraction(shares[0]) / 100, Fraction(shares[1]) / 100)
    if ours in _SHARES and theirs in _SHARES:
        return None, (_SHARES[ours], _SHARES[theirs])
    return None, _AVERAGE if contract else None
