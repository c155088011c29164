"""What is written as an event file is read as the same event; what is still open is asked before it is written."""

from __future__ import annotations

from pathlib import Path

import pytest

from overtrick.formats import answers, event_file, forms, recognise
from overtrick.formats.outcome import Outcome, work_out

SAMPLES = Path(__file__).parents[2] / "samples"
FILES = [
    path
    for folder in ("usebio", "pbn", "nz_scorer", "bridgemate", "csv")
    for path in sorted((SAMPLES / folder).iterdir())
    if path.suffix != ".json" and path.name != "compscore-session.csv"
]
LEAGUE = SAMPLES / "pbn" / "magic-contest-teams-latin-1.pbn"
PLAIN = {"event": "Night", "date": "2026-11-10", "boards": "24", "match boards": "6"}


def _read(path: Path, **words: str) -> Outcome:
    typed = answers.typed(("--answer", word.replace("_", " "), value) for word, value in words.items())
    (reading,) = recognise.read(path.name, path.read_bytes(), typed.named("columns"), typed.texts())
    return forms.without_awards(work_out(answers.apply(reading, typed)))


def _answered(path: Path) -> Outcome:
    """Answer what is asked by what the file hints at, by the first choice, or by something plain."""
    words: dict[str, str] = {}
    for _again in range(4):
        outcome = _read(path, **words)
        for each in outcome.questions:
            value = each.suggested or next(iter(each.choices), "") or PLAIN.get(each.word, "")
            if each.word == "columns":
                meaning, _colon, heading = value.partition(": ")
                words[f"columns {meaning}"] = heading
            else:
                words[each.word] = value
        if not outcome.questions:
            break
    return outcome


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_every_sample_can_be_written_and_read_as_the_same_event(path: Path) -> None:
    outcome = _answered(path)
    assert forms.can_be_written(outcome), (outcome.problems, outcome.questions)
    (content,) = forms.write(outcome, "event", b"").files.values()
    assert event_file.read("event.json", content).event == outcome.reading.event


@pytest.mark.parametrize("contest", ["league", "swiss", "round robin"])
def test_how_long_a_match_was_is_asked_once_it_is_said_that_there_were_matches(contest: str) -> None:
    asked = _read(LEAGUE, contest=contest)
    assert [each.word for each in asked.questions] == ["match boards"]
    assert not forms.can_be_written(asked)
    answered = _read(LEAGUE, contest=contest, match_boards="8")
    assert forms.can_be_written(answered)
    (content,) = forms.write(answered, "event", b"").files.values()
    assert event_file.read("event.json", content).event == answered.reading.event


def test_a_list_of_teams_is_asked_the_same() -> None:
    path = SAMPLES / "csv" / "teams.csv"
    asked = _read(path, event="Teams", date="2026-11-10", boards="24", contest="league")
    assert [each.word for each in asked.questions] == ["match boards"]
    assert asked.problems == []


def test_an_event_that_would_be_refused_is_not_written() -> None:
    outcome = _read(LEAGUE, contest="league")
    with pytest.raises(forms.Unwritten, match="match boards"):
        forms.write(outcome, "event", b"")
