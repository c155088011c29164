"""Who may enter, and who has played enough (6.2.2, 7.1, 7.5.7, Appendix A)."""

from __future__ import annotations

from datetime import date

import pytest

from overtrick.handbooks.abf.e2024 import entrants
from overtrick.handbooks.abf.e2024.entrants import Entrant
from overtrick.handbooks.examples import Example
from tests.handbooks.abf.records import BOOK, of_kind


@pytest.mark.parametrize("example", of_kind("definitions"), ids=str)
def test_the_definitions_give_the_printed_figures(example: Example) -> None:
    if "minimum_sessions" in example.given:
        found = entrants.least_partnerships(example.given["minimum_sessions"])
        assert found.value == example.expect["partnerships"]
    else:
        found = entrants.eclectic_sessions(example.given["counted"])
        assert found.value == example.expect["sessions"]
        assert entrants.enough_sessions(example.given["counted"], int(found.value)).holds is True
        assert entrants.enough_sessions(example.given["counted"] - 1, int(found.value)).holds is False
    assert found.clause == example.clauses[0]


@pytest.mark.clause("abf", "App A: Singles")
@pytest.mark.parametrize(("sessions", "least"), [(2, 1), (3, 1), (4, 2), (6, 2), (7, 3)])
def test_a_singles_player_needs_a_third_of_the_sessions_in_partners(sessions: int, least: int) -> None:
    assert entrants.least_partnerships(sessions).value == least
    assert entrants.enough_partnerships(least, sessions).holds is True
    assert entrants.enough_partnerships(least - 1, sessions).holds is False


@pytest.mark.clause("abf", "7.1", "5.1.4")
def test_gold_is_for_the_registered_and_for_visitors_from_overseas() -> None:
    assert entrants.may_play_for_gold(Entrant(registered=True)).holds is True
    assert entrants.may_play_for_gold(Entrant(registered=False, overseas_visitor=True)).holds is True
    assert entrants.may_play_for_gold(Entrant(registered=False)).holds is False
    assert entrants.may_play_for_gold(Entrant(registered=False), congress=True).working.clause == "5.1.4"


@pytest.mark.clause("abf", "6.2.2/7")
def test_state_championships_are_for_the_states_members_and_registered_visitors() -> None:
    assert entrants.may_play_for_the_state(Entrant(registered=False, states=("NSW",)), "NSW").holds is True
    assert entrants.may_play_for_the_state(Entrant(registered=True, states=("Victoria",)), "NSW").holds is True
    assert entrants.may_play_for_the_state(Entrant(registered=False, states=("Victoria",)), "NSW").holds is False


@pytest.mark.clause("abf", "7.5.7/4")
def test_grand_national_qualifying_is_for_the_club_or_its_region() -> None:
    player = Entrant(registered=True, clubs=("Northside",))
    assert entrants.may_enter_gnot_qualifying(player, ("Northside", "Southside")).holds is True
    assert entrants.may_enter_gnot_qualifying(player, ("Southside",)).holds is False


@pytest.mark.clause("abf", "App A: Novice competition", "App A: Restricted competition", "5.1.1/12")
@pytest.mark.parametrize(
    ("competition", "units", "lower", "may"),
    [
        ("novice", 9999, None, True),
        ("novice", 10000, None, False),
        ("restricted", 29999, None, True),
        ("restricted", 30000, None, False),
        ("novice congress", 9999, None, True),
        ("novice congress", 9999, 5000, False),
        ("novice congress", 4999, 5000, True),
        ("novice congress", 12000, 20000, False),  # an organiser may only lower the limit
    ],
)
def test_novices_have_fewer_than_100_points_and_restricted_players_fewer_than_300(
    competition: str, units: int, lower: int | None, may: bool
) -> None:
    assert entrants.below_the_limit(BOOK, competition, units, lower=lower).holds is may


@pytest.mark.clause("abf", "App A: Veterans")
@pytest.mark.parametrize(
    ("born", "stated", "may"),
    [(date(1954, 6, 1), None, True), (date(1954, 6, 2), None, False), (date(1959, 6, 1), 65, True)],
)
def test_veterans_are_seventy_when_the_event_begins(born: date, stated: int | None, may: bool) -> None:
    assert entrants.old_enough(BOOK, born, date(2024, 6, 1), stated=stated).holds is may
