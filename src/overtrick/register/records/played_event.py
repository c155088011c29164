"""One event as everybody may look at it: its results, who is who in them, and every version that came into the book.

A few queries, however many played: the versions, their awards, who sat where, and when it came into the book.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from itertools import starmap
from typing import NamedTuple

from django.db.models import Exists, Max, Min, OuterRef, Q, QuerySet

from overtrick.engine.event import Event
from overtrick.register import sql
from overtrick.register.competitions import claims, event_store
from overtrick.register.competitions.credits import Credit, won_before
from overtrick.register.competitions.models import (
    COUNTING,
    Assessment,
    Competition,
    HeldCredit,
    Seat,
    StoredEvent,
    Submission,
)
from overtrick.register.competitions.named_players import Named
from overtrick.register.ledger.models import Closing, Posting
from overtrick.register.records.models import Sitting
from overtrick.register.scoping import scopes_disabled

_SURE = (Seat.Match.NUMBER, Seat.Match.CHOSEN)
Status = Submission.Status
_NOT_SENT = (Status.DRAFT, Status.RETURNED)


class SeatedPlayer(NamedTuple):
    """Somebody in the results: who that is in the register, where that is certain."""

    written: str  #: the name in the results
    player: int = 0  #: the record that stays; 0: nobody, or not for certain
    name: str = ""  #: in the register
    number: str = ""
    hidden: bool = False


class EventVersion(NamedTuple):
    """One version of the results that came into the book."""

    submission: Submission
    assessment: Assessment | None  #: none where only points were sent
    seats: Mapping[Named, SeatedPlayer]

    @property
    def number(self) -> int:
        """Which version it is, counted from 1."""
        return self.submission.version

    @property
    def credits(self) -> list[Credit]:
        """What this version gives to whom."""
        sent = self.submission
        if self.assessment is None:
            points_only = sent.kind == Submission.Kind.POINTS
            return claims.points_of(sent.claims, sent.begins) if points_only else []
        return won_before(event_store.awards_of(self.assessment), sent.begins)

    @property
    def awards(self) -> list[event_store.KeptAward]:
        """The awards as they are kept; none where only points were sent."""
        return event_store.awards_of(self.assessment) if self.assessment else []


class PlayedEvent(NamedTuple):
    """An event with the version whose points are in the book, and those before it."""

    competition: Competition
    version: EventVersion  #: whose points are in the book
    earlier: Sequence[EventVersion]  #: the latest first
    waiting: bool  #: a correction waits to be approved
    posted: date | None
    corrected: date | None  #: the last day on which something was posted, where that is another
    final: date | None  #: the month that made all of it final; none: something is provisional
    held: int  #: players whose points wait
    pending: int  #: players with points that are not due yet

    @property
    def versions(self) -> list[EventVersion]:
        """Every version that came into the book, the latest first."""
        return [self.version, *self.earlier]


def played_event(pk: int) -> PlayedEvent | None:
    """Find an event by its number; none where nothing of it is in the book."""
    chosen = Competition.objects.select_related("organisation").filter(pk=pk).first()
    if chosen is None:
        return None
    sent = list(chosen.submissions.exclude(status__in=_NOT_SENT).order_by("-version"))
    in_book = [each for each in sent if not each.unposted or each.decided_at]
    if not in_book:
        return None
    version, *earlier = _versions(in_book)
    posted, corrected, final = _days(chosen)
    held = HeldCredit.objects.filter(submission=version.submission, released__isnull=True)
    return PlayedEvent(
        chosen,
        version,
        earlier,
        any(each.status in COUNTING and each not in in_book for each in sent),
        posted,
        corrected,
        final,
        *(
            held.filter(pending=each).values("contestant", "name", "number").distinct().count()
            for each in (False, True)
        ),
    )


def events_in_book() -> QuerySet[Competition]:
    """Give the events that have a page, with those who ran them."""
    # The event is of the federation; asked again of its versions, a database may look through all of those for each.
    with scopes_disabled():
        sent = Submission.objects.filter(competition=OuterRef("pk")).exclude(status__in=_NOT_SENT)
    posted = Q(decided_at__isnull=False) | Q(kind=Submission.Kind.RESULTS, held_back="")
    return Competition.objects.filter(Exists(sent.filter(posted))).select_related("organisation")


def event_of(version: EventVersion) -> Event | None:
    """Read what was played; none where only points were sent."""
    if version.assessment is None:
        return None
    return event_store.event_of(StoredEvent.objects.get(pk=version.assessment.event_id))


def pending_contestants(version: EventVersion) -> set[str]:
    """Name the contestants of a version that have points which are not due yet."""
    rows = HeldCredit.objects.filter(submission=version.submission, released__isnull=True, dropped="", pending=True)
    numbers = set(rows.values_list("award", flat=True))
    return {each.contestant for at, each in enumerate(version.awards) if at in numbers} if numbers else set()


def lists_worth_points(version: EventVersion) -> set[tuple[str, str]]:
    """Name the lists, by stage and name, for which the handbook gives or refuses points."""
    return set(Sitting.objects.filter(submission=version.submission).values_list("stage", "field").distinct())


def _versions(sent: Sequence[Submission]) -> list[EventVersion]:
    made = Assessment.objects.filter(submission__in=sent).order_by("pk")
    assessments = {each.submission_id: each for each in made}  # the last one counts
    seats: dict[int, dict[Named, SeatedPlayer]] = {each.pk: {} for each in sent}
    given, numbers = sql.numbers(seats)
    for row in starmap(_SeatRow, sql.rows(_SEATS.format(given=given), numbers)):
        seats[row.submission][Named(row.contestant, row.name, row.number)] = _seated(row)
    return [EventVersion(each, assessments.get(each.pk), seats[each.pk]) for each in sent]


class _SeatRow(NamedTuple):
    """A seat as the database gives it, with the record that stays for whoever sits there."""

    submission: int
    contestant: str
    name: str
    number: str
    match: str
    player: int | None
    given: str
    family: str
    players_number: str
    hidden: bool


_SEATS = """
    select submission_id, contestant, name, seat.number, match, person.id, person.given, person.family, person.number,
        person.anonymous
    from {given} join competitions_seat as seat on seat.submission_id = n
    left join people_player as named on named.id = seat.player_id
    left join people_player as person on person.id = coalesce(named.kept_id, named.id)
    order by seat.id
"""


def _seated(row: _SeatRow) -> SeatedPlayer:
    written = row.name or row.number
    if row.player is None or row.match not in _SURE:
        return SeatedPlayer(written)
    return SeatedPlayer(written, row.player, f"{row.given} {row.family}".strip(), row.players_number, bool(row.hidden))


def _days(chosen: Competition) -> tuple[date | None, date | None, date | None]:
    """Say when an event came into the book, when it was corrected last, and which month made all of it final."""
    postings = Posting.objects.filter(submission__competition=chosen)
    days = postings.aggregate(first=Min("posted"), last=Max("posted"))
    first, last = days["first"], days["last"]
    provisional = postings.filter(closed__isnull=True).exists()
    closing = None if provisional else Closing.objects.filter(postings__posting__in=postings).order_by("-month").first()
    return first, last if last != first else None, closing.month if closing else None
