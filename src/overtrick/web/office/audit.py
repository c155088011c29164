"""Who did what, and when, with filters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, time, timedelta
from typing import NamedTuple

from django import forms
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.audit.models import Record
from overtrick.register.ledger.row_ids import number_of
from overtrick.register.people.models import Player
from overtrick.web.design.forms import Plain
from overtrick.web.design.tables import Cell, LongTable
from overtrick.web.office import confirm_form, decorators, formatting
from overtrick.web.office.audit_actions import ACTS, act_words

#: So many are shown, and so many are in the file; narrow the search for older ones.
_MOST = 100


class Narrow(Plain):
    """Which acts."""

    who = forms.CharField(label=gettext_lazy("Who"), required=False)
    act = forms.ChoiceField(
        label=gettext_lazy("What"),
        required=False,
        choices=[("", gettext_lazy("All actions")), *sorted(ACTS.items())],
    )
    begins = confirm_form.day(gettext_lazy("From"), required=False)
    ends = confirm_form.day(gettext_lazy("To"), required=False)
    subject = forms.CharField(widget=forms.HiddenInput, required=False)


@decorators.page
def audit(request: HttpRequest) -> HttpResponse:
    """List what was done, the latest first."""
    form = Narrow(request.GET if set(request.GET) & set(Narrow.base_fields) else None)
    columns = [_("When"), _("For the day"), _("Who"), _("What"), _("About"), _("Reason")]
    table = LongTable(_("Who did what"), columns, _narrowed(form), _cells, request, _MOST)
    context = {"table": table, "form": form, "full": table.full, "most": _MOST}
    return table.download(request) or render(request, "office/audit.html", context)


def _cells(rows: Sequence[Record]) -> list[list[Cell]]:
    subjects = _subjects(rows)
    return [
        [
            formatting.moment_cell(each.at),
            Cell(each.claimed),
            Cell(formatting.who(each.user)),
            Cell(act_words(each.action), link=reverse("office-act", args=[each.pk])),
            Cell(subjects[each.subject].name, link=subjects[each.subject].address),
            Cell(each.reason),
        ]
        for each in rows
    ]


def _narrowed(form: Narrow) -> QuerySet[Record]:
    rows = Record.objects.select_related("user").order_by("-at", "-pk")
    if not form.is_bound or not form.is_valid():
        return rows
    given = form.cleaned_data
    for word in given["who"].split():
        rows = rows.filter(
            Q(user__username__icontains=word) | Q(user__first_name__icontains=word) | Q(user__last_name__icontains=word)
        )
    if given["act"]:
        rows = rows.filter(action=given["act"])
    if given["subject"]:
        rows = rows.filter(subject=given["subject"])
    done, claimed = Q(), Q(claimed__isnull=False)
    if given["begins"]:
        done &= Q(at__gte=datetime.combine(given["begins"], time.min, UTC))
        claimed &= Q(claimed__gte=given["begins"])
    if given["ends"]:
        done &= Q(at__lt=datetime.combine(given["ends"] + timedelta(days=1), time.min, UTC))
        claimed &= Q(claimed__lte=given["ends"])
    return rows.filter(done | claimed) if done else rows


class Subject(NamedTuple):
    """What an act is about."""

    name: str
    address: str = ""  #: of its page, where it has one


_PAGES = {"competitions.submission": "office-submission", "organisations.organisation": "office-organisation"}


def _subjects(rows: Iterable[Record]) -> dict[str, Subject]:
    """Write what acts are about as people say it: players by name, everything else by kind and number."""
    parts = {each.subject: each.subject.rpartition(":") for each in rows}
    numbers = [number for kind, _colon, number in parts.values() if kind == "people.player"]
    players = {str(each.pk): each for each in Player.objects.filter(pk__in=numbers)}
    found = {}
    for subject, (kind, _colon, number) in parts.items():
        if kind == "people.player" and number in players:
            player = players[number]
            found[subject] = Subject(str(player), reverse("office-player", args=[player.number]))
        else:
            address = reverse(_PAGES[kind], args=[number]) if kind in _PAGES else ""
            app, _dot, name = kind.rpartition(".")
            shown = number_of(int(number)) if app == "ledger" else number
            found[subject] = Subject(f"{name} {shown}", address)
    return found


@decorators.page
def act(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one act with what was before and after."""
    found = get_object_or_404(Record.objects.select_related("user", "place"), pk=pk)
    before, after = found.before or {}, found.after or {}
    changed = [
        (key, before.get(key, ""), after.get(key, ""), before.get(key) != after.get(key))
        for key in dict.fromkeys([*before, *after])
    ]
    context = {
        "act": found,
        "what": act_words(found.action),
        "when": formatting.moment(found.at),
        "claimed": formatting.day(found.claimed),
        "who": formatting.who(found.user),
        "subject": _subjects([found])[found.subject],
        "changed": changed,
        "erased": not bytes(found.place.salt),
    }
    return render(request, "office/act.html", context)
