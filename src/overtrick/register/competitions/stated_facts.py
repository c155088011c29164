"""Takes over what the plan or the licence of an event states about it: status, points, category.

It answers what a results file leaves open. Where the file tells something else, both are shown, and somebody chooses:
nothing is changed silently.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from overtrick.engine.event import Event
from overtrick.engine.working import NOTHING, step
from overtrick.formats.answers import Answers, typed
from overtrick.formats.reading import Question
from overtrick.handbooks import facts
from overtrick.handbooks.edition import Edition
from overtrick.handbooks.facts import STATUS
from overtrick.handbooks.submission import Doubt
from overtrick.register.competitions import join, plan_verdicts
from overtrick.register.competitions.join import Under
from overtrick.register.competitions.models import Competition
from overtrick.register.programme.models import PlannedEvent

#: Where an answer came from, as the notes of a file and the audit tell it.
PROGRAMME = "the programme"
#: A status is asked that an event which was planned for that day states.
ASKED_OF_PLAN = "status-of-planned-event"


class StatedOtherwise(NamedTuple):
    """A plan or a licence states one thing about its event, and the results another."""

    source: str
    fact: str
    said: str  #: by the results; empty: nothing
    stated: str


def _stated(joined: Under) -> dict[str, tuple[str, str]]:
    """Give what is stated of an event and by what, by the name of the fact; a licence is heard before a plan."""
    found: dict[str, tuple[str, str]] = {}
    if joined.plan is not None:
        found |= {name: (PROGRAMME, said) for name, said in of_plan(joined.plan).items()}
    licence = joined.own_licence
    if licence is not None:
        found |= {name: (f"licence {licence.number}", said) for name, said in licence.states.items()}
    return found


def of_plan(row: PlannedEvent) -> Mapping[str, str]:
    """Give what a planned event tells of its results, by the name of the fact."""
    judged = plan_verdicts.one(row).verdict
    return {} if judged is None else judged.facts


def answers(joined: Under, edition: Edition, event: Event, given: Answers) -> Answers:
    """Answer what an event leaves open and its plan or licence states; what somebody has ``given`` stays."""
    stated = _stated(joined)
    if not stated:
        return Answers()
    told = facts.told_by(event)
    known = {f"{each.word} {each.name}".strip() for each in given.given}
    relevant = facts.relevant(edition, event, {**{name: said for name, (_by, said) in stated.items()}, **told})
    return typed(
        (stated[each.name][0], each.word, stated[each.name][1])
        for each in relevant
        if each.name in stated and each.name not in told and each.word not in known
    )


def stated_otherwise(joined: Under, edition: Edition, event: Event) -> list[StatedOtherwise]:
    """List what a plan or a licence states and the results tell in another way."""
    known, told = edition.all_facts, facts.told_by(event)
    found = []
    for name, (source, stated) in _stated(joined).items():
        fact = known.get(name)
        said = told.get(name) or ("no" if name == facts.MAJOR else (fact and fact.usual) or "")
        if (fact.spelt(said) if fact else said) != stated:
            found.append(StatedOtherwise(source, name, said, stated))
    return found


def doubts(joined: Under, edition: Edition, event: Event) -> list[Doubt]:
    """Doubt an event that is stated otherwise, or of which nobody can tell which planned event it is."""
    found = [
        Doubt(
            "stated-otherwise",
            step(
                "{fact}: {stated} on {source}, {said} in these results",
                *(0, NOTHING, (), ""),
                **each._replace(said=each.said or "nothing")._asdict(),
            ),
        )
        for each in stated_otherwise(joined, edition, event)
    ]
    if joined.undecided:
        names = ", ".join(each.name for each in joined.undecided)
        sentence = "These may be the results of several events that are planned for that day: {names}"
        found.append(Doubt("planned-event-undecided", step(sentence, 0, NOTHING, (), "", names=names)))
    return found


def suggested(competition: Competition, event: Event, asked: Sequence[Question]) -> list[Question]:
    """Suggest the status of the one event that is planned for that day under another name and states it."""
    if not any(each.word == STATUS and not each.suggested for each in asked):
        return list(asked)
    planned, taken = join.standing(competition, event.begins, event.last_day or event.begins)
    stated = [(each.name, of_plan(each).get(STATUS, "")) for each in planned if each.pk not in taken]
    named = [(name, status) for name, status in stated if status]
    if len(named) != 1:
        return list(asked)
    ((name, status),) = named
    return [
        each._replace(suggested=status, because=name, code=ASKED_OF_PLAN)
        if each.word == STATUS and not each.suggested and status in each.choices
        else each
        for each in asked
    ]
