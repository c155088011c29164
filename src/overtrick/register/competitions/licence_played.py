"""What the results that came under a licence tell of its fee."""

from __future__ import annotations

from overtrick.handbooks import money
from overtrick.register.competitions import event_store, licence_check
from overtrick.register.federations import handbook
from overtrick.register.organisations.models import Licence
from overtrick.register.scoping import current


def as_played(licence: Licence) -> dict[str, str]:
    """Give what results tell of what decides the fee, as it is kept; nothing where none have come."""
    events = [event_store.event_of(each.event) for each in licence_check.under(licence) if each.event is not None]
    book = handbook.book_on(current(), licence.begins)
    return dict(money.of(book.edition).licence_played(book, events))
