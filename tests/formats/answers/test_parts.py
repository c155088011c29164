"""Answers about stages that are not in the file: how long they are, what they continue, who came in another way."""

from __future__ import annotations

from datetime import date

import pytest

from overtrick.engine.event import Event, Field, Play, Schedule, Stage, StageKind
from overtrick.formats.answers import apply, read, typed, update
from overtrick.formats.reading import Reading

NIGHT = date(2026, 11, 10)


def answered(word: str, value: str) -> Event:
    event = Event("Pairs", NIGHT, (Stage(Play.PAIRS, Schedule(24), (Field(entered=12),)),))
    found = apply(Reading(event, []), typed([("--answer", word, value)]))
    assert found.event is not None
    assert not found.problems, found.problems
    return found.event


@pytest.mark.parametrize(
    ("word", "value", "kind"),
    [
        ("boards to come", "24", StageKind.QUALIFYING),
        ("boards to come", "0", StageKind.ONLY),
        ("boards before", "24", StageKind.FINAL),
        ("continues", "2026-11-03", StageKind.FINAL),
        ("continues", "no", StageKind.ONLY),
        ("direct entrants", "Oaks, Elms", StageKind.ONLY),
        ("still in", "Oaks, Elms", StageKind.ONLY),
    ],
)
def test_the_only_stage_of_a_file_is_what_the_parts_around_it_make_it(word: str, value: str, kind: StageKind) -> None:
    assert answered(word, value).stages[0].kind is kind


def test_names_of_direct_entrants_are_kept_and_read_again() -> None:
    given = typed([("--answer", "direct entrants", "Oaks, Elms: the second team")])
    kept = update("", (), given.given).text
    assert 'direct entrants: [Oaks, "Elms: the second team"]' in kept
    (again,) = read("oaks.answers.yaml", kept.encode()).given
    assert again.value == ("Oaks", "Elms: the second team")
