"""Limits on guessing: wrong passwords by account and address, codes of a second factor, links for a new password.

An account that is not there is counted under the name that was typed, so that nobody learns which accounts there are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import timedelta
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from overtrick.register.accounts.models import User
from overtrick.register.limits import counting
from overtrick.register.limits.counting import Limit, Try
from overtrick.web import access
from overtrick.web.accounts import known_device

_MINUTE, _DAY = timedelta(minutes=1), timedelta(days=1)

#: One person at one address: five passwords, then waits from a minute to an hour.
_HERE = Limit("log-in by account and address", 5, _MINUTE, 60 * _MINUTE, _DAY)
#: One account from all addresses together: strangers can make its owner wait, but not for long.
_ACCOUNT = Limit("log-in by account", 20, _MINUTE, 15 * _MINUTE, _DAY)
#: One address for all accounts: a club or a whole town may share it.
_ADDRESS = Limit("log-in by address", 100, _MINUTE, 15 * _MINUTE, _DAY)
_CODES = Limit("second factor", 5, _MINUTE, 15 * _MINUTE, _DAY)
_LINKS = Limit("forgotten password", 10, 10 * _MINUTE, 60 * _MINUTE, _DAY)


class TooManyTries(Exception):
    """Somebody has to wait before the next try."""

    def __init__(self, wait: timedelta) -> None:
        super().__init__(wait)
        self.wait = wait

    @property
    def seconds(self) -> int:
        """How long, for a header."""
        return int(self.wait.total_seconds())

    def __str__(self) -> str:
        minutes = -(-self.seconds // 60)
        waits = ngettext("Wait %(count)d minute", "Wait %(count)d minutes", minutes) % {"count": minutes}
        return _("Too many tries. %(wait)s and try again.") % {"wait": waits}


def passwords(request: HttpRequest | None, account: User | None, name: str) -> Sequence[Try]:
    """Name what a password counts against: the account here, the account anywhere, and the address.

    On a device that the account was used on before, it counts against that device alone.
    """
    # With another password counting begins again, so that whoever chose a new one need not wait.
    who = f"account {account.pk} {account.password}" if account else f"name {name.casefold().lstrip('0')}"
    if request and account and (device := known_device.number(request, account)):
        return (Try(_HERE, f"{who} on {device}"),)
    address = access.network(request) if request else ""
    return Try(_HERE, f"{who} at {address}"), Try(_ACCOUNT, who), Try(_ADDRESS, address)


def codes(account: User) -> Sequence[Try]:
    """Name what a code counts against; so does a password that is asked for again."""
    return (Try(_CODES, str(account.pk)),)


def links_counted(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Let one address ask for so many links for a new password, and no more."""

    @wraps(view)
    def shown(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponseBase:
        if request.method == "POST":
            try:
                take([Try(_LINKS, access.network(request))])
            except TooManyTries as refused:
                return told(render(request, "accounts/too_often.html", {"refused": refused}, status=429), refused)
        return view(request, *args, **kwargs)

    return shown


def take(tries: Sequence[Try]) -> None:
    """Count a try before it is made."""
    if wait := counting.take(tries, access.now()):
        raise TooManyTries(wait)


def passed(tries: Sequence[Try]) -> None:
    """Forget the tries of somebody whose password was right; what their address tried for others still counts."""
    counting.clear(each for each in tries if each.limit is not _ADDRESS)
    counting.give_back(each for each in tries if each.limit is _ADDRESS)


def told(answer: HttpResponse, refused: TooManyTries) -> HttpResponse:
    """Tell the browser, too, how long to wait."""
    answer.headers["Retry-After"] = str(refused.seconds)
    return answer
