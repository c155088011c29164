"""Pages for a new proposal, and for one more change of a draft.

A change is of a row of a table, of a question that the handbook leaves open, to another edition or another handbook.
"""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from overtrick.handbooks import edition as editions
from overtrick.handbooks.edition import Edition
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.web import access, parameters
from overtrick.web.design.english import english
from overtrick.web.lab import drafting, shelf
from overtrick.web.lab.base import equipped, kept_or_404, way
from overtrick.web.lab.change_forms import BookForm, Proposal, RowForm, SettingForm
from overtrick.web.lab.foreseen import foreseen
from overtrick.web.lab.proposal_text import Change, Parts, parts, written
from overtrick.web.lab.shelf import Kept
from overtrick.web.office import confirm_form, decorators
from overtrick.web.office.confirm_form import Answers, Ask, Crumb, Done

#: Tables that list what an event can be: statuses, or grades.
_STATUSES = ("status", "grades")


def _edition(request: HttpRequest) -> Edition:
    return handbook.edition_on(access.federation(request), access.today())


class _Draft:
    """The draft that a change is added to, if it is not the first of a new proposal."""

    def __init__(self, request: HttpRequest, number: int | None) -> None:
        self.kept: Kept | None = None if number is None else kept_or_404(request, number)

    def address(self, kind: str, *args: object) -> str:
        """Say where a change is chosen."""
        if self.kept is None:
            return reverse(f"office-proposal-{kind}", args=args)
        return reverse(f"office-proposal-add-{kind}", args=[self.kept.number, *args])

    @property
    def way(self) -> list[Crumb]:
        """The way to the page."""
        if self.kept is None:
            return way()
        return [*way(), Crumb(self.kept.title, reverse("office-proposal", args=[self.kept.number]))]


@decorators.page
@equipped
def new(request: HttpRequest, number: int | None = None) -> HttpResponse:
    """Choose what to change: a table, a question that the handbook leaves open, or the whole book."""
    edition, draft = _edition(request), _Draft(request, number)
    there = () if draft.kept is None else parts(draft.kept.text).changes
    others = [each for each in editions.names() if each != edition.handbook.name]
    context = {
        "tables": [
            (edition.written_table(name)["title"], draft.address("table", name)) for name in edition.table_names
        ],
        "settings": [(each.question, draft.address("setting", each.name)) for each in edition.settings.values()],
        "editions": [(each.title, draft.address("edition", each.name)) for each in edition.handbook.editions],
        "others": [(editions.get(each).federation, draft.address("handbook", each)) for each in others],
        "alone": bool(there),
        "whole": any("edition" in each for each in there),
        "by_others": any("handbook" in each for each in there),
        "kept": draft.kept,
        "way": draft.way,
    }
    return render(request, "lab/new.html", context)


def _rows(edition: Edition, table: str) -> tuple[dict[str, object], list[list[str | int]]]:
    """Give a table and the rows that govern now."""
    if table not in edition.table_names:
        raise Http404
    found = edition.written_table(table)
    return found, found["version"][-1]["rows"]


@decorators.page
@equipped
def table(request: HttpRequest, name: str, number: int | None = None) -> HttpResponse:
    """Choose a row of a table."""
    draft = _Draft(request, number)
    found, rows = _rows(_edition(request), name)
    listed = [(draft.address("row", name, at), row) for at, row in enumerate(rows)]
    return render(request, "lab/table.html", {"found": found, "rows": listed, "way": draft.way})


@decorators.form
@equipped
def change_row(request: HttpRequest, name: str, row: int, number: int | None = None) -> HttpResponse:
    """Change cells of a row, see the effect on an event and on the last month, keep it as a proposal."""
    draft = _Draft(request, number)
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
    return _asked(request, draft, form, heading, change)


@decorators.form
@equipped
def change_setting(request: HttpRequest, name: str, number: int | None = None) -> HttpResponse:
    """Propose another answer to a question of the handbook."""
    draft = _Draft(request, number)
    setting = _edition(request).settings.get(name)
    if setting is None:
        raise Http404
    form = SettingForm(parameters.posted(request))
    form.fields["to"].choices = [(each, each) for each in setting.choices]  # type: ignore[attr-defined]

    def change() -> Change:
        return Change({"setting": name, "to": form.cleaned_data["to"]})

    return _asked(request, draft, form, english(setting.question), change)


