"""A region's own money: what is collected for it and paid out, its own runs, and its tariff, changed by two of it."""

from __future__ import annotations

from django.contrib import messages
from django.db.models import Count, Sum
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _

from overtrick.register.errors import Refused
from overtrick.register.money import confirm as second_person
from overtrick.register.money import invoicing, proposals, shares, tariffs, waiting
from overtrick.register.money.invoicing import Asked
from overtrick.register.money.models import BillingRun, MoneyProposal, Payout, Tariff
from overtrick.register.money.shares import Share, ShareLine
from overtrick.register.money.tasks import KEY, make_invoices
from overtrick.register.money.waiting import WaitingRun
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action, may
from overtrick.register.tasks import queue
from overtrick.register.tasks.queue import Order
from overtrick.web import access, parameters
from overtrick.web.accounts import password_again
from overtrick.web.club import base
from overtrick.web.design.english import english
from overtrick.web.design.tables import Cell, Counts, Figures, Table
from overtrick.web.money import amounts, document_sheet
from overtrick.web.office import confirm_form, formatting
from overtrick.web.office.money.decisions import decision_context
from overtrick.web.office.money.desk import run_words
from overtrick.web.office.money.runs import RunForm, rehearsed
from overtrick.web.office.money.tariff_form import TariffForm
from overtrick.web.office.money.tariffs import amounts_table, effect_sentences

_REGION = (Organisation.Kind.REGION,)


