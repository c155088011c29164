"""``overtrick office serve``: the office in the browser on this machine, with a worker for long tasks.

Whoever wants to be seen from outside puts a web server with HTTPS in front of it and sets OVERTRICK_ADDRESS and
OVERTRICK_PROXY.
"""

from __future__ import annotations

import os
import socket
import sys
from ipaddress import ip_address

from overtrick.cli import output
from overtrick.cli.office import context, supervise
from overtrick.cli.office.context import Unclear, answered
from overtrick.cli.office.demonstration import tell_log_ins


@answered
def serve(host: str, port: int, workers: int) -> int:
    """Say where the pages are, and run the web server with a worker beside it; both end with Ctrl-C."""
    here = f"http://{host}:{port}"
    os.environ["OVERTRICK_ADDRESS"] = os.environ.get("OVERTRICK_ADDRESS") or here
    context.open_office()
    from overtrick.register.tasks import hosts

    hosts.need_common()
    _need_free(host, port)
    _tell(here)
    os.environ[context.HOME] = str(context.home().absolute())
    sys.stdout.flush()
    web = [sys.executable, "-m", "overtrick.cli.office.pages", host, str(port), str(workers)]
    return supervise.run(web, [sys.executable, "-m", "overtrick.cli.main", "office", "work", "--with-input"])


def _need_free(host: str, port: int) -> None:
    try:
        family = ip_address(host).version
    except ValueError:
        raise Unclear(f"--host takes an address of this machine, not {host!r}") from None
    with socket.socket(socket.AF_INET if family == 4 else socket.AF_INET6) as probe:  # noqa: PLR2004 - of the protocol
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            why = (error.strerror or "it cannot be used").lower()
            raise Unclear(f"port {port} of {host} cannot be used: {why}; choose another with --port") from None


def _tell(here: str) -> None:
    from django.conf import settings

    from overtrick.register.federations.models import Federation
    from overtrick.register.scoping import scope

    federation = Federation.objects.order_by("pk").first()
    if federation is None:
        raise Unclear(f"there is no federation in {context.home()}; set one up with overtrick office init")
    with scope(federation=federation):
        tell_log_ins()
    address = settings.ADDRESS
    behind = "" if address == here else f", on this machine at {here}/,"
    output.say(f"{federation} is at {address}/{behind} until you press Ctrl-C.")
