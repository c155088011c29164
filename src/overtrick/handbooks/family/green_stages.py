"""How does a green-pointed event become awards? Stage by stage, each kind of event to the rule of its handbook."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from overtrick.engine.assessment import Problem, Refused, Unknown
from overtrick.engine.event import Contest, Handicap, Play, StageKind
from overtrick.engine.places import Unranked
from overtrick.handbooks.family import assess as local_rules
from overtrick.handbooks.family import basic, entry, lists, players
from overtrick.handbooks.family.basic import Size
from overtrick.handbooks.family.credit import Credits

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from overtrick.engine.assessment import Assessment
    from overtrick.engine.event import Event, Stage
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.family.assess import Routes
    from overtrick.handbooks.family.lists import Group

#: The fact that says which kind of green event it is.
FACT = "green event"


class Course:
    """A green event on its way to awards; a handbook names its kinds of event and says what each is paid."""

    #: Who plays in a kind of event, where it is not both pairs and teams.
    played_by: ClassVar[Mapping[str, tuple[Play, ...]]] = {}

    def __init__(self, book: Book, event: Event, routes: Routes) -> None:
        """Take the event, and the way that stages go which earn local points."""
        self.book = book
        self.event = event
        self.office = Credits(book, event)
        self._routes = routes

    @property
    def kind(self) -> str:
        """Name the kind of event."""
        return self.event.fact(FACT)

    def kinds(self) -> Mapping[str, Callable[[int, Stage], None]]:
        """List the kinds of event, each with what works out a stage of it."""
        raise NotImplementedError

    def result(self) -> Assessment:
        """Work out every stage; what stands against one does not stop the others."""
        for index, stage in enumerate(self.event.stages):
            try:
                self.assess(index, stage)
            except Refused as refused:
                self.office.refuse_list(stage, stage.fields, refused.working)
            except Unranked as missing:
                self.office.problems.append(
                    Problem(f"{missing}.", "Give the place or the score.", ("stages", index), code="places-missing")
                )
            except Unknown as unknown:
                self.office.problem(unknown, index)
        return self.office.result()

    def assess(self, index: int, stage: Stage) -> None:
        """Work out one stage."""
        kinds = self.kinds()
        handler = kinds.get(self.kind)
        if handler is None:
            found = f"The handbook has no green event {self.kind!r}." if self.kind else "Which green event is it?"
            raise Unknown(found, f"Give the fact '{FACT}': {', '.join(kinds)}.", "facts", code="fact-unknown")
        who = self.played_by.get(self.kind, (Play.PAIRS, Play.TEAMS))
        if stage.play not in who:
            found = f"Green points of this kind are for {' and '.join(who)}, not for {stage.play}."
            raise Unknown(found, f"Correct the play, or the fact '{FACT}'.", "stages", index, code="play-against-event")
        if not stage.fields:
            raise Unknown(
                "The stage has no list of results.", "Give the results.", "stages", index, code="results-missing"
            )
        if index or stage.handicap is not Handicap.NONE:
            handicapped = players.refused_for_handicap(self.book, self.event, index)
            if handicapped is not None:
                raise Refused(handicapped)
        handler(index, stage)

    def groups(self, stage: Stage) -> list[Group]:
        """List the fields of a stage; an event that is too small or too short at the start earns nothing.

        A first stage with a status of its own is the heat of somebody else, and not the entry.
        """
        groups = lists.groups_of(self.book, self.event, stage, one_list=True)
        index = self.event.stages.index(stage) if stage in self.event.stages else 0
        lists.check_matches(stage, groups, index)
        if stage.kind in (StageKind.ONLY, StageKind.QUALIFYING):
            counts = groups[0].counts if len(groups) == 1 else (sum(sum(group.counts) for group in groups),)
            winners = stage.winners if len(groups) == 1 else 1
            for schedule in lists.schedules(stage):
                basic.check(self.book, Size(stage.play, winners, counts, schedule))
        elif self.event.stages[0].kind is StageKind.QUALIFYING and not self.event.stages[0].status:
            self.check_original_entry()
        return groups

    def check_original_entry(self) -> None:
        """Refuse a later stage of an event whose first stage was too small for points."""
        first = self.event.stages[0]
        groups = lists.groups_of(self.book, self.event, first, one_list=True)
        counts = groups[0].counts if len(groups) == 1 else (sum(sum(group.counts) for group in groups),)
        winners = first.winners if len(groups) == 1 else 1
        tables = entry.full_tables(self.book, first.play, winners, counts)
        entry.large_enough(self.book, first.play, winners, tables)

    def only(self, index: int, stage: Stage) -> None:
        """See that an event without finals has one stage."""
        if stage.kind is not StageKind.ONLY:
            found = f"A {self.kind} has one stage, not a {stage.kind} stage."
            raise Unknown(
                found,
                "Leave the kind of the stage out, or choose another green event.",
                "stages",
                index,
                code="kind-of-stage",
            )

    def entered(self, stage: Stage) -> int:
        """Count who entered a stage with standing."""
        return sum(sum(group.counts) for group in lists.groups_of(self.book, self.event, stage))

    def original(self, index: int) -> int:
        """Count the entry of the first stage, which the finals are reckoned by."""
        first = self.event.stages[0]
        if first.kind is not StageKind.QUALIFYING:
            found = "The finals have no qualifying stage before them."
            raise Unknown(
                found,
                "Give the qualifying stage, with everybody who entered.",
                "stages",
                index,
                code="qualifying-stage-missing",
            )
        return self.entered(first)

    def locally(self, event: Event, at: int) -> None:
        """Pay one stage in local points, as a stage of ``event``."""
        office = Credits(self.book, event)
        local_rules.assess_stage(office, self._routes(self.book, event), at, event.stages[at])
        self.office.join(office.result())

    def alone(self, stage: Stage, status: str) -> None:
        """Pay a stage in local points as an event by itself, at a status."""
        own = stage._replace(kind=StageKind.ONLY, name=self.office.label(stage))
        facts = tuple(fact for fact in self.event.facts if fact[0] == "environment")
        self.locally(self.event._replace(facts=facts, status=status, major_championship=False, stages=(own,)), 0)

    @staticmethod
    def by_matches(stage: Stage) -> bool:
        """Say whether a stage is played in matches or rounds that count as such."""
        if stage.contest is Contest.SWISS or (stage.contest is Contest.ROUND_ROBIN and stage.play is Play.TEAMS):
            return True
        counted = any(each.tally is not None for field in stage.fields for each in field.contestants)
        return bool(stage.match_boards and (stage.matches or counted))
