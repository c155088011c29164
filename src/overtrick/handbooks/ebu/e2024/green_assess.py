"""How does a green-pointed event become awards? Each kind of event to its rule, each stage to its lists (chapter 6)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Problem, Refused, Unknown
from overtrick.engine.event import Contest, Handicap, Play, StageKind
from overtrick.engine.places import Unranked
from overtrick.engine.working import rule
from overtrick.handbooks.ebu.e2024 import (
    basic,
    green,
    green_county_pairs,
    green_finals,
    green_knock_out,
    green_leagues,
    green_matches,
    lists,
    players,
)
from overtrick.handbooks.ebu.e2024.basic import Size
from overtrick.handbooks.ebu.e2024.credit import Credits
from overtrick.handbooks.ebu.e2024.green_credit import GREEN, Terms, credit
from overtrick.handbooks.ebu.e2024.route import CUPS, Route

if TYPE_CHECKING:
    from collections.abc import Callable

    from overtrick.engine.assessment import Assessment
    from overtrick.engine.event import Contestant, Event, Stage
    from overtrick.handbooks.ebu.e2024.lists import Group
    from overtrick.handbooks.edition import Book

    LocalRules = Callable[[Credits, Route, int, Stage], None]

__all__ = ["GREEN", "assess"]

FACT = "green event"
CHAMPIONSHIPS = ("county teams", "county pairs")
REGIONAL, COUNTY = "regional", "county"
FLIGHTS = ("A", "B")

#: Who plays in a kind of event, where it is not both pairs and teams.
PLAYED_BY = {
    "multiple teams": (Play.TEAMS,),
    "multiple pairs": (Play.PAIRS,),
    "county teams": (Play.TEAMS,),
    "county pairs": (Play.PAIRS,),
    "inter-county league": (Play.TEAMS,),
    "ebu congress": (Play.PAIRS, Play.TEAMS, Play.INDIVIDUAL),
}


def assess(book: Book, event: Event, by_local_rules: LocalRules) -> Assessment:
    """Work out every green award of an event, and the local ones of stages that earn no green points."""
    if event.fact(FACT) in CHAMPIONSHIPS:
        event = event._replace(major_championship=True)
    course = Course(book, event, by_local_rules)
    for index, stage in enumerate(event.stages):
        try:
            course.assess(index, stage)
        except Refused as refused:
            course.office.refuse_list(stage, stage.fields, refused.working)
        except Unranked as missing:
            course.office.problems.append(Problem(f"{missing}.", "Give the place or the score.", ("stages", index)))
        except Unknown as unknown:
            if unknown.problem not in course.office.problems:
                course.office.problems.append(unknown.problem)
    return course.office.result()


class Course:
    """A green event on its way to awards."""

    def __init__(self, book: Book, event: Event, by_local_rules: LocalRules) -> None:
        """Take the event, and the rules for stages that earn local points."""
        self.book = book
        self.event = event
        self.office = Credits(book, event)
        self._by_local_rules = by_local_rules
        self._kinds: dict[str, Callable[[int, Stage], None]] = {
            "swiss": self._swiss,
            "flighted swiss": self._flighted,
            "multiple teams": self._multiple,
            "multiple pairs": self._multiple,
            "congress": self._congress,
            "county teams": self._county_teams,
            "county pairs": self._county_pairs,
            "inter-county league": self._league,
            "ebu congress": self._ebu_congress,
        }

    def assess(self, index: int, stage: Stage) -> None:
        """Work out one stage."""
        handler = self._kinds.get(self.event.fact(FACT))
        if handler is None:
            found = f"The handbook has no green event {self.event.fact(FACT)!r}."
            raise Unknown(found, f"Give the fact '{FACT}': {', '.join(self._kinds)}.", "facts")
        who = PLAYED_BY.get(self.event.fact(FACT), (Play.PAIRS, Play.TEAMS))
        if stage.play not in who:
            found = f"Green points of this kind are for {' and '.join(who)}, not for {stage.play}."
            raise Unknown(found, f"Correct the play, or the fact '{FACT}'.", "stages", index)
        if not stage.fields:
            raise Unknown("The stage has no list of results.", "Give the results.", "stages", index)
        if index or stage.handicap is not Handicap.NONE:
            handicapped = players.refused_for_handicap(self.event, index)
            if handicapped is not None:
                raise Refused(handicapped)
        handler(index, stage)

    def groups(self, stage: Stage) -> list[Group]:
        """List the fields of a stage; one that is too small or too short at the start earns nothing."""
        groups = lists.groups_of(self.book, self.event, stage, one_list=True)
        index = self.event.stages.index(stage) if stage in self.event.stages else 0
        lists.check_matches(stage, groups, index)
        if stage.kind in (StageKind.ONLY, StageKind.QUALIFYING):
            counts = groups[0].counts if len(groups) == 1 else (sum(sum(group.counts) for group in groups),)
            winners = stage.winners if len(groups) == 1 else 1
            basic.check(self.book, Size(stage.play, winners, counts, stage.schedule))
        return groups

    def only(self, index: int, stage: Stage) -> None:
        """See that an event without finals has one stage."""
        if stage.kind is not StageKind.ONLY:
            found = f"A {self.event.fact(FACT)} has one stage, not a {stage.kind} stage."
            raise Unknown(found, "Leave the kind of the stage out, or choose another green event.", "stages", index)

    # --- Kinds of event ----------------------------------------------------------------------------------------------

    @rule("6.4.1(a)", "6.4.1(b)")
    def _swiss(self, index: int, stage: Stage) -> None:
        """Pay a one-day Swiss for its matches and its places."""
        self.only(index, stage)
        matches = green_matches.terms(self.book, stage, index)
        for group in self.groups(stage):
            ranking = green.swiss(self.book, stage.play, sum(group.counts))
            for field in group.fields:
                credit(self.office, stage, field, group, Terms(ranking, matches))

    @rule("6.4.2(a)", "6.4.2(b)")
    def _flighted(self, index: int, stage: Stage) -> None:
        """Pay two flights of a Swiss, each with its own list."""
        self.only(index, stage)
        found = {_flight(group): group for group in self.groups(stage)}
        if tuple(sorted(found)) != FLIGHTS:
            what = "A flighted Swiss has two lists, the flights A and B."
            raise Unknown(what, "Give each list its flight as division.", "stages", index, "fields")
        matches = green_matches.terms(self.book, stage, index)
        sizes = [sum(found[name].counts) for name in FLIGHTS]
        for name, ranking in zip(FLIGHTS, green.flighted(self.book, stage.play, *sizes), strict=True):
            for field in found[name].fields:
                credit(self.office, stage, field, found[name], Terms(ranking, matches, clause="6.4.2(a)"))

    def _multiple(self, index: int, stage: Stage) -> None:
        green_finals.assess(self, index, stage)

    @rule("6.1.5(a)", "6.1.5(b)")
    def _congress(self, index: int, stage: Stage) -> None:
        """Pay a county congress event of three sessions; shorter ones go by 6.4."""
        self.only(index, stage)
        needed = self.book.table("green_match").whole("sessions of a congress event", "figure")
        sessions = len(stage.schedule.sessions)
        if sessions != needed:
            what = f"A county congress event has awards of its own with three sessions; here are {sessions or 'none'}."
            remedy = "Give the boards of each session, or another green event: swiss, multiple teams, multiple pairs."
            raise Unknown(what, remedy, "stages", index)
        matches = green_matches.terms(self.book, stage, index) if self._by_matches(stage) else None
        for group in self.groups(stage):
            ranking = green.congress(self.book, stage.play, sum(group.counts))
            for field in group.fields:
                credit(self.office, stage, field, group, Terms(ranking, matches, clause="6.1.5(a)"))

    @rule("6.6")
    def _ebu_congress(self, index: int, stage: Stage) -> None:
        """Pay the places of an EBU congress event as its organiser set them, and matches where there are any."""
        event = self.event
        paid_stage = stage.kind in (StageKind.ONLY, StageKind.FINAL)
        ranking = None
        if paid_stage:
            facts = [event.fact(name) for name in ("top", "minimum", "places")]
            ranking = green.given_by_the_organiser(self.book, *facts)
        matches = green_matches.terms(self.book, stage, index) if self._by_matches(stage) else None
        for group in self.groups(stage):
            for field in group.fields:
                credit(self.office, stage, field, group, Terms(ranking, matches, clause="6.6"))

    @rule("6.2.3", "6.2.3(a)", "6.2.3(d)", "6.2.5", "6.1.3")
    def _county_teams(self, index: int, stage: Stage) -> None:
        """Pay the knock-out, the last qualifying stage before it, and by local rules whatever else there is."""
        before = [each for each in self.event.stages if each.kind is StageKind.QUALIFYING]
        if stage.kind is StageKind.CONSOLATION:
            self.plate(index, stage)
        elif stage.kind is StageKind.QUALIFYING and stage.contest not in CUPS:
            boards = sum(each.schedule.boards for each in before)
            if not green_knock_out.earns_green(self.book, boards, last=stage is before[-1]):
                self.locally(index, REGIONAL)
                return
            for group in self.groups(stage):
                for field, count in zip(group.fields, group.counts, strict=True):
                    ranking = green_knock_out.blocks(self.book, count, boards)
                    credit(self.office, stage, field, group, Terms(ranking))
        else:
            green_knock_out.is_knock_out(stage)
            green_knock_out.credit(self.office, stage, index, self._entry(stage))

    def _entry(self, stage: Stage) -> int:
        first = self.event.stages[0]
        if self.book.setting("green_knock_out_row") == "knock-out entry":
            first = next(each for each in self.event.stages if each.contest in CUPS or each is stage)
        return sum(sum(group.counts) for group in lists.groups_of(self.book, self.event, first))

    @rule("6.3.1", "6.3.4(c)", "6.1.3")
    def _county_pairs(self, index: int, stage: Stage) -> None:
        """Pay the final; other stages have local points at Regional level, heats of clubs at Club."""
        played = green_county_pairs.read(self.book, self.event)
        if stage is not played.final:
            self.locally(index, REGIONAL)
            return
        if len(stage.fields) != 1:
            found = "The county pairs championship has one ranking list, and this has several."
            raise Unknown(found, "Give the list of all pairs together.", "stages", index, "fields")
        green_county_pairs.long_enough(self.book, self.event, played)
        self.office.remarks += green_county_pairs.movement(self.book, self.event, played)
        for group in self.groups(stage):
            for field in group.fields:
                barred: list[Contestant] = []
                if played.format == "two sessions":
                    barred = [each for each in field.contestants if any(player.substitute for player in each.players)]
                for contestant in barred:
                    self.office.refuse(stage, field.name, contestant, green_county_pairs.with_a_substitute())
                kept = field._replace(contestants=tuple(each for each in field.contestants if each not in barred))
                finalists = played.finalists - len(barred)
                ranking = green_county_pairs.ranking(self.book, played.format, played.entry, finalists)
                credit(self.office, stage, kept, group, Terms(ranking))

    @rule("6.5.4", "6.5.5 (table 1)", "6.5.5 (table 2)")
    def _league(self, index: int, stage: Stage) -> None:
        """Pay an inter-county league for matches, and its leaders with bonus wins."""
        self.only(index, stage)
        if not stage.match_boards:
            raise Unknown("It does not say how many boards a match has.", "Give the match boards.", "stages", index)
        groups = lists.groups_of(self.book, self.event, stage, one_list=True)
        lists.check_matches(stage, groups, index)
        for group in groups:
            for field, count in zip(group.fields, group.counts, strict=True):
                division = green_leagues.division_of(stage, field)
                inside = {each.name for each in field.contestants}
                own = tuple(match for match in stage.matches if match.sides[0].contestant in inside)
                meetings = green_leagues.meetings(own, self.event.fact("meetings"))
                bonus = green_leagues.bonus_win(self.book, division, stage.match_boards, meetings)
                ranking = green_leagues.ranking(self.book, count, bonus)
                third = partial(green_leagues.third, self.book, stage)
                matches = green_leagues.terms(self.book, stage, division)
                terms = Terms(ranking, matches, third=third, clause="6.5.5 (table 1)")
                credit(self.office, stage, field, group, terms)

    # --- What earns local points -------------------------------------------------------------------------------------

    @rule("6.1.3", "6.2.3(a)", "6.3.1")
    def locally(self, index: int, status: str) -> None:
        """Pay a stage without green points in local points, at Regional level unless it has a level of its own."""
        stage = self.event.stages[index]
        stages = tuple(green_county_pairs.county_stages(self.event))
        if stage not in stages:  # the heat of a club is an event by itself
            stages = (stage._replace(kind=StageKind.ONLY, name=stage.name or str(stage.kind)),)
        at = stages.index(stage) if stage in stages else 0
        event = self.event._replace(facts=(), status=status, major_championship=False, stages=stages)
        office = Credits(self.book, event)
        self._by_local_rules(office, Route(self.book, event), at, stages[at])
        self.office.join(office.result())

    @rule("6.2.5")
    def plate(self, index: int, stage: Stage) -> None:
        """A plate has local points: half of the main event at Regional if a knock-out, else alone at County."""
        if stage.contest in CUPS:
            self.locally(index, REGIONAL)
            return
        alone = stage._replace(kind=StageKind.ONLY, name=stage.name or str(stage.kind))
        event = self.event._replace(facts=(), status=COUNTY, major_championship=False, stages=(alone,))
        office = Credits(self.book, event)
        self._by_local_rules(office, Route(self.book, event), 0, alone)
        self.office.join(office.result())

    @staticmethod
    def _by_matches(stage: Stage) -> bool:
        """Say whether a stage is played in matches or rounds that count as such."""
        if stage.contest is Contest.SWISS or (stage.contest is Contest.ROUND_ROBIN and stage.play is Play.TEAMS):
            return True
        counted = any(each.tally is not None for field in stage.fields for each in field.contestants)
        return bool(stage.match_boards and (stage.matches or counted))


def _flight(group: Group) -> str:
    field = group.fields[0]
    return (field.division or field.name).upper().removeprefix("FLIGHT").strip()
