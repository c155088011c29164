"""Fines for accounts that are overdue: proposed every day, charged when the office confirms the list.

A fine is worked out of what of the invoice was unpaid, without penalties and disputed lines, by what was known on the
day it was made; a charge once made is never worked out again on another base.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from functools import cache
from typing import NamedTuple

from overtrick.handbooks import money
from overtrick.handbooks.money import Due
from overtrick.handbooks.money_causes import Overdue
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.federations import handbook
from overtrick.register.integrity import Finding
from overtrick.register.money import accounts, charging, disputes, journal, moneybook
from overtrick.register.money.charging import Caused, Payers
from overtrick.register.money.exact import exact
from overtrick.register.money.models import Charge, Document
from overtrick.register.money.tariffs import Prices
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.scoping import current, scope

_PENALTIES = (Charge.Cause.OVERDUE, Charge.Cause.LATE_FILE)
_NO_PRICES = Prices(None, {})


class ProposedFine(NamedTuple):
    """A fine that the office may confirm."""

    key: str  #: by which it is chosen
    charge: Charge  #: not kept yet
    due: Due
    document: Document | None = None


def propose_fines(day: date, known: date | None = None) -> list[ProposedFine]:
    """List the fines for invoices that are overdue at the end of a day and were not fined for it yet."""
    book = handbook.book_on(current(), day)
    rules = money.of(book.edition)
    found = []
    open_then = [each.document for each in accounts.open_documents(None, day) if each.document.due < day]
    fined = set(
        Charge.objects.filter(cause=Charge.Cause.OVERDUE, document__in=open_then, reverses=None).values_list(
            "document", "caused_on"
        )
    )
    for document in open_then:
        for due in rules.overdue(book, _overdue(document, day, known or day)):
            on = due.billed or day
            if (document.pk, on) not in fined and document.account.organisation is not None:
                caused = Caused(
                    Charge.Cause.OVERDUE, on, Payers(document.account.organisation), on, document=document.pk
                )
                (charge,) = charging.drawn([due], caused, _NO_PRICES, None, day)
                found.append(ProposedFine(f"overdue {document.reference} {on}", charge, due, document))
    return found


def confirm_fines(chosen: Sequence[ProposedFine], *, actor: User, at: datetime) -> list[Charge]:
    """Charge the fines that somebody of the office has looked at."""
    need(actor, Action.BILL, None, at)
    moneybook.need_book()
    with transactions.atomic():
        journal.lock()  # two people may have the same list before them
        known = _fined()
        fresh = {_key(each.charge): each.charge for each in chosen if _key(each.charge) not in known}
        for charge in fresh.values():
            charge.made_by, charge.made_on = actor, at.date()
        made = charging.keep(list(fresh.values()))
        if made:
            trail.record(actor, "charge.fine", current(), None, {"charges": len(made)}, at=at)
    return made


def _key(charge: Charge) -> tuple[object, ...]:
    """Say what a fine is for, so that nobody is fined for it twice."""
    return (charge.cause, charge.document_id, charge.submission_id, charge.type, charge.caused_on)


def _fined() -> set[tuple[object, ...]]:
    """Tell the fines that were charged before: an overdue quarter once, a late file again once it is reversed."""
    rows = Charge.objects.filter(cause__in=_PENALTIES, reverses=None)
    return {_key(each) for each in rows.exclude(cause=Charge.Cause.LATE_FILE, reversed_by__isnull=False)}


def _overdue(document: Document, as_at: date, known: date) -> Overdue:
    @cache  # most handbooks ask for no invoice what is unpaid, and others for several days
    def penalties() -> set[int]:
        return set(document.lines.filter(charges__charge__cause__in=_PENALTIES).values_list("pk", flat=True))

    def unpaid(day: date) -> int:
        left = accounts.left_of([document.pk], day, known)[document.pk]
        spared = penalties() | disputes.in_dispute([document.pk], day).get(document.pk, set())
        return max(0, left - accounts.come_to(spared, day, known))

    return Overdue(document.reference, document.due, unpaid, as_at)


def wrong_fines() -> Iterator[Finding]:
    """Work every fine out again from due days and matches, by what was known when it was made; for ``verify``."""
    rows = Charge.objects.filter(cause=Charge.Cause.OVERDUE, reverses=None, reversed_by=None)
    for charge in rows.select_related("document__account", "federation").order_by("pk"):
        with scope(federation=charge.federation):
            document = charge.document
            dues = _dues_again(document, charge) if document is not None else ()
        same = [each for each in dues if each.billed == charge.caused_on]
        if not same or exact(charge.quantity) != same[0].quantity:
            yield Finding(f"charge {charge.pk}", "This fine does not follow from its invoice and payments.")


def _dues_again(document: Document, charge: Charge) -> Iterable[Due]:
    book = handbook.book_on(charge.federation, charge.made_on)
    return money.of(book.edition).overdue(book, _overdue(document, charge.made_on, charge.made_on))
