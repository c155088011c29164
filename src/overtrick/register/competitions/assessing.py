"""What is a submission worth? By the edition of its first day, with the federation's settings."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.handbooks import edition as editions
from overtrick.handbooks import exchange
from overtrick.register.competitions import stored
from overtrick.register.competitions.models import Assessment
from overtrick.register.competitions.players_named import with_suspended
from overtrick.register.people.models import Standing
from overtrick.register.periods import during

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date, datetime

    from overtrick.engine import assessment as engine
    from overtrick.engine.event import Event
    from overtrick.handbooks.edition import Book, Edition
    from overtrick.register.competitions.matching import Matched
    from overtrick.register.competitions.models import Submission
    from overtrick.register.federations.models import Federation


class Assessed(NamedTuple):
    """What the handbook made of an event."""

    edition: Edition
    settings: dict[str, str]
    event: Event  #: with who was suspended
    assessment: engine.Assessment
    as_read: bool  #: nobody was, so it is the submission's own

    @property
    def book(self) -> Book:
        """The edition as it stood on the first day."""
        return self.edition.book(self.event.begins, self.settings or None)


def edition_for(federation: Federation, begins: date) -> Edition:
    """Give the edition of an event's first day; an event that was under way when it changed keeps the old one."""
    return editions.get(federation.handbook).edition(begins)


def settings_for(federation: Federation, edition: Edition) -> dict[str, str]:
    """Give what the federation chose of what this edition leaves open; another edition may ask other things."""
    return {name: value for name, value in sorted(federation.settings.items()) if name in edition.settings}


def number_of(edition: Edition, written: str) -> str:
    """Write a number as the register keeps it."""
    return exchange.of(edition).number.key(written)


def assess(federation: Federation, event: Event, seated: Sequence[Matched]) -> Assessed:
    """Work out the awards; whoever the register has as suspended on the first day is marked so before."""
    edition = edition_for(federation, event.begins)
    settings = settings_for(federation, edition)
    suspended = _suspended([each.player.pk for each in seated if each.sure and each.player], event.begins)
    known = with_suspended(event, {each.who for each in seated if each.player and each.player.pk in suspended})
    return Assessed(edition, settings, known, edition.assess(known, settings or None), known is event)


def _suspended(players: Sequence[int], day: date) -> set[int]:
    listed = Standing.objects.filter(during(day), player__in=players, status=Standing.Status.SUSPENDED)
    return set(listed.values_list("player_id", flat=True))


def keep(submission: Submission, assessed: Assessed, at: datetime) -> Assessment:
    """Keep an assessment for good."""
    event = submission.event if submission.event and assessed.as_read else None
    event = event or stored.keep_event(submission.federation, stored.written(assessed.event))
    awards = stored.kept_awards(assessed.assessment)
    handbook, edition = assessed.edition.handbook.name, assessed.edition.name
    return Assessment.objects.create(
        federation=submission.federation,
        submission=submission,
        handbook=handbook,
        edition=edition,
        settings=assessed.settings,
        event=event,
        awards=awards,
        sha256=stored.digest(handbook, edition, assessed.settings, event.sha256, awards),
        made_at=at,
    )
