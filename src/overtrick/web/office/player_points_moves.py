"""Points that change their colour or their scheme: conversion for a rank, and moves between schemes."""

from __future__ import annotations

from decimal import Decimal

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.applications import conversions
from overtrick.register.corrections import conversion, unions
from overtrick.register.corrections.unions import Move
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.people.models import Player
from overtrick.register.ranks.current_rank import Ladder
from overtrick.register.scoping import current
from overtrick.web import access, parameters
from overtrick.web.accounts import password_again
from overtrick.web.applications.sheet import conditions_of
from overtrick.web.design.forms import Plain
from overtrick.web.office import confirm_form, decorators
from overtrick.web.office.confirm_form import Answers, Ask, Done
from overtrick.web.office.player_lookup import find, page_of, way

_LONGEST_SCHEME = 40


class RankForm(Plain):
    """For which rank points are converted."""

    rank = forms.ChoiceField(label=gettext_lazy("Rank"), error_messages={"required": gettext_lazy("Choose the rank")})

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        ranks = Ladder(current(), access.today()).ranks
        self.fields["rank"].choices = [("", "–"), *((each, each) for each in ranks)]  # type: ignore[attr-defined]


@decorators.form
def convert(request: HttpRequest, number: str) -> HttpResponse:
    """Convert points for a rank: every condition is shown, and another person confirms it."""
    found = find(number)
    asked_rank = request.POST.get("rank") or request.GET.get("rank") or conversions.asked_rank(found)
    shown = _conversion(found, asked_rank)
    page = Ask(
        _("Convert points of %(player)s for a rank") % {"player": found},
        _("Propose the conversion"),
        way(found),
        by_two=True,
        template="office/convert.html",
        more=shown,
    )

    def do(given: Answers) -> Done:
        who, at = access.actor(request), access.now()
        conversions.propose(found, given["rank"], who, at, shown=password_again.SHOWN)
        return Done(_("Proposed. Somebody else in the office must confirm it."), reverse("office-corrections"))

    def foresee(given: Answers) -> list[str]:
        changes = _conversion(found, given["rank"])["changes"]
        told = [f"{colour}: {points}" for colour, points in changes]  # type: ignore[attr-defined]
        return [*told, _("Nothing is in the book until somebody else in the office confirms it.")]

    form = RankForm(parameters.posted(request), initial={"rank": asked_rank})
    return confirm_form.ask(request, form, page, do, foresee)


def _conversion(player: Player, rank: str) -> dict[str, object]:
    """Say what a conversion would change, and which conditions are met."""
    try:
        asked = conversion.ask(player, rank or Ladder(current(), access.today()).ranks[-1], access.today())
    except conversion.NotAllowed:
        raise Http404 from None
    except Refused:
        return {"conditions": [], "changes": []}
    if not rank:
        return {"conditions": [], "changes": []}
    known = handbook.on_record(current())
    return {
        "conditions": conditions_of(asked.conversion.allowed, current().handbook),
        "changes": [(colour, known[colour].show(units)) for colour, units in asked.conversion.changes.items()],
    }


class UnionForm(Plain):
    """Into this scheme or out of it, with the points that come along."""

    way = forms.ChoiceField(
        label=gettext_lazy("Which way?"),
        choices=[("in", gettext_lazy("Into our scheme")), ("out", gettext_lazy("Out of our scheme"))],
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose which way the player moves")},
    )
    scheme = forms.CharField(
        label=gettext_lazy("The other scheme"),
        max_length=_LONGEST_SCHEME,
        error_messages={"required": gettext_lazy("Enter the other scheme")},
    )
    number = forms.CharField(label=gettext_lazy("Number there"), required=False, max_length=20)
    day = confirm_form.day(
        gettext_lazy("Day of the move"),
        gettext_lazy("Into our scheme: the first day here. Out of it: the last."),
        missing=gettext_lazy("Enter the day of the move"),
    )
    closed_there = forms.BooleanField(label=gettext_lazy("The record there is closed"), required=False)

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        listed = unions.schemes(access.today())
        if listed:
            self.fields["scheme"].help_text = _("Points come along from: %(schemes)s.") % {"schemes": ", ".join(listed)}
        for name in handbook.on_record(current()):
            self.fields[f"points_{name}"] = forms.DecimalField(
                label=_("Points there: %(colour)s") % {"colour": _(name.capitalize())},
                required=False,
                min_value=Decimal(0),
                max_digits=9,
                widget=forms.TextInput(attrs={"class": "figure-field", "inputmode": "decimal"}),
                error_messages={"invalid": _("Enter the points as a figure, for example 12 or 0.57")},
            )

    def clean(self) -> Answers:
        """Turn points into smallest units; what comes in has a number and points."""
        given: Answers = super().clean() or {}
        units = {}
        for name, colour in handbook.on_record(current()).items():
            points = given.get(f"points_{name}")
            if points:
                exact = points * colour.units
                if exact != exact.to_integral_value():
                    self.add_error(f"points_{name}", _("Enter fewer decimal places"))
                units[name] = int(exact)
        if given.get("way") == "in" and not given.get("number"):
            self.add_error("number", _("Enter the number there"))
        given["units"] = units
        return given


@decorators.form
def union(request: HttpRequest, number: str) -> HttpResponse:
    """Let a player move between schemes: in with points, or out with a closed record."""
    if not unions.moves_exist(access.today()):
        raise Http404
    found = find(number)
    page = Ask(
        _("Move %(player)s between schemes") % {"player": found},
        _("Do this"),
        way(found),
        lead=_("Only one scheme keeps a live record. Points that come in are confirmed by somebody else."),
        by_two=True,
    )

    def do(given: Answers) -> Done:
        who, at = access.actor(request), access.now()
        if given["way"] == "out":
            unions.leave(found, given["scheme"], given["day"], actor=who, at=at)
            return Done(_("The record here is closed. Send the statement to the other scheme."), page_of(found))
        unions.propose(found, _move(given), given["units"], actor=who, at=at, shown=password_again.SHOWN)
        return Done(_("Proposed. Somebody else in the office must confirm it."), reverse("office-corrections"))

    return confirm_form.ask(request, UnionForm(parameters.posted(request)), page, do, _foreseen)


def _move(given: Answers) -> Move:
    return Move(given["scheme"].strip(), given["number"], given["day"], given["closed_there"])


def _foreseen(given: Answers) -> list[str]:
    """Say what becomes of the points, by which clause."""
    if given["way"] == "out":
        return [_("The record here lapses the day after. Its points stay in the book.")]
    found = unions.incoming(_move(given), given["units"])
    told = [f"{each.colour}: {each.working.says} (§ {each.working.clause})" for each in found.points]
    if found.one_record is not None:
        told.append(f"{found.one_record.working.says} (§ {found.one_record.working.clause})")
    return told
