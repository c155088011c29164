"""Tasks and chores: inviting many members, answering what strangers ask for."""

from __future__ import annotations

from datetime import datetime

from django.db.models import QuerySet

from overtrick.register.accounts.models import Link
from overtrick.register.log_ins import invite_members, requests
from overtrick.register.log_ins.models import ClubCode
from overtrick.register.organisations.models import Organisation
from overtrick.register.tasks.chores import chore
from overtrick.register.tasks.queue import task
from overtrick.register.tasks.retention import outdated
from overtrick.register.tasks.run import Run

#: So many members are invited in one transaction.
_STEP = 100


@task("members.invite", in_steps=True)
def invite(run: Run, organisation: int | None, at: str) -> None:
    """Invite the members of a club, or everybody; after a kill, the rest."""
    moment = datetime.fromisoformat(at)
    club = None if organisation is None else Organisation.objects.get(pk=organisation)
    people = invite_members.whom(club, actor=run.by, at=moment)
    steps = [people[first : first + _STEP] for first in range(0, len(people), _STEP)]
    run.each(steps, lambda some: invite_members.invite_some(some, actor=run.by, at=moment))


@chore
def answer_requests() -> int:
    """Answer some of what waits."""
    return requests.answer_some()


@outdated
def used_links(before: datetime) -> QuerySet[Link]:
    """Give the one-time links that ran out before a moment, used or not."""
    return Link.objects.filter(expires_at__lt=before)


@outdated
def old_codes(before: datetime) -> QuerySet[ClubCode]:
    """Give the codes of clubs that ran out before a moment."""
    return ClubCode.objects.filter(expires_at__lt=before)
