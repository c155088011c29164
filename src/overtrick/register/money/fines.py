"""Fines for accounts that are overdue: proposed for each period that ended, charged when the office confirms the list.

A fine is worked out of what of the invoice was unpaid at the end of the period, without penalties and disputed lines,
by what was known on the day it was made; a charge once made is never worked out again on another base.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date, datetime
from itertools import groupby
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q

from overtrick.handbooks import money
from overtrick.handbooks.money import Due, Rules
from overtrick.handbooks.money_causes import Overdue
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.federations import handbook
from overtrick.register.integrity import Finding
from overtrick.register.money import accounts, charging, journal, moneybook
from overtrick.register.money.charging import Caused, Payers
from overtrick.register.money.exact import exact
from overtrick.register.money.models import Charge, Document, Match
from overtrick.register.money.tariffs import Prices
from overtrick.register.money.unpaid import PENALTIES, Unpaid
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.scoping import current, scope

_NO_PRICES = Prices(None, {})


class ProposedFine(NamedTuple):
    """A fine that the office may confirm."""

    key: str  #: by which it is chosen
    charge: Charge  #: not kept yet
    due: Due
    document: Document | None = None


def propose_fines(day: date) -> list[ProposedFine]:
    """List the fines for periods that ended before a day with something unpaid, and of which nobody has decided.

    It counts what was unpaid then: whoever pays later owes the fine of every period that was over.
    """
    book = handbook.book_on(current(), day)
    rules = money.of(book.edition)
    if type(rules).overdue is Rules.overdue:
        return []
    late = _paid_late(day)
    unpaid = Unpaid([each.pk for each in late])
    before = set(
        Charge.objects.filter(cause=Charge.Cause.OVERDUE, document__in=late, reverses=None).values_list(
            "document", "caused_on"
        )
    )
    found = []
    for document in late:
        for due in rules.overdue(book, _overdue(document, unpaid, day)):
            on = due.billed or day
            if (document.pk, on) not in before and document.account.organisation is not None:
                caused = Caused(
                    Charge.Cause.OVERDUE, on, Payers(document.account.organisation), on, document=document.pk
                )
                (charge,) = charging.drawn([due], caused, _NO_PRICES, None, day)
                found.append(ProposedFine(f"overdue {document.reference} {on}", charge, due, document))
    return found


def _paid_late(day: date) -> list[Document]:
    """Give the invoices that are overdue, or were once: something of them was paid or changed after the due day."""
    rows = Document.objects.filter(kind=Document.Kind.INVOICE, due__lt=day)
    unpaid = [pk for pk, left in accounts.left_of(rows).items() if left > 0]
    since = {"day__gt": OuterRef("due")}
    changed = Exists(Match.objects.filter(document=OuterRef("pk"), **since))
    credited = Exists(Document.objects.filter(refers=OuterRef("pk"), **since))
    wanted = rows.filter(Q(pk__in=unpaid) | changed | credited).defer("seller", "buyer")
    return list(wanted.select_related("account__organisation", "account__player").order_by("due", "year", "number"))


def confirm_fines(chosen: Sequence[ProposedFine], *, actor: User, at: datetime) -> list[Charge]:
    """Charge the fines that somebody of the office has looked at."""
    need(actor, Action.BILL, None, at)
    moneybook.need_book()
    with transactions.atomic():
        journal.lock()  # two people may have the same list before them
        known = decided()
        fresh = {key_of(each.charge): each.charge for each in chosen if key_of(each.charge) not in known}
        for charge in fresh.values():
            charge.made_by, charge.made_on = actor, at.date()
        made = charging.keep(list(fresh.values()))
        if made:
            trail.record(actor, "charge.fine", current(), None, {"charges": len(made)}, at=at)
    return made


def key_of(charge: Charge) -> tuple[object, ...]:
    """Say what a fine is for, so that it is decided once."""
    return (charge.cause, charge.document_id, charge.submission_id, charge.type, charge.caused_on)


def decided() -> set[tuple[object, ...]]:
    """Tell the fines that were charged or waived: an overdue quarter once, a late file again once it is reversed."""
    rows = Charge.objects.filter(cause__in=PENALTIES, reverses=None)
    return {key_of(each) for each in rows.exclude(cause=Charge.Cause.LATE_FILE, reversed_by__isnull=False)}


def _overdue(document: Document, unpaid: Unpaid, known: date) -> Overdue:
    """Tell the handbook of an invoice, by what was known on a day."""

    def left(day: date) -> int:
        return max(0, unpaid.undisputed(document.pk, day, known, penalties=False))

    return Overdue(document.reference, document.due, left, known)


def wrong_fines() -> Iterator[Finding]:
    """Work every fine out again from due days and matches, by what was known when it was made; for ``verify``."""
    rows = Charge.objects.filter(cause=Charge.Cause.OVERDUE, reverses=None, reversed_by=None, exempt=False)
    for federation, listed in groupby(
        rows.select_related("document__account", "federation").order_by("federation", "pk"), lambda row: row.federation
    ):
        with scope(federation=federation):
            charges = list(listed)
            unpaid = Unpaid({each.document_id for each in charges if each.document_id is not None})
            for charge in charges:
                if not _follows(charge, unpaid):
                    yield Finding(f"charge {charge.pk}", "This fine does not follow from its invoice and payments.")


def _follows(charge: Charge, unpaid: Unpaid) -> bool:
    if charge.document is None:
        return False
    book = handbook.book_on(charge.federation, charge.made_on)
    dues = money.of(book.edition).overdue(book, _overdue(charge.document, unpaid, charge.made_on))
    same = [each for each in dues if each.billed == charge.caused_on]
    return bool(same) and exact(charge.quantity) == same[0].quantity
