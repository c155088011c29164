"""What does a submission use up, and who may make it? (1.2, 5, 6.1)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine import parts
from overtrick.engine.findings import Finding, finding
from overtrick.engine.working import NOTHING, step
from overtrick.handbooks import submission
from overtrick.handbooks.family import majors
from overtrick.handbooks.pending import DueClauses
from overtrick.handbooks.submission import Licensed, Required

from . import entitlements, issuers, planned_events, quotas, subscriptions
from .entitlements import Form
from .licences import Licensable, needs_licence
from .organisations import KINDS, SPONSORS, Organisation, OrganiserKind, Scheme, played_within_the_scheme
from .planned_events import as_planned

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.engine.event import Event
    from overtrick.engine.findings import Checklist
    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.submission import Doubt, Objection, Organiser

    from .entitlements import Planned

_OPEN, _BLUE = Licensed("open event", "1.4.1"), Licensed("blue event", "5.2.1")
_GREEN, _LEAGUE = Licensed("one-day green event", "6.1.4"), Licensed("inter-county league", "1.2.6(e)")
_OTHER_BODY = Licensed("event of another body", "1.4.4")
_SPECIAL = Licensed("special licence", "1.4.3")
_SCALE = Licensed("event without a scale", "3.12.1")
_BETWEEN_COUNTIES = "inter-county league"


class Rules(submission.Rules):
    """The answers of the EBU."""

    due = DueClauses(knock_out="3.4.1", matches="2.8.1", series="4.11.1")
    licences = (_OPEN, _BLUE, _GREEN, Licensed("simultaneous pairs", "1.2.5"), _LEAGUE, _OTHER_BODY, _SPECIAL, _SCALE)

    def declaration(self) -> Checklist | None:
        """Points are for events under the Laws, the bye-laws and this scheme (1.2): whoever submits says so."""
        return played_within_the_scheme(Scheme(duplicate_laws=True, bye_laws=True, handbook=True))

    def waits(self, book: Book, event: Event) -> Step | None:
        """A major championship is one when 36 boards were played (1.2.4); its stages are paid a level higher.

        Of the qualifying stages of a county's green teams only the last earns green points (6.2.3(d)).
        """
        if parts.goes_on(event) and event.fact("green event") == "county teams":
            said = "Due with the next stage: only the last qualifying stage earns green points"
            return step(said, 0, NOTHING, clause="6.2.3(d)")
        least = book.table("quotas").whole("boards of a major championship at least", "figure")
        return majors.waits(event, least, "1.2.4")

    def quota(self, book: Book, organiser: Organiser, event: Event) -> Finding | None:
        """Regular games have no limit; ladders, major championships, blue and green events have."""
        planned = as_planned(organiser.planned, event)
        kind = KINDS.get(organiser.kind, OrganiserKind.OTHER)
        if kind is OrganiserKind.NATIONAL or (planned.form == Form.REGULAR and planned.colour == "local"):
            return None
        of_whom = Organisation(
            kind,
            organiser.name,
            affiliated=organiser.affiliated is not None,
            player_sessions_before=organiser.player_sessions_before() if planned.colour == "blue" else 0,
        )
        use = entitlements.may_run(book, of_whom, planned, planned_events.so_far(organiser, organiser.run()))
        return finding(
            "{what}, {left} left",
            holds=use.holds,
            clause=use.working.clause,
            because=(use.working,),
            what=str(planned.form),
            left=use.left,
        )

    def quotas(self, book: Book, organiser: Organiser) -> Sequence[submission.Quota]:
        """Ladders, major championships and blue events; a county's one-day green events besides (1.2, 5.3, 6.1)."""
        kind = KINDS.get(organiser.kind, OrganiserKind.OTHER)
        if kind not in (OrganiserKind.CLUB, OrganiserKind.COUNTY) or organiser.affiliated is None:
            return ()
        sessions = organiser.player_sessions_before()
        whose = Organisation(kind, organiser.name, player_sessions_before=sessions)
        run, every = (planned_events.so_far(organiser, plans) for plans in (organiser.run(), organiser.plans()))
        return submission.with_plans(_quotas(book, whose, run), _quotas(book, whose, every))

    def licence(self, book: Book, organiser: Organiser, event: Event) -> Required | None:  # noqa: ARG002
        """Blue and one-day green events, another body's, those of no usual kind, a club's above its status (1.2.2)."""
        kind, colour = KINDS.get(organiser.kind, OrganiserKind.OTHER), event.fact("points") or "local"
        if kind is OrganiserKind.NATIONAL or _has_subscribed(kind, organiser, event):
            return None
        if organiser.planned is not None and organiser.planned.kind == planned_events.UNUSUAL:
            return Required(_SPECIAL, needs_licence(Licensable(kind, unusual=True)).working)
        if colour == "green":
            return _green(kind, event)
        above = kind is OrganiserKind.CLUB and any(each not in ("", "club") for each in submission.statuses(event))
        above = above and event.fact("club heat") != "yes"  # of a county's event, which is no open event of the club
        blue = colour == "blue"
        closed = kind is OrganiserKind.CLUB and subscriptions.is_closed_blue(event)
        asked = Licensable(kind, open=above, blue=blue and not closed, closed_major=closed)
        found = needs_licence(asked)
        if not found.holds:
            return None
        what = _OTHER_BODY if kind not in SPONSORS else _BLUE if blue else _OPEN
        return Required(what, found.working)

    def charge_code(self, book: Book, event: Event | None, *, licensed: bool) -> Step:
        """The status of an event decides how its organiser is charged (2.8.1)."""
        return subscriptions.code_of(book, event, licensed=licensed)

    def doubts(self, book: Book, organiser: Organiser, event: Event) -> Sequence[Doubt]:  # noqa: ARG002
        """A county's event above County status is licensed so, or for players of several counties (1.6.1, 1.2.6(d))."""
        return issuers.doubts(KINDS.get(organiser.kind, OrganiserKind.OTHER), event)

    def objections(self, book: Book, organiser: Organiser, event: Event) -> Sequence[Objection]:  # noqa: ARG002
        """A club must be affiliated on the day of play; green points are a county's or the EBU's (1.1, 6.1, 6.6)."""
        return issuers.objections(KINDS.get(organiser.kind, OrganiserKind.OTHER), organiser, event)


