"""The signal that a month is about to be closed, or that somebody rehearses it: whoever objects refuses."""

from __future__ import annotations

from django.dispatch import Signal

closing_month = Signal()
