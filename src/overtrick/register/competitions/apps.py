"""Connects submissions to the signals of the people app."""

from __future__ import annotations

from django.apps import AppConfig


class Competitions(AppConfig):
    """Submissions, and the points they hold for people."""

    name = "overtrick.register.competitions"

    def ready(self) -> None:
        """Listen: whoever may have points now gets those that wait, whichever service it was."""
        from overtrick.register.competitions import held_credits, unmerge  # noqa: PLC0415 - not before the models are there
        from overtrick.register.people.signals import parted, perhaps_entitled  # noqa: PLC0415

        perhaps_entitled.connect(held_credits.looked_at_again)
        parted.connect(unmerge.parted_again)
