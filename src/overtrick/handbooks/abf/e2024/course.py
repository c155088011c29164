"""How did an event go as a whole? Who played how many sessions, who came where, what was beside the final."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Asked
from overtrick.engine.event import Play, StageKind
from overtrick.engine.numbers import exact, ratio
from overtrick.engine.places import ranking
from overtrick.engine.working import Step, rule, step

from . import (
    finals,
    formulas,
    match_awards,
    national,
    outright,
    placing,
    sessions,
    singles,
)
from .attendance import Attendance
from .written import SESSIONS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from overtrick.engine.event import Contestant, Field, Series, Stage
    from overtrick.engine.places import Tied
    from overtrick.engine.scales import PlaceAwards

    from .grades import Grade
    from .outright import Entry


class Course(Attendance):
    """One event as a whole: the field and the ranking of its outright award."""

    def entry(self, index: int) -> Entry:
        """Describe the field of the outright award."""
        stage = self.event.stages[index]
        if self.series is not None:
            found = self._walk_in(index, self.series)
            return outright.Entry(int(found.value), self.stage_size(index), third=False, found=found)
        contestants = self.entry_size(index)
        if stage.original_tables is not None and self.first_stages(index) == [index]:
            contestants = stage.original_tables * self.at_a_table(index)
        what = "player" if self.singles else str(stage.play).removesuffix("s")
        tables = self.entry_tables(index)
        found = outright.entered(contestants, tables, what)
        if self.singles:
            return outright.Entry(tables, contestants, third=False, found=found)
        everybody = not self.is_national_qualifier and national.pays_everybody(self.paid_by)
        third = self.pays_a_third(stage)
        return outright.Entry(tables, contestants, third, self.amplification, everybody=everybody, found=found)

    def _walk_in(self, index: int, series: Series) -> Step:
        """Count the tables of a walk-in event: average attendance, or who qualified."""
        if series.average_tables is None:
            at = next(at for at, stage in enumerate(self.event.stages) if stage.series is not None)
            raise Asked(
                "How many tables played on average? The outright award of a walk-in event depends on it (4.3.2).",
                "Give 'average tables' of the series.",
                "stages",
                at,
                "average tables",
                code="abf-average-tables",
            )
        average = exact(str(series.average_tables))
        if self.event.fact("congress event") == "walk-in":
            return outright.walk_in_final(average)
        return outright.walk_in(self.book, average, ratio(self.stage_size(index), self.at_a_table(index)))

    @property
    def series(self) -> Series | None:
        """Give the series of a walk-in event."""
        return next((stage.series for stage in self.event.stages if stage.series is not None), None)

    def entry_of_list(self, index: int, field: Field) -> tuple[Entry, int | None]:
        """Give the field of one ranking list, and how many of a final can be paid.

        Sections that cannot be compared count their own tables, directions of one section half of them (4.3.4).
        """
        entry = self.entry(index)
        lists = self.overall_lists(index)
        stage = self.event.stages[index]
        in_final = None
        if stage.kind is StageKind.FINAL and not (stage.play is Play.TEAMS and not self.consolations()):
            in_final = self.stage_size(index)
        if len(lists) == 1:
            return entry, in_final
        own = next(each for each in self.apart(index, lists) if field in each)
        tables = sessions.tables_of(stage.play, [each.size for each in own])
        size = field.size
        if in_final is None:
            tables, size = self._as_entered(index, own, tables, size)
        name = field.name or field.division or field.section
        found = outright.own_field(self.book, tables, directions=len(own), name=name)
        own_entry = entry._replace(tables=int(found.value), found=found)
        if in_final is not None:
            places = int(outright.paid_places(entry, in_final).value)
            paid = field.size if places >= in_final else min(field.size, places // len(lists))
            return own_entry._replace(contestants=max(field.size, paid), everybody=True), paid
        return own_entry._replace(contestants=size), None

    def _as_entered(self, index: int, own: list[Field], tables: int, size: int) -> tuple[int, int]:
        """Count the field of a list as it was in its first session, where some withdrew."""
        key = (own[0].section, own[0].division)
        first = [each for each in self.original_lists(index) if (each.section, each.division) == key]
        whole = sum(each.size for each in first)
        if whole <= sum(each.size for each in own):
            return tables, size
        return max(tables, formulas.whole_tables(whole, self.at_a_table(index))), whole if len(own) == 1 else size

    def sessions_needed(self, index: int) -> int:
        """Say how many sessions a place asks for: those of a walk-in event that count, otherwise all."""
        if self.series is not None:
            return self.series.counted
        schedule = self.event.stages[index].schedule
        return len(schedule.sessions) or max((field.session for field in self.event.stages[index].fields), default=1)

    @cached_property
    def partners(self) -> dict[str, set[str]]:
        """Find with whom everybody of a singles event played, as far as the lists of sessions tell."""
        return singles.partners(field for stage in self.event.stages for field in stage.fields)

    def check_outright(self, index: int) -> None:
        """Refuse an outright award where a clause of the whole event stands against it."""
        national.counted_once(counted_before=self.event.fact("counted before") == "yes")
        national.placed_after_the_final(self.listed, {each.kind for each in self.event.stages})
        national.of_one_colour({self.grade(each).colour for each in self.event.stages})
        if self.is_national_qualifier:
            leads = self.event.fact("leads to the national final") == "yes"
            national.qualifier_is_placed(leads_to_the_final=leads)
        self.check_size(index)

    def outright_terms(self, index: int) -> tuple[Grade, list[Step]]:
        """Give the grade and the factors of the outright award."""
        stage = self.event.stages[index]
        as_teams = (
            stage.play is not Play.TEAMS
            and match_awards.are_awarded(stage)
            and self.book.setting("outright_weight_of_matches") == "teams"
        )
        play = singles.plays_as(stage, singles=self.singles)
        return self.grade(stage, Play.TEAMS if as_teams else play), self.common_factors(stage)

    def final_ranking(self, index: int, field: Field) -> Iterator[Tied]:
        """Rank the whole event: the final, and in teams events without consolations play-offs and the rest."""
        stage = self.event.stages[index]
        inside: set[str] = set()
        filled = 0
        lists: list[tuple[int, list[Field]]] = [(index, [field])]
        if stage.kind is StageKind.FINAL and stage.play is Play.TEAMS and not self.consolations():
            lists += [(at, [each]) for at in self._play_offs() for each in self.overall_lists(at)]
            earlier = [at for at, each in enumerate(self.event.stages[:index]) if each.kind is StageKind.QUALIFYING]
            lists += [(at, self.overall_lists(at)) for at in reversed(earlier)]
        for at, each in lists:
            for members in self._ranked_together(self.event.stages[at], each):
                others = [contestant for contestant in members if contestant.name not in inside]
                if others:
                    yield filled + 1, others
                    filled += len(others)
                    inside |= {contestant.name for contestant in others}

    def _play_offs(self) -> list[int]:
        return [at for at, stage in enumerate(self.event.stages) if stage.kind is StageKind.PLAY_OFF]

    def _ranked_together(self, stage: Stage, lists: Sequence[Field]) -> Iterator[list[Contestant]]:
        """Rank the groups of a stage together: those of one place in their group are equal."""
        by_place: dict[int, list[Contestant]] = {}
        for field in lists:
            for first, members in ranking(field.contestants, self.within(stage, field)):
                by_place.setdefault(first, []).extend(members)
        for _place, members in sorted(by_place.items()):
            yield members

    @rule("4.3.3/2", "4.3.1/2", "7.5.3/3", "7.5.4/3", "4.3.2/1", "4.3.2 note", "5.3.3/3")
    def by_sessions(self, index: int, members: Sequence[Contestant]) -> Iterator[tuple[Step, list[Contestant]]]:
        """Put tied contestants together by the sessions they played: each is paid on the own number."""
        series = self.series
        if series is not None:
            final = 0 if self.fed_by_series(index) is None else len(self.event.stages[index].schedule.sessions) or 1
            count = 2 if final and self.event.fact("congress event") == "walk-in" else series.counted + final
            yield self._walk_in_sessions(series, final, count), list(members)
            return
        alike: dict[int, tuple[Step, list[Contestant]]] = {}
        for contestant in members:
            played = self.sessions_played(index, contestant.name)
            alike.setdefault(int(played.value), (played, []))[1].append(contestant)
        yield from alike.values()

    @staticmethod
    def _walk_in_sessions(series: Series, final: int, count: int) -> Step:
        """Say how the sessions of a walk-in event were counted."""
        if count != series.counted + final:
            words = "S = {count}: a walk-in final of a Congress counts as two sessions"
            return step(words, count, SESSIONS, clause="5.3.3/3", count=count)
        words = "S = {count}: {counted} needed for a placing" + (" and {final} of the final" if final else "")
        return step(words, count, SESSIONS, clause="4.3.2/1", count=count, counted=series.counted, final=final)

    def consolation_tariffs(self, index: int, number: int) -> Iterator[tuple[Field, Step, PlaceAwards]]:
        """Give the outright awards of each list of a consolation: a part of the final's."""
        main = self.main_stage()
        lists = self.overall_lists(index)
        if main is None or not lists:
            return
        finalists = [each for field in self.overall_lists(main) for each in field.contestants]
        grade, factors = self.outright_terms(main)
        played = max((step for step, _members in self.by_sessions(main, finalists)), key=lambda step: step.value)
        counted = outright.sessions_for(played, accelerated=self.accelerated)
        tables = outright.amplified(self.entry(main))
        winner = formulas.outright_winner(self.book, int(tables.value), int(counted.value), grade.weight)
        winner = placing.with_factors(winner._replace(because=(*winner.because, tables, counted)), factors)
        part = finals.outright_part(
            number, len(self.consolations()), graded=self.event.fact("consolations") != "ungraded"
        )
        own = finals.consolation_outright(
            self.book,
            winner,
            part,
            tables=self.stage_tables(index),
            final_tables=self.stage_tables(main),
            two_winners=len(lists) > 1,
        )
        for field in lists:
            paid = placing.paid_places(field.size, third=self.pays_a_third(self.event.stages[index]))
            yield field, paid, placing.place_awards(self.book, own, paid)
