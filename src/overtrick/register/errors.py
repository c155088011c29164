"""Errors of the services, one class for each failure. Each says what was found and what to do.

A refusal is shown to the person who asked: it never needs a traceback to be understood.
"""

from __future__ import annotations


class Refused(Exception):
    """The office does not do what was asked."""

    def __init__(self, found: str, remedy: str, clause: str = "") -> None:
        """Say what was found, what to do, and the clause of the handbook where there is one."""
        super().__init__(f"{found} {remedy}".strip())
        self.found = found
        self.remedy = remedy
        self.clause = clause
