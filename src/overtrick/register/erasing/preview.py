"""What erasing a person would take away, what would stay, and what stands in its way."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from django.db.models import Q

from overtrick.register.accounts.models import User
from overtrick.register.competitions.models import COUNTING, HeldCredit, Seat, Submission
from overtrick.register.corrections.models import Proposal
from overtrick.register.erasing import results
from overtrick.register.erasing.traces import Traces
from overtrick.register.errors import Refused
from overtrick.register.ledger.models import Entry, Posting
from overtrick.register.mail.models import Letter
from overtrick.register.organisations.models import Officer
from overtrick.register.people import clubs, standings
from overtrick.register.queries.models import Query
from overtrick.register.ranks.models import Promotion
from overtrick.register.scoping import scopes_disabled

#: So many reasons of the book are shown.
_MOST = 20


class InTheWay(Refused):
    """Something is still open for the player."""


class Preview(NamedTuple):
    """What would happen."""

    pseudonym: str
    account: str  #: its name; empty: none
    letters: int
    threads: int  #: questions about awards, with what was said
    events: int  #: results in which the pseudonym will stand
    files: int  #: as the clubs sent them; they are emptied
    held: int  #: credits that wait and will be dropped
    entries: int  #: of the book, which stay
    promotions: int
    reasons: tuple[str, ...]  #: of entries by hand; they stand in the book and stay


def preview(traces: Traces) -> Preview:
    """Say what would happen; nothing is changed."""
    records = traces.records
    named_in = results.seats_of(records)
    submissions = Submission.objects.filter(pk__in=named_in)
    letters = Q()
    for email in traces.emails:
        letters |= Q(to__iexact=email)
    postings = Posting.objects.filter(entries__player__in=records).distinct().order_by("pk")
    by_hand = postings.exclude(kind=Posting.Kind.OPENING).exclude(reason="")
    return Preview(
        traces.pseudonym,
        traces.account.username if traces.account else "",
        Letter.objects.filter(letters).count() if letters else 0,
        Query.objects.filter(player__in=records).count(),
        submissions.values("competition").distinct().count(),
        submissions.filter(upload__isnull=False).values("upload").distinct().count() + len(results.unsent(traces)),
        HeldCredit.objects.filter(player__in=records, released__isnull=True, dropped="").count(),
        Entry.objects.filter(player__in=records).count(),
        Promotion.objects.filter(player__in=records).count(),
        tuple(by_hand.values_list("reason", flat=True)[:_MOST]),
    )


def check(traces: Traces, on: date, *, but: Proposal | None = None) -> None:
    """Refuse as long as something is open."""
    player, records = traces.player, traces.records
    if is_erased(records):
        raise InTheWay(
            f"The player {player.number} was erased before.", "There is nothing to do.", code="erased-before"
        )
    for found, remedy in _open(traces, on, but):
        raise InTheWay(found, remedy, code="open-matters")


def is_erased(records: list[int]) -> bool:
    """Say whether a person was erased."""
    rows = Proposal.objects.filter(player__in=records, kind=Proposal.Kind.ERASURE)
    return rows.filter(status=Proposal.Status.CONFIRMED).exists()


def _open(traces: Traces, on: date, but: Proposal | None) -> Iterator[tuple[str, str]]:
    player, records = traces.player, traces.records
    belongs = clubs.clubs_of(player, on)
    listed = [str(each) for each in (belongs.home, *belongs.others) if each is not None]
    if listed:
        yield f"{player} is a member of {', '.join(listed)}.", "Enter first that the registration has lapsed."
    if not standings.is_away(player, on):
        yield f"{player} is registered.", "Enter first that the registration has lapsed."
    for each in _roles(traces.account, on):
        yield f"{player} is {each.role} of {each.organisation}.", "End this role first."
    if Query.objects.filter(player__in=records, closed_at__isnull=True).exists():
        yield f"A question of {player} about an award is open.", "Answer it and close it first."
    waiting = Proposal.objects.filter(player__in=records, status=Proposal.Status.WAITING)
    if waiting.exclude(pk=but.pk if but else 0).exists():
        yield f"A proposal for {player} waits for a second person.", "Confirm or refuse it first."
    seats = Seat.objects.filter(player__in=records).select_related("submission__competition__organisation")
    for seat in seats.filter(submission__status=Submission.Status.DRAFT):
        where = seat.submission.competition
        yield f"{where.organisation} has a draft of {where} with {player}.", "It must be submitted or deleted first."
    for seat in seats.filter(submission__status__in=COUNTING, match=Seat.Match.PROBABLE):
        where = seat.submission.competition
        yield f"In {where} ({where.organisation}) somebody may be {player}.", "Say first who it is."


def _roles(account: User | None, on: date) -> list[Officer]:
    """List what somebody holds now, in other federations too: it is one account."""
    if account is None:
        return []
    now = Q(ends__isnull=True) | Q(ends__gte=on)
    with scopes_disabled():
        return list(Officer.objects.filter(now, user=account).select_related("organisation"))
