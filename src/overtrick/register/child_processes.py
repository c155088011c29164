"""Processes that work for this one: they begin afresh, and end with it."""

from __future__ import annotations

import os
import signal
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from threading import Thread
from typing import Any


def pool(count: int) -> ProcessPoolExecutor:
    """Give so many processes."""
    return ProcessPoolExecutor(count, get_context("spawn"), _begin)


def pool_of_the_office(count: int) -> ProcessPoolExecutor:
    """Give so many processes that are set up as this one is and open the same database."""
    from django.db import connection  # noqa: PLC0415 - who has no office has no Django

    database = connection.settings_dict
    return ProcessPoolExecutor(count, get_context("spawn"), _begin_in_office, (database,))


def _begin() -> None:
    """Let this process end with the one that started it, which alone answers Ctrl-C.

    If that one was killed, this one would wait for work for ever.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        Thread(target=_end_after, args=(parent,), daemon=True).start()


def _end_after(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


def _begin_in_office(database: dict[str, Any]) -> None:
    import django  # noqa: PLC0415 - as above
    from django.conf import settings  # noqa: PLC0415 - as above

    _begin()
    settings.DATABASES["default"] = database
    django.setup()
