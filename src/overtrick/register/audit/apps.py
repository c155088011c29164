"""Lets the audit hear of every row that decides something."""

from __future__ import annotations

from django.apps import AppConfig
from django.db.models.signals import post_migrate


class Audit(AppConfig):
    """Who did what, and the facts that decide whose point it is."""

    name = "overtrick.register.audit"

    def ready(self) -> None:
        """Watch the tables; what was there before they were watched is taken over when the tables are updated."""
        from overtrick.register.audit import ending, take_over  # noqa: PLC0415 - not before the models are there

        ending.watch_all()
        post_migrate.connect(take_over.after_upgrade, sender=self)
