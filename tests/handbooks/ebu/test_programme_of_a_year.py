"""What a club, a county, a league and the EBU may plan: every kind, both sides of its quota, its level and leave."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from overtrick.handbooks import edition, programme
from overtrick.handbooks.programme import Planned, Verdict
from overtrick.handbooks.questions import Answers
from overtrick.handbooks.submission import Organiser

EBU = edition.get("ebu").editions[-1]
DAY = date(2026, 5, 12)
BOOK = EBU.book(DAY)
RULES = programme.of(EBU)


def organiser(kind: str, sessions: int = 0) -> Organiser:
    return Organiser("Oakby", kind, date(2020, 1, 1), list, lambda: sessions)


def planned(kind: str, told: str = "", *, weeks: int = 0, licences: tuple[str, ...] = ()) -> Planned:
    """``told``: answers as "boards 36, restricted no"."""
    answers = dict(each.strip().rsplit(" ", 1) for each in told.split(",") if each.strip())
    held = dict.fromkeys(licences, DAY)
    return Planned(kind, kind, DAY, DAY + timedelta(weeks=weeks), Answers(_words(answers)), (), held)


def _words(answers: dict[str, str]) -> dict[str, str]:
    return {name: said.replace("_", " ") for name, said in answers.items()}


def verdict(by: str, one: Planned, *before: Planned, sessions: int = 0) -> Verdict:
    return RULES.verdict(BOOK, organiser(by, sessions), one, before)


LATE = "announced on 2026-12-31"
LADDER = "play pairs, ranks pairs, method points_earned, results 6"
MAJOR = "play pairs, boards 36, restricted no"
BLUE = "entry members, sessions 2, online no"
LEAGUE = "team of 4, played fixed_dates"


@pytest.mark.parametrize(
    ("by", "kind", "told", "holds", "level"),
    [
        ("club", "regular game", "entry own", True, "Club"),
        ("region", "regular game", "entry members", True, "County"),
        ("region", "regular game", "entry everybody", True, "District"),
        ("club", "minor championship", "play pairs", True, "Club"),
        ("club", "ladder", LADDER, True, "Club"),
        ("club", "ladder", LADDER.replace("6", "5"), False, "Club"),
        ("club", "ladder", LADDER.replace("ranks pairs", "ranks teams"), False, "Club"),
        ("club", "ladder", LADDER.replace("points_earned", "another"), False, "Club"),
        ("club", "ladder final", "", True, "Club"),
        ("club", "major championship", MAJOR, True, "District"),
        ("club", "major championship", MAJOR.replace("36", "35"), False, "District"),
        ("club", "major championship", MAJOR.replace("restricted no", "restricted yes"), False, "District"),
        ("club", "major championship", MAJOR + ", divisions 2", False, "District"),
        ("club", "major championship", MAJOR + ", colour blue", True, "District"),
        ("region", "major championship", MAJOR + ", colour blue", False, "Regional"),
        ("region", "major championship", MAJOR + ", colour green", True, "County"),
        ("club", "major championship", MAJOR + ", colour green", False, "Club"),
        (
            "region",
            "major championship",
            "play teams, boards 36, restricted no, colour green, squad 6, ends in knock-out yes, boards of a match 24",
            True,
            "County",
        ),
        (
            "region",
            "major championship",
            "play teams, boards 36, restricted no, colour green, squad 7, ends in knock-out yes, boards of a match 24",
            False,
            "County",
        ),
        ("region", "multi-county event", "play pairs", True, ""),
        (
            "region",
            "multi-county event",
            "play pairs, home entries 20, entries from outside 9, most from one county 4",
            True,
            "County",
        ),
        (
            "region",
            "multi-county event",
            "play pairs, home entries 20, entries from outside 10, most from one county 4",
            True,
            "Regional",
        ),
        (
            "region",
            "multi-county event",
            "play pairs, home entries 2, entries from outside 9, most from one county 2",
            True,
            "National",
        ),
        ("region", "event between clubs", "affiliated clubs only yes", True, "County"),
        ("region", "event between clubs", "affiliated clubs only no", False, "County"),
        ("region", "inter-organisation event", "own members yes", True, "no licence"),
        ("club", "teams league", LEAGUE, True, "Club"),
        ("region", "teams league", LEAGUE + ", colour blue", True, "County"),
        ("region", "teams league", LEAGUE + ", colour blue, division 2", False, "County"),
        ("club", "teams league", LEAGUE + ", colour blue", False, "Club"),
        ("club", "teams league", LEAGUE + ", colour green", False, "Club"),
        ("club", "teams league", "team of 6, played fixed_dates", False, "Club"),
        ("club", "teams league", "team of 8, played otherwise", False, "Club"),
        ("region", "teams league", LEAGUE + ", non-members everywhere", False, "County"),
        ("region", "teams league", LEAGUE + ", divisions 2, non-members lowest_division", True, "County"),
        ("region", "teams league", LEAGUE + ", non-members reserves", False, "County"),
        ("region", "teams league", "team of 8, played both, non-members reserves", True, "County"),
        ("national", "event of the EBU", "colour green", True, "Green"),
        ("national", "event of the EBU", "", True, "Blue"),
        ("club", "regular game", "divided sections, sections by rank", True, "Club"),
        ("club", "regular game", "divided sections, sections by another_way", False, "Club"),
        ("club", "regular game", "divided sections", None, "Club"),
        ("club", "regular game", "divided categories, categories 4, by rank yes", True, "Club"),
        ("club", "regular game", "divided categories, categories 5, by rank yes", False, "Club"),
        ("club", "regular game", "divided categories, categories 3, by rank no, " + LATE, False, "Club"),
        ("club", "regular game", "divided categories, categories 3, by rank no", None, "Club"),
    ],
)  # fmt: skip
def test_a_kind_is_judged_by_its_form_and_has_its_level(
    by: str, kind: str, told: str, holds: bool | None, level: str
) -> None:
    found = verdict(by, planned(kind, told))
    assert found.needs is None
    assert found.allowed.holds is holds, [each.says for each in found.allowed.working.because]
    assert level in (found.level.says if found.level else "")


@pytest.mark.parametrize(
    ("by", "kind", "told", "allowed"),
    [
        ("club", "ladder", LADDER, 2),
        ("club", "major championship", MAJOR, 1),
        ("region", "major championship", MAJOR + ", colour green", 1),
        ("region", "multi-county event", "play pairs", 1),
        ("club", "blue event", BLUE, 2),
        ("region", "blue event", BLUE, 4),
        ("region", "one-day green event", "green event swiss, online no", 2),
        ("region", "green event of the congress", "congress existed yes", 1),
        ("league", "event of a district league", "play pairs, sessions 2", 1),
    ],
)
def test_the_last_of_a_quota_is_allowed_and_one_more_is_not(by: str, kind: str, told: str, allowed: int) -> None:
    held = ("blue event", "one-day green event", "event of another body")
    one = planned(kind, told, licences=held)
    assert verdict(by, one, *[one] * (allowed - 1)).allowed.holds is True
    assert verdict(by, one, *[one] * allowed).allowed.holds is False


def test_a_large_club_has_more_blue_events_and_the_pairs_and_the_teams_championship_are_apart() -> None:
    blue = planned("blue event", BLUE, licences=("blue event",))
    assert verdict("club", blue, blue, blue, sessions=10_000).allowed.holds is True
    assert verdict("club", blue, blue, blue, sessions=9_999).allowed.holds is False
    pairs, teams = planned("major championship", MAJOR), planned("major championship", MAJOR.replace("pairs", "teams"))
    assert verdict("club", teams, pairs).allowed.holds is True


def test_half_of_a_county_s_blue_events_may_be_online_and_a_single_session_only_in_a_green_congress() -> None:
    online = planned("blue event", BLUE.replace("online no", "online yes"), licences=("blue event",))
    face = planned("blue event", BLUE, licences=("blue event",))
    assert verdict("region", online, face).allowed.holds is True
    assert verdict("region", online, online).allowed.holds is False
    short = planned("blue event", "entry members, sessions 1, online no", licences=("blue event",))
    assert verdict("region", short).allowed.holds is False
    within = planned(
        "blue event", "entry members, sessions 1, online no, in green congress yes", licences=("blue event",)
    )
    assert verdict("region", within).allowed.holds is True


@pytest.mark.parametrize(
    ("by", "kind", "told", "licence", "clause"),
    [
        ("club", "open event", "entry members, from outside yes", "open event", "1.4.1"),
        ("club", "blue event", BLUE, "blue event", "5.2.1"),
        ("region", "blue event", BLUE, "blue event", "5.2.1"),
        ("region", "one-day green event", "green event swiss, online no", "one-day green event", "6.1.4"),
        ("region", "green event of the congress", "congress existed yes", "one-day green event", "6.1.4"),
        ("club", "simultaneous pairs", "affiliated clubs only yes", "simultaneous pairs", "1.2.5"),
        ("region", "simultaneous pairs", "affiliated clubs only no, charity yes", "simultaneous pairs", "1.2.5 p3"),
        ("league", "inter-county league", "counties 3, " + LEAGUE, "inter-county league", "1.4.4"),
        ("region", "inter-county league", "counties 3, " + LEAGUE, "inter-county league", "1.2.6(e)"),
        ("region", "inter-organisation event", "own members no", "open event", "1.2.7(c)"),
        ("organiser", "event of another body", "entry members, from outside yes", "event of another body", "1.4.4"),
        ("league", "teams league", LEAGUE, "event of another body", "1.4.4"),
    ],
)  # fmt: skip
def test_what_needs_leave_is_open_until_it_is_on_record_and_then_allowed(
    by: str, kind: str, told: str, licence: str, clause: str
) -> None:
    found = verdict(by, planned(kind, told))
    assert found.needs is not None
    assert (found.needs.licence.name, found.needs.working.clause) == (licence, clause)
    assert found.allowed.holds in (None, True)
    with_leave = verdict(by, planned(kind, told, licences=(licence,)))
    assert with_leave.allowed.holds is True, [each.says for each in with_leave.allowed.working.because]


def test_a_county_s_two_simultaneous_pairs_need_no_leave_and_the_third_does() -> None:
    one = planned("simultaneous pairs", "affiliated clubs only yes")
    assert verdict("region", one, one).needs is None
    third = verdict("region", one, one, one)
    assert third.needs is not None
    assert third.allowed.holds is None
    blue = planned("simultaneous pairs", "affiliated clubs only yes, colour blue")
    assert verdict("region", blue).allowed.holds is False


@pytest.mark.parametrize(("often", "level"), [("monthly", "County"), ("fortnightly", "Club"), ("weekly", "Club")])
def test_a_county_that_plays_more_than_monthly_has_its_games_at_club_status(often: str, level: str) -> None:
    found = verdict("region", planned("regular game", f"entry members, often {often}", weeks=50))
    assert found.level is not None
    assert level in found.level.says


def test_results_are_told_status_colour_and_series_of_the_plan() -> None:
    blue = verdict("club", planned("blue event", BLUE + ", from outside no"))
    assert blue.facts == {"points": "blue", "status": "district"}
    major = verdict("club", planned("major championship", MAJOR + ", colour blue"))
    assert major.facts == {"major championship": "yes", "points": "blue", "status": "club"}
    ladder = verdict("club", planned("ladder", LADDER + ", series Tuesday"))
    assert ladder.facts == {"part of": "Tuesday", "status": "club"}


def test_a_ladder_that_is_the_blue_championship_takes_that_and_says_which_list_is_blue() -> None:
    one = planned("ladder", LADDER + ", championship yes, boards 144, restricted no")
    found = verdict("club", one)
    assert found.allowed.holds is True
    assert found.level is not None
    assert "Blue points for the overall list of the ladder" in [each.says for each in found.level.because]
    again = verdict("club", planned("major championship", MAJOR + ", colour blue"), one)
    assert again.allowed.holds is False


@pytest.mark.parametrize(
    ("told", "holds"),
    [
        ("one team a county yes, boards a match 24, squad 6", True),
        ("one team a county yes, boards a match 24, squad 7", False),
        ("stages 4, teams a division 5, boards a match 8, boards a stage 36, squad 6", True),
        ("stages 4, teams a division 11, boards a match 8, boards a stage 36, squad 6", False),
    ],
)
def test_an_inter_county_league_gives_green_points_in_one_of_two_forms(told: str, holds: bool) -> None:
    text = f"counties 3, {LEAGUE}, colour green, green approved yes, {told}"
    found = verdict("region", planned("inter-county league", text, licences=("inter-county league",)))
    assert found.allowed.holds is holds, [each.says for each in found.allowed.working.because]
