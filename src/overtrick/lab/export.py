"""From the book to a season: every event that counts, who sat where, and what the book gives them.

The only module of the laboratory that knows the register. It reads in one transaction, so that a season is a picture of
one moment, and holds one month in memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q

from overtrick.lab import store
from overtrick.lab.season import Scheme, Season
from overtrick.lab.store import Played, StoredOrganiser, StoredPlayer, Won
from overtrick.register import scoping, sql
from overtrick.register.competitions import event_store
from overtrick.register.competitions.models import COUNTING, Assessment, Seat, Submission
from overtrick.register.federations.models import Federation
from overtrick.register.ledger import balances
from overtrick.register.ledger.balances import AsAt
from overtrick.register.organisations import ancestry
from overtrick.register.organisations.models import Organisation
from overtrick.register.people.models import Allegiance, Membership, Player
from overtrick.register.periods import ONE_DAY, during
from overtrick.register.ranks.current_rank import Ladder

#: So many submissions are in memory together.
_TOGETHER = 200
_SURE = (Seat.Match.NUMBER, Seat.Match.CHOSEN)


class Nothing(LookupError):
    """There is no event of these days in the book."""


def _silent(_done: int, _of: int) -> None:
    """Tell nobody."""


def export(
    federation: Federation,
    folder: Path,
    first: date,
    last: date,
    *,
    names: bool = False,
    numbers: bool = False,
    progress: Callable[[int, int], None] = _silent,
) -> Season:
    """Store what was played between two days; ``names``: with the names of players, in a file that can be left out.

    ``numbers``: with their numbers alone. Whoever has the register finds the names there, and nobody who is erased.
    """
    with (
        transaction.atomic(),
        store.storing(folder, federation.slug, federation.handbook, first, last) as season,
    ):
        book = _Book(federation)
        counting = _counting(first, last)
        if not counting:
            message = f"There is no event from {first} to {last} in the book. Choose other days."
            raise Nothing(message)
        done = 0
        for at in range(0, len(counting), _TOGETHER):
            for played in book.played(counting[at : at + _TOGETHER]):
                season.add(played)
            done += len(counting[at : at + _TOGETHER])
            progress(done, len(counting))
        players = book.stored_players(first, last)
        if not names:
            players = [each._replace(name="") for each in players]
        season.players(players, names=names or numbers)
        season.organisers(book.stored_organisers())
    return Season(folder)


def _counting(first: date, last: date) -> list[int]:
    """Number the submissions that count and whose points are in the book, in the order of their days."""
    rows = Submission.objects.filter(status__in=COUNTING, kind=Submission.Kind.RESULTS, assessments__isnull=False)
    waiting = Q(status=Submission.Status.SUBMITTED) & ~Q(held_back="")
    rows = rows.filter(begins__range=(first, last)).exclude(waiting)
    return list(rows.order_by("begins", "pk").values_list("pk", flat=True).distinct())


class _Seated(NamedTuple):
    contestant: str
    name: str
    number: str


class _Book:
    """Numbers players and organisers as they come."""

    def __init__(self, federation: Federation) -> None:
        self._federation = federation
        self._players: dict[int, int] = {}
        self._organisers: dict[int, int] = {}

    def played(self, submissions: Sequence[int]) -> Iterator[Played]:
        """Give some events with all that the book says of them, in the order of the submissions."""
        latest: dict[int, Assessment] = {}
        rows = Assessment.objects.filter(submission__in=submissions).order_by("pk")
        for each in rows.select_related("event", "submission__competition"):
            latest[each.submission_id] = each
        seated = self._seated(submissions)
        posted = posted_awards([each.pk for each in latest.values()])
        for number in submissions:
            assessment = latest[number]
            known = seated[number]
            organiser = assessment.submission.competition.organisation_id
            yield Played(
                event_store.event_of(assessment.event),
                self._organisers.setdefault(organiser, len(self._organisers)),
                Scheme(assessment.edition, tuple(sorted((assessment.settings or {}).items()))),
                tuple(_won(assessment, known, posted)),
                known,
                assessment.submission.reference,
            )

    def _seated(self, submissions: Sequence[int]) -> dict[int, dict[tuple[str, str, str], int]]:
        """Number the players named of whom it is sure who they are."""
        return {
            submission: {named: self._players.setdefault(who, len(self._players)) for named, who in players.items()}
            for submission, players in seated_players(submissions).items()
        }

    def stored_organisers(self) -> list[StoredOrganiser]:
        """Tell who ran events."""
        rows = Organisation.objects.in_bulk(self._organisers)
        return [
            StoredOrganiser(rows[each].number, _county(rows[each]), str(rows[each].kind)) for each in self._organisers
        ]

    def stored_players(self, first: date, last: date) -> list[StoredPlayer]:
        """Tell what everybody held when the season began, with which rank, and where they belong at its end."""
        people = Player.objects.in_bulk(self._players)
        before = AsAt(played=first - ONE_DAY)
        held = {each.player: each.units for each in balances.all_holdings(self._federation.pk, before)}
        ladder = Ladder(self._federation, first)
        ranked = ladder.held_before(list(self._players))
        homes = _homes(last)
        counties = _counties(homes, last)
        found = []
        for each in self._players:
            units = held.get(each, {})
            rank = ladder.name(ladder.holding(units, dict.fromkeys(ladder.won_before, 0)), ranked.get(each, ""))
            club, player = homes.get(each), people[each]
            found.append(
                StoredPlayer(
                    club.number if club else "", counties.get(each, ""), rank, units, player.number, str(player)
                )
            )
        return found


def _won(
    assessment: Assessment, known: Mapping[tuple[str, str, str], int], posted: set[tuple[int, int]]
) -> Iterator[Won]:
    """Tell what everybody won, and what of it is not in the book yet."""
    for at, award in enumerate(event_store.awards_of(assessment)):
        who = known.get(_Seated("" if award.number else award.contestant, award.name, award.number), -1)
        yield Won(who, award.colour, award.units, (assessment.pk, at) not in posted)


def seated_players(submissions: Sequence[int]) -> dict[int, dict[tuple[str, str, str], int]]:
    """Say who in the register each of the players named is, where that is sure."""
    found: dict[int, dict[tuple[str, str, str], int]] = {each: {} for each in submissions}
    rows = Seat.objects.filter(submission__in=submissions, match__in=_SURE, player__isnull=False)
    values = rows.order_by("pk").values_list("submission", "contestant", "name", "number", "player", "player__kept")
    for submission, contestant, name, number, player, kept in values:
        found[submission]["" if number else contestant, name, number] = kept or player
    return found


def posted_awards(assessments: Sequence[int]) -> set[tuple[int, int]]:
    """Name the awards that are in the book and were not taken back.

    The index begins with the federation; without it the whole book would be looked through each time.
    """
    given, value = sql.numbers(assessments)
    return set(
        sql.rows(
            f"""
            select entry.assessment_id, entry.award from {given} cross join ledger_entry as entry
            where entry.federation_id = %s and entry.assessment_id = n and entry.corrects_id is null
                and not exists (select 1 from ledger_entry as back where back.corrects_id = entry.id)
            """,  # noqa: S608 - our own names
            value,
            scoping.current().pk,
        )
    )


def _county(organisation: Organisation) -> str:
    if organisation.kind == Organisation.Kind.REGION:
        return organisation.number
    found = ancestry.above(organisation, Organisation.Kind.REGION)
    return found.number if found else ""


def _homes(on: date) -> dict[int, Organisation]:
    """Give everybody's home club on a day, by the record that stays."""
    rows = Membership.objects.filter(during(on), home=True).select_related("club", "player").order_by("pk")
    return {row.player.kept_id or row.player_id: row.club for row in rows}


def _counties(homes: Mapping[int, Organisation], on: date) -> dict[int, str]:
    """Give everybody's county on a day: the one they chose, or that of the home club."""
    of_club = {club.pk: _county(club) for club in set(homes.values())}
    found = {player: of_club[club.pk] for player, club in homes.items()}
    chosen = Allegiance.objects.filter(during(on), first=True).order_by("pk")
    for player, kept, county in chosen.values_list("player", "player__kept", "county__number"):
        found[kept or player] = county
    return found
