"""Which scale governs each list of an event? Club nights, Swiss events, aggregated lists and their finals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine import parts
from overtrick.engine.assessment import NoScale, Refused, Remark, Unknown
from overtrick.engine.event import Contest, Play, Schedule, StageKind
from overtrick.engine.working import NOTHING, Step, rule, step
from overtrick.handbooks.family import assess, entry, lists, scale_selection
from overtrick.handbooks.family import status as levels
from overtrick.handbooks.family.shared import whole
from overtrick.handbooks.family.stage_sequence import SERIES

from . import aggregates, basic, championships, finals, swiss
from .finals import Main

if TYPE_CHECKING:
    from overtrick.engine.event import Series, Stage
    from overtrick.handbooks.family.basic import Tariff
    from overtrick.handbooks.family.credit import Credits

    from .championships import Championship

CLUB = "club"

#: Facts that decide what a list is paid.
FACTS = ("championship", "exclusive", "aggregated events")


class Route(scale_selection.Route):
    """The way from the stages of one event to their tariffs by the guide for clubs."""

    knock_outs = False
    lines_apart = True

    def asked(self, _stage: Stage) -> tuple[object, ...]:
        """Give the facts that decide the tariff."""
        return tuple(self.event.fact(name) for name in FACTS)

    def status(self, index: int, own: str = "", raised_as: int | None = None) -> Step:  # noqa: ARG002
        """Every event of the guide is a club's."""
        return self.named_status(own or self.event.stages[index].status or self.event.status or CLUB, index)

    def is_small_final(self, _index: int) -> bool:
        """No final is paid as a knock-out, however small."""
        return False

    @rule("ch1.lines", "table4")
    def groups(self, index: int) -> list[lists.Group]:
        """Each direction is a field of its own, counted by its pairs; a half table adds to one of them."""
        stage = self.event.stages[index]
        if stage.play is Play.INDIVIDUAL and stage.winners > 1:
            remedy = "Give one list, or ask the Master Points Policy Committee for a scale."
            raise Unknown(
                "The guide knows individual events with one winner only.",
                remedy,
                "stages",
                index,
                code="winners-against-play",
            )
        return [
            group._replace(
                fields=(field,), counts=(count,), outside=tuple(each for each in group.outside if each[0] == field.name)
            )
            for group in super().groups(index)
            for field, count in zip(group.fields, group.counts, strict=True)
        ]

    def tariff(self, index: int, group: lists.Group) -> Tariff:
        """Find what a list is paid, in an event that is large enough as a whole.

        What hangs on more than the size of the list is looked at here, before an answer that was kept is taken.
        """
        self._check_entry(index, group)
        stage = self.stage(index, group)
        if stage.contest is not Contest.SWISS or stage.kind is not StageKind.ONLY:
            return super().tariff(index, group)
        swiss.check(self.book, stage, group.counts[0])
        if self.championship.name != championships.MAJOR:
            return super().tariff(index, group)
        leave = championships.given_beforehand(self.event.fact("permission"), self.event.begins)
        if leave.holds is False:
            raise Refused(leave.working)
        return super().tariff(index, group)._replace(note=None if leave.holds else leave.working)

    def find(self, index: int, group: lists.Group) -> Tariff:
        """Find what a list is paid, worked out anew."""
        stage = self.stage(index, group)
        size = self.size(stage, group)
        if stage.contest in SERIES:
            return self._aggregate(index, group)
        before = self.series_before(index)
        if stage.kind in (StageKind.FINAL, StageKind.CONSOLATION) and before is not None:
            return self._final(index, before, group)
        if len(self.event.stages) > 1 or stage.kind is not StageKind.ONLY:
            return self._stage_of_several(index, group)
        if stage.contest is Contest.LEAGUE or group.fields[0].division:
            raise NoScale(levels.no_such_scale(self.book, "leagues and divisions"))
        entry.long_enough(self.book, stage.schedule)
        if stage.contest is Contest.SWISS:
            return swiss.tariff(self.book, size, stage, self.status(index), self.championship)
        return basic.tariff(self.book, size, self.status(index), self.championship, stage.schedule.boards)

    @property
    def championship(self) -> Championship:
        """Say which championship the event is; a list of several events always has boards enough for a long one."""
        long = any(stage.contest in SERIES for stage in self.event.stages)
        found = championships.of_event(self.event, self.boards_of_all_stages(), self.book)
        return found._replace(long=found.long or long)

    def boards_of_all_stages(self) -> int:
        """Count the boards of the whole event: from 36 on more are paid, and a minor championship is paid more."""
        told, least = sum(stage.schedule.boards for stage in self.event.stages), whole(self.book, "long event")
        if any(stage.contest in SERIES for stage in self.event.stages):
            return told
        why = f"An event of {least} boards in all is paid otherwise (ch1.share-exceptions, ch2.minor-long)"
        return parts.boards_of_the_whole(self.event, told, least, why)

    def series(self, index: int) -> Series:
        """Give the events that a list adds up, which must be told."""
        series = self.event.stages[index].series
        if series is None:
            remedy = "Give the games (events that could be played) and the results counted."
            raise Unknown(
                "The event does not say how many events the list adds up.",
                remedy,
                "stages",
                index,
                code="series-missing",
            )
        return series

    def series_before(self, index: int) -> int | None:
        """Find the aggregated list that decided who plays a final."""
        return next((at for at, each in enumerate(self.event.stages[:index]) if each.contest in SERIES), None)

    def _aggregate(self, index: int, group: lists.Group) -> Tariff:
        stage = self.event.stages[index]
        if parts.leads_to_a_final(self.event, index):
            raise Refused(aggregates.waits_for_the_final())
        championship = self.championship
        if stage.play is Play.INDIVIDUAL and self.event.fact("aggregated events") not in ("", "individual"):
            raise Refused(aggregates.not_individual_events())
        if championship.name == championships.MAJOR and self.event.fact("exclusive") == "no":
            raise Refused(aggregates.not_exclusive())
        size = self.size(stage, group)
        return aggregates.tariff(self.book, size, self.status(index), self.series(index), championship)

    def _final(self, index: int, before: int, group: lists.Group) -> Tariff:
        stages = self.event.stages
        stage = stages[index]
        series = self.series(before)
        least = self.book.table("restricted_final").whole(str(stage.play), "events before")
        if series.games < least:
            raise Refused(finals.too_few_before(stage.play, series.games, least))
        consolation = stage.kind is StageKind.CONSOLATION
        main = next((each for each in stages if consolation and each.kind is StageKind.FINAL), stage)
        return finals.tariff(
            self.book,
            self.size(stage, group),
            self.status(index),
            Main(sum(field.size for field in stages[before].fields), main.schedule.boards),
            self.championship,
            consolation=consolation,
        )

    def _stage_of_several(self, index: int, group: lists.Group) -> Tariff:
        """A teams event with scores carried forward is one event; other stages have their scales elsewhere."""
        stages = self.event.stages
        stage = stages[index]
        untold = (self.event.boards_before, self.event.boards_to_come)
        for schedule in (*(each.schedule for each in stages), *(Schedule(boards) for boards in untold if boards)):
            entry.long_enough(self.book, schedule)
        if stage.play is Play.TEAMS and any(each.carry_forward for each in stages):
            if index != len(stages) - 1 or parts.goes_on(self.event):
                raise Refused(finals.paid_once())
            boards = self.boards_of_all_stages()
            size = self.size(stage, group)
            return basic.tariff(self.book, size, self.status(index), self.championship, boards)
        if index and stage.kind is StageKind.FINAL and stages[index - 1].kind is StageKind.QUALIFYING:
            before, after = (sum(field.size for field in each.fields) for each in stages[index - 1 : index + 1])
            failed = finals.not_cut_enough(self.book, before, after)
            if failed is not None:
                raise Refused(failed)
        raise NoScale(finals.no_scale_here())

    def _check_entry(self, index: int, group: lists.Group) -> None:
        """Complete tables are counted over both directions, and before a final those who entered the events."""
        stage = self.event.stages[index]
        if stage.contest in SERIES:
            return
        before = self.series_before(index)
        if before is not None:
            counts: tuple[int, ...] = (sum(field.size for field in self.event.stages[before].fields),)
            winners = 1
        else:
            counts = self._lines(index, group)
            winners = min(stage.winners, len(counts))
        tables = entry.full_tables(self.book, stage.play, winners, counts)
        entry.large_enough(self.book, stage.play, winners, tables)

    def _lines(self, index: int, group: lists.Group) -> tuple[int, ...]:
        """Count the contestants of both directions of the section that a list belongs to."""
        if self.event.stages[index].winners == 1:
            return group.counts
        section = group.fields[0].section
        return next(
            (whole.counts for whole in super().groups(index) if whole.fields[0].section == section), group.counts
        )

    @rule("ch2.stratified", "ch1.no-handicap")
    def credit_strata(self, office: Credits, index: int, group: lists.Group) -> bool:
        """Stratified lists are not recognised: points go by the original ranking only."""
        told = not_stratified()
        remark = Remark(told.says, told.clause, code="strata-change-nothing")
        if remark not in office.remarks:
            office.remarks.append(remark)
        return assess.credit_group(office, self, index, group)


@rule("ch2.stratified")
def not_stratified() -> Step:
    """Say that the lists of the categories pay nothing."""
    return step("Stratified lists are not recognised: the original ranking is paid, and nothing else", 0, NOTHING)
