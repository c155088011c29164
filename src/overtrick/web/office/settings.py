"""What has the federation chosen? The questions its handbook leaves open, and its own ways; since when, by whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from django import forms
from django.http import Http404
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from overtrick.register.audit import trail
from overtrick.register.competitions.models import Submission
from overtrick.register.competitions.submitting import COUNTING
from overtrick.register.federations import founding
from overtrick.register.federations.models import Federation
from overtrick.web import access
from overtrick.web.design.forms import Plain
from overtrick.web.design.tables import Cell, Column, Table
from overtrick.web.office import asking, gate, words
from overtrick.web.office.asking import Answers, Ask, Crumb, Done

if TYPE_CHECKING:
    from django.http import HttpRequest, HttpResponse

    from overtrick.handbooks.edition import Setting
    from overtrick.register.audit.models import Record

_APPROVAL = {
    Federation.Approval.NOBODY: gettext_lazy("Nobody: what comes in counts"),
    Federation.Approval.PARENT: gettext_lazy("The organisation above the one that submits"),
    Federation.Approval.OFFICE: gettext_lazy("The office"),
}


class Since(NamedTuple):
    """When something was chosen, and by whom."""

    day: str
    by: str


@gate.page
def settings(request: HttpRequest) -> HttpResponse:
    """List every question the handbook leaves open, with the answer that holds."""
    federation = access.federation(request)
    edition = founding.edition_on(federation, access.today())
    since = _since(federation)
    columns = [Column(_("Question")), Column(_("Clause")), Column(_("Our answer")), Column(_("Since"))]
    cells = []
    for setting in edition.settings.values():
        chosen = federation.settings.get(setting.name, setting.default)
        own = setting.name in since and setting.name in federation.settings
        said = f"{since[setting.name].day}, {since[setting.name].by}" if own else _("as the handbook is read")
        cells.append(
            [
                Cell(setting.question, link=reverse("office-setting", args=[setting.name])),
                Cell(setting.clause),
                Cell(chosen),
                Cell(said),
            ]
        )
    table = Table(_("Settings"), columns, cells, request)
    context = {
        "table": table,
        "federation": federation,
        "edition": edition,
        "approval": _APPROVAL[Federation.Approval(federation.approval)],
        "changes": [
            (each, words.moment(each.at), words.who(each.user), _differences(each)) for each in _changes(federation)
        ],
    }
    return table.download(request) or render(request, "office/settings.html", context)


def _changes(federation: Federation) -> list[Record]:
    acts = trail.about(federation).select_related("user").filter(action="federation.change")
    return list(acts)


def _since(federation: Federation) -> dict[str, Since]:
    """Read from the audit when each setting was last chosen, and by whom."""
    found: dict[str, Since] = {}
    for act in _changes(federation):
        before, after = (act.before or {}).get("settings", {}), (act.after or {}).get("settings", {})
        for name in {*before, *after}:
            if before.get(name) != after.get(name):
                found.setdefault(name, Since(words.day(act.at.date()), words.who(act.user)))
    return found


def _differences(act: Record) -> list[tuple[str, Any, Any]]:
    before, after = dict(act.before or {}), dict(act.after or {})
    old, new = before.pop("settings", {}), after.pop("settings", {})
    told = [(key, before.get(key), value) for key, value in after.items() if before.get(key) != value]
    return told + [(key, old.get(key), new.get(key)) for key in sorted({*old, *new}) if old.get(key) != new.get(key)]


class Choice(Plain):
    """The answer to a question of the handbook."""

    chosen = forms.ChoiceField(label=gettext_lazy("Our answer"), widget=forms.RadioSelect)
    reason = asking.reason(gettext_lazy("For example: decision of the council of 12 June."))

    def __init__(self, setting: Setting, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        usual = _("%(choice)s (as the handbook is read)")
        self.fields["chosen"].choices = [  # type: ignore[attr-defined]
            (each, usual % {"choice": each} if each == setting.default else each) for each in setting.choices
        ]


@gate.form
def setting(request: HttpRequest, name: str) -> HttpResponse:
    """Answer a question of the handbook otherwise."""
    federation = access.federation(request)
    found = founding.edition_on(federation, access.today()).settings.get(name)
    if found is None:
        raise Http404
    page = Ask(
        found.question,
        _("Take this answer"),
        [Crumb(_("Settings"), reverse("office-settings"))],
        template="office/setting.html",
        more={"setting": found, "handbook": federation.handbook},
    )

    def do(given: Answers) -> Done:
        chosen = {key: value for key, value in federation.settings.items() if key != name}
        if given["chosen"] != found.default:
            chosen[name] = given["chosen"]
        ways = founding.Ways(settings=chosen)
        founding.change(federation, ways, actor=access.actor(request), at=access.now(), reason=given["reason"])
        return Done(_("The answer is kept, and holds from now on."), reverse("office-settings"))

    def foresee(_given: Answers) -> list[str]:
        waiting = Submission.objects.filter(status__in=COUNTING, event__isnull=False)
        open_ones = waiting.exclude(postings__closed__isnull=False).distinct().count()
        return [
            _("It holds for everything that is worked out from today, %(day)s, on.")
            % {"day": words.day(access.today())},
            _("What is in the book stays: each award is kept with the settings by which it was worked out."),
            _("%(count)d submissions are not final yet; they change only if they are submitted again.")
            % {"count": open_ones},
        ]

    initial = {"chosen": federation.settings.get(name, found.default)}
    return asking.ask(request, Choice(found, request.POST or None, initial=initial), page, do, foresee)


class Ways(Plain):
    """How the office works."""

    approval = forms.ChoiceField(
        label=gettext_lazy("Who approves submissions?"), choices=list(_APPROVAL.items()), widget=forms.RadioSelect
    )
    due = forms.IntegerField(
        label=gettext_lazy("Results are late after so many days"),
        min_value=0,
        max_value=365,
        widget=forms.TextInput(attrs={"class": "figure-field", "inputmode": "numeric"}),
    )
    closes = forms.IntegerField(
        label=gettext_lazy("A month stays open so many days after its end"),
        min_value=1,
        max_value=365,
        widget=forms.TextInput(attrs={"class": "figure-field", "inputmode": "numeric"}),
    )
    reason = asking.reason(gettext_lazy("For example: decision of the council of 12 June."))


@gate.form
def ways(request: HttpRequest) -> HttpResponse:
    """Change who approves, and how long things may take."""
    federation = access.federation(request)
    page = Ask(_("Our ways"), _("Keep these ways"), [Crumb(_("Settings"), reverse("office-settings"))])

    def do(given: Answers) -> Done:
        chosen = founding.Ways(
            approval=Federation.Approval(given["approval"]),
            results_due_days=given["due"],
            closes_after_days=given["closes"],
        )
        founding.change(federation, chosen, actor=access.actor(request), at=access.now(), reason=given["reason"])
        return Done(_("Our ways are changed."), reverse("office-settings"))

    def foresee(_given: Answers) -> list[str]:
        return [_("It holds from now on; what was submitted before stays as it is.")]

    initial = {
        "approval": federation.approval,
        "due": federation.results_due_days,
        "closes": federation.closes_after_days,
    }
    return asking.ask(request, Ways(request.POST or None, initial=initial), page, do, foresee)
