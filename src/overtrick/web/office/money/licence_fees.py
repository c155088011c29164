"""Fees of licences whose event is over: what was granted, what was played, and the difference."""

from __future__ import annotations

from fractions import Fraction

from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from overtrick.handbooks.money import line
from overtrick.register.competitions import licence_played
from overtrick.register.money import licence_fees as register
from overtrick.register.money.models import Charge
from overtrick.register.money.verify import amount_of
from overtrick.register.organisations.models import Licence
from overtrick.register.scoping import current
from overtrick.web import access, parameters
from overtrick.web.design.question_form import QuestionForm
from overtrick.web.design.tables import Cell, Figures, Table
from overtrick.web.money import amounts
from overtrick.web.office import confirm_form, decorators, formatting
from overtrick.web.office.confirm_form import Answers, Ask, Done
from overtrick.web.office.money import base
from overtrick.web.office.money.desk import crumb


@decorators.audited
def licences(request: HttpRequest) -> HttpResponse:
    """List the licences that cost something and whose event is over; each leads to where it is settled."""
    columns = [_("Licence"), _("Holder"), _("Allows"), _("Event"), _("Over since"), Figures(_("Charged"))]
    cells = [
        [
            Cell(each.number, link=reverse("office-money-licence", args=[each.pk])),
            Cell(str(each.organisation)),
            Cell(each.allows),
            Cell(each.event),
            Cell(each.ends or each.begins, formatting.day(each.ends or each.begins)),
            amounts.cell(_sum(register.charged_for(each))),
        ]
        for each in register.to_settle(access.today())
    ]
    table = Table(_("Licences to settle"), columns, cells, request)
    return table.download(request) or render(request, "office/money/licences.html", {"table": table})


@decorators.form
def licence(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask what was played, show what follows, and charge or take back the difference."""
    charged = Charge.objects.filter(cause=Charge.Cause.LICENCE)
    rows = Licence.objects.filter(pk__in=charged.values("licence")).select_related("organisation")
    found = get_object_or_404(rows, pk=pk)
    listed = register.asked_played(found)
    known = {**found.fee_told, **licence_played.as_played(found), **found.fee_played}
    form = QuestionForm(listed, current().handbook, known, parameters.posted(request))
    on, before = access.today(), _sum(register.charged_for(found))

    def foresee(_given: Answers) -> list[str]:
        costs = register.foreseen_played(found, register.read(listed, form.typed()), on)
        now = line(each.amount or Fraction(0) for each in costs.dues)
        told = {"before": amounts.shown(before), "difference": amounts.shown(abs(now - before))}
        said = _("Charged before: %(before)s. Nothing changes.")
        if now != before:
            more, less = (
                _("Charged before: %(before)s; %(difference)s more is charged."),
                _("Charged before: %(before)s; %(difference)s is taken back."),
            )
            said = more if now > before else less
        return [*(f"{each.working.says} (§ {each.clause})" for each in costs.dues), said % told]

    def do(_given: Answers) -> Done:
        made = register.settle(found, register.read(listed, form.typed()), **access.acting(request))
        said = ngettext("%(count)d charge was made.", "%(count)d charges were made.", len(made))
        words = said % {"count": len(made)} if made else _("The licence costs what was charged before.")
        return Done(words, reverse("office-money-licences"))

    page = Ask(
        _("Settle licence %(number)s") % {"number": found.number},
        _("Settle it"),
        base.crumbs(crumb(_("Licence fees"), "office-money-licences")),
        lead=_("%(holder)s: %(allows)s. Results that have come fill in the answers.")
        % {"holder": found.organisation, "allows": found.allows},
    )
    return confirm_form.ask(request, form, page, do, foresee)


def _sum(charges: list[Charge]) -> int:
    return line(amount_of(each) for each in charges)
