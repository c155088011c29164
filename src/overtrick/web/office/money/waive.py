"""Two people decide not to charge something: charges without an amount, or fines that were proposed."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from overtrick.register.competitions import late_fines
from overtrick.register.money import moneybook, not_charged, pricing
from overtrick.register.money.models import MoneyProposal
from overtrick.register.money.pricing import Lacking
from overtrick.web import access, parameters
from overtrick.web.accounts import password_again
from overtrick.web.design.forms import Plain
from overtrick.web.money import amounts
from overtrick.web.office import confirm_form, decorators, formatting
from overtrick.web.office.confirm_form import Answer, Answers, Ask, Crumb, Done
from overtrick.web.office.money import base
from overtrick.web.office.money.desk import crumb


class WaiveForm(Plain):
    """What is not to be charged, and why."""

    chosen = forms.MultipleChoiceField(
        label=gettext_lazy("What is not to be charged"),
        widget=forms.CheckboxSelectMultiple,
        error_messages={"required": gettext_lazy("Choose what is not to be charged")},
    )
    reason = confirm_form.reason(gettext_lazy("Why, and who decided it"))

    def __init__(self, choices: Iterable[tuple[str, str]], *args: object) -> None:
        super().__init__(*args)
        self.fields["chosen"].choices = list(choices)  # type: ignore[attr-defined]


@decorators.form
def charges(request: HttpRequest) -> HttpResponse:
    """Propose not to charge what was kept without an amount."""
    listed = {each.key: each for each in pricing.lacking()}
    choices = [(key, f"{each.account}, {_lacking_words(each)}") for key, each in listed.items()]

    def propose(given: Answers) -> MoneyProposal:
        wanted = [pk for key in given["chosen"] for pk in listed[key].charges]
        return not_charged.propose(wanted, [], given["reason"], **access.acting(request), shown=password_again.SHOWN)

    title = _("Do not charge what has no amount")
    return _ask(request, title, crumb(_("Charges"), "office-money-charges"), choices, propose)


@decorators.form
def fines(request: HttpRequest) -> HttpResponse:
    """Propose not to charge fines that the handbook knows today."""
    proposed = late_fines.propose_fines(access.today()) if moneybook.book() else []
    listed = {each.key: each for each in proposed}
    choices = [(key, f"{each.charge.account}: {each.due.working.says}") for key, each in listed.items()]

    def propose(given: Answers) -> MoneyProposal:
        wanted = [listed[key] for key in given["chosen"]]
        return not_charged.propose([], wanted, given["reason"], **access.acting(request), shown=password_again.SHOWN)

    title = _("Do not charge these fines")
    return _ask(request, title, crumb(_("Fines and yearly charges"), "office-money-fines"), choices, propose)


def _ask(
    request: HttpRequest,
    title: str,
    above: Crumb,
    choices: list[tuple[str, str]],
    propose: Callable[[Answers], MoneyProposal],
) -> HttpResponse:
    if not choices:
        return redirect(above.address)
    page = Ask(
        title,
        _("Propose not to charge them"),
        base.crumbs(above),
        lead=_("Somebody else must confirm it, all of it at once. It stays among the charges as waived."),
        by_two=True,
    )

    def do(given: Answers) -> Done:
        made = propose(given)
        return Done(_("Proposed. Somebody else must confirm it."), reverse("office-money-decision", args=[made.pk]))

    follows = [_("Nothing changes until somebody else confirms it.")]
    return confirm_form.ask(request, WaiveForm(choices, parameters.posted(request)), page, do, follows)


def _lacking_words(each: Lacking) -> str:
    told = {
        "count": len(each.charges),
        "charge": each.type,
        "quantity": amounts.counted(str(each.quantity), each.basis),
        "first": formatting.day(each.first),
        "last": formatting.day(each.last),
    }
    words = ngettext(
        "%(charge)s: %(count)d charge of %(first)s, %(quantity)s",
        "%(charge)s: %(count)d charges from %(first)s to %(last)s, %(quantity)s",
        len(each.charges),
    )
    return words % told


def in_words(proposal: MoneyProposal) -> str:
    """Say how much a proposal waives."""
    charges, fined = len(proposal.content["charges"]), len(proposal.content["fines"])
    if fined:
        return ngettext("%(count)d fine", "%(count)d fines", fined) % {"count": fined}
    return ngettext("%(count)d charge", "%(count)d charges", charges) % {"count": charges}


def answers(proposal: MoneyProposal) -> list[Answer]:
    """Tell what a proposal waives, by who would pay."""
    charges = [Answer(str(each.account), _lacking_words(each)) for each in pricing.lacking(proposal.content["charges"])]
    return [*charges, *(Answer(str(each.account), each.working) for each in not_charged.waived_fines(proposal))]
