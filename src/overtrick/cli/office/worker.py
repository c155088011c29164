"""``overtrick office work``: a worker that does the tasks in the queue."""

from __future__ import annotations

import _thread
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from overtrick.cli import output
from overtrick.cli.office import context, parent
from overtrick.cli.office.context import answered

if TYPE_CHECKING:
    from types import FrameType

#: What asks a program to end; Windows has SIGBREAK, other systems do not.
_ENDS = ("SIGINT", "SIGTERM", "SIGBREAK")


@answered
def work(*, once: bool, with_input: bool) -> int:
    """Do tasks until somebody ends it: what is begun then is put back, and nothing of it was changed."""
    context.open_office()
    from overtrick.register.tasks import hosts, stopping, worker

    hosts.need_common()

    def stop(_number: int, _frame: FrameType | None) -> None:
        stopping.stop()

    for name in _ENDS:
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), stop)
    begun = 0
    with suppress(stopping.Stopped):
        if with_input:
            parent.when_gone(_thread.interrupt_main)
        elif not once:
            output.say("The worker does tasks as they come, until you press Ctrl-C.")
            sys.stdout.flush()
        begun = worker.work(once=once)
    if once:
        output.say(f"{output.counted(begun, 'task')} done.")
    return output.GOOD
