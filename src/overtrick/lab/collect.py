"""From a folder of results files to a season, for whoever has files and no office.

What a file leaves open is answered as the command says, or the event is left out and listed. Players are told apart by
their numbers; somebody without a number is nobody known.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from overtrick.engine.event import Event, Player
from overtrick.formats import event_record
from overtrick.handbooks import edition as editions
from overtrick.lab import store
from overtrick.lab.season import BadSeason, Scheme, Season
from overtrick.lab.store import Played, StoredOrganiser, StoredPlayer, Won


class Found(NamedTuple):
    """An event of a folder, as somebody has read it; the record, because many are waiting."""

    day: str
    file: str
    record: str


class LeftOut(NamedTuple):
    """An event that is not in the season, and why."""

    file: str
    why: str


def collect(
    folder: Path, handbook: str, events: Iterator[tuple[str, Event]], left_out: Callable[[LeftOut], None]
) -> Season:
    """Store events as a season, each with what its edition gives; one that cannot be worked out is left out."""
    book = editions.get(handbook)
    found = sorted(Found(str(event.begins), name, event_record.write(event)) for name, event in events)
    if not found:
        message = "No event could be read. Look at what was left out, and answer what is open."
        raise BadSeason(message)
    first, last = (event_record.read(each.record).begins for each in (found[0], found[-1]))
    players: dict[str, int] = {}
    organisers: dict[str, int] = {}
    with store.storing(folder, book.federation, handbook, first, last) as season:
        for at, each in enumerate(found, 1):
            event = event_record.read(each.record)
            edition = book.edition_near(event.begins)
            assessment = edition.assess(event)
            if assessment.problems:
                left_out(LeftOut(each.file, assessment.problems[0].found))
                continue
            known = _known(event, players)
            won = tuple(
                Won(players.get(award.player.number, -1), award.colour, award.units) for award in assessment.awards
            )
            organiser = organisers.setdefault(event.organiser, len(organisers))
            season.add(Played(event, organiser, Scheme(edition.name), won, known, f"{each.file} {at}"))
        season.players([StoredPlayer(number=number) for number in players])
        season.organisers([StoredOrganiser(name) for name in organisers])
    return Season(folder)


def _known(event: Event, players: dict[str, int]) -> dict[tuple[str, str, str], int]:
    found: dict[tuple[str, str, str], int] = {}
    for player in _players(event):
        if player.number:
            found["", player.name, player.number] = players.setdefault(player.number, len(players))
    return found


def _players(event: Event) -> Iterator[Player]:
    for stage in event.stages:
        for field in stage.fields:
            for contestant in field.contestants:
                yield from contestant.players
        for match in (*stage.matches, *(each for played in stage.rounds for each in played.matches)):
            for part in (match, *match.segments):
                for side in part.sides:
                    yield from side.players
