"""Proves the money of all federations: lines are the rounding of their charges, documents add up, the journal balances.

It looks and never repairs. That charges follow from what caused them is proved in ``competitions.charge_check``,
``cause_check`` and ``fines``; that no row was changed outside Overtrick is known to the audit too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from fractions import Fraction

from django.db.models import Prefetch, Sum

from overtrick.register.integrity import Finding
from overtrick.register.money import accounts, assertions, documents, journal, payments, shares
from overtrick.register.money.exact import exact
from overtrick.register.money.journal import NewPosting
from overtrick.register.money.models import (
    Charge,
    Document,
    Exported,
    JournalEntry,
    JournalPosting,
    Line,
    LineCharge,
    Match,
    MoneyBook,
    Payment,
    Payout,
)
from overtrick.register.money.taxes import Parts, Tax, once_for_all, parts

#: So many rows are in memory together.
_TOGETHER = 500


def wrong_money() -> Iterator[Finding]:
    """Name what does not hold; inside a read-only transaction, with all federations in scope."""
    for book in MoneyBook.objects.select_related("federation").order_by("pk"):
        slug = book.federation.slug
        for check in (_chain, _numbers, _documents, _matches, _debtors, shares.wrong_payouts, _assertions, _exports):
            yield from (Finding(f"{found.where} of {slug}", found.says) for found in check(book))


def _chain(book: MoneyBook) -> Iterator[Finding]:
    """Make every hash of the journal again, and see that each entry says what its document or payment does."""
    link, number = journal.beginning(book.federation.slug), 0
    collected = Line.objects.filter(document__federation=book.federation_id).exclude(collected_for=None)
    owed = documents.numbers_of(collected.values_list("collected_for", flat=True).distinct())
    rows = JournalEntry.objects.filter(federation=book.federation_id).order_by("number")
    rows = rows.select_related("document", "payment", "payout__organisation").prefetch_related(
        "postings", "document__lines"
    )
    for entry in rows.iterator(chunk_size=_TOGETHER):
        where = f"journal entry {entry.number}"
        number += 1
        if entry.number != number:
            yield Finding(where, f"Entry {number} is missing before it.")
            number = entry.number
        postings = [
            NewPosting(each.name, each.amount, each.holder_id, each.tax_code)
            for each in sorted(entry.postings.all(), key=lambda each: each.position)
        ]
        text = journal.entry_text(entry.number, entry.day, journal.source_of(entry), postings, entry.words)
        if journal.linked(link, text) != bytes(entry.hash):
            yield Finding(where, "Its hash does not fit: it was changed, or one before it was taken out.")
        link = bytes(entry.hash)
        if sum(each.amount for each in postings):
            yield Finding(where, "Its debits and credits differ.")
        if entry.document is not None:
            lines = sorted(entry.document.lines.all(), key=lambda each: each.position)
            expected = documents.expected_entry(entry.document, lines, owed)
        else:
            expected = payments.expected_entry(entry.payment) if entry.payment else []
            expected = shares.expected_entry(entry.payout) if entry.payout else expected
        made = entry.document or entry.payment or entry.payout
        if sorted(postings, key=str) != sorted(expected, key=str) or made is None or made.day != entry.day:
            yield Finding(where, "It does not say what its document, payment or payout does.")
    if (number, link) != (book.entry, bytes(book.hash)):
        yield Finding("journal", f"It ends with entry {number}; {book.entry} were made.")
    without = Document.objects.filter(federation=book.federation_id, entry=None)
    yield from (Finding(f"document {each.reference}", "It is not in the journal.") for each in without)
    unpaid = Payment.objects.filter(federation=book.federation_id, entry=None)
    yield from (Finding(f"payment {each.pk}", "It is not in the journal.") for each in unpaid)
    kept = Payout.objects.filter(federation=book.federation_id, entry=None)
    yield from (Finding(f"payout {each.pk}", "It is not in the journal.") for each in kept)


def _numbers(book: MoneyBook) -> Iterator[Finding]:
    """See that the series of each year has no gap; a unique constraint sees to doubles."""
    last: dict[int, int] = defaultdict(int)
    rows = Document.objects.filter(federation=book.federation_id).order_by("year", "number")
    for year, number in rows.values_list("year", "number"):
        if number != last[year] + 1:
            yield Finding(f"document {year}-{number:04}", f"The number before it, {last[year] + 1}, is missing.")
        last[year] = number


def _documents(book: MoneyBook) -> Iterator[Finding]:
    """See that documents add up, that lines are the rounding of their charges, and what credit notes take back."""
    rows = Document.objects.filter(federation=book.federation_id).order_by("pk").select_related("refers")
    # With a join: what a one-to-one field names, Django asks for by a condition for each row; SQLite takes a thousand.
    charges = LineCharge.objects.select_related("charge")
    charged = [Prefetch(f"{lines}__charges", charges) for lines in ("lines", "lines__corrected_by")]
    rows = rows.prefetch_related(*charged, "credit_notes")
    for document in rows.iterator(chunk_size=_TOGETHER):
        where = f"document {document.reference}"
        lines = sorted(document.lines.all(), key=lambda each: each.position)
        sums = (sum(each.net for each in lines), sum(each.tax for each in lines), sum(each.gross for each in lines))
        if sums != (document.net, document.tax, document.gross):
            yield Finding(where, "Its lines do not add up to it.")
        if documents.digest(document, lines) != document.sha256:
            yield Finding(where, "It was changed: its fingerprint does not fit.")
        yield from _taxes(where, lines)
        for each in lines:
            if any(row.charge.account_id != document.account_id for row in each.charges.all()):
                yield Finding(where, f"Line {each.position} has a charge of another account.")
            if each.corrects_id is None or each.type in _DECIDED:
                yield from _line(where, each)
        if document.refers is not None and document.refers.account_id != document.account_id:
            yield Finding(where, "It takes back an invoice of another account.")
        back = sum(each.gross for each in document.credit_notes.all())
        if document.kind == Document.Kind.INVOICE and document.gross + back < 0:
            yield Finding(where, "Its credit notes take back more than it asked for.")


_DECIDED = {"goodwill", documents.WRITTEN_OFF}


def _line(where: str, line: Line) -> Iterator[Finding]:
    """See that a line, with its corrections, is the rounding of the charges it names."""
    rows = [line, *(each for each in line.corrected_by.all() if each.type == line.type)]
    charges = [each.charge for row in rows for each in row.charges.all()]
    tax = Tax(line.tax_code, exact(line.tax_rate or "0"), line.tax_included)
    then = Parts(sum(each.net for each in rows), sum(each.tax for each in rows))
    now = parts((amount_of(each) for each in charges), tax)
    # How much of it is tax is seen for the document: it may be rounded once for all lines.
    if (now.gross != then.gross) if tax.included else (now.net != then.net):
        yield Finding(where, f"Line {line.position} is {then.gross}; its charges come to {now.gross}.")


def _taxes(where: str, lines: list[Line]) -> Iterator[Finding]:
    """See that the tax of each code is that of its lines, rounded for each or once for all of them."""
    listed = [each for each in lines if each.corrects_id is None]
    taxed = [Tax(each.tax_code, exact(each.tax_rate or "0"), each.tax_included) for each in listed]
    parted = [
        parts([Fraction(each.gross if tax.included else each.net)], tax)
        for each, tax in zip(listed, taxed, strict=True)
    ]
    once = once_for_all(list(zip(parted, taxed, strict=True)))
    if [each.tax for each in listed] not in ([each.tax for each in parted], [each.tax for each in once]):
        yield Finding(where, "Its tax is not that of its lines.")


def amount_of(charge: Charge) -> Fraction:
    """Say what a charge comes to, exactly."""
    if charge.exempt or not charge.rate:
        return Fraction(0)
    return exact(charge.quantity) * exact(charge.rate) * exact(charge.share)


def _matches(book: MoneyBook) -> Iterator[Finding]:
    """See that no payment and no document is matched beyond what it comes to."""
    free: dict[int, int] = dict(Payment.objects.filter(federation=book.federation_id).values_list("pk", "amount"))
    rows = Match.objects.filter(federation=book.federation_id)
    for payment, amount, undoes, out in rows.values_list("payment", "amount", "undoes", "out"):
        free[payment] += amount if undoes else -amount
        if out is not None:
            free[out] += -amount if undoes else amount
    signs = dict(Payment.objects.filter(federation=book.federation_id).values_list("pk", "amount"))
    for payment, left in free.items():
        if left * signs[payment] < 0 or (signs[payment] < 0 and left):
            yield Finding(f"payment {payment}", "More, or less, is matched than it comes to.")
    invoices = Document.objects.filter(federation=book.federation_id, kind=Document.Kind.INVOICE)
    for document, left in accounts.left_of(invoices.values_list("pk", flat=True)).items():
        if left < 0:
            yield Finding(f"document number {document}", "More is matched to it than is left of it.")


def _debtors(book: MoneyBook) -> Iterator[Finding]:
    """See that each account is its documents less its payments, and that the journal's debtors are the same."""
    owed: dict[int, int] = defaultdict(int)
    for account, gross in Document.objects.filter(federation=book.federation_id).values_list("account", "gross"):
        owed[account] += gross
    for account, amount in Payment.objects.filter(federation=book.federation_id).values_list("account", "amount"):
        owed[account] -= amount
    debtors = JournalPosting.objects.filter(entry__federation=book.federation_id, name=journal.DEBTORS)
    for account, amount in debtors.values_list("holder").annotate(sum=Sum("amount")):
        if owed.pop(account, 0) != amount:
            yield Finding(f"account {account}", f"The journal says {amount}; its documents less payments differ.")
    yield from (Finding(f"account {each}", "The journal has nothing of it.") for each, left in owed.items() if left)


def _assertions(book: MoneyBook) -> Iterator[Finding]:
    """See that what somebody asserted of a day still holds."""
    for each in assertions.broken(book.federation_id):
        yield Finding(f"assertion {each.assertion.pk}", str(each.balance))


def _exports(book: MoneyBook) -> Iterator[Finding]:
    """See that every entry went out to a program once, and copies are marked."""
    last: dict[str, int] = defaultdict(int)
    for each in Exported.objects.filter(federation=book.federation_id, copy=False).order_by("pk"):
        if each.first != last[each.format] + 1 or each.last > book.entry:
            yield Finding(f"export {each.pk}", "It does not begin where the one before it ended.")
        last[each.format] = each.last
