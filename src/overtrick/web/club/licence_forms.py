"""Forms to grant a licence, and to change its last day."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.handbooks.entries import Colour
from overtrick.handbooks.submission import Licensed
from overtrick.register.organisations.licences import Grant
from overtrick.web.design.english import english
from overtrick.web.design.forms import Plain
from overtrick.web.office import confirm_form

_OTHER = "other"


class NewLicenceForm(Plain):
    """What is granted."""

    allows = forms.ChoiceField(
        label=gettext_lazy("What it allows"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose what it allows")},
    )
    other = forms.CharField(label=gettext_lazy("What else, in the handbook’s words"), required=False, max_length=100)
    number = forms.CharField(
        label=gettext_lazy("Number"),
        help_text=gettext_lazy("As it is written on the licence"),
        max_length=30,
        error_messages={"required": gettext_lazy("Enter the number of the licence")},
    )
    points = forms.DecimalField(
        label=gettext_lazy("Total of points"),
        help_text=gettext_lazy(
            "The most points that the licence allows, for example 40. Results that go over it must be approved first"
        ),
        required=False,
        min_value=Decimal("0.01"),
        max_digits=9,
        widget=forms.TextInput(attrs={"class": "figure-field", "inputmode": "decimal"}),
        error_messages={"invalid": gettext_lazy("Enter the total of points as a number, for example 40")},
    )
    begins = confirm_form.day(gettext_lazy("First day"))
    ends = confirm_form.day(
        gettext_lazy("Last day"), gettext_lazy("Leave it empty if there is no last day."), required=False
    )
    granted_on = confirm_form.day(
        gettext_lazy("Granted on"),
        gettext_lazy("The day of the decision. Leave it empty if that is today."),
        required=False,
    )
    conditions = forms.CharField(
        label=gettext_lazy("Conditions"),
        required=False,
        max_length=500,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Anything else that the licence says"),
    )

    def __init__(
        self, kinds: Sequence[Licensed], colours: Mapping[str, Colour], *args: object, office: bool, **kwargs: object
    ) -> None:
        """Offer what the person may grant, in the handbook's words; the office may name something else."""
        super().__init__(*args, **kwargs)
        self._kinds = {each.name: each for each in kinds}
        self._colours = colours
        choices = [(each.name, english(f"{each.name} (§ {each.clause})")) for each in kinds]
        if office:
            choices.append((_OTHER, _("Something else")))
        else:
            del self.fields["other"]
        self.fields["allows"].choices = choices  # type: ignore[attr-defined]
        if not any(each.colour for each in kinds):
            del self.fields["points"]

    def clean(self) -> dict[str, Any]:
        """Ask for what the choice needs, and turn points into smallest units."""
        given: dict[str, Any] = super().clean() or {}
        if given.get("allows") == _OTHER and not given.get("other"):
            self.add_error("other", _("Enter what it allows"))
        kind = self._kinds.get(given.get("allows", ""))
        if kind and kind.colour and "points" in given:
            given["units"] = self._units(given["points"], kind.colour)
        return given

    def _units(self, points: Decimal | None, colour: str) -> int | None:
        if points is None:
            self.add_error("points", _("Enter the total of points, for example 40"))
            return None
        units = points * self._colours[colour].units
        if units != int(units):
            self.add_error("points", _("Enter fewer decimal places: points of this colour are not divided so finely"))
        return int(units)

    @property
    def granted(self) -> Grant:
        """What was typed, once it is valid."""
        given = self.cleaned_data
        allows = given["other"] if given["allows"] == _OTHER else given["allows"]
        return Grant(
            given["number"].strip(),
            allows,
            given["begins"],
            given["ends"],
            given.get("units"),
            given["conditions"],
            granted_on=given["granted_on"],
        )
