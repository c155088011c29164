"""Held credits: released when the player may have them, or when somebody says who the player is."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from itertools import groupby
from typing import NamedTuple

from django.db.models import Q, QuerySet

from overtrick.handbooks.record import Destination, Goes
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.competitions import charge, news
from overtrick.register.competitions.match import check_fits, remember
from overtrick.register.competitions.models import Competition, HeldCredit, Seat, Submission
from overtrick.register.competitions.name_match import alike
from overtrick.register.errors import Refused
from overtrick.register.federations import numbers
from overtrick.register.ledger.models import Posting
from overtrick.register.ledger.posting import NewEntry, NewPosting, post_all
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need, need_one
from overtrick.register.people import clubs, identity, point_destination
from overtrick.register.people.models import Player
from overtrick.register.people.signals import ReleasedPoints
from overtrick.register.webhooks.types import EventType

#: So many players are asked for one by one; of more it is looked up first for whom anything waits.
_FEW = 3


class NotWaiting(Refused):
    """The credit was released or dropped before."""


class Released(NamedTuple):
    """What became of the points that were looked at."""

    released: tuple[HeldCredit, ...] = ()
    dropped: tuple[HeldCredit, ...] = ()
    waiting: tuple[HeldCredit, ...] = ()


def waiting() -> QuerySet[HeldCredit]:
    """Give the credits that wait for somebody, the oldest first; those that are not due yet wait for nobody."""
    return _open(pending=False)


def pending() -> QuerySet[HeldCredit]:
    """Give the credits that are not due yet, the oldest first."""
    return _open(pending=True)


def every(submission: Submission) -> QuerySet[HeldCredit]:
    """Give all that a submission ever held, whatever became of it."""
    rows = HeldCredit.objects.filter(submission=submission)
    return rows.select_related("submission__competition__organisation", "player").order_by("pk")


def not_credited(submission: Submission) -> QuerySet[HeldCredit]:
    """Give what a submission holds: for somebody who may not have it yet, not due yet, or for nobody any more."""
    return every(submission).filter(released__isnull=True)


def _open(*, pending: bool) -> QuerySet[HeldCredit]:
    rows = HeldCredit.objects.filter(released__isnull=True, dropped="", pending=pending)
    return rows.select_related("submission__competition__organisation", "player").order_by("played", "pk")


def release(player: Player, actor: User | None, at: datetime) -> Released:
    """Look again at everything that waits for a player, because somebody asks for it."""
    belongs = clubs.clubs_of(player, at.date())
    need_one(actor, Action.REGISTER, filter(None, (belongs.home, *belongs.others)), at)
    return look_again(player, actor, at)


def looked_at_again(
    sender: object, players: Sequence[Player], actor: User | None, at: datetime, **_more: object
) -> ReleasedPoints:
    """Hear that players may have points now: registered, come back, or merged with somebody who is."""
    del sender  # Django names one
    done = [look_again(each, actor, at) for each in (players if len(players) <= _FEW else awaited(players))]
    return ReleasedPoints(sum(len(each.released) for each in done), sum(len(each.dropped) for each in done))


def look_again(player: Player, actor: User | None, at: datetime) -> Released:
    """Look again at everything that waits for a player, as part of another service.

    What came under the player's number before anybody had it waits for nobody else, if the name goes with it.
    """
    player = identity.kept(player)
    with transactions.atomic():
        rows = _perhaps_for(player)
        _lock_competitions(rows.values_list("submission__competition", flat=True))
        listed = rows.select_for_update(no_key=True, of=("self",)).order_by("submission", "pk")
        found = _meant(listed, player)
        for each in found:
            if not each.player_id:
                _known_now(each, player)
        return _settle(player, found, actor, at)


def on_return(player: Player, begins: date) -> list[tuple[HeldCredit, Destination]]:
    """Say what becomes of everything that waits for a player who is registered again from a day on."""
    player = identity.kept(player)
    return [
        (each, point_destination.on_return(player, each.played, begins))
        for each in _meant(_perhaps_for(player), player)
    ]


def look_again_at_all(actor: User | None, at: datetime) -> None:
    """Look again at everything that waits: a registration may have begun on a day that has come since."""
    for player in _waited_for():
        look_again(player, actor, at)


def would_not_wait(at: datetime) -> int:
    """Count the credits that looking again at everything would release or drop."""
    people = {each.pk: each for each in map(identity.kept, _waited_for())}
    whose = identity.identities_of(people)
    under: dict[str, list[Player]] = {}
    for each in people.values():
        for number in _written(each):
            under.setdefault(number, []).append(each)
    pairs = []
    for held in waiting():
        meant = [people[whose[held.player_id]]] if held.player_id in whose else under.get(held.number, [])
        pairs += [(held.pk, each, held.played) for each in meant if _is_meant(held, each)]
    goes = point_destination.of_credits([(player, played) for _pk, player, played in pairs], at.date())
    return len({pk for (pk, *_), each in zip(pairs, goes, strict=True) if each.goes is not Goes.HELD})


def _waited_for() -> QuerySet[Player]:
    waited = waiting().exclude(player=None).order_by("player").values_list("player", flat=True).distinct()
    return Player.objects.select_related("kept", "federation").filter(pk__in=list(waited)).order_by("pk")


def _perhaps_for(player: Player) -> QuerySet[HeldCredit]:
    """Give what waits for a (kept) player, and what came under the player's number."""
    own = Q(player__in=identity.identities(player))
    return waiting().filter(own | Q(player=None, number__in=_written(player)))


