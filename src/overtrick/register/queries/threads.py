"""Who may ask, answer and read: the player, the officers of the club that ran the event, and the office."""

from __future__ import annotations

from datetime import date, datetime
from typing import NamedTuple

from django.db.models import Q, QuerySet

from overtrick.handbooks.record import QueryDesk
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.competitions.models import Submission
from overtrick.register.errors import Refused
from overtrick.register.ledger.models import Posting
from overtrick.register.ledger.row_ids import row_id
from overtrick.register.messages import kinds
from overtrick.register.messages.tell import News, tell, to_player
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.organisations.permissions import visible_organisations
from overtrick.register.organisations.roles import is_office, roles
from overtrick.register.people import identity
from overtrick.register.people.models import Player
from overtrick.register.queries import desks
from overtrick.register.queries.models import Query, Said
from overtrick.register.scoping import current

Side = Said.Side
_CORRECTING = (Posting.Kind.CORRECTION, Posting.Kind.MANUAL)
_LONGEST = 4000


class NothingSaid(Refused):
    """There are no words."""


class AskedBefore(Refused):
    """There is an open thread about this."""

    def __init__(self, query: Query) -> None:
        """Name the thread."""
        super().__init__("You have asked about this already.", "Add to that thread.", code="asked-before")
        self.query = query


class NotYours(Refused):
    """Somebody who may not take part."""


class OnAnotherDesk(Refused):
    """Somebody else has the question."""


class NotPassedOn(Refused):
    """The handbook does not send it there."""


class Closed(Refused):
    """The thread is closed."""


class About(NamedTuple):
    """What is asked about: an entry, an event, and both in words."""

    words: str
    entry: int | None = None
    submission: Submission | None = None


def visible_to(user: User, on: date) -> QuerySet[Query]:
    """Give the threads that somebody may read on a day; whoever may read one may answer in it."""
    held = roles(user, on)
    every = Query.objects.order_by("-heard_at", "-pk")
    if any(each.role == Officer.Role.OFFICE for each in held):
        return every
    mine = Q(pk__in=[])
    if user.player_id is not None:
        mine |= Q(player=user.player_id) | Q(player__kept=user.player_id) | Q(player__duplicates=user.player_id)
    if held:
        mine |= Q(submission__competition__organisation__in=visible_organisations(user, on).order_by())
    return every.filter(mine).distinct()


def corrections(query: Query) -> QuerySet[Posting]:
    """Give what was corrected since for the player who asked: in the same event, or the entry that is asked about."""
    about = Q(entries__corrects=row_id(query.federation_id, query.entry)) if query.entry else Q(pk__in=[])
    if query.submission is not None:
        about |= Q(submission__competition=query.submission.competition_id)
    mine = Q(entries__player__in=identity.identities(query.player), kind__in=_CORRECTING)
    return Posting.objects.filter(mine, about, posted__gte=query.asked_at.date()).distinct().order_by("pk")


def ask(player: Player, about: About, text: str, *, actor: User, at: datetime) -> Query:
    """Open a thread; only the player can, and only one at a time about the same thing."""
    player = identity.kept(player)
    if actor.player_id not in identity.identities(player):
        raise NotYours("This is another player's record.", "Log in with your own number.", code="not-your-record")
    words = _words(text)
    with transactions.atomic():
        same = Query.objects.filter(player=player, entry=about.entry, closed_at__isnull=True)
        if about.entry is None:
            same = same.filter(submission=about.submission)
        before = same.first()
        if before is not None:
            raise AskedBefore(before)
        made = Query.objects.create(
            federation=current(),
            player=player,
            entry=about.entry,
            submission=about.submission,
            about=about.words[:300],
            asked_at=at,
            asked_by=actor,
            heard_at=at,
            desk=desks.first_desk(about.submission, at.date()),
            desk_since=at,
        )
        _say(made, Side.PLAYER, words, actor, at)
        trail.record(actor, "query.ask", made, None, {"about": made.about, "text": words}, at=at)
    return made


