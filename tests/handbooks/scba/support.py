"""The Singapore handbook asked and answered; events are made up as for the Welsh one."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import pytest

from overtrick.handbooks import get
from overtrick.handbooks.examples import Example, examples
from overtrick.handbooks.scba.e2006.worth import worth
from overtrick.handbooks.worth import Worth, kinds
from tests.handbooks.wbu.support import DAY, event, match, paid, ranked, refused, side, stage, units

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.engine.assessment import Assessment
    from overtrick.engine.event import Event

EDITION = get("scba").edition(on=DAY)
BOOK = EDITION.book(DAY)
KINDS = kinds(EDITION)  # read once: the scales are asked for thousands of times
STATUSES = ("club", "district", "county", "regional", "national")
NON_LOCAL = "non-local"


def of_kind(*kinds: str) -> list[Any]:
    """List the examples of some kinds as the cases of a test, marked with their clauses."""
    found = [each for each in examples(EDITION) if each.kind in kinds]
    return [pytest.param(each, id=str(each), marks=pytest.mark.clause("scba", *each.clauses)) for each in found]


def asked(kind: str, /, *, chosen: Mapping[str, str] = MappingProxyType({}), **answers: object) -> Worth:
    """Ask what an event is worth."""
    told = {name.replace("_", "-"): str(answer) for name, answer in answers.items()}
    return worth(EDITION.book(DAY, chosen), kind, KINDS[kind].read(told))


def won(kind: str, /, *, chosen: Mapping[str, str] = MappingProxyType({}), **answers: object) -> int:
    """Ask what a match won is worth."""
    found = asked(kind, chosen=chosen, **answers)
    assert found.win is not None
    return int(found.win.value)


def assess(held: Event, **settings: str) -> Assessment:
    """Work out an event that has no problems."""
    found = EDITION.assess(held, settings)
    assert not found.problems, [problem.found for problem in found.problems]
    return found


def problems(held: Event) -> list[str]:
    """Give what is wrong with an event."""
    return [problem.found for problem in EDITION.assess(held).problems]


__all__ = [
    "BOOK",
    "DAY",
    "EDITION",
    "NON_LOCAL",
    "STATUSES",
    "Example",
    "asked",
    "assess",
    "event",
    "match",
    "of_kind",
    "paid",
    "problems",
    "ranked",
    "refused",
    "side",
    "stage",
    "units",
    "won",
]
