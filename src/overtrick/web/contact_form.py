"""The form for how somebody is reached: the same for the player, the club and the office."""

from __future__ import annotations

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.organisations.contact_details import MOST, MOST_LINES, ContactDetails, is_telephone, tidied
from overtrick.register.people.contacts import is_near
from overtrick.web import access
from overtrick.web.design.forms import Day, Plain


def email_field(hint: object = "") -> forms.EmailField:
    """Ask for an e-mail address."""
    return forms.EmailField(
        label=gettext_lazy("E-mail address"),
        help_text=hint,  # type: ignore[arg-type]
        max_length=MOST["email"],
        required=False,
        widget=forms.EmailInput(attrs={"autocomplete": "off"}),
        error_messages={"invalid": gettext_lazy("Enter an e-mail address, for example anna@example.org")},
    )


class ReachForm(Plain):
    """E-mail, address and telephone, of a person or an organisation."""

    email = email_field()
    address = forms.CharField(
        label=gettext_lazy("Postal address"),
        max_length=MOST["address"],
        required=False,
        widget=forms.Textarea(attrs={"rows": 4, "autocomplete": "off"}),
    )
    telephone = forms.CharField(
        label=gettext_lazy("Telephone"),
        max_length=MOST["telephone"],
        required=False,
        widget=forms.TextInput(attrs={"inputmode": "tel", "autocomplete": "off"}),
    )

    def clean_address(self) -> str:
        """Take the address line by line."""
        found: str = tidied(ContactDetails(address=self.cleaned_data["address"])).address
        if found.count("\n") >= MOST_LINES:
            raise forms.ValidationError(_("Write the address in at most %(lines)d lines") % {"lines": MOST_LINES})
        return found

    def clean_telephone(self) -> str:
        """Take what can be called."""
        found: str = " ".join(self.cleaned_data["telephone"].split())
        if found and not is_telephone(found):
            raise forms.ValidationError(_("Enter a telephone number, for example 020 7946 0018"))
        return found

    def details(self) -> ContactDetails:
        """Give what was entered."""
        given = self.cleaned_data
        return tidied(ContactDetails(given.get("title", ""), given["email"], given["address"], given["telephone"]))


class ContactForm(ReachForm):
    """How a person is reached, from a day on."""

    title = forms.CharField(
        label=gettext_lazy("Title"),
        help_text=gettext_lazy("For letters, for example Ms or Dr. Leave it empty if there is none."),
        max_length=MOST["title"],
        required=False,
    )
    begins = Day(
        label=gettext_lazy("From"),
        help_text=gettext_lazy("Leave it empty for today. A change can be told up to a year before."),
        required=False,
        error_messages={"invalid": gettext_lazy("Enter a day, for example 27 March 2027")},
    )
    field_order = ("given", "family", "born", "title", "email", "address", "telephone", "begins")

    def clean_begins(self) -> date:
        """Take today where no day is given."""
        found: date = self.cleaned_data["begins"] or access.today()
        if not is_near(found, access.today()):
            raise forms.ValidationError(_("Enter a day that is not more than a year away"))
        return found


def initial(details: ContactDetails) -> dict[str, Any]:
    """Fill a form with what is known."""
    return details._asdict()
