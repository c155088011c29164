"""What form may an event take? Major championships, ladders, sections, categories (1.2.4, 4.9, 4.11, 4.12, 6.2)"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.findings import Checklist, Finding, beforehand, checklist, finding
from overtrick.engine.working import NOTHING, Step, rule, step

from .quotas import figure

if TYPE_CHECKING:
    from datetime import date

    from overtrick.handbooks.edition import Book

#: What the list of a ladder may be made by, and what it may rank, by what is played.
LADDER_METHODS = ("average percentage", "points earned", "points for position")
LADDER_RANKS = {
    "pairs": ("individuals", "pairs"),
    "teams": ("individuals", "pairs", "teams"),
    "individual": ("individuals",),
}

SECTIONS_BY = ("selection", "past performance", "rank")


class Championship(NamedTuple):
    """A championship that would be a major one; None: not told."""

    boards: int | None = None  #: of the whole event
    restricted: bool | None = None  #: otherwise than to full or primary members
    divisions: int = 1


class GreenTeams(NamedTuple):
    """A county's teams championship that would give green points; None: not told."""

    team_of: int = 4
    squad: int | None = None  #: the most players a team may have
    ends_in_knock_out: bool | None = None
    boards_of_a_match: int | None = None  #: of the shortest match of the knock-out


@rule("1.2.4", "1.2.4 p2")
def may_be_major(book: Book, event: Championship) -> Checklist:
    """A major championship is of at least 36 boards, and one that every member can win.

    It is not for mixed pairs, nor a league of several divisions, for there the lower ones cannot win it.
    """
    least = figure(book, "boards of a major championship at least")
    long = None if event.boards is None else event.boards >= least
    open_to_win = None if event.restricted is None else not event.restricted
    return checklist(
        "a major championship",
        (
            finding("{found} boards, at least {least}", holds=long, clause="1.2.4", found=event.boards, least=least),
            finding("every full or primary member may enter", holds=open_to_win, clause="1.2.4 p2"),
            finding("{divisions} division", holds=event.divisions == 1, clause="1.2.4 p2", divisions=event.divisions),
        ),
        clause="1.2.4",
    )


@rule("6.1.2", "6.2.1")
def may_be_green_teams(book: Book, event: Championship, teams: GreenTeams) -> Checklist:
    """A green championship keeps the rules of every major one; for teams it ends in a knock-out of long matches."""
    most, least = figure(book, "green team squad at most"), figure(book, "green knock-out boards at least")
    small = None if teams.squad is None else teams.squad <= most
    long = None if teams.boards_of_a_match is None else teams.boards_of_a_match >= least
    squad = "up to {squad} players in a team, at most {most}"
    boards = "knock-out matches of {boards} boards, at least {least}"
    own = (
        finding("teams of four", holds=teams.team_of == 4, clause="6.2.1"),  # noqa: PLR2004 - teams of four
        finding(squad, holds=small, clause="6.2.1", squad=teams.squad, most=most),
        finding("it ends in a knock-out", holds=teams.ends_in_knock_out, clause="6.2.1"),
        finding(boards, holds=long, clause="6.2.1", boards=teams.boards_of_a_match, least=least),
    )
    return checklist("a green championship for teams", (*may_be_major(book, event).conditions, *own), clause="6.1.2")


@rule("4.11.1", "4.11.2", "4.11.3", "3.7.3 p2")
def may_be_ladder(book: Book, play: str, ranks: str, method: str, results: int) -> Checklist:
    """A ladder ranks a series by average, by points earned or by points for position; six results must count.

    What it ranks goes by what is played: a series of teams may rank teams, pairs or players. Scores may be dropped.
    """
    least = figure(book, "results of a ladder at least")
    by = "ranked by {method}"
    what = "{ranks} are ranked in a series of {play}"
    enough = "{results} results count, at least {least}"
    return checklist(
        "a ladder",
        (
            finding(by, holds=method in LADDER_METHODS, clause="4.11.2", method=method),
            finding(what, holds=ranks in LADDER_RANKS[play], clause="4.11.3", ranks=ranks, play=play),
            finding(enough, holds=results >= least, clause="3.7.3 p2", results=results, least=least),
        ),
        clause="4.11.1",
    )


@rule("4.11.10", "1.2.4 p3b")
def colour_within_a_ladder(*, blue_major: bool, overall: bool) -> Step:
    """A ladder that is the blue pairs championship gives local points for each game and blue for the whole list."""
    colour = "blue" if blue_major and overall else "local"
    part = "the overall list" if overall else "a game"
    return step("{colour} points for {part} of the ladder", 0, NOTHING, colour=colour.capitalize(), part=part)


@rule("5.1.1")
def colour_of_an_ebu_event(*, green: bool) -> Step:
    """An event or session of the EBU that does not give green points gives blue ones."""
    return step("{colour} points at an event of the EBU", 0, NOTHING, colour="Green" if green else "Blue")


@rule("4.9.1")
def sections_may_differ(by: str) -> Finding:
    """Any event may be divided into sections of differing status: by selection, by past performance or by rank."""
    return finding("sections by {by}", holds=by in SECTIONS_BY, clause="4.9.1", by=by)


@rule("3.10.2", "4.12.1", "4.12.2")
def may_be_stratified(
    book: Book, categories: int, *, announced: date | None, day: date | None, by_rank: bool = True
) -> Checklist:
    """One field may have up to four categories, by rank or in any other clear way that was told beforehand.

    By rank, a pair or team is in the category of its highest player; the bounds are the organiser's.
    """
    most = figure(book, "categories at most")
    sentence = "{categories} categories, at most {most}"
    if by_rank:
        clear = finding("divided by rank", holds=True, clause="4.12.2")
    else:
        clear = beforehand("divided in a clear way that was announced", announced, day, clause="4.12.2")
    return checklist(
        "a stratified event",
        (
            finding(sentence, holds=1 < categories <= most, clause="4.12.1", categories=categories, most=most),
            clear,
        ),
        clause="3.10.2",
    )


@rule("4.12.2")
def category(bounds: tuple[int, ...], orders: tuple[int, ...]) -> Step:
    """A pair or team is in the category of its highest player: 0 is the top one.

    ``bounds`` are the lowest ranks of all categories but the last, from the top; ranks are numbered from the lowest.
    """
    best = max(orders)
    found = next((at for at, least in enumerate(bounds) if best >= least), len(bounds))
    letter = chr(ord("A") + found)
    return step("Category {letter}, by its highest player", found, NOTHING, letter=letter)
