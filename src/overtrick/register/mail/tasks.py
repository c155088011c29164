"""Chores: sending letters."""

from __future__ import annotations

from overtrick.register.mail import outbox
from overtrick.register.tasks.chores import chore


@chore
def send_letters() -> int:
    """Send some of the letters that are due."""
    return outbox.send_due()
