"""Decisions of two people about money: what waits, one in words, confirmed or refused by somebody else."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.decisions import two_people
from overtrick.register.errors import Refused
from overtrick.register.money import confirm as second_person
from overtrick.register.money import proposals, tariffs
from overtrick.register.money.exact import exact
from overtrick.register.money.models import Document, Line, MoneyAccount, MoneyProposal
from overtrick.register.organisations.models import Organisation
from overtrick.web import access, parameters
from overtrick.web.accounts import password_again
from overtrick.web.design.english import english
from overtrick.web.design.tables import Cell, Table
from overtrick.web.money import amounts, document_sheet
from overtrick.web.office import confirm_form, decorators, formatting
from overtrick.web.office.confirm_form import Answer, Answers, Ask, Crumb, Done
from overtrick.web.office.money import base, waive
from overtrick.web.office.money.desk import crumb, run_words
from overtrick.web.office.money.tariffs import proposed_effect

Kind = MoneyProposal.Kind
KINDS = {
    Kind.TARIFF: gettext_lazy("Tariff"),
    Kind.TAX_RATE: gettext_lazy("Tax rate"),
    Kind.CREDIT: gettext_lazy("Credit note"),
    Kind.WAIVER: gettext_lazy("Waiver or discount"),
    Kind.WRITE_OFF: gettext_lazy("Write-off"),
    Kind.REFUND: gettext_lazy("Refund"),
    Kind.PAYOUT: gettext_lazy("Payout of a share"),
    Kind.NOT_CHARGED: gettext_lazy("Not to be charged"),
}
_STATUSES = {
    MoneyProposal.Status.WAITING: gettext_lazy("Waiting for a second person"),
    MoneyProposal.Status.CONFIRMED: gettext_lazy("Confirmed"),
    MoneyProposal.Status.REFUSED: gettext_lazy("Refused"),
}
_TONES = {"waiting": "odd", "confirmed": "good", "refused": "wrong"}


class Told(NamedTuple):
    """A proposal in words."""

    heading: str
    pairs: list[Answer]
    follows: list[str] = []  # noqa: RUF012 - never changed


@decorators.audited
def decisions(request: HttpRequest) -> HttpResponse:
    """List what was proposed, what waits first."""
    rows = MoneyProposal.objects.select_related("owner", "proposed_by", "decided_by").order_by("-proposed_at", "-pk")
    listed = sorted(rows, key=lambda each: each.status != MoneyProposal.Status.WAITING)
    columns = [_("What"), _("About"), _("Reason"), _("Proposed"), _("By"), _("Status")]
    cells = [
        [
            Cell(str(KINDS[Kind(each.kind)]), link=reverse("office-money-decision", args=[each.pk])),
            Cell(about(each)),
            Cell(each.reason),
            formatting.moment_cell(each.proposed_at),
            Cell(formatting.who(each.proposed_by)),
            Cell(status(each)),
        ]
        for each in listed
    ]
    table = Table(_("Decisions of two people"), columns, cells, request)
    return table.download(request) or render(request, "office/money/decisions.html", {"table": table})


def status(proposal: MoneyProposal) -> str:
    """Say what became of a proposal."""
    if two_people.has_expired(proposal, access.now()):
        return _("Expired")
    return str(_STATUSES[MoneyProposal.Status(proposal.status)])


def about(proposal: MoneyProposal) -> str:
    """Say in a few words what a proposal is about."""
    given = proposal.content
    if proposal.kind == Kind.TARIFF:
        day = formatting.day(date.fromisoformat(given["begins"]))
        return _("%(owner)s, from %(day)s") % {"owner": proposal.owner, "day": day}
    if proposal.kind == Kind.TAX_RATE:
        return str(given["code"])
    if proposal.kind in (Kind.CREDIT, Kind.WRITE_OFF):
        document = Document.objects.select_related("account__organisation", "account__player").get(pk=given["document"])
        return f"{document_sheet.title(document)}, {document.account}"
    if proposal.kind == Kind.PAYOUT:
        return f"{Organisation.objects.get(pk=given['organisation'])}: {amounts.shown(given['amount'])}"
    if proposal.kind == Kind.NOT_CHARGED:
        return waive.in_words(proposal)
    return f"{MoneyAccount.objects.get(pk=given['account'])}: {amounts.shown(given['amount'])}"


def told(proposal: MoneyProposal) -> Told:
    """Tell a proposal."""
    given = proposal.content
    pairs = [Answer(_("About"), about(proposal))]
    follows: list[str] = []
    match Kind(proposal.kind):
        case Kind.TARIFF:
            _begins, rows = tariffs.proposed(proposal)
            pairs += [
                Answer(
                    each.words or each.type,
                    _("charged no longer")
                    if each.amount is None
                    else f"{amounts.shown(each.amount)} {each.tax}".strip(),
                )
                for each in rows
            ]
            follows = proposed_effect(proposal) if proposal.status == MoneyProposal.Status.WAITING else []
        case Kind.TAX_RATE:
            rate = amounts.plain(exact(given["rate"]) * 100)
            pairs.append(Answer(_("Rate"), f"{rate} %"))
            pairs.append(Answer(_("Amounts contain it"), _("Yes") if given["included"] else _("No")))
            pairs.append(Answer(_("From"), formatting.day(date.fromisoformat(given["begins"]))))
        case Kind.CREDIT:
            lines = Line.objects.in_bulk([pk for pk, _amount in given["lines"]])
            pairs += [Answer(lines[pk].words, amounts.shown(amount)) for pk, amount in given["lines"]]
        case Kind.WAIVER:
            pairs += [Answer(_("What it is"), given["type"]), Answer(_("Run"), run_words(given["run"]))]
        case Kind.REFUND | Kind.PAYOUT:
            pairs.append(Answer(_("Reference"), given["reference"]))
        case Kind.NOT_CHARGED:
            pairs += waive.answers(proposal)
        case Kind.WRITE_OFF:
            pass
    return Told(f"{KINDS[Kind(proposal.kind)]}: {about(proposal)}", pairs, follows)


def decision_context(proposal: MoneyProposal, request: HttpRequest) -> dict[str, object]:
    """Give what a page shows of a proposal."""
    waits = proposal.status == MoneyProposal.Status.WAITING and not two_people.has_expired(proposal, access.now())
    return {
        "proposal": proposal,
        "told": told(proposal),
        "status": status(proposal),
        "tone": _TONES[proposal.status],
        "by": formatting.who(proposal.proposed_by),
        "proposed": formatting.moment(proposal.proposed_at),
        "decided_by": formatting.who(proposal.decided_by) if proposal.decided_by else "",
        "decided": formatting.moment(proposal.decided_at),
        "until": proposal.proposed_at + two_people.LASTS,
        "waits": waits,
        "mine": proposal.proposed_by_id == access.actor(request).pk,
    }


def find(pk: int) -> MoneyProposal:
    """Give the proposal of an address."""
    rows = MoneyProposal.objects.select_related("owner", "proposed_by", "decided_by")
    return get_object_or_404(rows, pk=pk)


@decorators.audited
def decision(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one proposal; whoever did not make it can confirm it."""
    context = decision_context(find(pk), request) | {"office": access.is_office(request)}
    return render(request, "office/money/decision.html", context)


