"""What does the file describe? From its bytes to an event, or to the list of everything that stands in the way."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.assessment import Problem
from overtrick.engine.event import Event
from overtrick.formats.event_file import checks, keys, located
from overtrick.formats.event_file.parts import Findings, Part, line_of
from overtrick.formats.event_file.stage import read_stage

if TYPE_CHECKING:
    from overtrick.engine.event import Stage
    from overtrick.formats.event_file.parts import Path

#: Contract bridge is not older, and nobody plays so far ahead.
FIRST_YEAR, LAST_YEAR = 1925, 2099

ENTRY = ["open", "restricted", "champions"]

MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip

_IN_DATA = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_IN_WORDS = re.compile(r"([0-9]{1,2}) +([a-z]+) +([0-9]{4})", re.IGNORECASE)
_A_DATE = "Write the day as 2026-11-10 or 10 November 2026; it decides which edition of the handbook applies."

#: The words at the top that belong to the event even where its one stage stands there too.
_OF_BOTH = ("status",)


class Reading(NamedTuple):
    """What came of a file: an event if there is no problem, otherwise every problem."""

    event: Event | None
    problems: list[Problem]
    handbook: str  #: the handbook the file asks for; empty: not said
    settings: dict[str, str]  #: what it chooses where the handbook leaves a choice
    lines: dict[tuple[str | int, ...], int]  #: where each part of the event stands in the file

    def line(self, path: tuple[str | int, ...]) -> int:
        """Find the line of a part of the event, or of what is around it; 0 if there is none."""
        return line_of(self.lines, path)


def read(name: str, content: bytes) -> Reading:
    """Read an event file; whatever its bytes are, the answer is an event or the problems with their lines."""
    findings = Findings(name)
    tree = located.parse(content, findings.report)
    if tree is None:
        return Reading(None, findings.problems, "", {}, {})
    if not isinstance(tree, located.Keyed):
        found = "The file does not begin with a word and a colon."
        findings.report(tree.line, found, f"Begin with a line such as {keys.example('event')}.")
        return Reading(None, findings.problems, "", {}, {})
    top = Part(findings, tree, (), "event", "stage")
    findings.lines[()] = tree.line
    event = _event(top)
    handbook = top.text("handbook").lower()
    settings = {keys.plain(name).replace(" ", "_"): value for name, value in top.pairs("settings").items()}
    findings.problems.sort(key=lambda problem: problem.line)
    return Reading(None if findings.problems else event, findings.problems, handbook, settings, findings.lines)


def _event(top: Part) -> Event:
    stages = _stages(top)
    for index, stage in enumerate(stages):
        path: Path = ("stages", index)
        checks.check_stage(top.findings, stage, path)
        if top.has("status") and not stage.status:
            top.findings.lines[(*path, "status")] = top.findings.lines["status",]
    return Event(
        name=top.needed("event"),
        begins=_day(top),
        stages=stages,
        status=top.text("status").lower(),
        organiser=top.text("organiser"),
        major_championship=top.flag("major championship"),
        facts=_facts(top),
    )


def _stages(top: Part) -> tuple[Stage, ...]:
    if not top.has("stages"):
        return (read_stage(top.moved(("stages", 0)), at_the_top=True),)
    for word in top.given(each for each in keys.STAGE if each not in _OF_BOTH):
        top.problem(word, f"'{word}' stands beside 'stages'.", "Move it into the stage it belongs to.")
    parts = top.parts("stages", "stage")
    if not parts and not top.is_wrong("stages"):
        top.problem("stages", "The list of stages is empty.", f"Write {keys.example('stages')}.")
    return tuple(read_stage(each, at_the_top=False) for each in parts if each is not None)


def _facts(top: Part) -> tuple[tuple[str, str], ...]:
    facts = top.pairs("facts")
    entry = top.one_of("entry", ENTRY)
    if top.has("entry") and "entry" in facts:
        top.problem("entry", "'entry' stands here and under 'facts'.", "Keep one of them.")
    if entry not in ("", "open"):
        facts["entry"] = entry
    return tuple(sorted(facts.items()))


def _day(top: Part) -> date:
    written = top.needed("date")
    day = _read_day(written)
    if day is None:
        if written:
            top.problem("date", f"'date' is '{written[:60]}'.", _A_DATE)
        return date.min
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        top.problem("date", f"'date' is in the year {day.year}.", "Correct the year.")
    return day


def _read_day(written: str) -> date | None:
    """Read a day in one of two ways of writing; 10/11/2026 could be two days and is neither."""
    numbers = _IN_DATA.fullmatch(written)
    words = _IN_WORDS.fullmatch(written)
    if numbers is not None:
        year, month, day = (int(each) for each in numbers.groups())
    elif words is not None and words.group(2).lower() in MONTHS:
        year, month, day = int(words.group(3)), MONTHS.index(words.group(2).lower()) + 1, int(words.group(1))
    else:
        return None
    try:
        return date(year, month, day)
    except ValueError:
        return None
