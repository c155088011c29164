"""Members, ranks, entitlements, applications, and what an office asks."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest

from overtrick.engine.event import Contest, Event, Field, Play, Schedule, Stage
from overtrick.engine.ranks import DatedPoints
from overtrick.handbooks import exchange, record, submission
from overtrick.handbooks.clauses import clauses, gathered, not_executed
from overtrick.handbooks.family.applications import complete
from overtrick.handbooks.honours import YearOfPlay
from overtrick.handbooks.record import Goes, Holder, Status
from overtrick.handbooks.scba.e2006 import entitlements, honours, licences, members, ranks
from overtrick.handbooks.scba.e2006 import status as statuses
from overtrick.handbooks.scba.e2006.entitlements import Form, Planned
from overtrick.handbooks.scba.e2006.licences import Organisation, Proposed
from overtrick.handbooks.submission import Organiser
from tests.handbooks.scba.support import BOOK, DAY, EDITION

if TYPE_CHECKING:
    from collections.abc import Sequence

# --- Clauses ---------------------------------------------------------------------------------------------------------


def test_every_clause_is_executed_or_excused_and_none_is_both() -> None:
    listed = [each.clause for each in clauses(EDITION)]
    assert len(listed) == len(set(listed)) == 270
    assert [each.clause for each in clauses(EDITION) if each.missing] == []
    assert (gathered(EDITION).keys() | not_executed(EDITION).keys()) - set(listed) == set()
    assert gathered(EDITION).keys() & not_executed(EDITION).keys() == set()


# --- Ranks -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("scba", "1.5.1", "1.5.2", "1.5.3/national-master", "1.5.3/life-master", "1.5.3/*****-master")
@pytest.mark.parametrize(
    ("local", "non_local", "rank"),
    [
        (199, 0, ""),
        (150, 50, "Club Master"),
        (29999, 0, "**** Master"),
        (30000, 0, "***** Master"),
        (7499, 7500, "* Master"),
        (7500, 7500, "National Master"),
        (7501, 7499, "** Master"),
        (90000, 7499, "***** Master"),
        (90000, 7500, "National Master"),
        (1, 14999, "National Master"),
        (0, 15000, "Life Master"),
        (0, 14999, "* Master"),
    ],
)
def test_ranks_by_total_and_by_national_points(local: int, non_local: int, rank: str) -> None:
    held = ranks.holding(local=local, non_local=non_local)
    assert ranks.standing(BOOK, held).rank == ranks.name_of(BOOK, held) == rank


def test_what_is_missing_is_told_in_points() -> None:
    found = ranks.standing(BOOK, ranks.holding(local=10000, non_local=6000))
    assert (found.rank, found.following) == ("** Master", "*** Master")
    said = [reason.says for reason in found.working.because]
    assert "160 Master Points: 16000 points ÷ 100" in said
    assert "60 National Master Points: 6000 non-local ÷ 100" in said
    assert "Missing for National Master: 1500 non-local points" in said


def test_the_day_on_which_a_rank_was_reached() -> None:
    days = [date(2021, 1, 1), date(2021, 2, 1), date(2021, 3, 1)]
    won = [DatedPoints(day, "local", 100) for day in days]
    reached = ranks.promotions(BOOK, ranks.holding(), won)
    assert [(each.rank.name, each.day) for each in reached] == [("Club Master", days[1])]
    assert ranks.rank_of(BOOK, ranks.holding(), days[0], won).rank == ""
    assert ranks.rank_of(BOOK, ranks.holding(), days[1], won).rank == "Club Master"


# --- Members ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("scba", "1.6.2/standing", "1.2.1")
def test_members_and_their_records() -> None:
    assert members.may_be_credited(member=False, of_corporate_member=True).holds
    assert not members.may_be_credited(member=False, of_corporate_member=False).holds
    assert members.transferred(1200, 2).value == 2400


@pytest.mark.clause("scba", "1.3.1")
def test_whoever_won_most_in_the_year_leads_the_category_of_their_rank() -> None:
    years = [
        YearOfPlay("Ada", 300, "Master"),
        YearOfPlay("Bea", 300, "Master"),
        YearOfPlay("Cyd", 90, "Club Master"),
        YearOfPlay("Dot", 20),
        YearOfPlay("Eve", 0, "Life Master"),
    ]
    won = {each.group: (each.players, each.working.value) for each in honours.annual_awards(BOOK, years)}
    assert won == {"Master": (("Ada", "Bea"), 300), "Club Master": (("Cyd",), 90), "": (("Dot",), 20)}


@pytest.mark.clause("scba", "1.6.2/standing", "1.6.4", "1.6.5")
@pytest.mark.parametrize(
    ("holder", "goes"),
    [
        (Holder("1", Status.REGISTERED), Goes.CREDITED),
        (Holder("1", Status.VISITOR), Goes.HELD),
        (Holder("1", Status.LAPSED), Goes.HELD),
        (Holder("1"), Goes.HELD),
        (Holder("1", Status.DECEASED), Goes.DROPPED),
        (Holder("1", Status.REGISTERED, suspended=True), Goes.DROPPED),
    ],
)
def test_only_members_are_credited(holder: Holder, goes: Goes) -> None:
    assert record.of(EDITION).points_go(BOOK, holder, DAY).goes is goes


@pytest.mark.clause("scba", "1.6.4", "1.6.5")
def test_committee_and_council_say_what_becomes_of_points_that_are_held() -> None:
    rules = record.of(EDITION)
    strict = EDITION.book(DAY, {"points_while_lapsed": "not credited", "points_before_joining": "not credited"})
    for book, goes in ((BOOK, Goes.CREDITED), (strict, Goes.DROPPED)):
        assert rules.after_return(book, DAY, DAY, DAY).goes is goes
        assert rules.after_registration(book, DAY, DAY).goes is goes


def test_the_words_of_results_files() -> None:
    words = exchange.of(EDITION)
    assert (words.status("District"), words.status("SCBA"), words.status("National")) == ("district", "scba", None)
    assert (words.colour("NLP"), words.colour("black")) == ("non-local", "local")


# --- Entitlements ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("scba", "3.2.2", "3.2.4", "3.2.6", "3.2.5(a)", "2.7.3")
@pytest.mark.parametrize(
    ("told", "form"),
    [
        ({"boards": 35, "major": True}, Form.REGULAR),
        ({"boards": 36, "major": True}, Form.MAJOR_PAIRS),
        ({"boards": 36, "major": True, "play": "teams"}, Form.MAJOR_TEAMS),
        ({"boards": 36}, Form.MINOR),
        ({"boards": 96, "play": "teams", "league": True}, Form.LEAGUE),
        ({"boards": 24, "series": True}, Form.LADDER),
    ],
)
def test_the_form_of_an_event(told: dict[str, object], form: Form) -> None:
    plain: dict[str, object] = {"play": "pairs", "series": False, "league": False, "major": False}
    assert entitlements.form_of(BOOK, **{**plain, **told}) is form  # type: ignore[arg-type]


@pytest.mark.clause("scba", "3.2.3", "3.2.5(b)", "4.11.9(c)", "4.11.1")
def test_two_ladders_a_year_and_those_of_sections_count_as_one() -> None:
    ladder = Planned(Form.LADDER, together="Monday")
    held = [ladder, ladder, Planned(Form.LADDER)]
    assert entitlements.used(Form.LADDER, held) == 2
    assert entitlements.may_run(BOOK, ladder, held).holds
    assert not entitlements.may_run(BOOK, Planned(Form.LADDER), held).holds


@pytest.mark.clause("scba", "3.2.6", "3.2.5(a)", "3.2.5(c)", "3.2.7(b)", "3.2.7(c)", "3.2.7(d)")
def test_what_a_club_may_run() -> None:
    major = Planned(Form.MAJOR_PAIRS, 36)
    assert entitlements.may_run(BOOK, major, []).holds
    assert entitlements.may_run(BOOK, major, [Planned(Form.MAJOR_TEAMS, 48)]).holds
    assert not entitlements.may_run(BOOK, major, [major]).holds
    assert entitlements.may_run(BOOK, major, [major], organiser="scba").holds
    assert not entitlements.may_run(BOOK, major._replace(boards=35), []).holds
    assert not entitlements.may_run(BOOK, major._replace(restricted=True), []).holds
    assert entitlements.may_run(BOOK, major._replace(restricted=None), []).holds is None
    league = Planned(Form.LEAGUE, 96)
    assert entitlements.may_run(BOOK, league, [league]).holds
    assert not entitlements.may_run(BOOK, league, [league, league]).holds
    minor = Planned(Form.MINOR, 48, "open swiss pairs")
    assert not entitlements.may_run(BOOK, minor, [minor]).holds
    assert entitlements.may_run(BOOK, minor._replace(format="ladies' teams"), [minor]).holds
    for form in entitlements.OF_THE_SCBA:
        assert not entitlements.may_run(BOOK, Planned(form), []).holds
        assert entitlements.may_run(BOOK, Planned(form), [], organiser="scba").holds
        assert entitlements.level(BOOK, form).says == "District level"
    assert entitlements.allowed(BOOK, Form.REGULAR) is None


@pytest.mark.clause("scba", "3.2.2", "3.2.3", "3.2.4", "3.2.5(a)", "3.2.6", "3.2.7(a)")
@pytest.mark.parametrize(
    ("forms", "least"),
    [
        ((Form.REGULAR, Form.LADDER, Form.SPECIAL, Form.NO_FEAR, Form.YOUTH, Form.SIMULTANEOUS), 12),
        ((Form.MINOR, Form.LEAGUE, Form.MAJOR_PAIRS, Form.MAJOR_TEAMS), 36),
    ],
)
def test_every_form_of_event_has_its_least_boards(forms: tuple[Form, ...], least: int) -> None:
    for form in forms:
        assert entitlements.may_run(BOOK, Planned(form, least), [], organiser="scba").holds, form
        assert not entitlements.may_run(BOOK, Planned(form, least - 1), [], organiser="scba").holds, form


@pytest.mark.clause("scba", "4.11.2", "4.11.3", "4.9.1", "4.9.3", "3.2.1")
def test_terms_of_ladders_sections_and_events() -> None:
    assert entitlements.may_rank("teams", "pairs", "average percentage").holds
    assert not entitlements.may_rank("individual", "pairs", "average percentage").holds
    assert not entitlements.may_rank("pairs", "pairs", "luck").holds
    assert entitlements.may_be_divided("rank", in_two_sections=False).holds
    assert not entitlements.may_be_divided("rank", in_two_sections=True).holds
    assert not entitlements.played_by_the_rules(laws=True, regulations=False).holds


# --- Applications ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("scba", "3.1.1", "3.1.2", "3.1.3", "3.1.6", "3.1.5")
@pytest.mark.parametrize(
    ("organisation", "league", "clause"),
    [
        (Organisation("club"), False, "3.1.2"),
        (Organisation("club", district=True), False, "3.1.2"),
        (Organisation("club", district=True), True, "3.1.3"),
        (Organisation("scba"), False, "3.1.5"),
        (Organisation("congress", affiliated=False), False, "3.1.6"),
    ],
)
def test_the_level_of_an_organisation(organisation: Organisation, league: bool, clause: str) -> None:
    assert licences.level_of(BOOK, organisation, league=league).clause == clause


@pytest.mark.clause("scba", "3.4.1", "3.3.3", "2.11.1", "3.1.3", "3.1.6")
@pytest.mark.parametrize(
    ("organisation", "event", "clause"),
    [
        (Organisation("club"), Proposed(), "3.1.1"),
        (Organisation("club"), Proposed(within_entitlement=False), "3.4.1"),
        (Organisation("club"), Proposed(between_organisations=True), "3.3.3"),
        (Organisation("club"), Proposed(between_clubs_league=True), "3.1.3"),
        (Organisation("club", district=True), Proposed(between_clubs_league=True), "3.1.1"),
        (Organisation("club"), Proposed(scale_printed=False), "2.11.1"),
        (Organisation("congress"), Proposed(), "3.1.6"),
    ],
)
def test_when_an_application_is_needed(organisation: Organisation, event: Proposed, clause: str) -> None:
    found = licences.needed(organisation, event)
    assert (found.clause, bool(found.value)) == (clause, clause != "3.1.1")


@pytest.mark.clause("scba", "3.4.2", "3.4.3")
def test_what_an_application_tells() -> None:
    items = {str(item): "none" for item in BOOK.table("licence_application").rows}
    assert complete(BOOK, items, charity_or_tour=True).holds
    del items["charity or tour details"]
    assert complete(BOOK, items).holds
    assert not complete(BOOK, items, charity_or_tour=True).holds
    assert licences.fee_rests_on(sessions=4, tables=20, status="district").value == 80


@pytest.mark.clause("scba", "3.5.1(a)", "3.5.1(b)", "3.5.1(c)", "3.5.4")
def test_the_level_of_a_special_event() -> None:
    assert statuses.of_special_event(BOOK, from_abroad=False).clause == "3.5.1(a)"
    assert statuses.of_special_event(BOOK, from_abroad=True).value == 2
    assert statuses.of_special_event(BOOK, from_abroad=True, major_congress=True).value == 3
    assert statuses.of_special_event(BOOK, from_abroad=True, granted="club").clause == "3.5.4"
    assert licences.is_major_congress(4, (50, 50, 50, 50, 20), from_abroad=True).holds
    assert not licences.is_major_congress(4, (50, 50, 50, 49), from_abroad=True).holds
    assert not licences.is_major_congress(3, (60, 60, 60, 60), from_abroad=True).holds
    assert not licences.is_major_congress(4, (60, 60, 60, 60), from_abroad=False).holds


# --- Submissions -----------------------------------------------------------------------------------------------------


def held(
    contest: Contest = Contest.MOVEMENT, *, boards: int = 48, play: Play = Play.PAIRS, major: bool = False
) -> Event:
    """Run an event."""
    stage = Stage(play, Schedule(boards), (Field(entered=12),), contest=contest)
    return Event("Event", DAY, (stage,), "club", major_championship=major)


def organiser(so_far: Sequence[Event] = (), kind: str = "club") -> Organiser:
    """Name who submits."""
    return Organiser("Kallang Club", kind, date(2020, 1, 1), lambda: so_far, lambda: 0)


@pytest.mark.clause("scba", "3.2.3", "3.2.5(a)", "3.2.6")
def test_what_a_submission_uses_up() -> None:
    rules = submission.of(EDITION)
    ladder = held(Contest.LADDER)
    assert rules.quota(BOOK, organiser(), held(boards=24)) is None
    assert rules.quota(BOOK, organiser(), held()) is None
    second, third = (rules.quota(BOOK, organiser([ladder] * count), ladder) for count in (1, 2))
    assert (second and second.holds, third and third.holds) == (True, False)
    major = rules.quota(BOOK, organiser(), held(major=True))
    assert major is not None
    assert major.holds is None  # nobody told whether everybody could win it
    assert rules.quota(BOOK, organiser(kind="national"), held(major=True)) is None
    so_far = [ladder, held(major=True), held(Contest.LEAGUE, play=Play.TEAMS)]
    left = {quota.what: quota.left for quota in rules.quotas(BOOK, organiser(so_far))}
    assert left == {
        "Ladders": 1,
        "Leagues and round robins of teams": 1,
        "Major championships for pairs": 0,
        "Major championships for teams": 1,
    }
    assert rules.quotas(BOOK, organiser(kind="national")) == ()
