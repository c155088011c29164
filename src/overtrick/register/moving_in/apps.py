"""The app of moving in: no month is closed while something waits to be signed off."""

from __future__ import annotations

from django.apps import AppConfig


class MovingIn(AppConfig):
    """Listens to the closing of months."""

    name = "overtrick.register.moving_in"
    label = "moving_in"

    def ready(self) -> None:
        """Begin to listen."""
        from overtrick.register.moving_in import doors  # noqa: PLC0415 - models are there only now
        from overtrick.register.ranks.signals import closing_month  # noqa: PLC0415 - likewise

        closing_month.connect(doors.need_signed, dispatch_uid="moving_in")
