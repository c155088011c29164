"""What does a submission cost, and what does it use up? (ch1.no-charge, ch2.major, ch2.minor)"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

from overtrick.engine.event import Contest, Play, StageKind
from overtrick.engine.findings import Finding
from overtrick.engine.working import NOTHING, rule, step
from overtrick.handbooks import submission
from overtrick.handbooks.family.scale_selection import SERIES
from overtrick.handbooks.family.written import EVENTS
from overtrick.handbooks.pending import DueClauses

from . import championships
from .championships import MAJOR, MINOR, SWISS, Nominated

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from overtrick.engine.event import Event
    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.submission import Organiser, Quota

_CLUB = "club"
_ANSWERS = {"yes": True, "no": False}


class Rules(submission.Rules):
    """The answers of the SBU; what points cost a club is not in the guide."""

    #: The guide has no scale for a knock-out or a league.
    season_contests = (Contest.AGGREGATE,)
    due = DueClauses(series="ch2.aggregate")
    licences = (submission.Licensed("unusual event", "intro.unusual"),)

    def fee(self, book: Book, event: Event, units: Mapping[str, int]) -> Step | None:  # noqa: ARG002
        """Players are not charged."""
        return not_charged()

    def quota(self, book: Book, organiser: Organiser, event: Event) -> Finding | None:
        """Only annual championships are limited: what a club may name, and as what."""
        one = nominated(book, event)
        if one is None or organiser.kind != _CLUB:
            return None
        found = championships.may_be_named(book, one, _so_far(book, organiser))
        return Finding(found.holds, found.working)

    def quotas(self, book: Book, organiser: Organiser) -> Sequence[Quota]:
        """A club has a major and a minor championship of pairs, of teams and of individuals in a year."""
        if organiser.affiliated is None or organiser.kind != _CLUB:
            return ()
        named = [(each.name, each.play) for each in _so_far(book, organiser)]
        return [
            submission.Quota(
                f"{name.capitalize()} championships for {_CALLED[play]}", _one_a_year(name), named.count((name, play))
            )
            for name, play in product((MAJOR, MINOR), (Play.PAIRS, Play.TEAMS, Play.INDIVIDUAL))
        ]


_CALLED = {Play.PAIRS: "pairs", Play.TEAMS: "teams", Play.INDIVIDUAL: "individuals"}


def _one_a_year(name: str) -> Step:
    return step("One a year", 1, EVENTS, clause=f"ch2.{name}")


@rule("ch1.no-charge")
def not_charged() -> Step:
    """Table money or the entry fee bears what points cost."""
    return step("Players are not charged for points: table money or the entry fee bears the cost", 0, NOTHING)


def _so_far(book: Book, organiser: Organiser) -> list[Nominated]:
    return [each for each in (nominated(book, event) for event in organiser.so_far()) if each is not None]


def nominated(book: Book, event: Event) -> Nominated | None:
    """Tell a championship in the words of chapter 2; None where the event is none."""
    name = championships.of_event(event, 0, book).name
    if not name:
        return None
    first = event.stages[0]
    permission, exclusive = (_ANSWERS.get(event.fact(fact)) for fact in ("permission", "exclusive"))
    return Nominated(name, first.play, _form(event), _events(event), permission, exclusive)


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