@decorators.form
@equipped
def change_book(request: HttpRequest, name: str, number: int | None = None) -> HttpResponse:
    """Propose another handbook for the same season: what would it have been by the rules of others?"""
    draft, edition = _Draft(request, number), _edition(request)
    if name not in editions.names() or name == edition.handbook.name:
        raise Http404
    form = BookForm(_statuses(edition), parameters.posted(request))
    heading = _("By the handbook of %(federation)s") % {"federation": editions.get(name).federation}
    return _asked(request, draft, form, heading, lambda: Change({"handbook": name}, form.status()))


@decorators.form
@equipped
def change_edition(request: HttpRequest, name: str, number: int | None = None) -> HttpResponse:
    """Propose one edition of our handbook for every day of a season."""
    draft = _Draft(request, number)
    listed = {each.name: each for each in _edition(request).handbook.editions}
    if name not in listed:
        raise Http404
    form = Proposal(parameters.posted(request))
    return _asked(request, draft, form, english(listed[name].title), lambda: Change({"edition": name}))


def _statuses(edition: Edition) -> list[str]:
    """List the words for statuses in the tables of an edition."""
    found = next((each for each in _STATUSES if each in edition.table_names), None)
    rows = edition.written_table(found)["version"][-1]["rows"] if found else []
    words = [str(row[0]) for row in rows]
    return [each for each in words if each == each.lower()] or words


def _asked(
    request: HttpRequest, draft: _Draft, form: Proposal, heading: str, change: Callable[[], Change]
) -> HttpResponse:
    """Ask for a change, show its effect together with those that are there, and keep it."""
    from overtrick.web.lab import works  # noqa: PLC0415 - an extra that few offices install

    federation, kept = access.federation(request), draft.kept
    if kept is not None:
        form.of_a_draft(kept.revision)

    def text(given: Answers) -> str:
        if kept is not None:
            return drafting.with_this(federation, kept, change(), given["seen"])
        return written(federation.handbook, Parts(given["title"], given["asked_by"]).and_this(change()))

    def do(given: Answers) -> Done:
        works.rules(federation, text(given))
        actor, at = access.actor(request), access.now()
        if kept is None:
            number = shelf.keep(federation, given["title"], text(given), actor=actor, at=at).number
            return Done(_("The proposal is kept."), reverse("office-proposal", args=[number]))
        drafting.add(federation, kept, change(), given["seen"], actor=actor, at=at)
        return Done(_("The change is added."), reverse("office-proposal", args=[kept.number]))

    def foresee(given: Answers) -> list[str]:
        told = foreseen(federation, text(given))
        return told if kept is None else [_("All changes of the proposal together:"), *told]

    page = Ask(heading, _("Keep this proposal") if kept is None else _("Add this change"), draft.way)
    return confirm_form.ask(request, form, page, do, foresee)


@decorators.form
@equipped
def rename(request: HttpRequest, number: int) -> HttpResponse:
    """Call a draft something else."""
    kept, draft = kept_or_404(request, number), _Draft(request, number)
    form = Proposal(parameters.posted(request))
    form.filled_in(kept.title, parts(kept.text).asked_by, kept.revision)

    def do(given: Answers) -> Done:
        federation, actor, at = access.federation(request), access.actor(request), access.now()
        drafting.rename(federation, kept, given["title"], given["asked_by"], given["seen"], actor=actor, at=at)
        return Done(_("The title is changed."), reverse("office-proposal", args=[number]))

    page = Ask(_("Change the title"), _("Change the title"), draft.way, checked=False)
    return confirm_form.ask(request, form, page, do)


@decorators.act
@equipped
def remove(request: HttpRequest, number: int, which: int) -> HttpResponse:
    """Take a change away from a draft."""
    kept, seen = kept_or_404(request, number), parameters.whole(request.POST.get("seen", ""))
    try:
        drafting.remove(access.federation(request), kept, which, seen, actor=access.actor(request), at=access.now())
    except Refused as error:
        messages.error(request, english(error))
    else:
        messages.success(request, _("The change is removed."))
    return redirect("office-proposal", number)
