"""Who calls, and how often: the token of a call, its scope, and the buckets that it is counted in.

A token is a user. The rest of the program asks about that user as about anybody who is logged in, so there is no
second rule of permission here: a scope only takes away.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from typing import Final, Literal

from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from overtrick.api.codes import Code
from overtrick.api.problems import ApiProblem, finding, one
from overtrick.register.limits import buckets
from overtrick.register.limits.buckets import Bucket, Taken
from overtrick.register.tokens import authenticate
from overtrick.register.tokens.authenticate import Caller
from overtrick.register.tokens.scopes import Scope
from overtrick.web import access
from overtrick.web.access import federation, network

#: An operation that every token may call.
ANY: Final = "any"
Needs = Scope | Literal["any"] | None  #: None: nobody needs a token
READ, WRITE, WORK, MISS = "read", "write", "work", "miss"
_BEARER = "bearer "
_LONGEST = 200  #: of a header that may be a token
#: After so many seconds a place at work is probably free.
_SOON = 1


class Call:
    """What is known of a call while it is answered."""

    def __init__(self, caller: Caller | None, who: str, at: datetime) -> None:
        self.caller = caller
        self.at = at
        self._who = who
        self._counted: dict[str, Taken] = {}

    def has(self, scope: Scope) -> bool:
        """Say whether the caller has a token with a scope."""
        return self.caller is not None and scope in self.caller.scopes

    def bucket(self, name: str) -> Bucket:
        """Give the bucket of a name for whoever calls."""
        kind = buckets.Caller.PUBLIC if self.caller is None else buckets.Caller.TOKEN
        return buckets.bucket(name, kind)

    def count(self, name: str) -> None:
        """Count the call in a bucket, or refuse it where that is full."""
        self._note(name, buckets.take(self.bucket(name), self._who, self.at))

    def count_with_room(self, name: str, other: str) -> None:
        """Count the call in a bucket, or refuse it where that or another is full; in the other it is not counted."""
        taken, left = buckets.take_and_look(self.bucket(name), self.bucket(other), self._who, self.at)
        self._note(name, taken)
        self._note(other, left)

    def need_room(self, name: str) -> None:
        """Refuse the call where a bucket is full; it is not counted."""
        self._note(name, buckets.look(self.bucket(name), self._who, self.at))

    @contextmanager
    def place(self, name: str) -> Iterator[None]:
        """Hold one of the places that the caller has for this at the same time."""
        held = buckets.at_work(self.bucket(name), self._who, self.at)
        try:
            held.__enter__()
        except buckets.TooManyAtOnce as refused:
            told = finding(refused.code, refused.found, refused.remedy)
            raise ApiProblem(Code.TOO_MANY, [told], {"Retry-After": str(_SOON)}) from None
        try:
            yield
        finally:
            held.__exit__(None, None, None)

    def limits(self) -> dict[str, str]:
        """Say what is left of every bucket that counted."""
        if not self._counted:
            return {}
        listed = self._counted.items()
        return {
            "RateLimit-Policy": ", ".join(f'"{name}";q={each.limit};w={each.window}' for name, each in listed),
            "RateLimit": ", ".join(f'"{name}";r={each.remaining};t={each.reset}' for name, each in listed),
        }

    def _note(self, name: str, taken: Taken) -> None:
        self._counted[name] = taken
        if not taken.allowed:
            found = _("There is room for %(quota)d calls in %(seconds)d seconds, and you have had them.")
            told = found % {"quota": taken.limit, "seconds": taken.window}
            wait = max(taken.reset, 1)
            remedy = _("Wait %d seconds.") % wait
            problem = finding(Code.TOO_MANY, told, remedy, name)
            raise ApiProblem(Code.TOO_MANY, [problem], {"Retry-After": str(wait)})


def enter(request: HttpRequest, needs: Needs, bucket: str, *, may_miss: bool = False) -> Call:
    """Find out who calls, count the call, and refuse whoever may not make it, or has missed too often."""
    at = access.now()  # by the module: whoever sets the clock sets it there
    sent = request.META.get("HTTP_AUTHORIZATION", "")
    request.user = AnonymousUser()
    if not sent:
        made = Call(None, network(request), at)
        request.call = made  # type: ignore[attr-defined]
        if needs is not None:
            made.count(READ)
            raise ApiProblem(Code.TOKEN_MISSING)
        _count(made, bucket, may_miss=may_miss)
        return made
    caller = _caller(request, sent, at)
    request.user = caller.user
    made = Call(caller, str(caller.token), at)
    request.call = made  # type: ignore[attr-defined]
    authenticate.note_use(caller, at)
    _count(made, bucket, may_miss=may_miss)
    if needs is not None and needs != ANY and needs not in caller.scopes:
        found = _("The token does not have the scope “%s”.") % needs
        raise one(Code.SCOPE_MISSING, found, _("Make a token with this scope and use that."))
    return made


def _count(made: Call, bucket: str, *, may_miss: bool) -> None:
    if may_miss:
        made.count_with_room(bucket, MISS)
    else:
        made.count(bucket)


def call_of(request: HttpRequest) -> Call:
    """Give what ``enter`` found out."""
    found: Call = request.call  # type: ignore[attr-defined]
    return found


def caller_of(request: HttpRequest) -> Caller:
    """Give whoever calls an operation that needs a token."""
    found = call_of(request).caller
    if found is None:
        raise ApiProblem(Code.TOKEN_MISSING)
    return found


def with_limits(request: HttpRequest, answer: HttpResponse) -> None:
    """Say on an answer what is left."""
    made: Call | None = getattr(request, "call", None)
    if made is not None:
        for name, value in made.limits().items():
            answer.headers[name] = value


def _caller(request: HttpRequest, sent: str, at: datetime) -> Caller:
    """Read the header; whoever sends what is no token is counted as everybody is, so that nobody can try for long."""
    federation(request)
    if sent[: len(_BEARER)].lower() != _BEARER or len(sent) > _LONGEST:
        _stranger(request, at)
        raise ApiProblem(Code.TOKEN_MISSING)
    try:
        return authenticate.caller(sent[len(_BEARER) :].strip(), at)
    except (authenticate.TokenUnknown, authenticate.TokenExpired, authenticate.TokenRevoked):
        _stranger(request, at)
        raise


def _stranger(request: HttpRequest, at: datetime) -> None:
    made = Call(None, network(request), at)
    request.call = made  # type: ignore[attr-defined]
    made.count(READ)
