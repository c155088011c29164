"""Which category are the entrants of a planned event in? By the ranks of the day, before play. Nothing is kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.engine.working import Step
from overtrick.formats import start_list
from overtrick.handbooks import programme
from overtrick.register.federations import handbook
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.programme import plans
from overtrick.register.programme.models import PlannedEvent
from overtrick.register.start_lists.check import CheckedStarter, check
from overtrick.web import access, parameters
from overtrick.web.club import base, look_ups
from overtrick.web.design.english import english
from overtrick.web.design.forms import Plain
from overtrick.web.design.working import clause_link

_PASTED = 100_000


class EntrantLine(NamedTuple):
    """A pair or team, and its category."""

    names: str
    ranks: str
    category: str  #: empty: somebody is not known
    clause: SafeString | str


class EntrantsForm(Plain):
    """Who enters."""

    people = forms.CharField(
        label=gettext_lazy("Pairs or teams"),
        help_text=gettext_lazy("One pair or team a line, with the number or the name of each player"),
        widget=forms.Textarea(attrs={"rows": 8}),
        max_length=_PASTED,
        error_messages={"required": gettext_lazy("Enter the pairs or teams, one a line")},
    )


def category_of(row: PlannedEvent, ranks: Sequence[str]) -> Step | None:
    """Give the category of players with these ranks; None: the event is not divided by rank."""
    book = handbook.book_on(row.federation, row.begins)
    return programme.of(book.edition).category(book, plans.record(row), ranks)


def is_stratified(row: PlannedEvent) -> bool:
    """Say whether the rank of a player decides the category."""
    return category_of(row, [""]) is not None


@base.form(Action.UPLOAD)
@look_ups.counted()
def categories(request: HttpRequest, where: Organisation, planned: int) -> HttpResponse:
    """Show the category of each pair or team, by its highest player on the day of play."""
    row = get_object_or_404(where.planned_events, pk=planned)
    if not is_stratified(row):
        raise Http404
    form = EntrantsForm(parameters.posted(request))
    lines: list[EntrantLine] = []
    if form.is_bound and form.is_valid():
        found = start_list.read("", form.cleaned_data["people"].encode())
        for problem in found.problems:
            form.add_error("people", english(f"{problem.found} {problem.remedy}"))
        if not found.problems:
            checked = check(where, found.people, row.begins, actor=access.actor(request), at=access.now())
            lines = _lines(row, checked)
    shown = {"form": form, "row": row, "lines": lines}
    return base.show(request, where, "categories", shown, status=422 if form.errors else 200)


def _lines(row: PlannedEvent, checked: Sequence[CheckedStarter]) -> list[EntrantLine]:
    together: dict[int, list[CheckedStarter]] = {}
    for each in checked:
        together.setdefault(each.starter.line, []).append(each)
    found = []
    for players in together.values():
        known = all(each.player is not None and not each.hidden for each in players)
        step = category_of(row, [each.rank for each in players]) if known else None
        found.append(
            EntrantLine(
                " & ".join(each.starter.name or each.starter.number for each in players),
                ", ".join(each.rank or _("no rank") for each in players) if known else "",
                english(step.says) if step else "",
                clause_link(step.clause, row.federation.handbook) if step else "",
            )
        )
    return found
