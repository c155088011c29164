"""Are the conditions of a general licence kept? (1.7)"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date, timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.findings import Checklist, Finding, both, checklist, finding
from overtrick.engine.working import rule

from .written import pounds

if TYPE_CHECKING:
    from overtrick.handbooks.edition import Book

ALWAYS = "always"

_NOTHING: Mapping[str, bool] = MappingProxyType({})


class Licensed(NamedTuple):
    """A licensed event as its holder tells it; what is not told stays open."""

    facts: frozenset[str] = frozenset()  #: what it is: sponsored, members_only, charity, package …
    kept: Mapping[str, bool] = _NOTHING  #: which conditions are kept, by their names in the table
    novices: bool = False
    teams_league: bool = False
    systems_level: int | None = None
    systems_authorised: bool = False  #: another level, by the EBU in writing
    systems_announced: date | None = None
    entries_from: date | None = None
    best_prize: int | None = None  #: pence, or worth so much, for one player
    prize_authorised: bool = False
    head_to_head: bool = False  #: a knock-out
    tables: int | None = None
    begins: date | None = None
    told_of_few_tables: date | None = None  #: the EBU and all competitors
    all_want_to_play: bool | None = None
    director_plays: bool | None = None
    needed_for_movement: bool | None = None


def _figure(book: Book, name: str) -> int:
    return book.table("licence_figures").whole(name, "figure")


@rule(
    "1.7", "1.7.1", "1.7.2", "1.7.3", "1.7.4", "1.7.5", "1.7.7", "1.7.8", "1.7.10", "1.7.11", "1.7.12", "1.7.15",
    "1.7.16", "1.7.18", "1.7.20",
)  # fmt: skip
def conditions(book: Book, event: Licensed) -> Checklist:
    """A general licence has all its conditions, as far as they concern the event; novices and leagues have none."""
    if event.novices or event.teams_league:
        free = finding("an event for novices or a teams league has no such conditions", holds=True, clause="1.7")
        return checklist("the licence", (free,), clause="1.7")
    table = book.table("licence_conditions")
    told = [
        finding(
            "{says}",
            holds=event.kept.get(str(key)),
            clause=table.text(str(key), "clause"),
            says=table.text(str(key), "says"),
        )
        for key in table.rows
        if table.text(str(key), "when") in (ALWAYS, *event.facts)
    ]
    own = (systems(book, event), prizes(book, event), tables(book, event), director(event))
    return checklist("the licence", (*told, *own), clause="1.7")


@rule("1.7.6")
def systems(book: Book, event: Licensed) -> Finding:
    """Systems are of level 2 or 4, of another with written authority, and announced before entries are taken."""
    usual = (_figure(book, "lower usual level"), _figure(book, "higher usual level"))
    level = event.systems_level
    allowed = None if level is None else level in usual or event.systems_authorised
    told, taken = event.systems_announced, event.entries_from
    announced = None if told is None or taken is None or told == taken else told < taken
    return finding(
        "systems of level {level}, announced on {told}, entries from {taken}",
        holds=both((announced, allowed)),
        clause="1.7.6",
        level=level,
        told=told,
        taken=taken,
    )


@rule("1.7.9")
def prizes(book: Book, event: Licensed) -> Finding:
    """No player wins more than £250 in money or kind without leave; a knock-out of two at a time has no limit."""
    most = _figure(book, "prize a player at most")
    if event.head_to_head:
        return finding("no limit for prizes in a knock-out", holds=True, clause="1.7.9")
    prize = event.best_prize
    holds = None if prize is None else prize <= most or event.prize_authorised
    written = None if prize is None else pounds(prize)
    sentence = "{prize} for a player, at most {most} without leave"
    return finding(sentence, holds=holds, clause="1.7.9", prize=written, most=pounds(most))


@rule("1.7.13")
def tables(book: Book, event: Licensed) -> Finding:
    """Five tables at least; with fewer the EBU and everybody entered must know two weeks before, and all still want it.

    This has nothing to do with the smallest entry for points (3.1.1).
    """
    least = _figure(book, "tables at least")
    if event.tables is None or event.tables >= least:
        holds = None if event.tables is None else True
        return finding(
            "{tables} tables, at least {least}", holds=holds, clause="1.7.13", tables=event.tables, least=least
        )
    notice = timedelta(days=book.table("deadlines").whole("notice of few tables", "days"))
    told: bool | None = None
    if event.begins is not None and event.told_of_few_tables is not None:
        told = event.told_of_few_tables <= event.begins - notice
    wanted = event.all_want_to_play
    holds = False if told is False or wanted is False else told and wanted
    sentence = "{tables} tables, told on {day}, and everybody wants to play"
    return finding(sentence, holds=holds, clause="1.7.13", tables=event.tables, day=event.told_of_few_tables)


@rule("1.7.14")
def director(event: Licensed) -> Finding:
    """The director does not play, unless the movement needs it."""
    holds = event.needed_for_movement if event.director_plays else True
    holds = None if event.director_plays is None else holds
    return finding("the director does not play, or for the movement only", holds=holds, clause="1.7.14")
