"""The step of balances: what each player had of each colour on a day. They count once two people have signed."""

from __future__ import annotations

from overtrick.register.moving_in.models import OldBalance, OldList
from overtrick.register.moving_in.source import Source
from overtrick.register.ranks import opening_balances

_BATCH = 2_000


def check(source: Source) -> None:
    """Keep the balances of a list; what is wrong is told, what is there already is counted."""
    kept, tally = source.kept, source.tally
    OldBalance.objects.filter(list=kept).delete()
    others = OldBalance.objects.filter(list__state=OldList.State.ENTERED).exclude(list=kept)
    known = {
        (player, colour): (units, as_at)
        for player, colour, units, as_at in others.values_list("player_id", "colour", "units", "as_at")
    }
    booked = opening_balances.booked()
    seen: dict[tuple[int, str], int] = {}
    waiting: list[OldBalance] = []
    colours = source.points
    for line, (number, as_at, *written) in source.rows("number", "as at", *(f"points {each}" for each in colours)):
        player = source.player(line, number)
        day = source.day(line, "as at", as_at) if as_at else kept.as_at or source.on
        for colour, points in zip(colours, written, strict=True):
            units = source.units(line, colour, points) if points else 0
            if player is None or day is None or not units:
                continue
            key = (player, colour)
            there = known.get(key)
            if units < 0:
                tally.problem("value-unreadable", line, f"{points!r} is below nothing.", "Correct it.")
            elif key in seen:
                found = f"The {colour} points of {number} are already in line {seen[key]}."
                tally.problem("player-listed-twice", line, found, "Remove one of the two lines.")
            elif key in booked:
                found = f"The book has {colour} points of {number} from before it already."
                tally.problem("balance-contradicted", line, found, "Correct them by hand, with a reason.")
            elif there is not None and there[0] != units:
                found = f"Another list gives {number} other {colour} points."
                tally.problem("balance-contradicted", line, found, "Take that list back, or correct this one.")
            elif there is not None:
                tally.counts["known"] += 1
            else:
                seen[key] = line
                tally.counts["new"] += 1
                tally.sums[colour] += units
                waiting.append(
                    OldBalance(
                        list=kept,
                        federation_id=kept.federation_id,
                        player_id=player,
                        colour=colour,
                        units=units,
                        as_at=day,
                        line=line,
                    )
                )
        if len(waiting) >= _BATCH:
            OldBalance.objects.bulk_create(waiting)
            waiting.clear()
    OldBalance.objects.bulk_create(waiting)
