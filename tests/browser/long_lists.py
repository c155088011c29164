"""A federation with a long record and a long ranking list, in names as long as people and clubs have them.

Margaret Hollins has 36 credits of a season at one club, most of them with the same partner; 80 players have
final points. Its pages are below ``/@west/``.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

from overtrick.register.accounts.models import User
from overtrick.register.people.members_list.apply_changes import Opening
from overtrick.register.ranks import close_month, opening_balances
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.season import Union, members, night, pairs, submitted, union

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.register.people.models import Player

#: Who is logged in there.
LONG_RECORD = "the player with the long record"
CREDITS, PLAYERS = 36, 80
_GIVEN = ("Margaret", "Christine", "Rosemary", "Jonathan", "Annabel", "Frederick", "Josephine", "Bartley")
_FAMILY = (
    "Hollins", "Weatherby", "Okonkwo", "Fenstone", "Ashdown", "Castell", "Rutherglen", "Pemberton", "Sandring", "Yarrow"
)  # fmt: skip
_FIRST_NIGHT = date(2026, 1, 6)
_NIGHTS = ("Tuesday evening pairs", "Friday duplicate")


def build() -> dict[str, User]:
    """Found the federation and let it play."""
    west = office.federation("west")
    with scope(federation=west):
        here = union(west)
        here.club.name = "Alderby Bridge Club"
        here.club.save()
        names = [f"{given} {family}" for given in _GIVEN for family in _FAMILY]
        players = members(west, here.club, names)
        _brought(here, players)
        _played(here, players)
        for month in (1, 2, 3, 4):
            close_month.close(west, date(2026, month, 1), here.clerk, datetime(2026, month + 1, 20, 9, tzinfo=UTC))
        account = User.objects.create_user("margaret", "margaret@example.org", first_name="Margaret")
        account.player = players[0]
        account.save(update_fields=["player"])
    return {LONG_RECORD: account}


def _brought(here: Union, players: Sequence[Player]) -> None:
    """Everybody has points from before the book: 1,000,000 the first, and less the further down."""
    before = date(2025, 12, 31)
    brought = [Opening(each, "local", 1_000_000 // (at + 1), before, at + 1) for at, each in enumerate(players)]
    at = datetime(2026, 1, 2, 9, tzinfo=UTC)
    opening_balances.enter(opening_balances.compare(brought), here.clerk, here.second, at)


def _played(here: Union, players: Sequence[Player]) -> None:
    """Margaret plays twice a week; now and then she comes last, and goes home with nothing."""
    best, *others = pairs(players[:16])
    for at in range(CREDITS - 1):
        begins = _FIRST_NIGHT + timedelta(days=3 * at + at // 2)
        ranked = [*others, best] if at % 5 == 4 else [*others[: at % 3], best, *others[at % 3 :]]
        sent = datetime(begins.year, begins.month, begins.day, 23, tzinfo=UTC)
        submitted(here, night(ranked, begins=begins, name=_NIGHTS[at % 2]), at=sent)
