"""Look players up for a club: what it may know of them, so often in an hour."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from overtrick.register.competitions.name_match import alike
from overtrick.register.federations import numbers
from overtrick.register.limits import counting
from overtrick.register.limits.counting import Limit, Try
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import search as searching
from overtrick.register.people import sight
from overtrick.register.people.models import Player
from overtrick.web import access
from overtrick.web.accounts import throttle
from overtrick.web.accounts.throttle import TooManyTries

#: One account: enough for the largest event that somebody types in an evening, not for the whole register.
LOOK_UPS = Limit("look-ups by number", 400, timedelta(minutes=1), timedelta(hours=1), timedelta(days=1))
_MOST_HITS = 8

View = Callable[..., HttpResponse]


def search(where: Organisation, text: str, written: str) -> list[Player]:
    """Find players for a name in the results.

    Somebody who hides from the organisation is found by the whole number alone, and only if the name goes with it.
    """
    found = [hit.player for hit in searching.search(text, _MOST_HITS)] if text else []
    hidden = sight.hidden_from(where, found)
    return [
        each
        for each in found
        if each.pk not in hidden or (numbers.same(where.federation, text, each.number) and alike(written, each))
    ]


def shown_name(where: Organisation, player: Player) -> str:
    """Write the name of a player as an organisation may see it; of somebody who hides, the number."""
    if sight.hides(player, where):
        return _("number %s") % numbers.written(where.federation, player.number)
    return str(player)


def count(request: HttpRequest) -> None:
    """Count a look-up by a page that only reads; refuse it after too many."""
    tries = [Try(LOOK_UPS, str(access.actor(request).pk))]
    if wait := counting.wait(tries, access.now()):
        raise TooManyTries(wait)
    counting.count(tries, access.now())


def counted(field: str = "") -> Callable[[View], View]:
    """Count each form that looks somebody up: every one, or those that were sent by the button of this name."""

    def decorated(view: View) -> View:
        @wraps(view)
        def shown(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
            if request.method == "POST" and (not field or field in request.POST):
                try:
                    throttle.take([Try(LOOK_UPS, str(access.actor(request).pk))])
                except TooManyTries as refused:
                    page = render(request, "accounts/too_often.html", {"refused": refused}, status=429)
                    return throttle.told(page, refused)
            return view(request, *args, **kwargs)

        return shown

    return decorated
