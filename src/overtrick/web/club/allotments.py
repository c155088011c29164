"""What an organisation is allotted for a year: how it was worked out, what is left, what its clubs have.

A club tells here what decides it; the organisation above says what it grants, and gives more or less with a reason.
"""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from django import forms
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.handbooks.questions import Question, Takes
from overtrick.register.allotting import allot, unused
from overtrick.register.entitlements import allotted, directory
from overtrick.register.entitlements.allotted import Allotted
from overtrick.register.entitlements.models import AllotmentChange
from overtrick.register.errors import Refused
from overtrick.register.organisations import ancestry
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action, may
from overtrick.web import access, parameters
from overtrick.web.club import base
from overtrick.web.design.english import english
from overtrick.web.design.forms import Plain
from overtrick.web.design.question_form import QuestionForm
from overtrick.web.design.tables import Cell, Counts, Figures, Table
from overtrick.web.design.working import as_html
from overtrick.web.office import confirm_form, formatting


class OwnAllotment(NamedTuple):
    """One kind of allotment of an organisation, as its page shows it."""

    title: str
    total: int | None  #: None: not worked out yet
    used: int
    left: int
    working: SafeString | str
    changes: list[tuple[AllotmentChange, str]]


class ToldFact(NamedTuple):
    """A question, and what is known."""

    asks: SafeString | str
    answer: str


def year_asked(request: HttpRequest, where: Organisation) -> int:
    """Read the year of the address; without one, the year that is looked at now."""
    found = parameters.year(request.GET.get("year", ""))
    return found or allot.next_year(where.federation, access.today())


