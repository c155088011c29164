"""Who won which match? From listed matches, counted wins, or the rounds of a knock-out, to each player's results."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from overtrick.engine.event import Contest, Ended, Match, Player, Side, Standing
from overtrick.engine.working import Step, rule
from overtrick.handbooks.ebu.e2024 import knock_out, players
from overtrick.handbooks.ebu.e2024.credit import Account, Credits, Result, Spot, counted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from overtrick.engine.event import Contestant, Field, Stage, Tally
    from overtrick.engine.places import Tied
    from overtrick.engine.scales import Pay
    from overtrick.handbooks.ebu.e2024.basic import Tariff

HALF = Fraction(1, 2)
QUARTER = Fraction(1, 4)

#: player results of a contestant, by the player's key
Results = dict[str, list[Result]]


def key(player: Player) -> str:
    """Know a player again: by number, without one by name."""
    return player.number or player.name


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


def of_matches(
    matches: Iterable[Match],
    figure: Callable[[int], Step] | Step,
    usual_boards: int,
    contestants: dict[str, Contestant],
    *,
    knocks_out: bool,
) -> tuple[Results, dict[str, Step]]:
    """Collect the results of listed matches by player; who played too little of a match has nothing of it (3.3.2)."""
    results: Results = {}
    refused: dict[str, Step] = {}
    for match in matches:
        for side in match.sides:
            found = outcome(match, side.contestant, knocks_out=knocks_out)
            if found is None or side.contestant not in contestants:
                continue
            part, why, clause = found
            full = match.boards or usual_boards
            boards = full // 2 if match.triangular else full
            won = figure if isinstance(figure, Step) else figure(full)
            for player in side.players or _players(contestants[side.contestant]):
                reason = players.refused(player, boards, "the match") if side.players or player.suspended else None
                if reason is None:
                    results.setdefault(key(player), []).append(Result(won, part, why, clause))
                else:
                    refused[key(player)] = reason
    return results, refused


def of_tally(tally: Tally, won: Step) -> list[Result]:
    """Spell counted wins and draws out."""
    return [
        *[Result(won, 1, "match won", "4.5.2")] * tally.won,
        *[Result(won, HALF, "match drawn", "4.5.8")] * tally.drawn,
        *[Result(won, HALF, "mini-match of a triangle won", "4.5.7")] * tally.mini_won,
        *[Result(won, QUARTER, "mini-match drawn", "4.5.7")] * tally.mini_drawn,
    ]


def _players(contestant: Contestant) -> tuple[Player, ...]:
    return contestant.players or (Player(contestant.name),)


def boards_played(stage: Stage, usual_boards: int) -> dict[str, int]:
    """Add up who played how many boards, for the contestants whose line-ups are given."""
    played: dict[str, int] = {}
    for match in stage.matches:
        for side in match.sides:
            for player in side.players:
                boards = (match.boards or usual_boards) if player.boards is None else player.boards
                played[key(player)] = played.get(key(player), 0) + boards + player.deemed
    return played


@rule("4.5.5", "4.6.3", "4.5.3 p2", "3.6.2")
def credit(
    office: Credits,
    stage: Stage,
    field: Field,
    ranked: Iterable[Tied],
    tariff: Tariff,
    pays: dict[str, Pay],
    outside: tuple[Contestant, ...],
) -> None:
    """Credit a list that is paid for matches and for places: every match of every round robin, the ranking once.

    ``pays`` has the ranking award by contestant.
    """
    awards = tariff.matches
    if awards is None:
        return
    figure = lru_cache(awards.win)
    contestants = {each.name: each for each in (*field.contestants, *outside)}
    results, refused = of_matches(stage.matches, figure, awards.usual_boards, contestants, knocks_out=False)
    played = boards_played(stage, awards.usual_boards)
    usual = figure(awards.usual_boards)
    for first, members in [*ranked, *((0, [each]) for each in outside if each.standing is Standing.MATCHES_ONLY)]:
        for contestant in members:
            spot = Spot(stage, office.label(stage), field.name, first, len(members))
            for player in _players(contestant):
                account = office.account(player, contestant.name, spot, tariff.status, field.division or field.section)
                account.spot, account.contestant, account.status = spot, contestant.name, tariff.status
                if player.suspended:
                    account.refused.append(players.suspended())
                    continue
                tally = player.tally or contestant.tally
                own = results.get(key(player), [])
                if tally is not None and not stage.matches:
                    own = of_tally(tally, usual)
                account.parts += counted(own)
                if key(player) in refused:
                    account.refused.append(refused[key(player)])
                _credit_ranking(account, spot, player, pays.get(contestant.name), stage, played.get(key(player)))


def _credit_ranking(
    account: Account, spot: Spot, player: Player, pay: Pay | None, stage: Stage, played: int | None
) -> None:
    if pay is None:
        return
    total = player if player.boards is not None or played is None else player._replace(boards=played)
    reason = players.refused(total, stage.schedule.boards, "the event", "4.5.3")
    if reason is None:
        account.ranking.append((spot, pay.working))
    else:
        account.refused.append(reason)


def credit_knock_out(office: Credits, stage: Stage, status: Step, original: int | None) -> None:
    """Credit the matches of a knock-out round by round."""
    contestants = {each.name: each for field in stage.fields for each in field.contestants}
    plans = knock_out.plan(office.book, stage, original)
    for index, planned in enumerate(plans):
        won = knock_out.win(office.book, stage, planned, status, _neighbours(office, plans, index))
        results, refused = of_matches(planned.round.matches, won, planned.boards, contestants, knocks_out=True)
        for name in planned.round.earned_byes:
            for player in _players(contestants[name]):
                bye = Result(knock_out.earned_bye(won), 1, "bye earned undefeated", "4.7.8")
                results.setdefault(key(player), []).append(bye)
        _credit_round(office, stage, planned, contestants, results, refused, status)


def _credit_round(
    office: Credits,
    stage: Stage,
    planned: knock_out.RoundPlan,
    contestants: dict[str, Contestant],
    results: Results,
    refused: dict[str, Step],
    status: Step,
) -> None:
    inside = {side.contestant for match in planned.round.matches for side in match.sides} | set(
        planned.round.earned_byes
    )
    for name in inside & contestants.keys():
        contestant = contestants[name]
        spot = Spot(stage, office.label(stage), stage.fields[0].name if stage.fields else "")
        for player in _lined_up(planned.round.matches, contestant):
            account = office.account(player, name, spot, status)
            account.spot = spot
            account.parts += counted(results.get(key(player), []))
            if key(player) in refused:
                account.refused.append(refused[key(player)])


def _lined_up(matches: tuple[Match, ...], contestant: Contestant) -> tuple[Player, ...]:
    everybody = {key(player): player for player in _players(contestant)}
    for match in matches:
        for side in match.sides:
            if side.contestant == contestant.name:
                everybody |= {key(player): player for player in side.players}
    return tuple(everybody.values())


def _neighbours(office: Credits, plans: list[knock_out.RoundPlan], index: int) -> tuple[int, ...]:
    if len(plans[index].numbers) == 1 or office.book.setting("late_preliminary_round") == "its own length":
        return ()
    before = plans[index - 1].boards if index else plans[index].boards
    after = plans[index + 1].boards if index + 1 < len(plans) else plans[index].boards
    return before, after


@rule("4.6.1", "4.7.9")
def head_to_head(stage: Stage) -> tuple[Match, ...]:
    """Read a final of two that gives only places as one match over all its boards."""
    if stage.matches:
        return stage.matches
    names = [each for field in stage.fields for each in field.contestants]
    if len(names) != 2:  # noqa: PLR2004 - a triangle needs its matches, or the wins of each
        return ()
    one, two = names
    ahead = _ahead(one, two)
    return (Match((Side(one.name), Side(two.name)), winner=ahead, boards=stage.schedule.boards),)


def _ahead(one: Contestant, two: Contestant) -> str:
    if one.place is not None and two.place is not None and one.place != two.place:
        return one.name if one.place < two.place else two.name
    if one.score is not None and two.score is not None and one.score != two.score:
        return one.name if one.score > two.score else two.name
    return ""


def is_knock_out(stage: Stage) -> bool:
    """Say whether a stage is a cup."""
    return stage.contest in (Contest.KNOCK_OUT, Contest.DOUBLE_KNOCK_OUT)
