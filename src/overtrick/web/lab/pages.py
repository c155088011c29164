"""Pages of the laboratory: proposals, a season under one, the result, and why for one player."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import product
from typing import NamedTuple

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.engine.event import Contest, Play
from overtrick.lab.report.report import Report
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.organisations.models import Organisation
from overtrick.web import access, parameters
from overtrick.web.design import papers
from overtrick.web.design.english import english
from overtrick.web.design.forms import Plain
from overtrick.web.design.tables import Cell, Table
from overtrick.web.lab import changes_told, drafting, paper, shelf, tasks
from overtrick.web.lab.base import equipped, kept_or_404, way
from overtrick.web.lab.foreseen import foreseen
from overtrick.web.lab.named import named
from overtrick.web.lab.proposal_text import parts
from overtrick.web.lab.report_words import our
from overtrick.web.lab.sections import sections, shortened
from overtrick.web.lab.shelf import Asked, Days, Kept
from overtrick.web.office import confirm_form, decorators, formatting
from overtrick.web.office.confirm_form import Answers, Ask, Choose, Crumb

_YEAR = timedelta(days=365)
#: A season may be so long.
_LONGEST = timedelta(days=366 * 10)
_MOST_TABLES = 100_000


@decorators.page
@equipped
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


# --- A season under it ------------------------------------------------------------------------------------------------


class SeasonForm(Plain):
    """The days of a season, and which of its events."""

    first = confirm_form.day(gettext_lazy("First day of play"))
    last = confirm_form.day(gettext_lazy("Last day of play"), missing=gettext_lazy("Enter the last day"))
    tables_from = forms.IntegerField(
        label=gettext_lazy("Only events of at least so many tables"),
        required=False,
        min_value=1,
        max_value=_MOST_TABLES,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )
    tables_up_to = forms.IntegerField(
        label=gettext_lazy("Only events of at most so many tables"),
        required=False,
        min_value=1,
        max_value=_MOST_TABLES,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )
    kind = forms.ChoiceField(
        label=gettext_lazy("Only this kind of event"),
        required=False,
        choices=[
            ("", gettext_lazy("All kinds")),
            *((f"{play}, {contest}",) * 2 for play, contest in product(Play, Contest)),
            *((f"{play}, several stages",) * 2 for play in Play),
        ],
    )
    county = Choose(
        lambda: Organisation.objects.filter(kind=Organisation.Kind.REGION).order_by("name"),
        label=gettext_lazy("Only events run in"),
        required=False,
        empty_label=gettext_lazy("Everywhere"),
    )
    organiser_kind = forms.ChoiceField(
        label=gettext_lazy("Only events run by"),
        required=False,
        choices=[("", gettext_lazy("Everybody")), *Organisation.Kind.choices],
    )
    charges = forms.BooleanField(
        label=gettext_lazy("Also work out what charges and quotas become"),
        help_text=gettext_lazy("This takes longer than the rest."),
        required=False,
    )

    #: The revision of the draft that whoever asks has looked at.
    seen = forms.IntegerField(required=False, min_value=0, max_value=_MOST_TABLES, widget=forms.HiddenInput)

    def clean(self) -> Answers:
        """See that the days make a season."""
        given = super().clean() or self.cleaned_data
        if given.get("first") and given.get("last") and not timedelta() <= given["last"] - given["first"] <= _LONGEST:
            self.add_error("last", _("Enter a day after the first one, ten years later at most"))
        return given

    def where(self) -> dict[str, object]:
        """Give which events are asked about, as a run takes it."""
        given = self.cleaned_data
        return {
            "tables_from": given["tables_from"] or 0,
            "tables_up_to": given["tables_up_to"] or 0,
            "kind": given["kind"],
            "county": given["county"].number if given["county"] else "",
            "organiser_kind": given["organiser_kind"],
        }


class Ran(NamedTuple):
    """A season that was worked out, as the page of its proposal lists it."""

    days: str
    made: date
    some: str
    says: str
    address: str


@decorators.form
@equipped
def proposal(request: HttpRequest, number: int) -> HttpResponse:
    """Show a proposal and what came of it; ask for a season under it."""
    kept, federation, today = kept_or_404(request, number), access.federation(request), access.today()
    ran = [
        Ran(
            days_told(asked.days),
            asked.made,
            dict(report.facts).get("Only", ""),
            report.says,
            reverse("office-proposal-result", args=asked.address),
        )
        for asked, report in shelf.runs(federation, number)
    ]
    initial = {"first": today - _YEAR, "last": today, "charges": True, "seen": kept.revision}
    form = SeasonForm(parameters.posted(request), initial=initial)

    def do(given: Answers) -> HttpResponse:
        where = form.where()
        asked = Asked(number, Days(given["first"], given["last"]), today, shelf.which(where))
        order = tasks.order(federation, kept, asked, actor=access.actor(request), at=access.now())
        drafting.close(federation, kept, given["seen"], actor=access.actor(request), at=access.now())
        row = tasks.work_out.add(
            order,
            proposal=number,
            first=str(asked.days.first),
            last=str(asked.days.last),
            made=str(today),
            where=where,
            charges=given["charges"],
        )
        return redirect("task", row.pk)

    page = Ask(
        kept.title,
        _("Work the season out"),
        way(),
        checked=False,
        template="lab/proposal.html",
        more={"kept": kept, "ran": ran, **_proposed(request, kept)},
    )
    return confirm_form.ask(request, form, page, do)


def _proposed(request: HttpRequest, kept: Kept) -> dict[str, object]:
    """Tell the changes of a proposal, and of a draft what they would have changed together."""
    federation, found = access.federation(request), parts(kept.text)
    told = changes_told.told(handbook.edition_on(federation, access.today()), found)
    if not kept.draft or not told:
        return {"changes": told}
    try:
        return {"changes": told, "follows": foreseen(federation, kept.text)}
    except Refused as error:  # the handbook has changed since
        return {"changes": told, "follows": [english(error)]}


def days_told(days: Days) -> str:
    """Write the days of a season."""
    return _("%(first)s to %(last)s") % {"first": formatting.day(days.first), "last": formatting.day(days.last)}


# --- The result -------------------------------------------------------------------------------------------------------


def asked_in(days: str, made: str, number: int, some: str) -> Asked:
    """Read a question from an address."""
    try:
        first, last = map(date.fromisoformat, days.split("_"))
        return Asked(number, Days(first, last), date.fromisoformat(made), some)
    except ValueError:
        raise Http404 from None


@decorators.page
@equipped
def result(request: HttpRequest, number: int, days: str, made: str, some: str) -> HttpResponse:
    """Tell what came of a season under a proposal; with a player and an event, why."""
    kept, asked = kept_or_404(request, number), asked_in(days, made, number, some)
    found = shelf.report(access.federation(request), asked)
    if found is None:
        raise Http404
    report = named(found)
    if papers.is_pdf(request) and "of" not in request.GET:
        return papers.sent(request, report.title, [paper.paper(report)], asked.made)
    listed = [each for each in sections(request, report) if each.table.rows or each.name in ("charges", "quotas")]
    for each in listed:
        if request.GET.get("of") == each.name and (sent := each.table.download(request)) is not None:
            return sent
    context: dict[str, object] = {
        "kept": kept,
        "asked": asked,
        "days": days_told(asked.days),
        "report": report,
        "sections": list(map(shortened, listed)),
        "facts": [(our(word), english(said)) for word, said in report.all_facts],
        "publish": reverse("office-proposal-publish", args=asked.address),
        "way": [*way(), Crumb(kept.title, reverse("office-proposal", args=[number]))],
        **_why(request, asked),
    }
    return render(request, "lab/result.html", context)


def _why(request: HttpRequest, asked: Asked) -> dict[str, object]:
    """Look a player up in the season, and the working of one event."""
    from overtrick.lab import explain  # noqa: PLC0415 - an extra that few offices install
    from overtrick.web.lab import works  # noqa: PLC0415

    player, event = request.GET.get("player", "").strip()[:40], request.GET.get("event", "").strip()[:60]
    shown: dict[str, object] = {"player": player, "event": event}
    if not player:
        return shown
    found = works.result(access.federation(request), asked)
    if found is None:
        gone = _("Events are kept for 30 days, and those of this season are gone. Work the season out again.")
        return {**shown, "nothing": gone}
    at = found.number_of(player)
    if at is None:
        return {**shown, "nothing": _("Nobody with this number played in the season.")}
    if not event:
        return {**shown, "events": explain.events_of(found, at)}
    try:
        return {**shown, "why": [english(each) for each in works.told(found, explain.why(found, at, event))]}
    except explain.NoEvent as error:
        return {**shown, "nothing": english(error)}


def report_of(request: HttpRequest, asked: Asked) -> Report:
    """Give what a run says to everybody, with the names of organisers."""
    found = shelf.report(access.federation(request), asked, public=True)
    if found is None:
        raise Http404
    return named(found)
