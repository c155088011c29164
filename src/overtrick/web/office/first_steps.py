"""What a new office does first: clubs, members, a second officer, results, mail. Shown until the book has points."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from overtrick.register.competitions.models import Submission
from overtrick.register.ledger.models import Posting
from overtrick.register.mail import outbox
from overtrick.register.moving_in import doors
from overtrick.register.organisations import officers
from overtrick.register.organisations.models import Organisation
from overtrick.register.people.models import Player

Kind = Organisation.Kind


class FirstStep(NamedTuple):
    """Something to do, why or how, and the page for it."""

    what: str
    about: str
    address: str


def first_steps(on: date) -> list[FirstStep]:
    """List what is still to be done until the first points are in the book."""
    return [] if Posting.objects.exists() else list(_open(on))


def _open(on: date) -> Iterator[FirstStep]:
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
    if national is not None and not officers.office_on(on).people > 1:
        yield FirstStep(
            _("Appoint a second officer"),
            _("Balances from before and corrections need two people."),
            reverse("office-appoint", args=[national.pk]),
        )
    if Organisation.objects.filter(kind=Kind.CLUB).exists() and Player.objects.exists():
        begun = Submission.objects.select_related("competition").order_by("pk").last()
        yield FirstStep(
            _("Send the first results"),
            _("Clubs send them on their own pages. You can do it for them."),
            reverse("club-desk", args=[begun.competition.organisation_id])
            if begun
            else reverse("office-organisations"),
        )
    if not outbox.server().is_set_up:
        yield FirstStep(
            _("Set up mail"),
            _("Without mail you hand over links and codes yourself."),
            reverse("office-mail"),
        )