def _has_subscribed(kind: OrganiserKind, organiser: Organiser, event: Event) -> bool:
    """A district league is licensed by its yearly subscription, for local points at its own status (1.4.2)."""
    own = all(each in ("", "club", "district") for each in submission.statuses(event))
    local = (event.fact("points") or "local") == "local"
    return kind is OrganiserKind.DISTRICT_LEAGUE and bool(organiser.member) and own and local


def _green(kind: OrganiserKind, event: Event) -> Required | None:
    """A county's one-day green events are licensed, its major championship is not; a club has no green events."""
    if kind is OrganiserKind.CLUB or (kind is OrganiserKind.COUNTY and event.major_championship):
        return None
    if event.fact("green event") == _BETWEEN_COUNTIES:
        return Required(_LEAGUE, needs_licence(Licensable(OrganiserKind.COUNTY, inter_county_league=True)).working)
    if kind is not OrganiserKind.COUNTY:
        return Required(_OTHER_BODY, needs_licence(Licensable(kind)).working)
    return Required(_GREEN, finding("licensed by the EBU, which sets the date", holds=True, clause="6.1.4").working)


def _quotas(book: Book, whose: Organisation, held: Sequence[Planned]) -> list[submission.Quota]:
    major = quotas.major_championships(book)
    ladders = [each for each in held if each.form == Form.LADDER]
    majors = [each.play for each in held if each.form == Form.MAJOR]
    blue = entitlements.blue_events(held)
    found = [
        submission.Quota("Ladders", quotas.ladders(book), entitlements.series(ladders)),
        submission.Quota("Major championships for pairs", major, majors.count("pairs")),
        submission.Quota("Major championships for teams", major, majors.count("teams")),
        submission.Quota("Blue events", quotas.blue_events(book, whose), blue),
    ]
    if whose.kind == OrganiserKind.COUNTY:
        used = sum(each.form == Form.ONE_DAY_GREEN for each in held)
        found.append(submission.Quota("One-day green events", quotas.one_day_green_events(book), used))
    return found
