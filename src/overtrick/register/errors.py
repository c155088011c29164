"""Errors of the services, one class for each failure. Each says what was found and what to do.

A refusal is shown to the person who asked: it never needs a traceback to be understood. Sentences are for people and
may change; a program goes by the code, which stays. Whoever refuses must give one, and docs/codes.md explains it.
"""

from __future__ import annotations


class Refused(Exception):
    """The office does not do what was asked."""

    def __init__(self, found: str, remedy: str, clause: str = "", *, code: str) -> None:
        """Say what was found, what to do, and the clause of the handbook where there is one; ``code`` names it."""
        super().__init__(f"{found} {remedy}".strip())
        self.found = found
        self.remedy = remedy
        self.clause = clause
        self.code = code  #: stable, for programs: "month-stays-open"
