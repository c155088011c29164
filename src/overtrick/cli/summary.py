"""The summary of many files: a line for each, then all problems, and all awards in one table."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from overtrick.cli import award, files, output, write_file
from overtrick.cli.batch import through
from overtrick.formats.as_if import AS_IF
from overtrick.formats.event_file.stage import AT_A_TABLE
from overtrick.formats.outcome import Outcome, work_out

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from overtrick.cli.award import Wanted
    from overtrick.engine.assessment import Assessment, Problem
    from overtrick.engine.event import Event, Stage
    from overtrick.formats.reading import Question, Reading
    from overtrick.handbooks.edition import Edition
    from overtrick.handbooks.entries import Colour

_COLUMNS = ("File", "Event", "Date", "Tables", "Awards", "Points", "Claimed", "Open")
_WHOLE = ("Date", "Open")
_FIGURES = ("Tables", "Awards")

#: So many files are named under a question that they all leave open.
_NAMED = 3
#: Questions whose wording tells them apart.
_PARTICULAR = ("columns", "handbook", AS_IF)
#: So many problems of one file are told among those of others: what is no results file at all may have hundreds.
_AUDITED = 5


class FileSummary(NamedTuple):
    """What came of one file, as plain data: nothing of the event is kept."""

    file: str
    event: str = ""
    day: str = ""
    tables: str = ""
    awards: int = 0
    points: Mapping[Colour, int] = {}  #: units by colour
    players: int = 0  #: whom the file claims points for
    differing: int = 0
    problems: Sequence[Problem] = ()
    questions: Sequence[Question] = ()
    compared: Sequence[Sequence[str]] = ()
    rows: Sequence[Sequence[Any]] = ()  #: of the table of all awards
    data: Mapping[str, Any] | None = None
    as_if: str = ""  #: why the edition does not govern the event

    @property
    def is_good(self) -> bool:
        """Say whether the awards were worked out."""
        return not self.problems and not self.questions


def award_all(
    names: Sequence[str], asked: files.Options, wanted: Wanted, jobs: int, already: Sequence[Reading] = ()
) -> int:
    """Work out all files, or the files of an archive that is read already, and print what came of them."""
    refused = write_file.refused(wanted.out, write_file.TABLES, force=wanted.force)
    if refused:
        output.complain(refused)
        return output.USAGE
    if already:
        lines = [_line_of(reading, asked, wanted) for reading in already]
    else:
        lines = list(_all_lines(names, asked, wanted, 1 if wanted.why else jobs))
    if wanted.out:
        try:
            write_file.save(wanted.out, _table(lines, wanted.out), force=wanted.force)
        except write_file.Unsaved as error:
            output.complain(f"Error: {error}")
            return output.PROBLEMS
    if wanted.as_json:
        output.print_json([line.data for line in lines])
    else:
        _tell(lines, wanted)
    return output.GOOD if all(line.is_good for line in lines) else output.PROBLEMS


def _all_lines(names: Sequence[str], asked: files.Options, wanted: Wanted, jobs: int) -> Iterator[FileSummary]:
    work = partial(lines_of, asked=asked, wanted=wanted)
    for found in through(files.sources(names), work, partial(_unfinished, wanted=wanted), jobs, "Working out"):
        yield from found


# --- One line ----------------------------------------------------------------------------------------------------


def lines_of(source: files.Source, asked: files.Options, wanted: Wanted) -> list[FileSummary]:
    """Work out one file; whatever goes wrong is a problem of that file."""
    return [_line_of(reading, asked, wanted) for reading in files.readings_or_mistake(source, asked)]


def _unfinished(source: files.Source, wanted: Wanted) -> list[FileSummary]:
    return [_line(work_out(files.unfinished(source)), wanted)]


def _line_of(reading: Reading, asked: files.Options, wanted: Wanted) -> FileSummary:
    try:
        return _line(work_out(reading, asked.on, as_if=asked.as_if), wanted)
    except BrokenPipeError:  # whoever read the workings has seen enough
        raise
    except Exception as error:  # noqa: BLE001 - the other files are not held up
        return _line(work_out(files.mistake(reading.file, error)), wanted)


def _line(outcome: Outcome, wanted: Wanted) -> FileSummary:
    reading, assessment, edition = outcome.reading, outcome.assessment, outcome.edition
    event = reading.event
    line = FileSummary(
        reading.file,
        event="" if event is None else event.name,
        day="" if event is None or event.begins.year == 1 else f"{event.begins}",
        tables="" if event is None else tables(event),
        problems=outcome.problems,
        questions=outcome.questions,
        data=award.data(outcome, compare=wanted.compare) if wanted.as_json else None,
    )
    if not outcome.worked_out or assessment is None or edition is None:
        return line
    if wanted.why and not wanted.as_json:
        output.say(f"{reading.file}\n")
        award.tell(outcome, wanted)
        output.say("\n")
    compared = outcome.comparison()
    return line._replace(
        awards=len(assessment.awards),
        points=_points(assessment, edition),
        players=0 if compared is None else sum(total.players for total in compared.totals),
        differing=0 if compared is None else sum(total.players - total.agreeing for total in compared.totals),
        compared=() if compared is None or not wanted.compare else compared.as_text(compared.differing),
        rows=_rows(outcome, assessment, edition) if wanted.out else (),
        as_if=assessment.as_if,
    )


def tables(event: Event) -> str:
    """Count the tables of the first stage as people do: 6½."""
    if not event.stages:
        return ""
    stage = event.stages[0]
    whole, over = divmod(Fraction(entered(stage), AT_A_TABLE[stage.play]), 1)
    fraction = {Fraction(1, 4): "¼", Fraction(1, 2): "½", Fraction(3, 4): "¾"}.get(over, "")
    return f"{whole or ''}{fraction}" if whole or fraction else "0"


def entered(stage: Stage) -> int:
    """Count the contestants of a stage; the lists of its sessions hold the same ones again."""
    first = min((field.session for field in stage.fields), default=0)
    return sum(field.size for field in stage.fields if field.session == first)


def _points(assessment: Assessment, edition: Edition) -> dict[Colour, int]:
    units: dict[Colour, int] = {}
    for each in assessment.awards:
        colour = edition.handbook.colours[each.colour]
        units[colour] = units.get(colour, 0) + each.units
    return units


def _points_text(points: Mapping[Colour, int]) -> str:
    return ", ".join(f"{colour.name} {colour.show(units)}" for colour, units in points.items())


# --- All awards in one table -------------------------------------------------------------------------------------


def _rows(outcome: Outcome, assessment: Assessment, edition: Edition) -> list[Sequence[Any]]:
    from overtrick.formats.awards_table import rows

    return [[outcome.reading.file, *row] for row in rows(assessment, edition)]


def _table(lines: Sequence[FileSummary], out: str) -> bytes:
    from overtrick.formats.awards_table import COLUMNS

    columns = ("File", *COLUMNS)
    rows = [row for line in lines for row in line.rows]
    return write_file.table(columns, rows, out)


# --- What is printed ---------------------------------------------------------------------------------------------


def _tell(lines: Sequence[FileSummary], wanted: Wanted) -> None:
    output.table(_COLUMNS, [_cells(line) for line in lines], figures=_FIGURES, whole=_WHOLE)
    output.say(f"\n{_total(lines)}")
    if wanted.out:
        output.say(f"All awards are in {wanted.out}.")
    for line in lines:
        if line.as_if:
            output.say(f"\n{line.file}: {line.as_if}")
    for line in lines:
        if wanted.compare and line.compared:
            output.say(f"\n{line.file}: claimed and computed points that differ")
            award.tell_comparison(line.compared)
    tell_what_is_open([(line.file, line.problems, line.questions) for line in lines])


def _cells(line: FileSummary) -> list[str]:
    points = _points_text(line.points) + (" (as if)" if line.as_if else "")
    claimed = ""
    if line.players:
        claimed = f"{line.differing} of {line.players} differ" if line.differing else "agree"
    good = str(line.awards) if line.is_good else ""
    return [
        line.file,
        line.event,
        line.day,
        line.tables,
        good,
        points,
        claimed,
        open_cell(line.problems, line.questions),
    ]


def open_cell(problems: Sequence[Problem], questions: Sequence[Question]) -> str:
    """Count what stands in the way of the awards."""
    counts = [(len(problems), "problem"), (len(questions), "question")]
    return ", ".join(output.counted(count, word) for count, word in counts if count)


def _total(lines: Sequence[FileSummary]) -> str:
    good = [line for line in lines if line.is_good]
    parts = [f"{output.counted(len(lines), 'file')}: {len(good)} worked out"]
    points: dict[Colour, int] = {}
    for line in good:
        for colour, units in line.points.items():
            points[colour] = points.get(colour, 0) + units
    awards = output.counted(sum(line.awards for line in good), "award")
    parts.append(f"{awards} ({_points_text(points)})" if points else awards)
    as_if = sum(bool(line.as_if) for line in good)
    if as_if:
        parts.append(f"{as_if} as if played under an edition that does not apply")
    with_problems = sum(bool(line.problems) for line in lines)
    with_questions = sum(bool(line.questions) and not line.problems for line in lines)
    if with_problems:
        parts.append(f"{with_problems} with problems")
    if with_questions:
        parts.append(f"{with_questions} with open questions")
    differing = sum(bool(line.differing) for line in lines)
    if any(line.players for line in lines):
        parts.append(f"{differing} with claims that differ" if differing else "all claimed points agree")
    return ", ".join(parts) + "."


def tell_what_is_open(found: Sequence[tuple[str, Sequence[Problem], Sequence[Question]]]) -> None:
    """List the problems of every file, and every question once, with the files that leave it open."""
    # A mistake in what was typed, or in answers for a whole folder, is found again with every file.
    told = {problem: None for _file, problems, _questions in found for problem in problems[:_AUDITED]}
    count = len({problem for _file, problems, _questions in found for problem in problems})
    if told:
        output.complain("")
        output.tell_problems(list(told), count)
    for file, problems, _questions in found:
        if len(problems) > _AUDITED:
            output.complain(f"  {file}: {len(problems) - _AUDITED} more; overtrick read of this file alone lists them.")
    asked: dict[tuple[str, str], dict[Question, list[str]]] = {}
    for file, _problems, questions in found:
        for question in questions:
            # Readers put the same question in their own words; about these each is another.
            key = question.word, question.asks if question.word in _PARTICULAR else ""
            asked.setdefault(key, {}).setdefault(question._replace(because=""), []).append(file)
    if asked:
        output.complain("\nLeft open:")
    for alike in asked.values():
        for line in _asked(alike):
            output.complain(f"  {line}")


def _asked(alike: Mapping[Question, Sequence[str]]) -> Iterator[str]:
    """Put a question that many files leave open once, and under it what to type for which of them."""
    from overtrick.cli import questions

    first = next(iter(alike))
    yield questions.asked(first)
    by_answer: dict[tuple[str, bool], list[str]] = {}
    for question, where in alike.items():
        by_answer.setdefault((questions.option(question), bool(question.suggested)), []).extend(where)
    for (answer, hinted), where in by_answer.items():
        more = f" and {len(where) - _NAMED} more" if len(where) > _NAMED else ""
        hint = "as the file suggests" if hinted else "for example"
        yield f"  {answer}, {hint}: {', '.join(where[:_NAMED])}{more}"
