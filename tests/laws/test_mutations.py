"""A change that makes an event contradict itself ends in a problem that names it, and pays nothing."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import islice
from pathlib import Path

import pytest

from overtrick import handbooks
from overtrick.engine.event import Event
from overtrick.formats import event_file, recognise
from overtrick.handbooks.edition import Edition
from tests.laws.mutations import TABLE

ROOT = Path(__file__).parents[2]
_KINDS = (".yaml", ".xml", ".pbn", ".csv")
_YAML = re.compile(r"```yaml\n(.*?)```", re.DOTALL)

#: A change is made in so many places of one event at the most.
_PLACES = 4

#: How the examples of a page are governed, where they do not say so.
_PAGES = {"event-file.md": "ebu", "ebu-green-events.md": "ebu", "abf-events.md": "abf", "wbu-events.md": "wbu"}


@lru_cache
def originals() -> list[tuple[str, Event, Edition]]:
    """Give every example of the docs and every sample that its handbook pays as it stands."""
    found = []
    for name, text, handbook in _texts():
        for reading in recognise.read(name, text):
            governing = reading.handbook or handbook
            if reading.event is None or reading.problems:
                continue
            edition = handbooks.get(governing).latest
            event = reading.event
            event = event if event.status else event._replace(status=_status(event, governing))
            if edition.assess(event, reading.settings or None).awards:
                found.append((name, event, edition))
    return found


def _status(event: Event, handbook: str) -> str:
    """A results file does not say its status; an event whose facts tell it needs none."""
    return "" if event.facts else {"abf": "E"}.get(handbook, "club")


def _texts() -> list[tuple[str, bytes, str]]:
    found = []
    for page, handbook in _PAGES.items():
        texts = _YAML.findall((ROOT / "docs" / page).read_text("utf-8"))
        found += [(f"{page} {at}", text.encode(), handbook) for at, text in enumerate(texts)]
    for folder in ("docs/examples", "samples", "tests/laws/events"):
        files = [file for file in sorted((ROOT / folder).rglob("*")) if file.suffix in _KINDS]
        found += [(file.name, file.read_bytes(), "ebu") for file in files if not file.stem.endswith(".answers")]
    return found


def test_there_are_forty_changes_and_enough_events_to_make_them_in() -> None:
    assert len(TABLE) >= 40
    assert len(originals()) >= 50
    assert {edition.handbook.name for _name, _event, edition in originals()} >= {"abf", "ebu", "sbu", "scba", "wbu"}


@pytest.mark.parametrize("name", TABLE)
def test_an_event_that_contradicts_itself_is_a_problem_that_names_it(name: str) -> None:
    change, codes = TABLE[name]
    made = 0
    for source, event, edition in originals():
        for changed in islice(change(event), _PLACES):
            made += 1
            assessment = edition.assess(changed)
            found = {problem.code for problem in assessment.problems}
            assert found & codes, (source, edition.title, found, changed)
            assert not assessment.awards
            assert all(problem.path and problem.remedy for problem in assessment.problems if problem.code in codes)
    assert made, "no example can be changed so"


@pytest.mark.parametrize("name", TABLE)
def test_what_was_changed_and_written_is_refused_when_it_is_read(name: str) -> None:
    """The same contradiction in a file: its reader or the checks refuse it, and nothing is paid."""
    change, _codes = TABLE[name]
    for source, event, edition in originals():
        for changed in islice(change(event), 1):
            reading = event_file.read("changed.json", event_file.write(changed, edition.handbook.name).encode())
            if reading.event is not None:
                assert edition.assess(reading.event).problems, (source, edition.title)
