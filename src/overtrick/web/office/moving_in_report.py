"""The report of what was taken over, and the two signatures under it."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.federations import handbook
from overtrick.register.moving_in import doors, report, sign_off
from overtrick.register.moving_in.models import Step
from overtrick.register.moving_in.tasks import sign_off as sign_off_task
from overtrick.register.organisations.models import Organisation
from overtrick.register.people.models import Standing
from overtrick.register.scoping import current
from overtrick.register.tasks.queue import Order
from overtrick.web import access, parameters
from overtrick.web.accounts import password_again
from overtrick.web.design.english import english
from overtrick.web.design.forms import Plain
from overtrick.web.design.tables import Cell, Counts, Figures, Table
from overtrick.web.office import confirm_form, decorators, formatting
from overtrick.web.office.confirm_form import Answers, Ask, Crumb, Done
from overtrick.web.office.moving_in_words import STEPS, word_meaning

_SUMS = (
    ("history", gettext_lazy("Old credits")),
    ("older", gettext_lazy("Older than the credits")),
    ("book", gettext_lazy("Goes into the book")),
    ("balances", gettext_lazy("Balances of the old system")),
    ("more", gettext_lazy("More in the credits than in the balance")),
    ("no_balance", gettext_lazy("Credits of players without a balance")),
)
#: What facts are called that stand by themselves.
_PARTS = {
    "officers": gettext_lazy("officers"),
    "members": gettext_lazy("members"),
    "credits.count": gettext_lazy("old credits"),
    "credits.first": gettext_lazy("First old credit"),
    "credits.last": gettext_lazy("Last old credit"),
    "different": gettext_lazy("Where credits and balance differ"),
}


@decorators.page
def report_page(request: HttpRequest) -> HttpResponse:
    """Show what was taken over: counts, sums, differences, files; and who signed."""
    move = doors.current_move()
    told = report.shown(access.today())
    digest = report.digest(told) if told else ""
    signed = move if move and move.first_by else None
    lapsed = signed is not None and told and signed.first_digest != digest
    table = _clubs(request, told)
    if (file := table.download(request)) is not None:
        return file
    context = {
        "move": move,
        "told": told,
        "digest": digest,
        "counts": _counts(told),
        "sums": _sums(told),
        "colours": list(handbook.colours(current())),
        "differences": _differences(told),
        "files": [_file(each) for each in told.get("lists", [])],
        "table": table,
        "first_signed": signed is not None and signed.first_digest == digest,
        "changes": _changes(signed.report, told) if signed and lapsed else [],
        "as_at": formatting.moment(move.signed_at if move and move.signed_at else access.now()),
        "first": formatting.who(signed.first_by) if signed and signed.first_by else "",
        "first_at": formatting.moment(signed.first_at) if signed else "",
        "second": formatting.who(move.second_by) if move and move.second_by else "",
        "second_at": formatting.moment(move.signed_at) if move else "",
        "mine": bool(move and move.first_by_id == access.actor(request).pk),
        "shut": doors.why_shut(),
    }
    return render(request, "office/moving_in_report.html", context)


def _counts(told: dict[str, Any]) -> list[tuple[int, str]]:
    if not told:
        return []
    kinds = [
        (count, word_meaning(Step.ORGANISATIONS, Organisation.Kind(kind)))
        for kind, count in told["organisations"].items()
    ]
    statuses = [(count, str(Standing.Status(status).label)) for status, count in told["statuses"].items()]
    return [
        *kinds,
        (told["officers"], _("officers")),
        (told["members"], _("members")),
        *statuses,
        (told["credits"]["count"], _("old credits")),
        (sum(told["ranks"].values()), _("ranks held")),
    ]


def _sums(told: dict[str, Any]) -> list[tuple[str, int, list[tuple[str, str]]]]:
    """Give for each sum what it is, of how many players, and the points by colour."""
    colours = list(handbook.colours(current()))
    found = []
    for name, words in _SUMS:
        units = told.get("sums", {}).get(name)
        if units:
            shown = [
                (str(_(colour.capitalize())), formatting.plain_points(colour, units[colour]) if colour in units else "")
                for colour in colours
            ]
            found.append((str(words), told["players"][name], shown))
    return found


def _changes(signed: dict[str, Any], told: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Say what has changed since somebody signed: what it is, as it was signed, and now."""

    def shown(value: int | str | None, colour: str) -> str:
        return "" if value is None else formatting.plain_points(colour, int(value)) if colour else str(value)

    return [
        (_about(each), shown(each.was, each.colour), shown(each.now, each.colour))
        for each in report.changes(signed, told)
    ]


