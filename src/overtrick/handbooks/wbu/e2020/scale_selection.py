"""Which scale governs each list of local points? Every stage by itself: the handbook has no scale for finals (4.1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import NoScale
from overtrick.engine.event import Contest, Play, StageKind
from overtrick.engine.working import rule
from overtrick.handbooks.family import basic, ladders, matches, scale_selection
from overtrick.handbooks.family import status as levels
from overtrick.handbooks.family.shared import whole
from overtrick.handbooks.family.stage_sequence import SERIES

from . import leagues, simultaneous
from . import status as statuses

if TYPE_CHECKING:
    from overtrick.engine.event import Stage
    from overtrick.engine.working import Step
    from overtrick.handbooks.family.basic import Size, Tariff
    from overtrick.handbooks.family.lists import Group

#: Stages that are paid on their own entry.
BY_ITSELF = (StageKind.ONLY, StageKind.QUALIFYING, StageKind.OPEN)
FACTS = ("environment", "replaces", "simultaneous", statuses.CHAMPIONSHIP)


class Route(scale_selection.Route):
    """The way from the stages of one event to their tariffs."""

    knock_outs = False

    def asked(self, stage: Stage) -> tuple[object, ...]:
        """Give what else decides the tariff of a plain event: facts, and whether it is scored in match points."""
        return (*(self.event.fact(name) for name in FACTS), stage.matchpoints)

    def is_small_final(self, _index: int) -> bool:
        """Say that a final of two teams is no knock-out here: no local award is given for one."""
        return False

    def status(self, index: int, own: str = "", raised_as: int | None = None) -> Step:  # noqa: ARG002
        """Give the level of a stage."""
        name = own or self.event.stages[index].status or self.event.status
        found = statuses.where_played(self.book, self.event, name, self.named_status(name, index))
        return statuses.of_championship(self.book, self.event, found)

    @rule("4 uncovered", "4.2.2(b) open", "4.2.3.3(b) open")
    def find(self, index: int, group: Group) -> Tariff:
        """Find what a list is paid; what the handbook does not cover, the Secretary has to say."""
        stage = self.stage(index, group)
        if stage.contest in SERIES:
            series = self.series(index)
            ladders.enough_results(self.book, series)
            level = statuses.of_ladder(self.book, self.event, self.status(index), series)
            return ladders.awards(self.book, stage.play, series, level)
        size = self.size(stage, group)
        if stage.contest is Contest.LEAGUE:
            return leagues.tariff(
                self.book, size, stage, self.divisions(self.event.stages[index])[group.fields[0].division]
            )
        if stage.kind not in BY_ITSELF:
            raise NoScale(levels.no_such_scale(self.book, f"a {stage.kind} for local points"))
        status = self.status(index, group.fields[0].status)
        if self.event.fact("simultaneous") == "yes":
            simultaneous.one_list(len(self.groups(index)), index)
            return simultaneous.tariff(self.book, size, status, index)
        return self._scale_a_or_b(stage, size, status)

    @rule(
        "4.1.2", "4.1.3.1", "4.1.3.3 match", "4.1.3.3 enhanced", "4.1.1.1 72+", "4.1.5 four-winner", "4.1.5 one-winner"
    )
    def _scale_a_or_b(self, stage: Stage, size: Size, status: Step) -> Tariff:
        """The ranking is paid by scale A or B; matches of 36 boards or more in all are paid besides."""
        tariff = basic.tariff(self.book, size, status)
        if not are_awarded(self, stage):
            return tariff
        raised = self.book.setting("matches_of_a_long_event") == "raised"
        level = tariff.status if raised else status
        awards = matches.MatchAwards(
            matches.usual_boards(stage), lambda boards: matches.win(self.book, boards, level), level
        )
        return tariff._replace(matches=awards)


@rule("4.1.3.3 match", "4 match")
def are_awarded(way: Route, stage: Stage) -> bool:
    """Teams, Swiss pairs and pairs scored by imps are paid for matches in an event of 36 boards; nobody else is."""
    if stage.schedule.boards < whole(way.book, "match event"):
        return False
    if stage.play is Play.PAIRS:
        return bool(stage.match_boards) and (stage.contest is Contest.SWISS or not stage.matchpoints)
    return stage.play is Play.TEAMS
