"""What a month gives before and after: sums by player, organiser and kind of event. Whole numbers, added exactly."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pyarrow as pa

from overtrick.lab.answers import Numbers
from overtrick.lab.score import Awards, NotComparable, Scored

#: ``bincount`` adds in floats, which are exact below this.
_EXACT = 2**53

SUMS = pa.schema(
    [
        ("by", pa.string()),  # player, organiser or kind
        ("key", pa.int32()),
        ("colour", pa.string()),
        ("before", pa.int64()),
        ("after", pa.int64()),
        ("events", pa.int32()),  # in which somebody has another award
    ]
)
MISSING = pa.schema([("event", pa.int32()), ("code", pa.string()), ("found", pa.string())])


class Differs(Exception):
    """The rules in force do not give what the book says."""


class Month(NamedTuple):
    """What became of a month."""

    sums: pa.Table
    missing: pa.Table
    events: int
    changed: int  #: events in which somebody has another award
    whole: int  #: events that were worked out whole, before and after


class Sides(NamedTuple):
    """A month, worked out twice, with the colours by their numbers on each side."""

    before: Scored
    after: Scored
    colours: list[str]
    after_colours: list[str]


def sums(sides: Sides, events: pa.Table, players: int, organisers: int, kinds: dict[str, int]) -> Month:
    """Add up what both sides give; what one of them cannot work out is left out of both."""
    missing = [*sides.before.missing, *sides.after.missing]
    colours = list(dict.fromkeys([*sides.colours, *sides.after_colours]))
    here = [colours.index(name) for name in sides.colours]
    there = [colours.index(name) for name in sides.after_colours]
    before = _without(_recoloured(sides.before.awards, here), missing)
    after = _without(_recoloured(sides.after.awards, there), missing)
    numbers = events["event"].to_numpy().astype(np.int64)
    first = int(numbers[0]) if len(numbers) else 0
    organiser = _by_event(numbers, events["organiser"].to_numpy(), first)
    kind = _by_event(numbers, np.array([kinds[each] for each in events["kind"].to_pylist()], np.int64), first)
    changed = _changed(before, after, first, len(organiser))
    parts = []
    for at, colour in enumerate(colours):
        one, two = _of_colour(before, at), _of_colour(after, at)
        for by, size, keys in (
            ("player", players, (one.player, two.player)),
            ("organiser", organisers, (organiser[one.event - first], organiser[two.event - first])),
            ("kind", len(kinds), (kind[one.event - first], kind[two.event - first])),
        ):
            parts.append(_summed(by, colour, size, (keys[0], one.units), (keys[1], two.units)))
    parts.append(_changed_events("organiser", organiser[changed], organisers))
    parts.append(_changed_events("kind", kind[changed], len(kinds)))
    table = pa.concat_tables(parts) if parts else SUMS.empty_table()
    told = pa.Table.from_pylist([each._asdict() for each in missing], schema=MISSING)
    whole = sides.before.whole + sides.after.whole
    return Month(table, told, len(numbers), len(changed), whole)


def check(before: Scored, awards: pa.Table) -> list[int]:
    """Compare what the rules in force give with what the book says; give the events that differ."""
    book = Awards(*(awards[name].to_numpy().astype(np.int64) for name in ("event", "player", "colour", "units")))
    wrong = {each.event for each in before.missing} & set(book.event.tolist())
    one, two = _keyed(before.awards), _keyed(book)
    if np.array_equal(one[0], two[0]) and np.array_equal(one[1], two[1]):
        return sorted(wrong)
    given, written = (set(zip(keys.tolist(), units.tolist(), strict=True)) for keys, units in (one, two))
    return sorted(wrong | {key // _STRIDE for key, _units in given ^ written})


#: More players and colours than any season has.
_COLOURS, _PLAYERS = 64, 2**26
_STRIDE = _COLOURS * _PLAYERS


def _keyed(awards: Awards) -> tuple[Numbers, Numbers]:
    """Add up what each player has of each colour in each event; sorted."""
    key = awards.event.astype(np.int64) * _STRIDE + (awards.player.astype(np.int64) + 1) * _COLOURS + awards.colour
    keys, inverse = np.unique(key, return_inverse=True)
    return keys, _total(inverse, awards.units, len(keys))


def _changed(before: Awards, after: Awards, first: int, size: int) -> Numbers:
    """Find the events in which somebody has another award."""
    if before.event.shape == after.event.shape and all(
        np.array_equal(one, two) for one, two in zip(before, after, strict=True)
    ):
        return np.zeros(0, np.int64)
    one, two = _keyed(before), _keyed(after)
    keys, at = np.unique(np.concatenate([one[0], two[0]]), return_inverse=True)
    gain = _total(at, np.concatenate([-one[1], two[1]]), len(keys))
    mark = np.zeros(max(size, 1), np.bool_)
    mark[keys[gain != 0] // _STRIDE - first] = True
    return np.flatnonzero(mark)


def _recoloured(awards: Awards, colours: list[int]) -> Awards:
    return awards._replace(colour=np.array(colours or [0], np.int64)[awards.colour])


def _without(awards: Awards, missing: list[NotComparable]) -> Awards:
    if not missing:
        return awards
    kept = ~np.isin(awards.event, [each.event for each in missing])
    return Awards(*(column[kept] for column in awards))


def _of_colour(awards: Awards, colour: int) -> Awards:
    here = awards.colour == colour
    return awards if here.all() else Awards(*(column[here] for column in awards))


def _by_event(numbers: Numbers, values: Numbers, first: int) -> Numbers:
    found = np.zeros(int(numbers[-1]) - first + 1 if len(numbers) else 1, np.int64)
    found[numbers - first] = values
    return found


def _total(keys: Numbers, units: Numbers, size: int) -> Numbers:
    """Add units up by key, exactly."""
    if len(units) and int(np.abs(units).sum()) >= _EXACT:
        message = "so many points cannot be added exactly; take a shorter season"
        raise OverflowError(message)
    return np.bincount(keys, weights=units, minlength=size).astype(np.int64)


def _summed(
    by: str, colour: str, size: int, before: tuple[Numbers, Numbers], after: tuple[Numbers, Numbers]
) -> pa.Table:
    """Add up both sides by a key; what has neither is left out. A player whom nobody knows has the key -1."""
    one = _total(before[0] + 1, before[1], size + 1)
    two = _total(after[0] + 1, after[1], size + 1)
    there = np.flatnonzero((one != 0) | (two != 0))
    columns = [[by] * len(there), there - 1, [colour] * len(there), one[there], two[there], [0] * len(there)]
    return pa.table([pa.array(column, field.type) for column, field in zip(columns, SUMS, strict=True)], SUMS)


def _changed_events(by: str, keys: Numbers, size: int) -> pa.Table:
    """Count the events that changed by a key, in rows of no colour."""
    count = np.bincount(keys, minlength=size) if len(keys) else np.zeros(size, np.int64)
    there = np.flatnonzero(count)
    columns = [[by] * len(there), there, [""] * len(there), [0] * len(there), [0] * len(there), count[there]]
    return pa.table([pa.array(column, field.type) for column, field in zip(columns, SUMS, strict=True)], SUMS)
