"""Closes a month: approved points become final, and players are promoted.

The rehearsal makes a plan from what is there. The close makes the same plan while others go on posting; then it takes
the head of the federation's book, sees whether the plan still stands, and carries it out in one short transaction. A
run that is stopped leaves the month open, and a second run finds it closed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.db.models import Q

from overtrick.engine import days
from overtrick.register import sql, transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.competitions import held_credits
from overtrick.register.competitions.models import Submission
from overtrick.register.errors import Refused
from overtrick.register.federations.models import Federation
from overtrick.register.ledger import head
from overtrick.register.ledger.models import ClosedPosting, Closing, Posting
from overtrick.register.money import assertions
from overtrick.register.money.assertions import Balance
from overtrick.register.organisations.require import need_office
from overtrick.register.people import identity
from overtrick.register.ranks import close_book, news, promotions
from overtrick.register.ranks.close_book import Closed, Progress
from overtrick.register.ranks.finalising import WaitingPosting
from overtrick.register.ranks.models import Promotion, promotions_here
from overtrick.register.ranks.signals import closing_month

#: Of a hundred parts of the work so many are done when it is found what is approved, when it is found who has reached
#: a rank, and when all is written into the book; then it is added to every record.
_WHOLE, _APPROVED, _RANKS, _BOOK = 100, 10, 70, 85


class StaysOpen(Refused):
    """The month cannot be closed now."""


class Month(NamedTuple):
    """What the close of a month did, or would do."""

    month: date
    at: datetime
    postings: int
    entries: int
    submissions: int
    promotions: tuple[Promotion, ...]
    unapproved: int  #: submissions of that month and before that nobody has decided on
    held: int  #: credits that wait for somebody
    waiting: tuple[WaitingPosting, ...] = ()  #: postings that stay provisional, and why
    balances: tuple[Balance, ...] = ()  #: debtors, bank and tax, as the close asserts them
    already: bool = False  #: it was closed before; nothing was changed


def _silent(_done: int, _of: int) -> None:
    """Tell nobody how far it has come."""


def next_to_close() -> date | None:
    """Give the month whose turn it is, by its first day; None as long as nothing was posted."""
    last = Closing.objects.order_by("-month").values_list("month", flat=True).first()
    if last is not None:
        return days.month(last).last + timedelta(days=1)
    first = Posting.objects.order_by("posted").values_list("posted", flat=True).first()
    return first.replace(day=1) if first else None


def opens(federation: Federation, month: date) -> date:
    """Give the first day on which a month can be closed."""
    return close_book.grace_ends(federation, month) + timedelta(days=1)


def rehearse(federation: Federation, month: date, actor: User, at: datetime) -> Month:
    """Say what closing a month would do, and do nothing."""
    _need_office(actor, at)
    if done := close_book.closed(federation, month):
        return _done(federation, done)
    _check(federation, month, at)
    told = _plan(federation, month, at, _silent).told
    balances = assertions.month_balances(days.month(month).last)
    return told._replace(held=told.held - held_credits.would_not_wait(at), balances=balances)


def close(federation: Federation, month: date, actor: User, at: datetime, progress: Progress = _silent) -> Month:
    """Close a month, with its promotions; closing it again changes nothing. Progress is told in parts of a hundred."""
    return carry_out(prepare(federation, month, actor, at, progress))


class Prepared(NamedTuple):
    """The close of a month, worked out as far as others need not wait for it."""

    federation: Federation
    month: date
    actor: User
    at: datetime
    progress: Progress
    plan: _Plan | None  #: none where the month was closed before


def prepare(federation: Federation, month: date, actor: User, at: datetime, progress: Progress) -> Prepared:
    """Release the points that need not wait any more, and work out what the close of a month will do."""
    _need_office(actor, at)
    plan = None
    if close_book.closed(federation, month) is None:
        _check(federation, month, at)
        held_credits.look_again_at_all(actor, at)
        with transactions.read_only():
            plan = _plan(federation, month, at, progress)
    return Prepared(federation, month, actor, at, progress, plan)


def carry_out(prepared: Prepared) -> Month:
    """Close a month by its plan; if what the plan stands on has changed, it is worked out again."""
    federation, month, actor, at, progress, plan = prepared
    with transactions.atomic():
        end = head.lock(federation.pk)
        if done := close_book.closed(federation, month):
            return _done(federation, done)
        if plan is None or plan.ground != _ground(federation, month):
            _check(federation, month, at)
            plan = _plan(federation, month, at, _silent)
        progress(_RANKS, _WHOLE)
        closing = Closing.objects.get(pk=close_book.write(federation, plan.ground.book, actor.pk, at, end))
        progress(_BOOK, _WHOLE)
        close_book.add_to_final(closing.pk)
        told = plan.told
        assertions.assert_month(days.month(month).last, actor=actor, at=at)
        promotions.keep(told.promotions, closing)
        news.month_closed(closing, told.promotions, actor, at)
        after = {"postings": told.postings, "entries": told.entries, "promotions": len(told.promotions)}
        trail.record(actor, "month.close", closing, None, after, at=at)
    return told


class _Ground(NamedTuple):
    """What a plan stands on, beside rows that never change: what is approved, and who is one person."""

    book: close_book.Plan
    merged: dict[int, int]


class _Plan(NamedTuple):
    """What becomes final, who is promoted by it, and what the plan stands on."""

    ground: _Ground
    told: Month


def _ground(federation: Federation, month: date) -> _Ground:
    return _Ground(close_book.rehearse(federation, month), identity.merged(federation))


def _plan(federation: Federation, month: date, at: datetime, progress: Progress) -> _Plan:
    progress(0, _WHOLE)
    ground = _ground(federation, month)
    progress(_APPROVED, _WHOLE)
    steps = _RANKS - _APPROVED
    found = promotions.find(
        federation,
        days.month(month).last,
        ground.book.postings,
        lambda done, of: progress(_APPROVED + steps * done // of, _WHOLE),
    )
    found.sort(key=lambda each: each.reached)
    told = _month(federation, ground.book.month, at, ground.book.postings, found)
    return _Plan(ground, told._replace(waiting=ground.book.waiting))


def _need_office(actor: User, at: datetime) -> None:
    need_office(actor, at, "Ask the office to close the month.")


def _check(federation: Federation, month: date, at: datetime) -> None:
    """Refuse a month for which results are still expected, or whose turn it is not."""
    closing_month.send(None)
    first = opens(federation, month)
    if at.date() < first:
        found = f"{month:%B %Y} stays open until {first - timedelta(days=1)}, for results that are still expected."
        raise StaysOpen(found, f"Close it from {first} on.", code="month-stays-open")
    try:
        close_book.check_order(federation, month, at)
    except close_book.MonthStaysOpen as error:
        raise StaysOpen(str(error), "Nothing was changed.", code="month-out-of-turn") from error


def _done(federation: Federation, done: Closed) -> Month:
    """Tell of a month that was closed before."""
    postings = ClosedPosting.objects.filter(closing=done.closing).values_list("posting_id", flat=True)
    found = promotions_here().filter(closing=done.closing).select_related("player").order_by("reached", "pk")
    return _month(federation, done.month, done.at, list(postings), found)._replace(already=True)


def _month(
    federation: Federation, month: date, at: datetime, postings: Collection[int], promoted: Iterable[Promotion]
) -> Month:
    given, value = sql.numbers(postings)
    ((entries, submissions),) = sql.rows(
        f"select count(*), count(distinct submission_id) from {given} "  # noqa: S608 - our own names
        "join ledger_posting on ledger_posting.id = n join ledger_entry on posting_id = n",
        value,
    )
    last = days.month(month).last
    unapproved = Submission.objects.filter(
        Q(submitted_at__date__lte=last)
        | Q(begins__lte=last, submitted_at__date__lte=close_book.grace_ends(federation, month)),
        status=Submission.Status.SUBMITTED,
    )
    held = held_credits.waiting().count()
    return Month(month, at, len(postings), entries, submissions, tuple(promoted), unapproved.count(), held)
