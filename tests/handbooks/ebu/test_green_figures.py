"""The green curve, the printed tables of chapter 6, and top award, minimum and places by entry."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.engine.event import Play
from overtrick.engine.numbers import half_up
from overtrick.engine.working import PLACES, cited, step
from overtrick.handbooks.ebu.e2024 import green, green_knock_out, green_leagues
from overtrick.handbooks.family import green_matches
from overtrick.handbooks.family.green_curve import Curve, Ranking, on_the_curve
from overtrick.handbooks.worth import worth
from tests.handbooks.ebu.support import BOOK, DAY, EDITION, case, of_kind
from tests.handbooks.printed import ends

if TYPE_CHECKING:
    from overtrick.handbooks.examples import Example
    from overtrick.handbooks.worth import Worth


def curve(top: int, least: int, paid: int, **settings: str) -> Ranking:
    book = EDITION.book(DAY, settings)
    return on_the_curve(book, step("top", top), step("least", least), step("paid", paid, PLACES))


def awards(ranking: Ranking, groups: list[int]) -> list[int]:
    place, found = 1, []
    for tied in groups:
        found.append(ranking.awards.pay(place, tied).units)
        place += tied
    return found


@pytest.mark.parametrize("example", [case(example) for example in of_kind("green curve")])
def test_awards_lie_on_the_curve(example: Example) -> None:
    words = dict(example.given)
    groups = words.pop("groups", [1] * words["paid"])
    found = awards(curve(**words), groups)
    assert found[-1] == example.expect.get("last", found[-1])
    assert found == example.expect.get("awards", found)


@pytest.mark.clause("ebu", "6.6")
def test_a_setting_rounds_the_curve_up() -> None:
    assert awards(curve(400, 25, 10), [1, 1])[1] == 232
    assert awards(curve(400, 25, 10, green_ranking_rounded="up"), [1, 1])[1] == 233


TOPS = st.integers(min_value=2, max_value=60).map(lambda quarters: 25 * quarters)
LEASTS = st.sampled_from((25, 50, 75, 100, 150))
PAID = st.integers(min_value=1, max_value=120)


@pytest.mark.clause("ebu", "6.6")
@given(TOPS, LEASTS, PAID)
def test_the_curve_falls_from_the_top_to_the_minimum(top: int, least: int, paid: int) -> None:
    line = Curve(max(top, least + 25), least, paid)
    exact = [line.award(place) for place in range(1, paid + 1)]
    assert exact[0] == line.top
    assert paid == 1 or exact[-1] == least
    assert all(better > worse for better, worse in itertools.pairwise(exact))
    assert line.award(paid + 1) == 0


@pytest.mark.clause("ebu", "6.6", "3.5")
@given(TOPS, LEASTS, PAID, st.integers(min_value=1, max_value=100), st.integers(min_value=2, max_value=20))
def test_a_tie_shares_the_exact_awards_and_keeps_the_minimum(
    top: int, least: int, paid: int, first: int, tied: int
) -> None:
    ranking = curve(max(top, least), least, paid)
    first = min(first, paid)
    singly = sum(ranking.awards.exact(place).value for place in range(first, first + tied))
    assert ranking.awards.exact(first, tied).value * tied == singly
    shared = ranking.awards.exact(first, tied).value
    assert ranking.awards.pay(first, tied).units == half_up(max(shared, least))


def answers(example: Example, size: int) -> dict[str, str]:
    words = {name: str(value) for name, value in example.given.items() if name not in ("event", "asks")}
    asked = f"{size / 2:g}" if example.columns[0] == "halves" else str(size)
    return {**words, example.given["asks"]: asked}


def paid(event: str, given: dict[str, str], **settings: str) -> Worth:
    return worth(EDITION, event, given, settings, DAY)


@pytest.mark.parametrize("example", [case(example) for example in of_kind("green places")])
def test_top_minimum_and_number_of_places_follow_from_the_entry(example: Example) -> None:
    for size, top, last, places in example.rows:
        given = answers(example, int(size))
        for boards in ends(given["boards"]) if "boards" in given else (0,):
            found = paid(example.given["event"], {**given, "boards": str(boards)} if boards else given)
            units = [pay.units for pay in found.places]
            assert (units[0], units[-1], len(units)) == (top, last, places), f"{example.name}: {size}"
            assert units == sorted(units, reverse=True)
            clauses = {clause for pay in found.places for clause in cited(pay.working)}
            assert clauses & set(example.clauses)


@pytest.mark.clause("ebu", "6.2.3(b)", "6.2.3(c)")
@pytest.mark.parametrize(
    ("teams", "boards", "units"),
    [
        (13, 24, [75] * 3 + [50] * 4),
        (12, 24, [75] * 3 + [50] * 3),
        (20, 36, [125] * 2 + [100] * 2 + [75] * 3 + [50] * 3),
        (9, 36, [125, 100, 75, 50, 50]),
        (3, 24, [75, 50]),
        (2, 24, [50]),
        (1, 24, [50]),
    ],
)
def test_blocks_are_equal_or_the_smaller_come_first(teams: int, boards: int, units: list[int]) -> None:
    ranking = green_knock_out.blocks(BOOK, teams, boards)
    assert [pay.units for pay in ranking.awards.places] == units


@pytest.mark.clause("ebu", "6.2.3(a)")
def test_a_qualifying_stage_of_17_boards_has_no_green_points() -> None:
    found = paid("green-county-teams-heat", {"tables": "12", "boards": "17"})
    assert found.refused is not None
    assert found.refused.clause == "6.2.3(a)"
    assert paid("green-county-teams-heat", {"tables": "12", "boards": "18"}).refused is None


@pytest.mark.parametrize("example", [case(example) for example in of_kind("green tables")])
def test_the_printed_tables_come_out(example: Example) -> None:
    for row in example.rows:
        for size in ends(row[0]):
            for column, figure in zip(example.columns[1:], row[1:], strict=True):
                if figure != "":
                    assert read(example, size, column) == figure, f"{size}, {column}"


def read(example: Example, size: int, column: str) -> int:
    """Work out one figure of a printed table."""
    match example.given["table"]:
        case "match":
            won = green_matches.win(BOOK, size)
            return int((won if column == "win" else green_matches.draw(BOOK, won)).value)
        case "knock-out":
            double = example.given["double"] == "yes"
            for left in ends(column):
                assert green_knock_out.column(BOOK, left) == column
            return int(green_knock_out.win(BOOK, size, column, double=double).value)
        case "league":
            return int(green_leagues.win(BOOK, column, size).value)
    ranking = green_leagues.ranking(BOOK, size, green_leagues.bonus_win(BOOK, "1", 24, 1))
    return ranking.awards.pay(("1st", "2nd", "3rd").index(column) + 1).units // 100


@pytest.mark.clause("ebu", "6.4.2(c)", "6.4.2(d)")
@pytest.mark.parametrize(
    ("higher", "lower", "as_swiss_of", "paid_places"),
    [
        (24, 24, 36, 6),  # 24 tables and half of 24
        (8, 16, 16, 3),
        (10, 22, 21, 4),  # B is more than twice A, but its top award is the same
        (10, 40, 40, 5),  # A takes the awards of B, cut off at half of ten
    ],
)
def test_the_higher_flight_counts_half_of_the_lower_and_never_has_less(
    higher: int, lower: int, as_swiss_of: int, paid_places: int
) -> None:
    above, below = green.flighted(BOOK, Play.TEAMS, higher, lower)
    swiss = green.swiss(BOOK, Play.TEAMS, as_swiss_of).awards.places
    assert [pay.units for pay in above.awards.places] == [pay.units for pay in swiss][:paid_places]
    assert above.awards.paid == paid_places
    assert [pay.units for pay in below.awards.places] == [
        pay.units for pay in green.swiss(BOOK, Play.TEAMS, lower).awards.places
    ]


@pytest.mark.clause("ebu", "6.4.1(b)", "6.1.5(b)", "6.4.5(c)(iv)", "6.2.3(b)")
def test_settings_choose_the_other_reading() -> None:
    swiss = {"tables": "24.5"}
    assert paid("green-swiss-pairs", swiss).places[0].units == 250
    dropped = paid("green-swiss-pairs", swiss, green_half_table="dropped")
    assert (dropped.places[0].units, len(dropped.places)) == (200, 8)
    assert len(paid("green-swiss-teams", {"tables": "13"}, green_paid_places="down").places) == 2
    pairs, teams = ({"tables": "24", "play": play} for play in ("pairs", "teams"))
    assert paid("green-congress", pairs, congress_constants="exchanged").places[0].units == 250
    assert paid("green-congress", teams, congress_constants="exchanged").places[0].units == 200
    below_c = {"tables": "12", "final": "open", "c-final": "yes"}
    assert paid("green-multiple-pairs", below_c, open_pairs_top="exact").places[0].units == 38
    heat = {"tables": "13", "boards": "24"}
    assert len(paid("green-county-teams-heat", heat, green_blocks_halfway="down").places) == 6


@pytest.mark.clause("ebu", "6.4.4(a)", "6.4.4(b)")
def test_multiple_pairs_pay_each_session_and_the_whole_event() -> None:
    found = paid("green-multiple-pairs", {"tables": "12"})
    assert [found.places[at].units for at in (0, -1)] == [100, 25]
    assert [found.overall[at].units for at in (0, -1)] == [150, 100]
    assert (len(found.places), len(found.overall)) == (8, 12)


GROWING = ("green-swiss-teams", "green-swiss-pairs", "green-congress")


@pytest.mark.clause("ebu", "6.4.1(b)", "6.1.5(b)")
@given(st.sampled_from(GROWING), st.integers(min_value=1, max_value=150))
def test_one_more_table_never_lowers_the_top_award(event: str, tables: int) -> None:
    before, after = (paid(event, {"tables": str(tables + more)}).places[0].units for more in (0, 1))
    assert after >= before


@pytest.mark.clause("ebu", "6.4.2(d)")
@given(st.integers(min_value=2, max_value=80), st.integers(min_value=2, max_value=80))
def test_the_higher_flight_pays_its_top_half_at_most(higher: int, lower: int) -> None:
    above, below = green.flighted(BOOK, Play.TEAMS, higher, lower)
    assert above.awards.paid <= (higher + 1) // 2
    assert above.awards.pay(1).units >= below.awards.pay(1).units
