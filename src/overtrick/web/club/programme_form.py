"""The form of a planned event: its name and days, and what the edition asks about its kind."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from overtrick.handbooks import questions
from overtrick.handbooks.programme import Kind
from overtrick.handbooks.questions import Question
from overtrick.register.planning.plan import PlanTold
from overtrick.register.programme.models import PlannedEvent
from overtrick.web.design.question_form import QuestionForm
from overtrick.web.office import confirm_form

_HEAD = ("name", "begins", "ends")


class PlanForm(QuestionForm):
    """What is told to plan an event."""

    name = forms.CharField(
        label=gettext_lazy("Name of the event"),
        max_length=200,
        error_messages={"required": gettext_lazy("Enter a name for the event, for example Autumn ladder")},
    )
    begins = confirm_form.day(gettext_lazy("First day"))
    ends = confirm_form.day(
        gettext_lazy("Last day"), gettext_lazy("Leave it empty for an event of one day."), required=False
    )
    because = forms.CharField(
        label=gettext_lazy("Why is it allowed although the handbook speaks against it?"),
        help_text=gettext_lazy("Leave it empty unless you allow an exception. Your reason is kept with the event."),
        required=False,
        max_length=300,
    )
    revision = forms.IntegerField(required=False, widget=forms.HiddenInput, min_value=1, max_value=1_000_000)

    def __init__(
        self, kind: Kind, handbook: str, row: PlannedEvent | None, data: QueryDict | None, *, day: date, office: bool
    ) -> None:
        """Ask what matters after what was told so far; the office may allow an exception."""
        told: Mapping[str, str] = row.answers if row else {}
        initial = {"begins": row.begins if row else day, "name": row.name if row else ""}
        if row is not None:
            initial |= {"ends": row.ends if row.ends != row.begins else None, "revision": row.revision}
        so_far = told if data is None else _heard(kind, data)
        super().__init__(questions.relevant(kind.questions, so_far), handbook, told, data, initial=initial)
        if not office:
            del self.fields["because"]
        self._kind = kind
        for field in self.fields.values():
            # What is being typed stays as it is while the page asks what else matters.
            if isinstance(field.widget, forms.TextInput | forms.Textarea | forms.DateInput):
                field.widget.attrs["hx-preserve"] = "true"
        self.order_fields([*_HEAD, *(each.name for each in self.asked), "because", "revision"])

    def look(self) -> None:
        """Show what else is asked, without a word about what is missing yet."""
        self._errors = forms.utils.ErrorDict()
        self.cleaned_data = {}

    def told(self) -> PlanTold | None:
        """Give what was typed, in the form that is kept; None: something is wrong, which stands at its field."""
        typed = self.typed()
        answers = {}
        for each in self.asked:
            try:
                answers[each.name] = each.kept(typed.get(each.name, ""))
            except ValueError as wrong:
                self.refuse({each.name: str(wrong)})
        self.ask_for(each for each in questions.missing(self._kind.questions, answers) if each.name not in self.errors)
        if self.errors:
            return None
        given = self.cleaned_data
        return PlanTold(
            self._kind.name, given["name"].strip(), given["begins"], given["ends"] or given["begins"], answers
        )


def _heard(kind: Kind, data: QueryDict) -> dict[str, str]:
    """Read the answers as far as they can be read, to see what else is asked."""
    return {each.name: _kept(each, data.get(each.name, "")) for each in kind.questions}


def _kept(asked: Question, typed: str) -> str:
    try:
        return asked.kept(typed)
    except ValueError:
        return ""