@base.page()
def allotments(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Show what is allotted for a year, to this organisation and to those below it."""
    if not allot.concerns(where, access.today()):
        raise Http404
    year = year_asked(request, where)
    table = below(request, year, ancestry.descendant_ids([where.pk]) - {where.pk})
    if (file := table.download(request)) is not None:
        return file
    actor, on = access.actor(request), access.today()
    shown = {
        "year": year,
        "own": _own(where, year),
        "told": _told(where, year),
        "tells": bool(_questions(request, where, year)),
        "changes": may(actor, Action.APPROVE, where, on),
        "table": table,
    }
    return base.show(request, where, "allotments", shown)


def _own(where: Organisation, year: int) -> list[OwnAllotment]:
    titles = {each.name: each.title for each in allot.kinds(where.federation, year) if each.to == where.kind}
    held = {each.allotment.kind: each for each in allotted.of_year(year, [where.pk])}
    found = []
    for name, title in titles.items():
        used = unused.used(where, name, year, access.today())
        one = held.get(name)
        if one is None:
            found.append(OwnAllotment(title, None, used, 0, "", []))
            continue
        changes = one.allotment.changes.select_related("decided_by").order_by("decided_at", "pk")
        listed = [(each, formatting.who(each.decided_by)) for each in changes]
        left = max(one.total - used, 0)
        found.append(OwnAllotment(title, one.total, used, left, _working(where, one), listed))
    return found


def _working(where: Organisation, held: Allotted) -> SafeString | str:
    step = allot.working_of(held.allotment)
    return "" if step is None else as_html(step, str, where.federation.handbook)


def _told(where: Organisation, year: int) -> list[ToldFact]:
    if where.kind != Organisation.Kind.CLUB:
        return []
    told, asked = directory.told(where, year), directory.asked(where.federation, year)
    listed = [(each, told.text(each.name)) for each in (*asked.own, *asked.above)]
    return [ToldFact(english(each.asks), answer_text(each, said)) for each, said in listed]


def answer_text(question: Question, said: str) -> str:
    """Write an answer as a page shows it."""
    if not said:
        return _("Not told")
    if question.takes is Takes.DAY:
        return formatting.day(date.fromisoformat(said))
    return _("Yes") if said == "yes" else _("No") if said == "no" else question.shown(said)


def below(request: HttpRequest, year: int, organisations: set[int]) -> Table:
    """List what organisations are allotted, each with its page."""
    titles = {each.name: each.title for each in allot.kinds(access.federation(request), year)}
    columns = [
        _("Organisation"), _("What"), Counts(_("Worked out")), Counts(_("Decided beside it")), Figures(_("Allotted")),
    ]  # fmt: skip
    rows = [
        [
            Cell(
                str(each.allotment.organisation),
                link=f"{reverse('club-allotments', args=[each.allotment.organisation_id])}?year={year}",
            ),
            Cell(titles.get(each.allotment.kind, each.allotment.kind)),
            Cell(each.allotment.figure),
            Cell(each.decided or None),
            Cell(each.total),
        ]
        for each in allotted.of_year(year, organisations)
    ]
    return Table(_("Allotments of %(year)s") % {"year": year}, columns, rows, request)


def _questions(request: HttpRequest, where: Organisation, year: int) -> tuple[Question, ...]:
    """List the questions about a club that the person who asks may answer."""
    if where.kind != Organisation.Kind.CLUB:
        return ()
    asked, actor, on = directory.asked(where.federation, year), access.actor(request), access.today()
    own = asked.own if may(actor, Action.DIRECTORY, where, on) else ()
    return (*own, *(asked.above if may(actor, Action.APPROVE, where, on) else ()))


@base.form()
def facts(request: HttpRequest, where: Organisation, year: int) -> HttpResponse:
    """Tell what decides the allotments of a club for a year."""
    if (
        not allot.concerns(where, access.today())
        or where.kind != Organisation.Kind.CLUB
        or parameters.year(str(year)) is None
    ):
        raise Http404
    asked = _questions(request, where, year)
    if not asked:
        raise PermissionDenied
    told = directory.told(where, year).told or directory.told_before(where, year).told
    form = QuestionForm(asked, where.federation.handbook, told, parameters.posted(request))
    back = f"{reverse('club-allotments', args=[where.pk])}?year={year}"
    if form.is_bound:
        typed = form.typed()
        if not form.errors:
            try:
                directory.tell(where, year, typed, actor=access.actor(request), at=access.now())
            except directory.Unanswerable as refused:
                form.refuse(refused.mistakes)
            except Refused as refused:
                form.add_error(None, english(refused))
            else:
                messages.success(request, _("The entry of %(club)s for %(year)s is kept.") % _named(where, year))
                return redirect(back)
    heading = _("%(club)s in the directory of %(year)s") % _named(where, year)
    shown = {"form": form, "heading": heading, "does": _("Keep these answers"), "back": back}
    return base.show(request, where, "ask", shown, status=422 if form.errors else 200)


def _named(where: Organisation, year: int) -> dict[str, object]:
    return {"club": where, "year": year}


class ChangeForm(Plain):
    """More or less, and why."""

    kind = forms.ChoiceField(
        label=gettext_lazy("Of what"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose what is changed")},
    )
    more = forms.IntegerField(
        label=gettext_lazy("How many more"),
        help_text=gettext_lazy("With a minus if there are fewer, for example -2"),
        min_value=-allotted.MOST,
        max_value=allotted.MOST,
        widget=forms.TextInput(attrs={"class": "figure-field"}),
        error_messages={
            "required": gettext_lazy("Enter how many more there are"),
            "invalid": gettext_lazy("Enter a whole number, for example 2 or -2"),
        },
    )
    event = forms.CharField(
        label=gettext_lazy("Approved fundraising event"),
        help_text=gettext_lazy("Only to give sessions that clubs did not use last year: the event they are for"),
        required=False,
        max_length=200,
    )
    reason = confirm_form.reason(gettext_lazy("The club sees it. We record your name and the day."))

    def __init__(self, kinds: list[tuple[str, str]], *args: object) -> None:
        super().__init__(*args)
        self.fields["kind"].choices = kinds  # type: ignore[attr-defined]


@base.form(Action.APPROVE)
def change(request: HttpRequest, where: Organisation, year: int) -> HttpResponse:
    """Give an organisation more or less than was worked out."""
    held = {each.allotment.kind: each.allotment for each in allotted.of_year(min(year, 9999), [where.pk])}
    if not allot.concerns(where, access.today()) or not held:
        raise Http404
    titles = {each.name: each.title for each in allot.kinds(where.federation, year)}
    form = ChangeForm([(name, str(titles.get(name, name))) for name in held], parameters.posted(request))
    back = f"{reverse('club-allotments', args=[where.pk])}?year={year}"
    if form.is_bound and form.is_valid():
        given = form.cleaned_data
        actor, at = access.actor(request), access.now()
        one = held[given["kind"]]
        try:
            if given["event"]:
                unused.give(one, given["more"], given["event"], given["reason"], actor=actor, at=at)
            else:
                allotted.change(one, given["more"], given["reason"], actor=actor, at=at)
        except Refused as refused:
            form.add_error(None, english(refused))
        else:
            messages.success(request, _("The allotment of %(club)s for %(year)s has changed.") % _named(where, year))
            return redirect(back)
    heading = _("Change what %(club)s is allotted for %(year)s") % _named(where, year)
    shown = {"form": form, "heading": heading, "does": _("Change it"), "back": back}
    return base.show(request, where, "ask", shown, status=422 if form.errors else 200)
