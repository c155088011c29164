"""Which status does an event have, by who runs it and who may enter? (1.2, 1.4.2, 1.6)"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import NoScale, Unknown
from overtrick.engine.findings import Checklist, Finding, checklist, finding
from overtrick.engine.numbers import Exact
from overtrick.engine.working import FACTOR, NOTHING, Step, rule, step
from overtrick.handbooks.family import status as levels

from .organisations import OrganiserKind

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from overtrick.handbooks.edition import Book

CLUB = "club"


class MajorEvent(NamedTuple):
    """What is known of a licensed event that would be a major one."""

    sessions: int | None = None
    average_tables: Exact | None = None  #: over its four best sessions, in the year before
    members_only: bool | None = None
    from_outside: bool | None = None  #: a significant entry from outside its area
    granted: bool | None = None  #: by the Board
    provisional: bool = False  #: extended by the Board for the one year after it failed


def _of(book: Book, row: str, *, members_only: bool) -> Step:
    table = book.table("event_status")
    name = table.text(row, "members only" if members_only else "open to others")
    level = levels.named(book, name)
    who = "for members of the EBU only" if members_only else "open to non-members"
    return step(
        "{row}, {who}: {label}",
        level.value,
        FACTOR,
        because=(level,),
        clause=table.text(row, "clause"),
        row=row.capitalize(),
        who=who,
        label=levels.label(book, level),
    )


@rule("1.2.1 p1b")
def more_than_monthly(book: Book, games: Sequence[date]) -> Finding:
    """A county's regular games are more than monthly if there are over twelve in a year.

    Whether two in one month are too many is a setting. Games at the same time in several places are one game.
    """
    days = set(games)
    most = book.table("status_figures").whole("county games a year at club scale above", "figure")
    if book.setting("county_games_counted") == "in any month":
        busiest = max(Counter((day.year, day.month) for day in days).values(), default=0)
        return finding("{busiest} games in one month", holds=busiest > 1, clause="1.2.1 p1b", busiest=busiest)
    sentence = "{count} regular games in the year, more than {most}"
    return finding(sentence, holds=len(days) > most, clause="1.2.1 p1b", count=len(days), most=most)


@rule("1.2.1 p3", "1.2.1 p1b")
def regular_game(book: Book, organiser: OrganiserKind, *, members_only: bool, games: Sequence[date] = ()) -> Step:
    """Regular games and minor championships: Club for a club; for a county, County if members only, otherwise District.

    A county that plays more than monthly has all its regular games at Club; ``games`` are those of its year, and are
    left out for a minor championship.
    """
    if organiser == OrganiserKind.CLUB:
        return _of(book, "club game", members_only=members_only)
    if organiser != OrganiserKind.COUNTY:
        raise NoScale(levels.no_such_scale(book, f"regular games of another organiser ({organiser}) without a licence"))
    often = more_than_monthly(book, games)
    if often.holds:
        found = _of(book, "county game more than monthly", members_only=members_only)
        return found._replace(because=(*found.because, often.working))
    return _of(book, "county game", members_only=members_only)


@rule("1.2.4 p3")
def raised_stages(book: Book, sessions: Sequence[int], *, knock_out: bool = False) -> tuple[bool, ...]:
    """At most three sessions of a major championship are raised: all, or the last stages that fit; a knock-out whole.

    ``sessions`` are those of each stage, as the organiser counts them. A last stage longer than three is not raised.
    """
    most = book.table("status_figures").whole("raised sessions of a major championship at most", "figure")
    if knock_out or sum(sessions) <= most:
        return (True,) * len(sessions)
    return tuple(sum(sessions[at:]) <= most for at in range(len(sessions)))


@rule("1.2.4 p3")
def major_championship(book: Book, own: Step, sessions: Sequence[int], stage: int, *, knock_out: bool = False) -> Step:
    """A stage of a major championship is one level up if it is among those that are raised."""
    if raised_stages(book, sessions, knock_out=knock_out)[stage]:
        return levels.major_championship(book, own)
    sentence = "Stage {stage} of a major championship of {sessions} sessions is not raised"
    return step(sentence, own.value, FACTOR, because=(own,), stage=stage + 1, sessions=sum(sessions))


@rule("1.2.5 p5")
def simultaneous_pairs(book: Book, *, overall: bool) -> Step:
    """Heats of simultaneous pairs are at Club, the county's overall list at District."""
    return _of(book, "simultaneous overall" if overall else "simultaneous heat", members_only=True)


