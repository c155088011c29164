"""Change a setting from a day on, with a reason and a preview; or withdraw a change that is still to come."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from overtrick.handbooks.entries import Setting
from overtrick.register.competitions import what_if
from overtrick.register.competitions.models import COUNTING, Submission
from overtrick.register.federation_settings import scheduled_settings
from overtrick.register.federation_settings.scheduled_settings import SettingsChange
from overtrick.register.federations import handbook
from overtrick.register.federations.models import Federation
from overtrick.web import access, parameters
from overtrick.web.accounts import confirm, required
from overtrick.web.design.forms import Plain
from overtrick.web.office import confirm_form, decorators, formatting
from overtrick.web.office.confirm_form import Answers, Ask, Crumb, Done
from overtrick.web.office.settings import APPROVAL, GOVERNS, SECOND_FACTOR, WAYS

#: So many events are named as examples.
_NAMED = 5
_COUNCIL = gettext_lazy("For example: decision of the council of 12 June.")
_FROM = gettext_lazy("Today or a later day, for example the first of a year.")


def _way() -> list[Crumb]:
    return [Crumb(_("Settings"), reverse("office-settings"))]


class SettingForm(Plain):
    """The answer to a question of the handbook."""

    chosen = forms.ChoiceField(
        label=gettext_lazy("Our answer"),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose our answer")},
    )
    begins = confirm_form.day(gettext_lazy("For play from"), _FROM, missing=gettext_lazy("Enter the first day of play"))
    reason = confirm_form.reason(_COUNCIL)

    def __init__(self, setting: Setting, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        usual = _("%(choice)s (our usual reading)")
        self.fields["chosen"].choices = [  # type: ignore[attr-defined]
            (each, usual % {"choice": each} if each == setting.default else each) for each in setting.choices
        ]


@decorators.form
def setting(request: HttpRequest, name: str) -> HttpResponse:
    """Answer a question of the handbook otherwise, from a day on."""
    federation, today = access.federation(request), access.today()
    found = handbook.edition_on(federation, today).settings.get(name)
    if found is None:
        raise Http404
    page = Ask(
        found.question,
        _("Save this answer"),
        _way(),
        template="office/setting.html",
        more={"setting": found, "handbook": federation.handbook},
    )

    def wanted(given: Answers) -> dict[str, str | None]:
        own = given["chosen"] != found.default or name in federation.settings
        return {name: given["chosen"] if own else None}

    def do(given: Answers) -> Done:
        _plan(request, SettingsChange(settings=wanted(given)), given)
        said = _("The answer is saved. It applies to play from %(day)s.")
        return Done(said % {"day": formatting.day(given["begins"])}, reverse("office-settings"))

    def foresee(given: Answers) -> list[str]:
        _past(given["begins"], today)
        return [
            _("It applies to everything played from %(day)s.") % {"day": formatting.day(given["begins"])},
            _("Nothing in the book changes. Each award keeps the settings it was worked out with."),
            *_already_in(given["begins"]),
            *_would_have(federation, wanted(given)),
        ]

    initial = {"chosen": federation.ways(today).settings.get(name, found.default), "begins": today}
    return confirm_form.ask(request, SettingForm(found, parameters.posted(request), initial=initial), page, do, foresee)


def _plan(request: HttpRequest, change: SettingsChange, given: Answers) -> None:
    signed = access.signed(request, given["reason"])
    scheduled_settings.plan(access.federation(request), change, given["begins"], **signed)


def _past(begins: date, today: date) -> None:
    """Refuse a day that has passed before anything is shown."""
    if begins < today:
        said = _("%(day)s has passed, and results since then are in the book.") % {"day": formatting.day(begins)}
        raise scheduled_settings.TooLate(said, _("Choose today or a later day."), code="setting-in-the-past")


def _already_in(begins: date) -> list[str]:
    count = Submission.objects.filter(status__in=COUNTING, event__isnull=False, begins__gte=begins).count()
    if not count:
        return []
    said = ngettext(
        "%(count)d event of that day or later is already in the book. It changes only if it is submitted again.",
        "%(count)d events of that day or later are already in the book. They change only if they are submitted again.",
        count,
    )
    return [said % {"count": count}]


def _would_have(federation: Federation, changed: Mapping[str, str | None]) -> list[str]:
    """Say which of the last events would have been paid otherwise."""
    seen = what_if.of_setting(federation, changed)
    if not seen.looked_at:
        return []
    if not seen.touched:
        return [_("None of the last %(count)d events would have had different awards.") % {"count": seen.looked_at}]
    told = {"count": seen.looked_at, "touched": len(seen.touched)}
    named = [
        ngettext("%(event)s, %(day)s: %(count)d award", "%(event)s, %(day)s: %(count)d awards", each.awards)
        % {"event": each.submission.competition, "day": formatting.day(each.submission.begins), "count": each.awards}
        for each in seen.touched[:_NAMED]
    ]
    more = [_("and others")] if len(seen.touched) > _NAMED else []
    said = _("%(touched)d of the last %(count)d events would have had different awards") % told
    return [f"{said}: {'; '.join([*named, *more])}."]


class Ways(Plain):
    """How the office works."""

    approval = forms.ChoiceField(
        label=WAYS["approval"],
        choices=list(APPROVAL.items()),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose who approves submissions")},
    )
    due = forms.IntegerField(
        label=WAYS["results_due_days"],
        min_value=0,
        max_value=365,
        widget=forms.TextInput(attrs={"class": "figure-field", "inputmode": "numeric"}),
        error_messages={"required": gettext_lazy("Enter the number of days until results are late, for example 14")},
    )
    closes = forms.IntegerField(
        label=WAYS["closes_after_days"],
        min_value=1,
        max_value=365,
        widget=forms.TextInput(attrs={"class": "figure-field", "inputmode": "numeric"}),
        error_messages={"required": gettext_lazy("Enter the number of days that a month stays open, for example 30")},
    )
    governs = forms.ChoiceField(
        label=WAYS["governs"],
        choices=list(GOVERNS.items()),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose which edition applies")},
    )
    second_factor = forms.ChoiceField(
        label=WAYS["second_factor"],
        choices=list(SECOND_FACTOR.items()),
        widget=forms.RadioSelect,
        error_messages={"required": gettext_lazy("Choose who needs a code from their phone")},
    )
    begins = confirm_form.day(gettext_lazy("From"), _FROM)
    reason = confirm_form.reason(_COUNCIL)


@decorators.form
def ways(request: HttpRequest) -> HttpResponse:
    """Change who approves, how long things may take, and how officers log in, from a day on."""
    federation, today = access.federation(request), access.today()
    page = Ask(_("How we work"), _("Save these settings"), _way())

    def do(given: Answers) -> Done | HttpResponse:
        changes_log_in = given["second_factor"] != federation.ways(given["begins"]).second_factor
        if changes_log_in and (asks := confirm.ask(request)):
            return asks
        change = SettingsChange(
            results_due_days=given["due"],
            closes_after_days=given["closes"],
            approval=Federation.Approval(given["approval"]),
            governs=Federation.Governs(given["governs"]),
            second_factor=Federation.SecondFactor(given["second_factor"]),
        )
        _plan(request, change, given)
        said = _("The new settings apply from %(day)s.") % {"day": formatting.day(given["begins"])}
        return Done(said, reverse("office-settings"))

    def foresee(given: Answers) -> list[str]:
        _past(given["begins"], today)
        before, day = federation.ways(given["begins"]), {"day": formatting.day(given["begins"])}
        told = []
        if given["approval"] != before.approval:
            told.append(_("Results submitted from %(day)s are approved in the new way.") % day)
            told.append(
                _("Whatever still waits then has to be approved by the office or the organisation above.")
                if given["approval"] == Federation.Approval.NOBODY
                else _("So are those that still wait then.")
            )
        if given["due"] != before.results_due_days:
            told.append(_("Results of play from %(day)s are late after the new number of days.") % day)
        if given["closes"] != before.closes_after_days:
            told.append(_("Months that end on %(day)s or later stay open the new number of days.") % day)
        if given["governs"] != before.governs:
            told.append(_("Events that begin on %(day)s or later follow the edition chosen in the new way.") % day)
        if given["second_factor"] != before.second_factor:
            told += _who_sets_one_up(given["second_factor"], given["begins"])
        return [*told, _("What was approved before then stays as it is.")]

    now = federation.ways(today)
    initial = {"approval": now.approval, "due": now.results_due_days, "closes": now.closes_after_days}
    initial |= {"governs": now.governs, "second_factor": now.second_factor, "begins": today}
    return confirm_form.ask(request, Ways(parameters.posted(request), initial=initial), page, do, foresee)


def _who_sets_one_up(choice: str, begins: date) -> list[str]:
    """Say what the next log-ins will ask for."""
    day = formatting.day(begins)
    if choice == Federation.SecondFactor.NOBODY:
        return [
            _("From %(day)s nobody has to use a code. Whoever set up a phone is still asked for one.") % {"day": day}
        ]
    count = required.without_one(choice, access.today())
    said = ngettext(
        "%(count)d person has no phone set up yet. From %(day)s they set one up when they next log in.",
        "%(count)d people have no phone set up yet. From %(day)s they set one up when they next log in.",
        count,
    )
    return [said % {"count": count, "day": day}]


@decorators.form
def withdraw(request: HttpRequest, number: int) -> HttpResponse:
    """Take back a change whose day is still to come."""
    federation = access.federation(request)
    found = next((each for each in scheduled_settings.planned(federation) if each.number == number), None)
    if found is None or found.begins <= access.today():
        raise Http404
    heading = _("Withdraw the change of %(day)s") % {"day": formatting.day(found.begins)}
    page = Ask(heading, _("Withdraw it"), _way(), warn=True)

    def do(given: Answers) -> Done | HttpResponse:
        if "second_factor" in found.changes and (asks := confirm.ask(request)):
            return asks
        scheduled_settings.withdraw(federation, number, **access.signed(request, given["reason"]))
        return Done(_("The change is withdrawn."), reverse("office-settings"))

    return confirm_form.ask(request, confirm_form.Why(str(_COUNCIL), parameters.posted(request)), page, do)
