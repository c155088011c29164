"""The chore that checks the book every night, and the task that checks it on request."""

from __future__ import annotations

from datetime import datetime, timedelta

from django.utils import timezone

from overtrick.register.book_check.check import check_organisation, due, keep, look
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.models import Organisation
from overtrick.register.scoping import scope
from overtrick.register.tasks.chores import chore
from overtrick.register.tasks.queue import task
from overtrick.register.tasks.run import Run

KEY = "book.check"

#: The night begins so long after midnight, by universal time: clubs have sent what they played.
_NIGHT = timedelta(hours=2)
#: So many organisations are checked before the worker looks for other work.
_AT_ONCE = 5


@chore
def check_some_of_the_book() -> int:
    """Check some of the organisations that were not looked at since the night began."""
    night = (timezone.now() - _NIGHT).date()
    done = 0
    for federation in Federation.objects.order_by("pk"):
        with scope(federation=federation):
            for organisation in due(night)[: _AT_ONCE - done]:
                check_organisation(organisation, night)
                done += 1
    return done


@task(KEY, in_steps=True)
def check_book(run: Run, at: str) -> None:
    """Check the whole book of a federation, one organisation after the other."""
    day = datetime.fromisoformat(at).date()
    listed = list(Organisation.objects.select_related("federation").order_by("pk"))
    run.each_prepared(listed, lambda each: look(each, day), lambda looked: keep(looked).found)
