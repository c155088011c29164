"""Codes on paper: a club prints one for a member, who opens an account with it and needs no e-mail address for that."""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import datetime
from typing import NamedTuple

from django.db.models import F
from django.utils.crypto import salted_hmac

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.federations import numbers
from overtrick.register.log_ins import handover, invite_members
from overtrick.register.log_ins.handover import Handover
from overtrick.register.log_ins.models import ClubCode
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.people import clubs
from overtrick.register.people.models import Player
from overtrick.register.scoping import current

#: How long a code is good for, and how often somebody may mistype it.
LASTS = handover.MEMBER
MOST_TRIES = 10
#: Without letters and digits that look alike on paper.
_SIGNS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
_LENGTH, _GROUP = 12, 4


class WrongCode(Refused):
    """Number and code do not fit, or the code is too old."""

    def __init__(self) -> None:
        """Say the same in each case."""
        found = "The number and the code do not fit, or the code is too old."
        super().__init__(found, "Check both. If they are right, ask your club for a new code.", code="club-code-wrong")


class AccountClosed(Refused):
    """The code is right, but the office has closed the account."""


class PrintedCode(NamedTuple):
    """A code as it is printed, once."""

    player: Player
    number: str
    code: str


def without_account(club: Organisation, on: datetime) -> list[Player]:
    """List the members of a club who cannot log in yet."""
    listed = [each.player for each in clubs.members(club, on.date())]
    users = User.objects.filter(player__in=[each.pk for each in listed])
    have = {user.player_id for user in users if user.has_usable_password() or not user.is_active}
    return [each for each in listed if each.pk not in have]


def print_for(club: Organisation, players: Collection[int], *, actor: User, at: datetime) -> list[PrintedCode]:
    """Make codes for members of a club who cannot log in yet; a code that they had before is worth nothing then."""
    need(actor, Action.MEMBERS, club, at)
    federation = current()
    printed = []
    with transactions.atomic():
        for player in without_account(club, at):
            if player.pk not in players:
                continue
            code = "".join(secrets.choice(_SIGNS) for _ in range(_LENGTH))
            fields = {"hash": _hash(player.number, code), "made_at": at, "expires_at": at + LASTS, "tries": 0}
            ClubCode.objects.update_or_create(player=player, defaults=fields)
            trail.record(actor, "account.code", player, None, {"until": at + LASTS}, at=at)
            printed.append(PrintedCode(player, numbers.written(federation, player.number), _grouped(code)))
    return printed


def use(number: str, code: str, at: datetime) -> Handover:
    """Give the link with which the member of a code chooses a password. Afterwards the code is worth nothing.

    Every try is counted first. The same statements run whether or not the number is known, unless the code fits.
    """
    key = numbers.key(current(), number)
    codes = ClubCode.objects.filter(player__number=key, expires_at__gt=at)
    with transactions.atomic():
        ClubCode.objects.filter(pk__in=codes.filter(tries__lte=MOST_TRIES).values("pk")).update(tries=F("tries") + 1)
        found = codes.filter(hash=_hash(key, _plain(code))).select_related("player").first()
    if found is None or found.tries > MOST_TRIES:
        raise WrongCode
    with transactions.atomic():
        user = invite_members.account_of(found.player)
        if user.has_usable_password():
            raise WrongCode
        if not user.is_active:
            raise AccountClosed("This account is locked or has ended.", "Ask the office.", code="account-closed")
        return handover.in_hand(user, actor=user, at=at)


def _hash(number: str, code: str) -> str:
    """Keep a code so that only the office's key can try others against it."""
    return salted_hmac("overtrick.register.log_ins.club_codes", f"{number} {code}", algorithm="sha256").hexdigest()


def _grouped(code: str) -> str:
    return "-".join(code[at : at + _GROUP] for at in range(0, _LENGTH, _GROUP))


def _plain(typed: str) -> str:
    return "".join(each for each in typed.upper() if each.isalnum())
