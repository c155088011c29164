"""Who is asking, and on which day: the start of every page behind a log-in.

What a person may see is decided by the query (``visible_organisations``); what they may do, by ``permissions.may``.
Something that one may not see is not there: 404. Something that one sees and may not do: 403.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import TypedDict, cast

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.utils import timezone

from overtrick.register import sql
from overtrick.register.accounts.models import User
from overtrick.register.federations.models import Federation
from overtrick.register.limits import networks
from overtrick.register.organisations import roles
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action, actions
from overtrick.register.raw_rows import Swift

_ORGANISATIONS = Swift(Organisation)
_ORGANISATION = f"""
    select {_ORGANISATIONS.columns()} from {_ORGANISATIONS.table} where id = %s and federation_id = %s
"""  # noqa: S608 - our own names


def now() -> datetime:
    """The clock of the pages; below them the time is an argument."""
    return timezone.now()


def today() -> date:
    """The day it is."""
    return now().date()


def federation(request: HttpRequest) -> Federation:
    """The federation whose pages these are; before one is founded there are none."""
    found: Federation | None = getattr(request, "federation", None)
    if found is None:
        raise Http404
    return found


def network(request: HttpRequest) -> str:
    """Where a request comes from, as limits count it: an address, or the network of 64 bits that one household has."""
    return networks.household(request.META.get("REMOTE_ADDR", ""))


def actor(request: HttpRequest) -> User:
    """Who is logged in; only behind ``login_required``."""
    return cast("User", request.user)


def viewer(request: HttpRequest) -> User | None:
    """Who looks at a page that everybody may open; None: nobody is logged in."""
    return actor(request) if request.user.is_authenticated else None


class Acting(TypedDict):
    """Who acts, and when."""

    actor: User
    at: datetime


def acting(request: HttpRequest) -> Acting:
    """Give the person who is logged in, and the clock."""
    return {"actor": actor(request), "at": now()}


class Signed(TypedDict):
    """What every service wants to know: who acts, when and why."""

    actor: User
    at: datetime
    reason: str


def signed(request: HttpRequest, reason: str = "") -> Signed:
    """Sign an act with the person who is logged in and the clock."""
    return {"actor": actor(request), "at": now(), "reason": reason}


def organisation(request: HttpRequest, pk: int, action: Action) -> Organisation:
    """Give an organisation for which the person may do this."""
    here = federation(request)
    rows = sql.rows(_ORGANISATION, pk, here.pk) if pk <= sql.LARGEST else []
    if not rows:
        raise Http404
    found = _ORGANISATIONS.made(rows[0], federation=here)
    allowed = actions(actor(request), found, today())
    if Action.SEE not in allowed:
        raise Http404
    if action not in allowed:
        raise PermissionDenied
    return found


def is_office(request: HttpRequest) -> bool:
    """Say whether the person acts for the federation's office."""
    if getattr(request, "federation", None) is None:
        return False
    return request.user.is_authenticated and roles.is_office(actor(request), today())


def needs_office(request: HttpRequest) -> None:
    """Let only the office in."""
    if not is_office(request):
        raise PermissionDenied


def is_auditor(request: HttpRequest) -> bool:
    """Say whether the person looks at the federation's money without changing it."""
    if getattr(request, "federation", None) is None:
        return False
    return request.user.is_authenticated and roles.is_auditor(actor(request), today())


def needs_auditor(request: HttpRequest) -> None:
    """Let only the office and auditors in."""
    if not (is_office(request) or is_auditor(request)):
        raise PermissionDenied
