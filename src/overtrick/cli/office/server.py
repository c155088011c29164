"""``overtrick office serve``: the office in the browser on this machine, with a worker for long tasks.

Whoever wants to be seen from outside puts a web server with HTTPS in front of it and sets OVERTRICK_HOSTS and
OVERTRICK_HTTPS.
"""

from __future__ import annotations

import os
import socket
import sys

from overtrick.cli import output
from overtrick.cli.office import context, supervise
from overtrick.cli.office.context import Unclear, answered
from overtrick.cli.office.demonstration import tell_log_ins
from overtrick.web import request_limits as limits

_HERE = "127.0.0.1"


@answered
def serve(port: int, workers: int) -> int:
    """Say where the pages are, and run the web server with a worker beside it; both end with Ctrl-C."""
    context.open_office()
    _need_free(port)
    _tell(port)
    os.environ[context.HOME] = str(context.home().absolute())
    web = [sys.executable, "-m", "granian", "--interface", "rsgi", "--http", "1", "--host", _HERE, "--port", str(port)]
    web += ["--workers", str(workers), "--no-ws", "--respawn-failed-workers", "--log-level", "warning"]
    web += ["--http1-header-read-timeout", str(1000 * limits.SECONDS_FOR_HEADERS)]
    web += ["--backlog", str(limits.MOST_CONNECTIONS), "--backpressure", str(limits.MOST_CONNECTIONS)]
    web += ["overtrick.web.rsgi:front"]
    sys.stdout.flush()
    return supervise.run(web, [sys.executable, "-m", "overtrick.cli.main", "office", "work", "--with-input"])


def _need_free(port: int) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((_HERE, port))
        except OSError as error:
            why = (error.strerror or "it cannot be used").lower()
            raise Unclear(f"port {port} cannot be used: {why}; choose another with --port") from None


def _tell(port: int) -> None:
    from overtrick.register.federations.models import Federation
    from overtrick.register.scoping import scope

    federation = Federation.objects.order_by("pk").first()
    if federation is None:
        raise Unclear(f"there is no federation in {context.home()}; set one up with overtrick office init")
    with scope(federation=federation):
        tell_log_ins()
    output.say(f"{federation} is at http://{_HERE}:{port}/ until you press Ctrl-C.")
