"""Tasks: reading many results files at once, or a large one."""

from __future__ import annotations

from datetime import datetime

from overtrick.formats.limited.reader import FOR_A_TASK, Reader
from overtrick.register.competitions.read import receive
from overtrick.register.organisations.models import Organisation
from overtrick.register.tasks.models import TaskFile
from overtrick.register.tasks.queue import task
from overtrick.register.tasks.run import Run

_READER = Reader(FOR_A_TASK)


@task("results.receive", in_steps=True)
def receive_files(run: Run, organisation: int, at: str) -> None:
    """Take an organisation's files in, one after the other; the result of each is the number of its upload."""
    where = Organisation.objects.select_related("federation").get(pk=organisation)

    def one(file: TaskFile) -> int | None:
        drafts = receive(where, file.name, file.content, run.by, datetime.fromisoformat(at), reader=_READER.read)
        return drafts[0].upload.pk if drafts else None

    run.each(run.files(), one)
