"""Games of a ladder: taken from the club nights that were submitted, or entered by hand."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from overtrick.engine.event import Contest
from overtrick.register.errors import Refused
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.seasons import club_games, note
from overtrick.register.seasons.grown_event import SERIES
from overtrick.register.seasons.models import SeasonEvent
from overtrick.register.seasons.notebook import Game, read
from overtrick.web import access, parameters
from overtrick.web.club import base, season_sheets
from overtrick.web.club.seasons import NO_ERRORS, FormErrors, revision_of, season_of, sentences, show_form


@base.form(Action.UPLOAD)
def game(request: HttpRequest, where: Organisation, season: int) -> HttpResponse:
    """Add a game of a ladder."""
    found = season_of(where, season)
    if Contest(found.contest) not in SERIES:
        raise Http404
    if request.method != "POST":
        return _form(request, where, found)
    revision = revision_of(request, found)
    errors: dict[str, str] = {}
    try:
        taken = _taken(request, found) if request.POST.get("event") else _typed(request.POST, found, errors)
        if errors:
            return _form(request, where, found, FormErrors(errors))
        note.add_game(found, taken.game, taken.newcomers, revision, access.actor(request), access.now())
    except Refused as why:
        return _form(request, where, found, FormErrors(others=sentences(why)))
    messages.success(request, _("Noted. Nothing counts until you submit it."))
    return redirect("club-season", where.pk, found.pk)


def _taken(request: HttpRequest, found: SeasonEvent) -> club_games.TakenGame:
    asked = parameters.whole(request.POST["event"])
    chosen = next((each for each in club_games.offered(found) if each.pk == asked), None)
    if chosen is None:
        raise note.NotPossible("This event is not offered any more.", "Choose another game.", code="event-not-offered")
    return club_games.taken(found, chosen)


def _typed(posted: Mapping[str, str], found: SeasonEvent, errors: dict[str, str]) -> club_games.TakenGame:
    day = season_sheets.day_of(posted, errors)
    names = read(found.notes).names
    scores = [(name, posted.get(f"score-{at}", "").strip()[:20]) for at, name in enumerate(names)]
    told = tuple((name, score) for name, score in scores if score)
    name, tables = posted.get("name", "").strip()[:100], posted.get("tables", "").strip()[:10]
    return club_games.TakenGame(Game(day, name, tables, told), ())


def _form(request: HttpRequest, where: Organisation, found: SeasonEvent, wrong: FormErrors = NO_ERRORS) -> HttpResponse:
    names = read(found.notes).names
    shown = {
        "season": found,
        "revision": revision_of(request, found),
        "offered": club_games.offered(found),
        "chosen": request.POST.get("event", ""),
        "rows": [(at, name, request.POST.get(f"score-{at}", "")) for at, name in enumerate(names)],
        "texts": {word: request.POST.get(word, "") for word in ("date", "name", "tables")},
    }
    return show_form(request, where, "season_game", shown, wrong)
