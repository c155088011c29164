"""On what terms is a teams league run, who may play, and may it give green points? (1.2.6, 1.3.4, 1.4.2, 6.5)"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.findings import Checklist, Finding, checklist, finding
from overtrick.engine.working import NOTHING, Step, rule, step

if TYPE_CHECKING:
    from overtrick.handbooks.edition import Book

TEAM_SIZES = frozenset({4, 8})
#: Between counties there are teams of twelve, too (6.5.3).
TEAM_SIZES_BETWEEN_COUNTIES = TEAM_SIZES | {12}
INTER_COUNTY = "inter-county"


class League(NamedTuple):
    """A league of teams as it is planned; None: not told."""

    kind: str = "club"  #: club, district, county or inter-county
    team_of: int = 4
    fixed_dates: bool | None = None
    private_matches: bool | None = None
    divisions: int = 1
    club_affiliated: bool | None = None  #: of a club league
    counties: int | None = None  #: of an inter-county league
    licensed: bool | None = None
    green_approved: bool | None = None  #: by the EBU
    teams_a_division: int | None = None
    one_team_a_county: bool | None = None
    stages: int = 1
    boards_a_match: int | None = None
    boards_a_stage: int | None = None  #: for each team
    squad: int | None = None


class Entrant(NamedTuple):
    """A player who wants to play in a league."""

    member: bool
    division: int = 1
    reserve: bool = False


def _figure(book: Book, name: str) -> int:
    return book.table("league_figures").whole(name, "figure")


@rule("1.3.4", "6.5.3")
def is_teams_league(league: League) -> Checklist:
    """A teams league is of teams of four or eight, on dates fixed before or in private matches, or both.

    Between counties there are teams of twelve, too.
    """
    played = None if league.fixed_dates is None and league.private_matches is None else False
    played = True if league.fixed_dates or league.private_matches else played
    sentence, sizes, clause = "teams of {team_of}, must be four or eight", TEAM_SIZES, "1.3.4"
    if league.kind == INTER_COUNTY:
        sentence, sizes = "teams of {team_of}, must be four, eight or twelve", TEAM_SIZES_BETWEEN_COUNTIES
        clause = "6.5.3"
    return checklist(
        "a teams league",
        (
            finding(sentence, holds=league.team_of in sizes, clause=clause, team_of=league.team_of),
            finding("on fixed dates or in private matches", holds=played, clause="1.3.4"),
        ),
        clause="1.3.4",
    )


@rule("1.4.2 club", "1.4.2 district", "1.4.2 county", "1.4.2 inter-county", "1.2.6(e)")
def may_award_points(book: Book, league: League) -> Checklist:
    """A club league is of an affiliated club; a district or inter-county league has a licence, a county needs none.

    At least three counties make an inter-county league.
    """
    clause = book.table("leagues").text(league.kind, "clause")
    conditions = list(is_teams_league(league).conditions)
    if league.kind == "club":
        conditions.append(finding("the club is affiliated", holds=league.club_affiliated, clause=clause))
    if league.kind in ("district", INTER_COUNTY):
        conditions.append(finding("licensed by the EBU", holds=league.licensed, clause=clause))
    if league.kind == INTER_COUNTY:
        least = _figure(book, "counties at least")
        enough = None if league.counties is None else league.counties >= least
        sentence = "{counties} counties, at least {least}"
        conditions.append(finding(sentence, holds=enough, clause="1.2.6(e)", counties=league.counties, least=least))
    return checklist(f"points for a {league.kind} league", conditions, clause=clause)


@rule("1.4.2 club", "1.4.2 district", "1.4.2 county", "1.4.2 inter-county", "1.2.6(c)")
def may_play(book: Book, league: League, entrant: Entrant) -> Finding:
    """Club and district leagues decide for themselves; county and inter-county leagues are for members of the EBU.

    A county may let others play in the lowest of several divisions, and let a few be reserves of teams of eight or
    more; the league keeps its status.
    """
    table = book.table("leagues")
    clause = table.text(league.kind, "clause")
    if entrant.member or table.text(league.kind, "members only") == "no":
        sentence = "a member of the EBU" if entrant.member else "the league itself decides about non-members"
        return finding(sentence, holds=True, clause=clause)
    if league.kind == "county":
        lowest = league.divisions > 1 and entrant.division == league.divisions
        reserve = entrant.reserve and league.team_of >= _figure(book, "team with reserves at least")
        sentence = "a non-member in the lowest of several divisions, or a reserve of a team of eight or more"
        return finding(sentence, holds=lowest or reserve, clause="1.2.6(c)")
    return finding("a member of the EBU", holds=False, clause=clause)


@rule("1.3.4 p2", "1.4.2 club", "1.4.2 district", "1.4.2 county", "1.4.2 inter-county")
def pays(book: Book, league: League) -> Step:
    """A teams league pays the subscription of leagues; any other league what its events would pay anyway."""
    found = is_teams_league(league)
    if found.holds is False:
        return step("Not a teams league: pays as any other event", 0, NOTHING, (found.working,), "1.3.4 p2")
    table = book.table("leagues")
    sentence = "A {kind} league pays the {rate} subscription"
    rate = table.text(league.kind, "pays")
    return step(sentence, 0, NOTHING, (), table.text(league.kind, "clause"), kind=league.kind, rate=rate)


@rule("6.5.1", "6.5.2", "6.5.2 p2", "6.5.3")
def may_give_green(book: Book, league: League) -> Checklist:
    """An inter-county league gives green points if the EBU approves it and it has one of two forms.

    One team of each county in each division and long matches; or divisions of five to ten teams that meet several
    times over at least four stages.
    """
    approved = finding("approved for green points by the EBU", holds=league.green_approved, clause="6.5.1")
    form = _stages_form(book, league) if league.stages > 1 else _matches_form(book, league)
    return checklist("green points in place of local ones", (approved, *form, squad(book, league)), clause="6.5.1")


def _at_least(what: str, found: int | None, least: int, clause: str) -> Finding:
    holds = None if found is None else found >= least
    return finding("{found} {what}, at least {least}", holds=holds, clause=clause, found=found, what=what, least=least)


def _matches_form(book: Book, league: League) -> tuple[Finding, ...]:
    least = _figure(book, "boards of a match at least, form 1")
    return (
        finding("one team of each county in a division", holds=league.one_team_a_county, clause="6.5.2"),
        _at_least("boards a match", league.boards_a_match, least, "6.5.2"),
    )


def _stages_form(book: Book, league: League) -> tuple[Finding, ...]:
    low, high = _figure(book, "teams at least, form 2"), _figure(book, "teams at most, form 2")
    teams = league.teams_a_division
    sized = None if teams is None else low <= teams <= high
    sentence = "{teams} teams in a division, {low} to {high}"
    return (
        finding(sentence, holds=sized, clause="6.5.2 p2", teams=teams, low=low, high=high),
        _at_least("stages", league.stages, _figure(book, "stages at least, form 2"), "6.5.2 p2"),
        _at_least(
            "boards a match", league.boards_a_match, _figure(book, "boards of a match at least, form 2"), "6.5.2 p2"
        ),
        _at_least(
            "boards a stage", league.boards_a_stage, _figure(book, "boards of a stage at least, form 2"), "6.5.2 p2"
        ),
    )


@rule("6.5.3")
def squad(book: Book, league: League) -> Finding:
    """A team of four has up to six players, a team of eight up to twelve; there are teams of twelve besides."""
    name = f"squad of a team of {league.team_of}"
    if name not in book.table("league_figures").rows:
        return finding("teams of four, eight or twelve, not {size}", holds=False, clause="6.5.3", size=league.team_of)
    most = _figure(book, name)
    holds = None if league.squad is None else league.squad <= most
    sentence = "{squad} players in a team of {size}, at most {most}"
    return finding(sentence, holds=holds, clause="6.5.3", squad=league.squad, size=league.team_of, most=most)
