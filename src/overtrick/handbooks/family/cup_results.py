"""Who won which round? The awards of a knock-out, round by round."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from overtrick.handbooks.family import knock_out, players
from overtrick.handbooks.family.credit import Credits, Result, Spot, counted
from overtrick.handbooks.family.match_results import (
    Seat,
    Taken,
    counted_results,
    lined_up,
    seat,
    take,
    team,
    with_standing,
)

if TYPE_CHECKING:
    from overtrick.engine.event import Contestant, Stage
    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.family.knock_out import RoundPlan
    from overtrick.handbooks.family.route import Route


class Played(NamedTuple):
    """A round, what a win in it is worth by the length of the match, and what everybody took from it."""

    plan: RoundPlan
    wins: dict[int, Step]
    taken: Taken


def credit(office: Credits, route: Route, stage: Stage, status: Step, original: int | None) -> None:
    """Credit the matches of a knock-out; every round is worked out before anybody is paid."""
    contestants = {each.name: each for each in with_standing(office, stage)}
    plans = route.plan(stage, original)
    rounds = [_played(office, route, stage, plans, index, status, contestants) for index in range(len(plans))]
    for contestant in contestants.values():
        spot = Spot(stage, office.label(stage), stage.fields[0].name, contestant=contestant.name)
        matches = [match for this in rounds for match in this.plan.round.matches]
        for player in lined_up(contestant, matches):
            account = office.account(player, spot, status)
            for this in rounds:
                at = seat(contestant.name, player)
                results, reason = this.taken.results.get(at, []), this.taken.refused.get(at)
                if not matches and not results and reason is None:
                    won = this.wins[this.plan.boards]
                    results, reason = counted_results(office.book, player, contestant, won, this.plan.boards)
                account.parts += counted(office.book, results)
                if reason is not None:
                    account.refused.append(reason)


def _played(
    office: Credits,
    route: Route,
    stage: Stage,
    plans: list[RoundPlan],
    index: int,
    status: Step,
    contestants: dict[str, Contestant],
) -> Played:
    plan = plans[index]
    lengths = {plan.boards, *(match.boards or plan.boards for match in plan.round.matches)}
    wins = {
        boards: route.cup_win(stage, plan._replace(boards=boards), status, _neighbours(office, plans, index))
        for boards in sorted(lengths)
    }
    win = partial(dict.__getitem__, wins)
    taken = take(office.book, plan.round.matches, win, plan.boards, contestants, knocks_out=True)
    for name in plan.round.earned_byes:
        if name in contestants:
            _earned_bye(office.book, contestants[name], wins[plan.boards], taken)
    return Played(plan, wins, taken)


def _earned_bye(book: Book, contestant: Contestant, won: Step, taken: Taken) -> None:
    bye = Result(knock_out.earned_bye(book, won), 1, "bye earned undefeated", book.clause("knock_out.earned_bye"))
    for player in team(contestant):
        at: Seat = seat(contestant.name, player)
        if player.suspended:
            taken.refused[at] = players.suspended(book)
        else:
            taken.results.setdefault(at, []).append(bye)


def _neighbours(office: Credits, plans: list[RoundPlan], index: int) -> tuple[int, ...]:
    if len(plans[index].numbers) == 1 or office.book.setting("late_preliminary_round") == "its own length":
        return ()
    before = plans[index - 1].boards if index else plans[index].boards
    after = plans[index + 1].boards if index + 1 < len(plans) else plans[index].boards
    return before, after
