"""Who issues the points of an event, and who may name a listed one? Both sides of every rule, in every handbook."""

from __future__ import annotations

from datetime import date

import pytest

from overtrick.engine.event import Contest, Contestant, Event, Field, Play, Player, Schedule, Stage
from overtrick.engine.findings import Finding
from overtrick.handbooks import edition as editions
from overtrick.handbooks import submission
from overtrick.handbooks.submission import Entrant, Organiser

DAY = date(2026, 5, 12)
CLUB, REGION, NATIONAL, LEAGUE, OTHER = "club", "region", "national", "league", "organiser"


def organiser(kind: str, name: str = "Oakby", *, member: bool = True) -> Organiser:
    return Organiser(name, kind, date(2020, 1, 1), lambda: (), lambda: 0, member)


def night(status: str = "club", *, own: str = "", contest: Contest = Contest.MOVEMENT, **facts: str) -> Event:
    """Six pairs; ``own`` is the status of one list by itself."""
    names = ("Ado", "Bem", "Cor", "Dax", "Elu", "Fin")
    pairs = tuple(Contestant(name, (Player(name), Player(f"{name} B")), at) for at, name in enumerate(names, 1))
    stage = Stage(Play.PAIRS, Schedule(24), (Field(contestants=pairs, status=own),), contest=contest)
    told = tuple((name.replace("_", " "), said) for name, said in facts.items())
    return Event("Tuesday", DAY, (stage,), status=status, facts=told)


def decided(handbook: str, who: Organiser, event: Event) -> list[tuple[str, str, str]]:
    """Say code, clause and decider of every objection."""
    edition = editions.get(handbook).edition(DAY)
    found = submission.of(edition).objections(edition.book(DAY), who, event)
    return [(each.code, each.working.clause, each.decider.value) for each in found]


def may_name(handbook: str, who: Organiser, name: str, fact: str = "event") -> str:
    edition = editions.get(handbook).edition(DAY)
    found = submission.of(edition).objection_to_name(edition.book(DAY), who, fact, name)
    return "" if found is None else found.decider.value


def licence(handbook: str, who: Organiser, event: Event) -> str:
    edition = editions.get(handbook).edition(DAY)
    found = submission.of(edition).licence(edition.book(DAY), who, event)
    return "" if found is None else f"{found.licence.name} {found.working.clause}"


NONE: list[tuple[str, str, str]] = []


@pytest.mark.parametrize("handbook", ["ebu", "wbu", "scba", "sbu"])
def test_an_ordinary_club_night_of_an_affiliated_club_is_its_own(handbook: str) -> None:
    status = "" if handbook == "sbu" else "club"
    assert decided(handbook, organiser(CLUB), night(status)) == NONE
    assert licence(handbook, organiser(CLUB), night(status)) == ""


@pytest.mark.parametrize(("handbook", "clause"), [("ebu", "1.1"), ("wbu", "5.1"), ("sbu", "intro.licence")])
def test_the_night_of_a_club_that_is_not_affiliated_waits_for_the_office(handbook: str, clause: str) -> None:
    event = night("" if handbook == "sbu" else "club")
    assert decided(handbook, organiser(CLUB, member=False), event) == [("not-affiliated", clause, "office")]


def test_a_club_that_is_not_affiliated_applies_in_singapore_and_in_australia_nothing_is_said() -> None:
    assert licence("scba", organiser(CLUB, member=False), night()) == "event of another body 3.1.6"
    assert decided("abf", organiser(CLUB, member=False), night("E")) == NONE


# --- England -------------------------------------------------------------------------------------------------------


def test_green_points_are_a_countys_and_a_club_is_refused() -> None:
    green = night("county", points="green", green_event="swiss")
    assert decided("ebu", organiser(CLUB), green) == [("points-not-theirs", "6.1.4", "nobody")]
    assert decided("ebu", organiser(REGION), green) == NONE
    assert licence("ebu", organiser(REGION), green) == "one-day green event 6.1.4"
    assert licence("ebu", organiser(OTHER), green) == "event of another body 1.4.4"


