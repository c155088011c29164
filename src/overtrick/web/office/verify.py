"""Verify the book: every hash, every balance, and awards worked out again."""

from __future__ import annotations

from typing import NamedTuple

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy

from overtrick.register import proof
from overtrick.register.competitions.models import Submission
from overtrick.register.federations import numbers
from overtrick.register.integrity import FoundRow
from overtrick.register.ledger.models import Entry
from overtrick.register.people import sight
from overtrick.register.people.models import Player
from overtrick.register.proof import Proof
from overtrick.register.scoping import current
from overtrick.web import parameters
from overtrick.web.design.forms import Plain
from overtrick.web.office import decorators, formatting


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


class NamedRow(NamedTuple):
    """A row as people know it, and the page that shows it."""

    words: str
    address: str


def _row(about: FoundRow | None) -> NamedRow | None:
    """Name the player or the event that a finding is about; rows of other federations have no name here."""
    if about is None:
        return None
    if about.table == Player._meta.db_table:  # noqa: SLF001 - Django's own way to the name
        player = Player.objects.filter(pk=about.key).first()
        return _player(player) if player else None
    if about.table == Submission._meta.db_table:  # noqa: SLF001 - likewise
        sent = Submission.objects.select_related("competition").filter(pk=about.key).first()
        return NamedRow(_event(sent), reverse("office-submission", args=[sent.pk])) if sent else None
    if about.table == Entry._meta.db_table:  # noqa: SLF001 - likewise
        entry = Entry.objects.select_related("player", "posting__submission__competition").filter(pk=about.key).first()
        if entry is None:
            return None
        whose, sent = _player(entry.player), entry.posting.submission
        return whose._replace(words=f"{whose.words}, {_event(sent)}") if sent else whose
    return None


def _player(player: Player) -> NamedRow:
    known = sight.for_office(player)
    words = f"{known} ({numbers.written(current(), player.number)})"
    return NamedRow(words, reverse("office-player", args=[player.number]))


def _event(sent: Submission) -> str:
    return f"{sent.competition}, {formatting.day(sent.competition.begins)}"


@decorators.form
def prove(request: HttpRequest) -> HttpResponse:
    """Prove the book and show what was found."""
    form = Sample(parameters.posted(request))
    found: Proof | None = None
    if request.method == "POST" and form.is_valid():
        wanted = form.cleaned_data["sample"]
        found = proof.prove(None if wanted == "all" else int(wanted))
    named = [(each, _row(each.about)) for each in found.findings] if found else []
    context = {"form": form, "proof": found, "named": named, "entries": proof.entries()}
    return render(request, "office/proof.html", context, status=422 if form.errors else 200)
