"""How does a green-pointed event become awards? Each kind of event to its rule, each stage to its lists (chapter 6)."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, ClassVar

from overtrick.engine import lengths
from overtrick.engine.assessment import Unknown
from overtrick.engine.event import Play, StageKind
from overtrick.engine.working import rule
from overtrick.handbooks.family import entry, green_matches, green_stages, match_results
from overtrick.handbooks.family.green_credit import GREEN, Terms, credit
from overtrick.handbooks.family.green_stages import FACT
from overtrick.handbooks.family.stage_sequence import CUPS

from . import green, green_county_pairs, green_finals, green_knock_out, green_leagues
from .scale_selection import Route

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from overtrick.engine.assessment import Assessment
    from overtrick.engine.event import Contestant, Event, Stage
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.family.lists import Group

__all__ = ["GREEN", "assess"]

CHAMPIONSHIPS = ("county teams", "county pairs")
REGIONAL, COUNTY = "regional", "county"
FLIGHTS = ("A", "B")


def assess(book: Book, event: Event) -> Assessment:
    """Work out every green award of an event, and the local ones of stages that earn no green points."""
    if event.fact(FACT) in CHAMPIONSHIPS:
        event = event._replace(major_championship=True)
    return Course(book, event, Route).result()


class Course(green_stages.Course):
    """A green event on its way to awards."""

    played_by: ClassVar = {
        "multiple teams": (Play.TEAMS,),
        "multiple pairs": (Play.PAIRS,),
        "county teams": (Play.TEAMS,),
        "county pairs": (Play.PAIRS,),
        "inter-county league": (Play.TEAMS,),
        "ebu congress": (Play.PAIRS, Play.TEAMS, Play.INDIVIDUAL),
    }

    def kinds(self) -> Mapping[str, Callable[[int, Stage], None]]:
        """List the kinds of event, each with what works out a stage of it."""
        return {
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
            raise Unknown(
                what, "Give each list its flight as division.", "stages", index, "fields", code="division-missing"
            )
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
            what = (
                f"A county congress event has its own awards only with three sessions; here are {sessions or 'none'}."
            )
            remedy = "Give the boards of each session, or another green event: swiss, multiple teams, multiple pairs."
            raise Unknown(what, remedy, "stages", index, code="sessions-missing")
        matches = green_matches.terms(self.book, stage, index) if self.by_matches(stage) else None
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
        matches = green_matches.terms(self.book, stage, index) if self.by_matches(stage) else None
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
                self.regionally(index)
                return
            for group in self.groups(stage):
                for field, count in zip(group.fields, group.counts, strict=True):
                    ranking = green_knock_out.blocks(self.book, count, boards)
                    credit(self.office, stage, field, group, Terms(ranking))
        else:
            green_knock_out.is_knock_out(stage)
            self.check_original_entry()
            green_knock_out.credit(self.office, stage, index, self._entry(stage))

    def _entry(self, stage: Stage) -> int:
        first = self.event.stages[0]
        if self.book.setting("green_knock_out_row") == "knock-out entry":
            first = next(each for each in self.event.stages if each.contest in CUPS or each is stage)
        return self.entered(first)

    @rule("6.3.1", "6.3.4(c)", "6.1.3")
    def _county_pairs(self, index: int, stage: Stage) -> None:
        """Pay the final; other stages have local points at Regional level, heats of clubs at Club."""
        played = green_county_pairs.read(self.book, self.event)
        if stage is not played.final:
            self.regionally(index)
            return
        if len(stage.fields) != 1:
            found = "The county pairs championship has one ranking list, and this has several."
            raise Unknown(
                found, "Give the list of all pairs together.", "stages", index, "fields", code="field-in-several-lists"
            )
        green_county_pairs.long_enough(self.book, self.event, played)
        tables = entry.full_tables(self.book, stage.play, 1, (int(played.entry.value),))
        entry.large_enough(self.book, stage.play, 1, tables)
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
        match_results.check_lengths(stage, index)
        for group in self.groups(stage):
            for field, count in zip(group.fields, group.counts, strict=True):
                division = green_leagues.division_of(stage, field)
                usual = lengths.match_boards_of(stage, field)
                inside = {each.name for each in field.contestants}
                own = tuple(match for match in stage.matches if match.sides[0].contestant in inside)
                meetings = green_leagues.meetings(own, self.event.fact("meetings"))
                bonus = green_leagues.bonus_win(self.book, division, usual, meetings)
                ranking = green_leagues.ranking(self.book, count, bonus)
                third = partial(green_leagues.third, self.book, self.office.play(stage), field)
                matches = green_leagues.terms(self.book, division)
                terms = Terms(ranking, matches, third=third, clause="6.5.5 (table 1)")
                credit(self.office, stage, field, group, terms)

    # --- What earns local points -------------------------------------------------------------------------------------

    @rule("6.1.3", "6.2.3(a)", "6.3.1")
    def regionally(self, index: int) -> None:
        """Pay a stage without green points in local points, at Regional level unless it has a level of its own."""
        stage = self.event.stages[index]
        stages = tuple(green_county_pairs.county_stages(self.event))
        if stage not in stages:  # the heat of a club is an event by itself
            self.alone(stage, REGIONAL)
            return
        event = self.event._replace(facts=(), status=REGIONAL, major_championship=False, stages=stages)
        self.locally(event, stages.index(stage))

    @rule("6.2.5")
    def plate(self, index: int, stage: Stage) -> None:
        """A plate has local points: half of the main event at Regional if a knock-out, else alone at County."""
        if stage.contest in CUPS:
            self.regionally(index)
        else:
            self.alone(stage, COUNTY)


def _flight(group: Group) -> str:
    field = group.fields[0]
    return (field.division or field.name).upper().removeprefix("FLIGHT").strip()
