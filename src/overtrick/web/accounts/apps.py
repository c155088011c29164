"""The app's name; the register has an app called accounts already."""

from __future__ import annotations

from django.apps import AppConfig


class LoggingIn(AppConfig):
    """Pages around logging in."""

    name = "overtrick.web.accounts"
    label = "logging_in"

    def ready(self) -> None:
        """Note the device of each log-in."""
        from overtrick.web.accounts import devices  # noqa: PLC0415 - models are not ready before

        devices.listen()
