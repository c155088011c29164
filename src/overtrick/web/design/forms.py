"""How forms are shown: label, hint, error and field, with all errors at the top."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from datetime import date
from typing import Any

from django import forms
from django.core.validators import MaxLengthValidator, MaxValueValidator, MinValueValidator
from django.utils.translation import gettext_lazy

from overtrick.formats.dates import FIRST_YEAR, LAST_YEAR, only_days, shown

#: What a field takes at most that says nothing else; a password or a link is shorter.
_LONGEST = 300
#: What a page sends along to itself, such as a signed note, is longer.
_LONGEST_NOTE = 10_000
#: Nobody in the register was born before, and nothing begins or ends so late.
_FIRST_DAY, _LAST_DAY = date(FIRST_YEAR - 60, 1, 1), date(LAST_YEAR, 12, 31)
_NO_SUCH_YEAR = gettext_lazy("Enter a year from %(first)d to %(last)d") % {
    "first": _FIRST_DAY.year,
    "last": _LAST_DAY.year,
}


_BOUNDS = {
    MaxLengthValidator: gettext_lazy("Use at most %(limit_value)d characters. You have used %(show_value)d"),
    MinValueValidator: gettext_lazy("Enter %(limit_value)s or more"),
    MaxValueValidator: gettext_lazy("Enter %(limit_value)s or less"),
}
Validator = Callable[[Any], None]
_TWO_DAYS = gettext_lazy("Write the month as a word: this can be %(one)s or %(other)s")
#: Of a year of two figures nobody knows the century.
_WHOLE_YEAR = re.compile(r"[0-9]{4}")


class Day(forms.DateField):
    """A day that can be somebody's birthday, or the first or last day of something, as people write it."""

    default_validators = [  # noqa: RUF012 - as Django has it
        MinValueValidator(_FIRST_DAY, _NO_SUCH_YEAR),
        MaxValueValidator(_LAST_DAY, _NO_SUCH_YEAR),
    ]

    def to_python(self, value: str | date | None) -> date | None:
        """Read 27 March 1951, 27.3.1951 or 1951-03-27; of 3/4/1951 nobody knows which day it is."""
        found = only_days(value, _FIRST_DAY.year) if isinstance(value, str) and _WHOLE_YEAR.search(value) else []
        if len(found) > 1:
            raise forms.ValidationError(_TWO_DAYS % {"one": shown(found[0]), "other": shown(found[1])})
        return found[0] if found else super().to_python(value)


class Plain(forms.Form):
    """A form as every page shows it: ``{{ form }}`` is enough in a template."""

    template_name = "design/form.html"
    use_required_attribute = False  # our sentences tell what is missing, in the reader's language

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)  # type: ignore[arg-type]
        self.label_suffix = ""
        for field in self.fields.values():
            if isinstance(field, forms.CharField) and field.max_length is None:
                hidden = isinstance(field.widget, forms.HiddenInput)
                field.validators.append(MaxLengthValidator(_LONGEST_NOTE if hidden else _LONGEST))
            if not isinstance(field, Day):
                field.validators = [_in_our_words(each) for each in field.validators]
            if field.required:
                field.error_messages |= dict.fromkeys(_as_missing(field), field.error_messages["required"])


def _as_missing(field: forms.Field) -> Iterator[str]:
    """Name what is answered as if nothing was: a choice that nobody offers, and a figure that is none."""
    if "invalid_choice" in field.error_messages:
        yield "invalid_choice"
    if (
        isinstance(field, forms.IntegerField)
        and field.error_messages["invalid"] == type(field).default_error_messages["invalid"]
    ):
        yield "invalid"


def _in_our_words(validator: Validator) -> Validator:
    """Say what a bound asks for in our own words: Django's are others, and not in every language of ours."""
    for kind, says in _BOUNDS.items():
        if isinstance(validator, kind):
            return kind(validator.limit_value, says)
    return validator
