"""The federation's settings, since when they apply and who chose them."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.handbooks.edition import Edition
from overtrick.register.audit import trail
from overtrick.register.audit.models import Record
from overtrick.register.federation_settings import scheduled_settings
from overtrick.register.federation_settings.scheduled_settings import ScheduledChange
from overtrick.register.federations import handbook
from overtrick.register.federations.models import Federation
from overtrick.web import access
from overtrick.web.design.english import english
from overtrick.web.design.tables import Cell, Table
from overtrick.web.office import decorators, formatting

APPROVAL = {
    Federation.Approval.NOBODY: gettext_lazy("Nobody: submissions count at once"),
    Federation.Approval.PARENT: gettext_lazy("The organisation above the one that submits"),
    Federation.Approval.OFFICE: gettext_lazy("The office"),
}
WAYS = {
    "approval": gettext_lazy("Who approves submissions?"),
    "results_due_days": gettext_lazy("Days until results are late"),
    "closes_after_days": gettext_lazy("Days that a month stays open after its end"),
    "governs": gettext_lazy("Which edition applies to an event that had begun when the handbook changed?"),
    "second_factor": gettext_lazy("Who needs a code from their phone to log in, as well as a password?"),
}

GOVERNS = {
    Federation.Governs.FIRST_DAY: gettext_lazy("The edition of the day it began"),
    Federation.Governs.LAST_DAY: gettext_lazy("The edition of its last day, if the results give that day"),
}

SECOND_FACTOR = {
    Federation.SecondFactor.NOBODY: gettext_lazy("Nobody. Everybody may choose to"),
    Federation.SecondFactor.OFFICE: gettext_lazy("Everybody in the office"),
    Federation.SecondFactor.OFFICERS: gettext_lazy("Everybody who acts for a club, another organisation or the office"),
}
#: The answers that are words, by question.
CHOICES: dict[str, dict[Any, Any]] = {"approval": APPROVAL, "governs": GOVERNS, "second_factor": SECOND_FACTOR}


class Turn(NamedTuple):
    """A change with its day as the page tells it."""

    planned: ScheduledChange
    begins: str
    to_come: bool
    told: list[tuple[str, str]]  #: what, and how it is from then on


@decorators.page
def settings(request: HttpRequest) -> HttpResponse:
    """List every question the handbook leaves open, with the answer that holds, and what was or will be changed."""
    federation, today = access.federation(request), access.today()
    edition = handbook.edition_on(federation, today)
    ways = federation.ways(today)
    table = _table(request, federation, edition, today)
    context = {
        "table": table,
        "federation": federation,
        "edition": edition,
        "editions": [each for each in edition.handbook.editions if each.begins > today],
        "ways": ways,
        "approval": APPROVAL[Federation.Approval(ways.approval)],
        "governs": GOVERNS[Federation.Governs(ways.governs)],
        "second_factor": SECOND_FACTOR[Federation.SecondFactor(ways.second_factor)],
        "turns": [_turn(each, edition, today) for each in scheduled_settings.planned(federation)],
        "changes": [
            (each, formatting.act_moment(each), formatting.who(each.user), _differences(each))
            for each in _changes(federation)
        ],
    }
    return table.download(request) or render(request, "office/settings.html", context)


def _english_cell(words: str) -> Cell:
    return Cell(words, english(words))


def _table(request: HttpRequest, federation: Federation, edition: Edition, today: date) -> Table:
    columns = [_("Question"), _("Clause"), _("Our answer"), _("Since")]
    chosen, since = federation.ways(today).settings, _since(federation, today)
    cells = [
        [
            Cell(setting.question, english(setting.question), reverse("office-setting", args=[setting.name])),
            Cell(setting.clause),
            _english_cell(chosen.get(setting.name, setting.default)),
            Cell(since.get(setting.name, "") if setting.name in chosen else _("our usual reading")),
        ]
        for setting in edition.settings.values()
    ]
    return Table(_("Settings"), columns, cells, request)


def _since(federation: Federation, today: date) -> dict[str, str]:
    """Say from which day each setting holds that was chosen, and by whom."""
    found = dict.fromkeys(federation.settings, _("the start"))
    for each in reversed(scheduled_settings.planned(federation)):
        if each.begins <= today:
            found |= dict.fromkeys(each.changes.get("settings", {}), f"{formatting.day(each.begins)}, {each.by}")
    return found


def _turn(each: ScheduledChange, edition: Edition, today: date) -> Turn:
    return Turn(each, formatting.day(each.begins), each.begins > today, list(_change_rows(each.changes, edition)))


def _change_rows(changes: dict[str, Any], edition: Edition) -> Iterator[tuple[str, str]]:
    for name, value in changes.items():
        if name == "settings":
            for setting, chosen in value.items():
                known = edition.settings.get(setting)
                yield (known.question if known else setting), chosen or _("our usual reading")
        else:
            yield str(WAYS[name]), str(CHOICES.get(name, {}).get(value, value))


def _changes(federation: Federation) -> list[Record]:
    """Read what was changed without a day: by the commands, or when the federation was set up."""
    acts = trail.about(federation).select_related("user").filter(action="federation.change")
    return list(acts)


def _differences(act: Record) -> str:
    before, after = dict(act.before or {}), dict(act.after or {})
    old, new = before.pop("settings", {}), after.pop("settings", {})
    told = [(key, before.get(key), value) for key, value in after.items() if before.get(key) != value]
    told += [(key, old.get(key), new.get(key)) for key in sorted({*old, *new}) if old.get(key) != new.get(key)]
    return "; ".join(f"{key}: {_or_dash(was)} → {_or_dash(now)}" for key, was, now in told)


def _or_dash(value: object) -> str:
    return "–" if value is None else str(value)
