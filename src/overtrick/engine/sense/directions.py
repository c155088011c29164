"""Do movement, winners and directions agree? A Howell has one list, a Mitchell one for each direction, equally long."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine import lengths
from overtrick.engine.event import Contest, Movement, Play

if TYPE_CHECKING:
    from overtrick.engine.assessment import Path
    from overtrick.engine.event import Field, Stage
    from overtrick.engine.sense.report import Report

_TWO = 2
#: An arrow switch makes one field of both directions.
_ONE_WINNER = (Movement.HOWELL, Movement.ARROW_SWITCHED)


def check(report: Report, stage: Stage, path: Path) -> None:
    """Compare the lists that stand side by side in a section, a division or a session with its movement."""
    if stage.contest is not Contest.MOVEMENT or stage.play is Play.TEAMS:
        return
    together: dict[tuple[str, str, int], list[tuple[int, Field]]] = {}
    for at, field in enumerate(stage.fields):
        together.setdefault((field.division, field.section, field.session), []).append((at, field))
    for lists in together.values():
        if stage.play is Play.PAIRS:
            _check_movement(report, stage, lists, path)
        if stage.winners == len(lists) > 1:
            _check_balance(report, [field for _at, field in lists])


def _check_movement(report: Report, stage: Stage, lists: list[tuple[int, Field]], path: Path) -> None:
    at, field = lists[0]
    told_here = field.movement is not None
    way: Path = (*path, "fields", at, "movement") if told_here else (*path, "movement")
    sections = dict.fromkeys(each.section or field.section for each in field.contestants)
    for section in sections or (field.section,):
        movement = lengths.movement_of(stage, field, section)
        what = f"Section {section}" if section else "The event"
        if movement in _ONE_WINNER and len(lists) == _TWO == stage.winners:
            found = f"{what} is given as {movement}, which has one winner, and with a list for each direction."
            remedy = "Correct 'movement', or give one list of everybody and winners: 1."
            report.problem("movement-against-winners", found, remedy, way, (*path, "winners"))
        elif movement is Movement.MITCHELL and len(lists) == 1 == stage.winners:
            question = f"Was the Mitchell arrow-switched? {what} has one list; without a switch each direction has one."
            remedy = "Write 'movement: arrow-switched', or give a list for each direction and winners: 2."
            choices = (str(Movement.ARROW_SWITCHED), str(Movement.HOWELL))
            report.ask("mitchell-with-one-winner", question, remedy, way, (*path, "winners"), choices)


def _check_balance(report: Report, fields: list[Field]) -> None:
    """At every table somebody sits in each direction; a half table of a section leaves one over."""
    sizes = [field.size for field in fields]
    sections = max(len({each.section for each in field.contestants}) for field in fields)
    if max(sizes) - min(sizes) > max(sections, 1):
        lists = " and ".join(f"{size} {field.name}" for size, field in zip(sizes, fields, strict=True))
        says = f"The directions are not of one length: {lists}. Are some contestants missing?"
        report.odd("directions-unequal", says)
