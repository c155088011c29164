"""What is collected for a region by its own tariff: what clubs have paid of it, and what was paid out.

Clubs pay it with their invoices, so the federation holds it until two people of the office pay it out. A line counts as
collected when nothing is left to pay of its invoice; each line is paid out once, and a credit note comes off.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import NamedTuple

from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.integrity import Finding
from overtrick.register.money import accounts, journal, news, proposals
from overtrick.register.money.journal import NewEntry, NewPosting
from overtrick.register.money.models import Document, Line, MoneyBook, MoneyProposal, Payout, PayoutLine
from overtrick.register.organisations.models import Organisation
from overtrick.register.scoping import current


class NothingToPay(Refused):
    """There is nothing to pay out, or not so any more."""


class ShareLine(NamedTuple):
    """A line that is collected for a region."""

    line: Line
    collected: bool  #: nothing is left to pay of its invoice
    payout: Payout | None


class Share(NamedTuple):
    """What is collected for a region, without tax."""

    lines: tuple[ShareLine, ...]

    @property
    def invoiced(self) -> int:
        """What clubs were asked for, less what was taken back."""
        return _sum(self.lines)

    @property
    def collected(self) -> int:
        """What clubs have paid of it."""
        return _sum(each for each in self.lines if each.collected or each.payout)

    @property
    def paid_out(self) -> int:
        """What the region has got."""
        return _sum(each for each in self.lines if each.payout)

    @property
    def payable(self) -> tuple[ShareLine, ...]:
        """The lines that the next payout takes."""
        return tuple(each for each in self.lines if each.collected and each.payout is None)

    @property
    def to_pay(self) -> int:
        """What the next payout comes to; not above zero: there is none."""
        return _sum(self.payable)


def _sum(lines: Iterable[ShareLine]) -> int:
    return sum(each.line.net for each in lines)


def share_of(region: Organisation) -> Share:
    """Give what is collected for a region, the newest line first."""
    rows = Line.objects.filter(collected_for=region).select_related("document__account__organisation")
    lines = list(rows.order_by("-document__day", "-document__year", "-document__number", "position"))
    left = accounts.left_of({each.document.refers_id or each.document_id for each in lines})
    paid = PayoutLine.objects.filter(line__in=lines).select_related("payout")
    return _share(lines, left, {each.line_id: each.payout for each in paid})


def every_share() -> list[tuple[Organisation, Share]]:
    """Give what is collected for each region for which something ever was, by name; all are read together."""
    rows = Line.objects.exclude(collected_for=None).select_related("document").order_by("pk")
    of_region: dict[int, list[Line]] = defaultdict(list)
    for each in rows.only("net", "collected_for", "document__refers"):
        of_region[each.collected_for_id or 0].append(each)
    left = accounts.left_of(Document.objects.filter(kind=Document.Kind.INVOICE))
    paid = {each.line_id: each.payout for each in PayoutLine.objects.select_related("payout")}
    regions = Organisation.objects.filter(pk__in=of_region).order_by("name", "pk")
    return [(each, _share(of_region[each.pk], left, paid)) for each in regions]


def regions() -> list[Organisation]:
    """List the regions for which something was ever collected."""
    found = Line.objects.exclude(collected_for=None).values_list("collected_for", flat=True).distinct()
    return list(Organisation.objects.filter(pk__in=found).order_by("name", "pk"))


def _share(lines: Iterable[Line], left: Mapping[int, int], paid: Mapping[int, Payout]) -> Share:
    invoice = [(each, each.document.refers_id or each.document_id) for each in lines]
    return Share(tuple(ShareLine(each, left[of] <= 0, paid.get(each.pk)) for each, of in invoice))


def pay_out(
    region: Organisation, reference: str, reason: str, *, actor: User, at: datetime, shown: str = ""
) -> MoneyProposal:
    """Ask to pay out everything that is collected for a region; a second person confirms it."""
    if not reference.strip():
        raise NothingToPay(
            "The bank’s reference is missing.", "Enter the reference of the transfer.", code="bank-reference-missing"
        )
    found = share_of(region)
    if found.to_pay <= 0:
        raise NothingToPay(
            f"Nothing is to be paid out to {region}.",
            "Wait until clubs have paid their invoices.",
            code="nothing-to-pay-out",
        )
    content = {
        "organisation": region.pk,
        "lines": sorted(each.line.pk for each in found.payable),
        "amount": found.to_pay,
        "reference": reference.strip()[:200],
    }
    return proposals.make(proposals.Kind.PAYOUT, content, reason, actor=actor, at=at, shown=shown)


def pay_out_confirmed(proposal: MoneyProposal, second: User, at: datetime) -> Payout:
    """Pay out what another proposed; each line must still wait for it."""
    given = proposal.content
    region = Organisation.objects.get(pk=given["organisation"])
    end = journal.lock()
    waiting = {each.line.pk: each.line for each in share_of(region).payable}
    if not set(given["lines"]) <= set(waiting):
        raise NothingToPay(
            "Some of it was paid out or is no longer collected.",
            "Refuse this proposal, and propose it again.",
            code="proposal-overtaken",
        )
    made = Payout.objects.create(
        federation=current(),
        organisation=region,
        day=at.date(),
        amount=sum(waiting[each].net for each in given["lines"]),
        reference=given["reference"],
        reason=proposal.reason,
        made_by=proposal.proposed_by,
        second=second,
        made_at=at,
    )
    PayoutLine.objects.bulk_create(PayoutLine(line_id=each, payout=made) for each in given["lines"])
    journal.enter(end, [NewEntry(made.day, f"Payout: {region}", expected_entry(made), payout=made)])
    news.paid_out(made, second, at)
    after = {"organisation": region.number, "amount": made.amount, "lines": len(given["lines"])}
    trail.record(second, "share.pay-out", made, None, after, proposal.reason, at=at)
    return made


def expected_entry(payout: Payout) -> list[NewPosting]:
    """Say what a payout enters in the journal."""
    return [
        NewPosting(journal.owed(payout.organisation.number), payout.amount),
        NewPosting(journal.BANK, -payout.amount),
    ]


def wrong_payouts(book: MoneyBook) -> Iterator[Finding]:
    """See that each payout is the sum of its lines, and that they were collected for whoever got it."""
    rows = Payout.objects.filter(federation=book.federation_id).order_by("pk")
    for payout in rows:
        lines: Sequence[Line] = [each.line for each in payout.lines.select_related("line")]
        if sum(each.net for each in lines) != payout.amount:
            yield Finding(f"payout {payout.pk}", "Its lines do not add up to it.")
        if any(each.collected_for_id != payout.organisation_id for each in lines):
            yield Finding(f"payout {payout.pk}", "A line of it was collected for somebody else.")
