"""Notes the days of an organisation's general meetings."""

from __future__ import annotations

from datetime import date, datetime

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.programme.models import GeneralMeeting


def note(organisation: Organisation, day: date, *, actor: User, at: datetime) -> GeneralMeeting:
    """Note the day of a general meeting; noting it again changes nothing."""
    need(actor, Action.PLAN, organisation, at)
    with transactions.atomic():
        made, new = GeneralMeeting.objects.get_or_create(organisation=organisation, day=day)
        if new:
            trail.record(actor, "programme.meeting", organisation, None, {"day": day}, at=at)
    return made


def take_back(meeting: GeneralMeeting, *, actor: User, at: datetime) -> None:
    """Take back a day that was noted by mistake."""
    need(actor, Action.PLAN, meeting.organisation, at)
    with transactions.atomic():
        trail.record(actor, "programme.meeting", meeting.organisation, {"day": meeting.day}, None, at=at)
        meeting.delete()
