"""``overtrick office tariff``: what everything costs, new amounts, and the second person who confirms them."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from overtrick.cli import output
from overtrick.cli.office import own_password
from overtrick.cli.office.context import Unclear, acting, answered
from overtrick.cli.office.money import AGAIN, read_amount, read_day, shown

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.cli.office.context import Here
    from overtrick.register.money.tariffs import NewRow


@answered
def tariff(
    begin: str,
    unpriced: bool,  # noqa: FBT001 - an option
    first: str,
    source: str,
    amounts: Sequence[str],
    tax: str,
    confirm: int | None,
    password_file: str,
    *,
    yes: bool,
    federation: str,
    actor: str,
    day: str,
) -> int:
    """Show what everything costs, begin to charge, propose amounts, or confirm a proposal."""
    with acting(federation, actor, day) as here:
        if begin:
            return _begin(here, read_day(begin, here.at.date()), unpriced=unpriced, yes=yes)
        if confirm is not None:
            return _confirm(here, confirm, password_file)
        if not amounts:
            return _show(here)
        begins = read_day(first, here.at.date())
        return _propose(
            here, begins, source, [_row(each, tax, here.at.date()) for each in amounts], password_file, yes=yes
        )


def _begin(here: Here, begins: date, *, unpriced: bool, yes: bool) -> int:
    from overtrick.register.money import moneybook, tariffs

    output.say(f"Everything that is processed from {begins} on is charged.")
    if missing := tariffs.without_amount(begins):
        output.say(f"No amount holds then for: {'; '.join(each.charge for each in missing)}.")
        output.say("Enter a tariff from that day first. With --unpriced such charges are kept without an amount.")
    if not yes:
        output.say(AGAIN)
        return output.GOOD
    moneybook.begin(begins, actor=here.actor, at=here.at, unpriced=unpriced)
    output.say(f"{here.federation.name} charges with Overtrick.")
    return output.GOOD


def _show(here: Here) -> int:
    from fractions import Fraction

    from overtrick.register.money import tariffs

    today = here.at.date()
    prices = tariffs.prices_on(here.federation, None, today).by_type
    types = {each.charge: each for each in tariffs.charge_types(today)}
    rows = []
    for name in dict.fromkeys((*types, *prices)):
        price = prices.get(name)
        basis = price.rate.basis if price else types[name].basis
        amount = Fraction(price.rate.amount) if price else None
        written = "" if amount is None else shown(int(amount)) if amount.denominator == 1 else str(amount / 100)
        says = types[name].says if name in types else ""
        rows.append((name, basis, written, price.rate.source if price else says or "no amount entered"))
    if rows:
        output.table(("Charge", "For one", "Amount", "Source"), rows, ("Amount",))
    else:
        output.say("Nothing is charged by the handbook, and no tariff was entered.")
    return output.GOOD


def _row(written: str, tax: str, today: date) -> NewRow:
    from overtrick.register.money import tariffs
    from overtrick.register.money.tariffs import NewRow
    from overtrick.register.scoping import current

    name, _equals, amount = written.rpartition("=")
    types = {each.charge: (each.basis, each.words) for each in tariffs.charge_types(today)}
    for known, price in tariffs.prices_on(current(), None, today).by_type.items():
        types.setdefault(known, (price.rate.basis, price.words))
    if name not in types:
        raise Unclear(f"there is no charge {name!r}; overtrick office tariff lists them")
    basis, words = types[name]
    return NewRow(name, basis, read_amount(amount), tax, words)


def _propose(here: Here, begins: date, source: str, rows: Sequence[NewRow], password_file: str, *, yes: bool) -> int:
    from overtrick.register.money import pricing, proposals, tariffs

    owner = proposals.national()
    tariffs.check_tariff(owner, begins, source, rows, here.at)
    effect = tariffs.touched_by(owner, begins, rows, here.at.date())
    for each in effect.changes:
        before = "no amount" if each.before is None else shown(int(each.before))
        after = "nothing" if each.after is None else shown(int(each.after))
        output.say(f"{each.type}: {before} becomes {after} from {begins}.")
    way = "less" if effect.difference < 0 else "more"
    output.say(f"The charges of {effect.first:%B %Y} would have come to {shown(abs(effect.difference))} {way}.")
    count, cents = pricing.priced_by(owner, begins, rows)
    if count:
        output.say(f"{output.counted(count, 'charge')} without an amount can be charged then: {shown(cents)} together.")
    if not yes:
        output.say(AGAIN)
        return output.GOOD
    by = own_password.check(here, password_file)
    made = tariffs.enter_tariff(owner, begins, source, rows, actor=here.actor, at=here.at, shown=by)
    output.say(f"Proposed as {made.pk}. Another officer confirms it with overtrick office tariff --confirm {made.pk}.")
    return output.GOOD


def _confirm(here: Here, number: int, password_file: str) -> int:
    from overtrick.register.money import confirm
    from overtrick.register.money.models import MoneyProposal

    chosen = MoneyProposal.objects.select_related("proposed_by", "owner").filter(pk=number).first()
    if chosen is None:
        raise Unclear(f"there is no proposal {number}")
    output.say(
        f"{chosen.proposed_by.username} proposed on {chosen.proposed_at:%Y-%m-%d}: {chosen.kind}. {chosen.reason}"
    )
    by = own_password.check(here, password_file)
    made = confirm.confirm(chosen, actor=here.actor, at=here.at, shown=by)
    output.say(f"Confirmed by {here.actor.username}: {made}.")
    return output.GOOD
