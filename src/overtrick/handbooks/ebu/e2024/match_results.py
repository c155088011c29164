"""Who won which match? From listed matches, counted wins, or the rounds of a knock-out, to each player's results."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.event import Ended, Match, Player, Side, Standing
from overtrick.engine.working import Step, rule
from overtrick.handbooks.ebu.e2024 import lists, players
from overtrick.handbooks.ebu.e2024.credit import Account, Credits, Result, Spot, counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from overtrick.engine.event import Contestant, Field, Stage, Tally
    from overtrick.engine.places import Tied
    from overtrick.engine.scales import Pay
    from overtrick.handbooks.ebu.e2024.basic import Tariff
    from overtrick.handbooks.ebu.e2024.lists import Group

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


@rule("4.5.8", "4.5.7", "3.6.1", "3.6.2", "4.5.10")
def outcome(match: Match, contestant: str, *, knocks_out: bool) -> tuple[Fraction | int, str, str] | None:
    """Say what part of a win a side has: all, half for a draw, none for a match that was not played out.

    In a knock-out a draw decided by extra boards is a win; a draw parted otherwise remains half a win for both.
    Adjusted scores count in the ranking only.
    """
    drawn = not match.winner or match.ended is Ended.TIE_BROKEN
    drawn = drawn or (match.ended is Ended.EXTRA_BOARDS and not knocks_out)
    if not drawn and contestant != match.winner:
        return None
    if match.ended is Ended.NOT_PLAYED:
        return 0, "match not played", "3.6.1"
    if match.ended is Ended.CONCEDED:
        return 0, "match conceded by opponents who were not in arrears", "3.6.1"
    if match.triangular:
        return (QUARTER, "mini-match drawn", "4.5.7") if drawn else (HALF, "mini-match of a triangle won", "4.5.7")
    return (HALF, "match drawn", "4.5.8") if drawn else (1, "match won", "4.5.2")


def boards_of(match: Match, usual_boards: int) -> int:
    """Count the boards of a match; a mini-match has half of those of a full one."""
    full = match.boards or usual_boards
    return full // 2 if match.triangular else full


def take(
    matches: Iterable[Match],
    win: Callable[[int], Step],
    usual_boards: int,
    contestants: dict[str, Contestant],
    *,
    knocks_out: bool,
) -> Taken:
    """Collect the results of listed matches by player; who played too little of a match has nothing of it (3.3.2)."""
    taken = Taken({}, {})
    for match in matches:
        for side in match.sides:
            found = outcome(match, side.contestant, knocks_out=knocks_out)
            if found is None or side.contestant not in contestants:
                continue
            won = win(match.boards or usual_boards)
            for player in side.players or team(contestants[side.contestant]):
                at = seat(side.contestant, player)
                whole = player if side.players else player._replace(boards=None)
                reason = players.refused(whole, boards_of(match, usual_boards), "the match")
                if reason is None:
                    taken.results.setdefault(at, []).append(Result(won, *found))
                else:
                    taken.refused[at] = reason
    return taken


def of_tally(tally: Tally, won: Step) -> list[Result]:
    """Spell counted wins and draws out."""
    return [
        *[Result(won, 1, "match won", "4.5.2")] * tally.won,
        *[Result(won, HALF, "match drawn", "4.5.8")] * tally.drawn,
        *[Result(won, HALF, "mini-match of a triangle won", "4.5.7")] * tally.mini_won,
        *[Result(won, QUARTER, "mini-match drawn", "4.5.7")] * tally.mini_drawn,
    ]


def counted_results(player: Player, contestant: Contestant, won: Step, boards: int) -> tuple[list[Result], Step | None]:
    """Give the counted results of a player; the contestant's are those of whoever could have played a match."""
    tally = player.tally or contestant.tally
    if tally is None:
        return [], None
    reason = players.refused(player, boards, "a match") if player.tally is None else None
    return (of_tally(tally, won), None) if reason is None else ([], reason)


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


@rule("4.5.5", "4.6.3", "4.5.3 p2", "3.6.2", "2.10.2")
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
    taken = take(stage.matches, win, awards.usual_boards, contestants, knocks_out=False)
    for first, members in (*ranked, *((0, [each]) for each in guests)):
        for contestant in members:
            spot = Spot(stage, office.label(stage), field.name, first, len(members), contestant.name)
            played = boards_played(stage, contestant, awards.usual_boards)
            for player in lined_up(contestant, stage.matches):
                at = seat(contestant.name, player)
                account = office.account(player, spot, tariff.status, field.division or field.section)
                _credit_matches(account, player, contestant, taken, win(awards.usual_boards), awards.usual_boards)
                whole = player._replace(boards=played[at]) if at in played else player
                _credit_ranking(account, spot, whole, pays.get(contestant.name), stage)


def _credit_matches(
    account: Account, player: Player, contestant: Contestant, taken: Taken, won: Step, boards: int
) -> None:
    if player.suspended:
        account.refused.append(players.suspended())
        return
    at = seat(contestant.name, player)
    results, reason = taken.results.get(at, []), taken.refused.get(at)
    if not results and reason is None:
        results, reason = counted_results(player, contestant, won, boards)
    account.parts += counted(results)
    if reason is not None:
        account.refused.append(reason)


def _credit_ranking(account: Account, spot: Spot, player: Player, pay: Pay | None, stage: Stage) -> None:
    if pay is None:
        return
    reason = players.refused(player, stage.schedule.boards, "the event", "4.5.3")
    if reason is None:
        account.ranking.append((spot, pay.working))
    else:
        account.refused.append(reason)


def head_to_head(stage: Stage) -> tuple[Match, ...]:
    """Give the matches of a final of two or three; places alone tell who won a match of two over all its boards."""
    everybody = [each for field in stage.fields for each in field.contestants]
    if stage.matches:
        three = len(everybody) > 2  # noqa: PLR2004 - three play a triangle (4.5.7)
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
                office.refuse(stage, field.name, contestant, lists.without_standing(office.event, contestant))
