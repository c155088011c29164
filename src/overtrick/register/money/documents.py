"""Issues invoices and credit notes: numbered without gaps, frozen, and entered in the journal, all in one transaction.

A number is the highest one of the year plus one, under the lock of the journal and a unique constraint: what is taken
back gives its number back too. Invoices and credit notes share the series.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, datetime
from fractions import Fraction
from hashlib import sha256
from typing import Any, NamedTuple

from django.db.models import Max

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.money import journal, news
from overtrick.register.money.exact import written
from overtrick.register.money.journal import NewEntry, NewPosting
from overtrick.register.money.models import (
    BillingDetails,
    BillingRun,
    Document,
    Line,
    LineCharge,
    MoneyAccount,
)
from overtrick.register.money.proposals import national
from overtrick.register.money.taxes import Parts, Tax
from overtrick.register.organisations.models import Organisation, OrganisationContact
from overtrick.register.scoping import current


class OutOfOrder(Refused):
    """A document would have a later number and an earlier day."""


#: The type of a line that gives a debt up.
WRITTEN_OFF = "written off"


class DraftLine(NamedTuple):
    """A line as it would be."""

    type: str
    words: str
    quantity: Fraction
    basis: str
    rate: Fraction
    share: Fraction
    parts: Parts
    tax: Tax
    source: str = ""
    clause: str = ""
    collected_for: int | None = None
    corrects: int | None = None  #: the line that was worked out again
    charges: tuple[int, ...] = ()


class DraftDocument(NamedTuple):
    """A document as it would be; it has no number."""

    account: MoneyAccount
    kind: Document.Kind
    due: date
    lines: tuple[DraftLine, ...]
    refers: Document | None = None
    reason: str = ""
    second: User | None = None

    @property
    def net(self) -> int:
        """The sum of its lines without tax."""
        return sum(each.parts.net for each in self.lines)

    @property
    def tax(self) -> int:
        """The tax of its lines."""
        return sum(each.parts.tax for each in self.lines)

    @property
    def gross(self) -> int:
        """What it comes to."""
        return self.net + self.tax


def issue(
    drafts: Sequence[DraftDocument], day: date, *, actor: User, at: datetime, run: BillingRun | None = None
) -> list[Document]:
    """Number documents, freeze them and enter them in the journal; the caller has asked whether the actor may."""
    if not drafts:
        return []
    with transactions.atomic():
        end = journal.lock()
        if told := out_of_order(day):
            raise OutOfOrder(told, "Choose a later day.", code="document-out-of-order")
        last = Document.objects.filter(year=day.year).aggregate(last=Max("number"))["last"] or 0
        parties = _Parties(drafts)
        made = []
        for number, each in enumerate(drafts, last + 1):
            document = Document(
                federation=current(),
                account=each.account,
                kind=each.kind,
                year=day.year,
                number=number,
                day=day,
                due=each.due,
                billing_run=run,
                refers=each.refers,
                currency=end.currency,
                seller=parties.seller,
                buyer=parties.buyer(each.account),
                net=each.net,
                tax=each.tax,
                gross=each.gross,
                reason=each.reason[:500],
                made_by=actor,
                second=each.second,
                made_at=at,
            )
            document.sha256 = digest(document, [_line(document, at, line) for at, line in enumerate(each.lines, 1)])
            made.append(document)
        made = Document.objects.bulk_create(made)
        _keep_lines(made, drafts)
        journal.enter(end, (_entry(*each, parties.numbers) for each in zip(made, drafts, strict=True)))
        news.issued(made, actor, at)
        trail.keep(
            trail.draft(actor, "document.issue", each, None, _audited(each), each.reason, at=at) for each in made
        )
    return made


def out_of_order(day: date) -> str:
    """Say why no document can be of a day: later numbers must not have earlier days. Empty: it can."""
    newest = Document.objects.filter(year=day.year, day__gt=day).order_by("day", "number").last()
    return f"{newest} is of {newest.day}: later numbers must not have earlier days." if newest else ""


def digest(document: Document, lines: Iterable[Line]) -> str:
    """Give the fingerprint of everything that a document says."""
    said = {
        "kind": document.kind,
        "number": document.reference,
        "day": str(document.day),
        "due": str(document.due),
        "account": document.account_id,
        "refers": document.refers_id,
        "currency": document.currency,
        "seller": document.seller,
        "buyer": document.buyer,
        "sums": [document.net, document.tax, document.gross],
        "reason": document.reason,
        "lines": [[getattr(each, name) for name in _SAID] for each in lines],
    }
    return sha256(json.dumps(said, sort_keys=True, ensure_ascii=False).encode()).hexdigest()


_SAID = (
    *("position", "type", "words", "quantity", "basis", "rate", "share", "source", "clause", "net", "tax", "gross"),
    *("tax_code", "tax_rate", "tax_included", "collected_for_id", "corrects_id"),
)


def expected_entry(document: Document, lines: Iterable[Line], numbers: dict[int, str]) -> list[NewPosting]:
    """Say what a document enters in the journal: what is owed against income, tax and what is collected for others."""
    sums: dict[tuple[str, str], int] = defaultdict(int)
    for each in lines:
        sums[line_account(each, numbers), each.tax_code] -= each.net
        if each.tax:
            sums[journal.tax(each.tax_code), each.tax_code] -= each.tax
    rest = [NewPosting(name, amount, None, code) for (name, code), amount in sums.items() if amount]
    return [NewPosting(journal.DEBTORS, document.gross, document.account_id), *rest]


def line_account(line: Line, numbers: dict[int, str]) -> str:
    """Name the account of the journal that a line goes to, without its tax."""
    if line.collected_for_id is not None:
        return journal.owed(numbers[line.collected_for_id])
    return journal.BAD_DEBTS if line.type == WRITTEN_OFF else journal.income(line.type)


def numbers_of(organisations: Iterable[int | None]) -> dict[int, str]:
    """Give the numbers of organisations for which something is collected."""
    wanted = {each for each in organisations if each is not None}
    return dict(Organisation.objects.filter(pk__in=wanted).values_list("pk", "number")) if wanted else {}


def _entry(document: Document, draft: DraftDocument, numbers: dict[int, str]) -> NewEntry:
    lines = [_line(document, at, line) for at, line in enumerate(draft.lines, 1)]
    return NewEntry(document.day, f"{document}: {draft.account}", expected_entry(document, lines, numbers), document)


def _keep_lines(documents: Iterable[Document], drafts: Iterable[DraftDocument]) -> None:
    drawn: list[Line] = []
    charges: list[tuple[int, ...]] = []
    for document, draft in zip(documents, drafts, strict=True):
        for position, each in enumerate(draft.lines, 1):
            drawn.append(_line(document, position, each))
            charges.append(each.charges)
    kept = Line.objects.bulk_create(drawn)
    LineCharge.objects.bulk_create(
        LineCharge(charge_id=charge, line=line) for line, listed in zip(kept, charges, strict=True) for charge in listed
    )


def _line(document: Document, position: int, draft: DraftLine) -> Line:
    return Line(
        document=document,
        position=position,
        type=draft.type,
        words=draft.words[:300],
        quantity=written(draft.quantity),
        basis=draft.basis,
        rate=written(draft.rate),
        share=written(draft.share),
        source=draft.source[:300],
        clause=draft.clause[:120],
        net=draft.parts.net,
        tax=draft.parts.tax,
        gross=draft.parts.gross,
        tax_code=draft.tax.code,
        tax_rate=written(draft.tax.rate) if draft.tax.code else "",
        tax_included=draft.tax.included,
        collected_for_id=draft.collected_for,
        corrects_id=draft.corrects,
    )


def _audited(document: Document) -> trail.Change:
    told: trail.Change = {"number": document.reference, "kind": str(document.kind), "gross": document.gross}
    return told | ({"refers": document.refers.reference} if document.refers else {})


class _Parties:
    """Names and addresses as they are today: a document keeps them."""

    def __init__(self, drafts: Sequence[DraftDocument]) -> None:
        buyers = {each.account.organisation_id for each in drafts} - {None}
        centre = national()
        listed = {*buyers, centre.pk}
        self._address = dict(
            OrganisationContact.objects.filter(organisation__in=listed).values_list("organisation", "address")
        )
        self._details = {each.organisation_id: each for each in BillingDetails.objects.filter(organisation__in=listed)}
        self.numbers = numbers_of(line.collected_for for each in drafts for line in each.lines)
        self.seller = {"name": current().name, **self._told(centre.pk)}
        details = self._details.get(centre.pk)
        self.seller |= {"bank": details.bank if details else "", "contact": details.contact if details else ""}

    def buyer(self, account: MoneyAccount) -> dict[str, Any]:
        """Tell who is billed; of a member only the number, so that nothing personal is frozen."""
        where = account.organisation
        if where is None:
            return {"name": str(account), "number": account.player.number if account.player else ""}
        return {"name": where.name, "number": where.number, **self._told(where.pk)}

    def _told(self, organisation: int) -> dict[str, Any]:
        details = self._details.get(organisation)
        return {
            "address": self._address.get(organisation, ""),
            "tax_number": details.tax_number if details else "",
        }
