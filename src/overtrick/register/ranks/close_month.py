"""What happens when a month is closed? What is approved becomes final, and whoever reached a rank is promoted.

Closing is one transaction: a run that is stopped leaves the month open, and a second run finds it closed. The rehearsal
does all of it and takes it back, so what it tells is what will happen.
"""

from __future__ import annotations

from calendar import monthrange
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple

from django.db import transaction

from overtrick.register.audit import trail
from overtrick.register.competitions import held_credits
from overtrick.register.competitions.models import HeldCredit, Submission
from overtrick.register.errors import Refused
from overtrick.register.ledger.models import Closing, Entry, Posting
from overtrick.register.organisations.models import Officer
from overtrick.register.organisations.roles import roles
from overtrick.register.ranks import close_book, promotions
from overtrick.register.ranks.models import Promotion

#: Of a hundred parts of the work the book takes so many; going through the records takes the others.
_WHOLE, _BOOK = 100, 40

if TYPE_CHECKING:
    from overtrick.register.accounts.models import User
    from overtrick.register.federations.models import Federation
    from overtrick.register.ranks.close_book import Closed, Progress
    from overtrick.register.ranks.finalising import Waiting


class StaysOpen(Refused):
    """The month cannot be closed now."""


class OnlyTheOffice(Refused):
    """Months are closed by the office."""


class Month(NamedTuple):
    """What the close of a month did, or would do."""

    month: date
    at: datetime
    already: bool  #: it was closed before; nothing was changed
    postings: int
    entries: int
    submissions: int
    promotions: tuple[Promotion, ...]
    waiting: tuple[Waiting, ...]  #: postings that stay provisional, and why
    unapproved: int  #: submissions of that month and before that nobody has decided on
    held: int  #: credits that wait for somebody


def next_to_close() -> date | None:
    """Give the month whose turn it is, by its first day; None as long as nothing was posted."""
    last = Closing.objects.order_by("-month").values_list("month", flat=True).first()
    if last is not None:
        return last.replace(day=monthrange(last.year, last.month)[1]) + timedelta(days=1)
    first = Posting.objects.order_by("posted").values_list("posted", flat=True).first()
    return first.replace(day=1) if first else None


def opens(federation: Federation, month: date) -> date:
    """Give the first day on which a month can be closed."""
    last = month.replace(day=monthrange(month.year, month.month)[1])
    return last + timedelta(days=max(federation.ways(last).closes_after_days, 1))


def rehearse(federation: Federation, month: date, actor: User, at: datetime) -> Month:
    """Say what closing a month would do, and do nothing."""
    with transaction.atomic():
        found = close(federation, month, actor, at)
        transaction.set_rollback(True)
    return found


def close(federation: Federation, month: date, actor: User, at: datetime, progress: Progress | None = None) -> Month:
    """Close a month, with its promotions; closing it again changes nothing. Progress is told in parts of a hundred."""
    if not any(each.role == Officer.Role.OFFICE for each in roles(actor, at.date())):
        raise OnlyTheOffice(f"{actor.username} is not of the office.", "Ask the office to close the month.")
    first = month.replace(day=1)
    last = first.replace(day=monthrange(first.year, first.month)[1])
    promoted: list[Promotion] = []
    tell = progress or (lambda _done, _of: None)

    def promote(number: int) -> None:
        rest = _WHOLE - _BOOK
        promoted.extend(promotions.record(number, lambda done, of: tell(_BOOK + rest * done // max(of, 1), _WHOLE)))

    try:
        with transaction.atomic():
            if not Closing.objects.filter(month=first).exists():
                _check_day(federation, last, at)
                held_credits.look_again_at_all(actor, at)
            done = close_book.close(
                federation,
                first,
                actor.pk,
                at,
                within=promote,
                progress=lambda done, of: tell(_BOOK * done // of, _WHOLE) if done < of else None,
            )
            told = _told(done, last)
            if not done.already:
                closing = Closing.objects.get(pk=done.closing)
                after = {"postings": told.postings, "entries": told.entries, "promotions": len(promoted)}
                trail.record(actor, "month.close", closing, None, after, at=at)
    except close_book.MonthStaysOpen as error:
        raise StaysOpen(str(error), "Nothing was changed.") from error
    return told


def _check_day(federation: Federation, last: date, at: datetime) -> None:
    first = opens(federation, last)
    if at.date() < first:
        found = f"{last:%B %Y} stays open until {first - timedelta(days=1)}, for results that are still to come."
        raise StaysOpen(found, f"Close it from {first} on.")


def _told(done: Closed, last: date) -> Month:
    entries = Entry.objects.filter(posting__closed__closing=done.closing)
    submissions = entries.exclude(posting__submission=None).values("posting__submission").distinct()
    unapproved = Submission.objects.filter(status=Submission.Status.SUBMITTED, submitted_at__date__lte=last)
    promoted = Promotion.objects.filter(closing=done.closing).select_related("player").order_by("reached", "pk")
    return Month(
        done.month,
        done.at,
        done.already,
        done.postings,
        entries.count(),
        submissions.count(),
        tuple(promoted),
        done.waiting,
        unapproved.count(),
        HeldCredit.objects.filter(released__isnull=True, dropped="").count(),
    )
