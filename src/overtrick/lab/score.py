"""Works a month of a season out under some rules: by situations where that is enough, whole events where it is not."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from typing import NamedTuple

import numpy as np
import pyarrow as pa

from overtrick.formats import event_record
from overtrick.lab.anonymous import number_of
from overtrick.lab.answers import Answers, Numbers
from overtrick.lab.proposal import Rules
from overtrick.lab.season import Season

_EPOCH = date(1970, 1, 1)


class Awards(NamedTuple):
    """Points of a month, seat by seat; a player may have several in one event."""

    event: Numbers
    player: Numbers  #: -1: nobody knows who it is
    colour: Numbers
    units: Numbers


class NotComparable(NamedTuple):
    """An event that some rules cannot work out, because a fact is missing."""

    event: int
    code: str
    found: str


class Scored(NamedTuple):
    """A month, worked out."""

    awards: Awards
    missing: tuple[NotComparable, ...] = ()
    whole: int = 0  #: events that were worked out whole


class Scorer:
    """Works out months of one season under one set of rules; what it learned of one month serves the next."""

    def __init__(self, season: Season, rules: Rules) -> None:
        """Take both."""
        self._season = season
        self._rules = rules
        self.answers = Answers(season, rules)

    def month(self, month: str, events: pa.Table | None = None) -> Scored:
        """Work out a month; ``events``: only some of its events."""
        listed = self._season.part("events", month, ["event", "day", "scheme", "shape"]) if events is None else events
        columns = {name: listed[name].to_numpy().astype(np.int64) for name in ("event", "day", "scheme", "shape")}
        if not len(columns["event"]):
            return Scored(_nothing())
        whole = columns["shape"] < 0
        parts = [*self._by_situations(month, columns, whole)]
        found, missing = self._worked_out(month, columns["event"][whole])
        return Scored(_joined([*parts, found]), tuple(missing), int(whole.sum()))

    def _by_situations(self, month: str, columns: dict[str, Numbers], whole: Numbers) -> Iterator[Awards]:
        """Pay every seat of plain events by its situation; an event whose shape has no answer is marked as whole."""
        seats = self._season.part("seats", month)
        event, situation, player = (seats[name].to_numpy() for name in ("event", "situation", "player"))
        first = int(columns["event"][0])
        # Which answers each event takes: by its scheme, and by the changes up to its day.
        changes = np.array([(each - _EPOCH).days for each in self._rules.days])
        period = np.searchsorted(changes, columns["day"], side="right")
        taken = columns["scheme"] * (len(changes) + 1) + period
        last = int(columns["event"][-1])
        which = np.full(last - first + 1, -1, np.int64)
        plain = columns["shape"] >= 0
        which[columns["event"][plain] - first] = taken[plain]
        within = event - first
        outside = (within < 0) | (within > last - first)
        of_seat = which[np.where(outside, 0, within)]
        of_seat[outside] = -1
        for number in np.unique(taken[plain]).tolist():
            at = np.flatnonzero(plain & (taken == number))
            day = _EPOCH + timedelta(days=int(columns["day"][at[0]]))
            shapes = _distinct(columns["shape"][at])
            answers = self.answers.period(int(columns["scheme"][at[0]]), day, shapes)
            whole[at] = answers.whole[columns["shape"][at]]
            seated = slice(None) if (of_seat == number).all() else np.flatnonzero(of_seat == number)
            here = situation[seated]
            self.answers.answer(answers, _distinct(here))
            units = answers.units[here]
            paid = units > 0
            yield Awards(event[seated][paid], player[seated][paid], answers.colours[here[paid]], units[paid])

    def _worked_out(self, month: str, events: Numbers) -> tuple[Awards, list[NotComparable]]:
        """Work whole events out, one by one."""
        rows: list[tuple[int, int, int, int]] = []
        missing: list[NotComparable] = []
        if not len(events):
            return _nothing(), missing
        wanted = set(events.tolist())
        table = self._season.part("events", month, ["event", "scheme", "body"])
        for batch in table.to_batches(max_chunksize=2_500):
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
            yield event, number_of(award.player), self.answers.colour(award.colour), award.units


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


def _nothing() -> Awards:
    return _columns([])


def _joined(parts: list[Awards]) -> Awards:
    return Awards(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
