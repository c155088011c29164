"""Rank and points as at a day: what a player held, the rank and its working; and an extract that others can check."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from django import forms
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from overtrick.register.extracts import extract
from overtrick.register.federations import handbook
from overtrick.register.money import record_copies
from overtrick.register.people import identity
from overtrick.register.people.models import Player
from overtrick.web import access
from overtrick.web.design import working
from overtrick.web.design.cost_lines import CostLine, cost_lines
from overtrick.web.design.forms import Day, Plain
from overtrick.web.player.own_record import PointsWriter, me, points
from overtrick.web.player.record import no_record
from overtrick.web.player.record_summary import Total, totals


class DayForm(Plain):
    """Which day."""

    day = Day(
        label=gettext_lazy("As at"),
        help_text=gettext_lazy("A day, for example 31 December 2025"),
        error_messages={
            "required": gettext_lazy("Enter a day, for example 31 December 2025"),
            "invalid": gettext_lazy("Enter a day, for example 31 December 2025"),
        },
    )

    def clean_day(self) -> date:
        """Refuse a day that has not come."""
        found: date = self.cleaned_data["day"]
        if found > access.today():
            raise forms.ValidationError(_("Enter a day that is not in the future"))
        return found


class ShownDay(NamedTuple):
    """What a page shows of a player as at a day."""

    day: date
    rank: str
    standing: str
    suspended: bool
    totals: tuple[Total, ...]
    together: str
    title: str
    working: SafeString


def shown_day(player: Player, day: date, writer: PointsWriter) -> ShownDay:
    """Work out what a player held and was on a day."""
    found = extract.as_at(player, day)
    held, federation = found.rank.holding.units, found.rank.player.federation
    show = handbook.together(federation).show
    return ShownDay(
        day,
        found.rank.standing.rank,
        found.state.status.value if found.state.status else "",
        found.state.suspended,
        totals({colour: (units, units) for colour, units in held.items()}, writer),
        writer.show("", sum(held.values())),
        found.title,
        working.as_html(found.rank.standing.working, show, federation.handbook, found.edition),
    )


def page(request: HttpRequest, player: Player) -> dict[str, object]:
    """Give a page its form and, for a day that can be read, what the player held; today where none is asked."""
    given = request.POST if request.method == "POST" else request.GET
    asked = given if "day" in given else {"day": access.today().isoformat()}
    form = DayForm(asked)
    found = shown_day(player, form.cleaned_data["day"], points(request)) if form.is_valid() else None
    status = 422 if form.errors else 200
    return {"form": form, "found": found, "player": player, "status": status, "costs": _costs(player)}


def _costs(player: Player) -> list[CostLine]:
    """Say what an extract costs; nothing where the handbook says nothing of it."""
    found = record_copies.foreseen(identity.kept(player), access.today())
    return cost_lines(found.dues, found.edition, _("Invoiced when the extract is made.")) if found else []


def made(request: HttpRequest, player: Player) -> HttpResponse | None:
    """Make the extract that a form asks for, and lead to it; None where the form is not right."""
    form = DayForm(request.POST)
    if request.method != "POST" or not form.is_valid():
        return None
    done = extract.make(player, form.cleaned_data["day"], **access.acting(request), on_request=True)
    return redirect("extract", done.pk)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def own_as_at(request: HttpRequest) -> HttpResponse:
    """Show the player's own record as at a day, and make an extract of it."""
    mine = me(request)
    if mine is None:
        return no_record(request)
    shown = page(request, mine.player)
    return made(request, mine.player) or render(request, "player/as_at.html", shown, status=int(str(shown["status"])))
