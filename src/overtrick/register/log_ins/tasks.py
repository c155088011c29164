"""Chores: answering what strangers ask for."""

from __future__ import annotations

from overtrick.register.log_ins import requests
from overtrick.register.tasks.chores import chore


@chore
def answer_requests() -> int:
    """Answer some of what waits."""
    return requests.answer_some()
