"""Pages of the laboratory: proposals, a new one, a season under it, the result, and why for one player."""

from __future__ import annotations

import functools
from collections.abc import Callable
from datetime import date, timedelta
from typing import Concatenate, ParamSpec

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.handbooks.edition import Edition
from overtrick.register.federations import handbook
from overtrick.web import access, parameters
from overtrick.web.design.english import english
from overtrick.web.design.forms import Plain
from overtrick.web.design.tables import Cell, Figures, Table
from overtrick.web.lab import shelf, tasks
from overtrick.web.lab.shelf import Days, Kept
from overtrick.web.office import confirm_form, decorators, formatting
from overtrick.web.office.confirm_form import Answers, Ask, Crumb, Done

P = ParamSpec("P")
View = Callable[Concatenate[HttpRequest, P], HttpResponse]
_YEAR = timedelta(days=365)
#: A season may be so long.
_LONGEST = timedelta(days=366 * 10)
_BY = ("colour", "rank", "club", "county", "month")


def _equipped(view: View[P]) -> View[P]:
    """Say what to install where the laboratory is not."""

    @functools.wraps(view)
    def shown(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        return view(request, *args, **kwargs) if shelf.installed() else render(request, "lab/missing.html")

    return shown


def _way() -> list[Crumb]:
    return [Crumb(_("Proposals"), reverse("office-proposals"))]


def _edition(request: HttpRequest) -> Edition:
    return handbook.edition_on(access.federation(request), access.today())


@decorators.page
@_equipped
def proposals(request: HttpRequest) -> HttpResponse:
    """List what was proposed, the latest first."""
    rows = [
        [
            Cell(each.title, link=reverse("office-proposal", args=[each.number])),
            Cell(each.by),
            formatting.moment_cell(each.at),
        ]
        for each in shelf.proposals(access.federation(request))
    ]
    table = Table(_("Proposals"), [_("Proposal"), _("By"), _("When")], rows, request)
    return table.download(request) or render(request, "lab/proposals.html", {"table": table})


# --- A new proposal ---------------------------------------------------------------------------------------------------


@decorators.page
@_equipped
def new(request: HttpRequest) -> HttpResponse:
    """Choose what to change: a table, or a question that the handbook leaves open."""
    edition = _edition(request)
    listed = [(name, edition.written_table(name)["title"]) for name in edition.table_names]
    return render(request, "lab/new.html", {"tables": listed, "settings": edition.settings.values(), "way": _way()})


def _rows(edition: Edition, table: str) -> tuple[dict[str, object], list[list[str | int]]]:
    """Give a table and the rows that govern now."""
    if table not in edition.table_names:
        raise Http404
    found = edition.written_table(table)
    return found, found["version"][-1]["rows"]


@decorators.page
@_equipped
def table(request: HttpRequest, name: str) -> HttpResponse:
    """Choose a row of a table."""
    found, rows = _rows(_edition(request), name)
    context = {"name": name, "found": found, "rows": list(enumerate(rows)), "way": _way()}
    return render(request, "lab/table.html", context)


class _Proposal(Plain):
    """What a proposal is called and who asks."""

    title = forms.CharField(
        label=gettext_lazy("What is it called?"),
        help_text=gettext_lazy("For example: top 40 % instead of a third."),
        max_length=200,
        error_messages={"required": gettext_lazy("Enter what the proposal is called")},
    )
    asked_by = forms.CharField(label=gettext_lazy("Who asks?"), max_length=200, required=False)


class RowForm(_Proposal):
    """Other cells of one row."""

    def __init__(self, columns: list[str], row: list[str | int], *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self._cells = {}
        for at, (column, cell) in enumerate(zip(columns[1:], row[1:], strict=False)):
            self._cells[f"cell{at}"] = (column, cell)
            field: forms.Field = (
                forms.IntegerField(min_value=-1_000_000, max_value=1_000_000, widget=forms.TextInput)
                if isinstance(cell, int)
                else forms.CharField(max_length=200, required=False)
            )
            field.label, field.initial = column, cell
            self.fields[f"cell{at}"] = field

    def changed_cells(self) -> dict[str, str | int]:
        """Give the cells that are not as they were, by column."""
        given = {column: (self.cleaned_data.get(name), cell) for name, (column, cell) in self._cells.items()}
        return {column: new for column, (new, old) in given.items() if new != old and new is not None}


class SettingForm(_Proposal):
    """Another answer to what the handbook leaves open."""

    to = forms.ChoiceField(
        label=gettext_lazy("Our answer"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose our answer")},
    )


@decorators.form
@_equipped
def change_row(request: HttpRequest, name: str, row: int) -> HttpResponse:
    """Change cells of a row, see the effect on the last month, keep it as a proposal."""
    found, rows = _rows(_edition(request), name)
    if row >= len(rows):
        raise Http404
    columns: list[str] = list(found["columns"])  # type: ignore[call-overload]
    form = RowForm(columns, rows[row], parameters.posted(request))

    def change() -> dict[str, object]:
        return {"table": name, "row": str(rows[row][0]), "set": form.changed_cells()}

    heading = _("Change the row %(row)s") % {"row": rows[row][0]}
    return _asked(request, form, heading, change)


@decorators.form
@_equipped
def change_setting(request: HttpRequest, name: str) -> HttpResponse:
    """Propose another answer to a question of the handbook."""
    setting = _edition(request).settings.get(name)
    if setting is None:
        raise Http404
    form = SettingForm(parameters.posted(request))
    form.fields["to"].choices = [(each, each) for each in setting.choices]  # type: ignore[attr-defined]
    return _asked(request, form, english(setting.question), lambda: {"setting": name, "to": form.cleaned_data["to"]})


def _asked(
    request: HttpRequest, form: _Proposal, heading: str, change: Callable[[], dict[str, object]]
) -> HttpResponse:
    from overtrick.web.lab import works  # noqa: PLC0415 - an extra that few offices install

    federation = access.federation(request)

    def text(given: Answers) -> str:
        return works.written(federation.handbook, given["title"], given["asked_by"], change())

    def foresee(given: Answers) -> list[str]:
        seen = works.effect(federation, text(given))
        if seen is None:
            return [_("There is no event in the book yet to try it on.")]
        counts = {"events": seen.events, "month": seen.month, "changed": seen.changed}
        told = [_("Of the last %(events)d events of %(month)s, %(changed)d would have other awards.") % counts]
        for colour in sorted({*seen.before, *seen.after}):
            points = (works.shown(federation, colour, side.get(colour, 0)) for side in (seen.before, seen.after))
            told.append(
                _("%(colour)s: %(before)s points before, %(after)s after.")
                % dict(zip(("colour", "before", "after"), (colour, *points), strict=True))
            )
        return [*told, _("Nothing in the book changes.")]

    def do(given: Answers) -> Done:
        works.rules(federation, text(given))
        kept = shelf.keep(federation, given["title"], text(given), actor=access.actor(request), at=access.now())
        return Done(_("The proposal is kept."), reverse("office-proposal", args=[kept.number]))

    return confirm_form.ask(request, form, Ask(heading, _("Keep this proposal"), _way()), do, foresee)


# --- A season under it ------------------------------------------------------------------------------------------------


class SeasonForm(Plain):
    """The days of a season."""

    first = confirm_form.day(gettext_lazy("First day of play"))
    last = confirm_form.day(gettext_lazy("Last day of play"), missing=gettext_lazy("Enter the last day"))

    def clean(self) -> Answers:
        """See that the days make a season."""
        given = super().clean() or self.cleaned_data
        if given.get("first") and given.get("last") and not timedelta() <= given["last"] - given["first"] <= _LONGEST:
            self.add_error("last", _("Enter a day after the first one, ten years later at most"))
        return given


def _kept(request: HttpRequest, number: int) -> Kept:
    found = shelf.proposal(access.federation(request), number)
    if found is None:
        raise Http404
    return found


@decorators.form
@_equipped
def proposal(request: HttpRequest, number: int) -> HttpResponse:
    """Show a proposal and what came of it; ask for a season under it."""
    kept, federation, today = _kept(request, number), access.federation(request), access.today()
    ran = [
        (_days_told(each.days), each.made, reverse("office-proposal-result", args=[number, str(each.days), each.made]))
        for each in shelf.runs(federation, number)
    ]

    def do(given: Answers) -> HttpResponse:
        days = Days(given["first"], given["last"])
        asked = tasks.order(federation, kept, days, actor=access.actor(request), at=access.now())
        row = tasks.work_out.add(asked, proposal=number, first=str(days.first), last=str(days.last), made=str(today))
        return redirect("task", row.pk)

    page = Ask(
        kept.title,
        _("Work the season out"),
        _way(),
        checked=False,
        template="lab/proposal.html",
        more={"kept": kept, "ran": ran},
    )
    form = SeasonForm(parameters.posted(request), initial={"first": today - _YEAR, "last": today})
    return confirm_form.ask(request, form, page, do)


def _days_told(days: Days) -> str:
    return _("%(first)s to %(last)s") % {"first": formatting.day(days.first), "last": formatting.day(days.last)}


# --- The result -------------------------------------------------------------------------------------------------------


@decorators.page
@_equipped
def result(request: HttpRequest, number: int, days: str, made: str) -> HttpResponse:
    """Tell what came of a season under a proposal; with a player and an event, why."""
    from overtrick.lab import explain  # noqa: PLC0415 - an extra that few offices install
    from overtrick.lab.promotions import promotions  # noqa: PLC0415
    from overtrick.lab.report import tables  # noqa: PLC0415
    from overtrick.web.lab import works  # noqa: PLC0415

    kept, season = _kept(request, number), _season(days, made)
    found = works.result(access.federation(request), number, *season)
    if found is None:
        raise Http404
    promoted = promotions(found)
    listed = [
        _shown(request, each)
        for each in tables.tables(found, promoted, public=False)
        if each.name in (*_BY, "ranks", "promotions") and each.rows
    ]
    for each in listed:
        if request.GET.get("of") == each.name and (sent := each.download(request)) is not None:
            return sent
    player, event = request.GET.get("player", "").strip()[:40], request.GET.get("event", "").strip()[:60]
    context: dict[str, object] = {
        "kept": kept,
        "days": _days_told(season[0]),
        "says": english(tables.sentence(found, promoted)),
        "result": found,
        "tables": listed,
        "player": player,
        "event": event,
        "way": [*_way(), Crumb(kept.title, reverse("office-proposal", args=[number]))],
    }
    at = found.number_of(player) if player else None
    if at is not None and event:
        try:
            told = explain.why(found, at, event)
            context["why"] = [(english(each)) for each in works.told(found, told)]
        except explain.NoEvent as error:
            context["nothing"] = english(error)
    elif at is not None:
        context["events"] = explain.events_of(found, at)
    elif player:
        context["nothing"] = _("Nobody with this number played in the season.")
    return render(request, "lab/result.html", context)


def _season(days: str, made: str) -> tuple[Days, date]:
    try:
        first, last = map(date.fromisoformat, days.split("_"))
        return Days(first, last), date.fromisoformat(made)
    except ValueError:
        raise Http404 from None


def _shown(request: HttpRequest, made: object) -> Table:
    from overtrick.lab.report.table import Table as Told  # noqa: PLC0415 - an extra that few offices install

    assert isinstance(made, Told)  # noqa: S101 - so that nothing else is shown
    columns = [Figures(each) if each in made.figures else each for each in made.columns]
    rows = [[Cell(cell) for cell in row] for row in made.rows]
    return Table(made.title, columns, rows, request, made.name)
