"""Verify the book: every hash, every balance, and awards worked out again."""

from __future__ import annotations

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy

from overtrick.register import proof
from overtrick.register.proof import Proof
from overtrick.web import parameters
from overtrick.web.design.forms import Plain
from overtrick.web.office import decorators


class Sample(Plain):
    """How much is worked out again."""

    sample = forms.ChoiceField(
        label=gettext_lazy("How many events to work out again"),
        choices=[
            ("0", gettext_lazy("None: only the book")),
            ("200", gettext_lazy("200, spread over the years")),
            ("all", gettext_lazy("All of them")),
        ],
        initial="200",
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose how many events to work out again")},
    )


@decorators.form
def prove(request: HttpRequest) -> HttpResponse:
    """Prove the book and show what was found."""
    form = Sample(parameters.posted(request))
    found: Proof | None = None
    if request.method == "POST" and form.is_valid():
        wanted = form.cleaned_data["sample"]
        found = proof.prove(None if wanted == "all" else int(wanted))
    context = {"form": form, "proof": found, "entries": proof.entries()}
    return render(request, "office/proof.html", context, status=422 if form.errors else 200)
