"""What does a submission use up, and who may make it? (ch2.major, ch2.minor)"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from overtrick.engine.event import Contest, Play, StageKind
from overtrick.engine.findings import Finding
from overtrick.engine.working import NOTHING, step
from overtrick.handbooks import submission
from overtrick.handbooks.family.stage_sequence import SERIES
from overtrick.handbooks.family.written import EVENTS
from overtrick.handbooks.pending import DueClauses
from overtrick.handbooks.submission import Licensed, Objection

from . import championships, entitlements
from .championships import MAJOR, MINOR, SWISS, Nominated

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.engine.event import Event
    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.programme import Planned
    from overtrick.handbooks.submission import Organiser, Quota

_CLUB = "club"
#: Leave of Member Services to run a major championship as a Swiss.
SWISS_LEAVE = Licensed("championship as a Swiss", "ch2.major-swiss", beforehand=True)
_ANSWERS = {"yes": True, "no": False}


class Rules(submission.Rules):
    """The answers of the SBU."""

    #: The guide has no scale for a knock-out or a league.
    season_contests = (Contest.AGGREGATE,)
    due = DueClauses(series="ch2.aggregate")
    licences = (SWISS_LEAVE, submission.Licensed("unusual event", "intro.unusual"))

    def quota(self, book: Book, organiser: Organiser, event: Event) -> Finding | None:
        """Only annual championships are limited: what a club may name, and as what."""
        one = as_planned(book, organiser.planned, event)
        if one is None or organiser.kind != _CLUB:
            return None
        found = championships.may_be_named(book, one, so_far(book, organiser, organiser.run()))
        return Finding(found.holds, found.working)

    def quotas(self, book: Book, organiser: Organiser) -> Sequence[Quota]:
        """A club has a major and a minor championship of pairs, of teams and of individuals in a year."""
        if organiser.affiliated is None or organiser.kind != _CLUB:
            return ()
        run, every = (so_far(book, organiser, plans) for plans in (organiser.run(), organiser.plans()))
        return submission.with_plans(_quotas(run), _quotas(every))

    def objections(self, book: Book, organiser: Organiser, event: Event) -> Sequence[Objection]:  # noqa: ARG002
        """A club that is not affiliated awards no points."""
        licensed = entitlements.is_licensed(entitlements.Award(affiliated=organiser.member))
        return submission.not_affiliated(organiser, licensed) if organiser.kind == _CLUB else ()

    def objection_to_colour(self, book: Book, organiser: Organiser, colour: str) -> Objection | None:  # noqa: ARG002
        """Clubs never issue national points."""
        local = entitlements.is_of_a_club(entitlements.Award(colour))
        if organiser.kind != _CLUB or local.holds:
            return None
        says = step("A club issues local points only", 0, NOTHING, (local.working,), local.working.clause)
        return submission.not_to_issue(says)


_CALLED = {Play.PAIRS: "pairs", Play.TEAMS: "teams", Play.INDIVIDUAL: "individuals"}


def _quotas(held: Sequence[Nominated]) -> list[Quota]:
    named = [(each.name, each.play) for each in held]
    return [
        submission.Quota(
            f"{name.capitalize()} championships for {_CALLED[play]}", one_a_year(name), named.count((name, play))
        )
        for name, play in product((MAJOR, MINOR), (Play.PAIRS, Play.TEAMS, Play.INDIVIDUAL))
    ]


def one_a_year(name: str) -> Step:
    """Say how many championships of a play a club may name."""
    return step("One a year", 1, EVENTS, clause=f"ch2.{name}")


def of_plan(planned: Planned) -> Nominated | None:
    """Tell a planned championship in the words of chapter 2; None where the event is none."""
    if planned.kind not in (MAJOR, MINOR):
        return None
    said, form = planned.answers, planned.answers.text("form")
    given = planned.licences.get(SWISS_LEAVE.name) or said.day("leave given")
    return Nominated(
        planned.kind,
        Play(said.text("play")),
        form,
        said.number("events"),
        championships.given_beforehand(given, planned.day) if form == SWISS else None,
        said.holds("exclusive"),
    )


def as_planned(book: Book, planned: Planned | None, event: Event) -> Nominated | None:
    """Tell which championship an event was, by its plan where the results name the same one."""
    seen = nominated(book, event)
    told = None if planned is None else of_plan(planned)
    same = seen is not None and told is not None and (seen.name, seen.play) == (told.name, told.play)
    return told if same else seen


def so_far(book: Book, organiser: Organiser, plans: Sequence[Planned]) -> list[Nominated]:
    """Tell the championships that were run or are planned; results that speak against a plan count as what they are."""
    found = [nominated(book, each) for each in organiser.so_far()]
    for plan in plans:
        heard = [as_planned(book, plan, each) for each in plan.results] or [of_plan(plan)]
        found += dict.fromkeys(heard)
    return [each for each in found if each is not None]


def nominated(book: Book, event: Event) -> Nominated | None:
    """Tell a championship in the words of chapter 2; None where the event is none."""
    name = championships.of_event(event, 0, book).name
    if not name:
        return None
    first = event.stages[0]
    leave = championships.given_beforehand(event.fact("permission"), event.begins)
    exclusive = _ANSWERS.get(event.fact("exclusive"))
    return Nominated(name, first.play, _form(event), _events(event), leave, exclusive)


def _form(event: Event) -> str:
    """Name the form as the list of suitable events does."""
    first, final = event.stages[0], any(stage.kind is StageKind.FINAL for stage in event.stages)
    if first.contest in SERIES:
        return "restricted final" if final else "aggregate"
    if first.contest is Contest.SWISS:
        return SWISS
    if first.contest is Contest.KNOCK_OUT:
        return "single elimination"
    if any(stage.carry_forward for stage in event.stages):
        return "carry forward"
    if first.kind is StageKind.QUALIFYING:
        return "qualifying and final"
    return "multiple teams" if first.play is Play.TEAMS else "all play through"


def _events(event: Event) -> int | None:
    """Count the events or stages of a championship."""
    series = event.stages[0].series
    return series.games if series else len(event.stages)
