"""Closes a month: approved points become final, and players are promoted.

Closing is one transaction: a run that is stopped leaves the month open, and a second run finds it closed. The rehearsal
makes a plan from what is there; the close makes the same plan, and carries it out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date, datetime, timedelta
from typing import NamedTuple

from django.db import transaction

from overtrick.engine import days
from overtrick.register import sql
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.competitions import held_credits
from overtrick.register.competitions.models import Submission
from overtrick.register.errors import Refused
from overtrick.register.federations.models import Federation
from overtrick.register.ledger import head
from overtrick.register.ledger.models import ClosedPosting, Closing, Posting
from overtrick.register.organisations.require import need_office
from overtrick.register.ranks import close_book, promotions
from overtrick.register.ranks.close_book import Closed, Progress
from overtrick.register.ranks.finalising import WaitingPosting
from overtrick.register.ranks.models import Promotion

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
    last = days.month(month).last
    return last + timedelta(days=max(federation.ways(last).closes_after_days, 1))


def rehearse(federation: Federation, month: date, actor: User, at: datetime) -> Month:
    """Say what closing a month would do, and do nothing."""
    _need_office(actor, at)
    if done := close_book.closed(federation, month):
        return _done(done)
    _check_day(federation, month, at)
    plan = _plan(federation, month, at, _silent)
    return _planned_month(plan, at, held_credits.waiting().count() - held_credits.would_not_wait(at))


def close(federation: Federation, month: date, actor: User, at: datetime, progress: Progress = _silent) -> Month:
    """Close a month, with its promotions; closing it again changes nothing. Progress is told in parts of a hundred."""
    _need_office(actor, at)
    with transaction.atomic():
        if close_book.closed(federation, month) is None:
            _check_day(federation, month, at)
            held_credits.look_again_at_all(actor, at)
        end = head.lock(federation.pk)
        if done := close_book.closed(federation, month):
            return _done(done)
        plan = _plan(federation, month, at, progress)
        progress(_RANKS, _WHOLE)
        closing = Closing.objects.get(pk=close_book.write(federation, plan.book, actor.pk, at, end))
        progress(_BOOK, _WHOLE)
        close_book.add_to_final(closing.pk)
        promotions.keep(plan.promotions, closing)
        told = _planned_month(plan, at, held_credits.waiting().count())
        after = {"postings": told.postings, "entries": told.entries, "promotions": len(told.promotions)}
        trail.record(actor, "month.close", closing, None, after, at=at)
    return told


class _Plan(NamedTuple):
    """What becomes final, and who is promoted by it."""

    book: close_book.Plan
    promotions: list[Promotion]


def _plan(federation: Federation, month: date, at: datetime, progress: Progress) -> _Plan:
    try:
        close_book.check_order(federation, month, at)
    except close_book.MonthStaysOpen as error:
        raise StaysOpen(str(error), "Nothing was changed.") from error
    progress(0, _WHOLE)
    book = close_book.rehearse(federation, month)
    progress(_APPROVED, _WHOLE)
    steps = _RANKS - _APPROVED
    found = promotions.find(
        federation,
        days.month(month).last,
        book.postings,
        lambda done, of: progress(_APPROVED + steps * done // of, _WHOLE),
    )
    return _Plan(book, found)


def _need_office(actor: User, at: datetime) -> None:
    need_office(actor, at, "Ask the office to close the month.")


def _check_day(federation: Federation, month: date, at: datetime) -> None:
    first = opens(federation, month)
    if at.date() < first:
        found = f"{month:%B %Y} stays open until {first - timedelta(days=1)}, for results that are still expected."
        raise StaysOpen(found, f"Close it from {first} on.")


def _planned_month(plan: _Plan, at: datetime, held: int) -> Month:
    """Tell of a month that is closed by a plan, now or perhaps later."""
    found = sorted(plan.promotions, key=lambda each: each.reached)
    return _month(plan.book.month, at, plan.book.postings, found, held)._replace(waiting=plan.book.waiting)


def _done(done: Closed) -> Month:
    """Tell of a month that was closed before."""
    postings = ClosedPosting.objects.filter(closing=done.closing).values_list("posting_id", flat=True)
    found = Promotion.objects.filter(closing=done.closing).select_related("player").order_by("reached", "pk")
    return _month(done.month, done.at, list(postings), found, held_credits.waiting().count())._replace(already=True)


def _month(month: date, at: datetime, postings: Collection[int], promoted: Iterable[Promotion], held: int) -> Month:
    given, value = sql.numbers(postings)
    ((entries, submissions),) = sql.rows(
        f"select count(*), count(distinct submission_id) from {given} "  # noqa: S608 - our own names
        "join ledger_posting on ledger_posting.id = n join ledger_entry on posting_id = n",
        value,
    )
    unapproved = Submission.objects.filter(
        status=Submission.Status.SUBMITTED, submitted_at__date__lte=days.month(month).last
    )
    return Month(month, at, len(postings), entries, submissions, tuple(promoted), unapproved.count(), held)
