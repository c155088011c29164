"""The federation's two colours and its crest."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.federation_settings import appearance as looks
from overtrick.web import access, parameters
from overtrick.web.design.forms import Plain
from overtrick.web.office import confirm_form, decorators
from overtrick.web.office.confirm_form import Answers, Ask, Crumb, Done

#: Overtrick's own.
_USUAL = "#0b5a43"


def _colour(label: object, hint: object) -> forms.CharField:
    picker = forms.TextInput(attrs={"type": "color", "class": "colour-field"})
    return forms.CharField(
        label=label,  # type: ignore[arg-type]
        help_text=hint,  # type: ignore[arg-type]
        widget=picker,
        max_length=7,
        error_messages={"required": gettext_lazy("Choose a colour")},
    )


class LookForm(Plain):
    """Two colours, a crest."""

    accent = _colour(
        gettext_lazy("Our colour"), gettext_lazy("For buttons and bars. Choose one dark enough to read on white")
    )
    second = _colour(gettext_lazy("Our second colour"), gettext_lazy("For the line below our name"))
    crest = forms.FileField(
        label=gettext_lazy("Our crest"),
        help_text=gettext_lazy("A PNG or JPEG picture of at most 200 kB. Leave it empty to keep the crest you have"),
        required=False,
        widget=forms.FileInput(attrs={"accept": "image/png,image/jpeg"}),
    )


@decorators.form
def look(request: HttpRequest) -> HttpResponse:
    """Choose colours and crest."""
    federation = access.federation(request)
    crumbs = [Crumb(_("Settings"), reverse("office-settings"))]
    page = Ask(_("Our colours and crest"), _("Save colours and crest"), crumbs, checked=False)

    def do(given: Answers) -> Done:
        crest = given["crest"].read(looks.LARGEST_CREST + 1) if given["crest"] else b""
        chosen = looks.Chosen(given["accent"].lower(), given["second"].lower(), crest)
        looks.change(federation, chosen, actor=access.actor(request), at=access.now())
        return Done(_("The colours and crest are saved."), reverse("office-look"))

    initial = {"accent": _USUAL, "second": _USUAL, **federation.look}
    return confirm_form.ask(
        request, LookForm(parameters.posted(request), request.FILES or None, initial=initial), page, do
    )
