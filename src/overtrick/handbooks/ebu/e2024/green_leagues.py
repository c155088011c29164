"""What is an inter-county league worth? Matches by division and length, bonus wins for the leaders (6.5)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Unknown
from overtrick.engine.numbers import ratio, tidy
from overtrick.engine.working import PLACES, POINTS, Step, rule, step
from overtrick.handbooks.family import players
from overtrick.handbooks.family.green_curve import Ranking, listed, up_to_a_hundredth, written
from overtrick.handbooks.family.green_matches import MatchTerms

if TYPE_CHECKING:
    from overtrick.engine.event import Contestant, Field, Match, Player, Stage
    from overtrick.engine.played import StagePlay
    from overtrick.handbooks.edition import Book

DIVISIONS = ("1", "2", "3")
SINGLE = "2"
LEAST_BOARDS = 4
TABLE_1, TABLE_2 = "6.5.5 (table 1)", "6.5.5 (table 2)"


@rule("6.5.4 p2")
def division_of(stage: Stage, field: Field) -> str:
    """A league of one division is paid as division 2; of a fourth division the handbook says nothing."""
    names = list(dict.fromkeys(each.division or each.name for each in stage.fields))
    if len(names) == 1:
        return SINGLE
    label = (field.division or field.name).lower().removeprefix("division").strip()
    if label not in DIVISIONS:
        found = f"The handbook has no green award for a division {label!r} of an inter-county league."
        raise Unknown(
            found, "Name the divisions 1, 2 and 3; ask the EBU about others.", "stages", code="division-unknown"
        )
    return label


@rule("6.5.5 (table 1)", "6.5.4 p2")
def win(book: Book, division: str, boards: int) -> Step:
    """A win earns by its boards up to 23, and a fixed award from 24 on, less in lower divisions."""
    if boards < LEAST_BOARDS:
        raise Unknown(
            f"A match of {boards} boards has no green award.",
            "Matches have 4 boards or more.",
            "stages",
            code="match-too-short",
        )
    table = book.table("green_league")
    value = table.number(boards, division) or tidy(boards * table.number(boards, f"{division} a board"))
    sentence = "A match of {boards} boards in division {division}"
    won = step(sentence, value, POINTS, clause=TABLE_1, boards=boards, division=division)
    return up_to_a_hundredth(book, won, TABLE_1)


@rule("6.5.5 (table 1)")
def draw(book: Book, won: Step) -> Step:
    """A draw earns half of a win, rounded up by itself unless a setting rounds the sum (0.16)."""
    half = step("Half of {won}", ratio(won.value, 2), POINTS, because=(won,), clause=TABLE_1, won=written(won.value))
    return half if book.setting("inter_county_draws") == "together" else up_to_a_hundredth(book, half, TABLE_1)


def terms(book: Book, division: str) -> MatchTerms:
    """Give the terms of the matches of a division."""
    return MatchTerms(partial(win, book, division), partial(draw, book))


@rule("6.5.5 (table 2)")
def ranking(book: Book, teams: int, bonus: Step) -> Ranking:
    """The leaders of a division have bonus wins, more of them in larger divisions."""
    wins = book.table("green_bonus_wins").numbers(teams)
    paid = step("{paid} places with bonus wins among {teams} teams", len(wins), PLACES, paid=len(wins), teams=teams)
    paid = paid._replace(clause=TABLE_2)
    awards = tuple(
        step("{number} bonus wins of {each}", tidy(number * bonus.value), POINTS, because=(bonus,), clause=TABLE_2,
             number=number, each=written(bonus.value))
        for number in wins
    )  # fmt: skip
    return listed(book, awards, paid, partial(up_to_a_hundredth, book, clause=TABLE_2))


@rule("6.5.5 (table 2)")
def bonus_win(book: Book, division: str, boards: int, meetings: int) -> Step:
    """In several round robins a bonus win is reckoned on all boards against one opponent."""
    won = win(book, division, boards * meetings)
    sentence = "A bonus win: {boards} boards against each opponent"
    return step(sentence, won.value, POINTS, because=(won,), clause=TABLE_2, boards=boards * meetings)


def meetings(matches: tuple[Match, ...], told: str) -> int:
    """Say how often two teams met: as told, or the most among the matches listed."""
    if told.isdecimal() and int(told):
        return int(told)
    met: dict[frozenset[str], int] = {}
    for match in matches:
        both = frozenset(side.contestant for side in match.sides)
        met[both] = met.get(both, 0) + 1
    return max(met.values(), default=1)


@rule("6.5.4")
def third(book: Book, play: StagePlay, field: Field, contestant: Contestant, player: Player) -> Step | None:
    """For the ranking a player needs a third of the team's matches; a setting asks for a third of the boards (0.17)."""
    own = play.meetings(contestant.name)
    if book.setting("inter_county_third") == "boards" or not play.tells(contestant):
        return players.refused(book, player, play.in_stage(contestant, player, field), "the league", "6.5.4")
    number = sum(bool(play.in_match(contestant, player, each).most) for each in own)
    if 3 * number >= len(own):
        return None
    sentence = "Played in {number} of {matches} matches, less than one third"
    return step(sentence, 0, clause="6.5.4", number=number, matches=len(own))
