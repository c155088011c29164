"""Tax rates: what a code means from a day on, proposed by one person and confirmed by another."""

from __future__ import annotations

from fractions import Fraction

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.money import taxes
from overtrick.web import access, parameters
from overtrick.web.accounts import password_again
from overtrick.web.design.forms import Plain
from overtrick.web.office import confirm_form, decorators
from overtrick.web.office.confirm_form import Answers, Ask, Done
from overtrick.web.office.money import base
from overtrick.web.office.money.desk import crumb


class TaxForm(Plain):
    """What a tax code means from a day on."""

    code = forms.CharField(
        label=gettext_lazy("Tax code"),
        help_text=gettext_lazy("A short word, as documents show it: GST"),
        max_length=20,
        error_messages={"required": gettext_lazy("Enter the tax code, for example GST")},
    )
    rate = forms.DecimalField(
        label=gettext_lazy("Rate in per cent"),
        min_value=0,
        max_value=99,
        max_digits=6,
        decimal_places=3,
        widget=forms.TextInput(attrs={"class": "figure-field", "inputmode": "decimal"}),
        error_messages={
            key: gettext_lazy("Enter the rate as a figure, for example 10") for key in ("required", "invalid")
        },
    )
    included = forms.ChoiceField(
        label=gettext_lazy("Do amounts contain the tax?"),
        choices=[("yes", gettext_lazy("Yes, it is in them")), ("no", gettext_lazy("No, it comes on top"))],
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Say whether amounts contain the tax")},
    )
    begins = confirm_form.day(gettext_lazy("From"), missing=gettext_lazy("Enter the first day"))
    reason = confirm_form.reason(gettext_lazy("Who says so: your accountant, a law."))


@decorators.form
def tax(request: HttpRequest) -> HttpResponse:
    """Propose a tax rate."""
    page = Ask(
        _("A tax rate"),
        _("Propose this tax rate"),
        base.crumbs(crumb(_("Tariffs"), "office-money-tariffs")),
        by_two=True,
    )

    def do(given: Answers) -> Done:
        made = taxes.enter_rate(
            given["code"],
            Fraction(given["rate"]) / 100,
            given["begins"],
            included=given["included"] == "yes",
            source=given["reason"],
            **access.acting(request),
            shown=password_again.SHOWN,
        )
        return Done(_("Proposed. Somebody else must confirm it."), reverse("office-money-decision", args=[made.pk]))

    follows = [_("Nothing changes until somebody else confirms it.")]
    return confirm_form.ask(request, TaxForm(parameters.posted(request)), page, do, follows)
