"""What a tax code means on a day, and how a line is divided into net and tax."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from fractions import Fraction
from typing import NamedTuple

from overtrick.handbooks import money
from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.money import proposals
from overtrick.register.money.exact import exact, written
from overtrick.register.money.models import MoneyProposal, TaxRate
from overtrick.register.scoping import current

_LONGEST_CODE = 20


class Unfit(Refused):
    """This is no tax rate."""


class NoRate(Refused):
    """Nobody has said what a tax code means."""


class Tax(NamedTuple):
    """A tax, as a line has it."""

    code: str = ""
    rate: Fraction = Fraction(0)
    included: bool = False


class Parts(NamedTuple):
    """What a line comes to."""

    net: int
    tax: int

    @property
    def gross(self) -> int:
        """Net and tax together."""
        return self.net + self.tax


class Taxes:
    """The tax rates of the federation in scope, read once."""

    def __init__(self) -> None:
        rates = TaxRate.objects.order_by("begins", "pk").values_list("code", "begins", "rate", "included")
        rows = transactions.asked_once(("rates of tax", current().pk), lambda: list(rates))
        self._known = [(code, begins, Tax(code, exact(rate), included)) for code, begins, rate, included in rows]

    def on(self, code: str, day: date) -> Tax:
        """Give what a code means on a day."""
        if not code:
            return Tax()
        found = [tax for name, begins, tax in self._known if name == code and begins <= day]
        if not found:
            raise NoRate(
                f"No rate is entered for the tax code {code} on {day}.", "Enter the rate first.", code="no-rate-of-tax"
            )
        return found[-1]


def parts(amounts: Iterable[Fraction], tax: Tax) -> Parts:
    """Round what charges add up to, once, and take the tax out of it or put it on top."""
    rounded = money.line(amounts)
    if tax.included:
        within = money.tax_within(rounded, tax.rate)
        return Parts(rounded - within, within)
    return Parts(rounded, money.tax_on(rounded, tax.rate))


def once_for_all(listed: Sequence[tuple[Parts, Tax]]) -> list[Parts]:
    """Round the tax of each code once for a document; the last line of a code takes the cent that lines differ by."""
    found = [each for each, _tax in listed]
    for tax in dict.fromkeys(each for _parts, each in listed if each.code):
        rows = [at for at, (_parts, each) in enumerate(listed) if each == tax]
        if tax.included:
            whole = money.tax_within(sum(found[at].gross for at in rows), tax.rate)
        else:
            whole = money.tax_on(sum(found[at].net for at in rows), tax.rate)
        more = whole - sum(found[at].tax for at in rows)
        last = found[rows[-1]]
        found[rows[-1]] = Parts(last.net - more if tax.included else last.net, last.tax + more)
    return found


def enter_rate(
    code: str, rate: Fraction, begins: date, *, included: bool, source: str, actor: User, at: datetime, shown: str = ""
) -> MoneyProposal:
    """Ask for a tax rate from a day on; a second person confirms it."""
    if not 0 <= rate < 1:
        raise Unfit(f"{rate} is not a rate of tax.", "Enter a part of one: 10 % is 1/10.", code="not-a-rate-of-tax")
    if not code.strip() or len(code) > _LONGEST_CODE or "/" in code or not code.isprintable():
        raise Unfit(
            "The tax code is missing or has no plain letters.",
            "Enter a short word, such as GST.",
            code="tax-code-missing",
        )
    content = {"code": code.strip(), "rate": written(rate), "included": included, "begins": begins.isoformat()}
    return proposals.make(proposals.Kind.TAX_RATE, content, source, actor=actor, at=at, shown=shown)


def enter_confirmed(proposal: MoneyProposal, second: User, at: datetime) -> TaxRate:
    """Enter a rate that another proposed."""
    given = proposal.content
    made = TaxRate.objects.create(
        federation=current(),
        code=given["code"],
        rate=given["rate"],
        included=given["included"],
        begins=date.fromisoformat(given["begins"]),
        made_by=proposal.proposed_by,
        second=second,
        made_at=at,
    )
    trail.record(second, "tax.enter", made, None, dict(given), proposal.reason, at=at)
    return made
