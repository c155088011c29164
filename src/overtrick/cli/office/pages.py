"""The web server that ``overtrick office serve`` starts: python -m overtrick.cli.office.pages HOST PORT WORKERS."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
from threading import Thread
from typing import Any

from granian import Granian
from granian.constants import HTTPModes, Interfaces
from granian.http import HTTP1Settings
from granian.log import LogLevels

from overtrick.cli.office import parent
from overtrick.register import logs
from overtrick.web import request_limits as limits

#: A process that was asked to end has so many seconds for the requests it is at.
_PATIENCE = 8


def main(host: str, port: int, workers: int) -> None:
    """Answer requests until somebody ends this, or whoever started it is gone."""
    server = Granian(
        "overtrick.web.rsgi:front",
        address=host,
        port=port,
        interface=Interfaces.RSGI,
        http=HTTPModes.http1,
        http1_settings=HTTP1Settings(header_read_timeout=1000 * limits.SECONDS_FOR_HEADERS),
        backlog=limits.MOST_CONNECTIONS,
        backpressure=limits.MOST_CONNECTIONS,
        workers=workers,
        websockets=False,
        respawn_failed_workers=True,
        workers_kill_timeout=_PATIENCE,
        log_level=LogLevels.warning,
        log_dictconfig=logs.configuration(os.environ.get("OVERTRICK_LOG") or "text"),
    )
    parent.when_gone(server.signal_handler_interrupt)
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=_end_by_signals)
    server.serve(target_loader=_load, wrap_loader=False)


def _end_by_signals() -> None:
    """Let a signal end this process at once, until it has its own way to take one.

    It is a copy of the server's process, and would only note the signal as that does: it would be lost.
    """
    for name in (signal.SIGINT, signal.SIGTERM):
        signal.signal(name, signal.SIG_DFL)


def _load() -> Any:  # noqa: ANN401 - what the server takes is no function
    """Load the pages in a process of the web server."""
    Thread(target=_end_with_the_server, daemon=True).start()
    from overtrick.web.rsgi import front

    return front


def _end_with_the_server() -> None:
    """End this process where the server was killed: it would go on answering beside the next one."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(1)


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]), int(sys.argv[3]))
