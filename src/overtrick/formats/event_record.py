"""How is an event stored so that a program can load it quickly? As rows of values in the order of its records.

The words of the event file are for people and for the day when this program is gone; to read them takes seven times
as long. A record says the same, exactly: every figure, day and word comes back as it was.

Values at the end of a row that are the usual ones are left out. So a field that is added later, at the end of its
record and with a usual value, is read from older rows as well; any other change of shape is a new form.
"""

from __future__ import annotations

import json
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from overtrick.engine.event import (
    Contest,
    Contestant,
    Ended,
    Event,
    Field,
    Handicap,
    Match,
    Movement,
    Play,
    Player,
    Round,
    Schedule,
    Scoring,
    Section,
    Series,
    Side,
    Stage,
    StageKind,
    Standing,
    Tally,
)

if TYPE_CHECKING:
    from collections.abc import Callable

#: The form of the rows; it stands before them.
FORM = 1


class UnreadableRecord(ValueError):
    """A record is not one of an event, or is of a form that this program does not know; quotes nothing of it."""


def write(event: Event) -> str:
    """Write an event as rows of values."""
    return json.dumps([FORM, _row(event)], ensure_ascii=False, separators=(",", ":"), default=_text)


def read(record: str) -> Event:
    """Read an event out of its rows."""
    return _read(record, _FORMS)


def read_outline(record: str) -> Event:
    """Read an event without anybody who played: its lists are empty, and it has no matches and rounds."""
    return _read(record, _OUTLINES)


def _read(record: str, forms: dict[int, Callable[[list[Any]], Event]]) -> Event:
    try:
        form, row = json.loads(record)
        known = forms.get(form)
        event: Event | None = known(row) if known else None
    except (ValueError, TypeError, IndexError, ArithmeticError) as error:
        message = "the record is not one of an event"
        raise UnreadableRecord(message) from error
    if event is None:
        message = f"the record has the form {form}, and this program knows {', '.join(map(str, forms))}"
        raise UnreadableRecord(message)
    return event


# --- To rows -----------------------------------------------------------------------------------------------------


def _row(value: Any) -> Any:  # noqa: ANN401 - a value of any field
    """Make rows of records and lists; a row ends with its last value that is not the usual one."""
    if not isinstance(value, tuple):
        return value
    usual = getattr(value, "_field_defaults", None)
    length = len(value)
    if usual:
        names = value._fields  # type: ignore[attr-defined]
        while length and names[length - 1] in usual and value[length - 1] == usual[names[length - 1]]:
            length -= 1
    return [_row(each) for each in value[:length]]


def _text(value: date | Decimal) -> str:
    return str(value)


# --- From rows ---------------------------------------------------------------------------------------------------


def _record(made: type[tuple[Any, ...]], **fields: Callable[[Any], Any]) -> Callable[[list[Any]], Any]:
    """Make a reader of rows; ``fields`` are those whose values are not plain text, numbers or yes and no."""
    names: tuple[str, ...] = made._fields  # type: ignore[attr-defined]
    readers = sorted((names.index(name), reader) for name, reader in fields.items())

    def read_row(row: list[Any]) -> Any:  # noqa: ANN401 - any of the records
        length = len(row)
        for at, reader in readers:
            if at >= length:
                break
            if row[at] is not None:
                row[at] = reader(row[at])
        return made(*row)

    return read_row


def _each(reader: Callable[[Any], Any]) -> Callable[[list[Any]], tuple[Any, ...]]:
    return lambda rows: tuple(map(reader, rows))


def _number(written: int | str) -> int | Decimal:
    return Decimal(written) if isinstance(written, str) else written


def _lengths(rows: list[Any]) -> tuple[tuple[int, Tally], ...]:
    return tuple((boards, _tally(row)) for boards, row in rows)


def _nobody(_rows: list[Any]) -> tuple[()]:
    return ()


def _segments(rows: list[Any]) -> tuple[Match, ...]:
    return tuple(map(_match, rows))


_tally = _record(Tally, lengths=_lengths)
_player = _record(Player, tally=_tally, sessions=tuple)
_contestant = _record(Contestant, players=_each(_player), score=_number, standing=Standing, tally=_tally)
_schedule = _record(Schedule, sessions=tuple)
_field = _record(Field, contestants=_each(_contestant), schedule=_schedule, movement=Movement, scoring=Scoring)
_side = _record(Side, players=_each(_player), score=_number, imps=_number)
_match = _record(Match, sides=_each(_side), ended=Ended, segments=_segments)
_round = _record(Round, matches=_each(_match), byes=tuple, earned_byes=tuple, sessions=tuple)
_series = _record(Series, average_tables=_number)
_section = _record(Section, schedule=_schedule, movement=Movement, scoring=Scoring)


def _stage_of(**fields: Callable[[Any], Any]) -> Callable[[list[Any]], Stage]:
    return _record(
        Stage,
        play=Play,
        schedule=_schedule,
        kind=StageKind,
        contest=Contest,
        series=_series,
        handicap=Handicap,
        scoring=Scoring,
        between=tuple,
        movement=Movement,
        match_scores=Scoring,
        sections=_each(_section),
        **fields,
    )


def _event_of(stage: Callable[[Any], Stage]) -> Callable[[list[Any]], Event]:
    return _record(
        Event,
        begins=date.fromisoformat,
        stages=_each(stage),
        facts=_each(tuple),
        last_day=date.fromisoformat,
        still_in=tuple,
        direct_entrants=tuple,
        continues=date.fromisoformat,
    )


_event = _event_of(_stage_of(fields=_each(_field), matches=_each(_match), rounds=_each(_round)))
_empty_list = _record(Field, contestants=_nobody, schedule=_schedule, movement=Movement, scoring=Scoring)
_outline = _event_of(_stage_of(fields=_each(_empty_list), matches=_nobody, rounds=_nobody))

#: How each form is read.
_FORMS: dict[int, Callable[[list[Any]], Event]] = {FORM: _event}
#: The same, without who played.
_OUTLINES: dict[int, Callable[[list[Any]], Event]] = {FORM: _outline}
