"""Chores: delivering events, and deleting what was delivered long ago.

A receiver may take 15 seconds, so events are sent by a thread beside the worker: its tasks do not wait for strangers.
"""

from __future__ import annotations

import logging
import threading
from datetime import datetime, timedelta

from django.conf import settings
from django.db import connections
from django.db.models import QuerySet
from django.utils import timezone

from overtrick.register.tasks.chores import chore
from overtrick.register.tasks.retention import outdated
from overtrick.register.webhooks import deliver
from overtrick.register.webhooks.models import Delivery

#: So long deliveries are listed.
KEPT = timedelta(days=30)

_log = logging.getLogger(__name__)


class _Sender:
    """The thread of this worker that sends."""

    thread: threading.Thread | None = None


@chore
def deliver_events() -> int:
    """Begin to send, if something is due and nothing is being sent. A kill loses nothing: another sends it again."""
    if (_Sender.thread is None or not _Sender.thread.is_alive()) and deliver.is_due(timezone.now()):
        _Sender.thread = threading.Thread(target=_send_all, name="webhooks", daemon=True)
        _Sender.thread.start()
    return 0


def _send_all() -> None:
    try:
        while deliver.send_due(timezone.now()):
            pass
    except Exception:  # noqa: BLE001 - whatever it was, what is due is sent the next time
        _log.exception("events could not be sent")
    finally:
        connections.close_all()


@outdated
def old_deliveries(before: datetime) -> QuerySet[Delivery]:
    """Give the deliveries that ended more than 30 days ago."""
    ended = Delivery.objects.filter(state__in=(Delivery.State.SENT, Delivery.State.FAILED))
    return ended.filter(made_at__lt=before + settings.KEEP - KEPT)
