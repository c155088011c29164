"""How many sessions did a contestant play? Counted stage by stage, for the outright award (4.2.4, 4.3.1, 7.5.3)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine import lengths
from overtrick.engine.event import Contest, Ended, StageKind
from overtrick.engine.played import StagePlay
from overtrick.engine.records import NamedTuple

from . import formulas, match_awards, national
from .stages import Stages

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.engine.event import Contestant, Event, Field, Player, Schedule, Stage
    from overtrick.engine.played import Meeting, Share
    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book

_SEVERAL = 2


class StageEntrant(NamedTuple):
    """A contestant in the list of a stage."""

    contestant: Contestant
    field: Field


class Attended(NamedTuple):
    """The sessions of a stage that a contestant played."""

    boards: list[int]
    told: bool = True  #: the sessions are known, not only all boards
    by_boards: str = ""  #: the clause by which all boards are divided


class Attendance(Stages):
    """Who played in which stage, and how much of it."""

    def __init__(self, book: Book, event: Event) -> None:
        """Start with nothing looked up."""
        super().__init__(book, event)
        self._plays: dict[int, StagePlay] = {}
        self._listed: dict[int, dict[str, StageEntrant]] = {}
        self._new_names: dict[tuple[int, int], bool] = {}
        self._most: dict[int, int] = {}

    def play(self, index: int) -> StagePlay:
        """Give what everybody played in a stage; its matches are gone through once."""
        found = self._plays.get(index)
        if found is None:
            found = self._plays[index] = StagePlay(self.event.stages[index])
        return found

    def listed_in(self, index: int) -> dict[str, StageEntrant]:
        """Find the contestants of a stage by name; the list of the whole stage goes before those of sessions."""
        found = self._listed.get(index)
        if found is None:
            found = {}
            fields = self.event.stages[index].fields
            for field in sorted(fields, key=lambda field: (field.session == 0, -field.session)):
                found.update({each.name: StageEntrant(each, field) for each in field.contestants})
            self._listed[index] = found
        return found

    def stages_of(self, index: int, name: str) -> Iterator[int]:
        """Find the stages in which a contestant played.

        Where a final numbers everybody anew, so that nobody of it is in the lists before, all have played those.
        """
        in_final = name in self.listed_in(index)
        for at, stage in enumerate(self.event.stages):
            if at != index and stage.kind not in (StageKind.QUALIFYING, StageKind.PLAY_OFF):
                continue
            if name in self.listed_in(at) or (
                at < index and in_final and stage.kind is StageKind.QUALIFYING and self._renumbered(at, index)
            ):
                yield at

    def _renumbered(self, at: int, final: int) -> bool:
        found = self._new_names.get((at, final))
        if found is None:
            found = self._new_names[at, final] = self.listed_in(at).keys().isdisjoint(self.listed_in(final))
        return found

    def share(self, index: int, name: str, player: Player) -> Share | None:
        """Say what a player played of a stage; None where the contestant is not listed there."""
        listed = self.listed_in(index).get(name)
        if listed is None:
            return None
        same = [each for each in listed.contestant.players if each.number and each.number == player.number]
        same = same or [each for each in listed.contestant.players if each.name == player.name]
        return self.play(index).in_stage(listed.contestant, same[0] if same else player, listed.field)

    # --- Sessions --------------------------------------------------------------------------------------------------

    def sessions_played(self, index: int, name: str) -> Step:
        """Count the sessions of a contestant; where a stage does not tell them, all boards are counted by 24."""
        found: list[Attended] = []
        parts: list[formulas.Part] = []
        before = int(self.event.fact("boards of stage 1") or 0)
        several = bool(before) or len(self.event.stages) > 1
        if before:
            found.append(Attended([before], by_boards="7.5.4/3"))
            parts.append(formulas.Part("stage 1", (before,)))
        for at in self.stages_of(index, name):
            attended = self._attended(at, name)
            stage = self.event.stages[at]
            found.append(attended)
            parts.append(formulas.Part((stage.name or str(stage.kind)) if several else "", tuple(attended.boards)))
        least = self.grade(self.event.stages[index]).session_boards
        boards = [each for attended in found for each in attended.boards]
        clause = next((each.by_boards for each in found if each.by_boards), "")
        one_game = not several and not match_awards.are_awarded(self.event.stages[index])
        if not clause and not all(each.told for each in found) and not one_game and sum(boards) >= least:
            clause = "4.3.1/2"
        key = ("S", tuple(boards), least, clause, tuple(parts))
        kept: Step | None = self.book.kept.get(key)
        if kept is None:
            kept = formulas.sessions_counted(self.book, boards, least, parts=parts, by_boards=clause)
            self.book.kept[key] = kept
        return kept

    def _attended(self, index: int, name: str) -> Attended:
        stage = self.event.stages[index]
        listed = self.listed_in(index).get(name)
        if stage.rounds:
            attended = self._rounds_of(index, name)
        elif listed is None:
            attended = _scheduled(stage, stage.schedule)
        else:
            attended = _scheduled(stage, lengths.schedule_of(stage, listed.field))
            most = self._most_with_byes(index, sum(attended.boards))
            if most:
                attended = Attended([most], by_boards="4.2.4/3")
            elif national.counts_boards(self.paid_by) and not self.is_national_qualifier:
                attended = Attended([self.play(index).team_boards(listed.contestant, listed.field)])
        if national.counts_boards(self.paid_by) and not self.is_national_qualifier:
            return attended._replace(by_boards="7.5.3/3")
        return attended

    def _most_with_byes(self, index: int, planned: int) -> int:
        """Give the most boards anybody played of a round robin with byes, where the sessions were longer; 0 if not."""
        stage = self.event.stages[index]
        if stage.contest is not Contest.ROUND_ROBIN or not match_awards.are_awarded(stage):
            return 0
        if index not in self._most:
            most = stage.schedule.boards if stage.schedule.boards < planned else 0
            totals = {sum(each.boards for each in self.play(index).meetings(name)) for name in self.listed_in(index)}
            if not most and len(totals) == 1 and 0 < max(totals) < planned:
                most = max(totals)  # everybody played the same, so all matches are listed
            self._most[index] = most
        return self._most[index]

    def _rounds_of(self, index: int, name: str) -> Attended:
        """Count a knock-out round by round: the sessions told, otherwise as many as its boards make."""
        stage = self.event.stages[index]
        least = self.grade(stage).session_boards
        by_round: dict[int, list[Meeting]] = {}
        for meeting in self.play(index).meetings(name):
            if meeting.match.ended is not Ended.NOT_PLAYED:
                by_round.setdefault(id(meeting.round), []).append(meeting)
        boards: list[int] = []
        for meetings in by_round.values():
            this = meetings[0].round
            total = sum(each.boards for each in meetings)
            told = [this.sessions if this is not None else (), stage.schedule.sessions]
            sessions = next((each for each in told if len(each) > 1 and sum(each) == total), ())
            boards += sessions or self._split(total, least)
        return Attended(boards)

    def _split(self, total: int, least: int) -> list[int]:
        """Cut the boards of a match into sessions of a day: 64 boards are two of 32."""
        count = int(formulas.sessions_counted(self.book, [0, total], least).value)
        if count < _SEVERAL:
            return [total]
        whole, rest = divmod(total, count)
        return [whole + (at < rest) for at in range(count)]


def _scheduled(stage: Stage, schedule: Schedule) -> Attended:
    listed = max((field.session for field in stage.fields), default=0)
    if schedule.sessions:
        return Attended(list(schedule.sessions))
    if listed:
        return Attended([schedule.boards // listed] * listed)
    return Attended([schedule.boards], told=False)
