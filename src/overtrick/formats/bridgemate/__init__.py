"""What does a Bridgemate database (.bws) tell? Every result as it was keyed in at the table, and no ranking.

So the ranking is worked out here: contracts are scored, boards compared across all sections by match points with
Neuberg's formula (or by the method somebody answers), and the movement tells whether there are one or two winners.
"""

from __future__ import annotations

from collections import Counter
from types import MappingProxyType
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Problem
from overtrick.engine.event import Event
from overtrick.formats.access import Damaged, Database, is_access
from overtrick.formats.bridgemate.lines import Lines, read_lines
from overtrick.formats.bridgemate.movement import winners
from overtrick.formats.bridgemate.notes import contradicted, notes, questions
from overtrick.formats.bridgemate.people import people
from overtrick.formats.bridgemate.ranking import Scored
from overtrick.formats.bridgemate.session import RESULTS, read_session
from overtrick.formats.build_event import day_of, not_to_be_scored
from overtrick.formats.reading import Reading
from overtrick.formats.scoring import METHODS, Method

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import date

_NOTHING: Mapping[str, str] = MappingProxyType({})
_FORMAT = "Bridgemate database"
_SAVE_AGAIN = "Ask for the file again, or export the results from the scoring program in another format."


def recognise(content: bytes) -> bool:
    """Say whether this is an Access database with the table of received results."""
    return is_access(content) and (RESULTS.encode() in content or RESULTS.encode("utf-16-le") in content)


def read(name: str, content: bytes, answers: Mapping[str, str] = _NOTHING) -> Reading:
    """Read a database and rank the session; ``answers`` may say the scoring, and the date where no result has one."""
    try:
        database = Database(content)
        session = read_session(database)
    except Damaged as damaged:
        problem = Problem(
            f"The database cannot be read: {damaged}.", _SAVE_AGAIN, file=name, code="database-unreadable"
        )
        return Reading(None, [problem], file=name, format=_FORMAT)
    reading = Reading(None, [], file=name, format=f"{_FORMAT}, {database.version}", encoding=_spoken(database.encoding))
    found = winners(session, answers.get("winners", "").strip())
    lines = read_lines(name, session, found)
    days = Counter(result.logged.date() for result in session.results if result.logged)
    answered = day_of(answers)
    day = min(days, key=lambda each: (-days[each], each), default=answered)
    problems = [*lines.problems, *not_to_be_scored(name, answers), *_problems(name, lines, day)]
    if problems or day is None:
        return reading._replace(problems=problems, notes=lines.notes)
    method = METHODS.get(answers.get("scoring", "").strip().lower(), Method.MATCHPOINTS)
    scored = Scored(session, found, lines, method, people(session, found))
    return reading._replace(
        event=Event(f"Session of {day.isoformat()}", day, (scored.stage(),)),
        questions=[*questions(days, day, scoring="scoring" not in answers), *contradicted(scored)],
        notes=list(notes(scored)),
    )


def _spoken(encoding: str) -> str:
    return "UTF-16" if encoding.startswith("utf") else encoding.replace("cp", "windows-")


def _problems(name: str, lines: Lines, day: date | None) -> Iterator[Problem]:
    if not lines.entrants and not lines.problems:
        yield Problem(
            "The file has no results.",
            "Save it again after the results have been received.",
            file=name,
            code="results-missing",
        )
    elif day is None:
        remedy = "Save the file again from the scoring program, or answer with --date 2026-11-10."
        yield Problem("No result in the file has a date (DateLog).", remedy, file=name, code="date-missing")
