"""The page about Australian events: each example is read, worked out, and earns what stands under it."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import pytest

from overtrick import handbooks
from overtrick.formats import event_file

if TYPE_CHECKING:
    from overtrick.engine.assessment import Assessment

ABF = handbooks.get("abf").latest
PAGE = (Path(__file__).parents[2] / "docs" / "abf-events.md").read_text(encoding="utf-8")

_EXAMPLE = re.compile(r"```yaml\n(?P<file>.*?)```\n\n(?P<awards>(?:Awards[^\n]*\n)+)", re.DOTALL)
_AWARDS = re.compile(r"Awards \((?P<colour>\w+)\): (?P<list>.+)\.")
_AWARD = re.compile(r"(?P<who>.+?) (?P<points>\d+\.\d\d)")
_FACT = re.compile(r"\.fact\(\s*\"([^\"]+)\"")


class Example(NamedTuple):
    title: str
    file: str
    awards: Counter[tuple[str, str, str]]  #: pair or team, colour, points


def examples() -> list[Example]:
    found = []
    for match in _EXAMPLE.finditer(PAGE):
        heading = re.findall(r"^#+ (.+)$", PAGE[: match.start()], re.MULTILINE)[-1]
        found.append(Example(heading, match["file"], printed_awards(match["awards"])))
    return found


def printed_awards(lines: str) -> Counter[tuple[str, str, str]]:
    awards: Counter[tuple[str, str, str]] = Counter()
    for line in lines.splitlines():
        printed = _AWARDS.fullmatch(line)
        assert printed, line
        for each in printed["list"].split(", "):
            award = _AWARD.fullmatch(each)
            assert award, each
            awards[award["who"], printed["colour"], award["points"]] += 1
    return awards


def worked_out_awards(assessment: Assessment) -> Counter[tuple[str, str, str]]:
    """Put the players of a contestant together; in these examples all of them have the same."""
    together: dict[str, set[tuple[str, str]]] = {}
    for award in assessment.awards:
        points = ABF.handbook.colours[award.colour].show(award.units)
        together.setdefault(award.contestant, set()).add((award.colour, points))
    return Counter((who, *each) for who, parts in together.items() for each in parts)


def table(heading: str) -> list[list[str]]:
    """Give the cells of the first table under a heading, without its own head."""
    section = PAGE.split(f"## {heading}\n")[1].split("\n## ")[0]
    rows = [line.strip("|").split(" | ") for line in section.splitlines() if line.startswith("| `")]
    return [[cell.strip() for cell in row] for row in rows]


def test_every_example_of_the_page_has_its_awards_printed() -> None:
    assert PAGE.count("```yaml") == len(examples()) == 11


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.title)
def test_an_example_earns_what_the_page_says(example: Example) -> None:
    reading = event_file.read("example.yaml", example.file.encode())
    assert reading.problems == []
    assert reading.event is not None
    assert reading.handbook == "abf"
    assessment = handbooks.get("abf").edition(on=reading.event.begins).assess(reading.event, reading.settings)
    assert assessment.problems == []
    assert worked_out_awards(assessment) == example.awards


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.title)
def test_nobody_of_an_example_has_more_than_one_award(example: Example) -> None:
    event = event_file.read("example.yaml", example.file.encode()).event
    assert event is not None
    players = Counter((award.contestant, award.player.name) for award in ABF.assess(event).awards)
    assert set(players.values()) == {1}


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.title)
def test_an_example_is_the_same_event_when_it_was_written_and_read_again(example: Example) -> None:
    first = event_file.read("example.yaml", example.file.encode())
    assert first.event is not None
    again = event_file.read("again.json", event_file.write(first.event, first.handbook, first.settings).encode())
    assert again.problems == []
    assert (again.event, again.handbook, again.settings) == (first.event, first.handbook, first.settings)


def test_the_page_has_every_fact_that_a_rule_reads_and_no_other() -> None:
    read = {name for file in ABF.folder.glob("*.py") for name in _FACT.findall(file.read_text(encoding="utf-8"))}
    assert read
    assert sorted(row[0].strip("`") for row in table("The facts")) == sorted(read)


def test_a_fact_is_told_with_its_values_its_default_and_its_clause() -> None:
    assert [row for row in table("The facts") if len(row) != 5 or not all(row)] == []


def test_the_page_has_every_grade_with_its_colour_and_weights() -> None:
    grades = ABF.book().table("grades")
    told = {row[0].strip("`"): row[1:4] for row in table("The grade")}
    printed = {}
    for name in map(str, grades.rows):
        weights = [f"{float(grades.number(name, play)):g}" for play in ("pairs", "teams")]
        printed[name] = [grades.text(name, "colour"), *weights]
    assert told == printed
