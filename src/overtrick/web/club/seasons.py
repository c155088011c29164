"""Season events: start one, note what is played, see the bracket or the table, and submit as it grows."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.engine.event import Contest, Play
from overtrick.formats.tables import Sheet, as_csv, as_xlsx
from overtrick.handbooks import record, worth
from overtrick.register.competitions.match import unsaid
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.seasons import bracket, club_games, draft_season, note
from overtrick.register.seasons.checks import NotNoted
from overtrick.register.seasons.grown_event import SERIES, is_over
from overtrick.register.seasons.models import SeasonEvent
from overtrick.register.seasons.notebook import read
from overtrick.web import access, parameters
from overtrick.web.club import base, files, season_page, season_sheets
from overtrick.web.club.season_cells import entrant_lines
from overtrick.web.club.season_sheets import PLAYED_BY, ROWS, EntrantRow, StartSheet
from overtrick.web.design.downloads import attached
from overtrick.web.design.mistakes import by_field

#: What can be played over a season, and how a page calls it.
KINDS: dict[Contest, tuple[str | Promise, str | Promise]] = {
    Contest.KNOCK_OUT: (
        gettext_lazy("Knock-out"),
        gettext_lazy("Round by round until one is left. Whoever is beaten is out."),
    ),
    Contest.LEAGUE: (
        gettext_lazy("League"),
        gettext_lazy("Matches over a season, in one division or several, with a table."),
    ),
    Contest.LADDER: (
        gettext_lazy("Ladder"),
        gettext_lazy("A series of club nights with a bonus for the best results of each."),
    ),
    Contest.AGGREGATE: (
        gettext_lazy("Aggregate"),
        gettext_lazy("A series of club nights with a bonus for the best results of each."),
    ),
}


PLAYS: dict[Play, str | Promise] = {
    Play.TEAMS: gettext_lazy("Teams"),
    Play.PAIRS: gettext_lazy("Pairs"),
    Play.INDIVIDUAL: gettext_lazy("Individuals"),
}


class SeasonRow(NamedTuple):
    """A season event in the list."""

    season: SeasonEvent
    kind: str | Promise
    over: bool
    new: bool  #: something is not submitted


class FormErrors(NamedTuple):
    """What is wrong: by the field, and with the whole."""

    fields: Mapping[str, str] = {}
    others: Iterable[str] = ()


NO_ERRORS = FormErrors()


def season_of(where: Organisation, pk: int) -> SeasonEvent:
    """Give a season event of the organisation; one of another is not there."""
    rows = SeasonEvent.objects.select_related("organisation__federation", "federation", "competition")
    return get_object_or_404(rows, organisation=where, pk=pk)


def revision_of(request: HttpRequest, found: SeasonEvent) -> int:
    """Give the revision that somebody looks at; a form that comes back keeps its own, or it would hide a colleague."""
    return found.revision if request.method != "POST" else parameters.whole(request.POST.get("revision", "")) or 0


@base.page(Action.UPLOAD)
def seasons(request: HttpRequest, where: Organisation) -> HttpResponse:
    """List the season events, the latest first, and what can be started."""
    rows = SeasonEvent.objects.select_related("organisation", "competition").filter(organisation=where)
    listed = [
        SeasonRow(each, KINDS[Contest(each.contest)][0], is_over(each), draft_season.state(each).new)
        for each in rows.order_by("-begins", "-pk")
    ]
    kinds = [(each, *KINDS[each]) for each in note.contests(where, access.today())]
    return base.show(request, where, "seasons", {"listed": listed, "kinds": kinds})


# --- Start -------------------------------------------------------------------------------------------------------


@base.form(Action.UPLOAD)
def new(request: HttpRequest, where: Organisation, contest: str) -> HttpResponse:
    """Start a season event."""
    today = access.today()
    kind = Contest(contest) if contest in set(Contest) else None
    if kind not in note.contests(where, today) or kind is None:
        raise Http404
    edition = handbook.edition_on(where.federation, today)
    if request.method != "POST":
        return _start_form(request, where, season_sheets.blank(kind, record.ways(edition).status.get(where.kind, "")))
    sheet = season_sheets.typed(where, kind, edition, request.POST)
    full = season_sheets.overfull(request.POST)
    if full or "more" in request.POST or "look" in request.POST:
        sheet = sheet._replace(rows=_more(request, sheet.rows))
        return _start_form(request, where, sheet, FormErrors(others=full))
    told, errors = season_sheets.new_season(sheet)
    if told is None:
        return _start_form(request, where, sheet, FormErrors(errors))
    try:
        season = note.start(where, told, access.actor(request), access.now())
    except Refused as why:
        return _start_form(request, where, sheet, FormErrors(others=sentences(why)))
    messages.success(request, _("%(name)s has started.") % {"name": season.name})
    return redirect("club-season", where.pk, season.pk)


def _start_form(
    request: HttpRequest, where: Organisation, sheet: StartSheet, wrong: FormErrors = NO_ERRORS
) -> HttpResponse:
    edition = handbook.edition_on(where.federation, access.today())
    facts = [(each, sheet.facts.get(each.name, "")) for each in edition.facts.values() if each.answers]
    shown = {
        "sheet": sheet,
        "kind": KINDS[sheet.contest][0],
        "series": sheet.contest in SERIES,
        "levels": worth.levels(edition),
        "facts": facts,
        "rows": entrant_lines(sheet.rows, sheet.play, wrong.fields, divisions=sheet.contest is Contest.LEAGUE),
        "divisions": sheet.contest is Contest.LEAGUE,
        "by_scores": sheet.texts.get("by-scores") == "yes",
        "plays": [(each.value, PLAYS[each]) for each in PLAYED_BY[sheet.contest]],
    }
    return show_form(request, where, "season_new", shown, wrong)


def _more(request: HttpRequest, rows: tuple[EntrantRow, ...]) -> tuple[EntrantRow, ...]:
    """Add rows, if that is what was asked for."""
    return season_sheets.with_more(rows, EntrantRow(), ROWS if "more" in request.POST else 0)


def sentences(why: Refused) -> tuple[str, ...]:
    """Give everything that a refusal says."""
    return why.problems if isinstance(why, NotNoted) else (str(why),)


def show_form(
    request: HttpRequest, where: Organisation, page: str, shown: dict[str, Any], wrong: FormErrors
) -> HttpResponse:
    """Show a form with what is wrong, all of it at the top."""
    failed = bool(wrong.fields or wrong.others)
    told = {"errors": wrong.fields, "mistakes": by_field(wrong.fields, wrong.others)}
    return base.show(request, where, page, shown | told, status=422 if failed else 200)


# --- The page ----------------------------------------------------------------------------------------------------


@base.page(Action.UPLOAD)
def season(request: HttpRequest, where: Organisation, season: int) -> HttpResponse:
    """Show a season event: what was played, what is submitted, and the points."""
    found = season_of(where, season)
    form = request.GET.get("as", "")
    series = Contest(found.contest) in SERIES
    ladder = season_page.ladder_of(found, request) if series else None
    if form in ("csv", "xlsx"):
        if ladder is not None and (file := ladder.download(request)):
            return file
        columns, rows = season_page.sheet_of(found)
        content = as_csv(columns, rows) if form == "csv" else as_xlsx(Sheet(_("Matches"), columns, rows))
        return attached(f"{found.begins} {found.name}.{form}", content)
    state, notes = draft_season.state(found), read(found.notes)
    over = is_over(found)
    knock_out = found.contest == Contest.KNOCK_OUT
    change = not notes.over
    shown = {
        "season": found,
        "kind": KINDS[Contest(found.contest)][0],
        "notes": notes,
        "state": state,
        "corrected": club_games.changed(found),
        "over": over,
        "bracket": season_page.bracket_of(found, change=change) if knock_out else None,
        "still_in": bracket.still_in(notes) if knock_out else (),
        "can_add": not over and not (knock_out and bracket.undecided(notes)),
        "tables": season_page.tables_of(found) if not knock_out and not series else [],
        "days": season_page.matches_of(found, change=change) if not knock_out and not series else [],
        "ladder": ladder,
        "series": series,
        "knock_out": knock_out,
        "points": season_page.points_of(state.counting),
        "noted": season_page.noted(notes),
    }
    return base.show(request, where, "season", shown)


@base.form(Action.UPLOAD)
def act(request: HttpRequest, where: Organisation, season: int) -> HttpResponse:
    """Do what a button of the page says: work it out, take the last round back, end the season, go on."""
    found = season_of(where, season)
    if request.method != "POST":
        return redirect("club-season", where.pk, found.pk)
    actor, at = access.actor(request), access.now()
    revision = revision_of(request, found)
    try:
        if "awards" in request.POST:
            return _awards(request, where, found)
        if "again" in request.POST:
            note.take_games_again(found, club_games.taken_again(found), revision, actor, at)
            messages.success(request, _("The corrected results are in the ladder. Nothing has changed in the book."))
        elif "back" in request.POST:
            note.take_back(found, revision, actor, at)
            messages.success(request, _("The last one is taken back. Nothing has changed in the book."))
        elif "end" in request.POST:
            note.end(found, revision, actor, at)
            messages.success(request, _("The season is over. Check the awards, then submit them."))
        elif "go-on" in request.POST:
            note.go_on(found, revision, actor, at)
            messages.success(request, _("The season goes on."))
    except Refused as why:
        messages.error(request, str(why))
    return redirect("club-season", where.pk, found.pk)


def _awards(request: HttpRequest, where: Organisation, season: SeasonEvent) -> HttpResponse:
    """Work the event out, and lead to its preview, or to what is open."""
    made = draft_season.draft(season, access.actor(request), access.now())
    if made.before is not None:
        messages.success(request, _("All of this is submitted already."))
        return redirect("club-submission", where.pk, made.before.pk)
    if made.submission is None:
        return redirect(files.address(where.pk, [made.upload.pk]))
    page = "club-players" if unsaid(made.submission) else "club-preview"
    return redirect(page, where.pk, made.submission.pk)


@base.form(Action.UPLOAD)
def entrants(request: HttpRequest, where: Organisation, season: int) -> HttpResponse:
    """Change who takes part: a player who joins, a name that was misspelt."""
    found = season_of(where, season)
    notes = read(found.notes)
    play = season_page.play_of(notes)
    if request.method != "POST":
        return _entrants_form(request, where, found, season_sheets.rows_of(notes))
    rows = season_sheets.typed_rows(where, request.POST)
    full = season_sheets.overfull(request.POST)
    if full or "more" in request.POST or "look" in request.POST:
        return _entrants_form(request, where, found, _more(request, rows), FormErrors(others=full))
    told, errors = season_sheets.entrants_of(rows, play)
    if errors:
        return _entrants_form(request, where, found, rows, FormErrors(errors))
    revision = revision_of(request, found)
    try:
        note.change_entrants(found, told, revision, access.actor(request), access.now())
    except Refused as why:
        return _entrants_form(request, where, found, rows, FormErrors(others=sentences(why)))
    messages.success(request, _("Noted. Nothing counts until you submit it."))
    return redirect("club-season", where.pk, found.pk)


def _entrants_form(
    request: HttpRequest,
    where: Organisation,
    found: SeasonEvent,
    rows: Iterable[EntrantRow],
    wrong: FormErrors = NO_ERRORS,
) -> HttpResponse:
    shown = {
        "season": found,
        "revision": revision_of(request, found),
        "rows": entrant_lines(
            rows, season_page.play_of(read(found.notes)), wrong.fields, divisions=found.contest == Contest.LEAGUE
        ),
    }
    return show_form(request, where, "season_entrants", shown, wrong)
