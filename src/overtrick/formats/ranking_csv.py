"""How is an event given as a plain list? A CSV that people read, and that ``ranking_list`` reads again.

Over the list stand the event, its day, the organiser and the boards. The list has the place, the direction and section
where there are any, the score, and everybody's name and number. What else an event holds is not in it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.event import Play
from overtrick.formats.tables import as_csv

if TYPE_CHECKING:
    from overtrick.engine.event import Contestant, Event, Field, Stage
    from overtrick.formats.tables import Cell

_DIRECTIONS = ("NS", "EW")


class NotOneList(ValueError):
    """The event has more lists than a plain list can show."""


def ranking_csv(event: Event) -> bytes:
    """Write an event with one list, or one for each direction, as CSV."""
    if len(event.stages) != 1:
        message = f"the event has {len(event.stages)} stages; a plain list shows one"
        raise NotOneList(message)
    (stage,) = event.stages
    directions = len(stage.fields) == len(_DIRECTIONS) and stage.winners == len(_DIRECTIONS)
    if len(stage.fields) != 1 and not directions:
        message = f"the event has {len(stage.fields)} lists; a plain list shows one, or one for each direction"
        raise NotOneList(message)
    rows: list[list[Cell]] = [["Date", event.begins]]
    if event.organiser:
        rows.append(["Club", event.organiser])
    if stage.schedule.boards:
        rows.append(["Boards", stage.schedule.boards])
    rows += _list(stage, directions=directions)
    return as_csv(("Event", event.name), rows)


def _list(stage: Stage, *, directions: bool) -> list[list[Cell]]:
    everybody = [each for field in stage.fields for each in field.contestants]
    most = max((len(each.players) for each in everybody), default=0)
    sections = any(each.section for each in everybody)
    teams = stage.play is Play.TEAMS or any(not each.players for each in everybody)
    heading: list[Cell] = ["Place"]
    heading += ["Direction"] if directions else []
    heading += ["Section"] if sections else []
    heading += ["Team"] if teams else []
    for seat in range(1, most + 1):
        heading += [f"Name {seat}", f"Number {seat}"]
    heading.append("Percentage" if stage.matchpoints else "IMPs")
    rows = [heading]
    for at, field in enumerate(stage.fields):
        for each in field.contestants:
            row: list[Cell] = [_place(each, field)]
            row += [_DIRECTIONS[at]] if directions else []
            row += [each.section] if sections else []
            row += [each.name] if teams else []
            for player in each.players:
                row += [player.name, player.number]
            row += [""] * 2 * (most - len(each.players))
            rows.append([*row, each.score])
    return rows


def _place(contestant: Contestant, field: Field) -> str:
    if contestant.place is None:
        return ""
    shared = sum(each.place == contestant.place for each in field.contestants) > 1
    return f"{contestant.place}{'=' if shared else ''}"
