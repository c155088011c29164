"""One list of an old system: its columns and words as we understand them, what it would do, and the button to do it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from django import forms
from django.contrib import messages
from django.forms.boundfield import BoundField
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.moving_in import check, columns, doors, words
from overtrick.register.moving_in.check import Choices
from overtrick.register.moving_in.models import WAITING_STEPS, OldList, Step
from overtrick.register.moving_in.tasks import enter_list
from overtrick.register.scoping import current
from overtrick.register.tasks import queue
from overtrick.register.tasks.queue import Order
from overtrick.web import access, parameters
from overtrick.web.design.english import english
from overtrick.web.design.forms import Plain
from overtrick.web.office import confirm_form, decorators, formatting
from overtrick.web.office.moving_in import look_again
from overtrick.web.office.moving_in_words import STEPS, column_words, word_meaning

State = OldList.State
_COLUMN, _WORD = "column", "word"
_DATED = (Step.BALANCES, Step.RANKS, Step.ORGANISATIONS)
_NO_DAY = {
    Step.BALANCES: gettext_lazy("Day of the balances"),
    Step.RANKS: gettext_lazy("Day of the ranks"),
    Step.ORGANISATIONS: gettext_lazy("Affiliated since"),
}


class ListForm(Plain):
    """What each column and each word of a list means."""

    def __init__(self, kept: OldList, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.kept = kept
        self.step = Step(kept.step)
        meanings = columns.meanings(self.step, list(handbook.colours(current())))
        choices = [("", _("Do not read it")), *((each, column_words(each)) for each in meanings)]
        for at, (heading, meaning) in enumerate(kept.columns):
            self.fields[f"{_COLUMN}-{at}"] = forms.ChoiceField(
                label=heading or _("Column %(number)d") % {"number": at + 1},
                choices=choices,
                initial=meaning,
                required=False,
                error_messages={"invalid_choice": _("Choose one of these")},
            )
        on = access.today()
        known = words.meanings(self.step, on)
        guess = words.guesser(self.step, on) if self.step in columns.WORD_COLUMN else str
        for at, (word, count) in enumerate(kept.seen.items()):
            if not word:
                continue
            meant = kept.words.get(word) or guess(word)
            options = [*known, *([meant] if meant not in ("", words.LEFT_OUT, *known) else []), words.LEFT_OUT]
            self.fields[f"{_WORD}-{at}"] = forms.ChoiceField(
                label=word,
                help_text=formatting.counted(count, _("row"), _("rows")),
                choices=[("", _("Not said yet")), *((each, word_meaning(self.step, each)) for each in options)],
                initial=meant,
                required=False,
                error_messages={"invalid_choice": _("Choose one of these")},
            )
        if self.step in _DATED:
            hint = _("It counts for rows that have no day of their own.")
            self.fields["as_at"] = confirm_form.day(_NO_DAY[self.step], hint, required=False)
            self.fields["as_at"].initial = kept.as_at
        if self.step is Step.MEMBERS:
            self.fields["doubtful_are_new"] = forms.BooleanField(
                label=_("Enter people who are like somebody in the register as new people"),
                help_text=_("You can merge two records later. Otherwise these rows are left out."),
                required=False,
                initial=kept.doubtful_are_new,
            )

    def _of(self, prefix: str) -> Iterator[BoundField]:
        return (self[name] for name in self.fields if name.startswith(f"{prefix}-"))

    @property
    def column_fields(self) -> list[BoundField]:
        """The fields of the columns."""
        return list(self._of(_COLUMN))

    @property
    def word_fields(self) -> list[BoundField]:
        """The fields of the words."""
        return list(self._of(_WORD))

    @property
    def unsaid(self) -> bool:
        """Whether a word is left whose meaning nobody has said."""
        return any(not field.value() for field in self.word_fields)

    @property
    def read_columns(self) -> int:
        """How many columns are read."""
        return sum(bool(meaning) for _heading, meaning in self.kept.columns)

    @property
    def other_fields(self) -> list[BoundField]:
        """The day and the choice about doubtful people, where the step has them."""
        return [self[name] for name in ("as_at", "doubtful_are_new") if name in self.fields]

    def clean(self) -> dict[str, Any]:
        """See that no two columns mean the same."""
        given: dict[str, Any] = super().clean() or {}
        seen: set[str] = set()
        for name in [each for each in self.fields if each.startswith(f"{_COLUMN}-")]:
            meaning = given.get(name, "")
            if meaning and meaning in seen:
                self.add_error(name, _("Another column is this already"))
            seen.add(meaning)
        return given

    @property
    def choices(self) -> Choices:
        """What was chosen."""
        given = self.cleaned_data
        listed = list(self.kept.seen)
        said = {listed[int(name.partition("-")[2])]: given[name] for name in given if name.startswith(f"{_WORD}-")}
        return Choices(
            [given[f"{_COLUMN}-{at}"] for at in range(len(self.kept.columns))],
            {word: meaning for word, meaning in said.items() if meaning},
            given.get("as_at"),
            given.get("doubtful_are_new", False),
        )


class Sum(NamedTuple):
    """Points of one colour in a list."""

    colour: str
    points: str


@decorators.form
def one_list(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a list and what it would do; take what is said about its columns and words, and check it again."""
    kept = get_object_or_404(OldList.objects.select_related("added_by", "entered_by"), pk=pk)
    running = queue.latest(f"moving-in.check {pk}")
    if request.method != "POST" and running is not None and running.is_open:
        return redirect("task", running.pk)
    form = ListForm(kept, parameters.posted(request))
    if request.method == "POST" and form.is_valid():
        try:
            check.choose(kept, form.choices, access.actor(request), access.now())
        except Refused as error:
            form.add_error(None, english(error))
        else:
            return look_again(request, kept)
    told = kept.report
    context = {
        "kept": kept,
        "words": STEPS[Step(kept.step)],
        "form": form,
        "counts": told.get("counts", {}),
        "sums": [Sum(colour, formatting.points(colour, units)) for colour, units in told.get("sums", {}).items()],
        "problems": told.get("problems", []),
        "notes": told.get("notes", []),
        "entered": kept.state == State.ENTERED,
        "ready": kept.state == State.CHECKED,
        "waits": kept.step in WAITING_STEPS,
        "shut": doors.why_shut(),
        "entered_by": formatting.who(kept.entered_by) if kept.entered_by else "",
        "entered_at": formatting.moment(kept.entered_at),
        "sent": formatting.moment(kept.added_at),
        "sent_by": formatting.who(kept.added_by),
        "word_column": column_words(columns.WORD_COLUMN.get(Step(kept.step), "")),
    }
    status = 422 if form.is_bound and form.errors else 200
    return render(request, "office/moving_in_list.html", context, status=status)


@decorators.act
def enter(request: HttpRequest, pk: int) -> HttpResponse:
    """Put the entering of a list in the queue; pressed twice, it is there once."""
    kept = get_object_or_404(OldList, pk=pk)
    at = access.now()
    title = _("Enter %(file)s") % {"file": kept.name}
    order = Order(access.federation(request), access.actor(request), at, title, f"moving-in.enter {pk}")
    return redirect("task", enter_list.add(order, kept=pk, at=at.isoformat()).pk)


@decorators.act
def remove(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a list out again, with what it brought."""
    kept = get_object_or_404(OldList, pk=pk)
    try:
        check.take_back(kept, access.actor(request), access.now())
    except Refused as error:
        messages.info(request, english(error))
        return redirect("office-moving-in-list", pk)
    messages.success(request, _("%(file)s was taken out.") % {"file": kept.name})
    return redirect("office-moving-in-step", kept.step)
