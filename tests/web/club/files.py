"""Files that a club may send: three nights of Oakby, with what scorers leave open."""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING

from overtrick.engine.event import Player
from tests.register.season import file_of, night

if TYPE_CHECKING:
    from collections.abc import Sequence

NAMES = (
    "Ado Bem", "Cor Dax", "Elu Fin", "Gat Hob", "Ira Jun", "Kel Lom", "Mun Nor", "Ost Pil",
    "Quo Rab", "Sef Tul", "Uma Vek", "Wim Xan", "Yor Zed", "Abi Cub", "Dov Ern", "Fay Gol",
)  # fmt: skip
#: The numbers that the cast gives to these people, in their order.
NUMBERS = tuple(str(200_001 + at) for at in range(len(NAMES)))
LATELY = date(2026, 10, 6)


def seats(*, unknown: Sequence[int] = ()) -> list[tuple[Player, Player]]:
    """Seat everybody two by two; those who are named by their place in the list have a number that nobody has."""
    everybody = [
        Player(name, f"9999{at:02}" if at in unknown else number)
        for at, (name, number) in enumerate(zip(NAMES, NUMBERS, strict=True))
    ]
    return list(zip(everybody[::2], everybody[1::2], strict=True))


def tuesday(*, name: str = "Tuesday teas", back: int = 0, unknown: Sequence[int] = (), swapped: bool = False) -> bytes:
    """An ordinary night, so many weeks before the last one; ``swapped``: the first two pairs change places."""
    ranked = seats(unknown=unknown)
    if swapped:
        ranked[:2] = ranked[1::-1]
    return file_of(night(ranked, begins=LATELY - timedelta(weeks=back), name=name))


def without_status(*, back: int = 0) -> bytes:
    """An ordinary night in which the scorer did not say the status."""
    return tuesday(back=back).replace(b' "status": "club",\n', b"")


def of_club(name: str) -> bytes:
    """An ordinary night of a club."""
    return tuesday().replace(b' "status"', f' "organiser": "{name}",\n "status"'.encode())


def wednesday() -> bytes:
    """A list that says neither the day nor the boards nor the name of the event."""
    lines = ["Place,Name 1,Number 1,Name 2,Number 2"]
    for place, (one, other) in enumerate(seats(), 1):
        lines.append(f"{place},{one.name},{one.number},{other.name},{other.number}")
    return "\n".join(lines).encode()
