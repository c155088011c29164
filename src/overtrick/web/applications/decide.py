"""Decides an application on a page: support from above; grant, refuse or ask back, with what is stated."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from overtrick.engine.working import Step
from overtrick.register.applications import cases, outcomes
from overtrick.register.applications.models import Application
from overtrick.register.applications.outcomes import Answer, NotStated
from overtrick.register.decisions.decide import LONGEST_REASON
from overtrick.register.errors import Refused
from overtrick.web import access
from overtrick.web.design.cost_lines import CostLine, cost_lines
from overtrick.web.design.english import english
from overtrick.web.design.question_form import QuestionForm

GRANT, REFUSE, ASK_BACK, COST = "grant", "refuse", "ask_back", "cost"
#: What a button of the form may ask for.
DECISIONS = (GRANT, REFUSE, ASK_BACK, COST)
SUPPORT, OPPOSE = "support", "oppose"
_DO = {GRANT: outcomes.grant, REFUSE: outcomes.refuse, ASK_BACK: outcomes.ask_back}


class DecideForm(QuestionForm):
    """What a grant states, and the reason, which a refusal needs."""

    def __init__(self, application: Application, handbook: str, *args: object, **kwargs: object) -> None:
        """Ask what the kind of application lets whoever decides state."""
        kind = cases.kind_of(application)
        self.of_fee = outcomes.asked_of_fee(application)
        told = {**outcomes.known_of_fee(application), **application.stated}
        super().__init__((*kind.states, *self.of_fee), handbook, told, *args, **kwargs)
        if kind.allows:
            self.fields["number"] = forms.CharField(
                label=_("Number of the licence"),
                help_text=_("Leave it empty to use the number of the application."),
                required=False,
                max_length=30,
            )
        self.fields["why"] = forms.CharField(
            label=_("Reason"),
            help_text=_("Needed to refuse, to ask back, and to grant against a condition. The applicant reads it."),
            required=False,
            max_length=LONGEST_REASON,
            widget=forms.Textarea(attrs={"rows": 3}),
        )
        self.fields["clause"] = forms.CharField(
            label=_("Clause"),
            help_text=_("Leave it empty to cite the condition that is not met, or the clause of the application."),
            required=False,
            max_length=60,
        )

    def answer(self) -> Answer:
        """Give what was said."""
        every = self.typed()
        names = {each.name for each in self.of_fee}
        fee = {name: said for name, said in every.items() if name in names}
        typed = {name: said for name, said in every.items() if name not in names}
        said = self.cleaned_data
        return Answer(said.get("why", ""), said.get("clause", ""), said.get("number", ""), typed, fee)


def decide(request: HttpRequest, application: Application, handbook: str) -> DecideForm | None:
    """Do what the button says; None: it is decided, otherwise the form with what stands against it."""
    form = DecideForm(application, handbook, request.POST)
    said = form.answer()
    if form.errors or request.POST["do"] == COST:
        return form
    try:
        _DO[request.POST["do"]](application, said, actor=access.actor(request), at=access.now())
    except NotStated as wrong:
        form.refuse(wrong.mistakes)
    except Refused as refused:
        form.add_error("why" if not said.why else None, english(_with_clause(refused)))
    else:
        return None
    return form


def licence_costs(application: Application, form: DecideForm) -> list[CostLine]:
    """Say what the licence costs, as it was applied for or as somebody typed; what is wrong is told at its question."""
    said = form.answer() if form.is_bound else Answer()
    try:
        found = outcomes.licence_costs(application, said.typed, said.fee, access.today())
    except NotStated as wrong:
        if form.is_bound and not form.errors and form.data.get("do") == COST:
            form.refuse(wrong.mistakes)
        return []
    return cost_lines(found.dues, found.edition, _("Invoiced when the licence is granted.")) if found else []


def foreseen(application: Application) -> Step | None:
    """Say what a grant would state by the handbook, before somebody states anything."""
    return outcomes.stated_step(application, {})


def _with_clause(refused: Refused) -> str:
    return f"{refused} (§ {refused.clause})" if refused.clause else str(refused)
