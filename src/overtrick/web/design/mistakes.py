"""What is wrong in what somebody sent: listed at the top of the page, each with a link to its field."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from django.forms import BaseForm, BoundField, CheckboxSelectMultiple, RadioSelect


class Mistake(NamedTuple):
    """A sentence about a field, and where the field is."""

    at: str  #: the id of the element that takes the answer; of several buttons, the first
    says: str


def target(field: BoundField) -> str:
    """Give the id of the element that takes the answer: of a group of buttons, the first of them."""
    group = isinstance(field.field.widget, RadioSelect | CheckboxSelectMultiple)
    return f"{field.auto_id}_0" if group else field.id_for_label or str(field.auto_id)


def of_form(form: BaseForm) -> Iterator[Mistake]:
    """List what is wrong in a form; what concerns no single field that is shown leads to the first that is."""
    shown = form.visible_fields()
    first = target(shown[0]) if shown else ""
    for error in form.non_field_errors():
        yield Mistake(first, str(error))
    for field in form:
        at = first if field.is_hidden else target(field)
        for error in field.errors:
            yield Mistake(at, str(error))


def listed(form: object, besides: object) -> list[Mistake]:
    """List what is wrong on a page: in its form, and what its view found besides."""
    found = list(of_form(form)) if isinstance(form, BaseForm) and form.is_bound else []
    return found + (list(besides) if isinstance(besides, list | tuple) else [])