def test_a_congress_of_the_ebu_is_for_the_ebu() -> None:
    congress = night("national", points="green", green_event="ebu congress")
    assert decided("ebu", organiser(REGION), congress) == [("issued-by-another", "6.6", "office")]
    assert decided("ebu", organiser(NATIONAL), congress) == NONE


def test_a_league_between_counties_has_its_own_licence_and_a_district_league_its_subscription() -> None:
    between = night("national", points="green", green_event="inter-county league")
    assert licence("ebu", organiser(REGION), between) == "inter-county league 1.2.6(e)"
    assert licence("ebu", organiser(LEAGUE), between) == "inter-county league 1.2.6(e)"
    assert licence("ebu", organiser(LEAGUE), night("district")) == ""
    assert licence("ebu", organiser(LEAGUE, member=False), night("district")) == "event of another body 1.4.4"
    assert licence("ebu", organiser(LEAGUE), night("county")) == "event of another body 1.4.4"


def test_the_status_of_one_list_counts_like_that_of_the_event() -> None:
    assert licence("ebu", organiser(CLUB), night("club", own="national")) == "open event 1.4.1"
    assert decided("wbu", organiser(CLUB), night("club", own="area")) == [
        ("issued-by-another", "2.6.2 area/national", "above")
    ]


# --- Wales ---------------------------------------------------------------------------------------------------------


def test_a_club_has_no_green_points_and_an_area_has_its_own() -> None:
    green = night("area", points="green", green_event="pairs", category="B")
    assert decided("wbu", organiser(CLUB), green) == [("points-not-theirs", "4.2.1.3", "nobody")]
    assert decided("wbu", organiser(REGION), green) == NONE
    raised = night("area", points="green", green_event="pairs", category="A")
    assert decided("wbu", organiser(REGION), raised) == [("issued-by-another", "4.2.1.1 A", "office")]


@pytest.mark.parametrize(
    ("kind", "status", "decider"),
    [
        (CLUB, "club", ""), (CLUB, "club*", ""), (CLUB, "area", "above"), (CLUB, "area*", "above"),
        (CLUB, "national", "office"), (REGION, "area", ""), (REGION, "area*", ""), (REGION, "club", ""),
        (REGION, "national", "office"), (NATIONAL, "national", ""),
    ],
)  # fmt: skip
def test_a_level_above_the_organisers_own_waits_for_whoever_submits_there(kind: str, status: str, decider: str) -> None:
    wanted = [("issued-by-another", "2.6.2 area/national", decider)] if decider else []
    assert decided("wbu", organiser(kind), night(status)) == wanted


@pytest.mark.parametrize(
    ("kind", "name", "listed", "decider"),
    [
        (CLUB, "Oakby", "Welsh Cup", "nobody"),
        (CLUB, "East Wales Club", "Stan Berger", "nobody"),
        (REGION, "East Wales Bridge Association", "Stan Berger", ""),
        (REGION, "North Wales", "Stan Berger", "office"),
        (REGION, "East Wales Bridge Association", "Welsh Cup", "nobody"),
        (NATIONAL, "Union Office", "Welsh Cup", ""),
    ],
)
def test_an_event_of_the_appendix_is_named_by_its_own_body(kind: str, name: str, listed: str, decider: str) -> None:
    who = organiser(kind, name)
    assert may_name("wbu", who, listed) == decider
    found = decided("wbu", who, night("", event=listed))
    code = "named-for-another" if decider == "office" else "event-not-theirs"
    assert [(each, by) for each, _clause, by in found] == ([(code, decider)] if decider else [])


def doubted(handbook: str, who: Organiser, event: Event) -> list[str]:
    edition = editions.get(handbook).edition(DAY)
    found = submission.of(edition).doubts(edition.book(DAY), who, event)
    return [f"{each.code} {each.working.clause}" for each in found]