@base.page(Action.ACCOUNT, _REGION)
def share(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Show what is collected for a region and paid out to it, its own runs and amounts, and what waits."""
    found = shares.share_of(where)
    table, payouts, runs = _lines(request, where, found), _payouts(request, where), _runs(request, where)
    for each in (table, payouts, runs):
        if (file := each.download(request)) is not None:
            return file
    own = Tariff.objects.filter(owner=where).order_by("-begins", "-pk")
    bills = may(access.actor(request), Action.BILL, where, access.today())
    shown = {
        "table": table,
        "payouts": payouts,
        "runs": runs,
        "invoiced": amounts.shown(found.invoiced),
        "collected": amounts.shown(found.collected),
        "paid_out": amounts.shown(found.paid_out),
        "to_pay": amounts.shown(found.to_pay),
        "tariffs": [
            (each, formatting.day(each.begins), amounts_table(request, list(each.rows.order_by("pk")))) for each in own
        ],
        "waiting": MoneyProposal.objects.filter(owner=where, status=MoneyProposal.Status.WAITING),
        "to_bill": [_to_bill(where, each) for each in waiting.waiting_runs(access.today(), where)] if bills else [],
        "sets": may(access.actor(request), Action.TARIFF, where, access.today()),
        "has_types": bool(tariffs.set_by_regions(access.today())),
    }
    return base.show(request, where, "money_share", shown)


def _lines(request: HttpRequest, where: Organisation, found: Share) -> Table:
    columns = [_("From"), _("What"), _("Document"), _("Day"), _("Status"), Figures(_("Amount"))]
    cells = [
        [
            Cell(str(each.line.document.account)),
            Cell(each.line.words, english(each.line.words)),
            Cell(each.line.document.reference, document_sheet.title(each.line.document)),
            Cell(each.line.document.day, formatting.day(each.line.document.day)),
            Cell(_state(each)),
            amounts.cell(each.line.net),
        ]
        for each in found.lines
    ]
    return Table(_("Collected for %(region)s") % {"region": where}, columns, cells, request, "share")


def _state(each: ShareLine) -> str:
    if each.payout is not None:
        return _("paid out on %(day)s") % {"day": formatting.day(each.payout.day)}
    return _("collected, to be paid out") if each.collected else _("not paid by the club yet")


def _payouts(request: HttpRequest, where: Organisation) -> Table:
    columns = [_("Day"), _("Reference"), Counts(_("Lines")), Figures(_("Amount"))]
    rows = Payout.objects.filter(organisation=where).annotate(count=Count("lines")).order_by("-day", "-pk")
    cells = [
        [Cell(each.day, formatting.day(each.day)), Cell(each.reference), Cell(each.count), amounts.cell(each.amount)]
        for each in rows
    ]
    return Table(_("Paid out"), columns, cells, request, "payouts")


def _runs(request: HttpRequest, where: Organisation) -> Table:
    """List the runs that the region has made itself."""
    columns = [_("Run"), _("Until"), _("Day of documents"), _("By"), Counts(_("Documents")), Figures(_("Sum"))]
    rows = BillingRun.objects.filter(owner=where).select_related("made_by")
    cells = [
        [
            Cell(run_words(each.run)),
            Cell(each.until, formatting.day(each.until)),
            Cell(each.day, formatting.day(each.day)),
            Cell(formatting.who(each.made_by)),
            Cell(each.count),
            amounts.cell(each.gross or 0),
        ]
        for each in rows.annotate(count=Count("documents"), gross=Sum("documents__gross")).order_by("-made_at", "-pk")
    ]
    return Table(_("Runs that were made"), columns, cells, request, "runs")


def _to_bill(where: Organisation, found: WaitingRun) -> tuple[str, str, int, str, str]:
    run, until, day = found.asked.run, found.asked.until, found.asked.day
    query = urlencode({"run": str(run), "until": until.isoformat(), "day": day.isoformat()})
    address = f"{reverse('club-money-run', args=[where.pk])}?{query}"
    return run_words(run), formatting.day(until), found.documents, amounts.shown(found.gross), address


@base.form(Action.BILL, _REGION)
def own_run(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Rehearse a run of what is collected for the region; the button puts it in the queue."""
    today = access.today()
    form = RunForm(request.POST if request.method == "POST" else request.GET or None)
    if not form.is_bound:
        form = RunForm(initial={"until": today, "day": today})
    if not form.is_valid():
        return base.show(request, where, "money_run_asked", {"form": form}, status=422 if form.is_bound else 200)
    asked = form.asked._replace(owner=where)
    last = queue.latest(_key(where))
    if last is not None and last.is_open:
        return redirect("task", last.pk)
    try:
        found = invoicing.rehearse(asked, **access.acting(request))
    except Refused as error:
        form.add_error(None, english(error))
        return base.show(request, where, "money_run_asked", {"form": form}, status=422)
    if request.method == "POST" and found.plan.documents and not found.stops:
        return redirect("task", _ordered(request, where, asked))
    return base.show(request, where, "money_run", rehearsed(asked, found, last))


def _key(where: Organisation) -> str:
    return f"{KEY} {where.pk}"


def _ordered(request: HttpRequest, where: Organisation, asked: Asked) -> int:
    at = access.now()
    told = {"region": where, "run": run_words(asked.run), "day": formatting.day(asked.until)}
    title = _("Invoices of %(region)s: %(run)s until %(day)s") % told
    order = Order(access.federation(request), access.actor(request), at, title, _key(where))
    given = {"until": asked.until.isoformat(), "day": asked.day.isoformat(), "at": at.isoformat()}
    return int(make_invoices.add(order, kind=asked.run, owner=where.pk, **given).pk)


@base.form(Action.TARIFF, _REGION)
def new_tariff(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Propose a tariff of the region; its effect on last month is shown first."""
    form = TariffForm(where, parameters.posted(request))
    shown: dict[str, object] = {"form": form}
    if form.is_bound and "change" not in request.POST and form.is_valid():
        given, rows = form.cleaned_data, form.new_rows(form.cleaned_data)
        try:
            tariffs.check_tariff(where, given["begins"], given["source"], rows, access.now())
            if "sure" in request.POST:
                if asks := password_again.ask(request):
                    return asks
                tariffs.enter_tariff(
                    where, given["begins"], given["source"], rows, **access.acting(request), shown=password_again.SHOWN
                )
                messages.success(request, _("Proposed. Somebody else must confirm it."))
                return redirect("club-money-share", where.pk)
            shown["answers"] = list(confirm_form.answers(form))
            shown["follows"] = effect_sentences(tariffs.touched_by(where, given["begins"], rows, access.today()))
        except Refused as error:
            form.add_error(None, english(error))
    return base.show(request, where, "money_tariff", shown, status=422 if form.errors else 200)


def _find(where: Organisation, pk: int) -> MoneyProposal:
    rows = MoneyProposal.objects.filter(owner=where).select_related("owner", "proposed_by", "decided_by")
    return get_object_or_404(rows, pk=pk)


@base.form(Action.TARIFF, _REGION)
def decision(request: HttpRequest, where: Organisation, pk: int) -> HttpResponse:
    """Show a proposal of the region; somebody else confirms it, or leaves it with a reason."""
    found = _find(where, pk)
    form = confirm_form.Why(_("The person who proposed it will read this."), parameters.posted(request))
    if request.method == "POST":
        try:
            if "confirm" in request.POST:
                if asks := password_again.ask(request):
                    return asks
                second_person.confirm(found, **access.acting(request), shown=password_again.SHOWN)
                messages.success(request, _("Confirmed and done."))
                return redirect("club-money-share", where.pk)
            if form.is_valid():
                proposals.refuse(found, form.cleaned_data["reason"], **access.acting(request))
                messages.success(request, _("The proposal was refused. Nothing changes."))
                return redirect("club-money-share", where.pk)
        except Refused as error:
            form.add_error(None, english(error))
    else:
        form = confirm_form.Why(_("The person who proposed it will read this."))
    shown = {"form": form, **decision_context(found, request)}
    return base.show(request, where, "money_decision", shown, status=422 if form.errors else 200)
