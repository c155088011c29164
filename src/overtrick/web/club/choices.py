"""What a region decides for itself, as the handbook lets it, and from which day."""

from __future__ import annotations

from typing import NamedTuple

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.entitlements import choices as register
from overtrick.register.entitlements.directory import Unanswerable
from overtrick.register.errors import Refused
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action, may
from overtrick.web import access, parameters
from overtrick.web.club import base
from overtrick.web.club.allotments import answer_text
from overtrick.web.design.english import english
from overtrick.web.design.question_form import QuestionForm
from overtrick.web.design.working import clause_link
from overtrick.web.office import confirm_form, formatting

_STATE = (Organisation.Kind.REGION,)


class Chosen(NamedTuple):
    """A question, and what the region has chosen."""

    asks: SafeString | str
    answer: str
    clause: SafeString | str


class ChoiceForm(QuestionForm):
    """The questions, from which day, and why."""

    begins = confirm_form.day(gettext_lazy("From which day"))
    reason = confirm_form.reason(gettext_lazy("For example the meeting that decided it."))

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.order_fields([*(each.name for each in self.asked), "begins", "reason"])


@base.page(kinds=_STATE)
def choices(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Show what holds today, and what was chosen when."""
    on = access.today()
    asked = register.questions(where.federation, on)
    if not asked:
        raise Http404
    told = register.chosen(where, on)
    shown = {
        "chosen": [
            Chosen(
                english(each.asks),
                answer_text(each, told.text(each.name)),
                clause_link(each.clause, where.federation.handbook),
            )
            for each in asked
        ],
        "listed": [
            (each, formatting.who(each.chosen_by))
            for each in where.choices.select_related("chosen_by").order_by("-begins")
        ],
        "decides": may(access.actor(request), Action.DIRECTORY, where, on),
    }
    return base.show(request, where, "choices", shown)


@base.form(Action.DIRECTORY, _STATE)
def change(request: HttpRequest, where: Organisation) -> HttpResponse:
    """Change what it decides, from a day on."""
    asked = register.questions(where.federation, access.today())
    if not asked:
        raise Http404
    told = register.chosen(where, access.today()).told
    form = ChoiceForm(
        asked, where.federation.handbook, told, parameters.posted(request), initial={"begins": access.today()}
    )
    back = reverse("club-choices", args=[where.pk])
    if form.is_bound and form.is_valid():
        given = form.cleaned_data
        signed = access.signed(request, given["reason"])
        try:
            register.choose(where, form.typed(), given["begins"], **signed)
        except Unanswerable as refused:
            form.refuse(refused.mistakes)
        except Refused as refused:
            form.add_error(None, english(refused))
        else:
            messages.success(request, _("The choices of %(name)s are kept.") % {"name": where})
            return redirect(back)
    shown = {"form": form, "heading": _("Choose for %(name)s") % {"name": where}, "does": _("Keep it"), "back": back}
    return base.show(request, where, "ask", shown, status=422 if form.errors else 200)
