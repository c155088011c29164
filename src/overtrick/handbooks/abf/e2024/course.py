"""What course did an event take? Its grade, its lists, who played how many sessions, what stood beside the final."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Problem
from overtrick.engine.event import Contest, Play, StageKind
from overtrick.engine.numbers import Exact, exact
from overtrick.engine.places import ranking
from overtrick.engine.working import Step, rule, step
from overtrick.handbooks.abf.e2024 import (
    finals,
    formulas,
    grades,
    match_awards,
    national,
    national_events,
    outright,
    placing,
    sessions,
    singles,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from decimal import Decimal

    from overtrick.engine.event import Contestant, Event, Field, Stage
    from overtrick.engine.places import Tied
    from overtrick.engine.scales import PlaceAwards
    from overtrick.handbooks.abf.e2024.grades import Grade
    from overtrick.handbooks.abf.e2024.national_events import NationalEvent
    from overtrick.handbooks.abf.e2024.outright import Entry
    from overtrick.handbooks.edition import Book

SERIES = (Contest.LADDER, Contest.AGGREGATE)
CONSOLATIONS = (StageKind.CONSOLATION, StageKind.THIRD_FINAL)
FEW_TEAMS = 4


class Unknown(Exception):
    """The event does not say what the handbook needs to know."""

    def __init__(self, found: str, remedy: str, *path: str | int) -> None:
        """Say what is missing and how to give it."""
        super().__init__(found)
        self.problem = Problem(found, remedy, path)


class Course:
    """One event, read as the scheme reads it."""

    def __init__(self, book: Book, event: Event) -> None:
        """Take the event."""
        self.book = book
        self.event = event
        self._grades: dict[Play, Grade] = {}

    # --- Grade and factors ---------------------------------------------------------------------------------------

    @cached_property
    def listed(self) -> NationalEvent | None:
        """Find a national event that is named: its grade, restriction and amplification are those of the list."""
        name = self.event.fact("event")
        if not name:
            return None
        try:
            return national_events.event(self.book, name)
        except national_events.NoSuchEvent as error:
            raise Unknown(f"{error}.", "Name it as the scheme lists it.", "facts") from None

    @property
    def grade_name(self) -> str:
        """Give the grade: as told, as the list of national events has it, or as a congress makes it."""
        listed = self.listed
        if listed is not None:
            return listed.grade
        congress = self.event.fact("congress")
        if congress:
            sessions_played = sum(len(stage.schedule.sessions) or 1 for stage in self.event.stages)
            return grades.congress_grade(congress, self.event.fact("congress event") or "minor", sessions_played)
        return self.event.status

    @property
    def colour(self) -> str:
        """Give the colour of the event's points."""
        return self.grade(Play.PAIRS).colour

    def grade(self, play: Play) -> Grade:
        """Look the grade up for a kind of play."""
        if play in self._grades:
            return self._grades[play]
        key = ("grade", self.grade_name, play)
        found = self.book.kept.get(key)
        if found is None:
            found = self.book.kept[key] = self._grade(play)
        self._grades[play] = found
        return self._grades[play]

    def _grade(self, play: Play) -> Grade:
        known = {name.lower(): name for name in grades.names(self.book)}
        name = self.grade_name
        if name.lower() not in known:
            found = (
                f"The grade {name!r} is not one of the scheme's." if name else "The grade of the event is not given."
            )
            raise Unknown(found, f"Give one of {', '.join(known.values())}.", "status")
        return grades.grade(self.book, known[name.lower()], play)

    @property
    def accelerated(self) -> bool:
        """Say whether the outright award counts a session more."""
        first = self.event.fact("second of its format") != "yes"
        return grades.is_accelerated(
            self.event.fact("congress"), self.event.fact("congress event"), first_of_format=first
        )

    def common_factors(self) -> list[Step]:
        """List the factors on all awards of the event."""
        if not self.event.facts:
            return []
        name = self.grade(Play.PAIRS).name
        ranks = self.ranks()
        listed = self.listed
        by = self.event.fact("restricted by")
        if listed is not None and listed.restriction != 1 and not by:
            by = "gender" if listed.entry in ("women", "mixed") else "age"
        found = [
            grades.master_factor(self.book, name, ranks) if ranks else None,
            grades.restriction_factor(self.book, name, by),
            grades.state_factor(self.book, self.event.fact("championship")),
        ]
        return [each for each in found if each is not None]

    def ranks(self) -> list[str]:
        """List the ranks of a master event: as told, or those of its entrants."""
        told = self.event.fact("master ranks")
        if told:
            return [rank.strip() for rank in told.split(",")]
        if self.event.fact("master event") != "yes":
            return []
        return [
            player.rank or "Graduate"
            for field in self.event.stages[0].fields
            for contestant in field.contestants
            for player in contestant.players
        ]

    def session_terms(self, index: int) -> tuple[Grade, list[Step]]:
        """Give the grade and the factors of a stage's session awards."""
        stage = self.event.stages[index]
        grade, factors = self.grade(stage.play), self.common_factors()
        if stage.kind in CONSOLATIONS:
            all_of_them = self.consolations()
            graded = self.event.fact("consolations") != "ungraded"
            which = all_of_them.index(index) + 1
            grade, own = finals.consolation_grade(self.book, grade, which, len(all_of_them), graded=graded)
            return grade, [*factors, *own]
        premium = self.premium(index)
        return grade, [*factors, *([premium] if premium is not None else [])]

    @rule("4.2.4/2", "4.2.5/1", "4.2.5/3", "7.5.7/3", "7.5.7/1", "5.3.3/3")
    def premium(self, index: int) -> Step | None:
        """Give the premium of a final, or of a stage before it that is no larger than a final may be."""
        stage = self.event.stages[index]
        listed = self.listed
        if listed is not None and national.has_own_premium(listed.paid_by):
            return national.premium(self.book, listed.paid_by, stage.kind, self.stage_size(index))
        told = self.event.fact("premium")
        if told in ("yes", "no"):
            return finals.full_premium(self.book) if told == "yes" and stage.kind is not StageKind.QUALIFYING else None
        if stage.kind is StageKind.FINAL and self.fed_by_series(index) is None:
            if stage.play is Play.TEAMS and not self.consolations() and self.stage_size(index) <= FEW_TEAMS:
                return finals.full_premium(self.book)
            return finals.premium(self.book, self.entry_tables(index), self.stage_tables(index))
        if stage.kind is StageKind.QUALIFYING and index and self.event.stages[index - 1].kind is StageKind.QUALIFYING:
            early = finals.premium(self.book, self.entry_tables(index), self.stage_tables(index))
            return early if early.value == self.book.table("figures").number("final premium", "value") else None
        return None

    # --- Lists ---------------------------------------------------------------------------------------------------

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
        elif len(stage.schedule.sessions) < 2:  # noqa: PLR2004 - one session, whose list is that of the stage
            sections: dict[str, list[Field]] = {}
            for field in stage.fields:
                sections.setdefault(field.section, []).append(field)
            for lists in sections.values():
                yield 0, lists

    def overall_lists(self, index: int) -> list[Field]:
        """List the rankings of a whole stage."""
        return [field for field in self.event.stages[index].fields if not field.session]

    def session(self, index: int, number: int, lists: Sequence[Field]) -> sessions.Session:
        """Describe a session."""
        stage = self.event.stages[index]
        schedule = stage.schedule
        boards = schedule.sessions[number - 1] if number and len(schedule.sessions) >= number else schedule.boards
        if number and not schedule.sessions:
            boards = schedule.boards // max(field.session for field in stage.fields)
        boards = max(boards, schedule.with_sit_outs or 0) if not number else boards
        third = self.pays_a_third(stage)
        amplified = self.amplification != 1
        return sessions.Session(stage.play, tuple(field.size for field in lists), boards, third, amplified)

    def pays_a_third(self, stage: Stage) -> bool:
        """Teams, Butler scoring and matches pay the top third, duplicate the top half (4.1.1)."""
        return stage.play is Play.TEAMS or not stage.matchpoints or match_awards.are_awarded(stage)

    # --- The whole event -----------------------------------------------------------------------------------------

    def main_stage(self) -> int | None:
        """Find the stage whose list is that of the whole event."""
        for kinds in ((StageKind.FINAL,), (StageKind.ONLY,), (StageKind.QUALIFYING,)):
            found = [at for at, stage in enumerate(self.event.stages) if stage.kind in kinds and self.overall_lists(at)]
            if found:
                return found[-1]
        return None

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
            number = min(field.session for field in self.event.stages[index].fields)
            lists = [field for field in self.event.stages[index].fields if field.session == number]
        return sum(field.size for field in lists)

    def stage_tables(self, index: int) -> int:
        """Count the tables of a stage, a half table as a whole one."""
        return formulas.whole_tables(self.stage_size(index), sessions.AT_A_TABLE[self.event.stages[index].play])

    def first_stage(self, index: int) -> int:
        """Find the stage in which everybody played."""
        return next((at for at, stage in enumerate(self.event.stages) if stage.kind is StageKind.QUALIFYING), index)

    def entry_tables(self, index: int) -> int:
        """Count the tables of the original entry."""
        given = self.event.stages[index].original_tables
        return self.stage_tables(self.first_stage(index)) if given is None else given

    @property
    def amplification(self) -> Exact:
        """Give the factor on the tables of a national event."""
        told = self.event.fact("amplification")
        if told:
            return exact(told)
        listed = self.listed
        return 1 if listed is None else listed.amplification

    def entry(self, index: int) -> Entry:
        """Describe the field of the outright award."""
        stage = self.event.stages[index]
        series = next((each.series for each in self.event.stages if each.series is not None), None)
        if series is not None:
            walked = index if stage.series is not None else self.fed_by_series(index) or index
            size = self.stage_size(index)
            tables, _sessions = outright.walk_in(self.book, series, exact(f"{size}/{sessions.AT_A_TABLE[stage.play]}"))
            return outright.Entry(tables, self.stage_size(walked if stage.series is not None else index), third=False)
        first = self.first_stage(index)
        contestants = self.stage_size(first)
        if stage.original_tables is not None and first == index:
            contestants = stage.original_tables * sessions.AT_A_TABLE[stage.play]
        listed = self.listed
        everybody = listed is not None and national.pays_everybody(listed.paid_by)
        third = self.pays_a_third(stage)
        return outright.Entry(self.entry_tables(index), contestants, third, self.amplification, everybody=everybody)

    def finalists(self, index: int) -> int | None:
        """Count who can have an outright award of a final, where not everybody of the entry can (4.3.3)."""
        stage = self.event.stages[index]
        if stage.kind is not StageKind.FINAL or (stage.play is Play.TEAMS and not self.consolations()):
            return None
        return self.stage_size(index)

    def check_outright(self) -> None:
        """Refuse an outright award where a clause of the whole event stands against it."""
        national.counted_once(counted_before=self.event.fact("counted before") == "yes")
        own = {stage.status for stage in self.event.stages if stage.status}
        colours = {grades.grade(self.book, name, Play.PAIRS).colour for name in own if name in grades.names(self.book)}
        national.of_one_colour({self.colour, *colours})
        leads = self.event.fact("leads to the national final")
        if leads:
            national.qualifier_is_placed(leads_to_the_final=leads == "yes")

    def outright_terms(self, index: int) -> tuple[Grade, list[Step]]:
        """Give the grade and the factors of the outright award."""
        stage = self.event.stages[index]
        as_teams = (
            stage.play is not Play.TEAMS
            and match_awards.are_awarded(stage)
            and self.book.setting("outright_weight_of_matches") == "teams"
        )
        play = singles.plays_as(stage, singles=self.event.fact("singles") == "yes")
        return self.grade(Play.TEAMS if as_teams else play), self.common_factors()

    def final_ranking(self, index: int, field: Field, within: Decimal) -> Iterator[Tied]:
        """Rank the whole event: the final, and behind it, in teams events without consolations, the others."""
        found = 0
        for first, members in ranking(field.contestants, within):
            yield first, members
            found = first + len(members) - 1
        stage = self.event.stages[index]
        first_stage = self.first_stage(index)
        if stage.kind is not StageKind.FINAL or self.finalists(index) is not None or first_stage == index:
            return
        inside = {each.name for each in field.contestants}
        for listed in self.overall_lists(first_stage):
            rest = [each for each in listed.contestants if each.name not in inside]
            for first, members in ranking(rest, within):
                yield found + first, members

    @rule("4.3.3/2", "4.3.1/2", "7.5.3/3", "7.5.4/3")
    def by_sessions(self, index: int, members: Sequence[Contestant]) -> Iterator[tuple[Step, list[Contestant]]]:
        """Put tied contestants together by the sessions they played: each is paid on the own number."""
        series = next((each.series for each in self.event.stages if each.series is not None), None)
        if series is not None:
            count = 2 if self.fed_by_series(index) is not None else series.counted
            yield step("{count} sessions to qualify", count, "sessions", clause="4.3.2", count=count), list(members)
            return
        alike: dict[int, tuple[Step, list[Contestant]]] = {}
        for contestant in members:
            played = self.sessions_played(index, contestant.name)
            alike.setdefault(int(played.value), (played, []))[1].append(contestant)
        yield from alike.values()

    def sessions_played(self, index: int, name: str) -> Step:
        """Count the sessions of a contestant up to a stage."""
        boards: list[int] = []
        told = True
        for at, stage in enumerate(self.event.stages[: index + 1]):
            if at != index and stage.kind is not StageKind.QUALIFYING:
                continue
            if not any(each.name == name for field in stage.fields for each in field.contestants):
                continue
            own = self._boards_of(stage, name)
            told = told and bool(stage.schedule.sessions or stage.rounds)
            boards += own
        least = self.grade(Play.PAIRS).session_boards
        if not told and len(boards) == 1 and boards[0] > least:
            boards = [least - 1, boards[0] - least + 1]  # sessions not told: all boards are counted in sessions of 24
        return formulas.sessions_counted(self.book, boards, least)

    @staticmethod
    def _boards_of(stage: Stage, name: str) -> list[int]:
        if stage.rounds:
            return [
                this.boards or stage.match_boards
                for this in stage.rounds
                if any(side.contestant == name for match in this.matches for side in match.sides)
            ]
        return list(stage.schedule.sessions) or [stage.schedule.boards]

    def consolation_tariffs(self, index: int, number: int) -> Iterator[tuple[Field, Step, PlaceAwards]]:
        """Give the outright awards of each list of a consolation: a part of the final's."""
        main = self.main_stage()
        lists = self.overall_lists(index)
        if main is None or not lists:
            return
        grade, factors = self.outright_terms(main)
        finalist = self.overall_lists(main)[0].contestants
        played = self.sessions_played(main, finalist[0].name if finalist else "")
        counted = outright.sessions_for(played, accelerated=self.accelerated)
        tables = outright.amplified(self.entry(main))
        winner = formulas.outright_winner(self.book, int(tables.value), int(counted.value), grade.weight)
        winner = placing.with_factors(winner._replace(because=(*winner.because, tables, counted)), factors)
        of = len(self.consolations())
        part = finals.outright_part(number, of, graded=self.event.fact("consolations") != "ungraded")
        own = finals.consolation_outright(
            self.book, winner, part,
            tables=self.stage_tables(index), final_tables=self.stage_tables(main), two_winners=len(lists) > 1,
        )  # fmt: skip
        for field in lists:
            paid = placing.paid_places(field.size, third=self.pays_a_third(self.event.stages[index]))
            yield field, paid, placing.place_awards(self.book, own, paid)
