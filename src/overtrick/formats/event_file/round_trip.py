"""Will an event, written in words, be read as the same event? Told without reading every row of the results.

A plain row (a place, a score, names and numbers) is judged by what it holds; all that is left is written and read.
"""

from __future__ import annotations

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
    short = event._replace(stages=tuple(map(_short, event.stages)))
    return read("", write(short).encode()).event == short


def _short(stage: Stage) -> Stage:
    """Leave the plain rows out, but for the first of each list; those that matches name are all needed."""
    if stage.matches or stage.rounds:
        return stage
    return stage._replace(fields=tuple(_short_field(field, stage.play) for field in stage.fields))


def _short_field(field: Field, play: Play) -> Field:
    first, rest = field.contestants[:1], field.contestants[1:]
    if field.entered is not None and field.entered < len(field.contestants):
        return field
    return field._replace(contestants=(*first, *(each for each in rest if not _plain(each, play))))


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
