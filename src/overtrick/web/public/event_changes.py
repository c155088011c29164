"""What each version of an event changed: who gained and who lost against the version before."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from django.utils.translation import gettext as _

from overtrick.register.records.played_event import EventVersion, SeatedPlayer
from overtrick.web.player.own_record import PointsWriter
from overtrick.web.public.event_names import EventNames, ShownName


class PlayerChange(NamedTuple):
    """What somebody gained or lost."""

    name: ShownName
    colour: str
    before: str
    after: str
    change: str


class VersionChange(NamedTuple):
    """A version, and what it changed; of the first there is nothing to compare."""

    number: int
    sent: date | None
    counts: bool
    first: bool
    changes: tuple[PlayerChange, ...]


#: A player and a colour: by the register, or as the results name somebody whom it does not know.
_Whose = tuple[object, str]


def version_changes(
    versions: Sequence[EventVersion], names: EventNames, points: PointsWriter
) -> tuple[VersionChange, ...]:
    """Compare each version with the one before it; the latest comes first."""
    sums = [_sums(each) for each in versions]
    found = []
    for at, version in enumerate(versions):
        before = sums[at + 1] if at + 1 < len(versions) else None
        changes = _changes(sums[at], before, names, points) if before is not None else ()
        sent = version.submission.submitted_at
        found.append(VersionChange(version.number, sent.date() if sent else None, at == 0, before is None, changes))
    return tuple(found)


def _sums(version: EventVersion) -> dict[_Whose, tuple[SeatedPlayer, int]]:
    found: dict[_Whose, tuple[SeatedPlayer, int]] = {}
    for credit in version.credits:
        seat = version.seats.get(credit.who) or SeatedPlayer(credit.who.name)
        key = (seat.player or credit.who, credit.colour)
        found[key] = seat, credit.units + (found[key][1] if key in found else 0)
    return found


def _changes(
    now: dict[_Whose, tuple[SeatedPlayer, int]],
    before: dict[_Whose, tuple[SeatedPlayer, int]],
    names: EventNames,
    points: PointsWriter,
) -> tuple[PlayerChange, ...]:
    found = []
    for key in {**now, **before}:
        seat, _units = now.get(key) or before[key]
        after, earlier = (sums[key][1] if key in sums else 0 for sums in (now, before))
        if after != earlier:
            found.append((after - earlier, seat, key[1], earlier, after))
    found.sort(key=lambda each: -each[0])
    return tuple(
        PlayerChange(
            names.seat(seat),
            colour,
            points.show(colour, earlier),
            points.show(colour, after),
            _by(gain, colour, points),
        )
        for gain, seat, colour, earlier, after in found
    )


def _by(gain: int, colour: str, points: PointsWriter) -> str:
    by = points.show(colour, abs(gain))
    return _("▲ %s more") % by if gain > 0 else _("▼ %s less") % by
