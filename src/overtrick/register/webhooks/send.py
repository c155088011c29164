"""Sends one delivery: a connection to the address that was checked, one request, no redirect, 15 seconds in all."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import NamedTuple

from django.conf import settings

from overtrick import __version__
from overtrick.register.webhooks import receivers
from overtrick.register.webhooks.receivers import Receiver

#: So many seconds a receiver has for everything.
PATIENCE = 15.0
_MOST_KEPT = 500
_OK = range(200, 300)
_REDIRECTS = range(300, 400)


class Answer(NamedTuple):
    """What came of a try."""

    status: int | None = None
    error: str = ""  #: a code: no-name, not-allowed, timeout, tls, connection, redirect, status; empty: it arrived
    said: str = ""  #: the beginning of what the receiver answered


def post(url: str, headers: Mapping[str, str], body: str, patience: float | None = None) -> Answer:
    """Send a body; whatever goes wrong is told by a code."""
    patience = PATIENCE if patience is None else patience
    try:
        receiver = receivers.read(url)
        address = receivers.resolve(receiver)
    except receivers.NotFound:
        return Answer(error="no-name")
    except (receivers.NotAllowed, receivers.BadAddress):
        return Answer(error="not-allowed")
    over = threading.Event()
    try:
        answer = _exchange(receiver, address, headers, body, patience, over)
    except (ssl.SSLError, ssl.CertificateError) as error:
        return Answer(error="timeout" if over.is_set() else "tls", said=str(error)[:_MOST_KEPT])
    except TimeoutError:
        return Answer(error="timeout")
    except (OSError, http.client.HTTPException, ValueError) as error:
        return Answer(error="timeout" if over.is_set() else "connection", said=str(error)[:_MOST_KEPT])
    # The beginning of an answer that was cut off looks like a whole one.
    return Answer(error="timeout") if over.is_set() else answer


def _exchange(
    receiver: Receiver, address: str, headers: Mapping[str, str], body: str, patience: float, over: threading.Event
) -> Answer:
    with (
        socket.create_connection((address, receiver.port), timeout=patience) as plain,
        _ended_after(plain, patience, over),
        _tls(settings.WEBHOOK_CA).wrap_socket(plain, server_hostname=receiver.host) as secured,
    ):
        connection = http.client.HTTPConnection(receiver.host, receiver.port, timeout=patience)
        connection.sock = secured
        sent = {
            "Host": receiver.host_header,
            "Content-Type": "application/json",
            "User-Agent": f"Overtrick/{__version__}",
            "Connection": "close",
            **headers,
        }
        connection.request("POST", receiver.target, body.encode(), sent)
        found = connection.getresponse()
        said = found.read(_MOST_KEPT).decode("utf-8", "replace").replace("\0", "\N{REPLACEMENT CHARACTER}")
    error = "" if found.status in _OK else "redirect" if found.status in _REDIRECTS else "status"
    return Answer(found.status, error, said[:_MOST_KEPT])


@contextmanager
def _ended_after(opened: socket.socket, seconds: float, over: threading.Event) -> Iterator[None]:
    """End a connection after a time, however slowly the other side goes on."""
    # The socket gives its place away when it is wrapped; a copy of its number ends the same connection.
    other = opened.dup()

    def end() -> None:
        over.set()
        with suppress(OSError):
            other.shutdown(socket.SHUT_RDWR)

    timer = threading.Timer(seconds, end)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
        timer.join()
        other.close()


@lru_cache(maxsize=4)
def _tls(authority: str) -> ssl.SSLContext:
    """Trust what the system trusts, and the office's own authority where it names one."""
    made = ssl.create_default_context()
    made.minimum_version = ssl.TLSVersion.TLSv1_2
    if authority:
        made.load_verify_locations(authority)
    return made
