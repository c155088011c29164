"""The page about the event file: each example is read, worked out, and earns what stands under it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from overtrick import handbooks
from overtrick.formats import event_file
from overtrick.formats.event_file import keys

if TYPE_CHECKING:
    from overtrick.engine.assessment import Assessment

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "event-file.md").read_text(encoding="utf-8")
SAMPLE = ROOT / "samples" / "club-night.yaml"

_EXAMPLE = re.compile(r"```yaml\n(?P<file>.*?)```\n\n(?P<awards>(?:Awards[^\n]*\n)+)", re.DOTALL)
_AWARDS = re.compile(r"Awards(?:, (?P<stage>[^:]+))?: (?P<list>.+)\.")
_AWARD = re.compile(r"(?P<who>.+?) (?P<points>\d+)")


class Example(NamedTuple):
    title: str
    file: str
    awards: Counter[tuple[str, str, int]]  #: stage, pair, team or player, points


def examples() -> list[Example]:
    found = []
    for match in _EXAMPLE.finditer(PAGE):
        heading = re.findall(r"^#+ (.+)$", PAGE[: match.start()], re.MULTILINE)[-1]
        found.append(Example(heading, match["file"], printed_awards(match["awards"])))
    return found


def printed_awards(lines: str) -> Counter[tuple[str, str, int]]:
    awards: Counter[tuple[str, str, int]] = Counter()
    for line in lines.splitlines():
        printed = _AWARDS.fullmatch(line)
        assert printed, line
        if printed["list"] == "none":
            continue
        for each in printed["list"].split(", "):
            award = _AWARD.fullmatch(each)
            assert award, each
            awards[printed["stage"] or "", award["who"], int(award["points"])] += 1
    return awards


def worked_out_awards(assessment: Assessment) -> Counter[tuple[str, str, int]]:
    """Put the players of a contestant together where all of them have the same."""
    sizes = {
        each.name: len(each.players) or 1
        for stage in assessment.event.stages
        for field in stage.fields
        for each in field.contestants
    }
    together: dict[tuple[str, str], list[tuple[str, int]]] = {}
    for award in assessment.awards:
        together.setdefault((award.stage, award.contestant), []).append((award.player.name, award.units))
    awards: Counter[tuple[str, str, int]] = Counter()
    for (stage, contestant), players in together.items():
        if len({units for _name, units in players}) == 1 and len(players) == sizes[contestant]:
            awards[stage, contestant, players[0][1]] += 1
        else:
            awards.update((stage, name, units) for name, units in players)
    return awards


def test_every_example_of_the_page_has_its_awards_printed() -> None:
    assert PAGE.count("```yaml") == len(examples()) == 38


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.title)
def test_an_example_earns_what_the_page_says(example: Example) -> None:
    reading = event_file.read("example.yaml", example.file.encode())
    assert reading.problems == []
    assert reading.event is not None
    assessment = handbooks.get("ebu").edition(on=reading.event.begins).assess(reading.event, reading.settings)
    assert assessment.problems == []
    assert worked_out_awards(assessment) == example.awards


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.title)
def test_an_example_is_the_same_event_when_it_was_written_and_read_again(example: Example) -> None:
    first = event_file.read("example.yaml", example.file.encode())
    assert first.event is not None
    again = event_file.read("again.json", event_file.write(first.event, first.handbook, first.settings).encode())
    assert again.problems == []
    assert (again.event, again.handbook, again.settings) == (first.event, first.handbook, first.settings)


@pytest.mark.parametrize(("level", "word"), [(level, word) for level, words in keys.LEVELS.items() for word in words])
def test_every_word_of_the_event_file_is_on_the_page(level: str, word: str) -> None:
    headings = {
        "event": "The event",
        "stage": "A stage",
        "list": "A list",
        "section": "A section",
        "result": "A result",
        "player": "A player",
        "match": "A match",
        "round": "A round of a knock-out",
    }
    section = PAGE.split(f"### {headings[level]}\n")[1].split("\n#")[0]
    assert f"`{word}`" in section


def test_the_page_names_no_word_that_the_event_file_does_not_know() -> None:
    tables = PAGE.split("## All words")[1].split("## An example")[0]
    named = {
        word for row in re.findall(r"^\| (`.+?) \|", tables, re.MULTILINE) for word in re.findall(r"`([^`]+)`", row)
    }
    assert named == {word for words in keys.LEVELS.values() for word in words}


def test_the_sample_night_has_two_winners_a_tie_and_a_player_without_a_number() -> None:
    reading = event_file.read(SAMPLE.name, SAMPLE.read_bytes())
    assert reading.problems == []
    assert reading.event is not None
    assert reading.handbook == "ebu"
    (stage,) = reading.event.stages
    assert (stage.winners, stage.schedule.boards, [field.size for field in stage.fields]) == (2, 24, [8, 8])
    numbers = [player.number for field in stage.fields for each in field.contestants for player in each.players]
    assert numbers.count("") == 1
    assessment = handbooks.get(reading.handbook).edition(on=reading.event.begins).assess(reading.event)
    # 8 tables: a third is 3 awards, 30, 20, 10 each way; two pairs share places 2 and 3: (20 + 10) / 2 = 15
    assert sorted(award.units for award in assessment.awards) == [10, 10, 15, 15, 15, 15, 20, 20, 30, 30, 30, 30]
