"""Who may direct, who issues points, who is asked (1.2, 1.4.5, 1.5.2, 1.6)."""

from __future__ import annotations

import pytest

from overtrick.handbooks.abf.e2024 import directors, offices
from tests.handbooks.abf.records import BOOK


@pytest.mark.clause("abf", "1.5.2/1")
def test_there_are_six_levels_three_of_the_states_and_three_of_the_abf() -> None:
    levels = [str(each) for each in BOOK.table("directors").rows]
    assert levels == ["Club", "Congress", "State", "National 3", "National 2", "National 1"]
    assert [directors.accredited_by(BOOK, each) for each in levels] == ["State Association"] * 3 + ["ABF"] * 3


@pytest.mark.clause("abf", "1.5.2/2", "1.5.2/4", "5.1.1/4", "5.1.2/1", "5.1.3/3")
@pytest.mark.parametrize(
    ("event", "level", "enough"),
    [
        ("Congress", "Club", False),
        ("Congress", "Congress", True),
        ("Congress", "National 1", True),
        ("Congress", "", False),
        ("Congress", None, None),
        ("Super Congress", "Congress", False),
        ("Super Congress", "State", True),
        ("Bridge Tour or Cruise", "", False),
        ("Bridge Tour or Cruise", "Club", True),
        ("State Championship", "Congress", False),
        ("State Championship", "State", True),
        ("National Championship", "State", False),
        ("National Championship", "National 3", True),
        ("GNOT State or Regional final", "Club", False),
        ("GNOT State or Regional final", "Congress", True),
    ],
)
def test_a_director_is_accredited_for_the_level_of_the_tournament(
    event: str, level: str | None, enough: bool | None
) -> None:
    assert directors.high_enough(BOOK, event, level).holds is enough


@pytest.mark.clause("abf", "1.5.2/2", "1.5.2/3", "1.5.2/4")
@pytest.mark.parametrize(
    ("event", "may"),
    [
        ("Congress", False),
        ("State Championship", False),
        ("National Championship", False),
        ("GNOT State or Regional final", False),
        ("GNOT qualifying", True),
        ("B4s", False),
        ("B4s qualifying", True),
        *((grade, True) for grade in ("B5i", "B4c", "C", "D", "E", "F")),
    ],
)
def test_the_director_may_play_in_club_grades_and_qualifying_rounds_only(event: str, may: bool) -> None:
    assert directors.may_play(BOOK, event).holds is may
    checked = directors.directed_as_asked(BOOK, event, "National 1", plays=True)
    assert checked.holds is may
    assert directors.directed_as_asked(BOOK, event, "National 1", plays=False).holds is True


@pytest.mark.clause("abf", "1.5.2/3")
def test_a_state_may_rule_out_playing_directors_in_its_qualifying_rounds() -> None:
    assert directors.may_play(BOOK, "State Championship qualifying").holds is True
    assert directors.may_play(BOOK, "State Championship qualifying", state_forbids=True).holds is False
    assert directors.may_play(BOOK, "D", state_forbids=True).holds is True


@pytest.mark.clause("abf", "1.5.2/2")
def test_what_is_not_known_about_a_director_stays_open() -> None:
    found = directors.directed_as_asked(BOOK, "Congress", "Congress", plays=None)
    assert found.holds is None
    assert len(found.unknown) == 1


@pytest.mark.clause("abf", "1.6/gold", "1.6/red", "1.6/green", "5.4.1/1", "5.4.1/3")
@pytest.mark.parametrize(
    ("grade", "office"),
    [
        *((grade, offices.CLUB_SECRETARY) for grade in ("F", "E", "D")),
        *((grade, offices.STATE_SECRETARY) for grade in ("C", "B4c", "B5i", "B4s", "B5", "B4", "B3", "B")),
        *((grade, offices.UNIT) for grade in ("A2", "A")),
    ],
)
def test_points_are_issued_by_the_office_of_their_grade(grade: str, office: str) -> None:
    assert offices.issuer(BOOK, grade).office == office
    allowed = {
        each
        for each in (offices.CLUB_SECRETARY, offices.STATE_SECRETARY, offices.UNIT)
        if offices.may_issue(BOOK, each, grade).holds
    }
    assert allowed == {office}


@pytest.mark.clause("abf", "1.6/gold", "1.6/red", "5.4.1/1", "5.4.1/3")
def test_red_points_may_be_delegated_to_nominees_and_gold_to_the_coordinator() -> None:
    assert offices.may_issue(BOOK, offices.NOMINEE, "B4").holds is True
    assert offices.may_issue(BOOK, offices.NOMINEE, "E").holds is False
    assert offices.may_issue(BOOK, offices.NOMINEE, "A").holds is False
    assert offices.may_issue(BOOK, offices.GOLDPOINT_COORDINATOR, "A2").holds is True
    assert offices.may_issue(BOOK, "", "E").holds is False


@pytest.mark.clause("abf", "7.5.7/2")
def test_grand_national_qualifying_is_gold_but_the_states() -> None:
    assert offices.may_issue(BOOK, offices.STATE_SECRETARY, "A2", gnot_qualifying=True).holds is True
    assert offices.may_issue(BOOK, offices.GOLDPOINT_COORDINATOR, "A2", gnot_qualifying=True).holds is False


@pytest.mark.clause("abf", "1.2.2", "1.2.3")
def test_there_is_one_secretary() -> None:
    assert offices.one_secretary(offices.STATE_SECRETARY, 1).working.clause == "1.2.2"
    for holders, holds in ((0, False), (1, True), (2, False)):
        assert offices.one_secretary(offices.CLUB_SECRETARY, holders).holds is holds


@pytest.mark.clause("abf", "1.4.5", "1.2.3")
@pytest.mark.parametrize(
    ("office", "asker", "takes"),
    [
        (offices.CLUB_SECRETARY, offices.PLAYER, True),
        (offices.STATE_SECRETARY, offices.PLAYER, False),
        (offices.CENTRE, offices.PLAYER, False),
        (offices.STATE_SECRETARY, offices.CLUB_SECRETARY, True),
        (offices.CENTRE, offices.CLUB_SECRETARY, True),
        (offices.CENTRE, offices.STATE_SECRETARY, True),
        (offices.CENTRE, "journalist", False),
    ],
)
def test_players_ask_their_club_and_never_the_centre(office: str, asker: str, takes: bool) -> None:
    assert offices.takes_a_query(office, asker).holds is takes
