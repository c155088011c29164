"""Is the event of a size that there could be? Every figure within its bound, and no text of pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine import bounds, parts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.engine.assessment import Path
    from overtrick.engine.event import Event, Schedule, Stage
    from overtrick.engine.sense.report import Report

_TOO_LARGE, _TOO_LONG = "figure-too-large", "text-too-long"
#: So much of a text is shown.
_SHOWN = 40


def check(report: Report, event: Event) -> None:
    """Look at every figure of an event, at how many are in it, and at what is told in words."""
    for word, figure, way in _figures(event):
        if figure is not None and figure > bounds.most(word):
            _too_large(report, word, figure, bounds.most(word), way)
    for index, stage in enumerate(event.stages):
        path: Path = ("stages", index)
        size = sum(len(field.contestants) for field in stage.fields)
        if size > bounds.MOST_CONTESTANTS * max(len(stage.schedule.sessions), 1):
            _too_large(report, "entered", size, bounds.MOST_CONTESTANTS, (*path, "fields"))
        divisions = len({field.division for field in stage.fields})
        if divisions > bounds.MOST_DIVISIONS:
            _too_large(report, "divisions", divisions, bounds.MOST_DIVISIONS, (*path, "fields"))
        for at, field in enumerate(stage.fields):
            for word, text in (("section", field.section), ("division", field.division), ("name", field.name)):
                _check_text(report, word, text, (*path, "fields", at, word))
    for name, told in event.facts:
        way = ("facts", name)
        _check_text(report, name, told, way)
        if told.isdecimal() and len(told) <= bounds.LONGEST_TEXT and int(told) > bounds.MOST_OF_A_FACT:
            _too_large(report, name, int(told), bounds.MOST_OF_A_FACT, way)


def _figures(event: Event) -> Iterator[tuple[str, int | None, Path]]:
    """Give every figure of an event with its word and place."""
    yield parts.BEFORE, event.boards_before, (parts.BEFORE,)
    yield parts.TO_COME, event.boards_to_come, (parts.TO_COME,)
    for index, stage in enumerate(event.stages):
        yield from _of_stage(stage, ("stages", index))


def _of_stage(stage: Stage, path: Path) -> Iterator[tuple[str, int | None, Path]]:
    """Give every figure of a stage with its word and place."""
    yield from _of_schedule(stage.schedule, path)
    for word in ("match boards", "original tables", "main tables", "second tables", "stages before", "team size"):
        yield word, getattr(stage, word.replace(" ", "_")), (*path, word)
    if stage.series is not None:
        yield "games", stage.series.games, (*path, "games")
        yield "results counted", stage.series.counted, (*path, "results counted")
    for at, field in enumerate(stage.fields):
        way = (*path, "fields", at)
        yield "entered", field.entered, (*way, "entered")
        yield "session", field.session, (*way, "session")
        yield "match boards", field.match_boards, (*way, "match boards")
        if field.schedule is not None:
            yield from _of_schedule(field.schedule, way)
    for at, this in enumerate(stage.rounds):
        yield "entered", this.entered, (*path, "rounds", at, "entered")
        yield "boards", this.boards, (*path, "rounds", at, "boards")


def _of_schedule(schedule: Schedule, path: Path) -> Iterator[tuple[str, int | None, Path]]:
    yield "boards", schedule.boards, (*path, "boards")
    yield "boards in play", schedule.in_play, (*path, "boards in play")
    yield "boards with sit-outs", schedule.with_sit_outs, (*path, "boards with sit-outs")
    yield "boards", sum(schedule.sessions), (*path, "sessions")


def _too_large(report: Report, word: str, figure: int, most: int, way: Path) -> None:
    found = f"'{word[:_SHOWN]}' is {figure:,}; the most that we can work out is {most:,}."
    report.problem(_TOO_LARGE, found, "Correct the figure.", way)


def _check_text(report: Report, word: str, text: str, way: Path) -> None:
    if len(text) > bounds.LONGEST_TEXT:
        found = f"'{word[:_SHOWN]}' has {len(text):,} characters: '{text[:_SHOWN]}…'."
        report.problem(_TOO_LONG, found, f"Write at most {bounds.LONGEST_TEXT}.", way)
