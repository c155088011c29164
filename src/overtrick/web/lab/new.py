"""Pages for a new proposal: a row of a table, a question of the handbook, another edition or another handbook."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.handbooks import edition as editions
from overtrick.handbooks.edition import Edition
from overtrick.register.federations import handbook
from overtrick.register.federations.models import Federation
from overtrick.web import access, parameters
from overtrick.web.design.english import english
from overtrick.web.design.forms import Plain
from overtrick.web.lab import shelf
from overtrick.web.lab.base import equipped, way
from overtrick.web.office import confirm_form, decorators, formatting
from overtrick.web.office.confirm_form import Answers, Ask, Done

#: Tables that list what an event can be: statuses, or grades.
_STATUSES = ("status", "grades")
_MOST = 1_000_000


class Change(NamedTuple):
    """What is proposed, as a proposal writes it."""

    change: Mapping[str, object]
    status: Mapping[str, str] = {}  #: words of another handbook for words of ours


def _edition(request: HttpRequest) -> Edition:
    return handbook.edition_on(access.federation(request), access.today())


@decorators.page
@equipped
def new(request: HttpRequest) -> HttpResponse:
    """Choose what to change: a table, a question that the handbook leaves open, or the whole book."""
    edition = _edition(request)
    listed = [(name, edition.written_table(name)["title"]) for name in edition.table_names]
    others = [(each, editions.get(each).federation) for each in editions.names() if each != edition.handbook.name]
    context = {"tables": listed, "settings": edition.settings.values(), "others": others, "way": way()}
    return render(request, "lab/new.html", {**context, "editions": edition.handbook.editions})


def _rows(edition: Edition, table: str) -> tuple[dict[str, object], list[list[str | int]]]:
    """Give a table and the rows that govern now."""
    if table not in edition.table_names:
        raise Http404
    found = edition.written_table(table)
    return found, found["version"][-1]["rows"]


@decorators.page
@equipped
def table(request: HttpRequest, name: str) -> HttpResponse:
    """Choose a row of a table."""
    found, rows = _rows(_edition(request), name)
    context = {"name": name, "found": found, "rows": list(enumerate(rows)), "way": way()}
    return render(request, "lab/table.html", context)


class _Proposal(Plain):
    """What a proposal is called and who asks."""

    title = forms.CharField(
        label=gettext_lazy("What is it called?"),
        help_text=gettext_lazy("For example: top 40 % instead of a third. Do not write a person’s name."),
        max_length=200,
        error_messages={"required": gettext_lazy("Enter what the proposal is called")},
    )
    asked_by = forms.CharField(
        label=gettext_lazy("Who asks?"),
        help_text=gettext_lazy("For example: rules committee, 3 November, item 7."),
        max_length=200,
        required=False,
    )


class RowForm(_Proposal):
    """Other cells of one row."""

    begins = confirm_form.day(
        gettext_lazy("From which day of play?"),
        gettext_lazy("Leave it empty if the change is for the whole season."),
        required=False,
    )

    def __init__(self, columns: list[str], row: list[str | int], *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self._cells = {}
        for at, (column, cell) in enumerate(zip(columns[1:], row[1:], strict=False)):
            self._cells[f"cell{at}"] = (column, cell)
            field: forms.Field = (
                forms.IntegerField(min_value=-_MOST, max_value=_MOST, widget=forms.TextInput)
                if isinstance(cell, int)
                else forms.CharField(max_length=200, required=False)
            )
            field.label, field.initial = column, cell
            self.fields[f"cell{at}"] = field

    def changed_cells(self) -> dict[str, str | int]:
        """Give the cells that are not as they were, by column."""
        given = {column: (self.cleaned_data.get(name), cell) for name, (column, cell) in self._cells.items()}
        return {column: new for column, (new, old) in given.items() if new != old and new is not None}

    def clean(self) -> Answers:
        """See that something is changed."""
        given = super().clean() or self.cleaned_data
        if not self.errors and not self.changed_cells():
            self.add_error(None, _("Change at least one of the cells"))
        return given


class SettingForm(_Proposal):
    """Another answer to what the handbook leaves open."""

    to = forms.ChoiceField(
        label=gettext_lazy("Our answer"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose our answer")},
    )


class BookForm(_Proposal):
    """Another handbook, with what it calls the statuses of ours."""

    def __init__(self, statuses: list[str], *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self._statuses = {f"status{at}": word for at, word in enumerate(statuses)}
        for name, word in self._statuses.items():
            label = _("What the other handbook calls the status “%(word)s”") % {"word": word}
            self.fields[name] = forms.CharField(label=label, max_length=60, required=False, initial=word)

    def status(self) -> dict[str, str]:
        """Give the words that are others."""
        given = {word: self.cleaned_data.get(name, "").strip() for name, word in self._statuses.items()}
        return {word: other for word, other in given.items() if other and other != word}


@decorators.form
@equipped
def change_row(request: HttpRequest, name: str, row: int) -> HttpResponse:
    """Change cells of a row, see the effect on an event and on the last month, keep it as a proposal."""
    found, rows = _rows(_edition(request), name)
    if row >= len(rows):
        raise Http404
    columns: list[str] = list(found["columns"])  # type: ignore[call-overload]
    form = RowForm(columns, rows[row], parameters.posted(request))

    def change() -> Change:
        begins = form.cleaned_data["begins"]
        cells = {"table": name, "row": str(rows[row][0]), "set": form.changed_cells()}
        return Change({**cells, "from": begins} if begins else cells)

    heading = _("Change the row %(row)s") % {"row": rows[row][0]}
    return _asked(request, form, heading, change)


@decorators.form
@equipped
def change_setting(request: HttpRequest, name: str) -> HttpResponse:
    """Propose another answer to a question of the handbook."""
    setting = _edition(request).settings.get(name)
    if setting is None:
        raise Http404
    form = SettingForm(parameters.posted(request))
    form.fields["to"].choices = [(each, each) for each in setting.choices]  # type: ignore[attr-defined]
    change = {"setting": name}
    return _asked(request, form, english(setting.question), lambda: Change({**change, "to": form.cleaned_data["to"]}))


@decorators.form
@equipped
def change_book(request: HttpRequest, name: str) -> HttpResponse:
    """Propose another handbook for the same season: what would it have been by the rules of others?"""
    edition = _edition(request)
    if name not in editions.names() or name == edition.handbook.name:
        raise Http404
    form = BookForm(_statuses(edition), parameters.posted(request))
    heading = _("By the handbook of %(federation)s") % {"federation": editions.get(name).federation}
    return _asked(request, form, heading, lambda: Change({"handbook": name}, form.status()))


@decorators.form
@equipped
def change_edition(request: HttpRequest, name: str) -> HttpResponse:
    """Propose one edition of our handbook for every day of a season."""
    listed = {each.name: each for each in _edition(request).handbook.editions}
    if name not in listed:
        raise Http404
    form = _Proposal(parameters.posted(request))
    return _asked(request, form, english(listed[name].title), lambda: Change({"edition": name}))


def _statuses(edition: Edition) -> list[str]:
    """List the words for statuses in the tables of an edition."""
    found = next((each for each in _STATUSES if each in edition.table_names), None)
    rows = edition.written_table(found)["version"][-1]["rows"] if found else []
    words = [str(row[0]) for row in rows]
    return [each for each in words if each == each.lower()] or words


def _asked(request: HttpRequest, form: _Proposal, heading: str, change: Callable[[], Change]) -> HttpResponse:
    from overtrick.web.lab import works  # noqa: PLC0415 - an extra that few offices install

    federation = access.federation(request)

    def text(given: Answers) -> str:
        proposed = change()
        return works.written(federation.handbook, given["title"], given["asked_by"], proposed.change, proposed.status)

    def do(given: Answers) -> Done:
        works.rules(federation, text(given))
        kept = shelf.keep(federation, given["title"], text(given), actor=access.actor(request), at=access.now())
        return Done(_("The proposal is kept."), reverse("office-proposal", args=[kept.number]))

    page = Ask(heading, _("Keep this proposal"), way())
    return confirm_form.ask(request, form, page, do, lambda given: _foreseen(federation, text(given)))


def _foreseen(federation: Federation, text: str) -> list[str]:
    """Say what a proposal would have changed in one event and in the last month."""
    from overtrick.web.lab import effect, works  # noqa: PLC0415 - an extra that few offices install

    proposed = works.rules(federation, text)
    seen = effect.effect(federation, proposed)
    if seen is None:
        return [_("There is no event in the book yet to try it on.")]

    def points(colour: str, units: int) -> str:
        return effect.shown(federation, proposed, colour, units)

    told = []
    if seen.sample is not None:
        event = seen.sample.event
        words = {"event": event.name, "day": formatting.day(event.begins)}
        for each in seen.sample.places:
            place = {"place": each.place, "colour": each.colour}
            both = {"before": points(each.colour, each.before), "after": points(each.colour, each.after)}
            told.append(
                _("%(event)s, %(day)s, place %(place)d: %(before)s %(colour)s points before, %(after)s after.")
                % {**words, **place, **both}
            )
    counts = {"events": seen.events, "month": seen.month, "changed": seen.changed}
    told.append(_("Of the last %(events)d events of %(month)s, %(changed)d would have other awards.") % counts)
    for colour in sorted({*seen.before, *seen.after}):
        both = {
            "before": points(colour, seen.before.get(colour, 0)),
            "after": points(colour, seen.after.get(colour, 0)),
        }
        told.append(
            _("%(colour)s: %(before)s points before, %(after)s after.") % {**both, "colour": colour.capitalize()}
        )
    for found, count in seen.missing.items():
        told.append(_("%(count)d of them cannot be compared: %(found)s") % {"count": count, "found": found})
    return [*told, _("Nothing in the book changes.")]
