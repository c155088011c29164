"""What is an event of this kind and size worth? The event that the answers describe, by the guide's rules."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from overtrick.engine.event import Contest, Event, Field, Play, Schedule, Series, Stage, StageKind
from overtrick.handbooks.family import entry
from overtrick.handbooks.family import worth as family
from overtrick.handbooks.worth import BadAnswer, Worth

from .scale_selection import Route

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

    from overtrick.handbooks.edition import Book

FINALS = {"restricted-final": StageKind.FINAL, "consolation": StageKind.CONSOLATION}


def worth(book: Book, kind: str, answers: Mapping[str, str]) -> Worth:
    """Work out the awards of every place, and of a win, for an event that is only described."""
    return family.of_last_stage(Route(book, imagined(book.day, kind, answers)), {})


def imagined(day: date, kind: str, answers: Mapping[str, str]) -> Event:
    """Describe the event that the answers stand for."""
    facts = (("championship", answers["championship"]),)
    stages = _series_and_final(kind, answers) if "qualifiers" in answers else (_stage(kind, answers),)
    return Event(kind, day, stages, facts=facts)


def _stage(kind: str, answers: Mapping[str, str]) -> Stage:
    play, contest = family.CONTESTS[kind]
    winners = int(answers.get("winners", "1"))
    if winners not in entry.WINNERS[play]:
        message = f"--winners of {play} can be {' or '.join(map(str, entry.WINNERS[play]))}, not {winners}"
        raise BadAnswer(message)
    fields = family.lists_for(play, winners, Decimal(answers["tables"]))
    boards = int(answers["boards"])
    match_boards = int(answers.get("match-boards", "0"))
    return Stage(play, Schedule(boards), fields, StageKind.ONLY, contest, winners, match_boards=match_boards)


def _series_and_final(kind: str, answers: Mapping[str, str]) -> tuple[Stage, ...]:
    play, events = Play(answers["play"]), int(answers["events"])
    entered = (Field(entered=int(answers["qualifiers"])),)
    series = Stage(play, Schedule(0), entered, contest=Contest.AGGREGATE, series=Series(events, events))
    if kind == "aggregate":
        return (series,)
    main = Stage(play, Schedule(int(answers["boards"])), (Field(entered=int(answers["finalists"])),), StageKind.FINAL)
    if kind == "restricted-final":
        return series, main
    return series, main, main._replace(kind=FINALS[kind])
