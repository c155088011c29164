"""Who a token is, and how a scoring PC gets one for a code."""

from __future__ import annotations

from datetime import datetime

import msgspec
from django.http import HttpRequest, HttpResponse

from overtrick.api.admission import ANY, READ, call_of, caller_of
from overtrick.api.answers import Keep, written
from overtrick.api.bodies import LARGEST_JSON, json_body
from overtrick.api.codes import Code
from overtrick.api.operations import get, post
from overtrick.api.problems import ApiProblem, finding
from overtrick.register.organisations.roles import offices
from overtrick.register.tokens import pairing
from overtrick.register.tokens.issue import of_caller
from overtrick.register.tokens.scopes import Scope
from overtrick.web.access import federation, network

GROUP = "Tokens"


class RoleHeld(msgspec.Struct, frozen=True):
    """A role that the token acts in."""

    role: str
    organisation: str  #: its number
    name: str


class Me(msgspec.Struct, frozen=True):
    """Who calls: the owner of the token, its roles and scopes, and until when it works."""

    token: str  #: as its owner calls the program
    kind: str  #: "personal" or "organisation"
    name: str
    organisations: list[str]  #: numbers of those for which the token acts
    roles: list[RoleHeld]
    scopes: list[str]
    expires_at: datetime


@get("/me", Me, GROUP, keep=Keep.NEVER, scope=ANY)
def me(request: HttpRequest) -> Me:
    """Say who a token is: for whom it acts, in which roles, with which scopes, and until when."""
    called, on = caller_of(request), call_of(request).at.date()
    token = of_caller(called.token)
    held = offices(called.user, on)
    return Me(
        token=token.name,
        kind="personal" if called.organisation is None else "organisation",
        name=called.user.get_full_name() or called.user.username,
        organisations=sorted({where.number for _role, where in held}),
        roles=[RoleHeld(str(role), where.number, where.name) for role, where in held],
        scopes=[str(each) for each in Scope if each in called.scopes],
        expires_at=token.expires_at,
    )


class PairingAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A code that a secretary read from the page, and what the PC calls itself."""

    code: str
    name: str


class Paired(msgspec.Struct, frozen=True):
    """The token of the PC: shown now, and never again."""

    token: str
    name: str
    organisation: str | None
    scopes: list[str]
    expires_at: datetime


#: The code fits none, the name is no name, the club has as many tokens as there may be, who made the code may not now.
_PAIRING = ("pairing-code", "token-name", "too-many-tokens", Code.NOT_ALLOWED)


@post(
    "/pairings", Paired, GROUP, bucket=READ, largest=LARGEST_JSON, takes=PairingAsked, statuses=(201,), errors=_PAIRING
)
def pair(request: HttpRequest) -> HttpResponse:
    """Exchange the code of “Pair a scoring PC” for a token, once. Wrong codes are counted."""
    federation(request)
    asked = json_body(request, PairingAsked)
    try:
        made = pairing.redeem(asked.code, asked.name, call_of(request).at, network=network(request))
    except pairing.TooManyCodes as refused:
        wait = {"Retry-After": str(max(int(refused.wait.total_seconds()), 1))}
        raise ApiProblem(Code.TOO_MANY, [finding(refused.code, refused.found, refused.remedy)], wait) from None
    where = made.token.organisation
    record = Paired(
        token=made.written,
        name=made.token.name,
        organisation=None if where is None else where.number,
        scopes=made.token.scopes.split(),
        expires_at=made.token.expires_at,
    )
    return written(record, 201)
