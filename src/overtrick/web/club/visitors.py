"""Visitors of a club: the number under which they play, and who came before."""

from __future__ import annotations

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.handbooks.record import VisitorFacts
from overtrick.register.errors import Refused
from overtrick.register.membership import visitors as register
from overtrick.register.membership.models import Visitor
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.people.duplicates import Applicant
from overtrick.web import access, parameters
from overtrick.web.club import base, look_ups
from overtrick.web.design.english import english
from overtrick.web.design.forms import Plain
from overtrick.web.design.tables import Cell, Table

_KINDS = {
    Visitor.Kind.OWN: gettext_lazy("Number of their own union"),
    Visitor.Kind.GUEST: gettext_lazy("Guest number"),
    Visitor.Kind.TEMPORARY: gettext_lazy("Temporary number, only here"),
}


class VisitorForm(Plain):
    """Who visits."""

    given = forms.CharField(
        label=gettext_lazy("First name"),
        max_length=100,
        error_messages={"required": gettext_lazy("Enter the first name")},
    )
    family = forms.CharField(
        label=gettext_lazy("Family name"),
        max_length=100,
        error_messages={"required": gettext_lazy("Enter the family name")},
    )
    union = forms.ChoiceField(label=gettext_lazy("Their own union"), required=False)
    number = forms.CharField(label=gettext_lazy("Their number there"), required=False, max_length=30)
    country = forms.CharField(label=gettext_lazy("Country"), required=False, max_length=60)
    resident = forms.BooleanField(label=gettext_lazy("They live here, permanently or for some time"), required=False)

    def __init__(self, unions: tuple[str, ...], *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", _("None of these")), *((each, each) for each in unions)]
        self.fields["union"].choices = choices  # type: ignore[attr-defined]
        for name in ("union", "number") if not unions else ("resident",):
            del self.fields[name]


@base.form(Action.REGISTER)
@look_ups.counted()
def visitor(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Give a visitor a number by the handbook; the page is only where it tells of visitors."""
    unions = register.unions(access.today())
    if unions is None:
        raise Http404
    form = VisitorForm(unions, parameters.posted(request))
    if request.method == "POST" and form.is_valid():
        given = form.cleaned_data
        facts = VisitorFacts(
            given.get("union", ""), given.get("number", ""), given["country"], given.get("resident", False)
        )
        applicant = Applicant(given["given"], given["family"])
        try:
            actor, at = access.actor(request), access.now()
            made = register.enter(applicant, facts, where, access.today(), actor=actor, at=at)
        except Refused as why:
            form.add_error(None, english(why))
        else:
            told = {"who": made, "number": made.number, "kind": _KINDS[Visitor.Kind(made.kind)]}
            messages.success(request, _("%(who)s plays under the number %(number)s. %(kind)s.") % told)
            return redirect("club-visitor", where.pk)
    rows = [
        [
            Cell(str(each)),
            Cell(each.number),
            Cell(str(_KINDS[Visitor.Kind(each.kind)])),
            Cell(f"{each.union} {each.number_there}".strip() or each.country),
            Cell(each.since),
        ]
        for each in register.of(where)
    ]
    columns = [_("Visitor"), _("Number"), _("What it is"), _("From"), _("Since")]
    table = Table(_("Visitors of %s") % where, columns, rows, request)
    shown = {"form": form, "table": table}
    return table.download(request) or base.show(request, where, "visitor", shown, status=422 if form.errors else 200)
