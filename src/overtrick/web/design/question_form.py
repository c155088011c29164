"""A form made of the questions of an edition, whatever each of them takes. What was typed is kept.

The form reads nothing by itself: the question says what an answer may be, so that pages and services agree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import date

from django import forms
from django.forms import BoundField
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from overtrick.engine.bounds import LONGEST_TEXT
from overtrick.handbooks.questions import LONGEST_DESCRIPTION, NO, YES, Question, Takes
from overtrick.web.design.english import english
from overtrick.web.design.forms import Day, Plain
from overtrick.web.design.working import clause_link

#: More choices than these are shorter in a list that folds.
_MOST_BUTTONS = 6


class QuestionField(BoundField):
    """A field whose id has no blanks, though the name of its question may: an error is linked to its field by it."""

    @property
    def auto_id(self) -> str:
        """Give the id."""
        return super().auto_id.replace(" ", "-")


class QuestionForm(Plain):
    """Questions with their answers so far."""

    bound_field_class = QuestionField

    def __init__(
        self, asked: Sequence[Question], handbook: str, told: Mapping[str, str], *args: object, **kwargs: object
    ) -> None:
        """Make a field for each question; ``told`` has the answers as they are kept."""
        super().__init__(*args, **kwargs)
        self.asked = tuple(asked)
        for each in self.asked:
            field = _field(each)
            field.label = english(each.asks)
            field.help_text = _hint(each, handbook, told)
            field.initial = _initial(each, told.get(each.name, ""))
            self.fields[each.name] = field

    def typed(self) -> dict[str, str]:
        """Give what was typed for each question that was on the page; a day that can be none is told by the form."""
        self.is_valid()
        found = {}
        for each in self.asked:
            if each.takes is Takes.PAPER or each.name not in self.data or each.name in self.errors:
                continue
            value = self.cleaned_data.get(each.name)
            found[each.name] = value.isoformat() if isinstance(value, date) else str(value or "")
        return found

    def refuse(self, mistakes: Mapping[str, str]) -> None:
        """Put a sentence at each question that cannot be kept so; one that is not on the page is told on top."""
        for name, says in mistakes.items():
            self.add_error(name if name in self.fields else None, english(says))

    def ask_for(self, missing: Iterable[Question]) -> None:
        """Say which questions have to be answered."""
        for each in missing:
            words = (
                _("Answer this: %(question)s") if each.takes is not Takes.PAPER else _("Choose a file: %(question)s")
            )
            self.add_error(each.name if each.name in self.fields else None, words % {"question": each.asks})


def _field(asked: Question) -> forms.Field:
    return _FIELDS.get(asked.takes, _figure)(asked)


def _yes_no(_asked: Question) -> forms.Field:
    return _buttons([(YES, _("Yes")), (NO, _("No"))])


def _choice(asked: Question) -> forms.Field:
    choices = [(each, str(english(asked.shown(each)))) for each in asked.choices]
    return _buttons(choices) if len(choices) <= _MOST_BUTTONS else _list(choices)


def _day(_asked: Question) -> forms.Field:
    return Day(
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        input_formats=["%Y-%m-%d"],
        error_messages={"invalid": _("Enter a day, for example 2026-11-15")},
    )


def _paper(_asked: Question) -> forms.Field:
    return forms.FileField(required=False)


def _description(_asked: Question) -> forms.Field:
    widget = forms.Textarea(attrs={"rows": 4})
    return forms.CharField(required=False, max_length=LONGEST_DESCRIPTION, widget=widget, strip=False)


def _text(_asked: Question) -> forms.Field:
    return forms.CharField(required=False, max_length=LONGEST_TEXT)


def _figure(asked: Question) -> forms.Field:
    shape = "numeric" if asked.takes is Takes.COUNT else "decimal"
    widget = forms.TextInput(attrs={"class": "figure-field", "inputmode": shape})
    return forms.CharField(required=False, max_length=20, widget=widget)


_FIELDS = {
    Takes.YES_NO: _yes_no,
    Takes.CHOICE: _choice,
    Takes.DAY: _day,
    Takes.PAPER: _paper,
    Takes.DESCRIPTION: _description,
    Takes.TEXT: _text,
}


def _buttons(choices: list[tuple[str, str]]) -> forms.ChoiceField:
    return forms.ChoiceField(required=False, choices=choices, widget=forms.RadioSelect)


def _list(choices: list[tuple[str, str]]) -> forms.ChoiceField:
    return forms.ChoiceField(required=False, choices=[("", "–"), *choices])


def _hint(asked: Question, handbook: str, told: Mapping[str, str]) -> SafeString | str:
    """Say what helps: the hint, which file is there already, and the clause that asks."""
    words = [english(asked.hint)] if asked.hint else []
    if asked.takes is Takes.PAPER:
        if told.get(asked.name):
            has = _("%(file)s is kept. Choose another file to replace it.")
            words.append(has % {"file": told[asked.name]})
        words.append(_("A PDF, a picture, a document or a plain text of at most 5 MB."))
    if not asked.needed:
        words.append(_("Optional."))
    if asked.clause:
        words.append(clause_link(asked.clause, handbook))
    return format_html_join(" ", "{}", ((each,) for each in words))


def _initial(asked: Question, kept: str) -> object:
    if asked.takes is Takes.DAY and kept:
        return date.fromisoformat(kept)
    return asked.shown(kept) if asked.takes is Takes.AMOUNT else kept
