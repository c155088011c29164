"""A file that waits in the queue to be read: which one it is, and what came of it."""

from __future__ import annotations

import threading
from time import monotonic, sleep

from django.http import Http404
from django.utils.translation import gettext as _

from overtrick.api.codes import Code
from overtrick.api.problems import one
from overtrick.register.competitions.models import Upload
from overtrick.register.competitions.tasks import receive_files
from overtrick.register.tasks.models import OPEN, Task

#: A file of a program has a key of its own; files of the pages are shown by the pages.
_KEY = "api file"
#: Seconds between two looks at the queue.
_LOOK = 0.2
#: Held by the call of this process that waits for the queue.
_WAITS = threading.Lock()


def key(organisation: int, digest: str) -> str:
    """Name a file of an organisation in the queue."""
    return f"{_KEY} {organisation} {digest}"


def of_program(number: int) -> Task:
    """Give a file in the queue that a program sent."""
    found = Task.objects.filter(pk=number, name=receive_files.name, key__startswith=f"{_KEY} ").first()
    if found is None:
        raise Http404
    return found


def organisation_of(queued: Task) -> int:
    """Say whose file it is."""
    return int(queued.arguments["organisation"])


def name_of(queued: Task) -> str:
    """Say how the file is called, as long as it waits."""
    return queued.files.values_list("name", flat=True).first() or "file"


def waited(queued: Task, seconds: float) -> Upload | None:
    """Wait until a file is read; None where that takes longer, or where another call of this process waits already.

    There are few threads for files: those who only wait must not keep the others.
    """
    until = monotonic() + seconds
    may_wait = _WAITS.acquire(blocking=False)
    try:
        while True:
            found = outcome(queued)
            if found is not None or not may_wait or monotonic() + _LOOK > until:
                return found
            sleep(_LOOK)
            queued.refresh_from_db(fields=("state", "results", "says", "reference"))
    finally:
        if may_wait:
            _WAITS.release()


def outcome(queued: Task) -> Upload | None:
    """Give the file as it was read; None as long as it is not."""
    if queued.state in OPEN:
        return None
    if queued.state == Task.State.REFUSED:
        raise one(Code.EVENT, queued.says, _("Do what is said there, then send the file again."))
    if queued.state != Task.State.DONE or not queued.results:
        found = queued.says or _("The file could not be read.")
        raise one(Code.INTERNAL, found, _("Send the file again. If that fails, tell the office."))
    return Upload.objects.select_related("organisation").defer("packed").get(pk=queued.results[0])
