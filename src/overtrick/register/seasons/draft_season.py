"""Makes a draft of a season event as far as it is played, and says how it stands to what was submitted."""

from __future__ import annotations

from datetime import datetime
from typing import NamedTuple

from overtrick.engine.event import Event
from overtrick.formats import event_file
from overtrick.formats.answers import apply
from overtrick.formats.reading import Reading
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.competitions import event_store
from overtrick.register.competitions.draft import Draft, answers_of
from overtrick.register.competitions.models import COUNTING, Submission
from overtrick.register.competitions.read import NO_ANSWERS, receive
from overtrick.register.competitions.submit import reopen_replaced
from overtrick.register.competitions.versions import Placed
from overtrick.register.seasons import club_games
from overtrick.register.seasons.grown_event import grown
from overtrick.register.seasons.models import SeasonEvent
from overtrick.register.seasons.note import NotPossible

Status = Submission.Status


class SeasonState(NamedTuple):
    """How the notes of a season stand to what was submitted."""

    counting: Submission | None = None  #: the version that counts
    draft: Submission | None = None  #: one that nobody has submitted
    returned: Submission | None = None  #: the last one, if it was returned
    new: bool = False  #: the notes say something else than the version that counts


def state(season: SeasonEvent) -> SeasonState:
    """Say what is submitted of a season event."""
    event = grown(season)
    listed = list(season.competition.submissions.order_by("version"))
    counting = next((each for each in reversed(listed) if each.status in COUNTING), None)
    draft = next((each for each in listed if each.status == Status.DRAFT), None)
    returned = listed[-1] if listed and listed[-1].status == Status.RETURNED else None
    new = event is not None and (counting is None or counting.sha256 != _fingerprint(event, counting))
    return SeasonState(counting, draft, returned, new)


def _fingerprint(event: Event, counting: Submission) -> str:
    """Give the fingerprint of the notes with what was answered for the version that counts."""
    answered = apply(Reading(event, []), answers_of(counting.answers)).event
    return event_store.fingerprint(event_store.written(answered or event))


def draft(season: SeasonEvent, actor: User, at: datetime) -> Draft:
    """Work the event out as far as it is played; what was answered for the last version is taken for answered."""
    event = grown(season)
    if event is None:
        raise NotPossible("There is nothing to work out yet.", "Enter a result first.", code="nothing-to-work-out")
    old = club_games.changed(season)
    if old:
        named = ", ".join(f"{each.name} of {each.day}" for each in old)
        raise NotPossible(
            f"Results of this ladder were corrected since: {named}.", "Take them again first.", code="changed-since"
        )
    last = season.competition.submissions.order_by("version").last()
    answers = answers_of(last.answers) if last else NO_ANSWERS
    content = event_file.write(event, season.federation.handbook).encode()
    name, placed = f"{season.name} {season.begins}.json", Placed(competition=season.competition)
    with transactions.atomic():
        (made,) = receive(season.organisation, name, content, actor, at, answers, placed)
        # Something may have been taken back, so that the event is what it was before: that version comes again.
        return reopen_replaced(made, actor, at)
