"""What strangers ask for on public pages: a new password, an account. The page writes it down, the worker answers.

The page never looks anybody up, so nobody learns from its answer or its time who has an account.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.utils import timezone

from overtrick.register import transactions
from overtrick.register.accounts.models import Link, User
from overtrick.register.errors import Refused
from overtrick.register.federations import numbers
from overtrick.register.log_ins import handover, invite_members
from overtrick.register.log_ins.models import Request
from overtrick.register.people import account_lookup, contacts, identity
from overtrick.register.scoping import current, scope, scopes_disabled

#: So many requests may wait; who asks for more is asked to come back.
_MOST = 1_000
#: So many are answered in one round; then tasks have their turn.
_ROUND = 20
#: So many letters somebody gets in an hour, however often they are asked for.
_MOST_LETTERS = 3

_log = logging.getLogger(__name__)


class TooMany(Refused):
    """More is asked for than the worker can answer."""


def ask(kind: Request.Kind, typed: dict[str, str], language: str, at: datetime) -> None:
    """Write down what somebody asks for; the federation is in scope."""
    if Request.objects.count() >= _MOST:
        raise TooMany(
            "Too many people are asking at the moment.", "Try again in a few minutes.", code="too-many-requests"
        )
    Request.objects.create(federation=current(), kind=kind, typed=typed, language=language, at=at)


def answer_some() -> int:
    """Answer some of what waits; how many."""
    with scopes_disabled():
        waiting = list(Request.objects.select_related("federation").order_by("pk")[:_ROUND])
    for each in waiting:
        with scope(federation=each.federation):
            _answer(each)
    return len(waiting)


def _answer(request: Request) -> None:
    """Answer one request and delete it; one that cannot be answered is deleted too."""
    try:
        with transactions.atomic():
            if Request.objects.filter(pk=request.pk).delete()[0]:
                _ANSWERS[Request.Kind(request.kind)](request.typed, request.language)
    except Refused as refused:
        _log.info("request %s was not answered: %s", request.pk, type(refused).__name__)
        Request.objects.filter(pk=request.pk).delete()


def _new_password(typed: dict[str, Any], language: str) -> None:
    """Send a link to every account that is meant: players of one household may share an address."""
    for user in account_lookup.accounts(typed["name"]):
        if user.is_active and user.email:
            send_link(user, "password", language, account=handover.account_name(user))


def _new_account(typed: dict[str, Any], language: str) -> None:
    """Invite the player of a number, if what was typed fits what is on file. The letter goes to the address on file."""
    player = identity.resolve(typed["number"])
    email = contacts.email_of(player, timezone.now().date())
    knows_day = player.born is not None and player.born.isoformat() == typed["born"]
    knows_address = email != "" and email.casefold() == typed["email"].casefold()
    if not email or not (knows_day or knows_address):
        return
    user = invite_members.account_of(player, email)
    if user.has_usable_password():
        _new_password({"name": player.number}, language)
    elif user.is_active:
        send_link(user, "member", language, number=numbers.written(current(), player.number))


def send_link(user: User, kind: str, language: str, **facts: str) -> None:
    """Send somebody a link, unless they have had enough of them."""
    now = timezone.now()
    if Link.objects.filter(user=user, made_at__gt=now - handover.IN_HAND).count() < _MOST_LETTERS:
        handover.by_mail(user, kind, handover.IN_LETTER, language=language, actor=None, at=now, **facts)


_ANSWERS: dict[Request.Kind, Callable[[dict[str, Any], str], None]] = {
    Request.Kind.PASSWORD: _new_password,
    Request.Kind.ACCOUNT: _new_account,
}