@rule("1.2.5 p5")
def simultaneous_entry(heats: Mapping[str, tuple[int, bool]]) -> Step:
    """Only those at affiliated clubs count in the overall list, and only such clubs award points for their heat.

    ``heats``: the pairs of each club, and whether it is affiliated.
    """
    pairs = sum(number for number, affiliated in heats.values() if affiliated)
    return step("{pairs} pairs at affiliated clubs", pairs, "pairs", pairs=pairs)


@rule("1.2.6(d) p2")
def multi_county(book: Book, play: str, home: str, entry: Mapping[str, int]) -> Step:
    """An event for players of several counties, by its entry on the day; ``play`` is teams, pairs or individual.

    National if no county, the home county included, has more than 1 team, 2 pairs or 4 players; otherwise County if
    less than a third come from outside, otherwise Regional.
    """
    table = book.table("status_figures")
    most = table.whole(f"{play} a county", "figure")
    everybody = sum(entry.values())
    outside = everybody - entry.get(home, 0)
    if not everybody:
        missing = "No entry has a county, so we cannot decide the level."
        raise Unknown(missing, "Give how many came from each county.", code="entrants-by-county")
    if max(entry.values()) <= most and len(entry) > 1:
        name, why = "national", f"at most {most} from each county"
    elif Fraction(outside, everybody) < table.number("from outside less than", "figure"):
        name, why = "county", f"{outside} of {everybody} from outside, less than a third"
    else:
        name, why = "regional", f"{outside} of {everybody} from outside, a third or more"
    level = levels.named(book, name)
    label = levels.label(book, level)
    return step("{why}: {label}", level.value, FACTOR, because=(level,), why=why.capitalize(), label=label)


@rule("1.2.6(e) p2")
def inter_county_league(book: Book, division: int) -> Step:
    """The divisions of an inter-county league go down from National level by level."""
    level = levels.named(book, book.table("inter_county").text(division, "status"))
    sentence = "Division {division} of an inter-county league: {label}"
    label = levels.label(book, level)
    return step(sentence, level.value, FACTOR, because=(level,), division=division, label=label)


@rule("1.2.7(b)")
def entry_of_a_grand_final(playing: int, earlier_stages: int) -> Step:
    """Where players qualify in one organisation for the event of another, only those who play in it count."""
    sentence = "{playing} play in it; {earlier} in earlier stages elsewhere do not count"
    return step(sentence, playing, "contestants", playing=playing, earlier=earlier_stages)


@rule("1.6.1", "1.6.1(a)", "1.6.1(b)")
def licensed(book: Book, *, from_outside: bool, members_only: bool) -> Step:
    """The status of a licensed event goes by who is expected to enter it, and is told on the licence."""
    row = "licensed, from outside too" if from_outside else "licensed, of the area"
    return _of(book, row, members_only=members_only)


