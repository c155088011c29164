"""What documents say of the federation and of organisations: tax number, bank, where to ask."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.money import billing_details, proposals
from overtrick.register.money.models import BillingDetails
from overtrick.register.organisations.models import Organisation
from overtrick.web import access, parameters
from overtrick.web.design.forms import Plain
from overtrick.web.office import confirm_form, decorators
from overtrick.web.office.confirm_form import Answers, Ask, Done
from overtrick.web.office.money import base


class DetailsForm(Plain):
    """What a document says besides name and address."""

    tax_number = forms.CharField(
        label=gettext_lazy("Tax number"),
        help_text=gettext_lazy("ABN, VAT or GST number"),
        required=False,
        max_length=40,
    )
    bank = forms.CharField(
        label=gettext_lazy("Bank"),
        help_text=gettext_lazy("How to pay: name of the account, sort code or BSB, number"),
        required=False,
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 3}),
    )
    contact = forms.CharField(
        label=gettext_lazy("Where to ask"),
        help_text=gettext_lazy("A name, an address for mail or a telephone number"),
        required=False,
        max_length=200,
    )


@decorators.form
def details(request: HttpRequest) -> HttpResponse:
    """Change what documents say of the federation."""
    return _change(request, proposals.national())


@decorators.form
def of_organisation(request: HttpRequest, pk: int) -> HttpResponse:
    """Change what documents say of an organisation."""
    return _change(request, get_object_or_404(Organisation, pk=pk))


def _change(request: HttpRequest, where: Organisation) -> HttpResponse:
    row = BillingDetails.objects.filter(organisation=where).first()
    now = {name: getattr(row, name) for name in DetailsForm.base_fields} if row else {}
    page = Ask(
        _("What documents say of %(organisation)s") % {"organisation": where},
        _("Save it"),
        base.crumbs(),
        lead=_("Invoices and credit notes from now on say this. Those that were made stay as they are."),
        checked=False,
    )

    def do(given: Answers) -> Done:
        billing_details.change(where, **given, **access.acting(request))
        return Done(_("Saved."), reverse("office-money"))

    return confirm_form.ask(request, DetailsForm(parameters.posted(request), initial=now), page, do)
