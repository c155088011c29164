"""``overtrick read``: what is in a results file, what is wrong with it, and what it leaves open."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from overtrick.cli import files, output, questions
from overtrick.cli.batch import through
from overtrick.cli.summary import entered, open_cell, tables, tell_what_is_open
from overtrick.engine.event import Play
from overtrick.formats import awards_json
from overtrick.formats.outcome import Outcome, work_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from overtrick.engine.assessment import Problem
    from overtrick.engine.event import Event, Field, Stage
    from overtrick.formats.reading import Question, Reading

_COLUMNS = ("File", "Format", "Event", "Date", "Contestants", "Open")
_WHOLE = ("Date", "Open")
_FIGURES = ("Contestants",)

_CONTESTANTS = {Play.PAIRS: "pairs", Play.TEAMS: "teams", Play.INDIVIDUAL: "players"}

#: So many ranking lists are named; a league may have dozens.
_NAMED = 6


def read(
    names: Sequence[str], asked: files.Options, *, as_json: bool = False, save_answers: bool = False, jobs: int = 0
) -> int:
    """Read the files and print what is in them; the exit code."""
    if save_answers:
        from overtrick.cli import answer_files

        refused = answer_files.refused(names)
        if refused:
            output.complain(refused)
            return output.USAGE
    found: list[Reading] = []
    if not files.are_several(names):
        found = files.readings(files.Source(names[0]), asked)
    if len(found) == 1:
        code = _show_one(work_out(found[0], asked.on, as_if=asked.as_if), as_json=as_json)
        return answer_files.save(names[0], asked, found[0], quiet=as_json) or code if save_answers else code
    if save_answers:
        output.complain("The answers were not saved: there are several files in the archive.")
    return _several(names, asked, found, as_json=as_json, jobs=jobs)


# --- One file ----------------------------------------------------------------------------------------------------


def _show_one(outcome: Outcome, *, as_json: bool) -> int:
    if as_json:
        output.print_json(data(outcome))
    else:
        _tell(outcome)
    return output.PROBLEMS if outcome.reading.problems else output.GOOD


def _tell(outcome: Outcome) -> None:
    reading = outcome.reading
    output.say(reading.file)
    width = 12
    for label, says in _described(reading):
        output.say(f"  {label:<{width}}{says}")
    _tell_problems("problem", reading.problems)
    besides = _besides(outcome)
    if besides:
        output.say(f"\n{'For the awards' if outcome.edition is None else outcome.edition.title}:")
        _tell_each(besides)
    if outcome.questions:
        output.say()
        for line in questions.in_words(outcome.questions):
            output.say(line)
    elif outcome.worked_out:
        output.say("\nNothing is missing for the awards.")
    if reading.notes:
        output.say("\nWorth knowing:")
        for note in reading.notes:
            output.say(f"  {output.note(note)}")


def _besides(outcome: Outcome) -> Sequence[Problem]:
    """List what stands in the way of the awards although the file can be read."""
    return () if outcome.reading.problems or outcome.reading.event is None else outcome.problems


def _tell_problems(word: str, problems: Sequence[Problem]) -> None:
    if problems:
        output.say(f"\n{output.counted(len(problems), word)}:")
        _tell_each(problems)


def _tell_each(problems: Sequence[Problem]) -> None:
    for problem in problems:
        for line in output.problem_lines(problem):
            output.say(f"  {line}")


def _described(reading: Reading) -> Iterator[tuple[str, str]]:
    """Say what is in a file, a label and its text at a time."""
    if reading.format:
        by = f", written by {reading.program}" if reading.program else ""
        encoded = f", encoded as {reading.encoding}" if reading.encoding else ""
        yield "Format", f"{reading.format}{by}{encoded}"
    if reading.event is not None:
        yield from _event(reading.event)
    if reading.claims:
        people = {(claim.player, claim.number, claim.contestant) for claim in reading.claims}
        yield "Points", f"the file claims points for {output.counted(len(people), 'player')}"
    if reading.handbook:
        yield "Handbook", reading.handbook


def _event(event: Event) -> Iterator[tuple[str, str]]:
    yield "Event", event.name
    yield "Date", _day(event) or "not said"
    if event.organiser:
        yield "Organiser", event.organiser
    if event.status:
        yield "Status", event.status
    for stage in event.stages:
        alone = len(event.stages) == 1
        yield "Play" if alone else "Stage", _stage(stage) if alone else f"{stage.name or stage.kind}: {_stage(stage)}"
        yield "Ranked", _lists(stage)
    people = _people(event)
    if people:
        without = sum(not number for _name, number in people)
        yield "Players", f"{len(people)}" + (f", {without} of them without a number" if without else "")
    matches = sum(len(stage.matches) + sum(len(each.matches) for each in stage.rounds) for stage in event.stages)
    if matches:
        yield "Matches", str(matches)
    for name, value in event.facts:
        yield "Fact", f"{name}: {value}"


def _day(event: Event) -> str:
    return "" if event.begins.year == 1 else f"{event.begins.day} {event.begins:%B %Y}"


def _fields(event: Event) -> list[Field]:
    return [field for stage in event.stages for field in stage.fields]


def _people(event: Event) -> set[tuple[str, str]]:
    """Give everybody who played by name and number, once, however many lists and stages they are in."""
    return {
        (player.name, player.number) for field in _fields(event) for one in field.contestants for player in one.players
    }


def _contestants(event: Event) -> int:
    """Count who competed, once, however many lists and stages they are in."""
    listed = {one.name for field in _fields(event) for one in field.contestants}
    return max([len(listed), *(entered(stage) for stage in event.stages)])


def _stage(stage: Stage) -> str:
    boards = output.counted(stage.schedule.boards, "board") if stage.schedule.boards else "boards not given"
    winners = "one winner" if stage.winners == 1 else f"{stage.winners} winners"
    contest = "" if stage.contest == "movement" else f", {stage.contest}"
    return f"{stage.play}{contest}, {boards}, {winners}"


def _lists(stage: Stage) -> str:
    if len(stage.fields) == 1 and not stage.fields[0].name:
        return f"{stage.fields[0].size} {_CONTESTANTS[stage.play]}"
    named = [f"{field.name or field.section or field.division or 'all'}: {field.size}" for field in stage.fields]
    more = f" and {len(named) - _NAMED} more" if len(named) > _NAMED else ""
    return ", ".join(named[:_NAMED]) + more


def data(outcome: Outcome) -> dict[str, Any]:
    """Turn what was read into plain data: the answer of ``--json``."""
    reading = outcome.reading
    event = reading.event
    return {
        "file": reading.file,
        "format": reading.format or None,
        "program": reading.program or None,
        "encoding": reading.encoding or None,
        "handbook": reading.handbook or None,
        "event": None if event is None else _event_data(event),
        "claims": len(reading.claims),
        "problems": [awards_json.problem_data(each) for each in reading.problems],
        "for_the_awards": [awards_json.problem_data(each) for each in _besides(outcome)],
        "questions": questions.data(outcome.questions),
        "notes": [note._asdict() for note in reading.notes],
    }


def _event_data(event: Event) -> dict[str, Any]:
    return {
        "name": event.name,
        "date": f"{event.begins}" if _day(event) else None,
        "organiser": event.organiser,
        "status": event.status,
        "facts": dict(event.facts),
        "tables": tables(event),
        "stages": [
            {
                "name": stage.name,
                "play": str(stage.play),
                "contest": str(stage.contest),
                "winners": stage.winners,
                "boards": stage.schedule.boards or None,
                "lists": [{"name": field.name, "contestants": field.size} for field in stage.fields],
                "matches": len(stage.matches) + sum(len(each.matches) for each in stage.rounds),
            }
            for stage in event.stages
        ],
        "contestants": _contestants(event),
        "players": len(_people(event)),
    }


# --- Many files --------------------------------------------------------------------------------------------------


class FileReading(NamedTuple):
    """What is in one file, as plain data: nothing of the event is kept."""

    file: str
    format: str
    event: str
    day: str
    contestants: str
    problems: Sequence[Problem]
    questions: Sequence[Question]
    data: Mapping[str, Any] | None


def _several(
    names: Sequence[str], asked: files.Options, already: Sequence[Reading], *, as_json: bool, jobs: int
) -> int:
    lines = [_line_of(reading, asked, as_json=as_json) for reading in already]
    if not already:
        work = partial(lines_of, asked=asked, as_json=as_json)
        failed = partial(_unfinished, as_json=as_json)
        lines = [line for found in through(files.sources(names), work, failed, jobs) for line in found]
    if as_json:
        output.print_json([line.data for line in lines])
    else:
        rows = [[*line[:5], open_cell(line.problems, line.questions)] for line in lines]
        output.table(_COLUMNS, rows, figures=_FIGURES, whole=_WHOLE)
        output.say(f"\n{_total(lines)}")
        tell_what_is_open([(line.file, line.problems, line.questions) for line in lines])
    return output.PROBLEMS if any(line.problems for line in lines) else output.GOOD


def lines_of(source: files.Source, asked: files.Options, *, as_json: bool) -> list[FileReading]:
    """Read one file; whatever goes wrong is a problem of that file."""
    return [_line_of(reading, asked, as_json=as_json) for reading in files.readings_or_mistake(source, asked)]


def _line_of(reading: Reading, asked: files.Options, *, as_json: bool) -> FileReading:
    try:
        return _line(work_out(reading, asked.on, as_if=asked.as_if), as_json=as_json)
    except Exception as error:  # noqa: BLE001 - the other files are not held up
        return _line(work_out(files.mistake(reading.file, error)), as_json=as_json)


def _unfinished(source: files.Source, *, as_json: bool) -> list[FileReading]:
    return [_line(work_out(files.unfinished(source)), as_json=as_json)]


def _line(outcome: Outcome, *, as_json: bool) -> FileReading:
    reading = outcome.reading
    event = reading.event
    return FileReading(
        reading.file,
        reading.format,
        "" if event is None else event.name,
        "" if event is None or not _day(event) else f"{event.begins}",
        "" if event is None else str(_contestants(event)),
        reading.problems,
        outcome.questions,
        data(outcome) if as_json else None,
    )


def _total(lines: Sequence[FileReading]) -> str:
    readable = sum(not line.problems for line in lines)
    parts = [f"{output.counted(len(lines), 'file')}: {readable} read without a problem"]
    problems = sum(len(line.problems) for line in lines)
    if problems:
        parts.append(f"{output.counted(problems, 'problem')} in {output.counted(len(lines) - readable, 'file')}")
    with_questions = sum(bool(line.questions) for line in lines)
    if with_questions:
        parts.append(f"{with_questions} with open questions")
    return ", ".join(parts) + "."
