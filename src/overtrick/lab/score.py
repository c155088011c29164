"""Works a month of a season out under some rules: by situations where that is enough, whole events where it is not."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from overtrick.formats import event_record
from overtrick.lab.anonymous import number_of
from overtrick.lab.answers import Answers, Colours, Numbers, Period
from overtrick.lab.proposal import Rules
from overtrick.lab.season import Season

_EPOCH = date(1970, 1, 1)

Value = TypeVar("Value", bound=np.generic)


class Part:
    """A month of a season as it is read: once, however many rules are asked about it."""

    def __init__(self, season: Season, month: str, events: pa.Table | None = None) -> None:
        """Read a month; ``events``: only some of its events."""
        listed = season.part("events", month, ["event", "day", "scheme", "shape"]) if events is None else events
        seats = season.part("seats", month)
        self.month = month
        self.event, self.day, self.scheme, self.shape = (
            listed[name].to_numpy().astype(np.int64) for name in ("event", "day", "scheme", "shape")
        )
        self.first = int(self.event[0]) if len(self.event) else 0
        self.size = int(self.event[-1]) - self.first + 1 if len(self.event) else 0  #: of a column by event
        self.seat_event, self.player = (seats[name].to_numpy() for name in ("event", "player"))
        self.situation = seats["situation"].to_numpy().astype(np.intp)  # or every look-up would do it again
        if len(self.event) != self.size or self._has_others():
            self._leave_out()

    def _has_others(self) -> bool:
        """Are there seats of events before the first or after the last that is asked about?"""
        if not len(self.seat_event):
            return False
        return bool(self.seat_event.min() < self.first or self.seat_event.max() >= self.first + self.size)

    def _leave_out(self) -> None:
        """Leave out the seats of events that are not asked about."""
        there = np.zeros(self.size + 1, np.bool_)
        there[self.event - self.first] = True
        within = self.seat_event.astype(np.int64) - self.first
        kept = there[np.where((within < 0) | (within >= self.size), self.size, within)]
        self.seat_event, self.situation, self.player = (
            column[kept] for column in (self.seat_event, self.situation, self.player)
        )

    @cached_property
    def situations(self) -> Numbers:
        """Every situation of it, once."""
        return _distinct(self.situation)

    def by_event(self, values: npt.NDArray[Value]) -> npt.NDArray[Value]:
        """Lay a column of the events out by their numbers, from the first on."""
        if len(self.event) == self.size:
            return values
        found = np.zeros(self.size, values.dtype)
        found[self.event - self.first] = values
        return found


class Awards(NamedTuple):
    """Points of a month, seat by seat; a player may have several in one event."""

    event: Numbers
    player: Numbers  #: -1: nobody knows who it is
    colour: npt.NDArray[np.signedinteger[Any]]
    units: Numbers


class NotComparable(NamedTuple):
    """An event that some rules cannot work out, because a fact is missing."""

    event: int
    code: str
    found: str


class Scored(NamedTuple):
    """A month, worked out."""

    units: Numbers  #: of every seat; nothing where its event was worked out whole
    colours: npt.NDArray[np.int8]  #: of every seat
    plain: Awards  #: of seats that are paid, in their order
    worked_out: Awards  #: of events that were worked out whole
    whole: npt.NDArray[np.bool_]  #: which events those are
    missing: tuple[NotComparable, ...] = ()

    @property
    def awards(self) -> Awards:
        """All awards."""
        if not len(self.worked_out.event):
            return self.plain
        return Awards(*(np.concatenate(both) for both in zip(self.plain, self.worked_out, strict=True)))


class Scorer:
    """Works out months of one season under one set of rules; what it learned of one month serves the next."""

    def __init__(self, season: Season, rules: Rules, colours: Colours | None = None) -> None:
        """Take both; ``colours`` are shared with whoever is to be compared."""
        self._season = season
        self._rules = rules
        self._changes = np.array([(each - _EPOCH).days for each in rules.days], np.int64)
        self.colours = Colours(season.colours) if colours is None else colours
        self._asked = Answers(season, rules, self.colours)

    def month(self, month: str) -> Scored:
        """Read a month and work it out."""
        return self.work_out(Part(self._season, month))

    def work_out(self, part: Part) -> Scored:
        """Work a month out."""
        units, colours, whole = self._of_seats(part)
        paid = np.flatnonzero(units != 0)
        plain = Awards(part.seat_event[paid], part.player[paid], colours[paid], units[paid])
        found, missing = self._whole_events(part.month, part.event[whole])
        return Scored(units, colours, plain, found, whole, tuple(missing))

    def _of_seats(self, part: Part) -> tuple[Numbers, npt.NDArray[np.int8], npt.NDArray[np.bool_]]:
        """Pay every seat by its situation; an event whose shape has no answer is worked out whole."""
        whole = part.shape < 0
        plain = ~whole
        # Which answers each event takes: by its scheme, and by the changes up to its day.
        taken = part.scheme * (len(self._changes) + 1) + np.searchsorted(self._changes, part.day, side="right")
        groups = set(taken[plain].tolist())
        if len(groups) == 1:
            answers = self._answers(part, np.flatnonzero(plain), whole, part.situations)
            return answers.units.take(part.situation), _colours(answers, part.situation), whole
        units, colours = np.zeros(len(part.situation), np.int64), np.zeros(len(part.situation), np.int8)
        of_event = part.by_event(np.where(plain, taken, -1))
        of_seat = of_event[part.seat_event - part.first]
        for number in sorted(groups):
            seats = np.flatnonzero(of_seat == number)
            here = part.situation[seats]
            answers = self._answers(part, np.flatnonzero(plain & (taken == number)), whole, _distinct(here))
            units[seats], colours[seats] = answers.units[here], _colours(answers, here)
        return units, colours, whole

    def _answers(self, part: Part, events: Numbers, whole: npt.NDArray[np.bool_], situations: Numbers) -> Period:
        """Give the answers that events of one scheme and period take; mark those of them that are worked out whole."""
        day = _EPOCH + timedelta(days=int(part.day[events[0]]))
        shapes = part.shape[events]
        answers = self._asked.period(int(part.scheme[events[0]]), day, _distinct(shapes))
        self._asked.answer(answers, situations)
        whole[events] = answers.whole[shapes]
        return answers

    def _whole_events(self, month: str, events: Numbers) -> tuple[Awards, list[NotComparable]]:
        """Work whole events out, one by one."""
        rows: list[tuple[int, int, int, int]] = []
        missing: list[NotComparable] = []
        if not len(events):
            return _columns(rows), missing
        wanted = set(events.tolist())
        for batch in self._season.batches("events", month, ["event", "scheme", "body"]):
            listed = zip(*(batch[name].to_pylist() for name in ("event", "scheme", "body")), strict=True)
            for event, scheme, body in listed:
                if event in wanted:
                    rows += self._of_event(event, scheme, body, missing)
        return _columns(rows), missing

    def _of_event(
        self, event: int, scheme: int, body: str, missing: list[NotComparable]
    ) -> Iterator[tuple[int, int, int, int]]:
        played = self._rules.told(event_record.read(body))
        told = self._season.schemes[scheme]
        edition = self._rules.edition(told, played.begins)
        assessment = edition.assess(played, self._rules.settings(told, edition) or None, by_name=False)
        if assessment.problems:
            problem = assessment.problems[0]
            missing.append(NotComparable(event, problem.code, problem.found))
            return
        for award in assessment.awards:
            yield event, number_of(award.player), self.colours[award.colour], award.units


def _colours(answers: Period, situations: Numbers) -> npt.NDArray[np.int8]:
    """Give the colour of every seat; where all are the first, nothing is looked up."""
    if answers.colours.any():
        return answers.colours[situations]
    return np.broadcast_to(np.int8(0), situations.shape)


def _distinct(numbers: Numbers) -> Numbers:
    """List each number once: a mark for each is quicker than sorting them."""
    if not len(numbers):
        return numbers.astype(np.int64)
    there = np.zeros(int(numbers.max()) + 1, np.bool_)
    there[numbers] = True
    return np.flatnonzero(there)


def _columns(rows: list[tuple[int, int, int, int]]) -> Awards:
    table = np.array(rows, np.int64).reshape(-1, 4)
    return Awards(table[:, 0], table[:, 1], table[:, 2], table[:, 3])
