"""Which test's event cites a clause of awards or eligibility? The evidence is kept; a test that no longer does fails.

``make cited`` writes it anew, from examples, samples and the events of the tests.
"""

from __future__ import annotations

import csv
import os
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from overtrick import handbooks
from overtrick.engine.marks import clause_mark
from overtrick.formats import event_file
from overtrick.handbooks.clause_list import rows
from tests.handbooks.citations import cited_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from overtrick.engine.assessment import Assessment
    from overtrick.engine.event import Event
    from overtrick.handbooks.edition import Edition

FILE = Path(__file__).with_suffix(".csv")
WRITES = os.environ.get("CITED") == "write"
#: What decides a point, or who may have it.
KINDS = ("award", "eligibility")


class Cited(NamedTuple):
    """A clause as it is printed, in a working of an event file."""

    handbook: str
    mark: str


@lru_cache
def of_awards(edition: Edition) -> frozenset[str]:
    """Give the marks of the clauses that decide awards."""
    return frozenset(clause_mark(row["clause"]) for row in rows(edition) if row["kind"] in KINDS)


@lru_cache
def evidence() -> dict[str, set[Cited]]:
    """Read what each test cites."""
    found: dict[str, set[Cited]] = {}
    with FILE.open(encoding="utf-8", newline="") as lines:
        for handbook, mark, test in list(csv.reader(lines))[1:]:
            found.setdefault(test, set()).add(Cited(handbook, mark))
    return found


def marks(made: Iterable[tuple[Assessment, Edition]]) -> set[Cited]:
    """Name what some assessments cite, of the editions that are shipped."""
    return {
        Cited(edition.handbook.name, clause_mark(clause))
        for assessment, edition in made
        if edition.handbook.name in handbooks.names()
        for clause in cited_in(assessment)
    }


class Call(NamedTuple):
    """What a test has worked out."""

    edition: Edition
    event: Event
    settings: Mapping[str, str] | None
    found: Assessment

    def by_file(self) -> set[Cited]:
        """Name what is cited when the event comes from a file."""
        event = self.event if self.event.name else self.event._replace(name="Event")
        read = event_file.read("", event_file.write(event).encode()).event
        again = None if read is None else self.edition.assess(read, self.settings)
        return set() if again is None or again.problems else marks([(again, self.edition)])


class Evidence:
    """The first test in order that cites each clause by an event that a file has words for; docs and samples lead."""

    def __init__(self) -> None:
        """Start with none."""
        self.found: dict[Cited, str] = {}

    def add(self, test: str, calls: Iterable[Call]) -> None:
        """Note what a test cites."""
        for call in calls:
            own = {each for each in marks([(call.found, call.edition)]) if each.mark in of_awards(call.edition)}
            better = {each for each in own if each not in self.found or _order(test) < _order(self.found[each])}
            if better:
                self.found.update(dict.fromkeys(better & call.by_file(), test))

    def write(self) -> None:
        """Write the evidence."""
        with FILE.open("w", encoding="utf-8", newline="") as lines:
            writer = csv.writer(lines, lineterminator="\n")
            writer.writerow(("handbook", "clause", "test"))
            writer.writerows((*each, test) for each, test in sorted(self.found.items()))


def _order(test: str) -> tuple[bool, str]:
    return "test_every_example_and_sample" not in test, test
