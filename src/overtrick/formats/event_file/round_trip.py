"""Will an event, written in words, be read as the same event? Told without reading every row of the results.

A plain row (a place, a score, names and numbers) is judged by what it holds; all that is left is written and read. Of
club nights that differ only in their day, their names and their plain rows, the first one is read.
"""

from __future__ import annotations

from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING

from overtrick.engine.event import Contestant, Play, Player
from overtrick.formats.event_file.checks import check_stage
from overtrick.formats.event_file.contestants import NO_NUMBER
from overtrick.formats.event_file.parts import DECIMAL, Findings
from overtrick.formats.event_file.reading import read
from overtrick.formats.event_file.writing import write

if TYPE_CHECKING:
    from overtrick.engine.event import Event, Field, Stage

#: Larger lists are read as a whole: a file can be too large.
_MOST = 1_000
_LARGEST_PLACE = 999

#: All that a plain row has not: standing, category, section and what else may be told.
_NOTHING_ELSE = Contestant("")[4:]
_NAMED_ONLY = Player("")[2:]


def surely_kept(event: Event) -> bool:
    """Say whether an event is surely read again as it is; if not, only reading it tells."""
    findings = Findings("")
    for index, stage in enumerate(event.stages):
        check_stage(findings, stage, ("stages", index))
    if findings.problems or sum(len(field.contestants) for stage in event.stages for field in stage.fields) > _MOST:
        return False
    short = _without_names(event)._replace(stages=tuple(map(_short, event.stages)))
    return _shape_comes_back(short) if all(map(_is_plain, short.stages)) else _comes_back(short)


def _comes_back(event: Event) -> bool:
    return read("", write(event).encode()).event == event


@lru_cache(maxsize=256)
def _shape_comes_back(event: Event) -> bool:
    """Answer for all events of one shape; there are few."""
    return _comes_back(event)


def _without_names(event: Event) -> Event:
    """Give an event the names of any other, where they are plain, and the first day of its year."""
    begins = event.begins if event.last_day else event.begins.replace(month=1, day=1)
    name, organiser = (text and ("Event" if _one_line(text) else text) for text in (event.name, event.organiser))
    return event._replace(name=name, organiser=organiser, begins=begins)


def _short(stage: Stage) -> Stage:
    """Leave the plain rows out, but for one in each list; those that matches name are all needed."""
    if stage.matches or stage.rounds:
        return stage
    fields = enumerate(stage.fields)
    return stage._replace(fields=tuple(_short_field(field, stage.play, at) for at, field in fields))


def _short_field(field: Field, play: Play, at: int) -> Field:
    if field.entered is not None and field.entered < len(field.contestants):
        return field
    plain: list[Contestant] = []
    others: list[Contestant] = []
    for each in field.contestants:
        (plain if _plain(each, play) else others).append(each)
    return field._replace(contestants=(*(_usual(each, at) for each in plain[:1]), *others))


def _usual(contestant: Contestant, at: int) -> Contestant:
    """Give a plain row with the names, numbers and figures of any other, that no other list has."""
    players = tuple(
        Player(f"Player {at} {seat}", each.number and f"{at}{seat}") for seat, each in enumerate(contestant.players)
    )
    return Contestant(
        " & ".join(each.name for each in players),
        players,
        contestant.place and 1,
        None if contestant.score is None else Decimal(0),
    )


def _is_plain(stage: Stage) -> bool:
    """Say whether a stage has no more than plain rows."""
    rows = (each for field in stage.fields for each in field.contestants)
    return not (stage.matches or stage.rounds) and all(_plain(each, stage.play) for each in rows)


def _plain(contestant: Contestant, play: Play) -> bool:
    name, players, place, score = contestant[:4]
    return (
        contestant[4:] == _NOTHING_ELSE
        and len(players) > (play is Play.PAIRS)
        and name == " & ".join(each.name for each in players)
        and all(each[2:] == _NAMED_ONLY and each.name and _one_line(each.name) for each in players)
        and all(_one_line(each.number) and each.number.lower() not in NO_NUMBER[1:] for each in players)
        and (place is None or 0 < place <= _LARGEST_PLACE)
        and (score is None or DECIMAL.fullmatch(format(score, "f")) is not None)
    )


def _one_line(text: str) -> bool:
    return text.isprintable() and text == " ".join(text.split())
