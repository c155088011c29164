"""The worked examples of Appendix B come out to the last cell."""

from __future__ import annotations

from collections import Counter, defaultdict
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest

from overtrick.engine.event import Play
from overtrick.engine.numbers import half_up
from overtrick.engine.places import ranking
from overtrick.engine.working import walk
from overtrick.handbooks.abf.e2024 import formulas, grades, match_awards, outright, sessions
from overtrick.handbooks.abf.e2024.finals import full_premium
from tests.handbooks.abf.award_support import BOOK, HALF_EVEN, OUTRIGHT, assessed, parts
from tests.handbooks.abf.award_worked import (
    PAIRS,
    PLAY_OFFS,
    ROUND_ROBIN,
    SWISS,
    TEAM_AWARDS,
    pairs_event,
    swiss_event,
    table,
    teams_event,
)

if TYPE_CHECKING:
    from overtrick.engine.event import Event, Stage

TEAM = table(TEAM_AWARDS)
SHEET = table(PAIRS)


def _wins(played: Event, *stages: Stage) -> dict[str, Fraction]:
    """Count what every team won of some stages, by the working of their awards."""
    found: dict[str, Fraction] = defaultdict(Fraction)
    for award in assessed(played._replace(stages=stages)).assessment.awards:
        counts = [each.values["wins"] for each, _depth in walk(award.working) if "wins" in each.values]
        found[award.contestant] = sum((Fraction(str(count)) for count in counts), Fraction(0))
    return found


# --- B.1.1: teams ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "App B.1.1", "4.2.3/margin")
def test_the_round_robin_adds_up_as_printed() -> None:
    grid = table(ROUND_ROBIN)
    boards = ROUND_ROBIN.given["boards"]
    assert Fraction(boards, 5) == Fraction(ROUND_ROBIN.given["draw_at"])
    wins = _wins(teams_event(), teams_event().stages[0])
    for name, row in grid.items():
        assert sum(row[other] for other in grid if other != name) == row["total"], name
        assert wins[name] == Fraction(row["wins"]), name
    assert sorted(grid, key=lambda name: -grid[name]["total"]) == sorted(grid, key=lambda name: grid[name]["position"])


@pytest.mark.clause("abf", "App B.1.1", "4.2.3/margin")
def test_the_matches_for_places_are_won_and_shared_as_printed() -> None:
    for stage, row in zip(teams_event().stages[1:], PLAY_OFFS.rows, strict=True):
        _place, one, ahead, two, behind, won, lost, *_places = row
        assert ahead == -int(behind)
        assert stage.match_boards == PLAY_OFFS.given["boards"]
        wins = _wins(teams_event(), stage)
        assert (wins[str(one)], wins[str(two)]) == (Fraction(won), Fraction(lost))


@pytest.mark.clause("abf", "App B.1.1", "4.2.4/2", "4.3.1/2")
def test_the_terms_of_the_teams_event_are_as_printed() -> None:
    given = TEAM_AWARDS.given
    grade = grades.grade(BOOK, given["grade"], Play.TEAMS)
    assert match_awards.win(BOOK, grade, 14).value == given["match"]  # 0.168
    assert match_awards.win(BOOK, grade, 14, [full_premium(BOOK)]).value == given["final_match"]  # 0.252
    counted = formulas.sessions_counted(BOOK, [14] * 6)
    assert counted.value == given["sessions"]  # 84 / 24 = 3.5
    entry = outright.Entry(given["tables"], 6, third=True)
    paid, awards = outright.tariff(BOOK, grade, entry, counted)
    assert paid.value == given["paid"]
    assert [pay.units for pay in awards.places] == given["outright"]


