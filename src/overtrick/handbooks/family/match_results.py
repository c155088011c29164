"""Who won which match? From listed matches, counted wins, or the rounds of a knock-out, to each player's results."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.event import Ended, Match, Player, Side, Standing
from overtrick.engine.working import Step
from overtrick.handbooks.family import lists, players
from overtrick.handbooks.family.credit import Account, Credits, Result, Spot, counted
from overtrick.handbooks.family.shared import shared

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from overtrick.engine.event import Contestant, Field, Stage, Tally
    from overtrick.engine.places import Tied
    from overtrick.engine.scales import Pay
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.family.basic import Tariff
    from overtrick.handbooks.family.lists import Group

DRAWN = "match drawn"

HALF = Fraction(1, 2)
QUARTER = Fraction(1, 4)

#: A contestant by name and one of its players by number, without one by name.
Seat = tuple[str, str]


class Taken(NamedTuple):
    """What everybody took from some matches, and what of it they are refused."""

    results: dict[Seat, list[Result]]
    refused: dict[Seat, Step]


def seat(contestant: str, player: Player) -> Seat:
    """Know a player of a contestant again."""
    return contestant, player.number or player.name


def team(contestant: Contestant) -> tuple[Player, ...]:
    """Give the players of a contestant; one that lists none stands for itself."""
    return contestant.players or (Player(contestant.name),)


@shared
def outcome(book: Book, match: Match, contestant: str, *, knocks_out: bool) -> tuple[Fraction | int, str, str] | None:
    """Say what part of a win a side has: all, half for a draw, none for a match that was not played out.

    In a knock-out a draw decided by extra boards is a win; a draw parted otherwise remains half a win for both.
    Adjusted scores count in the ranking only.
    """
    drawn = not match.winner or match.ended is Ended.TIE_BROKEN
    drawn = drawn or (match.ended is Ended.EXTRA_BOARDS and not knocks_out)
    if not drawn and contestant != match.winner:
        return None
    if match.ended is Ended.NOT_PLAYED:
        return 0, "match not played", book.clause("match not played")
    if match.ended is Ended.CONCEDED:
        return 0, "match conceded by opponents who were not in arrears", book.clause("match not played")
    if match.triangular:
        part, words = (QUARTER, "mini-match drawn") if drawn else (HALF, "mini-match of a triangle won")
        return part, words, book.clause("triangle")
    if drawn:
        return HALF, DRAWN, book.clause(DRAWN)
    return 1, "match won", book.clause("match won")


def boards_of(match: Match, usual_boards: int) -> int:
    """Count the boards of a match; a mini-match has half of those of a full one."""
    full = match.boards or usual_boards
    return full // 2 if match.triangular else full


def take(
    book: Book,
    matches: Iterable[Match],
    win: Callable[[int], Step],
    usual_boards: int,
    contestants: dict[str, Contestant],
    *,
    knocks_out: bool,
    draw: Callable[[int], Step] | None = None,
) -> Taken:
    """Collect the results of listed matches by player; who played too little of a match has nothing of it.

    ``draw`` gives the figure of a draw where the handbook prints one; elsewhere it is half of a win.
    """
    taken = Taken({}, {})
    for match in matches:
        for side in match.sides:
            found = outcome(book, match, side.contestant, knocks_out=knocks_out)
            if found is None or side.contestant not in contestants:
                continue
            boards = match.boards or usual_boards
            if draw is not None and found[1] == DRAWN:
                result = Result(draw(boards), 1, *found[1:])
            else:
                result = Result(win(boards), *found)
            for player in side.players or team(contestants[side.contestant]):
                at = seat(side.contestant, player)
                whole = player if side.players else player._replace(boards=None)
                reason = players.refused(book, whole, boards_of(match, usual_boards), "the match")
                if reason is None:
                    taken.results.setdefault(at, []).append(result)
                else:
                    taken.refused[at] = reason
    return taken


def of_tally(book: Book, tally: Tally, won: Step, drawn: Step | None = None) -> list[Result]:
    """Spell counted wins and draws out; a draw is half of a win where it has no figure of its own."""
    draw: tuple[Step, Fraction | int] = (won, HALF) if drawn is None else (drawn, 1)
    counts: tuple[tuple[int, Step, Fraction | int, str, str], ...] = (
        (tally.won, won, 1, "match won", "match won"),
        (tally.drawn, *draw, DRAWN, DRAWN),
        (tally.mini_won, won, HALF, "mini-match of a triangle won", "triangle"),
        (tally.mini_drawn, won, QUARTER, "mini-match drawn", "triangle"),
    )
    return [
        result
        for number, figure, part, why, cites in counts
        if number
        for result in [Result(figure, part, why, book.clause(cites))] * number
    ]


def counted_results(
    book: Book, player: Player, contestant: Contestant, won: Step, boards: int, drawn: Step | None = None
) -> tuple[list[Result], Step | None]:
    """Give the counted results of a player; the contestant's are those of whoever could have played a match."""
    tally = player.tally or contestant.tally
    if tally is None:
        return [], None
    reason = players.refused(book, player, boards, "a match") if player.tally is None else None
    return (of_tally(book, tally, won, drawn), None) if reason is None else ([], reason)


