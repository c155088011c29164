"""Laws that hold for every size and grade under the ABF scheme."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from overtrick import handbooks
from overtrick.engine.assessment import Refused
from overtrick.engine.event import Contestant, Event, Field, Play, Player, Schedule, Stage
from overtrick.engine.numbers import half_up
from overtrick.handbooks.abf.e2024 import formulas, grades, outright, sessions

if TYPE_CHECKING:
    import random

    from overtrick.engine.scales import PlaceAwards

DAY = date(2026, 11, 12)
EDITION = handbooks.get("abf").edition(on=DAY)
BOOK = EDITION.book(DAY)
GRADES = st.sampled_from(grades.names(BOOK))
PLAYS = st.sampled_from((Play.PAIRS, Play.TEAMS, Play.INDIVIDUAL))


def session_awards(grade: str, play: Play, contestants: int, boards: int, *, two: bool) -> PlaceAwards:
    """Give the awards of one list of a session, or pass this one over where nothing is paid."""
    sizes = (contestants, contestants) if two and play is Play.PAIRS else (contestants,)
    session = sessions.Session(play, sizes, boards, third=play is Play.TEAMS, howell=len(sizes) == 1)
    try:
        return sessions.tariff(BOOK, session, grades.grade(BOOK, grade, play))[0][1]
    except Refused:
        assume(condition=False)
        raise


SESSIONS = st.builds(
    session_awards,
    GRADES,
    PLAYS,
    st.integers(min_value=4, max_value=160),
    st.sampled_from((12, 18, 23, 24, 27, 32)),
    two=st.booleans(),
)


@pytest.mark.clause("abf", "4.1.1/3")
@given(SESSIONS)
def test_a_better_place_never_gets_a_smaller_award(awards: PlaceAwards) -> None:
    paid = [pay.units for pay in awards.places]
    assert paid == sorted(paid, reverse=True)


@pytest.mark.clause("abf", "4.4.6/1", "4.4.6/2")
@given(SESSIONS, st.integers(min_value=1, max_value=40), st.integers(min_value=2, max_value=30))
def test_a_tie_shares_exactly_what_its_paid_places_earn(awards: PlaceAwards, first: int, tied: int) -> None:
    assume(first <= awards.paid)
    singly = sum(awards.exact(place).value for place in range(first, first + tied))
    assert awards.exact(first, tied).value * tied == singly
    assert awards.pay(first, tied).units == half_up(awards.exact(first, tied).value)


@pytest.mark.clause("abf", "3.1.1/Mitchell", "3.1.1/Howell")
@given(GRADES, PLAYS, st.integers(min_value=2, max_value=90), st.booleans())
def test_one_more_table_never_lowers_the_winner_of_a_session(grade: str, play: Play, tables: int, two: bool) -> None:
    weight = grades.grade(BOOK, grade, play).weight
    fewer = formulas.session_winner(BOOK, tables, weight, two_winners=two)
    more = formulas.session_winner(BOOK, tables + 1, weight, two_winners=two)
    assert more.value >= fewer.value


@pytest.mark.clause("abf", "3.1.2/1", "3.1.2/S=2", "3.1.2/S=3")
@given(GRADES, st.integers(min_value=2, max_value=200), st.integers(min_value=2, max_value=20))
def test_more_tables_and_more_sessions_never_lower_the_outright_winner(grade: str, tables: int, played: int) -> None:
    weight = grades.grade(BOOK, grade, Play.PAIRS).weight
    here = formulas.outright_winner(BOOK, tables, played, weight).value
    assert formulas.outright_winner(BOOK, tables + 1, played, weight).value >= here
    assert formulas.outright_winner(BOOK, tables, played + 1, weight).value >= here


@pytest.mark.clause("abf", "1.5.1", "3.1.3/1")
@given(GRADES, st.integers(min_value=2, max_value=80), st.integers(min_value=2, max_value=12))
def test_a_weight_multiplies_the_figures_exactly_before_they_are_rounded(grade: str, tables: int, played: int) -> None:
    own, basic = grades.grade(BOOK, grade, Play.TEAMS), grades.grade(BOOK, "E", Play.TEAMS)
    entry = outright.Entry(tables, tables, third=True)
    counted = formulas.sessions_counted(BOOK, [24] * played)
    _paid, awards = outright.tariff(BOOK, own, entry, counted)
    _paid, at_one = outright.tariff(BOOK, basic, entry, counted)
    assert awards.exact(1).value == at_one.exact(1).value * own.weight.value


SCORES = st.lists(st.integers(min_value=300, max_value=700), min_size=8, max_size=40)


def night(scores: list[int]) -> Event:
    """Hold a Howell with these scores, in tenths of a percent."""
    pairs = tuple(
        Contestant(f"Pair {at}", (Player(f"N{at}", f"1{at}"), Player(f"S{at}", f"2{at}")), score=Decimal(score) / 10)
        for at, score in enumerate(scores)
    )
    return Event("Night", DAY, (Stage(Play.PAIRS, Schedule(24), (Field("", pairs),)),), "E")


@pytest.mark.clause("abf", "4.1.1/1")
@given(SCORES)
def test_everybody_who_plays_is_either_paid_or_told_why_not(scores: list[int]) -> None:
    assessment = EDITION.assess(night(scores))
    paid = {award.player.number for award in assessment.awards}
    refused = {refusal.player.number for refusal in assessment.refusals}
    assert len(paid) + len(refused) == 2 * len(scores)
    assert not paid & refused


@given(SCORES, st.randoms(use_true_random=False))
def test_the_order_of_the_list_in_the_file_does_not_matter(scores: list[int], dice: random.Random) -> None:
    event = night(scores)
    field = event.stages[0].fields[0]
    mixed = list(field.contestants)
    dice.shuffle(mixed)
    other = event._replace(stages=(event.stages[0]._replace(fields=(field._replace(contestants=tuple(mixed)),)),))
    before = {award.player.number: award.units for award in EDITION.assess(event).awards}
    assert before == {award.player.number: award.units for award in EDITION.assess(other).awards}


@pytest.mark.clause("abf", "4.2")
@given(SCORES)
def test_a_club_night_and_the_same_with_an_empty_fact_are_paid_alike(scores: list[int]) -> None:
    # The quick way of a plain session and the way of all other events must agree.
    plain = EDITION.assess(night(scores))
    told = EDITION.assess(night(scores)._replace(facts=(("venue", "hall"),)))
    assert {award.player.number: award.units for award in plain.awards} == {
        award.player.number: award.units for award in told.awards
    }
    assert {each.player.number for each in plain.refusals} == {each.player.number for each in told.refusals}
