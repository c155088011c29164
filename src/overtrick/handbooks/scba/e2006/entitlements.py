"""What may an organisation run in a year, and at which level? (2.7.3, 3.2, 4.9.1, 4.11)"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.findings import Finding, checklist, finding
from overtrick.engine.working import NOTHING, Step, rule, step
from overtrick.handbooks.family.written import EVENTS
from overtrick.handbooks.submission import counted

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.engine.findings import Checklist
    from overtrick.handbooks.edition import Book


class Form(StrEnum):
    """What an event is to the quotas of its organiser: the rows of the table of entitlements."""

    REGULAR = "regular game"
    LADDER = "ladder"
    LADDER_FINAL = "ladder final"
    MINOR = "minor championship"
    LEAGUE = "minor league"  #: a teams league or round robin, once round or more often
    MAJOR_PAIRS = "major pairs"
    MAJOR_TEAMS = "major teams"
    SPECIAL = "special event"
    NO_FEAR = "no fear event"
    YOUTH = "youth event"
    SIMULTANEOUS = "simultaneous pairs"


OF_THE_SCBA = (Form.SPECIAL, Form.NO_FEAR, Form.YOUTH, Form.SIMULTANEOUS)
MAJOR = (Form.MAJOR_PAIRS, Form.MAJOR_TEAMS)

#: What a series of games may rank (4.11.3), and by what (4.11.2).
RANKED = {"pairs": ("individual", "pairs"), "teams": ("individual", "pairs", "teams"), "individual": ("individual",)}
CRITERIA = ("average percentage", "master points earned", "points for position")


class Planned(NamedTuple):
    """An event that an organisation means to run, or has run."""

    form: Form
    boards: int = 24
    format: str = ""  #: nature of the entry and type of the event, in a few words
    restricted: bool | None = False  #: by more than membership; None: not told
    together: str = ""  #: events that count as one have the same: men's and ladies', premier and consolation


@rule("3.2.2", "3.2.4", "3.2.6", "3.2.5(a)", "2.7.3")
def form_of(book: Book, *, boards: int, play: str, series: bool, league: bool, major: bool) -> Form:
    """Up to 35 boards are a regular game, whatever it is called; more are a championship, minor or major."""
    if series:
        return Form.LADDER
    if boards <= book.table("entitlements").whole(Form.REGULAR, "boards at most"):
        return Form.REGULAR
    if major:
        return Form.MAJOR_TEAMS if play == "teams" else Form.MAJOR_PAIRS
    return Form.LEAGUE if league else Form.MINOR


@rule("3.2.2", "3.2.3", "3.2.4", "3.2.5(a)", "3.2.6", "3.2.7(b)", "3.2.7(c)", "3.2.7(d)", "4.11.1")
def allowed(book: Book, form: Form) -> Step | None:
    """Say how many of a form an organisation may run in a year; None: any number."""
    table = book.table("entitlements")
    if table.text(form, "in a year") == "any":
        return None
    most = table.whole(form, "in a year")
    return step("{most} in a year", most, EVENTS, clause=table.text(form, "clause"), most=most)


@rule("3.2.5(b)", "4.11.9(c)")
def used(form: Form, so_far: Sequence[Planned]) -> int:
    """Events that belong together count as one, and so do the ladders of the sections of one event."""
    return counted(each.together for each in so_far if each.form == form)


@rule("3.2.6", "3.2.5(c)", "3.2.3", "4.11.9(b)", "2.7.3")
def may_run(book: Book, planned: Planned, so_far: Sequence[Planned], *, organiser: str = "club") -> Checklist:
    """See whether an event is within the entitlement of its year; ``so_far`` are the others of that year.

    The quota of major championships binds clubs: those of the SCBA are in the quick guide (errata E23). The final of a
    ladder belongs to the ladder and takes nothing.
    """
    table = book.table("entitlements")
    clause = table.text(planned.form, "clause")
    least = table.whole(planned.form, "boards")
    conditions = [
        finding("{boards} boards, {least} are needed", holds=planned.boards >= least, clause=clause,
                boards=planned.boards, least=least)
    ]  # fmt: skip
    quota = allowed(book, planned.form)
    if quota is not None and not (organiser == "scba" and planned.form in MAJOR):
        conditions.append(_within(planned, so_far, int(quota.value), clause))
    if planned.form in MAJOR:
        conditions.append(unrestricted(planned))
    if planned.form in OF_THE_SCBA:
        conditions.append(finding("run by the SCBA", holds=organiser == "scba", clause=clause))
    if planned.form is Form.MINOR and planned.format:
        others = [each for each in _others(planned, so_far) if each.form is Form.MINOR]
        holds = planned.format not in [each.format for each in others]
        conditions.append(finding("of another format than the others", holds=holds, clause="3.2.5(c)"))
    return checklist(str(planned.form), conditions, clause=clause)


def _others(planned: Planned, so_far: Sequence[Planned]) -> list[Planned]:
    return [each for each in so_far if not planned.together or each.together != planned.together]


def _within(planned: Planned, so_far: Sequence[Planned], most: int, clause: str) -> Finding:
    before = used(planned.form, _others(planned, so_far))
    return finding("{before} of {most} used before", holds=before < most, clause=clause, before=before, most=most)


@rule("3.2.6")
def unrestricted(planned: Planned) -> Finding:
    """Every member must be able to win a major championship: no mixed pairs, no league of several divisions."""
    holds = None if planned.restricted is None else not planned.restricted
    return finding("open to every member to win", holds=holds, clause="3.2.6")


@rule("4.11.2", "4.11.3", "4.11.9(b)")
def may_rank(games: str, ranked: str, by: str) -> Checklist:
    """A series of games may rank individuals, or what plays in it, by one of three measures; scores may be dropped."""
    conditions = (
        finding("{ranked} out of {games}", holds=ranked in RANKED[games], clause="4.11.3", ranked=ranked, games=games),
        finding("by {by}", holds=by in CRITERIA, clause="4.11.2", by=by),
    )
    return checklist("ladder", conditions, clause="4.11.2")


@rule("4.9.1", "4.9.3")
def may_be_divided(by: str, *, in_two_sections: bool) -> Checklist:
    """Any event may have sections of differing status; nobody may play in two of them."""
    reasons = ("selection", "previous performance", "rank")
    conditions = (
        finding("by {by}", holds=by in reasons, clause="4.9.1", by=by),
        finding("nobody can play in two sections", holds=not in_two_sections, clause="4.9.3"),
    )
    return checklist("sections of differing status", conditions, clause="4.9.1")


@rule("3.2.1")
def played_by_the_rules(*, laws: bool, regulations: bool) -> Checklist:
    """Points are for events under the Laws of Duplicate Bridge and the regulations of the SCBA."""
    conditions = (
        finding("under the Laws of Duplicate Bridge", holds=laws, clause="3.2.1"),
        finding("under the bye-laws and regulations", holds=regulations, clause="3.2.1"),
    )
    return checklist("points", conditions, clause="3.2.1")


@rule("3.2.7(a)", "3.2.7(b)", "3.2.7(c)", "3.2.7(d)")
def level(book: Book, form: Form) -> Step:
    """Special, no-fear and youth events and simultaneous pairs of the SCBA are at District; others at their own."""
    table = book.table("entitlements")
    name = table.text(form, "level")
    return step("{name} level", 0, NOTHING, clause=table.text(form, "clause"), name=name.capitalize())