def answer(query: Query, text: str, *, actor: User, at: datetime) -> Said:
    """Say something in a thread; a closed one is opened again by the player only."""
    words = _words(text)
    with transactions.atomic():
        query = _locked(query, actor, at)
        side = side_of(query, actor, at.date())
        if query.closed_at is not None and side != Side.PLAYER:
            raise Closed(
                "This thread is closed.", "The player can open it again by writing in it.", code="thread-closed"
            )
        if side != Side.PLAYER and not desks.has_it(query, actor, at.date()):
            raise OnAnotherDesk(
                "This question is on another desk.", "Whoever has it answers, or passes it on.", code="on-another-desk"
            )
        said = _say(query, side, words, actor, at)
        query.heard_at, query.waits_for_player = at, side != Side.PLAYER
        query.closed_at = query.closed_by = None
        query.save(update_fields=["heard_at", "waits_for_player", "closed_at", "closed_by"])
        if side != Side.PLAYER:
            told = News(kinds.QUESTION_ANSWERED, to_player(identity.kept(query.player).pk), str(said.pk), (query.pk,))
            tell(at, [told._replace(facts={"about": query.about})], by=actor)
        trail.record(actor, "query.answer", query, None, {"side": str(side), "text": words}, at=at)
    return said


def pass_on(query: Query, to: QueryDesk, text: str, *, actor: User, at: datetime) -> Query:
    """Pass a question on to a desk above, with words or without; whoever has it does, or the office takes it over."""
    with transactions.atomic():
        query = _locked(query, actor, at)
        if query.desk == to:
            return query
        if not (desks.has_it(query, actor, at.date()) or is_office(actor, at.date())):
            raise OnAnotherDesk(
                "This question is on another desk.", "Only whoever has it can pass it on.", code="on-another-desk"
            )
        if to not in desks.onward(query, at.date()):
            raise NotPassedOn(
                "It cannot be passed on to there.", "Answer it, or choose another desk.", code="not-passed-on"
            )
        if text.strip():
            _say(query, side_of(query, actor, at.date()), _words(text), actor, at)
        before = {"desk": query.desk}
        # The player goes on waiting: the days are counted from when they last said something.
        query.desk, query.desk_since, query.waits_for_player = to, at, False
        query.save(update_fields=["desk", "desk_since", "waits_for_player"])
        trail.record(actor, "query.pass on", query, before, {"desk": str(to)}, text.strip()[:500], at=at)
    return query


def close(query: Query, *, actor: User, at: datetime) -> Query:
    """Close a thread; it stays to be read. Closing it again changes nothing."""
    with transactions.atomic():
        query = _locked(query, actor, at)
        if not may_close(query, actor, at.date()):
            raise OnAnotherDesk(
                "This question is on another desk.", "The player closes it, or whoever has it.", code="on-another-desk"
            )
        if query.closed_at is None:
            query.closed_at, query.closed_by = at, actor
            query.save(update_fields=["closed_at", "closed_by"])
            trail.record(actor, "query.close", query, {"closed": None}, {"closed": at}, at=at)
    return query


def may_close(query: Query, user: User, on: date) -> bool:
    """Say whether somebody may close a thread: the player, whoever has it, and the office."""
    return side_of(query, user, on) in (Side.PLAYER, Side.OFFICE) or desks.has_it(query, user, on)


def side_of(query: Query, user: User, on: date) -> Side:
    """Say for whom somebody speaks in a thread: for themself first, then for the office, then for whoever has it.

    Somebody who works for the club and for the county above it speaks for the county where the question is on its desk.
    """
    if user.player_id is not None and user.player_id in identity.identities(query.player):
        return Side.PLAYER
    held = roles(user, on)
    if any(each.role == Officer.Role.OFFICE for each in held):
        return Side.OFFICE
    own = {each.organisation for each in held}
    where = (desks.holder(query), desks.organiser(query), desks.region(query))
    speaks = next((each for each in where if each is not None and each.pk in own), None)
    return Side.REGION if speaks is not None and speaks.kind == Organisation.Kind.REGION else Side.CLUB


def _locked(query: Query, actor: User, at: datetime) -> Query:
    if not visible_to(actor, at.date()).filter(pk=query.pk).exists():
        raise NotYours(
            "You are not part of this thread.", "Ask the player, the club or the office.", code="not-your-thread"
        )
    return Query.objects.select_for_update(no_key=True, of=("self",)).select_related("player__kept").get(pk=query.pk)


def _say(query: Query, side: Side, text: str, actor: User, at: datetime) -> Said:
    return Said.objects.create(query=query, side=side, by=actor, at=at, text=text)


def _words(text: str) -> str:
    words = text.strip()
    if not words:
        raise NothingSaid("There is nothing to send yet.", "Write your message.", code="nothing-said")
    return words[:_LONGEST]
