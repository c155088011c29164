"""Laws that hold for every kind and size of event under the EBU handbook."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from overtrick import handbooks
from overtrick.engine.assessment import Refused
from overtrick.engine.event import Contestant, Event, Field, Play, Player, Schedule, Stage
from overtrick.engine.numbers import up
from overtrick.handbooks.ebu.e2024.scale_selection import Route
from overtrick.handbooks.family.scales import minimum
from overtrick.handbooks.family.worth import imagined
from overtrick.handbooks.worth import kinds

if TYPE_CHECKING:
    from overtrick.engine.scales import PlaceAwards
    from overtrick.handbooks.family.basic import Tariff

DAY = date(2026, 11, 12)
EDITION = handbooks.get("ebu").edition(on=DAY)
BOOK = EDITION.book(DAY)
KINDS = kinds(EDITION)
FACTORS = {"district": Fraction(3, 2), "county": Fraction(2), "regional": Fraction(3), "national": Fraction(4)}
WINNERS = {"pairs": ("1", "2"), "individual": ("1", "4"), "teams": ("1",)}
KNOCK_OUTS = ("knock-out", "double-knock-out", "pairs-knock-out")
COLOURED = ("green-", "blue-", "inter-county-")
PAID_BY_PLACE = tuple(name for name in KINDS if name not in KNOCK_OUTS and not name.startswith(COLOURED))
LEVELLED = tuple(name for name in PAID_BY_PLACE if name not in ("league", "sections"))


@st.composite
def described(draw: st.DrawFn, among: tuple[str, ...]) -> tuple[str, dict[str, str]]:
    """Describe an event of any kind that is paid by places."""
    kind = draw(st.sampled_from(among))
    asked = {question.name for question in KINDS[kind].questions}
    play = draw(st.sampled_from(("pairs", "teams", "individual")))
    if kind == "stratified":
        play = draw(st.sampled_from(("pairs", "teams")))
    fixed = {"swiss-pairs": "pairs", "pairs": "pairs", "individual": "individual"}.get(kind, "teams")
    tables = draw(st.integers(min_value=5, max_value=140))
    boards = draw(st.sampled_from((12, 17, 18, 24, 35, 36, 48, 71, 72, 100)))
    original = draw(st.integers(min_value=tables, max_value=tables * 8))
    divisions = draw(st.integers(min_value=1, max_value=12))
    answers = {
        "tables": str(tables),
        "boards": str(boards),
        "winners": draw(st.sampled_from(WINNERS[play if "play" in asked else fixed])),
        "play": play,
        "status": draw(st.sampled_from(("club", "district", "county"))),
        "major": draw(st.sampled_from(("no", "yes"))),
        "match-boards": draw(st.sampled_from(("0", "3", "6", "20", "36"))),
        "original-tables": str(original),
        "main-tables": str(draw(st.integers(min_value=2, max_value=tables))),
        "second-tables": str(draw(st.integers(min_value=2, max_value=tables))),
        "stages-before": draw(st.sampled_from(("1", "2"))),
        "divisions": str(divisions),
        "division": str(draw(st.integers(min_value=1, max_value=divisions))),
        "category": draw(st.sampled_from("ABCD")),
        "games": draw(st.sampled_from(("8", "17", "18", "40"))),
        "results-counted": "6",
        "leads-to-final": draw(st.sampled_from(("no", "yes"))),
    }
    return kind, {name: answers[name] for name in asked}


def tariff(kind: str, answers: dict[str, str]) -> Tariff:
    """Work out what the list is paid."""
    event = imagined(DAY, kind, KINDS[kind].read(answers))
    route = Route(BOOK, event)
    index = len(event.stages) - 1
    groups = route.groups(index)
    if kind == "stratified":
        return route.strata(index, groups[0], answers["category"], groups[0].counts)
    return route.tariff(index, groups[int(answers.get("division", "1")) - 1])


def places(kind: str, answers: dict[str, str]) -> PlaceAwards:
    """Give the place awards, or pass this event over where the handbook pays nothing."""
    try:
        found = tariff(kind, answers).places
    except Refused:
        assume(condition=False)
        raise
    assert found is not None
    return found


@pytest.mark.clause("ebu", "4.1.5", "4.4.3")
@given(described(PAID_BY_PLACE))
def test_a_better_place_never_gets_a_smaller_award(event: tuple[str, dict[str, str]]) -> None:
    paid = [pay.units for pay in places(*event).places]
    assert paid == sorted(paid, reverse=True)
    assert all(units > 0 for units in paid)


@pytest.mark.clause("ebu", "3.5")
@given(described(PAID_BY_PLACE), st.integers(min_value=1, max_value=60), st.integers(min_value=2, max_value=60))
def test_a_tie_shares_exactly_what_its_places_earn(event: tuple[str, dict[str, str]], first: int, tied: int) -> None:
    awards = places(*event)
    assume(first <= awards.paid)
    singly = sum(awards.exact(place).value for place in range(first, first + tied))
    assert awards.exact(first, tied).value * tied == singly
    shared = awards.exact(first, tied).value
    least = minimum(BOOK, tariff(*event).status, event[1].get("category", "all"))
    assert awards.pay(first, tied).units == max(up(shared), least)


@pytest.mark.clause("ebu", "4.1.5", "4.2.3", "4.4.9")
@given(described(PAID_BY_PLACE))
def test_one_more_table_never_lowers_the_winners_award(event: tuple[str, dict[str, str]]) -> None:
    kind, answers = event
    grows = KINDS[kind].one_more
    more = {**answers, grows: str(int(answers[grows]) + 1)}
    before, after = places(kind, answers), places(kind, more)
    same_kind = tariff(kind, answers).note is None and tariff(kind, more).note is None
    # Another final beside it can only be as far from its conditions as before; a raise (4.2.6) may come with the table.
    assume(same_kind)
    assert after.pay(1).units >= before.pay(1).units


@pytest.mark.clause("ebu", "3.2")
@given(described(LEVELLED), st.sampled_from(sorted(FACTORS)), st.integers(min_value=1, max_value=40))
def test_a_status_multiplies_the_club_figures_exactly(
    event: tuple[str, dict[str, str]], status: str, place: int
) -> None:
    kind, answers = event
    # A raise goes from level to level, not by a factor: compare where none applies.
    plain = {**answers, "status": "club"}
    for name, value in (
        ("major", "no"),
        ("boards", "24"),
        ("games", "8"),
        ("leads-to-final", "no"),
        ("stages-before", "1"),
    ):
        if name in plain:
            plain[name] = value
    club, higher = places(kind, plain), places(kind, {**plain, "status": status})
    assume(tariff(kind, plain).note is None)
    assert higher.exact(place).value == club.exact(place).value * FACTORS[status]


SCORES = st.lists(st.integers(min_value=0, max_value=25), min_size=6, max_size=40)


def night(scores: list[int]) -> Event:
    """Hold a one-winner club night with these scores."""
    pairs = tuple(
        Contestant(f"Pair {at}", (Player(f"N{at}", f"1{at}"), Player(f"S{at}", f"2{at}")), score=Decimal(score))
        for at, score in enumerate(scores)
    )
    return Event("Night", DAY, (Stage(Play.PAIRS, Schedule(24), (Field("", pairs),)),), "club")


@pytest.mark.clause("ebu", "3.5", "4.1.2")
@given(SCORES)
def test_everybody_who_plays_is_either_paid_or_told_why_not(scores: list[int]) -> None:
    assessment = EDITION.assess(night(scores))
    paid = {award.player.number for award in assessment.awards}
    refused = {refusal.player.number for refusal in assessment.refusals}
    assert len(paid) == len(assessment.awards)
    assert len(paid) + len(refused) == 2 * len(scores)
    assert not paid & refused


@given(SCORES, st.randoms(use_true_random=False))
def test_the_order_of_the_list_in_the_file_does_not_matter(scores: list[int], dice: object) -> None:
    event = night(scores)
    field = event.stages[0].fields[0]
    mixed = list(field.contestants)
    dice.shuffle(mixed)  # type: ignore[attr-defined]
    other = event._replace(stages=(event.stages[0]._replace(fields=(field._replace(contestants=tuple(mixed)),)),))
    before = {award.player.number: award.units for award in EDITION.assess(event).awards}
    after = {award.player.number: award.units for award in EDITION.assess(other).awards}
    assert before == after


@given(SCORES)
def test_an_event_assessed_twice_comes_out_the_same(scores: list[int]) -> None:
    once, again = EDITION.assess(night(scores)), EDITION.assess(night(scores))
    assert once.awards == again.awards
    assert once.refusals == again.refusals
