"""What course did an event take as a whole? Who played how many sessions, who came where, what was beside the final."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.event import Play, StageKind
from overtrick.engine.numbers import exact, up
from overtrick.engine.places import ranking
from overtrick.engine.working import Step, rule, step
from overtrick.handbooks.abf.e2024 import (
    finals,
    formulas,
    match_awards,
    national,
    outright,
    placing,
    sessions,
    singles,
)
from overtrick.handbooks.abf.e2024.stages import Stages

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from decimal import Decimal

    from overtrick.engine.event import Contestant, Field, Series, Stage
    from overtrick.engine.places import Tied
    from overtrick.engine.scales import PlaceAwards
    from overtrick.handbooks.abf.e2024.grades import Grade
    from overtrick.handbooks.abf.e2024.outright import Entry


class Course(Stages):
    """One event as a whole: the field and the ranking of its outright award."""

    def entry(self, index: int) -> Entry:
        """Describe the field of the outright award."""
        stage = self.event.stages[index]
        series = self.series
        if series is not None:
            eligible = exact(f"{self.stage_size(index)}/{sessions.AT_A_TABLE[stage.play]}")
            if self.event.fact("congress event") == "walk-in" and series.average_tables is not None:
                tables = up(exact(str(series.average_tables)))
            else:
                tables, _sessions = outright.walk_in(self.book, series, eligible)
            return outright.Entry(tables, self.stage_size(index), third=False)
        contestants = self.entry_size(index)
        if stage.original_tables is not None and self.first_stages(index) == [index]:
            contestants = stage.original_tables * sessions.AT_A_TABLE[stage.play]
        everybody = (
            self.listed is not None and not self.is_national_qualifier and national.pays_everybody(self.listed.paid_by)
        )
        if self.event.fact("singles") == "yes":
            return outright.Entry(
                formulas.whole_tables(contestants, singles.PLAYERS_AT_A_TABLE), contestants, third=False
            )
        third = self.pays_a_third(stage)
        return outright.Entry(self.entry_tables(index), contestants, third, self.amplification, everybody=everybody)

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
        own = self.by_section(lists)[field.section]
        tables = sessions.tables_of(stage.play, [each.size for each in own])
        if len(own) > 1:
            tables = outright.two_winner_tables(self.book, tables)
        if in_final is not None:
            places = int(outright.paid_places(entry, in_final).value)
            paid = field.size if places >= in_final else min(field.size, places // len(lists))
            return entry._replace(tables=tables, contestants=max(field.size, paid), everybody=True), paid
        return entry._replace(tables=tables, contestants=field.size), None

    def check_outright(self, index: int) -> None:
        """Refuse an outright award where a clause of the whole event stands against it."""
        stage = self.event.stages[index]
        national.counted_once(counted_before=self.event.fact("counted before") == "yes")
        national.of_one_colour({self.grade(each).colour for each in self.event.stages})
        if self.is_national_qualifier:
            leads = self.event.fact("leads to the national final") == "yes"
            national.qualifier_is_placed(leads_to_the_final=leads)
        sizes = tuple(field.size for field in self.overall_lists(index))
        entry = max(self.entry_size(index), (stage.original_tables or 0) * sessions.AT_A_TABLE[stage.play])
        whole = sizes if len(sizes) > 1 and stage.kind is StageKind.ONLY else (entry,)
        sessions.large_enough(sessions.Session(stage.play, whole, 0, amplified=self.amplification != 1))

    def outright_terms(self, index: int) -> tuple[Grade, list[Step]]:
        """Give the grade and the factors of the outright award."""
        stage = self.event.stages[index]
        as_teams = (
            stage.play is not Play.TEAMS
            and match_awards.are_awarded(stage)
            and self.book.setting("outright_weight_of_matches") == "teams"
        )
        play = singles.plays_as(stage, singles=self.event.fact("singles") == "yes")
        return self.grade(stage, Play.TEAMS if as_teams else play), self.common_factors(stage)

    def final_ranking(self, index: int, field: Field, within: Decimal) -> Iterator[Tied]:
        """Rank the whole event: the final, and in teams events without consolations play-offs and the rest."""
        stage = self.event.stages[index]
        inside: set[str] = set()
        filled = 0
        lists: list[list[Field]] = [[field]]
        if stage.kind is StageKind.FINAL and stage.play is Play.TEAMS and not self.consolations():
            lists += [[each] for at in self._play_offs() for each in self.overall_lists(at)]
            earlier = [at for at, each in enumerate(self.event.stages[:index]) if each.kind is StageKind.QUALIFYING]
            lists += [self.overall_lists(at) for at in reversed(earlier)]
        for each in lists:
            for members in self._ranked_together(each, within):
                others = [contestant for contestant in members if contestant.name not in inside]
                if others:
                    yield filled + 1, others
                    filled += len(others)
                    inside |= {contestant.name for contestant in others}

    def _play_offs(self) -> list[int]:
        return [at for at, stage in enumerate(self.event.stages) if stage.kind is StageKind.PLAY_OFF]

    @staticmethod
    def _ranked_together(lists: Sequence[Field], within: Decimal) -> Iterator[list[Contestant]]:
        """Rank the groups of a stage together: those of one place in their group are equal."""
        by_place: dict[int, list[Contestant]] = {}
        for field in lists:
            for first, members in ranking(field.contestants, within):
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
            yield (
                step("{count} sessions for a placing", count, "sessions", clause="4.3.2/1", count=count),
                list(members),
            )
            return
        alike: dict[int, tuple[Step, list[Contestant]]] = {}
        for contestant in members:
            played = self.sessions_played(index, contestant.name)
            alike.setdefault(int(played.value), (played, []))[1].append(contestant)
        yield from alike.values()

    def stages_of(self, index: int, name: str) -> Iterator[Stage]:
        """List the stages in which a contestant played.

        Where a final numbers everybody anew, so that nobody of it is in the lists before, all have played those.
        """
        final = self._names(index)
        for at, stage in enumerate(self.event.stages):
            if at != index and stage.kind not in (StageKind.QUALIFYING, StageKind.PLAY_OFF):
                continue
            names = self._names(at)
            renumbered = at < index and name in final and not names & final
            if name in names or (renumbered and stage.kind is StageKind.QUALIFYING):
                yield stage

    def _names(self, index: int) -> set[str]:
        return {each.name for field in self.event.stages[index].fields for each in field.contestants}

    def sessions_played(self, index: int, name: str) -> Step:
        """Count the sessions of a contestant; where a stage does not tell them, all boards are counted by 24."""
        boards: list[int] = []
        told = True
        for stage in self.stages_of(index, name):
            boards += self._boards_of(stage, name)
            told = told and bool(
                stage.schedule.sessions or stage.rounds or any(field.session for field in stage.fields)
            )
        least = self.grade(self.event.stages[index]).session_boards
        one_game = len(self.event.stages) == 1 and not match_awards.are_awarded(self.event.stages[index])
        if not told and not one_game and sum(boards) >= least:
            boards = [0, sum(boards)]  # a session of unknown length makes all of them count by their boards
        return formulas.sessions_counted(self.book, boards, least)

    @staticmethod
    def _boards_of(stage: Stage, name: str) -> list[int]:
        if stage.rounds:
            return [
                match.boards or this.boards or match_awards.usual_boards(stage)
                for this in stage.rounds
                for match in this.matches
                if any(side.contestant == name for side in match.sides)
            ]
        listed = max((field.session for field in stage.fields), default=0)
        if not stage.schedule.sessions and listed:
            return [stage.schedule.boards // listed] * listed
        return list(stage.schedule.sessions) or [stage.schedule.boards]

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