@pytest.mark.clause("abf", "App B.1.1", "4.2.3/1", "4.3.1/1")
@pytest.mark.parametrize("name", list(TEAM))
def test_a_team_earns_what_is_printed(name: str) -> None:
    outcome = assessed(teams_event())
    row = TEAM[name]
    given = TEAM_AWARDS.given
    reckoned = Fraction(row["wins"]) * given["match"] + row["final won"] * given["final_match"]
    assert half_up(reckoned) == row["session"]
    assert outcome.session.get(name, 0) == row["session"], outcome.why()
    assert outcome.outright.get(name, 0) == row["outright"], outcome.why()
    assert outcome.total[name] == row["total"], outcome.why()
    assert {award.colour for award in outcome.assessment.awards} == {"green"}


@pytest.mark.clause("abf", "App B.1.1")
def test_the_teams_event_issues_what_is_printed() -> None:
    outcome = assessed(teams_event())
    assert sum(outcome.total.values()) == TEAM_AWARDS.expect["sum"]
    assert sum(award.units for award in outcome.assessment.awards) == TEAM_AWARDS.expect["issued"]
    assert set(Counter(award.contestant for award in outcome.assessment.awards).values()) == {
        TEAM_AWARDS.given["players"]
    }


@pytest.mark.clause("abf", "App B.1.1", "4.2.4/2")
def test_the_teams_come_where_the_matches_for_places_put_them() -> None:
    places: dict[int | str, int | str] = {}
    for _place, one, _ahead, two, _behind, _won, _lost, first, second in PLAY_OFFS.rows:
        places |= {one: first, two: second}
    found = {award.contestant: award.place for award in assessed(teams_event()).assessment.awards}
    assert found == places


@pytest.mark.clause("abf", "App B.1.1", "4.4.2")
def test_halves_to_even_would_pay_one_team_otherwise() -> None:
    """2.5 matches at 0.17 are 0.425, and the handbook prints 0.43."""
    found = assessed(teams_event(), HALF_EVEN).total
    assert {name: units for name, units in found.items() if units != TEAM[name]["total"]} == {"T3": 42}


# --- B.1.2: a Swiss of one session -----------------------------------------------------------------------------------


@pytest.mark.clause("abf", "App B.1.2", "4.2.3/margin")
def test_the_swiss_adds_up_as_printed() -> None:
    grid = table(SWISS)
    boards = SWISS.given["boards"]
    assert Fraction(boards, 5) == Fraction(SWISS.given["draw_at"])
    wins = _wins(swiss_event(), *swiss_event().stages)
    for name, row in grid.items():
        played = [row[other] for other in grid if row[other] != ""]
        assert len(played) == SWISS.given["rounds"]
        assert sum(played) == row["total"], name
        assert wins[name] == Fraction(row["wins"]), name
    assert sorted(grid, key=lambda name: -grid[name]["total"])[:3] == SWISS.given["leaders"]


@pytest.mark.clause("abf", "App B.1.2", "4.2.3/1", "4.2", "4.2.3 note ii")
@pytest.mark.parametrize("name", list(table(SWISS)))
def test_a_team_of_the_swiss_earns_its_matches_and_nothing_outright(name: str) -> None:
    outcome = assessed(swiss_event())
    row = table(SWISS)[name]
    assert row["session"] == Fraction(row["wins"]) * SWISS.given["match"]
    assert outcome.session == outcome.total
    assert outcome.total[name] == row["session"], outcome.why()
    assert outcome.outright == {}
    assert SWISS.given["outright"] == 0


@pytest.mark.clause("abf", "App B.1.2", "4.2.3/1")
def test_a_match_is_rounded_by_itself() -> None:
    """Three wins over 8 boards are 3 x 0.06; 24 boards at 0.008 would be 0.192."""
    grade = grades.grade(BOOK, SWISS.given["grade"], Play.TEAMS)
    assert match_awards.win(BOOK, grade, SWISS.given["boards"]).value == SWISS.given["match"]
    assert assessed(swiss_event()).total["T8"] == 18


