"""``overtrick lab export``, ``collect`` and ``check``."""

from __future__ import annotations

from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from overtrick.cli import output
from overtrick.cli.lab.failures import answered
from overtrick.cli.office import context
from overtrick.cli.office.progress_bar import bar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.engine.event import Event
    from overtrick.lab.season import Season


@context.answered
@answered
def export(folder: str, *, home: str, first: str, last: str, names: bool, federation: str) -> int:
    """Write a season out of the book."""
    context.choose_home(home)
    with context.looking(federation) as there, bar("Events") as tell:
        from overtrick.lab.export import Nothing
        from overtrick.lab.export import export as export_book

        begins, ends = _day("--from", first), _day("--until", last)
        try:
            season = export_book(there.federation, Path(folder), begins, ends, names=names, progress=tell)
        except Nothing as error:
            raise context.Unclear(str(error)) from None
    return _told(season)


@context.answered
@answered
def collect(folder: str, source: str, *, handbook: str, status: str) -> int:
    """Read a folder of files into a season."""
    from overtrick.cli.files import Options, readings_or_mistake, sources
    from overtrick.formats.outcome import work_out
    from overtrick.handbooks import edition
    from overtrick.lab.collect import LeftOut
    from overtrick.lab.collect import collect as collect_files

    if handbook not in edition.names():
        raise context.Unclear(f"there is no handbook {handbook!r}; choose from {', '.join(edition.names())}")
    told = [("--handbook", "handbook", handbook), *([("--status", "status", status)] if status else [])]
    asked = Options(tuple(told))

    def left_out(found: LeftOut) -> None:
        output.complain(f"Left out: {found.file}: {found.why}")

    def events() -> Iterator[tuple[str, Event]]:
        for each in sources([source]):
            for reading in readings_or_mistake(each, asked):
                outcome = work_out(reading, "")
                if outcome.worked_out and reading.event is not None:
                    yield each.label, reading.event
                else:
                    open_questions = [question.asks for question in outcome.questions]
                    why = [*(problem.found for problem in outcome.problems), *open_questions]
                    left_out(LeftOut(each.label, why[0] if why else "There is no event in it."))

    return _told(collect_files(Path(folder), handbook, events(), left_out))


def _told(season: Season) -> int:
    card = season.card
    output.say(
        f"{season.folder}: {output.counted(card['events'], 'event')} from {season.first} to {season.last}, "
        f"{card['plain']} of them worked out by {card['situations']} situations. Digest {season.digest}"
    )
    return output.GOOD


@answered
def check(folder: str, *, every: bool) -> int:
    """Compare the season with its book, and the two ways of working it out with each other."""
    from overtrick.lab.check import whole_differences, wrong_events
    from overtrick.lab.season import Season

    season = Season(Path(folder))
    wrong = [*wrong_events(season), *(whole_differences(season) if every else ())]
    for each in wrong[:20]:
        output.complain(each)
    if wrong:
        output.complain(f"{output.counted(len(wrong), 'event')} differ.")
        return output.PROBLEMS
    how = " and event by event" if every else ""
    output.say(
        f"{output.counted(season.card['events'], 'event')}: by situations{how} the awards are those of the book."
    )
    return output.GOOD


def _day(option: str, typed: str) -> date:
    try:
        return date.fromisoformat(typed)
    except ValueError:
        raise context.Unclear(f"{option} is {typed!r}; write the day as 2025-09-01") from None
