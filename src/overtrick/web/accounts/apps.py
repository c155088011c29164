"""The app's name; the register has an app called accounts already."""

from __future__ import annotations

from django.apps import AppConfig


class LoggingIn(AppConfig):
    """Pages around logging in."""

    name = "overtrick.web.accounts"
    label = "logging_in"

    def ready(self) -> None:
        """Note each log-in as a visit."""
        from overtrick.web.accounts import visits  # noqa: PLC0415 - models are not ready before

        visits.listen()
