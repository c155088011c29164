"""What course did an event take? Its lists, who played how many sessions, who came where, what was beside the final."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Unknown
from overtrick.engine.event import Contest, Play, StageKind
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
    wide_pairs,
)
from overtrick.handbooks.abf.e2024.terms import Terms

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from decimal import Decimal

    from overtrick.engine.event import Contestant, Field, Round, Series, Stage
    from overtrick.engine.places import Tied
    from overtrick.engine.scales import PlaceAwards
    from overtrick.handbooks.abf.e2024.grades import Grade
    from overtrick.handbooks.abf.e2024.outright import Entry

SERIES = (Contest.LADDER, Contest.AGGREGATE)
CONSOLATIONS = (StageKind.CONSOLATION, StageKind.THIRD_FINAL)
FEW_TEAMS = 4


class Course(Terms):
    """One event, read as the scheme reads it."""

    # --- Session awards ------------------------------------------------------------------------------------------

    def session_terms(self, index: int) -> tuple[Grade, list[Step]]:
        """Give the grade and the factors of a stage's session awards, without the premium of a single round."""
        stage = self.event.stages[index]
        grade, factors = self.grade(stage), self.common_factors(stage)
        if stage.kind in CONSOLATIONS:
            all_of_them = self.consolations()
            graded = self.event.fact("consolations") != "ungraded"
            which = all_of_them.index(index) + 1
            grade, own = finals.consolation_grade(self.book, grade, which, len(all_of_them), graded=graded)
            return grade, [*factors, *own]
        if stage.kind is StageKind.ONLY and not self.event.facts:
            return grade, factors
        premium = self.premium(index)
        return grade, [*factors, *([premium] if premium is not None else [])]

    @rule("4.2.4/2", "4.2.5/1", "4.2.5/3", "7.5.7/1", "5.3.3/3")
    def premium(self, index: int, this: Round | None = None) -> Step | None:
        """Give the premium of a final, or of a stage before it that is no larger than a final may be.

        A play-off has it from the round in which four teams are left (``this``).
        """
        stage = self.event.stages[index]
        if self.listed is not None and national.has_own_premium(self.listed.paid_by):
            return self._national_premium(stage, index, this)
        told = self.event.fact("premium")
        if told in ("yes", "no"):
            return finals.full_premium(self.book) if told == "yes" and stage.kind is not StageKind.QUALIFYING else None
        if stage.kind is StageKind.FINAL and self.fed_by_series(index) is None:
            if stage.play is Play.TEAMS and not self.consolations() and self.stage_size(index) <= FEW_TEAMS:
                return finals.full_premium(self.book)
            return finals.premium(self.book, self.entry_tables(index), max(self.stage_tables(index), 1))
        if stage.kind is StageKind.QUALIFYING and index not in self.first_stages(index):
            early = finals.premium(self.book, self.entry_tables(index), max(self.stage_tables(index), 1))
            return early if early.value == self.book.table("figures").number("final premium", "value") else None
        return None

    def _national_premium(self, stage: Stage, index: int, this: Round | None) -> Step | None:
        if self.listed is None:
            return None
        size = self.stage_size(index)
        if self.is_national_qualifier:
            if stage.kind is not StageKind.FINAL:
                return None
            return national.qualifying_final_premium(self.book, len(stage.schedule.sessions) or 1, size)
        if this is not None:
            names = {side.contestant for match in this.matches for side in match.sides}
            size = this.entered or len(names | set(this.byes))
        return national.premium(self.book, self.listed.paid_by, stage.kind, size)

    @property
    def is_national_qualifier(self) -> bool:
        """Say whether this is a qualifying event of the Grand National, which has its own terms."""
        return self.listed is not None and self.listed.paid_by == national.GRAND_NATIONAL and self.listed.grade == "A2"

    def session_lists(self, index: int) -> Iterator[tuple[int, list[Field]]]:
        """List the sessions of a stage with their ranking lists, section by section; 0 is the only one."""
        stage = self.event.stages[index]
        by_session: dict[tuple[int, str], list[Field]] = {}
        for field in stage.fields:
            if field.session:
                by_session.setdefault((field.session, field.section), []).append(field)
        if by_session:
            for (number, _section), lists in sorted(by_session.items()):
                yield number, lists
        elif self.event.fact("howells") == "joined":
            yield 0, self._with_howells(stage)
        elif len(stage.schedule.sessions) < 2 and stage.contest not in SERIES:  # noqa: PLR2004 - one session
            for lists in self.by_section(stage.fields).values():
                yield 0, lists

    @staticmethod
    def _with_howells(stage: Stage) -> list[Field]:
        """Let the Howell sections of a simultaneous event join the two directions in turn (6.3)."""
        directions = [field for field in stage.fields if not field.section]
        howells = [each._replace(section=f.section) for f in stage.fields if f.section for each in f.contestants]
        if len(directions) != 2:  # noqa: PLR2004 - North-South and East-West
            raise Unknown("Howell sections join two directions.", "Give a list for each direction.", "stages")
        lines = wide_pairs.with_howells(directions[0].contestants, directions[1].contestants, howells)
        return [
            field._replace(contestants=tuple(line), entered=None) for field, line in zip(directions, lines, strict=True)
        ]

    @staticmethod
    def by_section(fields: Sequence[Field]) -> dict[str, list[Field]]:
        """Put the lists of each section together."""
        sections: dict[str, list[Field]] = {}
        for field in fields:
            sections.setdefault(field.section, []).append(field)
        return sections

    def overall_lists(self, index: int) -> list[Field]:
        """List the rankings of a whole stage; the list of its only session is one."""
        stage = self.event.stages[index]
        whole = [field for field in stage.fields if not field.session]
        if whole or max((field.session for field in stage.fields), default=0) > 1:
            return whole
        return list(stage.fields) if len(stage.schedule.sessions) < 2 else []  # noqa: PLR2004 - one session

    def session(self, index: int, number: int, lists: Sequence[Field]) -> sessions.Session:
        """Describe a session."""
        stage = self.event.stages[index]
        schedule = stage.schedule
        boards = schedule.sessions[number - 1] if number and len(schedule.sessions) >= number else schedule.boards
        if number and not schedule.sessions:
            boards = schedule.boards // max(field.session for field in stage.fields)
        elif not number:
            boards = max(boards, schedule.with_sit_outs or 0)
        sizes = tuple([field.size for field in lists])
        joined = self.event.fact("howells") == "joined"
        tables = formulas.whole_tables(sum(sizes), sessions.AT_A_TABLE[stage.play]) if joined else 0
        return sessions.Session(stage.play, sizes, boards, self.pays_a_third(stage), self.amplification != 1, tables)

    def pays_a_third(self, stage: Stage) -> bool:
        """Teams, Butler scoring and matches pay the top third, duplicate the top half (4.1.1)."""
        if stage.play is Play.TEAMS or match_awards.are_awarded(stage):
            return True
        return not stage.matchpoints and self.book.setting("imp_pairs_paid") == "third"

    # --- Stages --------------------------------------------------------------------------------------------------

    def main_stage(self) -> int | None:
        """Find the stage whose list is that of the whole event."""
        for kind in (StageKind.FINAL, StageKind.ONLY, StageKind.QUALIFYING):
            found = [at for at, stage in enumerate(self.event.stages) if stage.kind is kind and self.has_list(at)]
            if found:
                return found[-1]
        return None

    def has_list(self, index: int) -> bool:
        """Say whether a stage tells who came where."""
        return any(field.contestants for field in self.overall_lists(index))

    def consolations(self) -> list[int]:
        """Find the consolations, first the highest."""
        return [at for at, stage in enumerate(self.event.stages) if stage.kind in CONSOLATIONS]

    def fed_by_series(self, index: int) -> int | None:
        """Find the walk-in series that a stage comes from."""
        return next((at for at, stage in enumerate(self.event.stages[:index]) if stage.contest in SERIES), None)

    def stage_size(self, index: int) -> int:
        """Count the contestants of a stage."""
        lists = self.overall_lists(index)
        if not lists:
            fields = self.event.stages[index].fields
            number = min((field.session for field in fields), default=0)
            lists = [field for field in fields if field.session == number]
        return sum(field.size for field in lists)

    def stage_tables(self, index: int) -> int:
        """Count the tables of a stage, a half table as a whole one."""
        return formulas.whole_tables(self.stage_size(index), sessions.AT_A_TABLE[self.event.stages[index].play])

    def first_stages(self, index: int) -> list[int]:
        """Find the stages in which the event began: one, or heats side by side whose players came from nowhere."""
        seen: set[str] = set()
        found: list[int] = []
        for at, stage in enumerate(self.event.stages):
            if stage.kind is not StageKind.QUALIFYING:
                continue
            names = {each.name for field in stage.fields for each in field.contestants}
            if not found or not names or not names <= seen:
                found.append(at)
            seen |= names
        return found or [index]

    def entry_size(self, index: int) -> int:
        """Count the contestants of the original entry."""
        return sum(self.stage_size(at) for at in self.first_stages(index))

    def entry_tables(self, index: int) -> int:
        """Count the tables of the original entry."""
        given = self.event.stages[index].original_tables
        if given is not None:
            return given
        return sum(self.stage_tables(at) for at in self.first_stages(index))

    # --- The outright award --------------------------------------------------------------------------------------

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
            yield step("{count} sessions for a placing", count, "sessions", clause="4.3.2", count=count), list(members)
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