@decorators.act
def confirm(request: HttpRequest, pk: int) -> HttpResponse:
    """Do what another proposed; the password shows that it is really somebody else."""
    chosen = find(pk)
    if asks := password_again.ask(request):
        return asks
    try:
        made = second_person.confirm(chosen, **access.acting(request), shown=password_again.SHOWN)
    except Refused as error:
        messages.error(request, english(error))
        return redirect("office-money-decision", pk)
    messages.success(request, _("Confirmed and done."))
    return (
        redirect(base.document_address(made)) if isinstance(made, Document) else redirect("office-money-decision", pk)
    )


@decorators.form
def refuse(request: HttpRequest, pk: int) -> HttpResponse:
    """Leave a proposal, or withdraw one’s own."""
    chosen = find(pk)
    page = Ask(
        _("Refuse: %(what)s") % {"what": told(chosen).heading},
        _("Refuse this proposal"),
        base.crumbs(
            crumb(_("Decisions of two people"), "office-money-decisions"),
            Crumb(about(chosen), reverse("office-money-decision", args=[pk])),
        ),
        warn=True,
        checked=False,
    )

    def do(given: Answers) -> Done:
        proposals.refuse(chosen, given["reason"], **access.acting(request))
        return Done(_("The proposal was refused. Nothing changes."), reverse("office-money-decisions"))

    form = confirm_form.Why(_("The person who proposed it will read this."), parameters.posted(request))
    return confirm_form.ask(request, form, page, do)
