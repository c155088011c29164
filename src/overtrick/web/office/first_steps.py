"""What a new office does first: clubs, members, a second officer, mail. Shown until the first results have come."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from overtrick.register.competitions.models import Submission
from overtrick.register.mail import outbox
from overtrick.register.moving_in import doors
from overtrick.register.organisations import officers
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.people.models import Player
from overtrick.web import access

Kind = Organisation.Kind


class FirstStep(NamedTuple):
    """Something to do, why or how, and the page for it."""

    what: str
    about: str
    address: str


def first_steps() -> list[FirstStep]:
    """List what is still to be done before clubs can send results; nothing once they have."""
    return [] if Submission.objects.exists() else list(_open())


def _open() -> Iterator[FirstStep]:
    if not doors.why_shut():
        yield FirstStep(
            _("Move in from an old system"),
            _("Take over clubs, officers, members, points and ranks, step by step."),
            reverse("office-moving-in"),
        )
    if not Organisation.objects.filter(kind=Kind.CLUB).exists():
        yield FirstStep(
            _("Add your clubs"),
            _("Add them one by one, or take a list over under Moving in."),
            reverse("office-organisation-new"),
        )
    if not Player.objects.exists():
        yield FirstStep(
            _("Register your members"),
            _("Register them one by one, or take a list over under Moving in."),
            reverse("office-register"),
        )
    national = Organisation.objects.filter(kind=Kind.NATIONAL).first()
    if national is not None and not _has_second_officer(national):
        yield FirstStep(
            _("Appoint a second officer"),
            _("Balances from before and corrections need two people."),
            reverse("office-appoint", args=[national.pk]),
        )
    if not outbox.server().is_set_up:
        yield FirstStep(
            _("Set up mail"),
            _("Without mail you hand over links and codes yourself."),
            reverse("office-mail"),
        )


def _has_second_officer(national: Organisation) -> bool:
    acting = officers.officers_of(national, access.today())
    return len({each.user_id for each in acting if each.role == Officer.Role.OFFICE}) > 1
