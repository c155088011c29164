"""Plans the documents of a run: charges that are not on a line yet become lines, one rounding for each.

Charges of one type, rate and tax go into one line. A correction of what was invoiced works the line out again, and the
difference of the two rounded lines goes on a credit note, or on the next invoice if it is more.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import date, timedelta
from fractions import Fraction
from typing import NamedTuple, cast

from django.db.models import Q

from overtrick.handbooks.money import Run, tax_within
from overtrick.register.money import moneybook
from overtrick.register.money.documents import DraftDocument, DraftLine
from overtrick.register.money.exact import exact
from overtrick.register.money.models import Charge, Document, Line, LineCharge, MoneyAccount
from overtrick.register.money.taxes import NoRate, Parts, Tax, Taxes, once_for_all, parts

_COLUMNS = (
    *("pk", "account_id", "type", "words", "quantity", "basis", "rate", "share", "tax", "source", "clause"),
    *("tariff_day", "exempt", "collected_for_id", "reverses_id", "pay_by", "cause", "licence_id", "player_id"),
    *("document_id", "submission__competition_id"),
)


class Pending(NamedTuple):
    """A charge that is on no line."""

    pk: int
    account: int
    type: str
    words: str
    quantity: Fraction
    basis: str
    rate: Fraction
    share: Fraction
    tax: str
    source: str
    clause: str
    tariff_day: date
    exempt: bool
    collected_for: int | None
    reverses: int | None
    pay_by: date | None
    cause: tuple[object, ...]  #: what it is for: a competition, a licence, a member, a document

    @property
    def amount(self) -> Fraction:
        """What it comes to, exactly."""
        return Fraction(0) if self.exempt else self.quantity * self.rate * self.share

    @property
    def kind(self) -> tuple[object, ...]:
        """What must be the same for charges of one line."""
        return (self.type, self.basis, self.rate, self.share, self.tax, self.source, self.collected_for, self.exempt)


class Plan(NamedTuple):
    """What a run would do."""

    documents: tuple[DraftDocument, ...]
    problems: tuple[str, ...]  #: why something cannot be billed now; a run with problems is not done
    #: with less than nothing to bill, or with more to take back than is left of an invoice: it waits for the next run
    carried: tuple[MoneyAccount, ...]
    missing: int  #: charges without an amount


#: Tells how much is done, of how much.
Progress = Callable[[int, int], None]


def silent(_done: int, _of: int) -> None:
    """Tell nobody how far it has come."""


def plan(run: Run, until: date, day: date, owner: int | None = None, progress: Progress = silent) -> Plan:
    """Plan the documents of a day for everything of a run that is billed until a day.

    With ``owner``, a region, only what is collected for it.
    """
    every = Charge.objects.filter(run=run, billed__lte=until, on_line=None)
    if owner is not None:
        every = every.filter(collected_for=owner)
    rows = every.exclude(rate="", exempt=False).order_by("pk").values_list(*_COLUMNS)
    pending = [_pending(row) for row in rows.iterator(chunk_size=5000)]
    return _Planner(pending, run, day, progress).plan(_missing(every))


def _missing(rows: Iterable[Charge]) -> int:
    """Count what has no amount and was not taken back."""
    listed = rows.filter(rate="", exempt=False)  # type: ignore[attr-defined]
    return int(listed.filter(reverses=None, reversed_by=None).count())


def _pending(row: Sequence[object]) -> Pending:
    pk, account, kind, words, quantity, basis, rate, share, tax, source, clause, *rest = row
    tariff_day, exempt, collected_for, reverses, pay_by, cause, licence, player, document, competition = rest
    return Pending(
        *(pk, account, kind, words, exact(str(quantity)), basis, exact(str(rate or 0)), exact(str(share)), tax),  # type: ignore[arg-type]
        *(source, clause, tariff_day, exempt, collected_for, reverses, pay_by),  # type: ignore[arg-type]
        (cause, competition, licence, player, document),
    )


class _Planner:
    def __init__(self, pending: list[Pending], run: Run, day: date, progress: Progress) -> None:
        self.pending = pending
        self.progress = progress
        self.run = run
        self.day = day
        self.due = day + timedelta(days=moneybook.payment_days(day))
        self.by_line = moneybook.tax_by_line(day)
        self.taxes = Taxes()
        self.accounts = MoneyAccount.objects.select_related("organisation", "player").in_bulk(
            {each.account for each in pending}
        )
        self.problems: list[str] = []
        self.carried: list[MoneyAccount] = []

    def plan(self, missing: int) -> Plan:
        roots = self._roots()
        ordinary: dict[tuple[object, ...], list[Pending]] = defaultdict(list)
        again: dict[int, list[Pending]] = defaultdict(list)
        for each in self.pending:
            root = roots.get(each.reverses) or roots.get((each.cause, each.account, each.kind))
            if root is None:
                ordinary[self._together(each)].append(each)
            else:
                again[root].append(each)
        more: dict[tuple[object, ...], list[DraftLine]] = defaultdict(list)
        notes = list(self._corrections(again, more))
        invoices = list(self._invoices(ordinary, more))
        listed = sorted((*invoices, *notes), key=lambda each: (str(each.account), each.kind != Document.Kind.INVOICE))
        return Plan(tuple(listed), tuple(dict.fromkeys(self.problems)), tuple(dict.fromkeys(self.carried)), missing)

    def _together(self, each: Pending) -> tuple[object, ...]:
        """What is processed is billed by itself; other runs make one invoice of everything."""
        return (each.account, *each.cause[1:]) if self.run is Run.PROCESSED else (each.account,)

    def _roots(self) -> dict[object, int]:
        """Find the lines that corrections belong to: those of the charges that were taken back.

        A reversal goes to the line of its own charge; what is charged in its stead to the last of those lines.
        """
        back = {each.reverses: each for each in self.pending if each.reverses is not None}
        found: dict[object, int] = {}
        rows = LineCharge.objects.filter(charge__in=back).order_by("charge")
        for charge, line, corrects in rows.values_list("charge", "line", "line__corrects"):
            each = back[charge]
            found[charge] = found[each.cause, each.account, each.kind] = corrects or line
        return found

    def _invoices(
        self, ordinary: dict[tuple[object, ...], list[Pending]], more: dict[tuple[object, ...], list[DraftLine]]
    ) -> Iterator[DraftDocument]:
        keys = list(dict.fromkeys((*ordinary, *more)))
        for done, key in enumerate(keys, 1):
            self.progress(done, len(keys))
            charges = ordinary.get(key, [])
            lines = (*self._taxed(list(self._lines(charges))), *more.get(key, ()))
            account = self.accounts[cast("int", key[0])]
            if not any(each.parts.gross or each.parts.net for each in lines):
                continue  # nothing to bill: no invoice, and no number
            days = [each.pay_by for each in charges if each.pay_by is not None]
            # A day that the handbook names holds, also where the usual term would end before it.
            term = () if days and len(days) == len(charges) else (self.due,)
            due = max(self.day, min((*days, *term)))
            draft = DraftDocument(account, Document.Kind.INVOICE, due, tuple(lines))
            if draft.gross < 0:
                self.carried.append(account)
            else:
                yield draft

    def _lines(self, charges: Iterable[Pending]) -> Iterator[DraftLine]:
        kinds: dict[tuple[object, ...], list[Pending]] = defaultdict(list)
        for each in charges:
            tax = self._tax(each)
            if tax is not None:
                kinds[(*each.kind, tax)].append(each)
        for key, listed in kinds.items():
            common = cast("Tax", key[-1])
            drawn = _drawn(listed, parts((each.amount for each in listed), common), common)
            if drawn.parts.gross or drawn.parts.net or listed[0].exempt:
                yield drawn

    def _taxed(self, lines: list[DraftLine]) -> list[DraftLine]:
        """Round tax once for the document where the federation chose so."""
        if self.by_line:
            return lines
        rounded = once_for_all([(each.parts, each.tax) for each in lines])
        return [each._replace(parts=comes_to) for each, comes_to in zip(lines, rounded, strict=True)]

    def _tax(self, each: Pending) -> Tax | None:
        try:
            return self.taxes.on(each.tax, each.tariff_day)
        except NoRate as error:
            self.problems.append(error.found)
            return None

    def _corrections(
        self, again: dict[int, list[Pending]], more: dict[tuple[object, ...], list[DraftLine]]
    ) -> Iterator[DraftDocument]:
        """Work lines out again: what is less goes on credit notes of its invoices, what is more on an invoice."""
        lines = Line.objects.select_related("document__account__organisation").in_bulk(again)
        drawn = [(lines[root], worked_out_again(lines[root], listed)) for root, listed in again.items()]
        less, alone = self._less(drawn)
        for line, each in drawn:
            if each.parts.gross > 0 and (line.gross >= 0 or line.document_id in alone):
                more[self._together(again[line.pk][0])].append(each)
        documents = Document.objects.select_related("account__organisation").in_bulk(less)
        for pk, listed_lines in less.items():
            document = documents[pk]
            yield DraftDocument(document.account, Document.Kind.CREDIT_NOTE, self.day, tuple(listed_lines), document)

    def _less(self, drawn: Sequence[tuple[Line, DraftLine]]) -> tuple[dict[int, list[DraftLine]], set[int]]:
        """Give the lines of credit notes by their invoices, and the invoices whose deductions are asked for alone.

        What an invoice deducted, such as a commission, goes with what it was deducted from: on the same credit note,
        or it waits too. It is asked for alone where a credit note would ask for something.
        """
        alone: set[int] = set()
        waits: set[int] = set()
        while True:
            less: dict[int, list[DraftLine]] = defaultdict(list)
            left: list[Line] = []
            for line, each in drawn:
                if each.parts.gross > 0 > line.gross and line.document_id not in alone | waits:
                    less[line.document_id].append(each)
            for line, each in drawn:
                shares = self._taken_back(line, each, less) if each.parts.gross < 0 else []
                if each.parts.gross < 0 and not shares:
                    left.append(line)
                for invoice, share in shares:
                    less[invoice].append(share)
            asking = {pk for pk, listed in less.items() if sum(each.parts.gross for each in listed) > 0}
            if not asking:
                self.carried += [line.document.account for line in left]
                return less, alone
            waits |= asking & {line.document_id for line in left}
            alone |= asking - waits

    def _taken_back(
        self, line: Line, drawn: DraftLine, less: dict[int, list[DraftLine]]
    ) -> list[tuple[int, DraftLine]]:
        """Divide what is taken back over the invoices that asked for it; none: not so much is left of them.

        That is so where the office gave up part of an invoice before: whoever owes nothing any more gets nothing back.
        """
        of_line = left_by_document(line)
        shares: list[tuple[int, DraftLine]] = []
        rest = drawn.parts
        for document in Document.objects.filter(pk__in=of_line).order_by("pk"):
            left = creditable(document) + sum(each.parts.gross for each in less.get(document.pk, ()))
            part = min(-rest.gross, of_line[document.pk].gross, left)
            if part <= 0:
                continue
            whole = of_line[document.pk]
            within = whole.tax if part == whole.gross else tax_within(part, drawn.tax.rate) if drawn.tax.code else 0
            comes_to = rest if part == -rest.gross else Parts(within - part, -within)
            rest = Parts(rest.net - comes_to.net, rest.tax - comes_to.tax)
            share = drawn._replace(parts=comes_to)
            # The charges stand on one line, as does how many there are.
            shares.append((document.pk, share._replace(charges=(), quantity=Fraction(0)) if shares else share))
        return shares if not rest.gross else []


def left_by_document(line: Line) -> dict[int, Parts]:
    """Say what of a line is not taken back, by the invoices that ask for it: its own, and those of its corrections."""
    root = line.corrects_id or line.pk
    family = Line.objects.filter(Q(pk=root) | Q(corrects=root) | Q(corrects__corrects=root))
    found: dict[int, Parts] = {}
    for document, refers, net, tax in family.values_list("document", "document__refers", "net", "tax"):
        before = found.get(refers or document, Parts(0, 0))
        found[refers or document] = Parts(before.net + net, before.tax + tax)
    return found


def worked_out_again(line: Line, charges: Sequence[Pending]) -> DraftLine:
    """Work a line out again with further charges; what comes of it is the difference of two rounded lines."""
    tax = Tax(line.tax_code, exact(line.tax_rate or "0"), line.tax_included)
    before = [line, *line.corrected_by.filter(type=line.type)]  # others are goodwill, which changes no charge
    kept = Charge.objects.filter(on_line__line__in=before).values_list("quantity", "rate", "share", "exempt")
    amounts = [
        Fraction(0) if exempt else exact(quantity) * exact(rate or "0") * exact(share)
        for quantity, rate, share, exempt in kept
    ]
    now = parts([*amounts, *(each.amount for each in charges)], tax)
    then = Parts(sum(each.net for each in before), sum(each.tax for each in before))
    drawn = _drawn(charges, Parts(now.net - then.net, now.tax - then.tax), tax)
    return drawn._replace(words=f"{line.words}, corrected", corrects=line.pk)


def creditable(invoice: Document) -> int:
    """Say how much of an invoice is not credited yet."""
    return invoice.gross + sum(invoice.credit_notes.values_list("gross", flat=True))


def _drawn(charges: Sequence[Pending], comes_to: Parts, tax: Tax) -> DraftLine:
    first = charges[0]
    return DraftLine(
        first.type,
        first.words or first.type,
        sum((each.quantity for each in charges), Fraction(0)),
        first.basis,
        first.rate,
        first.share,
        comes_to,
        tax,
        first.source,
        first.clause,
        first.collected_for,
        None,
        tuple(each.pk for each in charges),
    )
