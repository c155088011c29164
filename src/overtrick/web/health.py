"""``/health`` for monitoring: whether the pages, the database, the queue and the disk are well, and the last checks.

It is answered before anything else, so it needs no host name, no HTTPS and no database. Whoever asks on this machine
sees each part. Everybody else sees one word. ``/health/ready`` is for whoever shares requests out or starts the office
again: it says only whether this machine can answer, for neither would help if a backup has failed.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed, JsonResponse
from django.utils import timezone

from overtrick import __version__
from overtrick.register import sql, transactions
from overtrick.register.scoping import scopes_disabled
from overtrick.register.tasks import beats, last_checks
from overtrick.register.tasks.models import Task
from overtrick.register.tasks.worker import LEASE
from overtrick.web.proxy import read_ip

_PATH, _READY = "/health", "/health/ready"
_SAFE = ("GET", "HEAD")
#: A task that waits longer while no worker is at work was forgotten.
_LONGEST_WAIT = timedelta(minutes=10)
#: With less than this on the disk, in megabytes, an upload or a backup may fail.
_LEAST_FREE = 200
_MEGABYTE = 1_000_000


class Part(NamedTuple):
    """One thing that must be well, and what is known about it."""

    ok: bool
    facts: dict[str, int | str | None]

    @property
    def data(self) -> dict[str, Any]:
        """As JSON has it."""
        return {"ok": self.ok, **self.facts}


class Health:
    """Django middleware: answer ``/health`` and ``/health/ready``."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer; every other page is not ours."""
        if request.path_info not in (_PATH, _READY):
            return self._get_response(request)
        if request.method not in _SAFE:
            return HttpResponseNotAllowed(_SAFE)
        parts = check() if request.path_info == _PATH else _ready()
        ok = all(part.ok for part in parts.values())
        told: dict[str, Any] = {"status": "ok" if ok else "broken"}
        if _is_here(request):
            told |= {"version": __version__} | {name: part.data for name, part in parts.items()}
        return JsonResponse(told, status=200 if ok else 503, headers={"Cache-Control": "no-store"})


def check() -> dict[str, Part]:
    """Look at each part."""
    return {**_database_and_queue(), "disk": _disk()}


def _is_here(request: HttpRequest) -> bool:
    """Say whether somebody on this machine asks, and no proxy for somebody else."""
    ip = read_ip(request.META.get("REMOTE_ADDR", ""))
    return ip is not None and ip.is_loopback and "HTTP_X_FORWARDED_FOR" not in request.META


def _database_and_queue() -> dict[str, Part]:
    try:
        with transactions.read_only(), scopes_disabled():
            checked = {each.what.value: _checked(each) for each in last_checks.conditions(timezone.now())}
            return {"database": Part(ok=True, facts={}), "queue": _queue(), **checked}
    except DatabaseError:
        return {"database": Part(ok=False, facts={})}


def _ready() -> dict[str, Part]:
    try:
        return {"database": Part(ok=bool(sql.rows("select 1")), facts={})}
    except DatabaseError:
        return {"database": Part(ok=False, facts={})}


def _checked(found: last_checks.Condition) -> Part:
    """Tell the last result of a check. A warning is for the office, and wakes nobody."""
    moments = {"checked_at": found.checked_at, "held_at": found.held_at, "ends_at": found.ends_at}
    facts: dict[str, int | str | None] = {"state": str(found.state) if found.is_used else "not used"}
    facts |= {name: at.isoformat() for name, at in moments.items() if at is not None}
    return Part(found.state != last_checks.State.BROKEN, facts | ({"fault": found.fault} if found.fault else {}))


def _queue() -> Part:
    waiting = Task.objects.filter(state=Task.State.WAITING).order_by("added_at")
    oldest = waiting.values_list("added_at", flat=True).first()
    running = Task.objects.filter(state=Task.State.RUNNING).only("pk", "began_at")
    at_work = sum(beats.age(row) <= LEASE for row in running)
    waited = timezone.now() - oldest if oldest else timedelta()
    facts: dict[str, int | str | None]
    facts = {"waiting": waiting.count(), "running": at_work, "oldest_seconds": max(0, int(waited.total_seconds()))}
    return Part(ok=bool(at_work) or waited <= _LONGEST_WAIT, facts=facts)


def _disk() -> Part:
    try:
        free = shutil.disk_usage(settings.HOME).free // _MEGABYTE
    except OSError:
        return Part(ok=False, facts={})
    return Part(ok=free >= _LEAST_FREE, facts={"free_mb": free})
