"""Whether an office can still move in: until two people have signed it off, and before a month has been closed."""

from __future__ import annotations

from django.db.models import QuerySet

from overtrick.register.errors import Refused
from overtrick.register.ledger.models import Closing
from overtrick.register.moving_in.models import WAITING_STEPS, Move, OldList


class DoorsShut(Refused):
    """Nothing more is taken over from the old system."""


def why_shut() -> str:
    """Say why nothing more is taken over; empty while the doors are open."""
    move = current_move()
    if move is not None and move.signed_at is not None:
        return f"Moving in was signed off on {move.signed_at:%Y-%m-%d}."
    if Closing.objects.exists():
        return "A month has been closed."
    return ""


def need_open() -> None:
    """Refuse where the doors are shut."""
    why = why_shut()
    if why:
        raise DoorsShut(why, "Enter what is missing by hand, with a reason: two people confirm it.", code="doors-shut")


def current_move() -> Move | None:
    """Give how far moving in is; none where nothing was sent yet."""
    return Move.objects.select_related("first_by", "second_by").first()


def under_way() -> bool:
    """Say whether something was taken over that nobody has signed off."""
    move = current_move()
    unsigned = move is None or move.signed_at is None
    return unsigned and OldList.objects.filter(state=OldList.State.ENTERED).exists()


def waiting() -> QuerySet[OldList]:
    """Give the lists whose points or ranks wait for two signatures; other lists stand in the register already."""
    unsigned = Move.objects.filter(signed_at=None).values("federation")
    rows = OldList.objects.filter(state=OldList.State.ENTERED, step__in=WAITING_STEPS, federation__in=unsigned)
    return rows.filter(report__counts__new__gt=0).order_by("entered_at", "pk")


def need_signed(**_about: object) -> None:
    """Refuse the close of a month while something waits to be signed off: it would shut the doors before that."""
    if waiting().exists():
        raise DoorsShut(
            "Points or ranks of the old system are not signed off.",
            "Two people of the office sign the report under Moving in, or take these lists back. Then close the month.",
            code="lists-not-signed-off",
        )
