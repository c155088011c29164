"""Which scale governs each list of an event? From the kind of stage and contest to a tariff."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine import lengths, parts
from overtrick.engine.assessment import NoScale, Refused, Unknown
from overtrick.engine.event import Contest, StageKind
from overtrick.engine.working import Step, step
from overtrick.handbooks.family import (
    basic,
    divisions,
    entry,
    finals,
    knock_out,
    ladders,
    lists,
    matches,
    tie_play_offs,
)
from overtrick.handbooks.family import status as levels
from overtrick.handbooks.family.basic import Size, Tariff
from overtrick.handbooks.family.shared import shared, whole
from overtrick.handbooks.family.stage_sequence import SERIES, StageSequence

if TYPE_CHECKING:
    from overtrick.engine.event import Series, Stage
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.family.credit import Credits
    from overtrick.handbooks.family.knock_out import RoundPlan
    from overtrick.handbooks.family.lists import Group

#: Contests of matches that are ranked in a list.
IN_MATCHES = (Contest.SWISS, Contest.ROUND_ROBIN)

_ONLY = StageKind.ONLY  # looked up once: it is asked of every event


class Route(StageSequence):
    """The way from the stages of one event to their tariffs; a handbook that goes another way overrides it."""

    #: Whether the handbook pays a knock-out round by round in local points.
    knock_outs = True

    #: Whether each direction of two-winner pairs is paid on its own entry, half tables counted.
    lines_apart = False

    def tariff(self, index: int, group: Group) -> Tariff:
        """Find what a group of lists is paid; the answer for a plain event of one size is kept."""
        event = self.event
        stage = event.stages[index]
        field = group.fields[0]
        if len(event.stages) > 1 or stage.kind is not _ONLY or field.division or stage.contest in SERIES:
            return self.find(index, group)
        name = field.status or stage.status or event.status
        listed = lengths.as_listed(stage, field)
        key = (
            stage.play, lists.winners_of(stage, group), stage.team_size, stage.contest, group.counts, listed.schedule,
            listed.match_boards, name, event.major_championship, *[each.says for each in group.why],
            *self.asked(listed),
        )  # fmt: skip
        kept = self.book.kept
        found = kept.get(key)
        if found is None:
            try:
                found = self.find(index, group)
            except Refused as refused:
                found = refused
            kept[key] = found
        if isinstance(found, Refused):
            raise type(found)(found.working)
        tariff: Tariff = found
        return tariff

    def asked(self, _stage: Stage) -> tuple[object, ...]:
        """Give what else decides the tariff of a plain event: its facts."""
        return (self.event.fact("entry"),) if self.event.facts else ()

    def stage(self, index: int, group: Group) -> Stage:
        """Give a stage as a group of its lists was played: their own boards, matches and scoring."""
        return lengths.as_listed(self.event.stages[index], group.fields[0])

    def find(self, index: int, group: Group) -> Tariff:
        """Find what a group of lists is paid, worked out anew."""
        stage = self.stage(index, group)
        size = self.size(stage, group)
        if stage.kind is StageKind.TIE_PLAY_OFF:
            raise Refused(tie_play_offs.refusal(self.book, self.event, index))
        if stage.contest in SERIES:
            return self._ladder(index)
        if group.fields[0].division or stage.contest is Contest.LEAGUE:
            return self._division(index, group, size)
        if stage.kind is StageKind.PLAY_OFF:
            return basic.tariff(self.book, size, self.status(index), note=divisions.ordinary_play_off(self.book))
        own = group.fields[0].status
        alone = self.stands_alone(index)
        if alone is not None or self.is_first(index):
            qualifying = alone is None and stage.kind is StageKind.QUALIFYING
            return self._by_itself(stage, size, self.status(index, own), qualifying=qualifying, note=alone)
        return self._later(index, group, size)

    def _by_itself(self, stage: Stage, size: Size, status: Step, *, qualifying: bool, note: Step | None) -> Tariff:
        if matches.are_awarded(self.book, stage):
            return matches.tariff(self.book, size, stage, status, qualifying=qualifying)._replace(note=note)
        chosen = (matches.in_matches(self.book, stage),) if stage.contest in IN_MATCHES else ()
        return basic.tariff(self.book, size, status, qualifying=qualifying, note=note, chosen=chosen)

    def series(self, index: int) -> Series:
        """Give the series of a ladder, which must be told."""
        series = self.event.stages[index].series
        if series is None or series.average_tables is None:
            remedy = "Give games, results counted and average tables."
            raise Unknown("A ladder without its series.", remedy, "stages", index, code="series-missing")
        return series

    def _ladder(self, index: int) -> Tariff:
        stage = self.event.stages[index]
        tariff = ladders.tariff(self.book, stage.play, self.series(index), self.status(index), with_final=False)
        if parts.leads_to_a_final(self.event, index):
            raise Refused(ladders.waits_for_the_final(self.book))
        return tariff

    def _division(self, index: int, group: Group, size: Size) -> Tariff:
        stage = self.stage(index, group)
        division = self.divisions(self.event.stages[index])[group.fields[0].division]
        size = size._replace(lower_section=division.number > 1)
        if not matches.are_awarded(self.book, stage):
            return basic.tariff(self.book, size, division.status)
        if stage.contest is Contest.LEAGUE:
            return matches.league_tariff(self.book, size, stage, division)
        return matches.tariff(self.book, size, stage, division.status)

    def _later(self, index: int, group: Group, size: Size) -> Tariff:
        stage = self.stage(index, group)
        feeding = self.feeding_series(index)
        if feeding is not None:
            series = self.series(feeding)
            if series.counted >= whole(self.book, "least results of a ladder"):
                play = self.event.stages[feeding].play
                return ladders.tariff(self.book, play, series, self.status(index), with_final=True)
            return basic.tariff(self.book, size, self.status(index), note=fed_by_a_short_series(self.book))
        if stage.kind is StageKind.OPEN:
            return self._by_itself(
                stage, size, finals.open_status(self.book, self.main_status(index)), qualifying=False, note=None
            )
        self.check_original_entry(index)
        way = self.way(index)
        if stage.kind in (StageKind.CONSOLATION, StageKind.THIRD_FINAL):
            return finals.consolation(self.book, size, stage, way, third=stage.kind is StageKind.THIRD_FINAL)
        groups = self.groups(index)
        together = sum(int(self.size(stage, each).tables(self.book).value) for each in groups)
        if len(groups) > 1:
            way = way._replace(
                original=finals.pro_rata(self.book, way.original, int(size.tables(self.book).value), together)
            )
        return finals.later_stage(self.book, size, stage, way, final=stage.kind is StageKind.FINAL)

    def strata(self, _index: int, _group: Group, _category: str, _counts: tuple[int, ...]) -> Tariff:
        """Find what the list of one category of a stratified event is paid; a handbook that has such lists says how."""
        raise NoScale(levels.no_such_scale(self.book, "stratified events"))

    def credit_strata(self, _office: Credits, index: int, _group: Group) -> bool:
        """Credit a stratified list; a handbook that has such lists says how."""
        found = "The handbook has no scale for stratified events."
        raise Unknown(found, f"Ask the {levels.office(self.book)} for one.", "stages", index, code="scale-missing")

    def own_terms(self, _index: int) -> tuple[Step, int | None] | None:
        """Give the level of a knock-out and the entry that its rounds are numbered from, where an event has its own."""
        return None

    def check_cup(self, index: int, original: int | None) -> None:
        """Refuse a knock-out of too few; one that was qualified for had its entry before."""
        if original is None:
            least = self.book.table("minimum_entry").whole(f"{self.event.stages[index].play} 1", "least")
            entry.large_enough(self.book, self.event.stages[index].play, 1, self.entry_of_cup(index, least))

    def plan(self, stage: Stage, original: int | None) -> list[RoundPlan]:
        """Number the rounds of a knock-out."""
        return knock_out.plan(self.book, stage, original)

    def cup_win(self, stage: Stage, planned: RoundPlan, status: Step, neighbours: tuple[int, ...] = ()) -> Step:
        """Say what a win in a round of a knock-out is worth."""
        return knock_out.win(self.book, stage, planned, status, neighbours)


@shared
def fed_by_a_short_series(book: Book) -> Step:
    """A final behind a series of too few results is an ordinary game of those who play in it."""
    sentence = "Fewer than {least} results lead to this final: it is an ordinary game on its own entry"
    return step(sentence, 0, "", least=whole(book, "least results of a ladder"))
