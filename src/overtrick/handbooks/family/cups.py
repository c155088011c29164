"""On what terms is a knock-out played? Its level, and the entry its rounds are numbered from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Asked, Refused, Unknown
from overtrick.engine.event import Contest, Play, Round, StageKind
from overtrick.engine.working import Step
from overtrick.handbooks.family import divisions, entry, finals, knock_out, match_results, tie_play_offs
from overtrick.handbooks.family.shared import shared
from overtrick.handbooks.family.stage_sequence import CUPS

if TYPE_CHECKING:
    from overtrick.engine.event import Contestant, Stage
    from overtrick.handbooks.family.scale_selection import Route


def is_cup(route: Route, index: int) -> bool:
    """Say whether a stage is paid round by round, whatever it is called."""
    stage = route.event.stages[index]
    if stage.contest in CUPS:
        return True
    if stage.kind is StageKind.ONLY:
        return False
    return route.is_small_final(index) or (stage.kind is StageKind.PLAY_OFF and _league(route, index) is not None)


@shared
def terms(route: Route, index: int) -> tuple[Step, int | None]:
    """Give the level of a knock-out, and the entry its rounds are numbered from if it was qualified for."""
    stage = route.event.stages[index]
    own = route.own_terms(index)
    if own is not None:
        return own
    if stage.kind is StageKind.TIE_PLAY_OFF:
        raise Refused(tie_play_offs.refusal(route.book, route.event, index))
    if stage.kind is StageKind.PLAY_OFF:
        return _play_off(route, index)
    if stage.kind is StageKind.OPEN:
        return finals.open_status(route.book, route.main_status(index)), None
    if stage.kind is StageKind.ONLY or route.is_first(index) or route.stands_alone(index) is not None:
        return route.status(index), None
    if stage.kind is StageKind.CONSOLATION and stage.original_tables is None and not _qualified_otherwise(route, index):
        return route.status(index), None
    way = route.way(index)
    original = int(way.original.value)
    if stage.kind is StageKind.CONSOLATION:
        original -= way.premier
    return way.first_status, original * (2 if stage.play is Play.PAIRS else 1)


def _qualified_otherwise(route: Route, index: int) -> bool:
    return any(each.kind is StageKind.QUALIFYING and each.contest not in CUPS for each in route.event.stages[:index])


def _league(route: Route, index: int) -> Stage | None:
    """Find the league whose division a play-off is in, if its parties are parts of one division."""
    stage = route.event.stages[index]
    for league in route.event.stages[:index]:
        labels = {field.division for field in league.fields if field.division}
        if stage.between and set(stage.between) <= labels:
            return league if len({divisions.whole(label) for label in stage.between}) == 1 else None
    return None


def _play_off(route: Route, index: int) -> tuple[Step, int | None]:
    stage = route.event.stages[index]
    league = _league(route, index)
    if league is not None:
        division = route.divisions(league)[stage.between[0]]
        entered = sum(field.size for field in league.fields if field.division in stage.between)
        return knock_out.play_off_status(route.book, division.status), entered
    entry.large_enough(route.book, stage.play, 1, route.size(stage, route.groups(index)[0]).tables(route.book))
    return route.status(index), None


def drawn_up(stage: Stage, index: int) -> Stage:
    """Give a knock-out its rounds: as listed, or the one round of a final of two or three."""
    if stage.rounds:
        check_third_place(stage, index)
        return stage
    matches = match_results.head_to_head(stage)
    tallies = any(each.tally or any(player.tally for player in each.players) for each in _everybody(stage))
    if not matches and not tallies:
        missing = "The event does not say who won which match."
        raise Unknown(
            missing,
            "List the rounds or the matches, or the wins of each contestant.",
            "stages",
            index,
            code="rounds-missing",
        )
    final = Round(matches, entered=len(_everybody(stage)))
    boards = stage.match_boards if stage.contest in CUPS or len(_everybody(stage)) > 2 else 0  # noqa: PLR2004 - a triangle
    contest = stage.contest if stage.contest in CUPS else Contest.KNOCK_OUT
    return stage._replace(rounds=(final,), contest=contest, match_boards=boards or stage.schedule.boards)


def check_third_place(stage: Stage, index: int) -> None:
    """Ask what a match of two beaten semi-finalists is: it is no round of the knock-out that they are out of."""
    if stage.contest is not Contest.KNOCK_OUT:
        return
    out_together: list[set[str]] = []
    for number, this in enumerate(stage.rounds):
        for at, match in enumerate(this.matches):
            sides = {side.contestant for side in match.sides}
            if sides in out_together:
                raise Asked(
                    f"Is {' against '.join(sorted(sides))} the match for third place? Both were out of the knock-out.",
                    "List it as a separate stage, 'stage: consolation', or leave it out.",
                    *("stages", index, "rounds", number, "matches", at),
                    code="third-place-match",
                )
        decided = [match for match in this.matches if match.winner and not match.triangular]
        losers = {side.contestant for match in decided for side in match.sides if side.contestant != match.winner}
        out_together.append(losers)


def _everybody(stage: Stage) -> list[Contestant]:
    return [each for field in stage.fields for each in field.contestants]
