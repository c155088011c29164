"""Leads officers to set up a second factor where their federation requires one, before they do anything else.

It is found out at the log-in and kept in the session, so that no page has to ask again.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django_otp.plugins.otp_totp.models import TOTPDevice

from overtrick.register.accounts.models import User
from overtrick.register.federations.models import Federation
from overtrick.register.organisations import officers
from overtrick.register.organisations.models import Officer
from overtrick.register.periods import during
from overtrick.register.scoping import scopes_disabled
from overtrick.web import access
from overtrick.web.accounts import second_factor

_MISSING = "second_factor_missing"
#: What somebody still reaches: the set-up itself, and what every page needs.
_OPEN = {"second-factor-set-up", "confirm", "log-out", "language", "look", "crest", "help", "help-page"}
_Choice = Federation.SecondFactor


def of(user: User, on: date) -> bool:
    """Say whether a federation that somebody acts for requires a second factor of them."""
    with scopes_disabled():  # a session is for all federations of the installation
        held = list(Officer.objects.filter(during(on), user=user).select_related("organisation__federation"))
    return any(_concerns(each.organisation.federation.ways(on).second_factor, each.role) for each in held)


def without_one(choice: str, on: date) -> int:
    """Count the officers of the federation in scope who would have to set one up."""
    acting = {each.user_id for each in officers.people().filter(during(on)) if _concerns(choice, each.role)}
    return len(acting.difference(TOTPDevice.objects.filter(confirmed=True).values_list("user_id", flat=True)))


def missing(user: User) -> bool:
    """Say whether somebody has to set one up now."""
    return second_factor.phone_of(user) is None and of(user, access.today())


def remember(request: HttpRequest) -> None:
    """Lead whoever has just logged in to the set-up, whatever they ask for."""
    request.session[_MISSING] = True


def _concerns(choice: str, role: str) -> bool:
    return choice == _Choice.OFFICERS or (choice == _Choice.OFFICE and role == Officer.Role.OFFICE)


class LedToSetUp:
    """Django middleware: while a required second factor is missing, every page leads to the set-up."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer; only the view that was asked for matters here."""
        return self._get_response(request)

    def process_view(self, request: HttpRequest, _view: object, _args: object, _kwargs: object) -> HttpResponse | None:
        """Let pass who has one, or needs none any more."""
        if settings.SESSION_COOKIE_NAME not in request.COOKIES or not request.session.get(_MISSING):
            return None
        if not (request.user.is_authenticated and missing(access.actor(request))):
            del request.session[_MISSING]
            return None
        match = request.resolver_match
        return None if match and match.url_name in _OPEN else redirect("second-factor-set-up")
