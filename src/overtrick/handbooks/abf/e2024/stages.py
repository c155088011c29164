"""What stages has an event, with which lists and sessions, and how large are they?"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.assessment import Unknown
from overtrick.engine.event import Contest, Play, StageKind
from overtrick.engine.working import Step, rule
from overtrick.handbooks.abf.e2024 import finals, formulas, match_awards, national, sessions, wide_pairs
from overtrick.handbooks.abf.e2024.terms import Terms

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from overtrick.engine.event import Field, Round, Stage
    from overtrick.handbooks.abf.e2024.grades import Grade

SERIES = (Contest.LADDER, Contest.AGGREGATE)
CONSOLATIONS = (StageKind.CONSOLATION, StageKind.THIRD_FINAL)
FEW_TEAMS = 4


class Stages(Terms):
    """One event stage by stage, read as the scheme reads it."""

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
