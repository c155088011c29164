"""What stages has an event, with which lists and sessions, and how large are they?"""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING

from overtrick.engine import lengths
from overtrick.engine.assessment import Asked, Refused, Unknown
from overtrick.engine.event import Contest, Field, Movement, Play, Scoring, StageKind
from overtrick.engine.working import Step, rule

from . import finals, formulas, match_awards, national, sessions, singles, wide_pairs
from .terms import Terms

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from overtrick.engine.event import Round, Stage

    from .grades import Grade

SERIES = (Contest.LADDER, Contest.AGGREGATE)
CONSOLATIONS = (StageKind.CONSOLATION, StageKind.THIRD_FINAL)
FEW_TEAMS = 4
#: How many lists one field can have: a direction each, or a seat.
DIRECTIONS = {Play.PAIRS: 2, Play.INDIVIDUAL: 4, Play.TEAMS: 2}


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
        lists = self.overall_lists(index) or self._first_lists(index)
        return sum(field.size for field in lists)

    def _first_lists(self, index: int) -> list[Field]:
        """Give the lists of the first session of a stage."""
        fields = self.event.stages[index].fields
        number = min((field.session for field in fields if field.session), default=0)
        return [field for field in fields if field.session == number]

    def at_a_table(self, index: int) -> int:
        """Say how many of a list make a table; in the list of a singles event everybody stands alone."""
        return singles.PLAYERS_AT_A_TABLE if self.singles else sessions.AT_A_TABLE[self.event.stages[index].play]

    @property
    def singles(self) -> bool:
        """Say whether it is a singles event."""
        return self.event.fact("singles") == "yes"

    def stage_tables(self, index: int) -> int:
        """Count the tables of a stage, a half table as a whole one."""
        return formulas.whole_tables(self.stage_size(index), self.at_a_table(index))

    def first_stages(self, index: int) -> list[int]:
        """Find the stages in which the event began: one, or heats side by side whose players came from nowhere."""
        return self._beginnings or [index]

    @cached_property
    def _beginnings(self) -> list[int]:
        seen: set[str] = set()
        found: list[int] = []
        for at, stage in enumerate(self.event.stages):
            if stage.kind is not StageKind.QUALIFYING:
                continue
            names = {each.name for field in stage.fields for each in field.contestants}
            if not found or not names or not names <= seen:
                found.append(at)
            seen |= names
        return found

    @rule("4.1.1 note")
    def original_lists(self, index: int) -> list[Field]:
        """Give the lists of who entered a stage: those of its first session, where some withdrew after it."""
        whole, first = self.overall_lists(index), self._first_lists(index)
        if self.singles or sum(field.size for field in whole) >= sum(field.size for field in first):
            return whole
        return first

    def entry_size(self, index: int) -> int:
        """Count the contestants of the original entry."""
        return sum(field.size for at in self.first_stages(index) for field in self.original_lists(at))

    def entry_tables(self, index: int) -> int:
        """Count the tables of the original entry."""
        given = self.event.stages[index].original_tables
        if given is not None:
            return given
        if not self.entry_size(index):
            raise Asked(
                "How many tables entered the event? The lists of its first stage do not show it.",
                "Give 'original tables', or the tables of the first stage.",
                "stages",
                index,
                "original tables",
                code="abf-original-tables",
            )
        return sum(
            formulas.whole_tables(sum(field.size for field in self.original_lists(at)), self.at_a_table(at))
            for at in self.first_stages(index)
        )

    # --- The smallest size -----------------------------------------------------------------------------------------

    @rule("4.4.3/1", "4.4.3 note")
    def check_size(self, index: int) -> None:
        """See that the event as it was entered is large enough; a stage, a section or a later session may be less."""
        if index not in self._sizes:
            self._sizes[index] = self._too_small(index)
        why = self._sizes[index]
        if why is not None:
            raise Refused(why)

    @cached_property
    def _sizes(self) -> dict[int, Step | None]:
        """Why a stage is too small, or nothing: every list asks, and there may be many."""
        return {}

    def _too_small(self, index: int) -> Step | None:
        refused: list[Step] = []
        groups = list(self._entered(index))
        if sum(map(sessions.whole_tables, groups)) >= sessions.LEAST_OTHERS:
            return None
        for session in groups:
            try:
                sessions.large_enough(session)
            except Refused as error:
                refused.append(error.working)
        return refused[0] if groups and len(refused) == len(groups) else None

    def _entered(self, index: int) -> Iterator[sessions.Session]:
        """Describe the fields in which an event began, by their size."""
        given = self.event.stages[index].original_tables
        for at in self.first_stages(index):
            stage = self.event.stages[at]
            if given is not None and at == index:
                yield self._field_size(at, (given * sessions.AT_A_TABLE[stage.play],), ())
                continue
            series = stage.series
            if self.singles or (series is not None and series.average_tables is not None):
                tables = Fraction(self.stage_size(at), self.at_a_table(at))
                if series is not None and series.average_tables is not None:
                    tables = max(tables, Fraction(series.average_tables))
                yield self._field_size(at, (int(tables * sessions.AT_A_TABLE[stage.play]),), ())
                continue
            for lists in self.apart(at, self.original_lists(at)):
                yield self._field_size(at, tuple(field.size for field in lists), lists)

    def _field_size(self, index: int, sizes: tuple[int, ...], lists: Sequence[Field]) -> sessions.Session:
        stage = self.event.stages[index]
        howell = self._is_howell(stage, lists[0] if lists else Field())
        return sessions.Session(stage.play, sizes, 0, any_size=self.amplification != 1, howell=howell, stage=index)

    @staticmethod
    def _is_howell(stage: Stage, field: Field) -> bool | None:
        """Say whether pairs moved as in a Howell; who meets match by match does not, if nothing else is told."""
        movement = lengths.movement_of(stage, field)
        if movement is not None:
            return movement is Movement.HOWELL
        return None if stage.contest is Contest.MOVEMENT or stage.contest in SERIES else False

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
        if national.has_own_premium(self.paid_by):
            return self._national_premium(stage, index, this)
        told = self.event.fact("premium")
        if told in ("yes", "no"):
            return finals.full_premium(self.book) if told == "yes" and stage.kind is not StageKind.QUALIFYING else None
        if stage.kind is StageKind.FINAL:
            return self._premium_of_final(index)
        if stage.kind is StageKind.QUALIFYING and index not in self.first_stages(index):
            early = finals.premium(self.book, self.entry_tables(index), max(self.stage_tables(index), 1))
            return early if early.value == self.book.table("figures").number("final premium", "value") else None
        return None

    @rule("4.2.4/2", "4.2.5/1", "5.3.3/3")
    def _premium_of_final(self, index: int) -> Step | None:
        """A final has the premium by its size; four teams or fewer while the rest plays on have it whole, more none.

        Only at a Congress the final of a walk-in event has none.
        """
        stage = self.event.stages[index]
        if self.fed_by_series(index) is not None and self.event.fact("congress"):
            return None
        if stage.play is Play.TEAMS and not self.consolations():
            if self.stage_size(index) <= FEW_TEAMS:
                return finals.full_premium(self.book)
            if any(each.kind is StageKind.PLAY_OFF for each in self.event.stages):
                return None
        return finals.premium(self.book, self.entry_tables(index), max(self.stage_tables(index), 1))

    def _national_premium(self, stage: Stage, index: int, this: Round | None) -> Step | None:
        size = self.stage_size(index)
        if self.is_national_qualifier:
            if stage.kind is not StageKind.FINAL:
                return None
            return national.qualifying_final_premium(self.book, len(stage.schedule.sessions) or 1, size)
        if this is not None:
            names = {side.contestant for match in this.matches for side in match.sides}
            size = this.entered or len(names | set(this.byes))
        return national.premium(self.book, self.paid_by, stage.kind, size)

    @property
    def is_national_qualifier(self) -> bool:
        """Say whether this is a qualifying event of the Grand National, which has its own terms."""
        return self.listed is not None and self.listed.paid_by == national.GRAND_NATIONAL and self.listed.grade == "A2"

    def session_lists(self, index: int) -> Iterator[tuple[int, list[Field]]]:
        """List the sessions of a stage with their ranking lists, section by section; 0 is the only one."""
        stage = self.event.stages[index]
        by_session: dict[int, list[Field]] = {}
        for field in stage.fields:
            if field.session:
                by_session.setdefault(field.session, []).append(field)
        if by_session:
            for number, lists in sorted(by_session.items()):
                for together in self.apart(index, lists):
                    yield number, together
        elif self.event.fact("howells") == "joined":
            yield 0, self._with_howells(stage)
        elif len(stage.schedule.sessions) < 2 and stage.contest not in SERIES:  # noqa: PLR2004 - one session
            for together in self.apart(index, stage.fields):
                yield 0, together

    @staticmethod
    def _with_howells(stage: Stage) -> list[Field]:
        """Let the Howell sections of a simultaneous event join the two directions in turn (6.3)."""
        directions = [field for field in stage.fields if not field.section]
        howells = [each._replace(section=f.section) for f in stage.fields if f.section for each in f.contestants]
        if len(directions) != 2:  # noqa: PLR2004 - North-South and East-West
            raise Unknown(
                "Howell sections join two directions.",
                "Give a list for each direction.",
                "stages",
                code="directions-missing",
            )
        lines = wide_pairs.with_howells(directions[0].contestants, directions[1].contestants, howells)
        return [
            field._replace(contestants=tuple(line), entered=None) for field, line in zip(directions, lines, strict=True)
        ]

    @rule("4.1.1 note", "4.3.4")
    def apart(self, index: int, fields: Sequence[Field]) -> list[list[Field]]:
        """Put the directions of one field together; sections, divisions and lists of teams are fields by themselves."""
        stage = self.event.stages[index]
        if stage.play is Play.TEAMS and stage.winners == 1:
            return [[field] for field in fields]
        found: dict[tuple[str, str], list[Field]] = {}
        for field in fields:
            found.setdefault((field.section, field.division), []).append(field)
        for lists in found.values():
            if len(lists) > DIRECTIONS[stage.play]:
                raise Asked(
                    f"Which of these lists were scored as one field: {', '.join(each.name for each in lists)}?",
                    "Give each list its 'section'; the two directions of a section have the same one.",
                    "stages",
                    index,
                    "fields",
                    stage.fields.index(lists[0]),
                    "section",
                    code="abf-section",
                )
        return list(found.values())

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
        sizes = tuple([field.size for field in lists])
        joined = self.event.fact("howells") == "joined"
        tables = formulas.whole_tables(sum(sizes), sessions.AT_A_TABLE[stage.play]) if joined else 0
        any_size = self.amplification != 1
        if not any_size and (number or index or len(lists) < len(stage.fields) or stage.original_tables is not None):
            self.check_size(index)
            any_size = True
        small = stage.play is Play.PAIRS and sum(sizes) < sessions.LEAST_OTHERS * sessions.AT_A_TABLE[Play.PAIRS]
        howell = self._is_howell(stage, lists[0]) if small else None
        third = self.pays_a_third(stage, lists[0])
        boards = self._session_boards(stage, number, lists[0])
        return sessions.Session(stage.play, sizes, boards, third, any_size, tables, howell, index)

    @staticmethod
    def _session_boards(stage: Stage, number: int, field: Field) -> int:
        """Give the boards of a session; sit-outs of a half table count as played."""
        schedule = lengths.schedule_of(stage, field)
        if not number:
            return max(schedule.boards, schedule.with_sit_outs or 0)
        if field.schedule is not None and not field.schedule.sessions:
            return field.schedule.boards
        if len(schedule.sessions) >= number:
            return schedule.sessions[number - 1]
        return schedule.boards if schedule.sessions else schedule.boards // max(each.session for each in stage.fields)

    def within(self, stage: Stage, field: Field) -> Decimal:
        """Say how near scores are a tie: 0.1 of the scoring unit, 0.01 of a victory point (4.4.6)."""
        by_points = lengths.scoring_of(stage, field) is Scoring.VICTORY_POINTS or self.event.fact("scores") == "vps"
        name = "tie within victory points" if by_points else "tie within"
        kept = self.book.kept.get(name)
        if kept is None:
            value = self.book.table("figures").number(name, "value")
            kept = self.book.kept[name] = Decimal(value.numerator) / Decimal(value.denominator)
        near: Decimal = kept
        return near

    def pays_a_third(self, stage: Stage, field: Field | None = None) -> bool:
        """Teams, Butler scoring and matches pay the top third, duplicate the top half (4.1.1)."""
        if stage.play is Play.TEAMS or match_awards.are_awarded(stage):
            return True
        scoring = stage.scoring if field is None else lengths.scoring_of(stage, field)
        return scoring is not Scoring.MATCHPOINTS and self.book.setting("imp_pairs_paid") == "third"
