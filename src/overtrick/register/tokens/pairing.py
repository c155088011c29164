"""Pairs a scoring PC: a secretary gets a short code from the page, and the PC exchanges it for a token, once.

Nobody copies forty characters by hand. The token acts as one that the secretary made on the page.
"""

from __future__ import annotations

import secrets
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import QuerySet
from django.utils.crypto import salted_hmac

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.decisions.two_people import need_person
from overtrick.register.errors import Refused
from overtrick.register.limits import counting
from overtrick.register.limits.counting import Limit, Try
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.require import need
from overtrick.register.scoping import current
from overtrick.register.tokens.issue import Asked, Issued, action_for, issue_for
from overtrick.register.tokens.models import Pairing
from overtrick.register.tokens.scopes import SCORING

LASTS = timedelta(minutes=10)
#: Without letters and digits that look alike on a screen.
_SIGNS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
_LENGTH, _GROUP = 8, 4
_MINUTE = timedelta(minutes=1)
#: A code has 39 bits. Wrong ones of one network are counted, and those of everybody.
_NEAR = Limit("pairing", 10, _MINUTE, timedelta(hours=1), timedelta(hours=1))
_EVERYBODY = Limit("pairings", 500, _MINUTE, timedelta(minutes=10), timedelta(minutes=10))


class WrongPairingCode(Refused):
    """The code was used, has run out, or never was one."""

    def __init__(self) -> None:
        """Say the same in each case."""
        found = "This code does not fit, has been used, or is more than 10 minutes old."
        super().__init__(
            found, "Open “Pair a scoring PC” on your club’s pages and enter the new code.", code="pairing-code"
        )


class TooManyCodes(Refused):
    """Too many wrong codes came from there."""

    def __init__(self, wait: timedelta) -> None:
        """Say how long to wait."""
        super().__init__(
            "Too many wrong codes were entered.", f"Wait {int(wait.total_seconds())} seconds.", code="too-many"
        )
        self.wait = wait


class NewPairing(NamedTuple):
    """A pairing, and its code as it is shown once."""

    pairing: Pairing
    code: str


def begin(organisation: Organisation, *, actor: User, at: datetime) -> NewPairing:
    """Make a code for a scoring PC. An earlier one of the same person for the organisation is worth nothing then."""
    need_person(actor)
    need(actor, action_for(SCORING), organisation, at)
    code = "".join(secrets.choice(_SIGNS) for _ in range(_LENGTH))
    with transactions.atomic():
        Pairing.objects.filter(organisation=organisation, made_by=actor, ended_at=None).update(ended_at=at)
        made = Pairing.objects.create(
            federation=current(),
            organisation=organisation,
            hash=_hash(code),
            made_by=actor,
            made_at=at,
            expires_at=at + LASTS,
        )
        trail.record(actor, "pairing.begin", organisation, None, {"until": made.expires_at}, at=at)
    return NewPairing(made, f"{code[:_GROUP]}-{code[_GROUP:]}")


def end(pairing: Pairing, *, actor: User, at: datetime) -> None:
    """Let a code be worth nothing any more; one that was used or has run out stays as it is."""
    need(actor, action_for(SCORING), pairing.organisation, at)
    with transactions.atomic():
        if Pairing.objects.filter(pk=pairing.pk, ended_at=None).update(ended_at=at):
            trail.record(actor, "pairing.end", pairing.organisation, None, None, at=at)


def of_organisation(organisation: Organisation) -> QuerySet[Pairing]:
    """Give the pairings of an organisation."""
    return Pairing.objects.filter(organisation=organisation).select_related("token")


def redeem(code: str, name: str, at: datetime, *, network: str = "") -> Issued:
    """Give the token of a code to the PC that has it; ``name`` is what the PC calls itself.

    Every try is counted before it is looked at, so this is called outside a transaction: a refusal takes none back.
    """
    here = str(current().pk)
    tries = [Try(_NEAR, f"{here} {network}"), Try(_EVERYBODY, here)] if network else [Try(_EVERYBODY, here)]
    wait = counting.take(tries, at)
    if wait:
        raise TooManyCodes(wait)
    with transactions.atomic():
        rows = Pairing.objects.filter(hash=_hash(_plain(code)), ended_at=None, expires_at__gt=at)
        found = rows.select_related("organisation", "made_by").first()
        # Of two that have the same code, one comes too late.
        if found is None or not Pairing.objects.filter(pk=found.pk, ended_at=None).update(ended_at=at):
            raise WrongPairingCode
        made = issue_for(found.organisation, Asked(name, SCORING), actor=found.made_by, at=at)
        Pairing.objects.filter(pk=found.pk).update(token=made.token)
    counting.give_back(tries)
    return made


def _hash(code: str) -> str:
    """Keep a code so that only the office's key can try others against it."""
    return salted_hmac("overtrick.register.tokens.pairing", f"{current().pk} {code}", algorithm="sha256").hexdigest()


def _plain(typed: str) -> str:
    return "".join(each for each in typed[:40].upper() if each.isalnum())