def _about(changed: report.Changed) -> str:
    """Say what a fact of the report is about."""
    part, *rest = changed.about
    sums = {name: str(words) for name, words in _SUMS}
    colour = str(_(changed.colour.capitalize())) if changed.colour else ""
    match part, rest:
        case "organisations", [kind]:
            found = word_meaning(Step.ORGANISATIONS, Organisation.Kind(kind))
        case "statuses", [status]:
            found = str(Standing.Status(status).label)
        case "officers" | "members" | "credits" | "different", _rest:
            found = str(_PARTS[".".join(changed.about)])
        case "players", [name]:
            found = _("%(sum)s, players") % {"sum": sums[name]}
        case "sums", [name, _colour]:
            found = f"{sums[name]}, {colour}"
        case "clubs", [number, name, _what]:
            found = f"{name or _('No club')} {number}".strip() + f", {colour or _('members')}"
        case "differences", [number, which, _colour]:
            found = f"{number}, {_('Balance') if which == 'balance' else _('Credits')}, {colour}"
        case "lists", [step, file, *_facts]:
            found = f"{STEPS[Step(step)].title}: {file}"
        case _:
            found = " ".join(rest)  # ranks
    return found


def _differences(told: dict[str, Any]) -> list[tuple[str, str, str, str]]:
    return [
        (
            number,
            str(_(colour.capitalize())),
            formatting.plain_points(colour, balance),
            formatting.plain_points(colour, history),
        )
        for number, colour, balance, history in told.get("differences", [])
    ]


def _file(each: dict[str, Any]) -> dict[str, Any]:
    return {**each, "title": STEPS[Step(each["step"])].title}


def _clubs(request: HttpRequest, told: dict[str, Any]) -> Table:
    colours = list(handbook.colours(current()))
    columns = [_("Club"), _("Number"), Counts(_("Members")), *(Figures(_(each.capitalize())) for each in colours)]
    rows = [
        [
            Cell(name or _("No club")),
            Cell(number),
            Cell(members),
            *(Cell(Decimal(formatting.plain_points(each, units.get(each, 0)))) for each in colours),
        ]
        for number, name, members, units in told.get("clubs", [])
    ]
    return Table(_("Taken over, by club"), columns, rows, request)


class Signature(Plain):
    """The report that is signed."""

    digest = forms.CharField(widget=forms.HiddenInput)


@decorators.form
def sign(request: HttpRequest) -> HttpResponse:
    """Sign the report with one's own password; the second signature enters everything, as a task."""
    # The digest of the report that was looked at comes with the link, so that nobody signs what they have not seen.
    looked_at = request.POST.get("digest") or request.GET.get("report", "")
    if not looked_at:
        return redirect("office-moving-in-report")
    actor = access.actor(request)
    second = sign_off.is_second(actor, looked_at)
    lead = (
        _("Yours is the second signature. Everything goes into the book, and the doors of moving in are shut.")
        if second
        else _("Yours is the first signature. Somebody else in the office signs after you.")
    )
    page = Ask(
        _("Sign the report"),
        _("Sign and enter everything") if second else _("Sign the report"),
        [
            Crumb(_("Moving in"), reverse("office-moving-in")),
            Crumb(_("Report"), reverse("office-moving-in-report")),
        ],
        lead=lead,
        checked=False,
        by_two=True,
    )

    def do(given: Answers) -> Done | HttpResponse:
        at = access.now()
        if sign_off.is_second(actor, given["digest"]):
            order = Order(access.federation(request), actor, at, _("Sign off moving in"), "moving-in.sign-off")
            shown = password_again.SHOWN
            return redirect("task", sign_off_task.add(order, report=given["digest"], at=at.isoformat(), shown=shown).pk)
        try:
            sign_off.sign(given["digest"], actor, at, lambda _done, _of: None, shown=password_again.SHOWN)
        except sign_off.ReportChanged as changed:
            messages.error(request, english(changed))
            return redirect("office-moving-in-report")
        return Done(_("Signed. Somebody else in the office must sign it too."), reverse("office-moving-in-report"))

    form = Signature(parameters.posted(request), initial={"digest": looked_at})
    return confirm_form.ask(request, form, page, do)
