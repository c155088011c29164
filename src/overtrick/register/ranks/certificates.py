"""Checks a certificate by its code: is it genuine, and does the book still support it?

A rank once reached stays; but where a correction took away the points it rested on, the certificate says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from django.db.models import QuerySet

from overtrick.register.people.models import Player
from overtrick.register.ranks import certificate_codes
from overtrick.register.ranks.models import Promotion
from overtrick.register.ranks.promotions import days_reached


class CertificateState(StrEnum):
    """How the certificate stands to the book."""

    STANDS = "stands"
    ANOTHER_DAY = "another day"  #: a correction moved the day on which the rank was reached
    TAKEN_BACK = "taken back"  #: after a correction the points no longer reach the rank


class Certificate(NamedTuple):
    """A promotion, and what the book says of it now."""

    promotion: Promotion
    player: Player  #: under the number that stays
    code: str  #: as it is printed
    state: CertificateState
    reached: date | None  #: by the book as it is now; None where the rank is not reached


def find(typed: str) -> Certificate | None:
    """Find what a code certifies, however it was typed; None if there is no such certificate."""
    code = certificate_codes.read(typed)
    promotion = _promotions().filter(code=code).first() if code else None
    return certificate(promotion) if promotion else None


def certificate(promotion: Promotion) -> Certificate:
    """Compare a promotion with the book."""
    player = promotion.player.kept or promotion.player
    reached: date | None = promotion.reached  # what was held before this book does not rest on its points
    if not promotion.held_before:
        reached = days_reached(player.pk, promotion.closing).get(promotion.rank)
    return Certificate(
        promotion, player, certificate_codes.written(promotion.code), _state(promotion, reached), reached
    )


def _state(promotion: Promotion, reached: date | None) -> CertificateState:
    if reached is None:
        return CertificateState.TAKEN_BACK
    return CertificateState.STANDS if reached == promotion.reached else CertificateState.ANOTHER_DAY


def of_players(records: Iterable[int]) -> QuerySet[Promotion]:
    """List the promotions of a player's records, the latest first."""
    return _promotions().filter(player__in=list(records)).order_by("-reached", "-pk")


def _promotions() -> QuerySet[Promotion]:
    return Promotion.objects.select_related("player__kept", "player__federation", "closing__federation")
