"""On what terms is a knock-out played? Its level, and the entry its rounds are numbered from (4.7.9, 4.7.10, 4.8.9)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Refused
from overtrick.engine.event import StageKind
from overtrick.engine.working import Step, rule
from overtrick.handbooks.ebu.e2024 import divisions, entry, knock_out
from overtrick.handbooks.ebu.e2024.route import CUPS

if TYPE_CHECKING:
    from overtrick.handbooks.ebu.e2024.route import Route


@rule("4.7.9", "4.7.10", "4.8.9")
def terms(route: Route, index: int) -> tuple[Step, int | None]:
    """Give the level of a knock-out, and the entry its rounds are numbered from if it was qualified for."""
    stage = route.event.stages[index]
    if stage.kind is StageKind.TIE_PLAY_OFF:
        raise Refused(divisions.tie_play_off())
    if stage.kind is StageKind.PLAY_OFF:
        return _play_off(route, index)
    if stage.kind is StageKind.ONLY or route.is_first(index) or route.stands_alone(index) is not None:
        return route.status(index), None
    if stage.kind is StageKind.CONSOLATION and stage.original_tables is None and not _qualified_otherwise(route, index):
        return route.status(index), None
    way = route.way(index)
    original = int(way.original.value)
    if stage.kind is StageKind.CONSOLATION:
        original -= way.premier
    return way.first_status, original


def _qualified_otherwise(route: Route, index: int) -> bool:
    return any(each.kind is StageKind.QUALIFYING and each.contest not in CUPS for each in route.event.stages[:index])


def _play_off(route: Route, index: int) -> tuple[Step, int | None]:
    stage = route.event.stages[index]
    for league in route.event.stages[:index]:
        labels = {field.division: field.size for field in league.fields if field.division}
        if stage.between and set(stage.between) <= labels.keys():
            if len({divisions.number_of(label) for label in stage.between}) > 1:
                break
            division = route.divisions(league)[stage.between[0]]
            return knock_out.play_off_status(division.status), sum(labels[label] for label in stage.between)
    size = route.size(stage, route.groups(stage)[0])
    entry.large_enough(route.book, stage.play, 1, size.tables)
    return route.status(index), None
