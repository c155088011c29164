"""No award is lost on the page of an event: whatever was played, by whichever handbook, the lists have all of them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import RequestFactory

from overtrick.formats import recognise
from overtrick.formats.answers import apply, typed
from overtrick.formats.outcome import Outcome, work_out
from overtrick.register.competitions import event_store
from overtrick.register.competitions.models import Assessment, Submission
from overtrick.register.records.played_event import EventVersion
from overtrick.web.player.own_record import points_by
from overtrick.web.public.event_lists import EventLists, table
from overtrick.web.public.event_names import EventNames

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.web.cast import Cast

_ROOT = Path(__file__).parents[2]
_GIVEN = [("your answer", "handbook", "ebu"), ("your answer", "status", "club"), ("your answer", "date", "2026-11-10")]


def _outcomes() -> Iterator[tuple[str, Outcome]]:
    """Read every sample and every example of the documentation that can be worked out without more answers."""
    answers = typed(_GIVEN)
    for folder in ("samples", "docs/examples"):
        for file in sorted((_ROOT / folder).rglob("*")):
            if not file.is_file() or file.name.endswith(".json"):
                continue
            for reading in recognise.read(file.name, file.read_bytes(), {}, answers.texts()):
                outcome = work_out(apply(reading, answers) if not reading.handbook else reading)
                if outcome.worked_out:
                    yield file.name, outcome


OUTCOMES = list(_outcomes())


def test_many_kinds_of_events_are_looked_at() -> None:
    handbooks = {outcome.edition.handbook.name for _name, outcome in OUTCOMES if outcome.edition}
    assert len(OUTCOMES) >= 30
    assert handbooks >= {"ebu", "abf", "wbu", "scba", "sbu"}


@pytest.mark.parametrize("outcome", [pytest.param(outcome, id=name) for name, outcome in OUTCOMES])
def test_the_lists_have_every_award_once(outcome: Outcome, cast: Cast) -> None:
    made, edition = outcome.assessment, outcome.edition
    assert made is not None
    assert edition is not None
    awards = event_store.kept_awards(made)
    kept = Assessment(handbook=edition.handbook.name, edition=edition.name, awards=[list(each) for each in awards])
    version = EventVersion(Submission(begins=made.event.begins), kept, {})
    request = RequestFactory().get("/")
    request.user, request.federation = AnonymousUser(), cast.union.federation  # type: ignore[attr-defined]
    names = EventNames(request, [version], made.event)
    points = points_by(edition.handbook.name)
    stages = EventLists(made.event, version, (), names, points).stages()
    shown = Counter(
        (each.colour, each.units)
        for stage in stages
        for listed in stage.lists
        for line in listed.lines
        for each in line.won
        for _player in each.players
    )
    assert shown == Counter((each.colour, each.units) for each in awards)
    _columns, rows = table(stages, points)
    assert len(rows) >= len(awards)
