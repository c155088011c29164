"""A service, what it is called with, and who may call it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import NamedTuple

from tests.register.season import AT, Union

Given = tuple[tuple[object, ...], dict[str, object]]


def given(*values: object, **named: object) -> Given:
    """Write what a service is called with as it is written in a call."""
    return values, named


def after(_made: object, *values: object, **named: object) -> Given:
    """Likewise, where something must be there that the call does not name."""
    return values, named


class Case(NamedTuple):
    """A call of a service. Whoever may not is refused, and one who may is not."""

    service: Callable[..., object]
    with_: Callable[[Union], Given]  #: builds the least world that the service needs
    may: str = ""  #: who may besides the office: one or several of the roles of the test
    about: str = ""  #: tells cases of one service apart
    at: datetime = AT
    here: str = "here"  #: the fixture of the federation
    refusal: str = (
        "^{} (may not .* Ask |is not an officer of the national body. .)"  #: names the actor, says whom to ask
    )

    @property
    def name(self) -> str:
        """Name the service as the list of those that ask nothing does."""
        return f"{self.service.__module__}.{self.service.__qualname__}".removeprefix("overtrick.register.")

    def __str__(self) -> str:
        return f"{self.name} {self.about}".strip()
