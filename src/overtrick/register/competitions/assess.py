"""Assesses an event by the edition of its first day, with the federation's settings."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from overtrick.engine import assessment as engine
from overtrick.engine.assessment import Remark
from overtrick.engine.event import Event
from overtrick.handbooks import edition as editions
from overtrick.handbooks.edition import Edition
from overtrick.register import sql
from overtrick.register.competitions.match import Matched
from overtrick.register.competitions.named_players import with_suspended
from overtrick.register.federations.models import Federation
from overtrick.register.people.models import Standing


class Assessed(NamedTuple):
    """What the handbook made of an event."""

    edition: Edition
    settings: dict[str, str]
    event: Event  #: with who was suspended
    assessment: engine.Assessment
    as_read: bool  #: nobody was, so it is the submission's own


def edition_for(federation: Federation, begins: date, last_day: date | None = None) -> Edition:
    """Give the edition that governs an event: of the day it began, or of its last day where the federation says so."""
    late = federation.ways(begins).governs == Federation.Governs.LAST_DAY and last_day is not None
    return editions.get(federation.handbook).edition(last_day if late and last_day else begins)


def _under_way(federation: Federation, event: Event, edition: Edition) -> list[Remark]:
    """Say which edition was taken for an event that was under way when it changed."""
    if event.last_day is None:
        return []
    handbook = editions.get(federation.handbook)
    first, last = handbook.edition(event.begins), handbook.edition(event.last_day)
    if first is last:
        return []
    said = (
        f"Played from {event.begins} to {event.last_day}, while {last.title} replaced {first.title}. "
        f"{edition.title} applies: the federation has chosen the {federation.ways(event.begins).governs}"
    )
    return [Remark(said, "", code="edition-changed-under-way")]


def settings_for(federation: Federation, edition: Edition, on: date) -> dict[str, str]:
    """Give what the federation chose for a day of what this edition leaves open; another may ask other things."""
    return edition.known_settings(federation.ways(on).settings)


def assess(federation: Federation, event: Event, seated: Sequence[Matched]) -> Assessed:
    """Work out the awards; whoever the register has as suspended on the first day is marked so before."""
    edition = edition_for(federation, event.begins, event.last_day)
    settings = settings_for(federation, edition, event.begins)
    suspended = _suspended([each.player.pk for each in seated if each.sure and each.player], event.begins)
    known = with_suspended(event, {each.who for each in seated if each.player and each.player.pk in suspended})
    made = edition.assess(known, settings or None, by_name=False)
    made.remarks = [*made.remarks, *_under_way(federation, event, edition)]
    return Assessed(edition, settings, known, made, known is event)


def _suspended(players: Sequence[int], day: date) -> set[int]:
    """Name those of these (kept) players who are suspended, by whichever of their records."""
    given, value = sql.numbers(players)
    rows = sql.rows(
        f"select n from {given} join people_player on people_player.id = n or people_player.kept_id = n "  # noqa: S608 - our own names
        "join people_standing on player_id = people_player.id "
        "where status = %s and begins <= %s and (ends is null or ends >= %s)",
        value,
        Standing.Status.SUSPENDED.value,
        day,
        day,
    )
    return {player for (player,) in rows}
