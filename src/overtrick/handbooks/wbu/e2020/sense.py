"""Do the facts of a Welsh event contradict each other? What only this handbook asks, before any rule runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Problem
from overtrick.engine.event import Contest, Play
from overtrick.engine.lengths import CUPS
from overtrick.engine.working import rule
from overtrick.handbooks.family import granted, victory_points
from overtrick.handbooks.family.green_stages import FACT

from . import events
from . import status as statuses

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.engine.assessment import Path
    from overtrick.engine.event import Event
    from overtrick.handbooks.edition import Book

POINTS, CATEGORY, SPECIAL = "points", "category", "special"
CUPS_OF_WALES = ("welsh cup", "cambria cup")
_CONTESTS = {
    "swiss": (Contest.SWISS, Contest.MOVEMENT),
    "premier league": (Contest.LEAGUE, Contest.ROUND_ROBIN, Contest.MOVEMENT),
}


def check(book: Book, event: Event) -> Iterator[Problem]:
    """Give every contradiction between facts, and between a fact and the rest of the event."""
    if victory_points.concern(event):
        yield from victory_points.check(event)
    if not event.facts:
        return
    yield from granted.check(event)
    yield from of_the_appendix(book, event)
    yield from of_points(event)
    yield from of_green_events(event)
    yield from of_local_events(event)


def _apart(code: str, found: str, remedy: str, path: Path, against: Path) -> Problem:
    return Problem(found, remedy, path, code=code, against=against)


def _facts(event: Event, one: str, other: str, code: str, why: str) -> Problem:
    """Say that two facts cannot both be right."""
    found = f"'{one}: {event.fact(one)}' and '{other}: {event.fact(other)}' contradict each other: {why}."
    return _apart(code, found, f"Correct '{one}' or '{other}'.", ("facts", one), ("facts", other))


@rule("3.9.3", "4.2.1.1 A*")
def of_the_appendix(book: Book, event: Event) -> Iterator[Problem]:
    """An event of the appendix has the points, the category, the kind and the status that are printed there.

    A* may be told as A, which it is under 72 boards.
    """
    name, table = event.fact(events.NAMED), book.table("appendix_1")
    if not name or name not in table.rows:
        return
    for fact, column in ((POINTS, "points"), (CATEGORY, "category"), (FACT, "kind")):
        told, listed = event.fact(fact), table.text(name, column)
        if not told or not listed or listed in (events.NOTHING, told) or (told, listed) == ("A", "A*"):
            continue
        yield _facts(event, fact, events.NAMED, "not-as-in-the-appendix", f"the appendix has {listed}")
    listed = table.text(name, "status")
    if event.status and listed and event.status != listed:
        found = f"The status is {event.status!r}, and the appendix has {name} at {listed}."
        yield _apart(
            "not-as-in-the-appendix", found, "Leave the status out, or correct the fact 'event'.",
            ("status",), ("facts", events.NAMED),
        )  # fmt: skip


@rule("4.2.1.5", "4.2.1.1 apply")
def of_points(event: Event) -> Iterator[Problem]:
    """Only green points have a category and a kind of green event."""
    if event.fact(POINTS) != "local":
        return
    for fact in (CATEGORY, FACT):
        if event.fact(fact):
            yield _facts(event, fact, POINTS, "local-points-of-a-green-event", "only green points have one")


@rule("4.2.4 stanza awards", "4.2.8 scope", "4.2.2(a)")
def of_green_events(event: Event) -> Iterator[Problem]:
    """A cup is of the special category, a simultaneous is one, and the kind of event fits how it was played."""
    kind, category = event.fact(FACT), event.fact(CATEGORY)
    if kind and category and (kind in CUPS_OF_WALES) != (category == SPECIAL):
        yield _facts(event, CATEGORY, FACT, "category-of-a-cup", "the cups, and only they, are of the special category")
    if event.fact("simultaneous") == "yes" and kind not in ("", "simultaneous pairs"):
        yield _facts(event, "simultaneous", FACT, "simultaneous-or-not", "it is one kind of event or the other")
    for index, stage in enumerate(event.stages):
        cup = stage.contest in CUPS and kind not in ("", *CUPS_OF_WALES)
        if cup or stage.contest not in _CONTESTS.get(kind, (stage.contest,)):
            yield _played(event, index, f"it was played as a {stage.contest}", "contest")
        elif kind == "pairs" and stage.play is Play.PAIRS and not stage.matchpoints:
            yield _played(event, index, f"it was scored by {stage.scoring}, which is the kind 'multiple'", "scoring")


def _played(event: Event, index: int, why: str, word: str) -> Problem:
    found = f"The green event is of the kind '{event.fact(FACT)}', and {why}."
    remedy = f"Correct the fact '{FACT}', or the {word}."
    return _apart("green-event-played-otherwise", found, remedy, ("facts", FACT), ("stages", index, word))


@rule("5.2.1 local a", "5.1.3 option 1", "3.7")
def of_local_events(event: Event) -> Iterator[Problem]:
    """Only an online event replaces another, only a championship is paid by session, only pairs are derived."""
    if event.fact("replaces") == "yes" and not statuses.is_online(event):
        if event.fact("environment"):
            yield _facts(event, "replaces", "environment", "replaces-offline", "only an online event replaces another")
        else:
            question = "Was the event played online? Only an online event replaces an established one."
            remedy = "Give the fact 'environment': online; or remove 'replaces'."
            asked, choices = ("facts", "environment"), ("online", "real")
            yield Problem(question, remedy, asked, code="environment", asks=True, choices=choices)
    if event.fact(statuses.CHAMPIONSHIP) and not event.major_championship:
        found = f"'{statuses.CHAMPIONSHIP}' says how a major championship is paid, but the event is not one."
        remedy = f"Give 'major championship: yes', or remove '{statuses.CHAMPIONSHIP}'."
        path: Path = ("facts", statuses.CHAMPIONSHIP)
        yield _apart("no-major-championship", found, remedy, path, ("major championship",))
    if event.fact("derived scores") == "yes":
        for index, stage in enumerate(event.stages):
            if stage.play is not Play.PAIRS:
                found = f"A derived ranking is one of pairs, and this stage is of {stage.play}."
                remedy = "Correct the play, or remove 'derived scores'."
                yield _apart(
                    "derived-not-of-pairs", found, remedy, ("facts", "derived scores"), ("stages", index, "play")
                )
