"""The journal: every document, payment and payout is an entry of debits and credits that add up to nothing.

Entries are numbered without gaps and chained like the book of points. The hash of an entry is taken over the hash of
the one before it (32 bytes) and the entry's text in UTF-8: its form, number, day, the fingerprint of its document,
payment or payout, one line a debit or credit, and the words at the end.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date
from hashlib import sha256
from typing import NamedTuple

from overtrick.register.errors import Refused
from overtrick.register.money.models import Document, JournalEntry, JournalPosting, MoneyBook, Payment, Payout
from overtrick.register.scoping import current

#: Accounts of the journal that every federation has; others are named after what is charged.
DEBTORS, BANK, BAD_DEBTS = "debtors", "bank", "bad debts"


class NotBalanced(Refused):
    """Debits and credits differ."""


class NewPosting(NamedTuple):
    """A debit; below zero, a credit."""

    name: str
    amount: int
    holder: int | None = None  #: whose account it is, where it is one of many
    tax_code: str = ""


class NewEntry(NamedTuple):
    """An entry that is not in the journal yet."""

    day: date
    words: str
    postings: Sequence[NewPosting]
    document: Document | None = None
    payment: Payment | None = None
    payout: Payout | None = None


def income(kind: str) -> str:
    """Name the account of what a type of charge brings."""
    return f"income/{kind}"


def tax(code: str) -> str:
    """Name the account of a tax."""
    return f"tax/{code}"


def owed(number: str) -> str:
    """Name the account of what is collected for another organisation."""
    return f"owed/{number}"


def beginning(slug: str) -> bytes:
    """Give the first link of a federation's journal."""
    return sha256(f"the journal of overtrick, form 1\n{slug}\n".encode()).digest()


def lock() -> MoneyBook:
    """Hold the end of the journal in scope until the transaction is over; documents get their numbers under it."""
    return MoneyBook.objects.select_for_update().get(federation=current())


def enter(end: MoneyBook, entries: Iterable[NewEntry]) -> list[JournalEntry]:
    """Write entries behind the end of the journal, which the caller holds."""
    made: list[JournalEntry] = []
    listed = list(entries)
    number, link = end.entry, bytes(end.hash)
    for each in listed:
        if sum(posting.amount for posting in each.postings):
            raise NotBalanced(
                f"“{each.words}” does not add up to nothing.", "Nothing was entered.", code="does-not-balance"
            )
        number += 1
        link = linked(link, entry_text(number, each.day, source_of(each), each.postings, each.words))
        made.append(
            JournalEntry(
                federation_id=end.federation_id,
                number=number,
                day=each.day,
                words=each.words[:300],
                document=each.document,
                payment=each.payment,
                payout=each.payout,
                hash=link,
            )
        )
    made = JournalEntry.objects.bulk_create(made)
    JournalPosting.objects.bulk_create(
        JournalPosting(
            entry=entry,
            position=position,
            name=posting.name,
            holder_id=posting.holder,
            amount=posting.amount,
            tax_code=posting.tax_code,
        )
        for entry, each in zip(made, listed, strict=True)
        for position, posting in enumerate(each.postings)
    )
    end.entry, end.hash = number, link
    end.save(update_fields=["entry", "hash"])
    return made


def linked(before: bytes, text: str) -> bytes:
    """Link an entry to the one before it."""
    return sha256(before + text.encode()).digest()


def entry_text(number: int, day: date, source: str, postings: Iterable[NewPosting], words: str) -> str:
    """Write an entry as it is hashed."""
    lines = (f"{each.name}\t{each.holder or ''}\t{each.amount}\t{each.tax_code}" for each in postings)
    return "\n".join((f"entry 1\n{number}\n{day}\n{source}", *lines, words[:300]))


def source_of(entry: NewEntry | JournalEntry) -> str:
    """Give the fingerprint of what an entry is for: a document, a payment or a payout."""
    if entry.document is not None:
        return entry.document.sha256
    if entry.payout is not None:
        paid = entry.payout
        said = (paid.organisation_id, paid.day, paid.amount, paid.reference)
        return sha256("\n".join(str(each) for each in said).encode()).hexdigest()
    return _fingerprint(entry.payment) if entry.payment is not None else ""


def _fingerprint(payment: Payment) -> str:
    """Give the digest of what a payment says."""
    said = (payment.account_id, payment.day, payment.amount, payment.way, payment.reverses_id or "", payment.reference)
    return sha256("\n".join(str(each) for each in said).encode()).hexdigest()