# --- B.2: pairs ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("abf", "App B.2")
def test_the_terms_of_the_pairs_event_are_as_printed() -> None:
    given = PAIRS.given
    grade = grades.grade(BOOK, given["grade"], Play.PAIRS)
    for sizes, lines in (((7, 7), ("North-South", "East-West")), ((14,), ("round 2",))):
        found = sessions.tariff(BOOK, sessions.Session(Play.PAIRS, sizes, 26), grade)
        for line, (paid, awards) in zip(lines, found, strict=True):
            assert (paid.value, awards.pay(1).units) == (given["paid"][line], given["winner"][line])
    counted = formulas.sessions_counted(BOOK, [28, 26])
    assert counted.value == given["sessions"]
    paid, awards = outright.tariff(BOOK, grade, outright.Entry(given["tables"], 14, third=False), counted)
    assert paid.value == given["paid"]["event"]
    assert [pay.units for pay in awards.places] == given["outright"]


@pytest.mark.clause("abf", "App B.2/mastersheet")
def test_the_percentages_of_the_mastersheet_add_up_and_rank_as_printed() -> None:
    for row in SHEET.values():
        assert Decimal(row["round 1"]) + Decimal(row["round 2"]) == Decimal(row["total"])
    whole = pairs_event().stages[0].fields[3]
    placed = {each.name: first for first, members in ranking(whole.contestants) for each in members}
    for number, row in SHEET.items():
        if row["place"] != "":
            assert placed[f"Pair {number}"] == row["place"]
        else:
            assert placed[f"Pair {number}"] > PAIRS.given["paid"]["event"]


@pytest.mark.clause("abf", "App B.2", "App B.2/mastersheet", "4.4.6/1", "4.4.6/2", "4.3.1/1")
@pytest.mark.parametrize("number", list(SHEET))
def test_a_pair_earns_every_cell_of_the_mastersheet(number: int) -> None:
    outcome = assessed(pairs_event())
    row = SHEET[number]
    awards = [each for each in outcome.assessment.awards if each.contestant == f"Pair {number}"]
    assert row["award 1"] + row["award 2"] + row["placing"] == row["sum"]
    if not row["sum"]:
        assert awards == []
        refused = [each for each in outcome.assessment.refusals if each.contestant == f"Pair {number}"]
        assert len(refused) == 2
        return
    assert len(awards) == 2
    for award in awards:
        cells = {"Session 1": 0, "Session 2": 0, OUTRIGHT: 0}
        for part in parts(award):
            cells[part.says.partition(":")[0]] += int(part.value)
        assert list(cells.values()) == [row["award 1"], row["award 2"], row["placing"]], outcome.why()
        assert award.units == row["sum"]
        assert award.colour == "green"
        if row["place"] != "":
            assert award.place == row["place"]
        else:
            assert award.place > PAIRS.given["paid"]["event"]


@pytest.mark.clause("abf", "App B.2", "4.4.2")
def test_halves_to_even_would_pay_one_pair_otherwise() -> None:
    """The fifth of the Howell has 0.42 / 4 = 0.105, and the handbook prints 0.11."""
    found = assessed(pairs_event(), HALF_EVEN).total
    assert {name: units for name, units in found.items() if units != SHEET[int(name[5:])]["sum"]} == {"Pair 11": 10}


@pytest.mark.clause("abf", "App B.2", "4.4.2", "3.1.2/S=2")
def test_places_fall_from_the_unrounded_award() -> None:
    """0.50248 outright; the 5th has a quarter, 0.12562, and the tie at the last place shares 0.105, not 0.11."""
    weight = grades.grade(BOOK, "E", Play.PAIRS).weight
    winner = formulas.outright_winner(BOOK, 7, 2, weight)
    assert half_up(winner.value * 1000) == 50248
    outcome = assessed(pairs_event())
    award = next(each for each in outcome.assessment.awards if each.contestant == "Pair 12")
    shares = [each.value for each, _depth in walk(award.working) if each.clause == "4.4.6/1"]
    assert shares[0] == Fraction(21, 4)
