"""Before something is done, the answers stand there in words."""

from __future__ import annotations

from django import forms

from overtrick.web.design.forms import Plain
from overtrick.web.office.confirm_form import answers


class Asked(Plain):
    """One question of each kind."""

    yes = forms.BooleanField(required=False)
    no = forms.BooleanField(required=False)
    day = forms.DateField()
    kind = forms.ChoiceField(choices=[("a", "The first kind"), ("b", "The second kind")])
    words = forms.CharField()
    nothing = forms.CharField(required=False)


def test_answers_are_told_as_people_say_them() -> None:
    form = Asked({"yes": "on", "day": "2026-06-01", "kind": "b", "words": "Oakby"})
    assert form.is_valid()
    told = ["Yes", "No", "1 June 2026", "The second kind", "Oakby", "–"]
    assert [each.shown for each in answers(form)] == told
