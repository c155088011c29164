"""What the office decides by itself, always by two people and with a reason: a charge of its own type, below zero.

``credit`` takes back part or all of an invoice, ``write_off`` gives up what is left of one, ``allow`` takes something
off what is not invoiced yet: a waiver, goodwill, a discount, a rebate.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime
from fractions import Fraction
from typing import NamedTuple

from overtrick.handbooks import money
from overtrick.handbooks.money import Run
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.money import accounts, documents, journal, matching, proposals
from overtrick.register.money.documents import WRITTEN_OFF, DraftDocument, DraftLine
from overtrick.register.money.exact import MOST, exact, written
from overtrick.register.money.models import Charge, Document, Line, MoneyAccount, MoneyProposal
from overtrick.register.money.plan import creditable, left_by_document
from overtrick.register.money.taxes import Parts, Tax
from overtrick.register.scoping import current

GOODWILL = "goodwill"
#: What may be taken off before it is invoiced.
TYPES = ("waiver", GOODWILL, "discount", "rebate")


class Unfit(Refused):
    """There is not so much to take back."""


class Credited(NamedTuple):
    """So much of a line is taken back."""

    line: Line
    amount: int  #: tax included


def credit(
    invoice: Document, lines: Mapping[int, int] | None, reason: str, *, actor: User, at: datetime, shown: str = ""
) -> MoneyProposal:
    """Ask for a credit note: amounts by line, tax included; none: all that is left. A second person confirms it."""
    _check_kind(invoice)
    wanted = left_by_line(invoice) if lines is None else dict(lines)
    _check(invoice, wanted)
    content = {"document": invoice.pk, "lines": sorted(wanted.items())}
    return proposals.make(proposals.Kind.CREDIT, content, reason, actor=actor, at=at, shown=shown)


def credit_confirmed(proposal: MoneyProposal, second: User, at: datetime) -> Document:
    """Make the credit note that another proposed."""
    return _credit_note(proposal, dict(proposal.content["lines"]), GOODWILL, second, at)


def write_off(invoice: Document, reason: str, *, actor: User, at: datetime, shown: str = "") -> MoneyProposal:
    """Ask to give up what is left of an invoice; a second person confirms it."""
    if accounts.left_of([invoice.pk])[invoice.pk] <= 0:
        raise Unfit(f"Nothing is left of {invoice}.", "There is nothing to write off.", code="nothing-left")
    content = {"document": invoice.pk}
    return proposals.make(proposals.Kind.WRITE_OFF, content, reason, actor=actor, at=at, shown=shown)


def write_off_confirmed(proposal: MoneyProposal, second: User, at: datetime) -> Document:
    """Give up what is left of an invoice, line by line, with the tax in it."""
    invoice = Document.objects.get(pk=proposal.content["document"])
    journal.lock()
    left = accounts.left_of([invoice.pk])[invoice.pk]
    wanted = {}
    for line, amount in left_by_line(invoice).items():
        part = min(left, amount)
        if part > 0:
            wanted[line] = part
            left -= part
    return _credit_note(proposal, wanted, WRITTEN_OFF, second, at)


def allow(
    account: MoneyAccount,
    kind: str,
    amount: int,
    reason: str,
    *,
    run: Run,
    actor: User,
    at: datetime,
    charge: Charge | None = None,
    shown: str = "",
) -> MoneyProposal:
    """Ask to take something off the next invoice; ``charge`` is what is waived. A second person confirms it."""
    if kind not in TYPES:
        raise Unfit(
            f"{kind!r} is nothing that can be allowed.", f"Choose from {', '.join(TYPES)}.", code="no-such-allowance"
        )
    if not 0 < amount <= MOST:
        raise Unfit(f"{amount} is not an amount.", "Enter what is taken off, above zero.", code="not-an-amount")
    content = {
        "account": account.pk,
        "type": kind,
        "amount": amount,
        "run": run,
        "charge": charge.pk if charge else None,
    }
    return proposals.make(proposals.Kind.WAIVER, content, reason, actor=actor, at=at, shown=shown)


def allow_confirmed(proposal: MoneyProposal, second: User, at: datetime) -> Charge:
    """Take off what another proposed."""
    given = proposal.content
    waived = Charge.objects.get(pk=given["charge"]) if given["charge"] else None
    made = _charge(
        MoneyAccount.objects.get(pk=given["account"]),
        given["type"],
        Fraction(-given["amount"]),
        proposal,
        second,
        at.date(),
    )
    made.run = given["run"]
    if waived is not None:
        made.tax, made.tariff_day, made.billed = waived.tax, waived.tariff_day, waived.billed
        made.submission_id, made.licence_id, made.player_id = waived.submission_id, waived.licence_id, waived.player_id
        made.words = f"{given['type'].capitalize()}: {waived.words or waived.type}"[:200]
    (made,) = Charge.objects.bulk_create([made])
    trail.record(
        second, "charge.allow", made, None, {"type": made.type, "amount": -given["amount"]}, made.reason, at=at
    )
    return made


def _credit_note(proposal: MoneyProposal, wanted: Mapping[int, int], kind: str, second: User, at: datetime) -> Document:
    invoice = Document.objects.select_related("account__organisation").get(pk=proposal.content["document"])
    journal.lock()
    _check(invoice, wanted)
    lines = invoice.lines.in_bulk(wanted)
    drawn = _drawn(
        [Credited(lines[line], amount) for line, amount in wanted.items()], kind, proposal, second, at.date()
    )
    draft = DraftDocument(
        invoice.account, Document.Kind.CREDIT_NOTE, at.date(), tuple(drawn), invoice, proposal.reason, second
    )
    (made,) = documents.issue([draft], at.date(), actor=proposal.proposed_by, at=at)
    matching.after_documents([invoice.account], [made], second, at)
    return made


def _drawn(
    listed: Sequence[Credited], kind: str, proposal: MoneyProposal, second: User, day: date
) -> Iterable[DraftLine]:
    charges = []
    parts = []
    for line, amount in listed:
        within = money.tax_within(amount, exact(line.tax_rate)) if line.tax_code else 0
        left = left_by_document(line)[line.document_id]
        # Parts never take back more tax than there is, and the last one all: the rounded line with its sign turned.
        within = left.tax if amount == left.gross else min(within, left.tax)
        parts.append(Parts(within - amount, -within))
        exactly = Fraction(-amount if line.tax_included else within - amount)
        made = _charge(line.document.account, kind, exactly, proposal, second, day)
        made.tax, made.document, made.collected_for_id = line.tax_code, line.document, line.collected_for_id
        made.words = f"{kind.capitalize()}: {line.words}"[:200]
        charges.append(made)
    for (line, _amount), made, comes_to in zip(listed, Charge.objects.bulk_create(charges), parts, strict=True):
        tax = Tax(line.tax_code, exact(line.tax_rate or "0"), line.tax_included)
        yield DraftLine(
            made.type,
            made.words,
            Fraction(1),
            made.basis,
            exact(made.rate),
            Fraction(1),
            comes_to,
            tax,
            made.source,
            "",
            line.collected_for_id,
            line.pk,
            (made.pk,),
        )


def _charge(
    account: MoneyAccount, kind: str, amount: Fraction, proposal: MoneyProposal, second: User, day: date
) -> Charge:
    return Charge(
        federation=current(),
        account=account,
        cause=Charge.Cause.DISCRETION,
        type=kind,
        words=kind.capitalize(),
        quantity="1",
        basis="decision",
        rate=written(amount),
        source="decided by two people",
        tariff_day=day,
        run=Run.PROCESSED,
        billed=day,
        caused_on=day,
        reason=proposal.reason,
        made_by=proposal.proposed_by,
        second=second,
        made_on=day,
    )


def left_by_line(invoice: Document) -> dict[int, int]:
    """Say what of each line was not taken back yet."""
    found = {}
    for line in invoice.lines.order_by("position"):
        left = left_by_document(line)[invoice.pk].gross
        if left > 0:
            found[line.pk] = left
    return found


def _check_kind(invoice: Document) -> None:
    if invoice.kind != Document.Kind.INVOICE:
        raise Unfit(f"{invoice} is not an invoice.", "Choose the invoice that it refers to.", code="not-an-invoice")


def _check(invoice: Document, wanted: Mapping[int, int]) -> None:
    _check_kind(invoice)
    left = left_by_line(invoice)
    total = sum(wanted.values())
    if not wanted or total <= 0:
        raise Unfit(
            f"Nothing of {invoice} would be taken back.",
            "Choose at least one line with something left.",
            code="nothing-taken-back",
        )
    if any(not 0 < amount <= left.get(line, 0) for line, amount in wanted.items()) or total > creditable(invoice):
        raise Unfit(
            f"More would be taken back than is left of {invoice}.",
            "Enter no more than what is left.",
            code="more-than-left",
        )
