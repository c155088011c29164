"""Every sample of a list, a session or a credit file reads as it is written beside it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.formats.expected import as_data

SAMPLES = Path(__file__).parents[2] / "samples"
FILES = [
    file
    for folder in ("csv", "pages", "nz_scorer", "abf_credits")
    for file in sorted((SAMPLES / folder).iterdir())
    if file.with_name(f"{file.name}.json").exists()
]


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_a_sample_reads_as_it_is_written_beside_it(file: Path) -> None:
    expected = json.loads(file.with_name(f"{file.name}.json").read_text("utf-8"))
    assert json.loads(json.dumps(as_data(file.name, file.read_bytes()))) == expected


def test_every_expected_reading_has_its_sample() -> None:
    beside = {file.with_name(f"{file.name}.json") for file in FILES}
    assert beside == {each for file in FILES for each in file.parent.glob("*.json")} - set(FILES)
    assert {each for file in FILES for each in file.parent.iterdir()} == {*FILES, *beside}
