"""Connects tokens to the offices that they hold."""

from __future__ import annotations

from django.apps import AppConfig


class Tokens(AppConfig):
    """Tokens, the pairing of scoring PCs, and answers that are kept for repeats."""

    name = "overtrick.register.tokens"

    def ready(self) -> None:
        """Listen: a token ends with its office, whoever ends that."""
        from overtrick.register.organisations.officers import ended  # noqa: PLC0415 - not before the models are there
        from overtrick.register.tokens import issue  # noqa: PLC0415

        ended.connect(issue.office_ended)
