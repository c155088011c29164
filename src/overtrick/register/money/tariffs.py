"""Amounts from a day on: what the handbook prints, what the federation sets, and what a region sets for its own.

A tariff is entered by two people for a day to come. A row holds until a later tariff of the same owner has one of the
same type. A type that had no amount on a day may begin on it, whatever it costs since: so what was kept without an
amount can be charged, and what was played before the first tariff.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date, datetime, timedelta
from fractions import Fraction
from typing import NamedTuple

from overtrick.handbooks import money
from overtrick.handbooks.edition import Book
from overtrick.handbooks.money import ChargeType, Rate
from overtrick.register import sql, transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.federations.models import Federation
from overtrick.register.money import proposals
from overtrick.register.money.exact import MOST, exact
from overtrick.register.money.models import Charge, MoneyProposal, Tariff, TariffRow
from overtrick.register.organisations.models import Organisation
from overtrick.register.scoping import current

#: A tariff is not entered for a day further away.
_FURTHEST = timedelta(days=3 * 366)
_MOST_ROWS = 200


class Unfit(Refused):
    """This is no tariff; ``problems`` lists everything that is wrong with it."""

    def __init__(self, problems: Sequence[str]) -> None:
        """Say everything at once."""
        super().__init__(" ".join(problems), "Nothing was entered.", code="tariff-unfit")
        self.problems = tuple(problems)


class NewRow(NamedTuple):
    """An amount to enter."""

    type: str
    basis: str
    amount: int | None  #: None: it is charged no longer
    tax: str = ""
    words: str = ""


class Price(NamedTuple):
    """A rate, and where it is kept."""

    rate: Rate
    row: int | None  #: None: the handbook prints it
    owner: int | None
    words: str


class Prices(NamedTuple):
    """Everything that has an amount on a day."""

    tariff: money.Tariff | None
    by_type: Mapping[str, Price]


class Change(NamedTuple):
    """What a tariff does to one type of charge."""

    type: str
    words: str  #: as invoices say it
    basis: str
    before: Fraction | None  #: the amount that held until then; None: there was none
    after: Fraction | None
    charges: int  #: so many of last month
    cost: int  #: what they came to
    would_cost: int  #: what they would have come to


class Effect(NamedTuple):
    """What a tariff will touch, measured on the charges of last month."""

    first: date
    last: date
    changes: tuple[Change, ...]
    begins: date  #: from which it holds
    accounts: int  #: so many were charged one of these last month

    @property
    def difference(self) -> int:
        """What the federation would have charged more; below zero: less."""
        return sum(each.would_cost - each.cost for each in self.changes)


def without_amount(day: date) -> list[ChargeType]:
    """List what is charged from a day on, and for which nobody has entered an amount that holds then."""
    known = prices_on(current(), None, day).by_type
    return [
        each
        for each in charge_types(day)
        if not each.optional and not each.says and (each.priced_as or each.charge) not in known
    ]


def tariff_on(federation: Federation, owner: Organisation | None, day: date) -> money.Tariff | None:
    """Give the amounts that hold on a day; with those of ``owner``, a region that has its own."""
    return prices_on(federation, owner.pk if owner else None, day).tariff


def prices_on(federation: Federation, owner: int | None, day: date) -> Prices:
    """Give the amounts that hold on a day, and where each is kept."""
    return transactions.asked_once(("prices", federation.pk, owner, day), lambda: _prices_on(federation, owner, day))


def _prices_on(federation: Federation, owner: int | None, day: date) -> Prices:
    book = handbook.book_on(federation, day)
    printed = money.of(book.edition).printed(book)
    found: dict[str, Price] = {}
    begins, source = date.min, ""
    if printed is not None:
        begins, source = printed.begins, printed.source
        found = {name: Price(rate, None, None, "") for name, rate in printed.rates.items()}
    since = dict.fromkeys(found, printed.begins) if printed else {}
    regional = _regional(book) if owner is not None else frozenset()
    for row, whose, body, first, said, kind, basis, amount, tax, words in sql.rows(
        "select r.id, t.owner_id, o.kind, t.begins, t.source, r.type, r.basis, r.amount, r.tax, r.words "
        "from money_tariffrow r join money_tariff t on t.id = r.tariff_id "
        "join organisations_organisation o on o.id = t.owner_id "
        "where t.federation_id = %s and t.begins <= %s and (o.kind = 'national' or o.id = %s) "
        "order by case when o.kind = 'national' then 0 else 1 end, t.begins, t.id, r.id",
        *(federation.pk, day, owner or 0),
    ):
        starts = sql.day(first)
        if kind in since and starts < since[kind]:
            continue  # the handbook has printed another amount since
        if body != Organisation.Kind.NATIONAL and kind not in regional:
            continue  # a region sets what is collected for it, and nothing else
        begins, source = max(begins, starts), said
        if amount is None:
            found.pop(kind, None)
        else:
            found[kind] = Price(Rate(kind, amount, basis, tax, said, ""), row, whose, words)
    if not found:
        return Prices(None, {})
    rates = {name: each.rate for name, each in found.items()}
    return Prices(money.Tariff(begins, rates, source), found)


def _regional(book: Book) -> frozenset[str]:
    """Name the types that a region may set for its own clubs."""
    return frozenset(each.charge for each in money.of(book.edition).charge_types(book) if each.of_region)


def set_by_regions(day: date) -> frozenset[str]:
    """Name the types that a region may set for its own clubs; none: the handbook knows of none."""
    return _regional(handbook.book_on(current(), day))


def charge_types(day: date) -> tuple[ChargeType, ...]:
    """List every row that the price list of the federation can have."""
    book = handbook.book_on(current(), day)
    return money.of(book.edition).charge_types(book)


def enter_tariff(
    owner: Organisation,
    begins: date,
    source: str,
    rows: Sequence[NewRow],
    *,
    actor: User,
    at: datetime,
    shown: str = "",
) -> MoneyProposal:
    """Ask for amounts from a day on; a second person confirms them."""
    check_tariff(owner, begins, source, rows, at)
    content = {"begins": begins.isoformat(), "rows": [list(each) for each in rows]}
    return proposals.make(proposals.Kind.TARIFF, content, source, actor=actor, at=at, owner=owner, shown=shown)


def enter_confirmed(proposal: MoneyProposal, second: User, at: datetime) -> Tariff:
    """Enter a tariff that another proposed; its day must still be to come."""
    begins, rows = proposed(proposal)
    check_tariff(proposal.owner, begins, proposal.reason, rows, at)
    made = Tariff.objects.create(
        federation=current(),
        owner=proposal.owner,
        begins=begins,
        source=proposal.reason[:300],
        made_by=proposal.proposed_by,
        second=second,
        made_at=at,
    )
    TariffRow.objects.bulk_create(
        TariffRow(tariff=made, type=each.type, basis=each.basis, amount=each.amount, tax=each.tax, words=each.words)
        for each in rows
    )
    trail.record(second, "tariff.enter", made, None, dict(proposal.content), proposal.reason, at=at)
    return made


def proposed(proposal: MoneyProposal) -> tuple[date, list[NewRow]]:
    """Read a proposed tariff."""
    given = proposal.content
    return date.fromisoformat(given["begins"]), [NewRow(*each) for each in given["rows"]]


def touched_by(owner: Organisation, begins: date, rows: Iterable[NewRow], today: date) -> Effect:
    """Say what amounts would change, and what the charges of last month would have come to."""
    last = today.replace(day=1) - timedelta(days=1)
    first = last.replace(day=1)
    before = prices_on(current(), owner.pk, begins - timedelta(days=1)).by_type
    listed = list(rows)
    month: dict[str, list[tuple[Fraction, Fraction]]] = {}
    touched = set()
    charges = Charge.objects.filter(made_on__range=(first, last), type__in=[each.type for each in listed])
    if owner.kind != Organisation.Kind.NATIONAL:
        charges = charges.filter(row__tariff__owner=owner)
    for kind, quantity, share, rate, account in charges.values_list("type", "quantity", "share", "rate", "account"):
        touched.add(account)
        month.setdefault(kind, []).append((exact(quantity) * exact(share), exact(rate or "0")))
    changes = tuple(_change(each, before.get(each.type), month.get(each.type, [])) for each in listed)
    return Effect(first, last, changes, begins, len(touched))


def _change(row: NewRow, before: Price | None, charged: list[tuple[Fraction, Fraction]]) -> Change:
    after = None if row.amount is None else Fraction(row.amount)
    return Change(
        row.type,
        row.words or row.type,
        row.basis,
        Fraction(before.rate.amount) if before else None,
        after,
        len(charged),
        money.line(quantity * rate for quantity, rate in charged),
        money.line(quantity * (after or 0) for quantity, _rate in charged),
    )


def check_tariff(owner: Organisation, begins: date, source: str, rows: Sequence[NewRow], at: datetime) -> None:
    """Refuse what is no tariff, with everything that is wrong."""
    today = at.date()
    problems = []
    if owner.kind not in (Organisation.Kind.NATIONAL, Organisation.Kind.REGION):
        problems.append(f"{owner} has no tariff of its own: only the national body and regions have.")
    if not source.strip():
        problems.append("Nobody is named who says so: enter the source.")
    if begins > today + _FURTHEST:
        problems.append(f"{begins} is more than three years away.")
    if not rows or len(rows) > _MOST_ROWS:
        problems.append(f"A tariff has 1 to {_MOST_ROWS} amounts.")
    seen: set[str] = set()
    for each in rows:
        problems += _wrong_with(each, seen)
        seen.add(each.type)
    if owner.kind == Organisation.Kind.REGION:
        regional = set_by_regions(begins)
        problems += [f"{each}: only the federation sets it." for each in sorted(seen - regional)]
    if begins <= today:
        ends = {each.type for each in rows if each.amount is None}
        known = (_had(owner, begins) | _not_charged_without(begins) | ends) & seen
        problems += [f"{each}: its amount changes only from a day to come." for each in sorted(known)]
    if problems:
        raise Unfit(problems)


def _wrong_with(row: NewRow, seen: set[str]) -> list[str]:
    named = row.type.strip()
    found = []
    if not named or not named.isprintable() or len(named) > TariffRow._meta.get_field("type").max_length:  # type: ignore[operator]  # noqa: SLF001 - Django's
        found.append("An amount has no type, or a very long one.")
    if named in seen:
        found.append(f"{named}: there are two amounts.")
    if not row.basis.strip():
        found.append(f"{named}: enter for one of what the amount is.")
    if row.amount is not None and not 0 <= row.amount <= MOST:
        found.append(f"{named}: {row.amount} is not an amount.")
    return found


def _had(owner: Organisation, day: date) -> set[str]:
    """Name the types that had an amount on a day, or before it: one that had none may begin there, before its first."""
    rows = TariffRow.objects.filter(tariff__owner=owner, tariff__begins__lte=day)
    return {*rows.values_list("type", flat=True), *prices_on(current(), owner.pk, day).by_type}


def _not_charged_without(day: date) -> set[str]:
    """Name the types that cost nothing without an amount, once something was charged: what was free stays so."""
    if not Charge.objects.filter(tariff_day__gte=day).exists():
        return set()
    return {each.charge for each in charge_types(day) if each.optional}
