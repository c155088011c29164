"""What is an event of this kind and size worth? The tariff of an event that nobody has played yet."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Refused
from overtrick.engine.event import Contest, Event, Field, Play, Round, Schedule, Series, Stage, StageKind
from overtrick.engine.scales import NO_PLACES
from overtrick.handbooks.family import cups, entry
from overtrick.handbooks.family.credit import LOCAL
from overtrick.handbooks.family.stage_sequence import CUPS
from overtrick.handbooks.worth import BadAnswer, Worth

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.family.assess import Routes
    from overtrick.handbooks.family.scale_selection import Route

CONTESTS = {
    "swiss-pairs": (Play.PAIRS, Contest.SWISS),
    "swiss-teams": (Play.TEAMS, Contest.SWISS),
    "multiple-teams": (Play.TEAMS, Contest.ROUND_ROBIN),
    "league": (Play.TEAMS, Contest.LEAGUE),
    "knock-out": (Play.TEAMS, Contest.KNOCK_OUT),
    "double-knock-out": (Play.TEAMS, Contest.DOUBLE_KNOCK_OUT),
    "pairs-knock-out": (Play.PAIRS, Contest.KNOCK_OUT),
    "pairs": (Play.PAIRS, Contest.MOVEMENT),
    "teams": (Play.TEAMS, Contest.MOVEMENT),
    "individual": (Play.INDIVIDUAL, Contest.MOVEMENT),
}
STAGES = {
    "qualifying": StageKind.QUALIFYING,
    "final": StageKind.FINAL,
    "consolation": StageKind.CONSOLATION,
    "third-final": StageKind.THIRD_FINAL,
}

#: A double elimination of so many teams takes about two rounds more than a single one.
EXTRA_ROUNDS = 2


def worth(book: Book, kind: str, answers: Mapping[str, str], routes: Routes) -> Worth:
    """Work out the awards of every place, and of a win, for an event that is only described."""
    return of_last_stage(routes(book, imagined(book.day, kind, answers)), answers)


def of_last_stage(route: Route, answers: Mapping[str, str]) -> Worth:
    """Work out the awards of the last stage of an event that is only described."""
    index = len(route.event.stages) - 1
    stage = route.event.stages[index]
    try:
        groups = route.groups(index)
        if cups.is_cup(route, index):
            return _of_cup(route, index)
        if stage.stratified:
            places = route.strata(index, groups[0], answers["category"], groups[0].counts)
        else:
            places = route.tariff(index, groups[int(answers.get("division", "1")) - 1])
        win = None if places.matches is None else places.matches.win(places.matches.usual_boards)
        paid = NO_PLACES if places.places is None else places.places.places
        return Worth(paid, win, colour=LOCAL)
    except Refused as refused:
        return Worth(refused=refused.working, colour=LOCAL)


def imagined(day: date, kind: str, answers: Mapping[str, str]) -> Event:
    """Describe the event that the answers stand for."""
    play, contest = CONTESTS.get(kind, (Play(answers.get("play", "pairs")), Contest.MOVEMENT))
    winners = int(answers.get("winners", "1"))
    if winners not in entry.WINNERS[play]:
        message = f"--winners of {play} can be {' or '.join(map(str, entry.WINNERS[play]))}, not {winners}"
        raise BadAnswer(message)
    match_boards = int(answers.get("match-boards", "0"))
    tables = Decimal(answers["tables"])
    if kind == "ladder":
        contest = Contest.LADDER
    elif match_boards and kind in (*STAGES, "stratified"):
        contest = Contest.SWISS
    stage = Stage(
        play,
        Schedule(int(answers.get("boards", match_boards or "24"))),
        _fields(kind, play, winners, tables, answers),
        STAGES.get(kind, StageKind.ONLY),
        contest,
        winners,
        match_boards=match_boards,
        rounds=rounds_of(contest, play, tables),
        series=_series(kind, answers, tables),
        original_tables=_number(answers, "original-tables"),
        main_tables=_number(answers, "main-tables"),
        second_tables=_number(answers, "second-tables"),
        stages_before=_number(answers, "stages-before"),
        stratified=kind == "stratified",
    )
    stages: tuple[Stage, ...] = (stage,)
    if answers.get("leads-to-final") == "yes":
        stages = (stage, Stage(play, stage.schedule, stage.fields, StageKind.FINAL))
    return Event(kind, day, stages, answers["status"], major_championship=answers.get("major") == "yes")


def _fields(kind: str, play: Play, winners: int, tables: Decimal, answers: Mapping[str, str]) -> tuple[Field, ...]:
    if kind in ("league", "sections"):
        count, at = int(answers["divisions"]), int(answers["division"])
        if not 1 <= at <= count:
            message = f"--division is from 1 to {count}, not {at}"
            raise BadAnswer(message)
        return tuple(
            field._replace(division=str(number), name=f"{field.name} {number}".strip())
            for number in range(1, count + 1)
            for field in lists_for(play, winners, tables)
        )
    return lists_for(play, winners, tables)


def lists_for(play: Play, winners: int, tables: Decimal) -> tuple[Field, ...]:
    """Turn tables into contestants: of a half table at two winners, one direction has one more."""
    if play is Play.TEAMS:
        return (Field(entered=int(tables)),)
    if winners == 1:
        return (Field(entered=int(tables * (2 if play is Play.PAIRS else 4))),)
    over = int(tables % 1 > 0)
    names = ("North–South", "East–West") if play is Play.PAIRS else ("North", "South", "East", "West")
    return tuple(Field(name, entered=int(tables) + (over if name == names[0] else 0)) for name in names)


def rounds_of(contest: Contest, play: Play, tables: Decimal) -> tuple[Round, ...]:
    """Draw up the rounds of a knock-out of so many tables: byes bring the field to a power of two."""
    if contest not in CUPS:
        return ()
    left = int(tables * (2 if play is Play.PAIRS else 1))
    rounds: list[Round] = []
    power = 1 << max(left.bit_length() - 1, 0)
    if left != power:
        rounds.append(Round(entered=left, byes=("",)))
    while power > 1:
        rounds.append(Round(entered=power))
        power //= 2
    if contest is Contest.DOUBLE_KNOCK_OUT:
        rounds += [Round(entered=2)] * EXTRA_ROUNDS
    return tuple(rounds)


def _series(kind: str, answers: Mapping[str, str], tables: Decimal) -> Series | None:
    if kind != "ladder":
        return None
    return Series(int(answers["games"]), int(answers["results-counted"]), tables)


def _number(answers: Mapping[str, str], name: str) -> int | None:
    return int(answers[name]) if name in answers else None


def _of_cup(route: Route, index: int) -> Worth:
    stage = route.event.stages[index]
    status, original = cups.terms(route, index)
    if stage.rounds:
        route.check_cup(index, None)
    else:
        stage = stage._replace(rounds=(Round(entered=2, boards=stage.match_boards or stage.schedule.boards),))
    rounds = [(plan.why.says, route.cup_win(stage, plan, status)) for plan in route.plan(stage, original)]
    return Worth(rounds=rounds, colour=LOCAL)
