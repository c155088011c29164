"""Why does a player get something else in an event? Both workings, and the first step that differs."""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

import pyarrow as pa
import pyarrow.compute as pc

from overtrick.engine.assessment import Award, Refusal
from overtrick.engine.working import Step
from overtrick.formats import event_record
from overtrick.lab.anonymous import number_of
from overtrick.lab.proposal import Rules
from overtrick.lab.results import Result


class NoEvent(LookupError):
    """The season has no such event, or the player was not in it."""


class Why(NamedTuple):
    """One player in one event, under both sets of rules."""

    reference: str
    day: str
    before: tuple[Award | Refusal, ...]
    after: tuple[Award | Refusal, ...]

    @property
    def differs(self) -> tuple[Step, Step] | None:
        """The first steps that are not the same, read from the result down; None where nothing differs.

        Where one side has more awards than the other, what it has more is held against the other's last.
        """
        most = max(len(self.before), len(self.after)) if self.before and self.after else 0
        for at in range(most):
            one, two = (side[min(at, len(side) - 1)] for side in (self.before, self.after))
            found = first_difference(one.working, two.working)
            if found is not None:
                return found
        return None


def first_difference(one: Step, two: Step) -> tuple[Step, Step] | None:
    """Go down two workings side by side to the first steps that differ and rest on nothing that does."""
    for below in zip(one.because, two.because, strict=False):
        found = first_difference(*below)
        if found is not None:
            return found
    same = (one.says, one.value, one.clause) == (two.says, two.value, two.clause)
    return None if same else (one, two)


def events_of(result: Result, player: int) -> list[tuple[str, str]]:
    """List the events of a player: reference and day.

    Where an event is worked out whole, only if the book gives something: nothing else tells who was there.
    """
    found = []
    for month in result.season.months:
        there = pa.concat_tables(result.season.part(what, month, ["event", "player"]) for what in ("awards", "seats"))
        numbers = there.filter(pc.field("player") == player)["event"].unique()
        rows = result.season.part("events", month, ["event", "reference", "day"]).filter(
            pc.is_in(pc.field("event"), value_set=numbers)
        )
        found += [(row["reference"], _day(row["day"])) for row in rows.to_pylist()]
    return found


def why(result: Result, player: int, reference: str) -> Why:
    """Work one event out twice and give the workings of one player."""
    season = result.season
    for month in season.months:
        rows = season.part("events", month, ["reference", "scheme", "day", "body"]).filter(
            pc.field("reference") == reference
        )
        for row in rows.to_pylist():
            one, two = (_of_player(result, rules, row, player) for rules in result.rules)
            if not one and not two:
                break
            return Why(reference, _day(row["day"]), one, two)
    message = f"The season has no event {reference!r} with this player. The player's events are listed without one."
    raise NoEvent(message)


def _of_player(result: Result, rules: Rules, row: dict[str, object], player: int) -> tuple[Award | Refusal, ...]:
    event = rules.told(event_record.read(str(row["body"])))
    scheme = result.season.schemes[int(str(row["scheme"]))]
    edition = rules.edition(scheme, event.begins)
    assessment = edition.assess(event, rules.settings(scheme, edition) or None, by_name=False)
    awards = [each for each in assessment.awards if number_of(each.player) == player]
    return tuple(awards or [each for each in assessment.refusals if number_of(each.player) == player])


def _day(counted: int) -> str:
    return str(date(1970, 1, 1) + timedelta(days=counted))
