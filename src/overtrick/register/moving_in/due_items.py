"""The report of moving in that waits for signatures."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext_noop as _

from overtrick.register.calendar.items import Asked, Item, provider
from overtrick.register.moving_in import doors


@provider
def to_sign(asked: Asked) -> Iterator[Item]:
    """What came from the old system and is in the book only when two people have signed; it keeps months open."""
    first = doors.waiting().first() if asked.organisation is None else None
    if first is None or first.entered_at is None:
        return
    move = doors.current_move()
    signed = move.first_by if move is not None else None
    yield Item(
        first.entered_at.date(),
        _("Moving in"),
        _("The report of moving in"),
        "office-moving-in-report",
        why=_("%(officer)s has signed it. Somebody else in the office signs, too, then months can be closed.")
        if signed
        else _("Two people of the office sign it, then months can be closed."),
        does=_("Look at the report"),
        facts={"officer": (signed.get_full_name() or signed.username) if signed else ""},
        by_two=True,
    )
