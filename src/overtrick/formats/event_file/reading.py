"""What does the file describe? From its bytes to an event, or to a list of all its problems."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date
from functools import cached_property, partial
from typing import TYPE_CHECKING

from overtrick.engine import parts
from overtrick.engine.assessment import Problem
from overtrick.engine.event import Event
from overtrick.formats.dates import FIRST_YEAR, LAST_YEAR, MONTHS, contradicted, only_days, shown
from overtrick.formats.event_file import checks, keys, located, straight
from overtrick.formats.event_file.parts import Findings, Part
from overtrick.formats.event_file.stage import look_at, read_stage
from overtrick.formats.reading import Path, Reading

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from overtrick.engine.event import Stage

FORMAT = "event file"

#: The answer that an event continues no other.
NOTHING_BEFORE = "no"

ENTRY = ("open", "restricted", "champions")

_IN_DATA = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_IN_WORDS = re.compile(r"([0-9]{1,2}) +([a-z]+) +([0-9]{4})", re.IGNORECASE)
_A_DATE = "Write the day as 2026-11-10 or 10 November 2026; it decides which edition of the handbook applies."

#: Few words may be slips of the pen; of more than so many, most are known in an event file.
_ENOUGH_WORDS = 3
_SHOWN = 3
#: Whoever writes one of these means an event.
_TELLING = frozenset(("play", "date", "stages", "lists", "results", "tables"))

#: The words at the top that belong to the event even where its one stage stands there too.
_OF_BOTH = ("status",)

#: The ways to tell how long a stage was; one that a stage tells itself goes before those of the event.
_LENGTHS = ("boards", "sessions", "rounds of play", "boards per round")


def read(name: str, content: bytes) -> Reading:
    """Read an event file; whatever its bytes are, the answer is an event or the problems with their lines."""
    try:
        group = straight.parse(content)
        if group is not None:
            return _straight(group, name, LinesLater(partial(read_by_line, name, content)))
    except straight.NotStraight:
        return read_by_line(name, content)
    return _read(name, content, understand)


def read_by_line(name: str, content: bytes) -> Reading:
    """Read an event file with the line of everything in it: the long way, which alone tells problems."""
    return _read(name, content, _by_line)


def _read(name: str, content: bytes, understood: Callable[[located.Keyed, Findings], Reading]) -> Reading:
    findings = Findings(name)
    tree = located.parse(content, findings.report)
    if tree is None:
        return Reading(None, findings.problems, file=name, format=FORMAT)
    if not isinstance(tree, located.Keyed):
        found = "The file does not begin with a word and a colon."
        findings.report("no-word-and-colon", tree.line, found, f"Begin with a line such as {keys.example('event')}.")
        return Reading(None, findings.problems, file=name, format=FORMAT)
    other = _another_kind(tree)
    if other is not None:
        return Reading(None, [other._replace(file=name)], file=name)
    return understood(tree, findings)


def _another_kind(tree: located.Keyed) -> Problem | None:
    """Answer once for a file of words that is none of ours, and not for each of its words."""
    words = [word.text for word, _value in tree.entries]
    known = keys.known("event", "stage")
    ours = [word for word in words if keys.plain(word) in known]
    if len(words) < _ENOUGH_WORDS or 2 * len(ours) >= len(words) or any(keys.plain(each) in _TELLING for each in ours):
        return None
    shown = ", ".join(f"'{word[:40]}'" for word in [each for each in words if each not in ours][:_SHOWN])
    found = f"This is not an event file: we do not know most of its words ({shown} and so on)."
    return Problem(
        found, "Give the results file itself, or leave this one out.", line=tree.line, code="not-a-results-file"
    )


def understand(tree: located.Keyed, findings: Findings) -> Reading:
    """Make an event of the words and their values, wherever they came from; a ranking list has them in its columns."""
    if not findings.problems:
        try:
            later = LinesLater(partial(_by_line, tree, Findings(findings.file)))
            return _straight(straight.of_nodes(tree), findings.file, later)
        except straight.NotStraight:
            pass
    return _by_line(tree, findings)


def _straight(group: straight.Group, name: str, lines: LinesLater) -> Reading:
    top = straight.StraightPart(straight.NoFindings(name), group, "event", "stage")
    event, handbook, settings = go_through(top)
    return Reading(event, [], handbook, settings, lines, name, FORMAT)


def _by_line(tree: located.Keyed, findings: Findings) -> Reading:
    top = Part(findings, tree, (), "event", "stage")
    findings.lines[()] = tree.line
    event, handbook, settings = go_through(top)
    findings.problems.sort(key=lambda problem: problem.line)
    event_read = None if findings.problems else event
    return Reading(event_read, findings.problems, handbook, settings, findings.lines, findings.file, FORMAT)


class LinesLater(Mapping[Path, int]):
    """Where each part of an event stands in its file, found when somebody asks."""

    def __init__(self, read_again: Callable[[], Reading]) -> None:
        """Remember how to find out."""
        self._read_again = read_again

    @cached_property
    def _lines(self) -> Mapping[Path, int]:
        return self._read_again().lines

    def __getitem__(self, path: Path) -> int:
        """Give the line of a part."""
        return self._lines[path]

    def __iter__(self) -> Iterator[Path]:
        """Go through the parts."""
        return iter(self._lines)

    def __len__(self) -> int:
        """Count the parts."""
        return len(self._lines)

    def __reduce__(self) -> tuple[type[dict[Path, int]], tuple[dict[Path, int]]]:
        """Travel to another process as the lines themselves: a file is read where that is limited, and nowhere else."""
        return dict, (dict(self._lines),)


def go_through(top: Part) -> tuple[Event, str, dict[str, str]]:
    """Ask a file for everything that it can say: the event, its handbook, and what is chosen in that."""
    return _event(top), _handbook(top), _settings(top)


def _handbook(top: Part) -> str:
    return top.text("handbook").lower()


def _settings(top: Part) -> dict[str, str]:
    return {keys.plain(name).replace(" ", "_"): value for name, value in top.pairs("settings").items()}


def _event(top: Part) -> Event:
    stages = _stages(top)
    for index, stage in enumerate(stages):
        path: Path = ("stages", index)
        checks.check_stage(top.findings, stage, path)
        if top.has("status") and not stage.status:
            top.findings.put_beside((*path, "status"), ("status",))
    begins = read_day(top)
    event = Event(
        name=top.needed("event"),
        begins=begins,
        stages=stages,
        status=top.text("status").lower(),
        organiser=top.text("organiser"),
        major_championship=top.flag("major championship"),
        facts=_facts(top),
        last_day=_last_day(top, begins),
        still_in=tuple(top.texts("still in")),
        boards_before=top.whole("boards before", least=1),
        boards_to_come=top.whole("boards to come"),
        direct_entrants=tuple(top.texts("direct entrants")),
        continues=_first_day(top, begins),
    )
    return parts.placed(event)


def _stages(top: Part) -> tuple[Stage, ...]:
    if not top.has("stages"):
        return (read_stage(top.moved(("stages", 0)), at_the_top=True),)
    for word in top.given(each for each in keys.STAGE if each not in (*_OF_BOTH, *keys.FOR_EVERY_STAGE)):
        top.problem(
            "word-elsewhere", word, f"'{word}' is given beside 'stages'.", "Move it into the stage it belongs to."
        )
    parts = top.parts("stages", "stage")
    if not parts and not top.is_wrong("stages"):
        top.problem("value-missing", "stages", "The list of stages is empty.", f"Write {keys.example('stages')}.")
    stages = [each for each in parts if each is not None]
    untaken = set(keys.FOR_EVERY_STAGE)
    for each in stages:
        lengths = each.given((*_LENGTHS, "tables"))
        taken = [word for word in keys.FOR_EVERY_STAGE if not each.has(word) and not (lengths and word in _LENGTHS)]
        each.inherit(top, taken)
        untaken.difference_update(taken)
    look_at(top, sorted(untaken))
    return tuple(read_stage(each, at_the_top=False) for each in stages)


def _facts(top: Part) -> tuple[tuple[str, str], ...]:
    facts = top.pairs("facts")
    entry = top.one_of("entry", ENTRY)
    if top.has("entry") and "entry" in facts:
        top.problem("told-twice", "entry", "'entry' is given here and under 'facts'.", "Keep one of them.")
    if entry not in ("", "open"):
        facts["entry"] = entry
    return tuple(sorted(facts.items()))


def read_day(top: Part, word: str = "date") -> date:
    """Read a day of play; one that is missing or cannot be read is a problem, and never today."""
    written = top.needed(word)
    day = as_day(written)
    if day is None:
        if written:
            both = " or ".join(map(shown, only_days(written)))
            against = contradicted(written)
            found = f"'{word}' is '{written[:60]}'" + (f", which can be {both}." if both else ".")
            found += f" {against}." if against else ""
            top.problem("date-unreadable", word, found, _A_DATE)
        return date.min
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        top.problem("date-unlikely", word, f"'{word}' is in the year {day.year}.", "Correct the year.")
    return day


def _last_day(top: Part, begins: date) -> date | None:
    """Read the day on which an event of several days ended."""
    if not top.has("last day"):
        return None
    day = read_day(top, "last day")
    if date.min < day < begins:
        top.problem(
            "last-day-before-first",
            "last day",
            f"'last day' is {day}, before the day it began.",
            "Correct one of the two.",
        )
    return None if day == begins else day


def _first_day(top: Part, begins: date) -> date | None:
    """Read the day on which an event began whose earlier stages were sent before."""
    if not top.has("continues"):
        return None
    if top.text("continues").lower() == NOTHING_BEFORE:
        return begins
    day = read_day(top, "continues")
    if date.min < begins < day:
        found = f"'continues' is {day}, and this stage was played before, on {begins}."
        top.problem("continues-later-event", "continues", found, "Give the day on which the event began.")
    return day


def as_day(written: str) -> date | None:
    """Read a day in any way of writing that can be one day only; 10/11/2026 could be two and is neither."""
    numbers = _IN_DATA.fullmatch(written)
    words = _IN_WORDS.fullmatch(written)
    if numbers is not None:
        year, month, day = (int(each) for each in numbers.groups())
    elif words is not None and words.group(2).lower() in MONTHS:
        year, month, day = int(words.group(3)), MONTHS.index(words.group(2).lower()) + 1, int(words.group(1))
    else:
        found = only_days(written)
        return found[0] if len(found) == 1 else None
    try:
        return date(year, month, day)
    except ValueError:
        return None
