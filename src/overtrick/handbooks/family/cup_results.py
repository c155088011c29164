"""Who won which round? The awards of a knock-out, round by round."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import Unknown
from overtrick.engine.played import team
from overtrick.engine.working import named
from overtrick.handbooks.family import knock_out, players
from overtrick.handbooks.family.credit import Credits, Spot
from overtrick.handbooks.family.match_results import (
    Seat,
    Seats,
    Taken,
    counted_results,
    of_tally,
    seat,
    take,
    with_standing,
)
from overtrick.handbooks.family.matches import Result, counted

if TYPE_CHECKING:
    from overtrick.engine.event import Contestant, Field, Player, Stage, Tally
    from overtrick.engine.played import StagePlay
    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.family.knock_out import RoundPlan
    from overtrick.handbooks.family.scale_selection import Route


class Played(NamedTuple):
    """A round, what a win in it is worth by the length of the match, and what everybody took from it."""

    plan: RoundPlan
    wins: dict[int, Step]
    taken: Taken


def credit(office: Credits, route: Route, stage: Stage, status: Step, original: int | None) -> None:
    """Credit the matches of a knock-out; every round is worked out before anybody is paid."""
    contestants = {each.name: each for each in with_standing(office, stage)}
    plans, play = route.plan(stage, original), office.play(stage)
    rounds = [_played(office, route, stage, plans, index, status, contestants) for index in range(len(plans))]
    listed = any(this.plan.round.matches for this in rounds)
    seats = Seats(play)
    for contestant in contestants.values():
        spot = Spot(stage, office.label(stage), stage.fields[0].name, contestant=contestant.name)
        for player in play.players(contestant):
            account = office.account(player, spot, status)
            for this in rounds:
                at = seat(contestant.name, player)
                results, refused = this.taken.results.get(at, []), this.taken.refused.get(at, [])
                if not listed and not results and not refused:
                    counts = partial(_counted, office.book, play, stage.fields[0], this, only=len(rounds) == 1)
                    results, reason = seats.counted(contestant, player, counts)
                    refused = [] if reason is None else [reason]
                account.parts += counted(office.book, results, spot.label)
                account.refused += [named(reason, spot.label) for reason in refused]
    seats.ask()


def _counted(
    book: Book, play: StagePlay, field: Field, this: Played, contestant: Contestant, player: Player, *, only: bool
) -> tuple[list[Result], Step | None]:
    """Give the counted wins of a knock-out of one round; of several rounds nobody knows which were won."""
    boards = this.plan.boards

    def spelled(length: int, counts: Tally) -> list[Result]:
        if length not in this.wins or not only:
            found = f"{contestant.name} has wins that are counted, and not the rounds in which they were won."
            raise Unknown(found, "List the matches of each round.", "fields", 0, code="wins-of-which-round")
        return of_tally(book, counts, this.wins[length])

    return counted_results(book, play, field, contestant, player, spelled, boards)


def _played(
    office: Credits,
    route: Route,
    stage: Stage,
    plans: list[RoundPlan],
    index: int,
    status: Step,
    contestants: dict[str, Contestant],
) -> Played:
    plan, play = plans[index], office.play(stage)
    meetings = [meeting for match in plan.round.matches for meeting in play.of_match(match)]
    wins = {
        boards: route.cup_win(stage, plan._replace(boards=boards), status, _neighbours(office, plans, index))
        for boards in sorted({plan.boards, *(meeting.full for meeting in meetings)})
    }
    taken = take(office.book, play, meetings, partial(dict.__getitem__, wins), contestants, knocks_out=True)
    for name in plan.round.earned_byes:
        if name in contestants:
            _earned_bye(office.book, play, stage.fields[0], contestants[name], wins[plan.boards], taken)
    return Played(plan, wins, taken)


def _earned_bye(book: Book, play: StagePlay, field: Field, contestant: Contestant, won: Step, taken: Taken) -> None:
    bye = Result(knock_out.earned_bye(book, won), 1, "bye earned undefeated", book.clause("knock_out.earned_bye"))
    for player in team(contestant):
        at: Seat = seat(contestant.name, player)
        reason = players.refused(book, player, play.in_stage(contestant, player, field), "the stage")
        if reason is not None:
            taken.refused.setdefault(at, []).append(reason)
        else:
            taken.results.setdefault(at, []).append(bye)


def _neighbours(office: Credits, plans: list[RoundPlan], index: int) -> tuple[int, ...]:
    if len(plans[index].numbers) == 1 or office.book.setting("late_preliminary_round") == "its own length":
        return ()
    before = plans[index - 1].boards if index else plans[index].boards
    after = plans[index + 1].boards if index + 1 < len(plans) else plans[index].boards
    return before, after
