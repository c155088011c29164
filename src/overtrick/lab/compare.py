"""What a month gives before and after: sums by player, organiser and kind of event. Whole numbers, added exactly."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from overtrick.lab.answers import Numbers
from overtrick.lab.score import Awards, NotComparable, Part, Scored

#: ``bincount`` adds in floats, which are exact below this.
_EXACT = 2**53

#: Words that stand in many rows: each once, and its number in the row.
_WORDS = pa.dictionary(pa.int8(), pa.string())
BY = ("player", "organiser", "kind")
SUMS = pa.schema(
    [
        ("by", _WORDS),
        ("key", pa.int32()),
        ("colour", _WORDS),
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
    """A month, worked out twice, with the colours by their numbers on both sides."""

    before: Scored
    after: Scored
    colours: list[str]


class Counted(NamedTuple):
    """By what points are added up: how many of each there are, and to which one every event belongs."""

    players: int
    organisers: int
    kinds: int
    organiser: Numbers
    kind: Numbers


def sums(part: Part, sides: Sides, by: Counted) -> Month:
    """Add up what both sides give; what one of them cannot work out is left out of both."""
    missing = [*sides.before.missing, *sides.after.missing]
    before, after = (_without(side.awards, missing) for side in (sides.before, sides.after))
    organiser, kind = part.by_event(by.organiser), part.by_event(by.kind)
    changed = _changed(part, sides, (before, after), missing)
    found = _Sums(sides.colours)
    for at, colour in enumerate(sides.colours):
        one, two = _of_colour(before, at), _of_colour(after, at)
        of_players = [_total(each.player + 1, each.units, by.players + 1) for each in (one, two)]
        of_events = [_total(each.event - part.first, each.units, part.size) for each in (one, two)]
        found.add("player", colour, of_players[0], of_players[1], begins=-1)  # whom nobody knows has the key -1
        for name, size, keys in (("organiser", by.organisers, organiser), ("kind", by.kinds, kind)):
            found.add(name, colour, *(_total(keys, units, size) for units in of_events))
    found.count("organiser", organiser[changed], by.organisers)
    found.count("kind", kind[changed], by.kinds)
    told = pa.Table.from_pylist([each._asdict() for each in missing], schema=MISSING)
    whole = int(sides.before.whole.sum() + sides.after.whole.sum())
    return Month(found.table(), told, len(part.event), len(changed), whole)


def check(before: Scored, awards: pa.Table) -> list[int]:
    """Compare what the rules in force give with what the book says; give the events that differ."""
    book = Awards(*(awards[name].to_numpy() for name in ("event", "player", "colour", "units")))
    wrong = {each.event for each in before.missing} & set(book.event.tolist() if before.missing else ())
    if _are_same(before.awards, book):  # as most are: a list goes from the first place to the last on both sides
        return sorted(wrong)
    one, two = _keyed(before.awards), _keyed(book)
    if np.array_equal(one[0], two[0]) and np.array_equal(one[1], two[1]):
        return sorted(wrong)
    given, written = (set(zip(keys.tolist(), units.tolist(), strict=True)) for keys, units in (one, two))
    return sorted(wrong | {key // _STRIDE for key, _units in given ^ written})


def _are_same(one: Awards, two: Awards) -> bool:
    return all(np.array_equal(mine, other) for mine, other in zip(one, two, strict=True))


#: More players and colours than any season has.
_COLOURS, _PLAYERS = 64, 2**26
_STRIDE = _COLOURS * _PLAYERS


def _keyed(awards: Awards) -> tuple[Numbers, Numbers]:
    """Add up what each player has of each colour in each event; sorted."""
    key = awards.event.astype(np.int64) * _STRIDE + (awards.player.astype(np.int64) + 1) * _COLOURS + awards.colour
    keys, inverse = np.unique(key, return_inverse=True)
    return keys, _total(inverse, awards.units, len(keys))


def _changed(part: Part, sides: Sides, awards: tuple[Awards, Awards], missing: list[NotComparable]) -> Numbers:
    """Find the events in which somebody has another award: seat by seat, or in an event that was worked out whole."""
    one, two = sides.before, sides.after
    differs = one.units != two.units
    if one.colours.any() or two.colours.any():
        differs |= (one.units > 0) & (one.colours != two.colours)
    mark = np.zeros(part.size, np.bool_)
    mark[part.seat_event[differs] - part.first] = True
    whole = part.by_event(one.whole | two.whole)
    if whole.any():
        mark[whole] = False
        mark[_changed_whole(*(_of_events(each, whole, part.first) for each in awards)) - part.first] = True
    mark[np.array([each.event for each in missing], np.int64) - part.first] = False
    return np.flatnonzero(mark)


def _changed_whole(before: Awards, after: Awards) -> Numbers:
    one, two = _keyed(before), _keyed(after)
    keys, at = np.unique(np.concatenate([one[0], two[0]]), return_inverse=True)
    gain = _total(at, np.concatenate([-one[1], two[1]]), len(keys))
    found: Numbers = keys[gain != 0] // _STRIDE
    return found


def _of_events(awards: Awards, there: npt.NDArray[np.bool_], first: int) -> Awards:
    kept = there[awards.event - first]
    return Awards(*(column[kept] for column in awards))


def _without(awards: Awards, missing: list[NotComparable]) -> Awards:
    if not missing:
        return awards
    kept = ~np.isin(awards.event, [each.event for each in missing])
    return Awards(*(column[kept] for column in awards))


def _of_colour(awards: Awards, colour: int) -> Awards:
    here = awards.colour == colour
    return awards if here.all() else Awards(*(column[here] for column in awards))


def _total(keys: Numbers, units: Numbers, size: int) -> Numbers:
    """Add units up by key, exactly."""
    if len(units) and max(int(units.max()), -int(units.min())) * len(units) >= _EXACT:
        message = "so many points cannot be added exactly; take a shorter season"
        raise OverflowError(message)
    return np.bincount(keys, weights=units, minlength=size).astype(np.int64)


class _Sums:
    """The rows of a month, put together."""

    def __init__(self, colours: list[str]) -> None:
        self._colours = [*colours, ""]
        self._parts: list[tuple[npt.NDArray[Any], ...]] = []

    def add(self, by: str, colour: str, before: Numbers, after: Numbers, *, begins: int = 0) -> None:
        """List both sums by a key, which counts from ``begins``; what has neither is left out."""
        there = np.flatnonzero((before != 0) | (after != 0))
        self._add(by, colour, there + begins, before[there], after[there], np.zeros(len(there), np.int64))

    def count(self, by: str, keys: Numbers, size: int) -> None:
        """Count the events that changed by a key, in rows of no colour."""
        count = np.bincount(keys, minlength=size)
        there = np.flatnonzero(count)
        nothing = np.zeros(len(there), np.int64)
        self._add(by, "", there, nothing, nothing, count[there])

    def _add(self, by: str, colour: str, *columns: Numbers) -> None:
        key, *figures = columns
        words = (np.full(len(key), listed.index(word), np.int8) for listed, word in ((BY, by), (self._colours, colour)))
        one, two = words
        self._parts.append((one, key, two, *figures))

    def table(self) -> pa.Table:
        by, key, colour, *figures = (np.concatenate(column) for column in zip(*self._parts, strict=True))
        words = (
            pa.DictionaryArray.from_arrays(numbers, pa.array(listed, pa.string()))
            for numbers, listed in ((by, BY), (colour, self._colours))
        )
        one, two = words
        return pa.table([one, key.astype(np.int32), two, *figures[:2], figures[2].astype(np.int32)], SUMS)
