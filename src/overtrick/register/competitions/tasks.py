"""Tasks and chores: reading many results files at once, or a large one; telling clubs whose results are missing."""

from __future__ import annotations

from datetime import date, datetime, timedelta

from django.utils import timezone

from overtrick.formats.answers import typed
from overtrick.formats.limited.reader import FOR_A_TASK, Reader
from overtrick.register import transactions
from overtrick.register.competitions import missing_sessions
from overtrick.register.competitions.read import receive
from overtrick.register.federations.models import Federation
from overtrick.register.messages import kinds
from overtrick.register.messages.tell import News, tell, to_organisation
from overtrick.register.organisations.models import Organisation
from overtrick.register.scoping import current, scope, scopes_disabled
from overtrick.register.tasks.chores import chore
from overtrick.register.tasks.models import TaskFile
from overtrick.register.tasks.queue import task
from overtrick.register.tasks.run import Run

_READER = Reader(FOR_A_TASK)
#: A session is told as missing within so many days after its results were due; later ones the calendar still lists.
_TOLD_FOR = timedelta(days=14)
#: So many sessions are told in one transaction, so that nobody waits long: after a holiday hundreds are missing.
_TOGETHER = 200


class _Done:
    """What this worker has done."""

    day: date | None = None


@task("results.receive", in_steps=True)
def receive_files(run: Run, organisation: int, at: str, said: list[list[str]] | None = None) -> None:
    """Take an organisation's files in, one after the other; the result of each is the number of its upload.

    ``said`` is what was answered about them: who says so, the word and the answer.
    """
    where = Organisation.objects.select_related("federation").get(pk=organisation)

    answers = typed((source, word, text) for source, word, text in said or ())

    def one(file: TaskFile) -> int | None:
        when = datetime.fromisoformat(at)
        drafts = receive(where, file.name, file.content, run.by, when, answers, reader=_READER.read)
        return drafts[0].upload.pk if drafts else None

    run.each(run.files(), one)


@chore
def tell_missing_files() -> int:
    """Tell clubs of usual sessions without results. Once a day is enough."""
    at = timezone.now()
    if _Done.day == at.date():
        return 0
    _Done.day = at.date()
    with scopes_disabled():
        every = list(Federation.objects.all())
    for each in every:
        with scope(federation=each):
            tell_missing(at)
    return 0


def tell_missing(at: datetime) -> None:
    """Tell the clubs of the federation in scope; of each session once."""
    late = missing_sessions.overdue(current(), None, at.date())
    news = [
        News(
            kinds.FILE_MISSING,
            to_organisation(club),
            f"{gap.day} {gap.name}",
            (club,),
            {"event": gap.name, "played": gap.day},
        )
        for club, gaps in late.items()
        for gap, due in gaps
        if due >= at.date() - _TOLD_FOR
    ]
    for first in range(0, len(news), _TOGETHER):
        with transactions.atomic():
            tell(at, news[first : first + _TOGETHER])
