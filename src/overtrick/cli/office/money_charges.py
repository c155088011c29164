"""``overtrick office charges``: what is charged from a list, rehearsed first: amounts, the roll, yearly fees."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.cli import output
from overtrick.cli.office import own_password
from overtrick.cli.office.context import acting, answered
from overtrick.cli.office.money import AGAIN, read_day, shown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from overtrick.register.money.models import Charge, MoneyAccount

_HEADINGS = ("Who pays", "Charge", "Quantity", "Rate", "Clause")


@answered
def price(*, yes: bool, federation: str, actor: str, day: str) -> int:
    """Say what charges without an amount come to now, or charge them."""
    with acting(federation, actor, day) as here:
        from overtrick.register.money import pricing

        found = [(str(each.charge.account), each.charge) for each in pricing.with_amount()]
        if not found:
            output.say("No charge that was kept without an amount has one now.")
            return output.GOOD
        _list(found)
        if not yes:
            output.say(AGAIN)
            return output.GOOD
        made = pricing.price_missing(actor=here.actor, at=here.at)
        output.say(f"Charged: {output.counted(len(made) // 2, 'charge')}.")
    return output.GOOD


@answered
def waive(number: str, reason: str, password_file: str, *, yes: bool, federation: str, actor: str, day: str) -> int:
    """Say which charges without an amount would be waived, or propose it to a second person."""
    with acting(federation, actor, day) as here:
        from overtrick.register.money import not_charged, pricing

        found = [each for each in pricing.lacking() if not number or _number(each.account) == number]
        if not found:
            output.say("No such charge was kept without an amount.")
            return output.GOOD
        rows = [
            (str(each.account), each.type, str(len(each.charges)), str(each.quantity), f"{each.first} to {each.last}")
            for each in found
        ]
        output.table(("Who pays", "Charge", "Charges", "Quantity", "Amounts of"), rows, ("Charges", "Quantity"))
        if not yes:
            output.say(AGAIN)
            return output.GOOD
        wanted = [pk for each in found for pk in each.charges]
        by = own_password.check(here, password_file)
        made = not_charged.propose(wanted, [], reason, actor=here.actor, at=here.at, shown=by)
        output.say(
            f"Proposed as {made.pk}. Another officer confirms it with overtrick office tariff --confirm {made.pk}."
        )
    return output.GOOD


def _number(account: MoneyAccount) -> str:
    whose = account.organisation or account.player
    return whose.number if whose else ""


@answered
def roll(declared: str, *, yes: bool, federation: str, actor: str, day: str) -> int:
    """Say how many members are on the roll of a day and not charged, or charge their clubs."""
    with acting(federation, actor, day) as here:
        from overtrick.register.money import registrations

        on = read_day(declared, here.at.date())
        left = registrations.rehearse_roll(on, actor=here.actor, at=here.at)
        output.say(f"{output.counted(left.members, 'member')} on the roll of {on}, {left.charged} charged before.")
        if not left.charges:
            output.say("There is nothing to charge.")
            return output.GOOD
        _list((str(club), each) for club, each in left.charges)
        if not yes:
            output.say(AGAIN)
            return output.GOOD
        made = registrations.charge_roll(on, actor=here.actor, at=here.at)
        output.say(f"Charged: {output.counted(len(made), 'charge')}.")
    return output.GOOD


@answered
def year(begins: str, *, yes: bool, federation: str, actor: str, day: str) -> int:
    """Say what clubs pay for a year and what of it is not charged, or charge it."""
    with acting(federation, actor, day) as here:
        from overtrick.register.money import yearly

        on = read_day(begins, here.at.date())
        fees = yearly.rehearse(on, actor=here.actor, at=here.at)
        new = [(str(each.club), row) for each in fees for row in each.new]
        if not new:
            output.say(f"Everything for the year from {on} is charged.")
            return output.GOOD
        _list(new)
        if not yes:
            output.say(AGAIN)
            return output.GOOD
        made = yearly.charge_year(on, actor=here.actor, at=here.at)
        output.say(f"Charged: {output.counted(len(made), 'charge')}.")
    return output.GOOD


def _list(charges: Iterable[tuple[str, Charge]]) -> None:
    """Say who would pay for how much of what, added up."""
    from overtrick.handbooks.money import line
    from overtrick.register.money.exact import exact
    from overtrick.register.money.verify import amount_of

    every = list(charges)
    counts: dict[tuple[str, ...], list[Charge]] = {}
    for payer, each in every:
        counts.setdefault((payer, each.type, each.rate, each.clause), []).append(each)
    rows = [
        (payer, kind, str(sum(exact(each.quantity) for each in listed)), rate and shown(int(exact(rate))), clause)
        for (payer, kind, rate, clause), listed in counts.items()
    ]
    output.table(_HEADINGS, rows, ("Quantity", "Rate"))
    total = line(amount_of(each) for _payer, each in every)
    output.say(f"{output.counted(len(every), 'charge')}, {shown(total)} together.")
