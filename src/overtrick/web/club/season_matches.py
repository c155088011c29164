"""Rounds and matches of a season event: noted round by round, or match by match."""

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
from overtrick.register.seasons import bracket, note
from overtrick.register.seasons.grown_event import SERIES
from overtrick.register.seasons.models import SeasonEvent
from overtrick.register.seasons.notebook import Notebook, SeasonRound, read
from overtrick.web import access
from overtrick.web.club import base, season_sheets
from overtrick.web.club.season_sheets import AT_FIRST, ENDINGS, MATCHES, MatchRow
from overtrick.web.club.seasons import NO_ERRORS, FormErrors, revision_of, season_of, sentences, show_form
from overtrick.web.design.brackets import round_heading


@base.form(Action.UPLOAD)
def add(request: HttpRequest, where: Organisation, season: int) -> HttpResponse:
    """Add the next round of a knock-out, or matches of a league; results may follow later."""
    found = season_of(where, season)
    if Contest(found.contest) in SERIES:
        return redirect("club-season-game", where.pk, found.pk)
    notes = read(found.notes)
    knock_out = found.contest == Contest.KNOCK_OUT
    if request.method != "POST":
        pairs = bracket.next_pairs(notes) if knock_out else [("", "")] * MATCHES
        rows = tuple(MatchRow(one, other) for one, other in pairs)
        return _round_form(request, where, found, rows, {"date": ""})
    rows = season_sheets.typed_matches(request.POST)
    texts = {"date": request.POST.get("date", "").strip()}
    full = season_sheets.overfull(request.POST)
    if full or "more" in request.POST:
        rows = season_sheets.with_more(rows, MatchRow(), MATCHES)
        return _round_form(request, where, found, rows, texts, FormErrors(others=full))
    errors: dict[str, str] = {}
    day = season_sheets.day_of(request.POST, errors)
    played, byes = [], []
    for at, row in enumerate(rows):
        if row.empty:
            continue
        if knock_out and not (row.one and row.other):
            byes.append(row.one or row.other)
            continue
        played.append(season_sheets.fixture_of(row, errors, f"{at}-"))
    if errors:
        return _round_form(request, where, found, rows, texts, FormErrors(errors))
    revision = revision_of(request, found)
    try:
        new_round = SeasonRound(day, tuple(played), tuple(byes))
        note.add_round(found, new_round, revision, access.actor(request), access.now())
    except Refused as why:
        return _round_form(request, where, found, rows, texts, FormErrors(others=sentences(why)))
    messages.success(request, _("Noted. Nothing counts until you submit it."))
    return redirect("club-season", where.pk, found.pk)


def _round_form(
    request: HttpRequest,
    where: Organisation,
    found: SeasonEvent,
    rows: tuple[MatchRow, ...],
    texts: Mapping[str, str],
    wrong: FormErrors = NO_ERRORS,
) -> HttpResponse:
    notes = read(found.notes)
    knock_out = found.contest == Contest.KNOCK_OUT
    names = bracket.still_in(notes) if knock_out else notes.names
    heading = _("Add matches")
    if knock_out:
        title = bracket.round_name(len(names), len(notes.rounds) + 1)
        heading = round_heading(title, len(notes.rounds) + 1)
    shown = {
        "season": found,
        "revision": revision_of(request, found),
        "rows": rows,
        "names": names,
        "texts": texts,
        "knock_out": knock_out,
        "heading": heading,
        "endings": ENDINGS,
    }
    return show_form(request, where, "season_round", shown, wrong)


@base.form(Action.UPLOAD)
def match(request: HttpRequest, where: Organisation, season: int, number: int, place: int) -> HttpResponse:
    """Enter the result of one match, or correct it: who won, the scores, who played."""
    found = season_of(where, season)
    notes = read(found.notes)
    if number >= len(notes.rounds) or place >= len(notes.rounds[number].fixtures):
        raise Http404
    before = notes.rounds[number].fixtures[place]
    if request.method != "POST":
        return _match_form(request, where, found, notes, season_sheets.row_of(before))
    row = season_sheets.typed_match(request.POST)._replace(one=before.sides[0], other=before.sides[1])
    errors: dict[str, str] = {}
    fixture = season_sheets.fixture_of(row, errors)
    if errors:
        return _match_form(request, where, found, notes, row, FormErrors(errors))
    revision = revision_of(request, found)
    try:
        note.note_match(found, (number, place), fixture, revision, access.actor(request), access.now())
    except Refused as why:
        return _match_form(request, where, found, notes, row, FormErrors(others=sentences(why)))
    messages.success(request, _("Noted. Nothing counts until you submit it."))
    return redirect("club-season", where.pk, found.pk)


def _match_form(
    request: HttpRequest,
    where: Organisation,
    found: SeasonEvent,
    notes: Notebook,
    row: MatchRow,
    wrong: FormErrors = NO_ERRORS,
) -> HttpResponse:
    teams = {each.name: each.players for each in notes.entrants}
    squads = [
        (side, name, [(each.name, each.name not in row.sat_out[side]) for each in teams.get(name, ())])
        for side, name in enumerate((row.one, row.other))
    ]
    shown = {
        "season": found,
        "revision": revision_of(request, found),
        "row": row,
        "squads": [each for each in squads if len(each[2]) > AT_FIRST or row.sat_out[each[0]]],
        "endings": ENDINGS,
        "knock_out": found.contest == Contest.KNOCK_OUT,
    }
    return show_form(request, where, "season_match", shown, wrong)
