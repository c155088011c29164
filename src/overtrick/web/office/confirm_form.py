"""A form in two steps: the answers and their effect are shown, then confirmed.

What the register refuses comes back to the form in its own words, with everything that was typed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any, NamedTuple, Self

from django import forms
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.errors import Refused
from overtrick.web.accounts import password_again
from overtrick.web.design.english import english
from overtrick.web.design.forms import Day, Plain

Answers = dict[str, Any]


class Crumb(NamedTuple):
    """A step of the way to a page."""

    words: str
    address: str


class Ask(NamedTuple):
    """A page with a form."""

    heading: str
    does: str  #: the button says what it does
    crumbs: Sequence[Crumb]
    lead: str = ""
    warn: bool = False  #: it takes something away
    checked: bool = True  #: the answers are shown before it is done
    by_two: bool = False  #: it needs two people, so that whoever sends it gives their own password
    template: str = "office/ask.html"
    more: Mapping[str, object] = {}  #: what the template shows beside the form


class Done(NamedTuple):
    """It was done: what to say, and where to go on."""

    says: str
    address: str


class Answer(NamedTuple):
    """A question and its answer, as the page shows them."""

    label: str
    shown: str


def ask(
    request: HttpRequest,
    form: Plain,
    page: Ask,
    do: Callable[[Answers], Done | HttpResponse],
    foresee: Callable[[Answers], Sequence[str]] | Sequence[str] = (),
) -> HttpResponse:
    """Ask, show, do. ``foresee`` says in sentences what will follow, from the answers or whatever they are.

    What was done is told on the page it leads to, or on a page of its own.
    """
    context = {"form": form, "page": page, **page.more}
    if request.method == "POST" and "change" not in request.POST and form.is_valid():
        try:
            if page.checked and "sure" not in request.POST:
                follows = foresee(form.cleaned_data) if callable(foresee) else foresee
                return render(
                    request, "office/check.html", {**context, "answers": list(answers(form)), "follows": follows}
                )
            if page.by_two and (asks := password_again.ask(request)):
                return asks
            done = do(form.cleaned_data)
        except Refused as error:
            form.add_error(None, english(error))
        else:
            if isinstance(done, HttpResponse):
                return done
            messages.success(request, done.says)
            return redirect(done.address)
    return render(request, page.template, context, status=422 if form.is_bound and form.errors else 200)


def answers(form: Plain) -> Iterator[Answer]:
    """Give the answers in words; a form of many fields says which of them it tells."""
    told = getattr(form, "told_fields", form.visible_fields)
    for bound in told():
        value = form.cleaned_data.get(bound.name)
        yield Answer(str(bound.label), _value_text(bound.field, value))


def _value_text(field: forms.Field, value: object) -> str:
    if value is not None and (written := getattr(field, "answer_text", None)) is not None:
        return str(written(value))
    if isinstance(value, bool):
        return _("Yes") if value else _("No")
    if isinstance(value, date):
        return date_format(value, "j F Y")
    if isinstance(value, list):
        words = dict(field.choices) if isinstance(field, forms.MultipleChoiceField) else {}  # type: ignore[arg-type]
        return "\n".join(str(words.get(each, each)) for each in value)
    if isinstance(field, forms.ChoiceField) and not isinstance(field, forms.ModelChoiceField):
        return str(dict(field.choices).get(value, value))  # type: ignore[arg-type]
    return str(value) if value not in (None, "") else "–"


# --- Fields that many forms have --------------------------------------------------------------------------------------

_NO_DAY = gettext_lazy("Enter the first day")


def day(label: object, hint: object = "", *, required: bool = True, missing: object = _NO_DAY) -> Day:
    """Ask for a day; ``missing`` says which, where nothing is entered."""
    return Day(
        label=label,  # type: ignore[arg-type]
        help_text=hint,  # type: ignore[arg-type]
        required=required,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        input_formats=["%Y-%m-%d", "%d/%m/%Y"],
        error_messages={"invalid": gettext_lazy("Enter a day, for example 2026-11-15"), "required": missing},  # type: ignore[dict-item]
    )


def reason(hint: object, *, required: bool = True) -> forms.CharField:
    """Ask why."""
    return forms.CharField(
        label=gettext_lazy("Reason"),
        help_text=hint,  # type: ignore[arg-type]
        required=required,
        max_length=300,
        widget=forms.Textarea(attrs={"rows": 3}),
        error_messages={"required": gettext_lazy("Enter the reason")},
    )


class Why(Plain):
    """Nothing but the reason."""

    reason = reason("")

    def __init__(self, hint: str, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"].help_text = hint


class Choose(forms.ModelChoiceField):  # type: ignore[type-arg]  # it takes none when it runs
    """Choose one of the rows of the federation in scope; they are read for each form anew."""

    def __init__(self, rows: Callable[[], QuerySet[Any]], **said: Any) -> None:  # noqa: ANN401 - as Django has them
        super().__init__(queryset=None, **said)
        self._rows = rows

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        copied: Self = super().__deepcopy__(memo)
        copied.queryset = self._rows()
        return copied
