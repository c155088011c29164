"""What is an event of this kind and size worth? Local kinds as the family reckons, green ones by category."""

from __future__ import annotations

from decimal import Decimal
from functools import partial
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Refused, Unknown
from overtrick.engine.event import Event, Field, Play, Schedule, Stage, StageKind
from overtrick.engine.scales import NO_PLACES
from overtrick.handbooks.family import worth as family
from overtrick.handbooks.family.credit import LOCAL
from overtrick.handbooks.family.green_credit import GREEN
from overtrick.handbooks.worth import BadAnswer, Worth

from . import cup_rounds, green, knock_outs, simultaneous
from .scale_selection import Route

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book


def worth(book: Book, kind: str, answers: Mapping[str, str]) -> Worth:
    """Work out the awards of every place, and of a win, for an event that is only described."""
    try:
        if kind == "cup":
            return _cup(book, answers)
        if kind == "simultaneous-pairs":
            return _simultaneous(book, answers)
        if kind == "green-simultaneous-pairs":
            return Worth(simultaneous.green(book, _count(answers, "pairs")).awards.places, colour=GREEN)
        if kind.startswith("green-") or kind == "premier-league":
            return _green(book, kind, answers)
    except Refused as refused:
        return Worth(refused=refused.working, colour=LOCAL if kind == "simultaneous-pairs" else GREEN)
    except Unknown as unknown:
        message = f"{unknown.problem.found} {unknown.problem.remedy}"
        raise BadAnswer(message) from unknown
    facts = (("environment", answers["environment"]),)
    try:
        return family.worth(book, kind, answers, partial(_route, facts))
    except Unknown as unknown:
        message = f"{unknown.problem.found} {unknown.problem.remedy}"
        raise BadAnswer(message) from unknown


def _route(facts: tuple[tuple[str, str], ...], book: Book, event: Event) -> Route:
    return Route(book, event._replace(facts=facts))


def _count(answers: Mapping[str, str], name: str) -> int:
    count = int(Decimal(answers[name]))
    if count < 1:
        message = f"--{name} is at least 1"
        raise BadAnswer(message)
    return count


def _simultaneous(book: Book, answers: Mapping[str, str]) -> Worth:
    stage = Stage(Play.PAIRS, Schedule(int(answers["boards"])), (Field(entered=_count(answers, "pairs")),))
    facts = (("environment", answers["environment"]), ("simultaneous", "yes"))
    route = Route(book, Event("", book.day, (stage,), answers["status"], facts=facts))
    places = route.tariff(0, route.groups(0)[0]).places
    return Worth(NO_PLACES if places is None else places.places, colour=LOCAL)


def _green(book: Book, kind: str, answers: Mapping[str, str]) -> Worth:
    play = Play.PAIRS if "pairs" in answers else Play(answers.get("play", "teams"))
    if play is Play.INDIVIDUAL:
        message = "--play is pairs or teams; individuals have no green points"
        raise BadAnswer(message)
    entry = _count(answers, "pairs") if "pairs" in answers else _entry(play, answers)
    boards, final = int(answers["boards"]), answers.get("final", "none")
    event = _described(book, play, boards, answers["category"], final)
    green.check(book, event)
    factor = green.category(book, event)
    win = green.win(book, factor, int(answers["match-boards"])) if _by_matches(kind, answers) else None
    row = _row(kind, play, final, answers)
    inside = entry if final in ("none", "qualifying") else _count(answers, "finalists")
    if not row:
        return Worth(win=win, colour=GREEN)
    ranking = green.ranking(book, row, play, entry, inside, boards, factor)
    return Worth(ranking.awards.places, win, colour=GREEN)


def _entry(play: Play, answers: Mapping[str, str]) -> int:
    return int(Decimal(answers["tables"]) * (2 if play is Play.PAIRS else 1)) or _count(answers, "tables")


def _described(book: Book, play: Play, boards: int, category: str, final: str) -> Event:
    kind = StageKind.ONLY if final == "none" else StageKind.QUALIFYING
    stage = Stage(play, Schedule(boards), (), kind)
    return Event("", book.day, (stage,), "", facts=(("category", category),))


def _by_matches(kind: str, answers: Mapping[str, str]) -> bool:
    if kind == "green-multi-venue-pairs":
        return answers["imps"] == "yes"
    return "match-boards" in answers


def _row(kind: str, play: Play, final: str, answers: Mapping[str, str]) -> str:
    if kind == "green-multi-venue-pairs":
        return "multi-venue x-imp pairs" if answers["imps"] == "yes" else "multi-venue pairs"
    if kind.startswith("green-swiss"):
        return f"swiss {play}"
    family_of = "pairs" if kind == "green-pairs" else "multiple"
    if final == "qualifying":
        return "pairs qualifying" if family_of == "pairs" else ""
    return family_of if final == "none" else f"{family_of} {final}"


def _cup(book: Book, answers: Mapping[str, str]) -> Worth:
    cup = answers["cup"]
    rounds: list[tuple[str, Step]] = [
        (name.capitalize(), knock_outs.win(book, cup, name)) for name in cup_rounds.ROUNDS
    ]
    stanza = knock_outs.stanza(book, int(answers["match-boards"]))
    if answers["plate"] == "yes":
        rounds = [(name, knock_outs.plate(book, won)) for name, won in rounds]
        stanza = knock_outs.plate(book, stanza)
    return Worth(rounds=[*rounds, ("A stanza", stanza)], colour=GREEN)
