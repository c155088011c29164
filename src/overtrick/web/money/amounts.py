"""How pages write amounts of money, and read them."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.engine.numbers import Exact
from overtrick.handbooks.money import Currency
from overtrick.register.money import moneybook
from overtrick.register.money.exact import MOST, exact
from overtrick.register.scoping import current
from overtrick.web import access
from overtrick.web.design.tables import Cell

#: An exact figure is written with at most so many places.
_PLACES = 6


def currency() -> Currency:
    """Give the money of the federation in scope."""
    return moneybook.rules_on(current(), access.today()).currency


def shown(amount: int) -> str:
    """Write an amount: £1,016.80."""
    return moneybook.written_amount(amount, access.today())


def figure(amount: int) -> Decimal:
    """Give an amount as a figure for data."""
    return Decimal(amount).scaleb(-2)


def cell(amount: int | None) -> Cell:
    """A cell with an amount; sorted and downloaded as a figure."""
    return Cell(None) if amount is None else Cell(figure(amount), shown(amount))


#: What is a share of an amount is kept as so many cents, each at a part of a cent.
_OF_AN_AMOUNT = ("cent", "penny")


def quantity(written: str, basis: str = "") -> str:
    """Write how much of something there is: 3.75, or 1/3 where no decimal is exact; of an amount, how much it is."""
    count = exact(written)
    return shown(int(count)) if basis in _OF_AN_AMOUNT and count.denominator == 1 else plain(count)


def counted(written: str, basis: str) -> str:
    """Write how much of what there is: 1 member, 3.75 points; an amount is not counted."""
    if basis in _OF_AN_AMOUNT:
        return quantity(written, basis)
    return f"{quantity(written)} {basis}{'' if abs(exact(written)) == 1 else 's'}"


def unit(basis: str) -> str:
    """Name what is counted; an amount is not."""
    return "" if basis in _OF_AN_AMOUNT else basis


def plain(value: Exact) -> str:
    """Write an exact figure: as a decimal where there is one."""
    fraction = Fraction(value)
    for places in range(_PLACES + 1):
        scaled = fraction * 10**places
        if scaled.denominator == 1:
            return f"{Decimal(int(scaled)).scaleb(-places):,f}"
    return str(fraction)


def rate(written: str, share: str = "1", basis: str = "") -> str:
    """Write what one costs: £2.02, or a part of it; of an amount, so many per cent."""
    if not written:
        return _("no amount")
    amount = exact(written)
    if basis in _OF_AN_AMOUNT:
        return f"{plain(amount * exact(share) * 100)} %"
    one = shown(int(amount)) if amount.denominator == 1 else f"{currency().sign}{plain(amount / 100)}"
    part = exact(share)
    return one if part == 1 else f"{one} × {plain(part)}"


class AmountField(forms.DecimalField):
    """An amount of money; what comes of it is a whole number of the smallest unit."""

    def __init__(self, *, least: int = 1, **said: Any) -> None:  # noqa: ANN401 - as Django has them
        no_amount = gettext_lazy("Enter an amount, for example 12.50")
        said.setdefault("widget", forms.TextInput(attrs={"class": "figure-field", "inputmode": "decimal"}))
        said["error_messages"] = {
            "required": no_amount,
            "invalid": no_amount,
            "max_decimal_places": gettext_lazy("Use at most two places after the point, for example 12.50"),
            "max_digits": gettext_lazy("This amount is too large"),
            "max_whole_digits": gettext_lazy("This amount is too large"),
            **said.get("error_messages", {}),
        }
        super().__init__(
            min_value=Decimal(least).scaleb(-2),
            max_value=Decimal(MOST).scaleb(-2),
            max_digits=13,
            decimal_places=2,
            **said,
        )

    def clean(self, value: Any) -> Any:  # noqa: ANN401 - as Django has it
        """Read an amount, in the smallest unit."""
        found = super().clean(value.replace(",", "") if isinstance(value, str) else value)
        return None if found is None else int(found.scaleb(2))

    def answer_text(self, value: int) -> str:
        """Write an answer as the page that shows it before it counts."""
        return shown(value)
