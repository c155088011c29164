"""What waits in applications: for the office, for an organisation above, for the applicant; and papers that are due."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from django.utils.translation import gettext_noop as _

from overtrick.handbooks.applications import Decides
from overtrick.register.applications import cases, obligations
from overtrick.register.applications.models import Application
from overtrick.register.calendar.items import Asked, Item, provider
from overtrick.register.calendar.items import ngettext_noop as ngettext
from overtrick.register.organisations.models import Organisation

State, Support = Application.State, Application.Support
_TITLE = _("%(title)s")
#: Papers of an event that is over fall due within so many days.
_FAR = timedelta(days=200)


@provider
def waiting(asked: Asked) -> Iterator[Item]:
    """Applications that wait for the office; or for an organisation, as the one above or as the applicant."""
    if asked.organisation is not None:
        yield from _asked_back(asked.organisation)
        yield from _drafts(asked.organisation, asked.on)
        yield from _below(asked.organisation)
        return
    sent = Application.objects.filter(state=State.SENT).exclude(support=Support.WAITING).order_by("sent_at")
    first = sent.first()
    if first is not None and first.sent_at is not None:
        yield Item(
            first.sent_at.date(),
            _("Application"),
            ngettext("%(count)d application to decide", "%(count)d applications to decide"),
            "office-applications",
            things=sent.count(),
            does=_("See what is waiting"),
        )


@provider
def papers(asked: Asked) -> Iterator[Item]:
    """Papers that an organisation owes after its licensed events; for the office, how many are overdue."""
    if asked.organisation is None:
        debts = obligations.overdue(asked.on)
        if debts:
            yield Item(
                debts[0].owed.due.day,
                _("Paper"),
                ngettext(
                    "%(count)d paper of a licence that is overdue", "%(count)d papers of licences that are overdue"
                ),
                "office-applications-overdue",
                things=len(debts),
                does=_("See which"),
                due=True,
            )
        return
    rows = asked.organisation.applications.filter(
        state=State.GRANTED, last_day__range=(asked.on - _FAR, asked.on)
    ).select_related("organisation", "player")
    for debt in (each for row in rows for each in obligations.debts(row) if each.arrived is None):
        yield Item(
            debt.owed.due.day,
            _("Paper"),
            _TITLE,
            "club-application",
            (asked.organisation.pk, debt.application.pk),
            why=_("The office waits for this paper: %(paper)s."),
            does=_("Look at it"),
            facts={"title": debt.application.title, "paper": debt.owed.name},
            due=True,
        )


def _asked_back(organisation: Organisation) -> Iterator[Item]:
    for each in organisation.applications.filter(state=State.ASKED_BACK).order_by("pk"):
        yield Item(
            each.sent_at.date() if each.sent_at else each.begun_at.date(),
            _("Application"),
            _TITLE,
            "club-application",
            (organisation.pk, each.pk),
            why=_("The application needs more before it can be decided."),
            does=_("Complete it"),
            facts={"title": each.title},
        )


def _drafts(organisation: Organisation, on: date) -> Iterator[Item]:
    """Drafts for an event that is still to come: due on their deadline, or before play where there is none."""
    for each in organisation.applications.filter(state=State.DRAFT, first_day__gte=on).order_by("first_day", "pk"):
        day = each.deadline or each.first_day or on
        yield Item(
            day,
            _("Application"),
            _TITLE,
            "club-application",
            (organisation.pk, each.pk),
            why=(
                _("This application is a draft. Send it by %(day)s.")
                if each.deadline
                else _("This application is a draft. Its event begins on %(day)s.")
            ),
            does=_("Complete it"),
            facts={"title": each.title, "day": day},
            due=True,
        )


def _below(organisation: Organisation) -> Iterator[Item]:
    rows = Application.objects.filter(organisation__parent=organisation, state=State.SENT)
    for each in rows.select_related("organisation").order_by("sent_at"):
        if each.support == Support.WAITING or cases.kind_of(each).decides is Decides.ABOVE:
            yield Item(
                each.sent_at.date() if each.sent_at else each.begun_at.date(),
                _("Application"),
                _TITLE,
                "club-application",
                (organisation.pk, each.pk),
                why=_("%(club)s waits for your answer."),
                does=_("Answer"),
                facts={"title": each.title, "club": each.organisation},
            )
