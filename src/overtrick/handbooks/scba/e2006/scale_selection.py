"""Which scale governs each list? As in the family, with changes for the quick guide, leagues and large teams."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.event import Contest, Play
from overtrick.engine.working import rule
from overtrick.handbooks.family import basic, leagues, matches, scale_selection
from overtrick.handbooks.family.shared import whole
from overtrick.handbooks.family.stage_sequence import SERIES

from . import guide, knock_outs, overseas, team_sizes
from . import leagues as keys
from . import status as statuses

if TYPE_CHECKING:
    from overtrick.engine.event import Stage
    from overtrick.engine.working import Step
    from overtrick.handbooks.family.basic import Size, Tariff
    from overtrick.handbooks.family.knock_out import RoundPlan
    from overtrick.handbooks.family.lists import Group


class Route(scale_selection.Route):
    """The way from the stages of one event to their tariffs."""

    def asked(self, stage: Stage) -> tuple[object, ...]:
        """Give what else decides the tariff of a plain event: its facts, and how many of a team play at once."""
        abroad = overseas.is_one(self.event)
        return (*self.event.facts, stage.team_size, self.event.begins if abroad else None)

    def named_status(self, name: str, index: int) -> Step:
        """Look a status up by its name; the SCBA's own is pegged."""
        if name == statuses.SCBA:
            return statuses.pegged(self.book, self.event)
        return super().named_status(name, index)

    def status(self, index: int, own: str = "", raised_as: int | None = None) -> Step:
        """Give the level of a stage before any raise of its own."""
        statuses.check_championship(self.event, ladder=self.event.stages[index].contest in SERIES)
        organiser = own or self.event.stages[index].status or self.event.status
        found = statuses.by_entry(self.book, self.event, organiser, super().status(index, own, raised_as))
        return guide.as_listed(self.book, self.event, found)

    @property
    def sections_are_one(self) -> bool:
        """Some events of the guide are one field whatever they are scored by."""
        return guide.is_one_field(self.book, self.event)

    def size(self, stage: Stage, group: Group) -> Size:
        """Give what decides the scale of a list; by a setting the guide's short finals keep their level."""
        size = super().size(stage, group)
        if guide.keeps_its_level(self.book, self.event, stage):
            return size._replace(schedule=size.schedule._replace(boards=whole(self.book, "short stage") + 1))
        return size

    @property
    def entered_abroad(self) -> int:
        """Count everybody who entered an event abroad, in its first stage."""
        return sum(field.size for field in self.event.stages[0].fields)

    def find(self, index: int, group: Group) -> Tariff:
        """Find what a list is paid."""
        stage = self.stage(index, group)
        if overseas.is_one(self.event):
            whole_field = self.size(self.event.stages[0], self.groups(0)[0])
            return overseas.tariff(self.book, self.event, stage, whole_field)
        fresh = guide.consolation(self.book, self.event, stage)
        if fresh is not None:
            tariff = self._by_itself(stage, self.size(stage, group), fresh, qualifying=False, note=None)
        else:
            tariff = super().find(index, group)
        return team_sizes.reduced(self.book, stage, tariff)

    @rule("QG5/qualifying", "QG6/qualifying", "QG6b", "QG9", "QG3b/qualifying", "QG3b/final")
    def _by_itself(self, stage: Stage, size: Size, status: Step, *, qualifying: bool, note: Step | None) -> Tariff:
        """A stage by itself is paid for its matches if it is long enough; in the guide too."""
        if guide.by_the_basic_scale(self.book, self.event, stage):
            return basic.tariff(self.book, size, status, qualifying=qualifying, note=note)
        return super()._by_itself(stage, size, status, qualifying=qualifying, note=note)

    def _division(self, index: int, group: Group, size: Size) -> Tariff:
        stage = self.stage(index, group)
        if stage.contest is not Contest.LEAGUE or not matches.are_awarded(self.book, stage):
            return super()._division(index, group, size)
        division = self.divisions(self.event.stages[index])[group.fields[0].division]
        key = keys.key_figure(self.book, division)
        unit = keys.unit_of_ranking(self.book, self.event, key)
        return leagues.tariff(self.book, size, stage, division.status, key, unit)

    def own_terms(self, index: int) -> tuple[Step, int | None] | None:
        """Give the terms of a match for third place."""
        if knock_outs.is_third_place(self.event.stages[index]):
            return knock_outs.third_place(self, index)
        return None

    def check_cup(self, index: int, original: int | None) -> None:
        """Refuse a knock-out of too few, counted in its first stage."""
        stage = self.event.stages[index]
        if original is None:
            entered = int(self.entry_of_cup(index, whole(self.book, "entry of a knock-out")).value)
        else:
            entered = original // (2 if stage.play is Play.PAIRS else 1)
        knock_outs.large_enough(self.book, entered)

    def plan(self, stage: Stage, original: int | None) -> list[RoundPlan]:
        """Number the rounds of a knock-out, in two events of the guide in their own way."""
        name = self.event.fact("event")
        if name == guide.CHALLENGE:
            return knock_outs.challenge(self.book, stage)
        if name == guide.LEAGUE_CUP and self.book.setting("league_cup_triangle") == "printed":
            return knock_outs.losers_pool(self.book, stage, original)
        return super().plan(stage, original)

    def cup_win(self, stage: Stage, planned: RoundPlan, status: Step, neighbours: tuple[int, ...] = ()) -> Step:
        """Say what a win in a round is worth, less in large teams."""
        won = super().cup_win(stage, planned, status, neighbours)
        by = team_sizes.factor(self.book, stage)
        return won if by.value == 1 else team_sizes.part(self.book, by, won)