def lined_up(contestant: Contestant, matches: Iterable[Match]) -> list[Player]:
    """List everybody who played for a contestant: its players, and who else sat down in one of its matches."""
    found = {seat(contestant.name, player): player for player in team(contestant)}
    for match in matches:
        for side in match.sides:
            if side.contestant == contestant.name:
                for player in side.players:
                    found.setdefault(seat(contestant.name, player), player._replace(boards=None, deemed=0))
    return list(found.values())


def boards_played(stage: Stage, contestant: Contestant, usual_boards: int) -> dict[Seat, int]:
    """Add up the boards of each player where line-ups are given; a match without one was played by the whole team."""
    own = [(match, side) for match in stage.matches for side in match.sides if side.contestant == contestant.name]
    if not any(side.players for _match, side in own):
        return {}
    played = {seat(contestant.name, player): 0 for player in lined_up(contestant, stage.matches)}
    for match, side in own:
        boards = boards_of(match, usual_boards)
        for player in side.players or team(contestant):
            own_boards = boards if player.boards is None or not side.players else player.boards
            played[seat(contestant.name, player)] += own_boards + (player.deemed if side.players else 0)
    return played


@shared
def credit(
    office: Credits, stage: Stage, field: Field, ranked: list[Tied], tariff: Tariff, pays: dict[str, Pay], group: Group
) -> None:
    """Credit a list that is paid for matches and for places: every match of every round robin, the ranking once.

    ``pays`` has the ranking award by contestant. Who is without standing may have the matches allowed.
    """
    awards = tariff.matches
    if awards is None:
        return
    win = lru_cache(awards.win)
    guests = [each for name, each in group.outside if name == field.name and each.standing is Standing.MATCHES_ONLY]
    contestants = {each.name: each for each in (*field.contestants, *guests)}
    taken = take(office.book, stage.matches, win, awards.usual_boards, contestants, knocks_out=False, draw=awards.draw)
    figures = win(awards.usual_boards), awards.draw(awards.usual_boards) if awards.draw else None
    for first, members in (*ranked, *((0, [each]) for each in guests)):
        for contestant in members:
            spot = Spot(stage, office.label(stage), field.name, first, len(members), contestant.name)
            played = boards_played(stage, contestant, awards.usual_boards)
            for player in lined_up(contestant, stage.matches):
                at = seat(contestant.name, player)
                account = office.account(player, spot, tariff.status, field.division or field.section)
                whole = player._replace(boards=played[at]) if at in played else player
                short = _short_of_all(office.book, whole, stage.schedule.boards, tariff)
                if short is not None:
                    account.refused.append(short)
                    continue
                _credit_matches(office.book, account, player, contestant, taken, figures, awards.usual_boards)
                _credit_ranking(office.book, account, spot, whole, pays.get(contestant.name), stage)


def _short_of_all(book: Book, player: Player, boards: int, tariff: Tariff) -> Step | None:
    """Say why a player has nothing of the whole event: some handbooks and events ask for boards over all of it."""
    if tariff.third_of_all:
        return players.refused(book, player, boards, "the event", tariff.third_of_all)
    return players.short_of_boards(book, player, boards, "the event")


def _credit_matches(
    book: Book,
    account: Account,
    player: Player,
    contestant: Contestant,
    taken: Taken,
    figures: tuple[Step, Step | None],
    boards: int,
) -> None:
    won, drawn = figures
    if player.suspended:
        account.refused.append(players.suspended(book))
        return
    at = seat(contestant.name, player)
    results, reason = taken.results.get(at, []), taken.refused.get(at)
    if not results and reason is None:
        results, reason = counted_results(book, player, contestant, won, boards, drawn)
    account.parts += counted(book, results)
    if reason is not None:
        account.refused.append(reason)


def _credit_ranking(book: Book, account: Account, spot: Spot, player: Player, pay: Pay | None, stage: Stage) -> None:
    if pay is None:
        return
    reason = players.refused(book, player, stage.schedule.boards, "the event", book.clause("a third for the ranking"))
    if reason is None:
        account.ranking.append((spot, pay.working))
    else:
        account.refused.append(reason)


def head_to_head(stage: Stage) -> tuple[Match, ...]:
    """Give the matches of a final of two or three; places alone tell who won a match of two over all its boards."""
    everybody = [each for field in stage.fields for each in field.contestants]
    if stage.matches:
        three = len(everybody) > 2  # noqa: PLR2004 - three play a triangle
        return tuple(match._replace(triangular=True) if three else match for match in stage.matches)
    if len(everybody) != 2:  # noqa: PLR2004 - a triangle needs its matches, or the wins of each
        return ()
    one, two = everybody
    return (Match((Side(one.name), Side(two.name)), winner=_ahead(one, two), boards=stage.schedule.boards),)


def _ahead(one: Contestant, two: Contestant) -> str:
    if one.place is not None and two.place is not None and one.place != two.place:
        return one.name if one.place < two.place else two.name
    if one.score is not None and two.score is not None and one.score != two.score:
        return one.name if one.score > two.score else two.name
    return ""


def with_standing(office: Credits, stage: Stage) -> Iterator[Contestant]:
    """List who may be paid for matches; the others are told why not."""
    for field in stage.fields:
        for contestant in field.contestants:
            allowed = contestant.standing is Standing.MATCHES_ONLY
            if allowed or lists.counts_in_the_entry(office.event, contestant):
                yield contestant
            else:
                office.refuse(
                    stage, field.name, contestant, lists.without_standing(office.book, office.event, contestant)
                )