def _written(player: Player) -> set[str]:
    return {player.number, numbers.written(player.federation, player.number)}


def _meant(rows: Iterable[HeldCredit], player: Player) -> list[HeldCredit]:
    return [each for each in rows if _is_meant(each, player)]


def _is_meant(held: HeldCredit, player: Player) -> bool:
    return held.player_id is not None or alike(held.name, player)


def awaited(players: Iterable[Player]) -> list[Player]:
    """Pick those for whom points wait, by their record or by their number."""
    listed = list(players)
    if not listed:
        return []
    records = set(waiting().values_list("player_id", flat=True))
    written = waiting().filter(player=None).exclude(number="").values_list("number", flat=True)
    under = {numbers.key(listed[0].federation, number) for number in written}
    return [each for each in listed if each.pk in records or each.number in under]


def _known_now(held: HeldCredit, player: Player) -> None:
    """Let a number lead to whoever has it now, in the submission too: the version may be worked out again."""
    held.player = player
    held.save(update_fields=["player"])
    seats = Seat.objects.filter(submission=held.submission, name=held.name, number=held.number)
    seats.update(player=player, match=Seat.Match.NUMBER)


def assign(held: HeldCredit, player: Player, actor: User, at: datetime) -> Released:
    """Say whose points these are; all that the submission has under the same name and number go with them.

    Without a number, those of another contestant are somebody else's.
    """
    competition = held.submission.competition
    need(actor, Action.SUBMIT, competition.organisation, at)
    player = identity.kept(player)
    check_fits(competition.organisation, held.name, player)
    with transactions.atomic():
        meant = {"submission": held.submission, "contestant": held.contestant, "name": held.name, "number": held.number}
        _lock_competitions([competition.pk])
        rows = waiting().filter(**meant)
        listed = list(rows.select_for_update(no_key=True, of=("self",)).order_by("submission", "pk"))
        if held.pk not in {each.pk for each in listed}:
            raise NotWaiting(
                "These points were released or dropped before.", "Check the book.", code="points-not-waiting"
            )
        for each in listed:
            each.player = player
            each.save(update_fields=["player"])
        for seat in Seat.objects.filter(**meant):
            seat.player, seat.match = player, Seat.Match.CHOSEN
            seat.save(update_fields=["player", "match"])
            remember(seat, player, actor, at)
        after = {"player": player.number, "name": held.name, "number": held.number}
        trail.record(actor, "held.assign", held.submission, None, after, at=at)
        return _settle(player, listed, actor, at)


