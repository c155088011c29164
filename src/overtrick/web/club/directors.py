"""Directors whom an organisation can name for its events; whoever accredits them does it here."""

from __future__ import annotations

from collections.abc import Iterable

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.handbooks.directors import Level
from overtrick.register.directors import accredit, lookup
from overtrick.register.directors.models import Accreditation
from overtrick.register.errors import Refused
from overtrick.register.federations import numbers
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action, may
from overtrick.register.people import identity
from overtrick.register.people.models import Player
from overtrick.web import access, parameters
from overtrick.web.club import base, look_ups
from overtrick.web.design.english import english
from overtrick.web.design.forms import Plain
from overtrick.web.design.tables import Cell, Numbers, Table
from overtrick.web.office import confirm_form, formatting
from overtrick.web.office.organisations import LastDay


class NewDirector(Plain):
    """Whom, at which level, from when."""

    number = forms.CharField(
        label=gettext_lazy("Player’s number"),
        max_length=20,
        error_messages={"required": gettext_lazy("Enter the player’s number")},
    )
    level = forms.ChoiceField(
        label=gettext_lazy("Level"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose the level")},
    )
    begins = confirm_form.day(gettext_lazy("First day"))
    reason = confirm_form.reason(gettext_lazy("For example the course and its day."))

    def __init__(self, levels: Iterable[Level], *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["level"].choices = [(each.name, english(each.name)) for each in levels]  # type: ignore[attr-defined]

    def clean_number(self) -> Player:
        """Find the player."""
        try:
            return identity.resolve(self.cleaned_data["number"])
        except Refused as why:
            raise forms.ValidationError(english(why)) from None


def shown_to(request: HttpRequest, listed: Iterable[Accreditation]) -> Table:
    """List accreditations; whoever may end one is led to the page that does."""
    on, actor = access.today(), access.actor(request)
    columns = [_("Director"), Numbers(_("Number")), _("Level"), _("Accredited by"), _("From"), _("Until")]
    mine: dict[int, bool] = {}
    rows = []
    for each in listed:
        if each.by_id not in mine:
            mine[each.by_id] = may(actor, Action.ACCREDIT, each.by, on)
        whose = identity.kept(each.player)
        runs = each.ends is None or each.ends >= on
        link = reverse("club-director-end", args=[each.by_id, each.pk]) if runs and mine[each.by_id] else ""
        rows.append(
            [
                Cell(str(whose), link=link),
                Cell(numbers.written(whose.federation, whose.number)),
                Cell(each.level, english(each.level)),
                Cell(str(each.by)),
                Cell(each.begins),
                Cell(each.ends),
            ]
        )
    return Table(_("Directors"), columns, rows, request)


def known(where: Organisation) -> bool:
    """Say whether the handbook accredits directors."""
    return bool(accredit.levels(where.federation, access.today()))


@base.page()
def directors(request: HttpRequest, where: Organisation) -> HttpResponse:
    """List the directors that an organisation and those above it have accredited."""
    if not known(where):
        raise Http404
    table = shown_to(request, lookup.known_to(where))
    gives = bool(_given(request, where))
    return table.download(request) or base.show(request, where, "directors", {"table": table, "gives": gives})


def _given(request: HttpRequest, where: Organisation) -> tuple[Level, ...]:
    """List the levels that the person who asks gives for this organisation."""
    if not may(access.actor(request), Action.ACCREDIT, where, access.today()):
        return ()
    return accredit.levels_of(where, access.today())


@base.form()
@look_ups.counted()
def new(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Accredit a director."""
    if not known(where):
        raise Http404
    levels = _given(request, where)
    if not levels:
        raise PermissionDenied
    form = NewDirector(levels, parameters.posted(request), initial={"begins": access.today()})
    back = reverse("club-directors", args=[where.pk])
    if form.is_bound and form.is_valid():
        given = form.cleaned_data
        try:
            signed = access.signed(request, given["reason"])
            accredit.accredit(given["number"], given["level"], where, given["begins"], **signed)
        except Refused as error:
            form.add_error(None, english(error))
        else:
            told = {"name": given["number"], "level": given["level"]}
            messages.success(request, _("%(name)s is accredited at the level %(level)s.") % told)
            return redirect(back)
    shown = {"form": form, "heading": _("Accredit a director"), "does": _("Accredit them"), "back": back}
    return base.show(request, where, "ask", shown, status=422 if form.errors else 200)


@base.form(Action.ACCREDIT)
def end(request: HttpRequest, where: Organisation, accreditation: int) -> HttpResponse:
    """Let an accreditation end with a day."""
    rows = where.accreditations.select_related("player__kept", "by")
    found = get_object_or_404(rows, pk=accreditation)
    form = LastDay(parameters.posted(request), initial={"last": found.ends or access.today()})
    back = reverse("club-directors", args=[where.pk])
    told = {"name": identity.kept(found.player), "level": found.level}
    if form.is_bound and form.is_valid():
        given = form.cleaned_data
        try:
            accredit.end(found, given["last"], **access.signed(request, given["reason"]))
        except Refused as error:
            form.add_error(None, english(error))
        else:
            said = _("The accreditation of %(name)s ends on %(day)s.")
            messages.success(request, said % {**told, "day": formatting.day(given["last"])})
            return redirect(back)
    heading = _("End the accreditation of %(name)s at the level %(level)s") % told
    shown = {"form": form, "heading": heading, "does": _("End it"), "back": back}
    return base.show(request, where, "ask", shown, status=422 if form.errors else 200)
