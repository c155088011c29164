"""Takes over what a licence states about its event: status, points, category.

A licence answers what a results file leaves open. Where the file tells something else, both are shown, and somebody
chooses: nothing is changed silently.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from overtrick.engine.event import Event
from overtrick.formats.answers import Answers, typed
from overtrick.formats.reading import Question
from overtrick.handbooks.edition import Edition
from overtrick.handbooks.submission import same_name
from overtrick.register.organisations import licences
from overtrick.register.organisations.models import Licence, Organisation

_FACTS = "facts "
_STATUS, _MAJOR = "status", "major championship"


class StatedOtherwise(NamedTuple):
    """A licence states one thing about its event, and the results another."""

    fact: str
    said: str  #: by the results; empty: nothing
    stated: str  #: by the licence


def licence_of(organisation: Organisation, event: Event) -> Licence | None:
    """Find the licence of this very event, by its name and day; the one that was granted last."""
    name = same_name(event.name)
    rows = licences.running(organisation, event.begins).exclude(event="").order_by("-granted_at", "-pk")
    return next((each for each in rows if same_name(each.event) == name), None)


def answers_to(organisation: Organisation, event: Event | None, questions: Sequence[Question]) -> Answers:
    """Answer the questions of a file that the licence of its event answers; each answer says so, and can be changed."""
    if event is None or not questions:
        return Answers()
    licence = licence_of(organisation, event)
    if licence is None:
        return Answers()
    asked = {each.word for each in questions}
    words = ((word, stated) for name, stated in licence.states.items() for word in (name, f"{_FACTS}{name}"))
    return typed((f"licence {licence.number}", word, stated) for word, stated in words if word in asked)


def stated_otherwise(licence: Licence, edition: Edition, event: Event) -> list[StatedOtherwise]:
    """List what a licence states and the results tell in another way."""
    known = edition.all_facts
    found = []
    for name, stated in licence.states.items():
        said = _said(event, name) or (known[name].usual if name in known else "") or ""
        if said != stated:
            found.append(StatedOtherwise(name, said, stated))
    return found


def _said(event: Event, name: str) -> str:
    if name == _STATUS:
        return event.status
    if name == _MAJOR:
        return "yes" if event.major_championship else "no"
    return event.fact(name)
