"""Puts a further stage to the event whose earlier stages the organisation sent before, perhaps weeks ago.

A championship is one event from its first board to its last. So the stage does not become an event of its own: with the
stages that count already it is the next version of theirs, and what was paid stays as it is where it is right.
"""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from overtrick.engine import parts
from overtrick.engine.assessment import Problem
from overtrick.engine.event import Event
from overtrick.formats.dates import shown
from overtrick.formats.event_file.reading import NOTHING_BEFORE
from overtrick.formats.names import plain
from overtrick.formats.reading import Question
from overtrick.register import sql
from overtrick.register.competitions import event_store
from overtrick.register.competitions.join import LONGEST, words_of
from overtrick.register.competitions.models import COUNTING, Competition, Submission
from overtrick.register.organisations.models import Organisation

WORD = "continues"
#: So many events of a like name are looked at, the latest first.
_LOOKED_AT = 3


class Joined(NamedTuple):
    """The whole event as far as it was played, and the competition that it is the next version of."""

    competition: Competition
    event: Event


def asked(organisation: Organisation, event: Event) -> list[Question]:
    """Ask of an event of one stage whether it is a further stage of one of a like name that is to go on."""
    if event.continues is not None or len(event.stages) > 1:
        return []
    found = [each for each in _sent_before(organisation, event) if parts.goes_on(each.event)]
    if not found:
        return []
    named = " or ".join(f"{each.competition.name}, which began on {shown(each.event.begins)}" for each in found)
    choices = (*(each.event.begins.isoformat() for each in found), NOTHING_BEFORE)
    return [Question(WORD, f"Is this a further stage of {named}?", choices, choices[0], code="further-stage")]


def joined(organisation: Organisation, event: Event, sent_to: Competition | None) -> Joined | Problem:
    """Join a stage to the event that it continues, as the version that counts has that."""
    day = event.continues or event.begins
    found = _sent_before(organisation, event, on=day, sent_to=sent_to)
    if found:
        return found[0]._replace(event=parts.with_further_stage(found[0].event, event))
    says = f"No results of {event.name} that began on {shown(day)} count, so these cannot continue it."
    remedy = "Send and submit its earlier stages first, or correct the name or the day of 'continues'."
    return Problem(says, remedy, (WORD,), code="stage-before-missing")


def adds_stages(version: Submission) -> bool:
    """Say whether a version that counts adds stages to the one that it took the place of."""
    return version.replaces is not None and only_adds(version.replaces, version)


def only_adds(before: Submission, after: Submission) -> bool:
    """Say whether a version only adds stages that were said to come: then it corrects nothing."""
    if before.event is None or after.event is None:
        return False
    known, now = event_store.event_of(before.event), event_store.event_of(after.event)
    return parts.goes_on(known) and now.stages[: len(known.stages)] == known.stages and now != known


def _sent_before(
    organisation: Organisation, event: Event, on: date | None = None, sent_to: Competition | None = None
) -> list[Joined]:
    """Find events of a like name that began before, or on a day, with the stages that count of them."""
    rows = sql.rows(
        "select id, name from competitions_competition where organisation_id = %s and begins between %s and %s "
        "order by begins desc, id desc",
        organisation.pk,
        (on or event.begins - LONGEST).isoformat(),
        (on or event.begins).isoformat(),
    )
    words = words_of(event.name)
    alike = [number for number, name in rows if words_of(name) <= words or words <= words_of(name)]
    same = [number for number, name in rows if plain(name) == plain(event.name)]
    listed = [sent_to.pk] if sent_to is not None else [*same, *(each for each in alike if each not in same)]
    found = []
    for number in listed[:_LOOKED_AT]:
        counts = Submission.objects.filter(competition=number, status__in=COUNTING, event__isnull=False)
        last = counts.select_related("event", "competition").order_by("version").last()
        if last is not None and last.event is not None:
            known = event_store.event_of(last.event)
            if on is not None or (known.begins < event.begins and known.stages[0].play is event.stages[0].play):
                found.append(Joined(last.competition, known))
    return found
