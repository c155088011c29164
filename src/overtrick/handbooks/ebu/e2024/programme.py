"""What may an organiser put on its programme, at which level and with whose leave? (1.2, 1.4, 4.9, 4.11, 5, 6)"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.findings import checklist, finding
from overtrick.engine.working import rule, step
from overtrick.handbooks import programme
from overtrick.handbooks.facts import STATUS
from overtrick.handbooks.family.written import EVENTS
from overtrick.handbooks.programme import Verdict, facts_of
from overtrick.handbooks.submission import Required

from . import entitlements, event_forms, planned_events, planned_levels, quotas, submission, team_leagues
from . import ranks as ranks_of_the_book
from .entitlements import Form
from .event_forms import GreenTeams
from .licences import Licensable, needs_licence
from .organisations import KINDS, Organisation, OrganiserKind, may_award_points, may_enter_as_a_club
from .planned_levels import INTER_COUNTY
from .team_leagues import Entrant

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.engine.findings import Finding, Use
    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book
    from overtrick.handbooks.programme import Planned
    from overtrick.handbooks.questions import Answers
    from overtrick.handbooks.submission import Organiser

#: Beyond the points of anybody.
_FAR = 2_000_000
_LICENCES = {each.name: each for each in submission.Rules.licences}


class Rules(programme.Rules):
    """The answers of the EBU."""

    def verdict(self, book: Book, organiser: Organiser, planned: Planned, so_far: Sequence[Planned]) -> Verdict:
        """Ask whether the organiser may run it beside all that was run or is planned, and what its form asks."""
        kind = programme.kinds(book.edition)[planned.kind]
        whose = _organisation(organiser, planned)
        plan, others = planned_events.of_plan(planned), planned_events.so_far(organiser, so_far)
        needs = leave(whose, planned, others_held=sum(each.form == Form.SIMULTANEOUS for each in others), book=book)
        conditions, takes = [may_award_points(whose)] if needs is None else [], None
        if planned.kind == Form.SIMULTANEOUS and needs is not None and plan.licence is None:
            conditions.append(finding("licensed by the EBU", holds=None, clause=needs.working.clause))
        elif _is_counted(plan, planned) and whose.kind is not OrganiserKind.NATIONAL:
            use = entitlements.may_run(book, whose, plan, others)
            conditions += use.conditions
            takes = use.working if use.uses else _would_take(use)
        conditions += form(book, whose, planned)
        level = planned_levels.level(book, whose, planned, so_far)
        major = planned.kind == Form.MAJOR
        own = planned_levels.own_level(book, whose, planned, so_far) if major else level
        told = {STATUS: planned_levels.fact(book, own)}
        facts = {name: said for name, said in {**told, **facts_of(kind, planned)}.items() if said}
        return Verdict(checklist(kind.title, conditions, clause=kind.clause), level, needs, takes, facts)

    def category(self, book: Book, planned: Planned, ranks: Sequence[str]) -> Step | None:
        """The highest player decides, by the bounds that were announced (4.12.2)."""
        said = planned.answers
        order = _order(book)
        bounds = [order.get(name) for name in _bounds(said)]
        if said.text("divided") != "categories" or not bounds or None in bounds:
            return None
        known = tuple(each for each in bounds if each is not None)
        return event_forms.category(known, tuple(order.get(rank, -1) for rank in ranks))


def _order(book: Book) -> dict[str, int]:
    return {rank.name: at for at, rank in enumerate(ranks_of_the_book.ladder(book, _FAR))}


def _bounds(said: Answers) -> list[str]:
    return [name for each in said.text("lowest ranks").split(",") if (name := " ".join(each.split()))]


def _organisation(organiser: Organiser, planned: Planned) -> Organisation:
    blue = planned_events.of_plan(planned).colour == "blue"
    return Organisation(
        KINDS.get(organiser.kind, OrganiserKind.OTHER),
        organiser.name,
        affiliated=organiser.affiliated is not None,
        licensed=bool(planned.licences),
        player_sessions_before=organiser.player_sessions_before() if blue else 0,
    )


def _would_take(use: Use) -> Step | None:
    """Say what an event takes of its quota once what is not told yet is there."""
    if not use.left or not use.unknown:
        return None
    return step("takes 1 of {left} left", 1, EVENTS, clause=use.working.clause, left=use.left)


def _is_counted(plan: entitlements.Planned, planned: Planned) -> bool:
    """Say whether chapter 1 limits the kind, or says that it is not limited; a league only in blue."""
    return plan.colour == "blue" if plan.form == Form.LEAGUE else planned.kind in (*Form, planned_events.BLUE_EVENT)


@rule("1.4.1", "1.4.3", "1.4.4", "1.2.5 p2", "1.2.5 p3", "1.2.6(e)", "1.2.7(c)", "6.1.4")
def leave(whose: Organisation, planned: Planned, *, others_held: int, book: Book) -> Required | None:
    """Say which licence an event needs; None: none, or it cannot be had."""
    name = planned_events.LICENCES.get(planned.kind, "")
    if whose.kind is OrganiserKind.NATIONAL:
        return None
    if planned.kind in (Form.ONE_DAY_GREEN, Form.CONGRESS_GREEN):
        working = finding("licensed by the EBU, which sets the date", holds=True, clause="6.1.4").working
        return Required(_LICENCES[name], working)
    said, own = planned.answers, quotas.simultaneous_pairs(book, whose.kind)
    beyond = others_held >= own.value or said.holds("affiliated clubs only") is False
    found = needs_licence(
        Licensable(
            whose.kind,
            open=planned.kind == Form.OPEN,
            simultaneous=planned.kind == Form.SIMULTANEOUS,
            beyond_quota=beyond,
            inter_county_league=planned.kind == INTER_COUNTY,
            inter_organisation=planned.kind == "inter-organisation event",
            all_members=said.holds("own members"),
            blue=planned.kind == planned_events.BLUE_EVENT,
            unusual=planned.kind == planned_events.UNUSUAL,
        )
    )
    if not found.holds:
        return None
    return Required(_LICENCES[name or "event of another body"], found.working)


def form(book: Book, whose: Organisation, planned: Planned) -> list[Finding]:
    """See whether it has the form that its kind asks for: championships for teams, ladders, leagues, divided fields."""
    said = planned.answers
    if planned.kind == Form.LADDER:
        play, ranks, method = (said.text(each) for each in ("play", "ranks", "method"))
        found = event_forms.may_be_ladder(book, play, ranks, method, said.number("results") or 0)
        return list(found.conditions)
    if planned.kind == Form.MAJOR and said.text("play") == "teams" and said.text("colour") == "green":
        teams = GreenTeams(
            said.number("team of") or 4,
            said.number("squad"),
            said.holds("ends in knock-out"),
            said.number("boards of a match"),
        )
        return list(event_forms.may_be_green_teams(book, planned_events.championship(said), teams).conditions)
    if planned.kind in (Form.LEAGUE, INTER_COUNTY):
        return _league(book, whose, planned)
    if planned.kind == "event between clubs":
        club = Organisation(OrganiserKind.CLUB, "Each club", affiliated=said.holds("affiliated clubs only"))
        county = whose.kind is OrganiserKind.COUNTY
        return [may_enter_as_a_club(club, inter_club_of_a_county=county)]
    return _divided(book, planned)


def _league(book: Book, whose: Organisation, planned: Planned) -> list[Finding]:
    said, league = planned.answers, planned_levels.league_of(whose, planned)
    conditions = list(team_leagues.may_award_points(book, league).conditions)
    entrant = {
        "lowest division": Entrant(member=False, division=league.divisions),
        "reserves": Entrant(member=False, reserve=True),
        "everywhere": Entrant(member=False),
    }.get(said.text("non-members"))
    if entrant is not None:
        conditions.append(team_leagues.may_play(book, league, entrant))
    if said.text("colour") == "green":
        inter = finding("a league between counties", holds=planned.kind == INTER_COUNTY, clause="6.5.1")
        conditions += [inter, *team_leagues.may_give_green(book, league).conditions]
    return conditions


def _divided(book: Book, planned: Planned) -> list[Finding]:
    said = planned.answers
    if said.text("divided") == "sections":
        by = said.text("sections by")
        return [event_forms.sections_may_differ(by)] if by else [_untold("how players are put into sections", "4.9.1")]
    if said.text("divided") != "categories":
        return []
    number = said.number("categories")
    if number is None:
        return [_untold("the number of categories", "4.12.1")]
    by_rank = said.holds("by rank") is not False
    told, day = said.day("announced on"), planned.day
    found = event_forms.may_be_stratified(book, number, announced=told, day=day, by_rank=by_rank)
    return [*found.conditions, *_in_order(book, said, number)]


def _in_order(book: Book, said: Answers, categories: int) -> list[Finding]:
    """See that the bounds are ranks of the handbook, from the top down, one fewer than there are categories."""
    named = _bounds(said)
    if not named:
        return []
    places = [_order(book).get(name) for name in named]
    known = [each for each in places if each is not None]
    holds = len(known) == len(named) == categories - 1 and known == sorted(set(known), reverse=True)
    sentence = "{named}: ranks of the handbook from the top down, one fewer than categories"
    return [finding(sentence, holds=holds, clause="4.12.2", named=", ".join(named))]


def _untold(what: str, clause: str) -> Finding:
    return finding("{what}", holds=None, clause=clause, what=what)
