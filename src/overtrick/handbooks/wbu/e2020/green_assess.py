"""How does a green-pointed event become awards? Each kind of event to its rule, each stage to its lists (4.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from overtrick.engine.assessment import Asked, Assessment, Problem, Refused, Remark, Unknown
from overtrick.engine.event import Contest, Play, StageKind
from overtrick.engine.working import rule, step
from overtrick.handbooks.family import assess as local_rules
from overtrick.handbooks.family import green_stages, lists
from overtrick.handbooks.family.credit import Credits
from overtrick.handbooks.family.green_credit import Terms, credit
from overtrick.handbooks.family.green_sections import LETTER, paid_as
from overtrick.handbooks.family.green_stages import FACT
from overtrick.handbooks.family.shared import whole
from overtrick.handbooks.family.stage_sequence import CUPS

from . import cup_results, green, knock_outs, residue, simultaneous
from .scale_selection import Route

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from overtrick.engine.assessment import Refusal
    from overtrick.engine.event import Event, Stage
    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.family.assess import Routes
    from overtrick.handbooks.family.lists import Group

SIMULTANEOUS, MULTI_VENUE = "simultaneous pairs", "multi-venue pairs"
WELSH_CUP, CAMBRIA_CUP = "welsh cup", "cambria cup"
CUPS_OF_WALES = (WELSH_CUP, CAMBRIA_CUP)
PREMIER_LEAGUE = "premier league"
GREEN_SECTIONS = (StageKind.FINAL, StageKind.CONSOLATION)


def assess(book: Book, event: Event) -> Assessment:
    """Work out every green award of an event, and the local points that go with it."""
    course = Course(book, event, Route)
    try:
        if event.fact(FACT) in CUPS_OF_WALES:  # their rounds have a length of their own (errata A30)
            green.high_enough(event)
        elif event.fact(FACT) != SIMULTANEOUS:
            green.check(book, event)
            course.factor = green.category(book, event)
    except Refused as refused:
        for stage in event.stages:
            course.office.refuse_list(stage, stage.fields, refused.working)
        return course.office.result()
    except Unknown as unknown:
        course.office.problems.append(unknown.problem)
        return course.office.result()
    found = course.result()
    if course.factor.clause == "4.2.1.1 C" and not found.problems:
        return with_residue(book, event, found, course)
    return found


@rule("4.2.1.1 C", "5.2.5", "3.3.2 p1")
def with_residue(book: Book, event: Event, found: Assessment, course: Course) -> Assessment:
    """In Category C what the local award would have been worth more is kept in local points.

    A stage that is paid in local points already has no remainder, and venues pay their own: nothing is paid twice.
    Neither has a final, for which the handbook has no local award (errata A45).
    """
    compared = tuple(
        stage._replace(name=course.office.label(stage))
        for index, stage in enumerate(event.stages)
        if stage.kind in green.BEFORE and index not in course.paid_locally and course.kind != MULTI_VENUE
    )
    if not compared:
        return found
    if not event.status:
        missing = "In Category C local points may remain, and the status of the event is not given."
        found.problems = [
            *found.problems,
            Problem(missing, "Give the status, area as a rule.", ("status",), code="status-missing"),
        ]
        return found
    facts = tuple(fact for fact in event.facts if fact[0] in ("environment", "replaces"))
    local = local_rules.assess_locally(book, event._replace(facts=facts, stages=compared), Route)
    awards = [*found.awards, *residue.beside(book, found.awards, local.awards, "4.2.1.1 C")]
    paid = {residue.key(award) for award in awards}

    def refusals() -> Iterator[Refusal]:
        """Tell only those who have neither."""
        return (each for each in found.refusals if residue.key(each) not in paid)

    return Assessment(
        found.handbook, found.edition, event, awards, refusals, [*found.remarks, *_new(local, found)], found.problems
    )


def _new(local: Assessment, found: Assessment) -> list[Remark]:
    return [remark for remark in local.remarks if remark not in found.remarks]


@rule("4.2.2(a)", "4.2.2(c) overall", "4.2.3.3(c) overall", "4 uncovered")
def one_field(book: Book, groups: list[Group], index: int, *, venues: bool = False) -> None:
    """Green awards go to a part of one field; lists that are neither sections nor divisions are asked about.

    Venues are no sections: their pairs are one field. Two directions have two winners, for which the handbook has no
    green scale; by a setting half of each is paid.
    """
    named = not venues and all(each.division or each.section for group in groups for each in group.fields)
    apart = len(groups) > 1 and not named
    directions = any(len(group.fields) > 1 for group in groups)
    if not apart and not (directions and book.setting("green_two_winners") == "asked"):
        return
    question = "In which order did all pairs or teams finish? Green points go to a part of the whole field."
    remedy = (
        "Give one list of them all; or name the section or division of each list. "
        "For two directions apart ask the Master Points Secretary, and set 'green_two_winners'."
    )
    raise Asked(question, remedy, "stages", index, "lists", code="green-field-in-several-lists")


class Course(green_stages.Course):
    """A green event on its way to awards."""

    played_by: ClassVar = {
        "pairs": (Play.PAIRS,),
        MULTI_VENUE: (Play.PAIRS,),
        SIMULTANEOUS: (Play.PAIRS,),
        "inter-area teams": (Play.TEAMS,),
        PREMIER_LEAGUE: (Play.TEAMS,),
        "trials": (Play.TEAMS, Play.PAIRS),
        WELSH_CUP: (Play.TEAMS,),
        CAMBRIA_CUP: (Play.TEAMS,),
    }

    #: The category's factor; Category B where the handbook has another way.
    factor: Step = step("Category B", 1, "times", clause="4.2.1.1 B")

    def __init__(self, book: Book, event: Event, routes: Routes) -> None:
        """Take the event; no stage of it is paid in local points yet."""
        super().__init__(book, event, routes)
        self.paid_locally: set[int] = set()

    def kinds(self) -> Mapping[str, Callable[[int, Stage], None]]:
        """List the kinds of event, each with what works out a stage of it."""
        return {
            "pairs": self._finals,
            "multiple": self._finals,
            "swiss": self._swiss,
            MULTI_VENUE: self._multi_venue,
            "inter-area teams": self._multiple,
            "trials": self._multiple,
            PREMIER_LEAGUE: self._premier_league,
            SIMULTANEOUS: self._simultaneous,
            WELSH_CUP: self._cup,
            CAMBRIA_CUP: self._cup,
        }

    def _pay(self, index: int, stage: Stage, row: str, original: int | None = None, *, matches: bool) -> None:
        """Pay the places of a row, and matches if there are any."""
        terms = green.matches(self.book, stage, index, self.factor) if matches else None
        boards = green.boards_of(self.event)
        groups = self.groups(stage)
        one_field(self.book, groups, index, venues=self.kind == MULTI_VENUE)
        for group in groups:
            entered = original or sum(group.counts)
            for field, inside in zip(group.fields, group.counts, strict=True):
                ranking = None
                if row:
                    ranking = green.ranking(self.book, row, stage.play, entered, inside, boards, self.factor)
                third = "4.2.6 third" if self.kind == PREMIER_LEAGUE else ""
                credit(self.office, stage, field, group, Terms(ranking, terms, ranking_third=third))

    @rule("4.2.3.1", "4.2.3.2", "4.2.3 both")
    def _swiss(self, index: int, stage: Stage) -> None:
        """Pay a Swiss for its matches and its places."""
        self.only(index, stage)
        self._pay(index, stage, f"swiss {stage.play}", matches=True)

    @rule("4.2.5 ranking", "4.2.7", "4.2.3.3(a)")
    def _multiple(self, index: int, stage: Stage) -> None:
        """Inter-area teams and trials are multiple teams events."""
        self.only(index, stage)
        self._pay(index, stage, "multiple", matches=True)

    @rule("4.2.6 format", "4.2.6 ranking", "4.2.6 third")
    def _premier_league(self, index: int, stage: Stage) -> None:
        """The Premier League is a multiple teams event of 144 boards or more, in matches of 8 or more."""
        self.only(index, stage)
        least, short = whole(self.book, "boards of the league"), whole(self.book, "boards of a league match")
        if not stage.matches and not stage.match_boards:
            raise Unknown(
                "The event does not say how many boards a match has.",
                "Give the match boards.",
                "stages",
                index,
                code="match-boards-missing",
            )
        lengths = [match.boards or stage.match_boards for match in stage.matches] or [stage.match_boards]
        if stage.schedule.boards < least or min(lengths) < short:
            sentence = "No green points: the league needs {least} boards in matches of {short} or more"
            raise Refused(step(sentence, 0, clause="4.2.6 format", least=least, short=short))
        self._pay(index, stage, "multiple", matches=True)

    @rule("4.2.2(c) overall", "4.2.3.3(c) overall", "4.2.2(c) local", "4.2.3.3(c) local")
    def _multi_venue(self, index: int, stage: Stage) -> None:
        """An event at several venues has one list; each venue pays local points at its organiser's enhanced status."""
        self.only(index, stage)
        by_imps = not stage.matchpoints
        self._pay(index, stage, "multi-venue x-imp pairs" if by_imps else "multi-venue pairs", matches=by_imps)
        words = "Each venue also awards local points to its own field, at its organiser's enhanced status."
        clause = "4.2.3.3(c) local" if by_imps else "4.2.2(c) local"
        self.office.remarks.append(Remark(words, clause, code="venues-award-local-points"))

    @rule(
        "4.2.2(b) qualifier", "4.2.2(b) A final", "4.2.2(b) B final", "4.2.2(b) open", "4.2.2(b) sections",
        "4.2.3.3(b) qualifier", "4.2.3.3(b) A final", "4.2.3.3(b) B final", "4.2.3.3(b) open", "4.2.3.3(b) sections",
    )  # fmt: skip
    def _finals(self, index: int, stage: Stage) -> None:
        """Pay an event of one stage, or its qualifier and the sections of its final; the bottom one is the Open."""
        by_matches = self.kind == "multiple"
        kind = paid_as(self.book, self, stage)
        if kind is StageKind.ONLY:
            self._pay(index, stage, self.kind, matches=by_matches)
        elif kind is StageKind.QUALIFYING:
            if any(each.carry_forward for each in self.event.stages) and not by_matches:
                found = "The handbook has no award for a qualifier whose score is carried forward."
                raise Unknown(found, "Ask the Master Points Secretary.", "stages", index, code="scale-missing")
            self._pay(index, stage, "" if by_matches else "pairs qualifying", matches=by_matches)
        elif kind in GREEN_SECTIONS:
            self._pay(index, stage, f"{self.kind} {LETTER[kind]}", self.original(index), matches=by_matches)
        elif kind is StageKind.OPEN:
            self.paid_locally.add(index)
            self.alone(stage, stage.status or self.event.status)
        else:
            found = f"The handbook has no green award for a {stage.kind}."
            raise Unknown(found, "Use the kinds final, consolation and open.", "stages", index, code="kind-of-stage")

    @rule("4.2.8 scope", "4.2.8 local first", "4.2.8 top tenth")
    def _simultaneous(self, index: int, stage: Stage) -> None:
        """The top tenth of a simultaneous has green points, and keeps what the local award is worth more."""
        self.only(index, stage)
        facts = tuple(fact for fact in self.event.facts if fact[0] in ("environment", "replaces"))
        plain = self.event._replace(facts=(*facts, ("simultaneous", "yes")), status=self.event.status or "club")
        local = local_rules.assess_locally(self.book, plain, Route)
        if local.problems or not local.awards:
            self.office.join(local)
            return
        office = Credits(self.book, self.event)
        groups = self.groups(stage)
        one_field(self.book, groups, index, venues=True)
        for group in groups:
            for field in group.fields:
                credit(office, stage, field, group, Terms(simultaneous.green(self.book, sum(group.counts))))
        self.office.awards += [
            *office.awards,
            *residue.beside(self.book, office.awards, local.awards, "4.2.8 local first"),
        ]
        local.awards = []  # who has none of either is told by the local rules
        self.office.join(local)

    @rule("4.2.4.2(a)", "4.2.4.2(b) format", "4.2.4.1 plate")
    def _cup(self, index: int, stage: Stage) -> None:
        """A knock-out is paid round by round; a multi-team final after it by places and stanzas."""
        if stage.contest in CUPS:
            plate = stage.kind is StageKind.CONSOLATION
            cup_results.credit(self.office, stage, index, self.kind, half=plate)
            return
        if stage.kind is not StageKind.FINAL or stage.contest is Contest.MOVEMENT:
            found = "A cup is a knock-out, or a final of several teams after one."
            raise Unknown(
                found,
                "Give the contest knock-out, or round robin for a multi-team final.",
                "stages",
                index,
                code="contest-against-event",
            )
        terms = green.matches(self.book, stage, index, self.factor)
        terms = terms._replace(win=lambda boards: knock_outs.stanza_of_the_final(self.book, boards))
        for group in lists.groups_of(self.book, self.event, stage):
            ranking = knock_outs.multi_team_final(self.book, self.event, self.kind, sum(group.counts))
            for field in group.fields:
                credit(self.office, stage, field, group, Terms(ranking, terms, clause="4.2.4 components"))
