"""Verify the book: every hash, every balance, and awards worked out again, by a task; and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register import proof
from overtrick.register.competitions.models import Submission
from overtrick.register.federations import numbers
from overtrick.register.integrity import Finding
from overtrick.register.ledger.models import Entry
from overtrick.register.people import sight
from overtrick.register.people.models import Player
from overtrick.register.proving import kept_proofs
from overtrick.register.proving import tasks as proving
from overtrick.register.proving.kept_proofs import KeptProof
from overtrick.register.scoping import current
from overtrick.web import access, parameters
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


class NamedFinding(NamedTuple):
    """A finding, with the player or the event that it is about."""

    where: str
    says: str
    row: NamedRow | None


def _named(findings: Sequence[Finding]) -> list[NamedFinding]:
    """Name what findings are about, as it is called now; rows of other federations have no name here."""
    keys: dict[str, set[int]] = {}
    for each in findings:
        if each.about is not None:
            keys.setdefault(each.about.table, set()).add(each.about.key)
    rows = {(table, key): row for table, wanted in keys.items() for key, row in _rows(table, wanted).items()}
    return [NamedFinding(each.where, each.says, rows.get(each.about) if each.about else None) for each in findings]


def _rows(table: str, keys: set[int]) -> dict[int, NamedRow]:
    if table == Player._meta.db_table:  # noqa: SLF001 - Django's own way to the name
        return {key: _player(player) for key, player in Player.objects.in_bulk(keys).items()}
    if table == Submission._meta.db_table:  # noqa: SLF001 - likewise
        sent = Submission.objects.select_related("competition").in_bulk(keys)
        return {key: NamedRow(_event(each), reverse("office-submission", args=[key])) for key, each in sent.items()}
    if table == Entry._meta.db_table:  # noqa: SLF001 - likewise
        entries = Entry.objects.select_related("player", "posting__submission__competition").in_bulk(keys)
        return {key: _entry(each) for key, each in entries.items()}
    return {}


def _player(player: Player) -> NamedRow:
    known = sight.for_office(player)
    words = f"{known} ({numbers.written(current(), player.number)})"
    return NamedRow(words, reverse("office-player", args=[player.number]))


def _entry(entry: Entry) -> NamedRow:
    whose, sent = _player(entry.player), entry.posting.submission
    return whose._replace(words=f"{whose.words}, {_event(sent)}") if sent else whose


def _event(sent: Submission) -> str:
    return f"{sent.competition}, {formatting.day(sent.competition.begins)}"


@decorators.form
def prove(request: HttpRequest) -> HttpResponse:
    """Ask for a proof, and show what came of the last one."""
    form = Sample(parameters.posted(request))
    if request.method == "POST" and form.is_valid():
        wanted = form.cleaned_data["sample"]
        sample = None if wanted == "all" else int(wanted)
        title = _("Has the book been changed?")
        asked = proving.ask(access.federation(request), sample, title, actor=access.actor(request), at=access.now())
        return redirect("task", asked.pk)
    context = {
        "form": form,
        "entries": f"{proof.entries():,}",
        "running": kept_proofs.running(),
        **_about(kept_proofs.last()),
    }
    return render(request, "office/proof.html", context, status=422 if form.errors else 200)


@decorators.page
def result(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what a proof has found, with every row by its name of today."""
    found = kept_proofs.find(pk)
    if found is None:
        raise Http404
    context = {**_about(found), "facts": _facts(found), "named": _named(found.findings)}
    return render(request, "office/proof_result.html", context)


def _facts(found: KeptProof) -> list[tuple[str, str]]:
    """Say what was looked at, and for whom."""
    worked_out = _("%(done)s of %(of)s") % {"done": f"{found.assessments:,}", "of": f"{found.of:,}"}
    return [
        (_("Checked on"), formatting.moment(found.at)),
        (_("Asked for by"), formatting.who(found.by)),
        (_("Postings"), f"{found.postings:,}"),
        (_("Entries"), f"{found.entries:,}"),
        (_("Closed months"), f"{found.closings:,}"),
        (_("Events worked out again"), worked_out),
    ]


def _about(found: KeptProof | None) -> dict[str, object]:
    if found is None:
        return {}
    return {"proof": found, "when": formatting.moment(found.at), "by": formatting.who(found.by)}
