"""Connects money to the signals of the people app."""

from __future__ import annotations

from django.apps import AppConfig


class Money(AppConfig):
    """Tariffs, charges, documents, payments and the journal."""

    name = "overtrick.register.money"

    def ready(self) -> None:
        """Listen: a club is charged for whoever becomes its home member, whichever service it was."""
        from overtrick.register.money import registrations  # noqa: PLC0415 - not before the models are there
        from overtrick.register.people.signals import registered_at_home  # noqa: PLC0415

        registered_at_home.connect(registrations.charge_registration)
