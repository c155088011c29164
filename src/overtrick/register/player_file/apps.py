"""Lets the player file hear of everything that it says something about."""

from __future__ import annotations

from django.apps import AppConfig


class PlayerFile(AppConfig):
    """What scoring programs keep a copy of."""

    name = "overtrick.register.player_file"

    def ready(self) -> None:
        """Follow the rows that lines are made of."""
        from overtrick.register.player_file import notice  # noqa: PLC0415 - not before the models are there

        notice.follow_all()
