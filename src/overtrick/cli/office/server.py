"""``overtrick office serve``: the office in the browser on this machine, with a worker for long tasks.

Whoever wants to be seen from outside puts a web server with HTTPS in front of it and sets OVERTRICK_ADDRESS and
OVERTRICK_PROXY.
"""

from __future__ import annotations

import logging
import os
import socket
import sys
import time
from http.client import HTTPConnection, HTTPException
from ipaddress import IPv4Address, IPv6Address, ip_address
from threading import Thread

from overtrick.cli import output
from overtrick.cli.office import context, supervise
from overtrick.cli.office.context import Unclear, answered
from overtrick.cli.office.demonstration import tell_log_ins

_log = logging.getLogger(__name__)

#: How long one question waits for pages that are still being loaded, in seconds; then it is asked again.
_PATIENCE = 60.0
_LOOK = 0.1


@answered
def serve(host: str, port: int, workers: int) -> int:
    """Run the web server with a worker beside it, and say where the pages are when they answer; Ctrl-C ends both."""
    listens = _own_address(host)
    here = f"http://{host if listens.version == 4 else f'[{host}]'}:{port}"  # noqa: PLR2004 - of the protocol
    given = os.environ.get("OVERTRICK_ADDRESS")
    os.environ["OVERTRICK_ADDRESS"] = given or here
    context.open_office()
    from overtrick.register.tasks import hosts

    hosts.need_common()
    _need_free(listens, port)
    says = _begin(here)
    if not given:
        _remember(here)
    os.environ[context.HOME] = str(context.home().absolute())
    sys.stdout.flush()
    Thread(target=_when_ready, args=(listens, port, says), daemon=True).start()
    web = [sys.executable, "-m", "overtrick.cli.office.pages", host, str(port), str(workers)]
    return supervise.run(web, [sys.executable, "-m", "overtrick.cli.main", "office", "work", "--with-input"])


def _own_address(host: str) -> IPv4Address | IPv6Address:
    try:
        return ip_address(host)
    except ValueError:
        raise Unclear(f"--host takes an address of this machine, not {host!r}") from None


def _need_free(listens: IPv4Address | IPv6Address, port: int) -> None:
    family = socket.AF_INET if listens.version == 4 else socket.AF_INET6  # noqa: PLR2004 - of the protocol
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((str(listens), port))
        except OSError as error:
            why = (error.strerror or "it cannot be used").lower()
            raise Unclear(f"port {port} of {listens} cannot be used: {why}; choose another with --port") from None


def _begin(here: str) -> str:
    """Show the log-ins of a demo, and give the sentence that says where the pages are."""
    from django.conf import settings

    from overtrick.register.federations.models import Federation
    from overtrick.register.scoping import scope

    federation = Federation.objects.order_by("pk").first()
    if federation is None:
        raise Unclear(f"there is no federation in {context.home()}; set one up with overtrick office init")
    with scope(federation=federation):
        tell_log_ins()
    output.say(f"The pages of {federation} are starting.")
    behind = "" if here == settings.ADDRESS else f", on this machine at {here}/,"
    return f"{federation} is at {settings.ADDRESS}/{behind} until you press Ctrl-C."


def _remember(here: str) -> None:
    """Let commands write links to where the pages are; whoever has one that leads elsewhere is told."""
    from overtrick.register import address
    from overtrick.register.accounts.models import Link

    before = address.read_address(address.kept(context.home())).origin
    if here == before or not context.home().is_dir():
        return
    address.keep(context.home(), here)
    if Link.objects.filter(ended_at=None, expires_at__gt=context.now()).exists():
        output.say(f"Links that were made before begin with {before}; write {here} instead.")


def _when_ready(listens: IPv4Address | IPv6Address, port: int, says: str) -> None:
    """Tell people, and systemd, when the pages answer."""
    reached = listens
    if listens.is_unspecified:
        reached = ip_address("127.0.0.1" if listens.version == 4 else "::1")  # noqa: PLR2004 - of the protocol
    while not _answers(str(reached), port):
        time.sleep(_LOOK)
    output.say(says)
    sys.stdout.flush()
    tell_systemd()


def _answers(host: str, port: int) -> bool:
    line = HTTPConnection(host, port, timeout=_PATIENCE)
    try:
        line.request("HEAD", "/health")
        line.getresponse()
    except (OSError, HTTPException):
        return False
    finally:
        line.close()
    return True


def tell_systemd() -> None:
    """Tell systemd that this is ready, if it waits for it (Type=notify)."""
    where = os.environ.get("NOTIFY_SOCKET")
    if where and hasattr(socket, "AF_UNIX"):
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
                line.sendto(b"READY=1", f"\0{where[1:]}" if where.startswith("@") else where)
        except OSError as error:
            _log.warning("systemd could not be told that the pages answer: %s", error.strerror)
