"""How do the stages of an event follow each other? Fields, levels, first and later stages, the original entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine import lengths
from overtrick.engine.assessment import Asked, Unknown
from overtrick.engine.event import Contest, Play, StageKind
from overtrick.engine.working import TABLES, Step, step
from overtrick.handbooks.family import basic, divisions, entry, finals, lists
from overtrick.handbooks.family import status as levels
from overtrick.handbooks.family.basic import Size
from overtrick.handbooks.family.finals import Way
from overtrick.handbooks.family.shared import reading, shared, whole

if TYPE_CHECKING:
    from overtrick.engine.event import Event, Stage
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.family.lists import Group

SERIES = (Contest.LADDER, Contest.AGGREGATE)
CUPS = (Contest.KNOCK_OUT, Contest.DOUBLE_KNOCK_OUT)

#: What an event's entry was by, where it is not open to everybody.
SELECTED = ("restricted", "champions")


class StageSequence:
    """The stages of one event as they lead to each other; a handbook that counts another way overrides it."""

    def __init__(self, book: Book, event: Event) -> None:
        """Take the event."""
        self.book = book
        self.event = event

    def groups(self, index: int) -> list[Group]:
        """Split a stage into its fields, each with as many lists as it has winners."""
        stage = self.event.stages[index]
        if not stage.fields or stage.winners not in entry.WINNERS[stage.play]:
            found = (
                "The stage has no ranking list."
                if not stage.fields
                else f"{stage.winners} winners do not go with {stage.play}."
            )
            raise Unknown(found, "Give the results, or the number of tables.", "stages", index, code="results-missing")
        groups = lists.groups_of(self.book, self.event, stage, one_list=self.sections_are_one)
        for group in groups:
            winners = lists.winners_of(stage, group)
            if len(group.fields) != winners or winners not in entry.WINNERS[stage.play]:
                found = f"A field of {stage.winners} winners has {len(group.fields)} ranking lists."
                raise Unknown(
                    found,
                    "Give one list for each direction, and name the section of each.",
                    "stages",
                    index,
                    code="directions-missing",
                )
        return groups

    @property
    def sections_are_one(self) -> bool:
        """Say whether the sections of one list are one field, whatever they are scored by."""
        return False

    def size(self, stage: Stage, group: Group) -> Size:
        """Give what decides the scale of a group of lists."""
        schedule, winners = lengths.schedule_of(stage, group.fields[0]), lists.winners_of(stage, group)
        found = Size(stage.play, winners, group.counts, schedule, team_size=stage.team_size)
        return found._replace(own_count=group.own_count, why=group.why) if group.own_count or group.why else found

    def of_list(self, index: int, group: Group, at: int) -> Group:
        """Give a field as one of its lists shares out the awards of a final; lists of equal length do it together."""
        stage = self.event.stages[index]
        if stage.kind is StageKind.ONLY or len(set(group.counts)) == 1:
            return group
        if reading(self.book, "finalists_of_unequal_lists", "longest list") == "longest list":
            return group
        return group._replace(own_count=group.counts[at])

    def status(self, index: int, own: str = "", raised_as: int | None = None) -> Step:
        """Give the level of a stage before any raise of its own: the organiser's, raised for a major championship.

        A section may have a level of its own (``own``). A later stage takes its level from the first one, but its raise
        from itself (``raised_as``).
        """
        name = own or self.event.stages[index].status or self.event.status
        found = self.named_status(name, index)
        entry_by = self.event.fact("entry")
        if entry_by in SELECTED:
            found = basic.of_the_organiser(self.book, found, entry_by)
        if not self.event.major_championship:
            return found
        return self.of_major(found, index if raised_as is None else raised_as)

    def of_major(self, status: Step, _index: int) -> Step:
        """Raise a stage of a major championship."""
        return levels.major_championship(self.book, status)

    def named_status(self, name: str, index: int) -> Step:
        """Look a status up by its name."""
        if name not in levels.names(self.book):
            found = (
                f"The status {name!r} is not one of the handbook's."
                if name
                else "The status of the event is not given."
            )
            raise Unknown(
                found,
                f"Give one of {', '.join(levels.names(self.book))}.",
                "stages",
                index,
                "status",
                code="status-unknown",
            )
        return levels.named(self.book, name)

    def entry_of_cup(self, index: int, least: int) -> Step:
        """Count the full tables that a knock-out began with; a consolation began with the entry of its main event.

        Its first round may say how many entered. It is asked for where only a consolation is told that would be too
        small by itself.
        """
        stage, stages = self.event.stages[index], self.event.stages
        size = self.size(stage, self.groups(index)[0])
        entered = max((this.entered or 0 for this in stage.rounds[:1]), default=0)
        own = size._replace(counts=(max(entered, *size.counts),)).tables(self.book)
        if stage.kind is not StageKind.CONSOLATION:
            return own
        first = next((at for at in range(index) if stages[at].kind is not StageKind.TIE_PLAY_OFF), None)
        if first is not None:
            return original_entry(self.book, max(self._tables(first), int(own.value)))
        if own.value < least:
            raise Asked(
                "How many entered the knock-out that this is the consolation of?",
                "Describe the main event too, as a stage before this one.",
                "stages",
                code="original-entry-missing",
            )
        return own

    def is_first(self, index: int) -> bool:
        """Say whether a stage is the event's first, or its only one."""
        stage = self.event.stages[index]
        if stage.kind is StageKind.QUALIFYING:
            return stage.original_tables is None and not any(
                before.kind is StageKind.QUALIFYING for before in self.event.stages[:index]
            )
        return stage.kind is StageKind.ONLY

    def is_small_final(self, index: int) -> bool:
        """Say whether two or three teams play a stage that counts as a knock-out final."""
        stage = self.event.stages[index]
        if stage.kind not in (StageKind.FINAL, StageKind.QUALIFYING) or self.is_first(index):
            return False
        if self.stands_alone(index) is not None or self.feeding_series(index) is not None:
            return False
        if stage.play is not Play.TEAMS:
            return False
        groups = self.groups(index)
        if len(groups) != 1:
            return False
        return finals.is_small_final(self.book, stage, self.size(stage, groups[0]), int(self.original(index).value))

    def stands_alone(self, index: int) -> Step | None:
        """Say why a stage of several is paid by itself, if it is."""
        entry_by = self.event.fact("entry")
        if entry_by in SELECTED:
            name = self.event.stages[index].status or self.event.status
            return basic.of_the_organiser(self.book, self.named_status(name, index), entry_by)
        shortest = [
            entry.least_boards(schedule)
            for each in self.event.stages
            if each.contest not in (*SERIES, *CUPS) and each.kind is not StageKind.TIE_PLAY_OFF
            for schedule in lists.schedules(each)
        ]
        untold = [each for each in (self.event.boards_before, self.event.boards_to_come) if each]
        least = min([*shortest, *untold], default=0)
        if len(self.event.stages) + len(untold) > 1 and shortest and least < whole(self.book, "least boards"):
            return entry.not_multi_stage(self.book, least)
        return None

    def feeding_series(self, index: int) -> int | None:
        """Find the ladder or series that a final comes from."""
        if self.event.stages[index].kind is not StageKind.FINAL:
            return None
        return next((at for at, before in enumerate(self.event.stages[:index]) if before.contest in SERIES), None)

    def main_status(self, index: int) -> Step:
        """Give the level of the main event that a stage is beside."""
        if self.book.setting("failed_consolation_below") == "final":
            return finals.main_status(self.book, self.way(index))
        before = [at for at, each in enumerate(self.event.stages[:index]) if each.kind is StageKind.QUALIFYING]
        return self.status(before[0] if before else index)

    def check_original_entry(self, index: int) -> None:
        """Refuse a later stage of an event whose entry was too small for points."""
        stages = self.event.stages
        first = next((each for each in stages[:index] if each.kind is StageKind.QUALIFYING), stages[index])
        told = first is not stages[index] and first.winners in entry.WINNERS[first.play]
        winners = first.winners if told else 1
        entry.large_enough(self.book, first.play, winners, self.original(index))

    def way(self, index: int) -> Way:
        """Trace how contestants came to a later stage."""
        stages = self.event.stages
        stage = stages[index]
        before = [number for number, each in enumerate(stages[:index]) if each.kind is StageKind.QUALIFYING]
        return Way(
            original=self.original(index),
            first_status=self.status(before[0] if before else index, raised_as=index),
            stages_before=stage.stages_before or (len(before) + self._untold_stages(before)) or 1,
            premier=self._tables_of(StageKind.FINAL, stage.main_tables, index),
            second=self._tables_of(StageKind.CONSOLATION, stage.second_tables, index),
            premier_boards=self._premier_boards(),
        )

    def _premier_boards(self) -> int | None:
        """Count the boards of the premier final, described or told as a fact."""
        found = [
            own.boards for each in self.event.stages if each.kind is StageKind.FINAL for own in lists.schedules(each)
        ]
        told = self.event.fact(finals.PREMIER_BOARDS)
        return max(found) if found else int(told) if told.isdecimal() else None

    def _untold_stages(self, before: list[int]) -> int:
        """Count stages that the event does not list: a first one that names an original entry had one before it."""
        if not before:
            return 0
        first = self.event.stages[before[0]]
        return first.stages_before or (0 if first.original_tables is None else 1)

    def _tables_of(self, kind: StageKind, given: int | None, index: int) -> int:
        if given is not None:
            return given
        found = [at for at, each in enumerate(self.event.stages) if each.kind is kind]
        if not found and self.event.stages[index].kind in (StageKind.CONSOLATION, StageKind.THIRD_FINAL):
            word = "main tables" if kind is StageKind.FINAL else "second tables"
            asks = f"How many full tables played the {kind} beside the {self.event.stages[index].kind}?"
            remedy = f"Describe the {kind} too, or give '{word}'."
            raise Asked(asks, remedy, "stages", index, word, code="final-missing")
        return sum(self._tables(at) for at in found)

    def _tables(self, index: int) -> int:
        stage = self.event.stages[index]
        return sum(int(self.size(stage, group).tables(self.book).value) for group in self.groups(index))

    def original(self, index: int) -> Step:
        """Count the full tables that entered the event."""
        stage = self.event.stages[index]
        if stage.original_tables is not None:
            return original_entry(self.book, stage.original_tables)
        before = [at for at, each in enumerate(self.event.stages[:index]) if each.kind is StageKind.QUALIFYING]
        if not before:
            raise Asked(
                f"How many full tables entered the event? The {stage.kind} does not say.",
                "Describe the qualifying stage too, or give the original tables.",
                *("stages", index, "original tables"),
                code="original-entry-missing",
            )
        given = self.event.stages[before[0]].original_tables
        return original_entry(self.book, self._tables(before[0]) if given is None else given)

    def divisions(self, stage: Stage) -> dict[str, divisions.Division]:
        """Give every division of a stage its level; one that names its own status has that."""
        index = self.event.stages.index(stage)
        groups = self.groups(index)
        tables: dict[str, int] = {}
        for group in groups:
            label = group.fields[0].division
            tables[label] = tables.get(label, 0) + int(self.size(stage, group).tables(self.book).value)
        own = {group.fields[0].division: group.fields[0].status for group in groups if group.fields[0].status}
        found = divisions.ranked(self.book, stage, tables, self.status(index)) if own.keys() < tables.keys() else {}
        for label, name in own.items():
            found[label] = divisions.Division(1, 1, self.named_status(name, index))
        return found


@shared
def original_entry(_book: Book, tables: int) -> Step:
    """The scales of later stages are entered with the full tables of the first."""
    return step("{tables} full tables entered the event", tables, TABLES, tables=tables)
