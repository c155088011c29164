"""Whose desk a question is on: the club's, the one above it, or the office's; and where it may be passed on to.

By a handbook that says so it goes from one to the next. By one that is silent club and office see it at once.
"""

from __future__ import annotations

from datetime import date

from django.db.models import Q, QuerySet

from overtrick.engine.findings import Finding
from overtrick.handbooks import record
from overtrick.handbooks.record import QueryDesk
from overtrick.register.accounts.models import User
from overtrick.register.competitions.models import Submission
from overtrick.register.federations import handbook
from overtrick.register.organisations import ancestry
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.roles import is_office, roles
from overtrick.register.queries.models import Query
from overtrick.register.scoping import current

#: From the player's upwards.
_UPWARDS = (QueryDesk.CLUB, QueryDesk.REGION, QueryDesk.OFFICE)
_KINDS = {Organisation.Kind.NATIONAL: QueryDesk.OFFICE, Organisation.Kind.REGION: QueryDesk.REGION}


def first_desk(submission: Submission | None, on: date) -> str:
    """Give the desk on which a player's question begins; empty where the handbook is silent.

    Whoever ran the event is asked first; what no event brought, only the office knows.
    """
    if _taken(QueryDesk.CLUB, QueryDesk.PLAYER, on) is None:
        return ""
    if submission is None:
        return QueryDesk.OFFICE
    return _KINDS.get(Organisation.Kind(submission.competition.organisation.kind), QueryDesk.CLUB)


def onward(query: Query, on: date) -> dict[QueryDesk, Finding]:
    """Name the desks to which a question may be passed on from where it is, each with the clause."""
    if not query.desk or query.closed_at is not None:
        return {}
    now = QueryDesk(query.desk)
    found = {}
    for desk in _UPWARDS[_UPWARDS.index(now) + 1 :]:
        taken = _taken(desk, now, on)
        if taken is not None and taken.holds and (desk is not QueryDesk.REGION or region(query) is not None):
            found[desk] = taken
    return found


def _taken(desk: QueryDesk, asker: QueryDesk, on: date) -> Finding | None:
    return record.of(handbook.edition_on(current(), on)).takes_a_query(desk, asker)


def organiser(query: Query) -> Organisation | None:
    """Give whoever ran the event of a question; none where no event brought it."""
    return query.submission.competition.organisation if query.submission else None


def region(query: Query) -> Organisation | None:
    """Give the county that ran the event of a question, or else the one above whoever did."""
    ran = organiser(query)
    if ran is None or ran.kind == Organisation.Kind.REGION:
        return ran
    return ancestry.above(ran, Organisation.Kind.REGION)


def holder(query: Query) -> Organisation | None:
    """Give the organisation on whose desk a question is; none for the office, and where everybody sees it at once."""
    if query.desk in ("", QueryDesk.OFFICE):
        return None
    return region(query) if query.desk == QueryDesk.REGION else organiser(query)


def has_it(query: Query, user: User, on: date) -> bool:
    """Say whether a question is on the desk of somebody, who may then answer it or pass it on."""
    if not query.desk:
        return True
    if query.desk == QueryDesk.OFFICE:
        return is_office(user, on)
    where = holder(query)
    return where is not None and where.pk in {each.organisation for each in roles(user, on)}


def on_desk_of(organisation: Organisation) -> QuerySet[Query]:
    """Give the open questions that wait for an organisation, the one that has waited longest first."""
    own = Q(submission__competition__organisation=organisation)
    if organisation.kind == Organisation.Kind.REGION:
        below = ancestry.descendant_ids([organisation.pk])
        mine = (own & Q(desk="")) | Q(submission__competition__organisation__in=below, desk=QueryDesk.REGION)
    else:
        mine = own & Q(desk__in=("", QueryDesk.CLUB))
    return _open().filter(mine)


def on_office_desk() -> QuerySet[Query]:
    """Give the open questions that wait for the office, likewise."""
    return _open().filter(desk__in=("", QueryDesk.OFFICE))


def _open() -> QuerySet[Query]:
    rows = Query.objects.filter(closed_at__isnull=True, waits_for_player=False)
    return rows.select_related("player", "submission__competition__organisation").order_by("heard_at", "pk")
