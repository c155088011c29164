"""Do the rounds of a knock-out make sense? Who is beaten goes out, who wins goes on, the last winner has won."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from overtrick.engine.event import Contest, StageKind

if TYPE_CHECKING:
    from overtrick.engine.assessment import Path
    from overtrick.engine.event import Match, Round, Stage
    from overtrick.engine.sense.report import Report


def check(report: Report, stage: Stage, path: Path) -> None:
    """Follow everybody from round to round."""
    if stage.contest is Contest.DOUBLE_KNOCK_OUT:
        _check_second_defeats(report, stage)
        return
    defeats: Counter[str] = Counter()
    beaten_in: dict[str, Path] = {}
    for number, this in enumerate(stage.rounds):
        for at, match in enumerate(this.matches):
            way = (*path, "rounds", number, "matches", at)
            _check_beaten(report, match, beaten_in, way)
        for at, match in enumerate(this.matches):
            loser = _loser(match)
            if loser:
                defeats[loser] += 1
                beaten_in[loser] = (*path, "rounds", number, "matches", at)
    if stage.kind is not StageKind.CONSOLATION:
        for number in range(len(stage.rounds) - 1):
            _check_winners(report, stage, number, defeats, path)
        _check_champion(report, stage, path)


def _loser(match: Match) -> str:
    """Name who is out after a match; nobody after a draw or a mini-match of a triangle."""
    if not match.winner or match.triangular:
        return ""
    return next((side.contestant for side in match.sides if side.contestant != match.winner), "")


def _check_second_defeats(report: Report, stage: Stage) -> None:
    """Who was beaten twice is out of a double knock-out, unless the organiser lets everybody play on for places."""
    defeats: Counter[str] = Counter()
    for this in stage.rounds:
        for match in this.matches:
            for side in match.sides:
                if defeats[side.contestant] > 1:
                    report.odd("beaten-twice-plays-on", f"{side.contestant} was beaten twice before but plays on.")
        defeats.update(filter(None, map(_loser, this.matches)))


def _check_beaten(report: Report, match: Match, beaten_in: dict[str, Path], way: Path) -> None:
    """Who is out can only meet somebody else who is out: a match for third place."""
    out = [side.contestant for side in match.sides if side.contestant in beaten_in]
    if len(out) == 1:
        found = f"{out[0]} was beaten before but plays on."
        remedy = "Correct the winner of one of the two matches, or who played."
        report.problem("beaten-side-plays-on", found, remedy, way, beaten_in[out[0]])


def _named(this: Round) -> set[str]:
    inside = {side.contestant for match in this.matches for side in match.sides}
    return inside | {*this.byes, *this.earned_byes}


def _check_winners(report: Report, stage: Stage, number: int, defeats: Counter[str], path: Path) -> None:
    """Who wins a match is in a later round, if those are listed whole.

    Where only those who were beaten play on, the round must have left one winner.
    """
    later = [this for this in stage.rounds[number + 1 :] if not _only_for_places(this, stage.rounds[: number + 1])]
    if any(this.entered is not None and this.entered > len(_named(this)) for this in later):
        return
    inside = set().union(*map(_named, later))
    if not inside and not _lacks_a_final(stage, number, defeats):
        return
    drawn = any(not match.winner for this in stage.rounds[:number] for match in this.matches)
    if inside and drawn and not inside & _named(stage.rounds[number]):
        return  # those who drew before meet for a lower place
    for at, match in enumerate(stage.rounds[number].matches):
        if match.winner and not match.triangular and match.winner not in inside and not _for_a_place(match, defeats):
            found = f"{match.winner} won a match but is in no later round."
            remedy = "Add the missing round or match, or correct the winner."
            way = (*path, "rounds", number, "matches", at)
            report.problem("winner-vanishes", found, remedy, way, (*path, "rounds", number + 1))


def _lacks_a_final(stage: Stage, number: int, defeats: Counter[str]) -> bool:
    """Say whether a round left several unbeaten winners, and only those who were beaten play after it."""
    if stage.kind is StageKind.QUALIFYING or not any(this.matches for this in stage.rounds[number + 1 :]):
        return False
    winners = {match.winner for match in stage.rounds[number].matches if match.winner and not match.triangular}
    return sum(not defeats[winner] for winner in winners) > 1


def _only_for_places(this: Round, before: tuple[Round, ...]) -> bool:
    """Say whether a round has no match but of those who were beaten before it, such as the one for third place."""
    beaten = {_loser(match) for each in before for match in each.matches}
    inside = {side.contestant for match in this.matches for side in match.sides}
    return bool(inside) and inside <= beaten


def _for_a_place(match: Match, defeats: Counter[str]) -> bool:
    """Say whether both sides of a match are out in the end and met for a lower place."""
    return all(defeats[side.contestant] > 0 for side in match.sides)


def _check_champion(report: Report, stage: Stage, path: Path) -> None:
    """First place belongs to the winner of the final, which is the last round that is not for lower places only."""
    number = max(
        (at for at, this in enumerate(stage.rounds) if not _only_for_places(this, stage.rounds[:at])), default=0
    )
    last = stage.rounds[number].matches
    beaten = {_loser(match) for this in stage.rounds for match in this.matches}
    champions = {match.winner for match in last if match.winner and match.winner not in beaten}
    listed = {contestant.name for field in stage.fields for contestant in field.contestants}
    if len(champions) != 1 or not champions <= listed or any(match.triangular for match in last):
        return
    for at, field in enumerate(stage.fields):
        for row, contestant in enumerate(field.contestants):
            if contestant.place == 1 and contestant.name in beaten:
                found = f"{contestant.name} is in first place, but {champions.copy().pop()} won the final."
                way = (*path, "fields", at, "contestants", row)
                report.problem(
                    "first-place-was-beaten",
                    found,
                    "Correct one of them.",
                    way,
                    (*path, "rounds", number),
                )
