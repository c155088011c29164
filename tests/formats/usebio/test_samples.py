"""Every sample is read as it is written down beside it, in one piece and in parts."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest

from overtrick import handbooks
from overtrick.formats import untrusted_xml, usebio
from tests.formats.usebio.expected import beside, samples, told, written

SAMPLES = samples()


@pytest.fixture(params=SAMPLES, ids=lambda sample: sample.stem)
def sample(request: pytest.FixtureRequest) -> Path:
    assert isinstance(request.param, Path)
    return request.param


def test_there_is_a_sample_of_every_program_and_shape() -> None:
    assert len(SAMPLES) >= 20


def test_a_sample_is_read_as_expected(sample: Path) -> None:
    reading = usebio.read(sample.name, sample.read_bytes())
    assert written(reading) == beside(sample).read_text(encoding="utf-8")


def test_a_sample_is_recognised_by_its_content(sample: Path) -> None:
    assert usebio.recognise(sample.read_bytes())


def test_a_file_read_in_parts_is_the_same_event(sample: Path) -> None:
    content = sample.read_bytes()
    whole, in_parts = usebio.read(sample.name, content), usebio.read(sample.name, content, large=0)
    assert told(in_parts) == told(whole)
    assert in_parts.event == whole.event
    assert in_parts.lines == whole.lines


def test_who_writes_into_a_file_finds_every_contestant_of_the_event(sample: Path) -> None:
    content = sample.read_bytes()
    parsed = untrusted_xml.parse(content, lambda *fault: pytest.fail(str(fault)), keep=True)
    event = usebio.read(sample.name, content).event
    assert parsed is not None
    assert event is not None
    listed = {(field.name, each.name) for field in event.stages[0].fields for each in field.contestants}
    rows = usebio.rows(parsed.root)
    assert {(row.field, row.contestant.name) for row in rows} <= listed
    assert {row.contestant.name for row in rows} == {name for _field, name in listed}
    assert {row.element.tag for row in rows} <= {"PAIR", "TEAM", "PLAYER"}


def test_nothing_private_enters_a_reading(sample: Path) -> None:
    shown = str(usebio.read(sample.name, sample.read_bytes()))
    for private in ("00000 000000", "tor@example.org", "pn%7C"):
        assert private not in shown


#: What the programs claim rightly, by sample; whose claim is wrong by the handbook stands in the notes of the sample.
RIGHT = ("brian-half-table", "pairsscorer-two-winners", "pairsscorer-two-sections", "teamsscorer-multiple-teams")


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_claim_is_what_the_handbook_gives(name: str) -> None:
    path = next(each for each in SAMPLES if each.stem == name)
    reading = usebio.read(path.name, path.read_bytes())
    assert reading.event is not None
    event = reading.event._replace(status="club")
    awards: dict[tuple[str, str], int] = defaultdict(int)
    for award in handbooks.get("ebu").edition(on=event.begins).assess(event).awards:
        awards[award.contestant, award.player.name] += award.units
    assert awards
    assert awards == {(claim.contestant, claim.player): claim.units for claim in reading.claims}