def test_a_status_that_an_organiser_seldom_has_is_doubted() -> None:
    assert doubted("wbu", organiser(CLUB), night("club*")) == ["status-enhanced 5.1.4"]
    assert doubted("wbu", organiser(REGION), night("area*")) == ["status-enhanced 5.2.11"]
    assert doubted("wbu", organiser(CLUB), night("club")) == []
    assert doubted("wbu", organiser(CLUB), night("club*")._replace(major_championship=True)) == []
    assert doubted("ebu", organiser(REGION), night("national")) == ["status-above-own 1.6.1"]
    assert doubted("ebu", organiser(REGION), night("county")) == []
    assert doubted("ebu", organiser(CLUB), night("national")) == []  # it needs a licence


# --- Singapore -----------------------------------------------------------------------------------------------------


def test_the_events_of_the_quick_guide_are_the_scbas_but_the_weekly_game() -> None:
    assert decided("scba", organiser(CLUB), night("", event="Singapore Open Pairs")) == [
        ("event-not-theirs", "5.1.2(2)", "nobody")
    ]
    assert decided("scba", organiser(CLUB), night("", event="Christmas Pairs")) == [
        ("event-not-theirs", "QG2", "nobody")
    ]
    assert decided("scba", organiser(CLUB), night("", event="Weekly game")) == NONE
    assert decided("scba", organiser(NATIONAL), night("", event="Singapore Open Pairs")) == NONE


def test_the_status_of_the_scba_non_local_points_and_events_abroad_are_for_the_scba() -> None:
    assert decided("scba", organiser(CLUB), night("scba")) == [("points-not-theirs", "3.1.5", "nobody")]
    assert decided("scba", organiser(CLUB), night(points="non-local")) == [("issued-by-another", "5.1.1", "office")]
    abroad = night("", overseas_event="NEC Cup")
    assert decided("scba", organiser(CLUB), abroad) == [("issued-by-another", "5.1.3", "office")]


def test_singapore_says_for_what_an_organiser_applies() -> None:
    assert licence("scba", organiser(CLUB), night("district")) == "event beyond the entitlement 3.4.1"
    league = night("district", contest=Contest.LEAGUE)
    assert licence("scba", organiser(CLUB), league) == "league between clubs 3.1.3"
    assert licence("scba", organiser(CLUB), night(entry="champions")) == "event between organisations 3.3.3"
    assert licence("scba", organiser(OTHER), night()) == "event of another body 3.1.6"
    assert licence("scba", organiser(CLUB), night(congress="yes")) == "event of another body 3.1.6"
    assert licence("scba", organiser(NATIONAL), night("district")) == ""


# --- Scotland ------------------------------------------------------------------------------------------------------


def test_a_club_never_adds_national_points() -> None:
    edition = editions.get("sbu").edition(DAY)
    rules, book = submission.of(edition), edition.book(DAY)
    assert rules.objection_to_colour(book, organiser(CLUB), "local") is None
    found = rules.objection_to_colour(book, organiser(CLUB), "national")
    assert found is not None
    assert (found.working.clause, found.decider) == ("intro.types", "nobody")
    assert rules.objection_to_colour(book, organiser(NATIONAL), "national") is None


# --- Australia -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "grade", "wanted"),
    [
        (CLUB, "F", NONE), (CLUB, "E", NONE), (CLUB, "D", NONE),
        (CLUB, "C", [("issued-by-another", "1.6/green", "above")]),
        (CLUB, "B", [("issued-by-another", "1.6/red", "above")]),
        (CLUB, "B4", [("issued-by-another", "5.4.1/1", "above")]),
        (CLUB, "A2", [("issued-by-another", "5.4.1/3", "office")]),
        (CLUB, "A", [("issued-by-another", "1.6/gold", "office")]),
        (CLUB, "B4c", NONE), (CLUB, "B5i", NONE), (CLUB, "B4s", NONE),  # by the State's authorisation
        (REGION, "E", NONE), (REGION, "C", NONE), (REGION, "B", NONE), (REGION, "B3", NONE),
        (REGION, "A", [("issued-by-another", "1.6/gold", "office")]),
        (NATIONAL, "A", NONE),
    ],
)  # fmt: skip
def test_each_grade_has_its_issuer(kind: str, grade: str, wanted: list[tuple[str, str, str]]) -> None:
    assert decided("abf", organiser(kind), night(grade)) == wanted


