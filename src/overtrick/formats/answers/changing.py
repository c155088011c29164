"""Which answers make another kind of event of it? Those whose fact is told otherwise, or does not matter any more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.formats.answers.given import NOT_SAID
from overtrick.handbooks import facts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.engine.event import Event
    from overtrick.handbooks.edition import Edition


def changed_facts(edition: Edition, event: Event, wanted: Mapping[str, str], *, own: bool) -> dict[str, str]:
    """Give the answers that change the event, by their word; an empty one takes back what was answered.

    ``wanted`` has the answers by the name of the fact; a fact that it does not name stays as it is told. ``own``: the
    file may tell the fact itself, so that it takes an answer to take it back.
    """
    told = facts.told_by(event)
    matter = {each.name: each for each in facts.relevant(edition, event, wanted)}
    found = {}
    for name, fact in edition.all_facts.items():
        now = fact.spelt(told.get(name, ""))
        then = wanted.get(name, now) if name in matter else ""
        as_usual = name in matter and not now and then == matter[name].usual
        if then != now and not as_usual:
            found[fact.word] = then or (NOT_SAID if own else "")
    return found