def drop(held: HeldCredit, actor: User, at: datetime, reason: str) -> HeldCredit:
    """Give points up that wait for nobody; the office says why."""
    need(actor, Action.CORRECT, held.submission.competition.organisation, at)
    if not reason.strip():
        raise NotWaiting("There is no reason.", "Say why nobody gets these points.", code="reason-missing")
    with transactions.atomic():
        _lock_competitions([held.submission.competition_id])
        fresh = waiting().filter(pk=held.pk).select_for_update(no_key=True, of=("self",)).first()
        if fresh is None:
            raise NotWaiting(
                "These points were released or dropped before.", "Check the book.", code="points-not-waiting"
            )
        fresh.dropped = reason.strip()[:300]
        fresh.save(update_fields=["dropped"])
        if fresh.player is not None:
            news.points_settled(identity.kept(fresh.player).pk, [fresh], actor, at)
        _tell_programs([fresh], at)
        after = {"held": fresh.pk, "colour": fresh.colour, "units": fresh.units}
        trail.record(actor, "held.drop", fresh.submission, None, after, reason, at=at)
    return fresh


def _lock_competitions(which: Iterable[int]) -> None:
    """Let a release and another version of the same results wait for each other: both would credit the points."""
    list(Competition.objects.select_for_update(no_key=True).filter(pk__in=set(which)).order_by("pk"))


def _settle(player: Player, rows: Sequence[HeldCredit], actor: User | None, at: datetime) -> Released:
    """Credit, drop or keep each; one posting for each submission, so that a later correction finds its entries."""
    player = identity.kept(player)
    due: list[HeldCredit] = []
    dropped: list[HeldCredit] = []
    still: list[HeldCredit] = []
    for each in rows:
        goes, working = point_destination.destination(player, each.played, at.date())
        each.why, each.clause = working.says[:300], working.clause
        if goes is Goes.CREDITED:
            due.append(each)
        elif goes is Goes.DROPPED:
            each.dropped = each.why
            dropped.append(each)
        else:
            still.append(each)
    _post(player, due, actor, at)
    for each in rows:
        each.save(update_fields=["why", "clause", "dropped", "released"])
    if due or dropped:
        news.points_settled(player.pk, (*due, *dropped), actor, at)
        _tell_programs((*due, *dropped), at)
        after = {"released": [each.pk for each in due], "dropped": [each.pk for each in dropped]}
        trail.record(actor, "held.release", player, None, after, at=at)
    return Released(tuple(due), tuple(dropped), tuple(still))


def _tell_programs(settled: Iterable[HeldCredit], at: datetime) -> None:
    """Tell the organisers' programs of submissions of which nothing waits any more."""
    done = {each.submission_id: each.submission for each in settled}
    still = set(waiting().filter(submission__in=list(done)).values_list("submission", flat=True))
    for number, submission in done.items():
        if number not in still:
            news.event(EventType.RELEASED, submission, at)


def _post(player: Player, due: Iterable[HeldCredit], actor: User | None, at: datetime) -> None:
    batches = [(number, list(rows)) for number, rows in groupby(due, key=lambda each: each.submission_id)]
    if not batches:
        return
    made = post_all(
        (
            NewPosting(
                player.federation_id, Posting.Kind.RELEASE, at.date(), actor.pk if actor else None, submission=number
            ),
            [
                NewEntry(
                    player.pk,
                    each.colour,
                    each.units,
                    each.played,
                    each.stage,
                    each.assessment_id,
                    each.award if each.assessment_id else None,
                )
                for each in rows
            ],
        )
        for number, rows in batches
    )
    for posting, (_number, rows) in zip(made, batches, strict=True):
        for each in rows:
            each.released_id = posting.id
        charge.charge_again(rows[0].submission, actor, at, further=True)