def test_green_points_of_a_list_beside_red_ones_are_still_the_clubs() -> None:
    both = night("B4c")
    (stage,) = both.stages
    both = both._replace(stages=(stage, stage._replace(status="D")))
    assert decided("abf", organiser(CLUB), both) == NONE


@pytest.mark.parametrize("grade", ["B4c", "B5i", "B4s"])
def test_red_points_of_a_club_need_the_authorisation_of_its_state(grade: str) -> None:
    assert licence("abf", organiser(CLUB), night(grade)) == "red points 2.6 note/1"
    assert licence("abf", organiser(REGION), night(grade)) == ""
    assert licence("abf", organiser(CLUB), night("E")) == ""


def test_a_congress_of_a_club_needs_its_approval_and_then_the_club_is_the_states_nominee() -> None:
    congress = night("", congress="B4", congress_event="major")
    assert licence("abf", organiser(CLUB), congress) == "congress 5.1.1/1"
    assert decided("abf", organiser(CLUB), congress) == NONE
    gold = night("", congress="A2", congress_event="major")
    assert licence("abf", organiser(CLUB), gold) == "ABF Super Congress 5.1.4"
    assert decided("abf", organiser(CLUB), gold) == [("issued-by-another", "5.4.1/3", "office")]


def test_a_national_event_is_not_a_clubs_to_name_and_qualifying_rounds_are_the_states() -> None:
    named = night("", event="Super Novice Pairs")
    assert decided("abf", organiser(CLUB), named) == [("event-not-theirs", "7.5.1/2", "nobody")]
    assert decided("abf", organiser(REGION), named) == [("named-for-another", "7.5.1/2", "office")]
    assert decided("abf", organiser(NATIONAL), named) == NONE
    rounds = night("", event="Grand National Open Teams, qualifying")
    assert decided("abf", organiser(CLUB), rounds) == [("issued-by-another", "7.5.7/2", "above")]
    assert decided("abf", organiser(REGION), rounds) == NONE


def entry(event: str, units: int, rank: str) -> Finding | None:
    edition = editions.get("abf").edition(DAY)
    rules, book = submission.of(edition), edition.book(DAY)
    assert rules.limits_entry(book, night("", event=event))
    return rules.entry(book, night("", event=event), Entrant("Ado Bem", units, rank))


def test_everybody_must_be_below_the_limit_of_the_event() -> None:
    below, above = entry("Super Novice Pairs", 1_999, ""), entry("Super Novice Pairs", 2_000, "")
    assert below is not None and below.holds  # noqa: PT018 - one thought
    assert above is not None and above.holds is False  # noqa: PT018 - one thought
    lower, life = entry("Gold Coast Restricted Pairs", 0, "National"), entry("Gold Coast Restricted Pairs", 0, "Life")
    assert lower is not None and lower.holds  # noqa: PT018 - one thought
    assert life is not None and life.holds is False  # noqa: PT018 - one thought


def test_an_event_that_is_open_to_all_has_no_limit() -> None:
    edition = editions.get("abf").edition(DAY)
    rules, book = submission.of(edition), edition.book(DAY)
    assert not rules.limits_entry(book, night("", event="Flighted Pairs"))
    assert not rules.limits_entry(book, night("E"))
    assert rules.entry(book, night("E"), Entrant("Ado Bem", 0, "")) is None
