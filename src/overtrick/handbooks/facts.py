"""What else does a handbook ask about an event? Its facts, each with the answers it takes (``facts.toml``).

A fact with an answer that nobody knows is a problem; a fact that the handbook does not ask about changes nothing, and
is told, because it may be a slip of the pen.
"""

from __future__ import annotations

from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, NamedTuple

from overtrick.engine.assessment import Problem, Remark

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.engine.event import Event

#: Nobody tells so many facts of an event.
_MANY = 100
_KEYS = {"name", "asks", "answers", "clause"}


class Fact(NamedTuple):
    """Something that only this handbook asks about an event."""

    name: str
    asks: str
    answers: tuple[str, ...]  #: none: any text
    clause: str


def checked(listed: list[dict[str, Any]]) -> dict[str, Fact]:
    """Turn the facts of an edition's file into records, by name."""
    for each in listed:
        if each.keys() != _KEYS:
            message = f"facts.toml: {each.get('name', each)} should have {', '.join(sorted(_KEYS))}"
            raise ValueError(message)
    return {each["name"]: Fact(each["name"], each["asks"], tuple(each["answers"]), each["clause"]) for each in listed}


def wrong_answers(event: Event, known: dict[str, Fact]) -> Iterator[Problem]:
    """Find answers that a fact does not take."""
    for name, answer in event.facts:
        fact = known.get(name)
        if fact is not None and fact.answers and answer not in fact.answers:
            remedy = f"Give {' or '.join(fact.answers)}."
            yield Problem(
                f"The fact {name!r} is answered with {answer!r}.", remedy, ("facts", name), code="fact-unknown"
            )


def unasked(event: Event, known: dict[str, Fact], title: str) -> Iterator[Remark]:
    """Tell of facts that the handbook does not ask about, and what may have been meant."""
    for name, _answer in event.facts[:_MANY]:
        if name not in known:
            near = get_close_matches(name, known, n=1)
            meant = f" Did you mean {near[0]!r}?" if near else ""
            yield Remark(f"The {title} asks nothing about {name!r}: it changes no award.{meant}")
