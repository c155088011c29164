"""An invented old system: its lists, as its secretary would export them, and the way of a list into the office."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from overtrick.register.moving_in import check, lists, report, sign_off
from overtrick.register.moving_in.check import Choices
from overtrick.register.moving_in.models import OldList, Step

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.register.accounts.models import User
    from overtrick.register.moving_in.sign_off import Signed
    from tests.register.season import Union

AT = datetime(2026, 5, 4, 9, tzinfo=UTC)


def silent(_done: int, _of: int) -> None:
    """Tell nobody how far it is."""


def csv(*rows: Sequence[object]) -> bytes:
    """Write rows as the old system does."""
    return "\n".join(",".join(map(str, row)) for row in rows).encode()


def sent(here: Union, step: Step, content: bytes, choices: Choices | None = None, at: datetime = AT) -> OldList:
    """Send a list and have it checked."""
    kept = lists.take(step, f"{step}.csv", [content], here.clerk, at)
    if choices is not None:
        check.choose(kept, choices, here.clerk, at)
    return check.check(kept, here.clerk, at, silent)


def entered(here: Union, step: Step, content: bytes, choices: Choices | None = None, at: datetime = AT) -> OldList:
    """Send a list, have it checked, and enter it."""
    return check.enter(sent(here, step, content, choices, at), here.clerk, at, silent)


def signed(who: User, at: datetime = AT) -> Signed:
    """Look at the report and sign it."""
    return sign_off.sign(report.digest(report.shown(at.date())), who, at, silent, shown="password")


def history(here: Union) -> bytes:
    """Three old credits of the first player and one of the second, back to before there was a handbook."""
    one, two = here.players[0].number, here.players[1].number
    return csv(
        ("Player", "Date", "Event", "Colour", "Points", "Ref"),
        (one, "1987-03-09", "Harvest Teams", "Local", 40, "A1"),
        (one, "2019-11-02", "Autumn Congress", "Green", "3.50", "A2"),
        (one, "2025-11-02", "Autumn Congress", "Green", "2.25", "A3"),
        (two, "2020-01-05", "New Year Pairs", "Local", 120, "A4"),
    )


def balances(here: Union) -> bytes:
    """What both had at the end of April 2026: the first has older points, the second fewer than the history says."""
    one, two = here.players[0].number, here.players[1].number
    return csv(
        ("Number", "As at", "Local points", "Green points"),
        (one, "2026-04-30", 2540, "5.75"),
        (two, "2026-04-30", 100, ""),
    )


def ranks(here: Union) -> bytes:
    """Both hold a rank that their points alone would not give them."""
    one, two = here.players[0].number, here.players[1].number
    return csv(("Number", "Rank", "Since"), (one, "County Master", "1995-06-01"), (two, "CM", "2001-02-03"))
