"""Connects players' records to the signals of submissions."""

from __future__ import annotations

from django.apps import AppConfig


class Records(AppConfig):
    """Who sat where, in every event that counts."""

    name = "overtrick.register.records"

    def ready(self) -> None:
        """Listen: who sat where is kept as soon as an event is worked out."""
        from overtrick.register.competitions.signals import worked_out  # noqa: PLC0415 - not before the models are there
        from overtrick.register.records import results  # noqa: PLC0415

        worked_out.connect(results.keep)
