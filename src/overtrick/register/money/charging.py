"""Makes charges of what a handbook says is due, and reverses them; never edits one.

A submission is charged in the transaction that posts it. Another version, a return or a release of held points brings
the charges to what the event costs now: what is wrong is reversed by a row that names it, and what is right is charged;
points that are only more make a further charge.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from datetime import date
from fractions import Fraction
from typing import NamedTuple

from overtrick.handbooks.money import Due, Payer
from overtrick.register import sql, transactions
from overtrick.register.accounts.models import User
from overtrick.register.federations.models import Federation
from overtrick.register.money import accounts
from overtrick.register.money.exact import exact, written
from overtrick.register.money.models import Charge
from overtrick.register.money.tariffs import Prices
from overtrick.register.organisations.models import Organisation
from overtrick.register.people.models import Player
from overtrick.register.raw_rows import Swift
from overtrick.register.scoping import current

#: What a reversal has of the charge that it reverses.
SAME = (
    *("federation_id", "account_id", "cause", "type", "words", "basis", "rate", "share", "tax", "row_id", "source"),
    *("tariff_day", "run", "billed", "pay_by", "clause", "working", "exempt", "collected_for_id", "submission_id"),
    *("player_id", "licence_id", "document_id", "caused_on"),
)


_CHARGE = Swift(Charge)
#: So many charges are written one by one.
_FEW = 4


class Payers(NamedTuple):
    """Who is meant by the words of a handbook."""

    organiser: Organisation | None = None
    region: Organisation | None = None
    allotted: Organisation | None = None
    home_club: Organisation | None = None
    member: Player | None = None

    def of(self, payer: Payer) -> Organisation | Player:
        """Say who pays; where nobody is known, whoever caused it."""
        meant = {
            Payer.ORGANISER: self.organiser,
            Payer.REGION: self.region,
            Payer.ALLOTTED: self.allotted,
            Payer.HOME_CLUB: self.home_club,
            Payer.MEMBER: self.member,
        }[payer]
        found = meant or self.organiser or self.home_club or self.member
        if found is None:
            message = f"nobody is known who pays as {payer}"
            raise LookupError(message)
        return found


class Caused(NamedTuple):
    """What charges are for."""

    cause: Charge.Cause
    on: date
    payers: Payers
    tariff_day: date
    submission: int | None = None
    player: int | None = None
    licence: int | None = None
    document: int | None = None


def begins(federation: Federation) -> date | None:
    """Give the day from which a federation charges; None: it does not. Asked for every submission."""
    asked = "select begins from money_moneybook where federation_id = %s"
    found = transactions.asked_once(("charges since", federation.pk), lambda: sql.rows(asked, federation.pk))
    return sql.day(found[0][0]) if found else None


def drawn(
    dues: Iterable[Due], caused: Caused, prices: Prices, actor: User | None, on: date, *, opening: bool = True
) -> list[Charge]:
    """Make the rows of what is due; they are not kept yet. Without ``opening``, an account that is missing stays so."""
    known: dict[tuple[type, int], int | None] = {}
    made = []
    for due in dues:
        whose = caused.payers.of(due.payer)
        key = (type(whose), whose.pk)
        if key not in known:
            found = accounts.account_id(whose)
            known[key] = found or (accounts.account_of(whose).pk if opening else None)
        price = prices.by_type.get(due.charge)
        priced = price is not None and due.rate == price.rate  # and not stated with a grant
        collected = caused.payers.of(due.collected_for) if due.collected_for is not None else None
        made.append(
            Charge(  # type: ignore[misc]  # without an account only where the rows are compared and not kept
                federation=current(),
                account_id=known[key],
                cause=caused.cause,
                type=due.charge[:100],
                words=(price.words if price else "")[:200],
                quantity="0" if due.exempt else written(due.quantity),
                basis=due.basis,
                rate="" if due.rate is None else written(due.rate.amount),
                share=written(due.share),
                tax=due.rate.tax if due.rate else "",
                row_id=price.row if price and priced else None,
                source=(due.rate.source if due.rate else "")[:300],
                tariff_day=caused.tariff_day,
                run=due.run,
                billed=due.billed or on,
                pay_by=due.pay_by,
                clause=due.clause[:120],
                working=due.working.says[:500],
                exempt=due.exempt,
                collected_for=collected if isinstance(collected, Organisation) else None,
                submission_id=caused.submission,
                player_id=caused.player,
                licence_id=caused.licence,
                document_id=caused.document,
                caused_on=caused.on,
                made_by=actor,
                made_on=on,
            )
        )
    return made


def differences(
    standing: Sequence[Charge], wanted: Sequence[Charge], actor: User | None, on: date, *, further: bool, reason: str
) -> list[Charge]:
    """Give the rows that bring charges to what is due now: reversals, and charges; none where they are right.

    What two people have waived stays waived as long as it is due at all.
    """
    waived = {_whatever_rate(each) for each in standing if each.waived}
    if waived:
        spared = waived & {_whatever_rate(each) for each in wanted}
        standing = [each for each in standing if _whatever_rate(each) not in spared]
        wanted = [each for each in wanted if _whatever_rate(each) not in spared]
    now: dict[tuple[object, ...], list[Charge]] = defaultdict(list)
    for each in standing:
        now[kind_of(each)].append(each)
    found: list[Charge] = []
    due: dict[tuple[object, ...], list[Charge]] = defaultdict(list)
    for each in wanted:
        due[kind_of(each)].append(each)
    for kind, new in due.items():
        old = now.pop(kind, [])
        more = _quantity(new) - _quantity(old)
        if not old:
            found += new
        elif more > 0 and further:
            new[0].quantity = written(more)
            found.append(new[0])
        elif more:
            found += [*(reversal(each, actor, on, reason) for each in old), *new]
    found += [reversal(each, actor, on, reason) for listed in now.values() for each in listed]
    return found


def is_as_charged(standing: Sequence[Charge], wanted: Sequence[Charge]) -> bool:
    """Say whether charges are what is due; one that had no amount when it was made is as right as it was."""
    known = {kind_of(each) for each in standing}
    for each in wanted:
        if kind_of(each) not in known and kind_of(_without_amount(each)) in known:
            each.rate = each.tax = ""
    return not differences(standing, wanted, None, date.min, further=False, reason="")


def _without_amount(made: Charge) -> Charge:
    return Charge(**{name: getattr(made, name) for name in SAME} | {"rate": "", "tax": ""}, quantity="0")


def _quantity(charges: Iterable[Charge]) -> Fraction:
    return sum((exact(each.quantity) for each in charges), Fraction(0))


def kind_of(charge: Charge) -> tuple[object, ...]:
    """Give what charges of one cause have in common that only differ in quantity."""
    return (*_whatever_rate(charge), charge.rate, charge.tax, charge.exempt)


def _whatever_rate(charge: Charge) -> tuple[object, ...]:
    same = (charge.account_id, charge.cause, charge.type, charge.basis, charge.share)
    return (*same, charge.collected_for_id, charge.player_id, charge.licence_id, charge.document_id)


def reversal(charge: Charge, actor: User | None, on: date, reason: str, second: User | None = None) -> Charge:
    """Make the row that takes a charge back; it is not kept yet."""
    same = {name: getattr(charge, name) for name in SAME}
    quantity = written(-exact(charge.quantity))
    return Charge(
        **same, quantity=quantity, reverses=charge, reason=reason[:500], made_by=actor, second=second, made_on=on
    )


def waiver(charge: Charge, actor: User, second: User, on: date, reason: str) -> Charge:
    """Make the row that says of a charge that two people waived it: counted and shown, of quantity 0; not kept yet."""
    same = {name: getattr(charge, name) for name in SAME} | {"exempt": True}
    return Charge(**same, quantity="0", reason=reason[:500], made_by=actor, second=second, made_on=on)


def keep(charges: Sequence[Charge]) -> list[Charge]:
    """Keep charges; inside a transaction. The few of one event go past the ORM, which takes ten times as long."""
    if len(charges) > _FEW:
        return Charge.objects.bulk_create(charges)
    return [_CHARGE.insert(each) for each in charges]


class EventCharges(NamedTuple):
    """The charges of one event in the order in which they were made."""

    every: list[Charge]  #: reversals too
    standing: list[Charge]  #: those that were not reversed

    def of(self, *causes: Charge.Cause) -> list[Charge]:
        """Give those that stand, of some causes."""
        return [each for each in self.standing if each.cause in causes]

    def first(self, cause: Charge.Cause) -> Charge | None:
        """Give the first charge of a cause that was ever made."""
        return next((each for each in self.every if each.cause == cause), None)


def charges_for(competitions: Collection[int]) -> dict[int, EventCharges]:
    """Give the charges of events, each found by its submission: asked otherwise, SQLite goes through those of all."""
    given, value = sql.numbers(competitions)
    asked = sql.rows(_OF_EVENTS.format(given=given), value)
    rows = Charge.objects.in_bulk([number for _event, number, _stands in asked])
    found = {each: EventCharges([], []) for each in competitions}
    for event, number, stands in asked:
        if number in rows:
            found[event].every.append(rows[number])
            if stands:
                found[event].standing.append(rows[number])
    return found


_OF_EVENTS = """
    select competition_id, charge.id, case when reverses_id is null
        and not exists (select 1 from money_charge as back where back.reverses_id = charge.id) then 1 else 0 end
    from {given} cross join competitions_submission as submission cross join money_charge as charge
    where submission.competition_id = n and charge.submission_id = submission.id order by charge.id
"""


def standing_for(competition: int, *causes: Charge.Cause) -> list[Charge]:
    """Give the charges of an event that were not reversed."""
    return charges_for([competition])[competition].of(*causes)


def region_of(organisation: int) -> int | None:
    """Give the nearest region above an organisation."""
    found = transactions.asked_once(("region of", organisation), lambda: sql.rows(_REGION, organisation))
    return int(found[0][0]) if found else None


_REGION = """
with recursive line(id, parent_id, kind, steps) as (
    select id, parent_id, kind, 0 from organisations_organisation where id = %s
    union all
    select o.id, o.parent_id, o.kind, line.steps + 1
    from organisations_organisation o join line on o.id = line.parent_id
)
select id from line where kind = 'region' order by steps limit 1
"""
