"""Plays the invented seasons day by day: files come in, months are closed, mistakes happen.

Everything goes the way that real files go: read, matched, worked out, posted. Nothing is kept in memory but the clubs
and what is still in the post.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path
from random import Random
from typing import NamedTuple

from overtrick.engine.event import Contestant, Event, Player
from overtrick.formats.answers import Answers, typed
from overtrick.handbooks import edition as handbooks
from overtrick.register import transactions
from overtrick.register.competitions import held_credits
from overtrick.register.competitions.draft import Draft
from overtrick.register.competitions.models import Seat
from overtrick.register.competitions.submission_findings import Unanswered
from overtrick.register.competitions.submit import QuotaUsedUp, take_in
from overtrick.register.demo import files, going_on, season_events, treasury
from overtrick.register.demo.population import DemoClub, World, build, founded, moment
from overtrick.register.demo.seeded_random import repeatable
from overtrick.register.demo.sizes import sizes
from overtrick.register.federation_settings import setup
from overtrick.register.federations.models import Federation
from overtrick.register.heads import publish, signing_key
from overtrick.register.people import identity, reinstate
from overtrick.register.people.models import Standing
from overtrick.register.ranks import close_month
from overtrick.register.scoping import scope

#: The first season begins here, or with the first whole year of the handbook.
BEGINS = date(2025, 1, 1)
_DAYS = 365

#: Of a thousand files so many: come late, come twice, are corrected some weeks later.
_LATE, _TWICE, _CORRECTED = 10, 10, 5
_LATE_DAYS, _CORRECTED_DAYS = 40, 45
#: Of a thousand players in files so many have no number, or a wrong one.
_NO_NUMBER, _WRONG_NUMBER = 6, 3
#: So long before the end the office begins to approve and close by hand.
_AT_WORK = timedelta(days=31)
#: After so long clubs have said who a player without a number was.
_ANSWERED = timedelta(days=45)
#: The day of a month on which the month before is closed.
_CLOSING_DAY = 15


class Parcel(NamedTuple):
    """A file in the post."""

    club: DemoClub
    sent: files.DemoFile
    instead: Event | None = None  #: what was really played, sent anew where the file is not understood
    correct: bool = False


class NotUnderstood(Exception):
    """The generator wrote a file that the readers do not take: one of them is wrong."""


@dataclass
class DemoResult:
    """What came of it all."""

    federation: Federation
    players: int
    clubs: int
    files: int = 0
    again: int = 0  #: files that came a second time
    problems: int = 0  #: files that were sent back
    entries: int = 0
    held: int = 0
    released: int = 0
    promotions: int = 0
    months: int = 0
    taken_up: bool = False  #: it was interrupted: these are counted in the database, but for files that came twice


def run(
    size: str,
    handbook: str,
    years: int,
    seed: int,
    *,
    slug: str = "demo",
    keep: Path | None = None,
    until: date | None = None,
    progress: Callable[[str, int, int], object] | None = None,
) -> DemoResult:
    """Found a federation and let it play; up to a day, where one is given, as an office is found on that day.

    Then the last month is not closed yet, and what came in last waits for the office. Without such a day a federation
    that somebody interrupted is taken up where it was.
    """
    tell = progress or (lambda _what, _done, _of: None)
    wanted = sizes()[size]
    begins = first_day(handbook, years, until)
    lived = going_on.last_day(slug) if until is None else None
    with transactions.atomic():
        if lived is not None:
            federation = going_on.federation(slug, handbook, wanted)
        else:
            federation = founded(slug, handbook, begins)
        with scope(federation=federation):
            world = build(
                federation, wanted, seed, begins, lambda done, of: tell("Players", done, of), there=lived is not None
            )
    tally = DemoResult(federation, wanted.players, wanted.clubs, taken_up=lived is not None)
    with scope(federation=federation):
        season = _Season(world, handbook, begins, seed, keep, tally)
        days = years * _DAYS
        ends = days + _CORRECTED_DAYS + _CLOSING_DAY if until is None else (until - begins).days
        season.charges = begins + timedelta(days=max(0, ends - treasury.CHARGES_FOR.days))
        season.at_work = until - _AT_WORK if until is not None else None
        first = season.take_up(lived, days) if lived is not None else 0
        for day in range(first, ends):
            season.live(begins + timedelta(days=day), playing_on=day < days)
            tell("Days", day + 1, ends)
        if tally.taken_up:
            for name, number in going_on.counted().items():
                setattr(tally, name, number)
        return tally


def first_day(handbook: str, years: int, until: date | None) -> date:
    """Say when the first season begins: not before the handbook does."""
    governed = handbooks.get(handbook).editions[0].begins
    if until is not None:
        return max(until - timedelta(days=years * _DAYS), governed)
    return BEGINS if governed <= BEGINS else date(governed.year + 1, 1, 1)


@dataclass
class _Season:
    """One day after the other."""

    world: World
    handbook: str
    begins: date
    seed: int
    keep: Path | None
    tally: DemoResult
    closes: bool = True
    charges: date | None = None  #: from this day on
    at_work: date | None = None  #: likewise
    post: dict[date, list[Parcel]] = field(default_factory=dict)

    def live(self, day: date, *, playing_on: bool) -> None:
        """Play, send, take in, close. A day is one transaction: whoever is interrupted has lived whole days."""
        if playing_on:
            for club, event in self._played(day):
                self._send(club, event, day)
        with transactions.atomic():
            if day == self.charges:
                treasury.begin(self.world, day)
            if day == self.at_work:
                self.leave_to_the_office(day)
            for parcel in self.post.pop(day, ()):
                self._take_in(parcel, day)
            closed = day.day == _CLOSING_DAY and self._close(day)
            if closed:
                treasury.bill(self.world, day)
        if closed:
            self._publish(day)

    def take_up(self, lived: date, days: int) -> int:
        """Put into the post again what was there after the last day that was lived; the day to go on with."""
        first = (lived - self.begins).days
        keep, self.keep = self.keep, None  # the files are there
        for passed in range(max(0, first - _CORRECTED_DAYS), min(first + 1, days)):
            day = self.begins + timedelta(days=passed)
            for club, event in self._played(day):
                self._send(club, event, day)
        self.keep = keep
        for parcel in self.post.get(lived, ()):
            if going_on.not_understood(parcel.club.organisation, parcel.sent.content):
                self._ask_again(parcel, lived)
        self.post = {arrives: parcels for arrives, parcels in self.post.items() if arrives > lived}
        if going_on.unsigned():
            self._publish(lived)
        return first + 1

    def _publish(self, day: date) -> None:
        if signing_key.file().is_file():
            publish.make(self.world.federation, moment(day))  # now the audit, too, has all of the close

    def leave_to_the_office(self, day: date) -> None:
        """From this day on somebody has to look: nothing is approved or closed by itself."""
        self.closes = False
        ways = setup.Ways(approval=Federation.Approval.OFFICE)
        setup.change(self.world.federation, ways, actor=self.world.clerk, at=moment(day), reason="demo")
        self.world.federation.refresh_from_db()  # the clubs know it by this object

    def _played(self, day: date) -> Iterator[tuple[DemoClub, Event]]:
        """Say what is played on a day: every club's nights are spread over its year."""
        passed = (day - self.begins).days
        for at, club in enumerate(self.world.clubs):
            first = _nights(passed, club.events, at)
            for nth in range(first, _nights(passed + 1, club.events, at)):
                chance = repeatable(self.seed, club.organisation.number, nth)
                event = season_events.club_event(self.world.season, club.playing, day, chance)
                # A large club plays more than once on a day, and tells its sessions apart.
                yield club, event if nth == first else event._replace(name=f"{event.name} {nth - first + 1}")
        for at, body in enumerate((*self.world.counties, self.world.national)):
            if day.day == 1 + at % 28:
                chance = repeatable(self.seed, body.organisation.number, day)
                monthly = season_events.monthly_event(self.world.season, body.playing, day, chance)
                if monthly is not None:
                    yield body, monthly

    def _send(self, club: DemoClub, event: Event, day: date) -> None:
        chance = repeatable(self.seed, "post", club.organisation.number, day, event.name)
        form = chance.choice(files.FORMS)
        stem = f"{club.organisation.number}-{day}-{event.name.split()[-1]}"
        sent = files.written(_with_slips(event, chance), form, self.handbook, stem)
        arrives = day + timedelta(days=_LATE_DAYS if chance.randrange(1000) < _LATE else 1 + chance.randrange(3))
        self._into_the_post(arrives, Parcel(club, sent, event))
        if chance.randrange(1000) < _TWICE:
            self._into_the_post(arrives + timedelta(days=2), Parcel(club, sent, event))
        if chance.randrange(1000) < _CORRECTED and not event.stages[0].rounds:  # there the matches say who won
            corrected = _corrected(event)
            better = files.written(corrected, form, self.handbook, f"{stem}-corrected")
            self._into_the_post(day + timedelta(days=_CORRECTED_DAYS), Parcel(club, better, corrected, correct=True))

    def _into_the_post(self, arrives: date, parcel: Parcel) -> None:
        self.post.setdefault(arrives, []).append(parcel)
        if self.keep is not None:
            folder = self.keep / parcel.club.organisation.number
            folder.mkdir(parents=True, exist_ok=True)
            (folder / parcel.sent.name).write_bytes(parcel.sent.content)

    def _take_in(self, parcel: Parcel, day: date) -> None:
        """Receive and submit a file as the club's scorer would."""
        club, sent, at = parcel.club, parcel.sent, moment(day)
        answers = typed([("demo", "status", sent.status)]) if sent.status else Answers()
        try:
            taken = take_in(
                club.organisation, sent.name, sent.content, club.scorer, at, answers, replace=parcel.correct
            )
        except QuotaUsedUp:
            return  # it has run as many of these in the year as it may
        except Unanswered as asked:
            if any(each.code != "beyond-entitlement" for each in asked.left):
                raise
            return  # likewise: who leaves it to the office writes why
        for draft, outcome in taken:
            self.tally.files += 1
            if draft.before is not None:
                self.tally.again += 1
                continue
            if outcome is None:
                self._refuse_if_sent_anew(parcel, draft)
                self._ask_again(parcel, day)
                continue
            self.tally.entries += len(outcome.posted.entries) if outcome.posted else 0
            self.tally.held += outcome.held

    def _refuse_if_sent_anew(self, parcel: Parcel, draft: Draft) -> None:
        if parcel.instead is None:
            told = "; ".join(problem.found for problem in draft.problems)
            message = f"{parcel.sent.name} is not understood: {told}"
            raise NotUnderstood(message)

    def _ask_again(self, parcel: Parcel, day: date) -> None:
        """Let the club put right what was not understood: one number for two people, as a rule."""
        assert parcel.instead is not None  # noqa: S101 - looked at before
        self.tally.problems += 1
        anew = files.written(parcel.instead, "event", self.handbook, f"{parcel.sent.name}-again")
        self._into_the_post(day + timedelta(days=1), parcel._replace(sent=anew, instead=None))

    def _close(self, day: date) -> bool:
        """Close the month before, if there is one; some of those who had not paid yet have paid by now."""
        before = day.replace(day=1) - timedelta(days=1)
        if before < self.begins or not self.closes:
            return False
        at = moment(day)
        self._say_who(day)
        unpaid = Standing.objects.filter(status=Standing.Status.POTENTIAL, ends__isnull=True).order_by("pk")
        for standing in unpaid.select_related("player")[: max(self.world.federation.players.count() // 1000, 1)]:
            player = identity.kept(standing.player)
            paid = reinstate.register_again(player, None, day, actor=self.world.clerk, at=at, reason="paid")
            self.tally.released += paid.points.released
        closed = close_month.close(self.world.federation, before, self.world.clerk, at)
        self.tally.promotions += len(closed.promotions)
        self.tally.months += 1
        return True

    def _say_who(self, day: date) -> None:
        """Let clubs say who somebody without a number was; what came in of late still waits for them."""
        scorers = {each.organisation.pk: each.scorer for each in (*self.world.clubs, *self.world.counties)}
        asked = held_credits.waiting().filter(player=None, played__lt=day - _ANSWERED)
        probable = Seat.objects.filter(match=Seat.Match.PROBABLE, player__isnull=False).select_related("player")
        for held in asked.select_related("submission__competition__organisation").order_by("pk"):
            scorer = scorers.get(held.submission.competition.organisation_id)
            seat = probable.filter(submission=held.submission, contestant=held.contestant, name=held.name).first()
            if scorer and seat and seat.player and asked.filter(pk=held.pk).exists():
                done = held_credits.assign(held, seat.player, scorer, moment(day))
                self.tally.released += len(done.released)


def _nights(days: int, events: int, offset: int) -> int:
    """Count the nights a club has played in so many days; clubs do not all play on the same."""
    return (days * events + offset * 37 % _DAYS) // _DAYS


def _with_slips(event: Event, chance: Random) -> Event:
    """Let a scorer forget a number here and there, or mistype one."""
    stages = []
    for stage in event.stages:
        fields = [
            field._replace(
                contestants=tuple(
                    each._replace(players=tuple(_slip(player, chance) for player in each.players))
                    for each in field.contestants
                )
            )
            for field in stage.fields
        ]
        stages.append(stage._replace(fields=tuple(fields)))
    return event._replace(stages=tuple(stages))


def _slip(player: Player, chance: Random) -> Player:
    far = chance.randrange(1000)
    if far < _NO_NUMBER:
        return player._replace(number="")
    if far < _NO_NUMBER + _WRONG_NUMBER:
        wrong = str((int(player.number[-1]) + 1) % 10)
        return player._replace(number=player.number[:-1] + wrong)
    return player


def _corrected(event: Event) -> Event:
    """Let the first two of the first list change places: somebody had read a score wrongly."""
    (stage,) = event.stages
    field = stage.fields[0]
    first, second, *rest = field.contestants
    swapped: Sequence[Contestant] = (
        second._replace(place=first.place, score=first.score),
        first._replace(place=second.place, score=second.score),
        *rest,
    )
    fields = (field._replace(contestants=tuple(swapped)), *stage.fields[1:])
    return event._replace(stages=(stage._replace(fields=fields),))
