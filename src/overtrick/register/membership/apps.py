"""Connects the renewal of members to the signals of the people app."""

from __future__ import annotations

from django.apps import AppConfig


class MembershipConfig(AppConfig):
    """Answers who does not renew."""

    name = "overtrick.register.membership"

    def ready(self) -> None:
        """Answer whoever takes the roll of a year."""
        from overtrick.register.membership import renewal  # noqa: PLC0415
        from overtrick.register.people.signals import who_leaves  # noqa: PLC0415

        who_leaves.connect(renewal.leaving)
