"""The form of a tariff: every type that can have an amount, what it costs now, and what it will cost."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.handbooks.money import ChargeType
from overtrick.register.money import pricing
from overtrick.register.money import tariffs as register
from overtrick.register.money.models import TaxRate
from overtrick.register.money.tariffs import NewRow
from overtrick.register.organisations.models import Organisation
from overtrick.register.scoping import current
from overtrick.web import access
from overtrick.web.design.english import english
from overtrick.web.design.forms import Plain
from overtrick.web.design.working import clause_link
from overtrick.web.money import amounts
from overtrick.web.office import confirm_form
from overtrick.web.office.confirm_form import Answers

_AMOUNT, _TAX, _ENDS = "amount", "tax", "ends"


def without_amount(known: ChargeType | None) -> str:
    """Say what a type costs that has no amount: the handbook's rule, a percentage for example, or nothing yet."""
    return english(known.says) if known is not None and known.says else _("no amount entered")


class PriceRow(NamedTuple):
    """A row of the form: what a type costs now, and the fields for what it will cost."""

    type: str
    words: str
    basis: str
    now: str
    clause: object
    amount: BoundField
    tax: BoundField
    ends: BoundField
    has_amount: bool  #: so that it can end
    taxed: bool  #: there are tax codes to choose from


class TariffForm(Plain):
    """Amounts from a day on; what is left empty stays as it is."""

    begins = confirm_form.day(
        gettext_lazy("From"),
        gettext_lazy("A day to come. What had no amount on a day may begin on it, so that its charges get one."),
        missing=gettext_lazy("Enter the first day"),
    )
    source = forms.CharField(
        label=gettext_lazy("Source"),
        help_text=gettext_lazy("Who decided it, and where it can be read: Circular 7/2026"),
        max_length=300,
        error_messages={"required": gettext_lazy("Enter who says so")},
    )

    def __init__(self, owner: Organisation, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        today = access.today()
        if (first := pricing.missing().first()) is not None:
            self.fields["begins"].initial = first.tariff_day
        self.types = {each.charge: each for each in register.charge_types(today)}
        self.prices = register.prices_on(current(), owner.pk, today).by_type
        self.names = list(dict.fromkeys((*self.types, *self.prices)))
        if owner.kind == Organisation.Kind.REGION:
            regional = register.set_by_regions(today)
            self.names = [each for each in self.names if each in regional]
        codes = sorted({*TaxRate.objects.values_list("code", flat=True), *(p.rate.tax for p in self.prices.values())})
        self.taxed = any(codes)
        choices = [("", _("no tax")), *((each, each) for each in codes if each)]
        for at, name in enumerate(self.names):
            price = self.prices.get(name)
            words = self.words(name)
            self.fields[f"{_AMOUNT}-{at}"] = amounts.AmountField(label=words, required=False, least=0)
            self.fields[f"{_TAX}-{at}"] = forms.ChoiceField(
                label=_("Tax of %(charge)s") % {"charge": words},
                choices=choices,
                required=False,
                initial=price.rate.tax if price else "",
                error_messages={"invalid_choice": _("Choose one of these")},
            )
            self.fields[f"{_ENDS}-{at}"] = forms.BooleanField(
                label=_("%(charge)s is charged no longer") % {"charge": words}, required=False
            )

    def words(self, name: str) -> str:
        """Name a type as invoices do."""
        price, known = self.prices.get(name), self.types.get(name)
        return (price.words if price else "") or (known.words if known else "") or name

    def rows(self) -> Iterator[PriceRow]:
        """Give the rows of the form."""
        for at, name in enumerate(self.names):
            price, known = self.prices.get(name), self.types.get(name)
            clause = (price.rate.clause if price else "") or (known.clause if known else "")
            yield PriceRow(
                name,
                english(self.words(name)),
                price.rate.basis if price else known.basis if known else "",
                amounts.rate(str(Fraction(price.rate.amount))) if price else without_amount(known),
                clause_link(clause, current().handbook),
                self[f"{_AMOUNT}-{at}"],
                self[f"{_TAX}-{at}"],
                self[f"{_ENDS}-{at}"],
                price is not None,
                self.taxed,
            )

    def told_fields(self) -> Iterator[BoundField]:
        """Show the day, the source and what was entered before it counts."""
        yield from (self["begins"], self["source"])
        for at, _name in enumerate(self.names):
            if self.cleaned_data.get(f"{_AMOUNT}-{at}") is not None:
                yield self[f"{_AMOUNT}-{at}"]
                if self.fields[f"{_TAX}-{at}"].choices[1:]:  # type: ignore[attr-defined]
                    yield self[f"{_TAX}-{at}"]
            if self.cleaned_data.get(f"{_ENDS}-{at}"):
                yield self[f"{_ENDS}-{at}"]

    def clean(self) -> dict[str, Any]:
        """See that there is something to enter, and that nothing both ends and costs."""
        given: dict[str, Any] = super().clean() or {}
        for at, name in enumerate(self.names):
            if given.get(f"{_ENDS}-{at}") and given.get(f"{_AMOUNT}-{at}") is not None:
                said = _("%(charge)s: enter an amount, or say that it is charged no longer") % {
                    "charge": self.words(name)
                }
                self.add_error(f"{_AMOUNT}-{at}", said)
        if not self.errors and not self.new_rows(given):
            self.add_error(None, _("Enter at least one amount"))
        return given

    def new_rows(self, given: Answers) -> list[NewRow]:
        """Give the amounts that were entered."""
        found = []
        for at, name in enumerate(self.names):
            amount, ends = given.get(f"{_AMOUNT}-{at}"), given.get(f"{_ENDS}-{at}")
            if amount is None and not ends:
                continue
            price, known = self.prices.get(name), self.types.get(name)
            basis = price.rate.basis if price else known.basis if known else ""
            found.append(NewRow(name, basis, amount, given.get(f"{_TAX}-{at}", ""), self.words(name)))
        return found
