"""Connects money to the signals of people and of organisations."""

from __future__ import annotations

from django.apps import AppConfig


class Money(AppConfig):
    """Tariffs, charges, documents, payments and the journal."""

    name = "overtrick.register.money"

    def ready(self) -> None:
        """Listen: members and licences are charged in the transaction that makes them, whichever service it was."""
        from overtrick.register.money import (  # noqa: PLC0415 - not before the models
            licence_fees,
            member_corrections,
            registrations,
        )
        from overtrick.register.organisations.signals import licence_granted, licence_revoked  # noqa: PLC0415
        from overtrick.register.people.signals import (  # noqa: PLC0415
            home_days_changed,
            merged,
            parted,
            registered_at_home,
        )

        registered_at_home.connect(registrations.charge_registration)
        home_days_changed.connect(member_corrections.reverse_undone)
        merged.connect(member_corrections.reverse_doubles)
        parted.connect(member_corrections.charge_parted)
        licence_granted.connect(licence_fees.charge_granted)
        licence_revoked.connect(licence_fees.reverse_revoked)
