"""Does a condition hold? A finding with its reason, a checklist of findings, a day something falls due, a quota used.

What a record does not say stays open: a finding holds, does not hold, or is not known, and its working says which.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.working import NOTHING, Step

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

_ANSWERS = {True: "Yes: ", False: "No: ", None: "Not known: "}
_NOT_TOLD = "(not told)"


class Finding(NamedTuple):
    """Whether one condition of a clause holds, and why."""

    holds: bool | None  #: None: the data do not say
    working: Step


class Checklist(NamedTuple):
    """All conditions of something: it holds if each does, and is open as long as one is."""

    conditions: tuple[Finding, ...]
    working: Step

    @property
    def holds(self) -> bool | None:
        """Whether everything holds; None where nothing fails but something is not known."""
        return both(each.holds for each in self.conditions)

    @property
    def failed(self) -> tuple[Step, ...]:
        """What stands against it."""
        return tuple(each.working for each in self.conditions if each.holds is False)

    @property
    def unknown(self) -> tuple[Step, ...]:
        """What would have to be told."""
        return tuple(each.working for each in self.conditions if each.holds is None)


class Due(NamedTuple):
    """The day on which something ends, begins or must have been done, and why."""

    day: date
    working: Step


class Use(NamedTuple):
    """Whether something may be run, how much of a yearly entitlement it takes, and how much is left."""

    allowed: bool
    uses: int
    left: int  #: after it where it is allowed, otherwise as before
    working: Step
    unknown: bool  #: something is not told that it depends on
    conditions: tuple[Finding, ...]

    @property
    def holds(self) -> bool | None:
        """Whether every condition does; None: nothing fails, but something is not told."""
        return both(each.holds for each in self.conditions)


def both(answers: Iterable[bool | None]) -> bool | None:
    """Join conditions that must all hold; one that fails decides, one that is not known leaves it open."""
    seen = set(answers)
    return False if False in seen else None if None in seen else True


def finding(
    sentence: str, /, *, holds: bool | None, clause: str, because: tuple[Step, ...] = (), **values: object
) -> Finding:
    """Record whether a condition holds; the sentence is led by the answer, and says what was not told."""
    told = {name: _NOT_TOLD if value is None else value for name, value in values.items()}
    return Finding(holds, Step(_ANSWERS[holds] + sentence, told, int(holds is True), NOTHING, because, clause))


def beforehand(sentence: str, /, given: date | None, play: date | None, *, clause: str) -> Finding:
    """Record whether something was given before play: on an earlier day. Of the same day the days do not tell."""
    if given is None or play is None:
        return finding(sentence, holds=None, clause=clause)
    holds = None if given == play else given < play
    return finding(sentence + ": on {given}, play begins on {play}", holds=holds, clause=clause, given=given, play=play)


def without_answer(working: Step) -> str:
    """Give the sentence of a finding without the yes or no in front, for where that is said already."""
    said = working.says
    for answer in _ANSWERS.values():
        said = said.removeprefix(answer)
    return said


def checklist(what: str, conditions: Iterable[Finding], *, clause: str) -> Checklist:
    """Put conditions together; the working counts those that hold."""
    listed = tuple(conditions)
    met = sum(each.holds is True for each in listed)
    holds = both(each.holds for each in listed)
    sentence = _ANSWERS[holds] + "{what}, {met} of {all} conditions are met"
    values = {"what": what, "met": met, "all": len(listed)}
    because = tuple(each.working for each in listed)
    return Checklist(listed, Step(sentence, values, met, "conditions", because, clause))


def use(title: str, conditions: Checklist, *, uses: int, left: int) -> Use:
    """Take ``uses`` from what is left where every condition holds; what is not known is not allowed yet."""
    allowed = conditions.holds is True
    remaining = left - uses if allowed else left
    sentence = "{title}: takes {uses}, {left} left" if allowed else "{title}: not allowed, {left} left"
    values = {"title": title, "uses": uses, "left": remaining}
    step = Step(sentence, values, uses if allowed else 0, "used", (conditions.working,), conditions.working.clause)
    return Use(allowed, uses if allowed else 0, remaining, step, bool(conditions.unknown), conditions.conditions)
