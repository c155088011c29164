"""Held credits: say whose they are, or register the player again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.competitions import held_credits
from overtrick.register.competitions.match import candidates
from overtrick.register.competitions.models import HeldCredit
from overtrick.register.competitions.named_players import Named
from overtrick.register.errors import Refused
from overtrick.register.people import clubs, identity, search
from overtrick.register.people.models import Player
from overtrick.web import access, parameters
from overtrick.web.design.colour_words import colour_word
from overtrick.web.design.english import english
from overtrick.web.design.forms import Plain
from overtrick.web.design.tables import Cell, Figures, LongTable
from overtrick.web.office import confirm_form, decorators, formatting
from overtrick.web.office.confirm_form import Answers, Ask, Crumb, Done

#: So many are listed, the oldest; the file has them all.
_MOST = 200


class Assign(Plain):
    """Whose points these are."""

    number = forms.CharField(
        label=gettext_lazy("The player’s number"),
        error_messages={"required": gettext_lazy("Choose one of the players, or enter a number")},
    )


@decorators.page
def held(request: HttpRequest) -> HttpResponse:
    """List the credits that wait, the oldest first."""
    columns = [
        _("Name in the file"),
        _("Number"),
        Figures(_("Points")),
        _("Played"),
        _("Event"),
        _("Club"),
        _("Why it is held"),
    ]
    table = LongTable(_("Held points"), columns, held_credits.waiting(), _cells, request, _MOST)
    context = {"table": table, "most": _MOST, "full": table.full}
    return table.download(request) or render(request, "office/held.html", context)


def _cells(rows: Sequence[HeldCredit]) -> list[list[Cell]]:
    return [
        [
            Cell(each.name or each.number, link=reverse("office-held-credit", args=[each.pk])),
            Cell(each.number),
            formatting.points_cell(each.colour, each.units),
            Cell(each.played, formatting.day(each.played)),
            Cell(str(each.submission.competition)),
            Cell(str(each.submission.competition.organisation)),
            Cell(each.why),
        ]
        for each in rows
    ]


@decorators.form
def credit(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one credit, with the people it may belong to; say whose it is."""
    chosen = get_object_or_404(HeldCredit.objects.select_related("submission__competition__organisation"), pk=pk)
    form = Assign(parameters.posted(request))
    if request.method == "POST" and form.is_valid():
        try:
            player = identity.resolve(form.cleaned_data["number"])
            done = held_credits.assign(chosen, player, access.actor(request), access.now())
        except Refused as error:
            form.add_error("number", english(error))
        else:
            messages.success(request, _outcome(player, done))
            return redirect("office-held")
    asked = parameters.search(request.GET, "q")
    context = {
        "credit": chosen,
        "points": formatting.points(chosen.colour, chosen.units),
        "waits": held_credits.waiting().filter(pk=chosen.pk).exists(),
        "form": form,
        "asked": asked,
        "likely": list(_likely(chosen, asked)),
    }
    return render(request, "office/held_credit.html", context, status=422 if form.is_bound and form.errors else 200)


def _likely(chosen: HeldCredit, asked: str) -> Iterator[tuple[Player, str]]:
    organisation = chosen.submission.competition.organisation
    found: list[Player] = [chosen.player] if chosen.player else []
    if asked:
        found += [hit.player for hit in search.search(asked, limit=10)]
    else:
        found += candidates(organisation, Named("", chosen.name, chosen.number))
        found += [hit.player for hit in search.search(chosen.name, limit=6)]
    for player in dict.fromkeys(identity.kept(each) for each in found):
        home = clubs.clubs_of(player, access.today()).home
        yield player, str(home) if home else _("no club")


def _outcome(player: Player, done: held_credits.Released) -> str:
    if done.released:
        return _("The points are credited to %(player)s.") % {"player": player}
    if done.dropped:
        return _("The points belong to %(player)s, but are lost: %(why)s.") % {
            "player": player,
            "why": done.dropped[0].why,
        }
    why = done.waiting[0].why if done.waiting else ""
    return _("The points belong to %(player)s, but are still held: %(why)s.") % {"player": player, "why": why}


@decorators.act
def release(request: HttpRequest, number: str) -> HttpResponse:
    """Look again at everything that waits for a player."""
    try:
        player = identity.resolve(number)
        done = held_credits.release(player, access.actor(request), access.now())
    except Refused as error:
        messages.error(request, english(error))
        return redirect("office-players")
    said = _("%(released)d credited, %(dropped)d given up, %(waiting)d still held.")
    counts = {"released": len(done.released), "dropped": len(done.dropped), "waiting": len(done.waiting)}
    messages.success(request, said % counts)
    return redirect("office-player", player.number)


@decorators.form
def drop(request: HttpRequest, pk: int) -> HttpResponse:
    """Give points up, with a reason."""
    chosen = get_object_or_404(HeldCredit, pk=pk)
    amount = f"{formatting.plain_points(chosen.colour, chosen.units)} {colour_word(chosen.colour)}"
    page = Ask(
        _("Give up the points of %(name)s") % {"name": chosen.name or chosen.number},
        _("Give up these points"),
        [
            Crumb(_("Held points"), reverse("office-held")),
            Crumb(chosen.name or chosen.number, reverse("office-held-credit", args=[pk])),
        ],
        lead=_("%(points)s points, won on %(day)s.") % {"points": amount, "day": formatting.day(chosen.played)},
        warn=True,
    )

    def do(given: Answers) -> Done:
        held_credits.drop(chosen, access.actor(request), access.now(), given["reason"])
        return Done(_("The points are given up. We have recorded the reason."), reverse("office-held"))

    follows = [_("Nobody gets these points unless the event is submitted again.")]
    form = confirm_form.Why(_("For example: a guest of the club, who will not join."), parameters.posted(request))
    return confirm_form.ask(request, form, page, do, follows)