@rule("1.6.1(c)(i)", "1.6.1(c)(ii)", "1.6.1(c)(iii)", "1.6.1(c)(iv)", "1.6.1(c) p2")
def is_major_event(book: Book, event: MajorEvent) -> Checklist:
    """The Board may make a licensed event a major one if it is long, large, for members, and draws from outside.

    It stays one as long as it is; the Board may extend it for one year after a year in which it was not.
    """
    table = book.table("status_figures")
    sessions, tables = (table.whole(f"major event {each} at least", "figure") for each in ("sessions", "tables"))
    long = None if event.sessions is None else event.sessions >= sessions
    large = None if event.average_tables is None else event.average_tables >= tables
    granted = finding("granted by the Board", holds=event.granted, clause="1.6.1(c) p2")
    if event.provisional:
        provisional = finding("extended by the Board for one year", holds=True, clause="1.6.1(c) p2")
        return checklist("major event", (granted, provisional), clause="1.6.1(c) p2")
    sentence = "{found} sessions, at least {least}"
    of_tables = "{found} tables on average over its four best sessions, at least {least}"
    return checklist(
        "major event",
        (
            granted,
            finding(sentence, holds=long, clause="1.6.1(c)(i)", found=event.sessions, least=sessions),
            finding(of_tables, holds=large, clause="1.6.1(c)(ii)", found=event.average_tables, least=tables),
            finding("for members of the EBU only", holds=event.members_only, clause="1.6.1(c)(iii)"),
            finding("a significant entry from outside", holds=event.from_outside, clause="1.6.1(c)(iv)"),
        ),
        clause="1.6.1(c) p2",
    )


@rule("1.6.1(c)")
def major_event(book: Book, event: MajorEvent) -> Step:
    """A major event has Regional status; one that is not has that of its entry."""
    found = is_major_event(book, event)
    if found.holds:
        level = _of(book, "licensed major event", members_only=True)
        return level._replace(because=(*level.because, found.working))
    plain = licensed(book, from_outside=bool(event.from_outside), members_only=bool(event.members_only))
    return plain._replace(because=(*plain.because, found.working))


@rule("1.6.2")
def side_event(book: Book, main: Step, *, consolation: bool) -> Step:
    """Open pairs or teams beside a licensed event are one level lower, never under Club; a true consolation is not."""
    if consolation:
        return step("A consolation event: see 4.3", main.value, FACTOR, because=(main,))
    if main.value <= levels.CLUB:
        return step("Side event: Club is the least", main.value, FACTOR, because=(main,))
    return levels.one_level(book, main, -1, "Side event", "1.6.2")


@rule("1.6.3")
def granted_otherwise(book: Book, usual: Step, granted: str) -> Step:
    """The EBU may grant another status in special circumstances; what the licence says then stands."""
    level = levels.named(book, granted)
    sentence = "The EBU granted {label} status"
    return step(sentence, level.value, FACTOR, because=(usual,), label=levels.label(book, level))


@rule("1.2.7(c)")
def inter_organisation(
    book: Book, organiser: OrganiserKind, *, all_members: bool, from_outside: bool, members_only: bool
) -> Step:
    """An event of champions from other organisations is paid as a licensed one.

    A county whose own members all the players are needs no licence, and has its own status.
    """
    if organiser == OrganiserKind.COUNTY and all_members:
        own = regular_game(book, organiser, members_only=members_only)
        return step("Everybody is a member of the county: no licence", own.value, FACTOR, because=(own,))
    found = licensed(book, from_outside=from_outside, members_only=members_only)
    return step("Inter-organisation event, paid as licensed", found.value, FACTOR, because=(found,))


@rule("1.4.2 club", "1.4.2 district", "1.4.2 county", "1.4.2 inter-county")
def league(book: Book, kind: str, division: int = 1) -> Step:
    """A teams league has the status of its organiser; an inter-county league that of its division."""
    table = book.table("leagues")
    name = table.text(kind, "status")
    level = inter_county_league(book, division) if name not in levels.names(book) else levels.named(book, name)
    sentence = "{kind} league: {label}"
    label = levels.label(book, level)
    clause = table.text(kind, "clause")
    return step(sentence, level.value, FACTOR, (level,), clause, kind=kind.capitalize(), label=label)


@rule("1.2.7(b)")
def is_inter_organisation(organiser: str, qualified_in: Sequence[str]) -> Step:
    """An event is between organisations if its players qualified, or were chosen, in another than runs it."""
    others = sorted(set(qualified_in) - {organiser})
    sentence = "An inter-organisation event: players from {others}" if others else "All within {organiser}"
    return step(sentence, len(others), NOTHING, others=", ".join(others), organiser=organiser)
