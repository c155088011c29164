"""What is an event of this kind and size worth? As the family reckons; events of the quick guide and abroad by name."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Refused, Unknown
from overtrick.engine.event import Contest, Event, Field, Match, Play, Round, Schedule, Side, Stage, StageKind
from overtrick.engine.scales import NO_PLACES
from overtrick.handbooks.family import cups
from overtrick.handbooks.family import worth as family
from overtrick.handbooks.family.credit import LOCAL, MATCHES, RANKING
from overtrick.handbooks.worth import BadAnswer, Worth

from . import guide, knock_outs, points
from .points import NON_LOCAL
from .scale_selection import Route

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book

GUIDE, INTERCLUB, CUP, ABROAD = "guide", "interclub-league", "guide-knock-out", "abroad"
STAGES = {"all": StageKind.ONLY, **family.STAGES}

#: Teams in the rounds of the knock-out that ends the Open Teams.
SEMI_FINAL, FINAL = 4, 2


def worth(book: Book, kind: str, answers: Mapping[str, str]) -> Worth:
    """Work out the awards of every place, and of a win, for an event that is only described."""
    try:
        if kind in (GUIDE, INTERCLUB):
            return _guide(book, kind, answers)
        if kind == CUP:
            return _cup(book, answers)
        if kind == ABROAD:
            return _abroad(book, answers)
        event = family.imagined(book.day, kind, answers)
        size = int(answers.get("team-size", "4"))
        stages = tuple(stage._replace(team_size=size) for stage in event.stages)
        return family.of_last_stage(Route(book, event._replace(stages=stages)), answers)
    except Unknown as unknown:
        message = f"{unknown.problem.found} {unknown.problem.remedy}"
        raise BadAnswer(message) from unknown


def _named(book: Book, name: str, answers: Mapping[str, str], *stages: Stage) -> Route:
    facts = (("event", name), ("membership", answers.get("membership", "")))
    return Route(book, guide.with_guide(book, Event(name, book.day, stages, facts=facts)))


def _guide(book: Book, kind: str, answers: Mapping[str, str]) -> Worth:
    name = "Interclub League" if kind == INTERCLUB else answers["event"]
    play = Play.TEAMS if book.table("guide").text(name, "play") != "pairs" else Play.PAIRS
    route = _named(book, name, answers, _stage(kind, play, answers))
    found = family.of_last_stage(route, answers)
    stage, grant = route.event.stages[0], points.granted(book, route.event)
    if grant is None or found.refused is not None:
        return found
    if found.rounds:  # two or three teams left play a knock-out
        return found._replace(colour=points.colour(grant, stage._replace(contest=Contest.KNOCK_OUT), "", MATCHES))
    field = stage.fields[int(answers.get("division", "1")) - 1].name if kind == INTERCLUB else stage.fields[0].name
    colours = [points.colour(grant, stage, field, part) for part in (RANKING, MATCHES)]
    return found._replace(colour=colours[0], win_colour=colours[1] if colours[0] != colours[1] and found.win else "")


def _stage(kind: str, play: Play, answers: Mapping[str, str]) -> Stage:
    if kind == INTERCLUB:
        return family.imagined(date.min, "league", {**answers, "status": "district"}).stages[0]
    winners = int(answers["winners"]) if play is Play.PAIRS else 1
    match_boards = int(answers["match-boards"]) if play is Play.TEAMS else 0
    return Stage(
        play,
        Schedule(int(answers["boards"])),
        family.lists_for(play, winners, Decimal(answers["tables"])),
        STAGES[answers["stage"]],
        Contest.ROUND_ROBIN if match_boards else Contest.MOVEMENT,
        winners,
        match_boards=match_boards,
        original_tables=int(answers["original-tables"]) or None,
    )


def _cup(book: Book, answers: Mapping[str, str]) -> Worth:
    """Give the rounds of a knock-out of the guide, and the match for third place where there is one."""
    name, entered, boards = answers["cup"], int(Decimal(answers["tables"])), int(answers["match-boards"])
    stage = Stage(
        Play.TEAMS, Schedule(boards), (Field(entered=entered),), StageKind.ONLY, Contest.KNOCK_OUT,
        match_boards=boards, rounds=family.rounds_of(Contest.KNOCK_OUT, Play.TEAMS, Decimal(entered)),
    )  # fmt: skip
    third = Round((Match((Side("1"), Side("2")), "1"),), name=knock_outs.THIRD_PLACE)
    if name == "Singapore Open Teams":
        ending = (Round(entered=SEMI_FINAL), Round(entered=FINAL))
        stage = stage._replace(kind=StageKind.FINAL, rounds=ending, original_tables=entered)
    if name != guide.CHALLENGE:
        stage = stage._replace(rounds=(*stage.rounds, third))
    route = _named(book, name, answers, stage)
    route = Route(book, knock_outs.apart(route.event))
    colour = NON_LOCAL if points.granted(book, route.event) else LOCAL
    try:
        rounds = [each for index in range(len(route.event.stages)) for each in _rounds(route, index)]
    except Refused as refused:
        return Worth(refused=refused.working, colour=colour)
    return Worth(rounds=rounds, colour=colour)


def _rounds(route: Route, index: int) -> list[tuple[str, Step]]:
    stage = route.event.stages[index]
    status, original = cups.terms(route, index)
    route.check_cup(index, original)
    name = "Third place" if knock_outs.is_third_place(stage) else ""
    return [(name or plan.why.says, route.cup_win(stage, plan, status)) for plan in route.plan(stage, original)]


def _abroad(book: Book, answers: Mapping[str, str]) -> Worth:
    play, name = Play(answers["play"]), answers["overseas-event"]
    match_boards = int(answers["match-boards"])
    stage = Stage(
        play, Schedule(int(answers["boards"])), family.lists_for(play, 1, Decimal(answers["tables"])),
        match_boards=match_boards,
    )  # fmt: skip
    team = book.table("overseas").text(name, "for")
    facts = (("overseas event", name), ("team", team), ("match awards", answers["match-awards"]))
    route = Route(book, Event(name, book.day, (stage,), facts=facts))
    try:
        tariff = route.tariff(0, route.groups(0)[0])
    except Refused as refused:
        return Worth(refused=refused.working, colour=NON_LOCAL)
    paid = 0 if tariff.paid is None else int(tariff.paid.value)
    places = NO_PLACES if tariff.places is None else tariff.places.places[:paid]
    win = tariff.matches.win(match_boards) if tariff.matches is not None and match_boards else None
    return Worth(places, win, colour=NON_LOCAL, win_colour=LOCAL if win is not None and team != "national" else "")
