"""What the rules of masterpointing print in passing: grades, places, matches, consolations, counts of sessions."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import pytest

from overtrick.engine.event import Contest, Play, Series, Side
from overtrick.engine.numbers import exact, half_up
from overtrick.engine.working import step, walk
from overtrick.handbooks.abf.e2024 import finals, formulas, grades, match_awards, placing
from tests.handbooks.abf.award_support import (
    BOOK,
    DAY,
    EDITION,
    assessed,
    case,
    event,
    event_of,
    head_to_head,
    names,
    of_kind,
    pairs,
    rows_of,
    teams,
)

if TYPE_CHECKING:
    from overtrick.engine.event import Event, Stage
    from overtrick.handbooks.examples import Example
    from tests.handbooks.abf.award_support import Outcome


def _giving(kind: str, word: str) -> list[Any]:
    """Make cases of the examples that give this word."""
    return [case(each) for each in of_kind(kind) if word in each.given]


# --- Grades ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("example", "row"), rows_of("grades", "grade"))
def test_a_grade_has_the_printed_weights_and_colour(example: Example, row: dict[str, Any]) -> None:
    assert example.columns == tuple(row)
    for play, column in ((Play.PAIRS, "pairs"), (Play.INDIVIDUAL, "pairs"), (Play.TEAMS, "teams")):
        grade = grades.grade(BOOK, row["grade"], play)
        assert (grade.name, grade.colour) == (row["grade"], row["colour"])
        assert grade.weight.value == Fraction(row[column])


@pytest.mark.parametrize(("example", "row"), rows_of("grades", "grade"))
def test_a_session_of_ten_tables_pays_by_the_weight(example: Example, row: dict[str, Any]) -> None:
    """The winner of a one-winner session has 0.04 a table times the weight, so 0.40 times the weight here."""
    assert example.given == {}
    for stage, name, column in ((pairs(20), "pair 1", "pairs"), (teams(10), "team 1", "teams")):
        outcome = assessed(event(row["grade"], stage))
        assert outcome.total[name] == 40 * Fraction(row[column]), outcome.why()
        assert {award.colour for award in outcome.assessment.awards} == {row["colour"]}


def test_there_are_no_other_grades() -> None:
    (example,) = of_kind("grades")
    assert grades.names(BOOK) == [row[0] for row in example.rows]


@pytest.mark.clause("abf", "1.5.1")
def test_an_event_without_a_grade_or_with_an_unknown_one_is_a_problem() -> None:
    for written, found in (("", "not given"), ("B6", "'B6' is not one")):
        (problem,) = EDITION.assess(event(written, pairs(8))).problems
        assert found in problem.found


# --- Places ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("example", _giving("paid places", "contestants"))
def test_so_many_places_of_a_field_are_paid(example: Example) -> None:
    build = teams if example.given["play"] == "teams" else pairs
    outcome = assessed(event("E", build(example.given["contestants"])))
    assert len(outcome.total) == example.expect["paid"], outcome.why()


@pytest.mark.parametrize(("example", "row"), rows_of("paid places", "place"))
def test_a_place_has_its_part_of_the_winners_award(example: Example, row: dict[str, Any]) -> None:
    """Ten tables at grade B: the winner has 2.00."""
    part = Fraction(row["part"])
    assert example.columns == tuple(row)
    assert placing.part_of_winner(row["place"]) == part
    outcome = assessed(event("B", pairs(20)))
    assert outcome.total[f"pair {row['place']}"] == half_up(200 * part)


@pytest.mark.parametrize(("example", "row"), rows_of("paid places", "members"))
def test_a_member_of_a_larger_team_has_a_part(example: Example, row: dict[str, Any]) -> None:
    """Ten teams at grade C in short matches: the winners have 0.80."""
    assert example.columns == tuple(row)
    outcome = assessed(event("C", teams(10, players=row["members"])))
    assert outcome.total["team 1"] == half_up(80 * Fraction(row["part"])), outcome.why()
    assert len([award for award in outcome.assessment.awards if award.contestant == "team 1"]) == row["members"]


# --- Matches ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("example", "row"), rows_of("match awards", "boards"))
def test_a_match_is_worth_its_boards_and_needs_a_margin(example: Example, row: dict[str, Any]) -> None:
    grade = grades.grade(BOOK, example.given["grade"], Play.TEAMS)
    assert match_awards.a_board(BOOK, grade) * row["boards"] == Fraction(row["award"], 10)
    one, two = names(1, 2, play=Play.TEAMS)
    won = half_up(Fraction(row["award"], 10))
    assert assessed(event("E", head_to_head(row["boards"], row["margin"]))).total == {one: won}
    assert assessed(event("E", head_to_head(row["boards"], -row["margin"]))).total == {two: won}
    shared = assessed(event("E", head_to_head(row["boards"], row["margin"] - 1)))
    assert shared.total == {one: half_up(Fraction(won, 2)), two: half_up(Fraction(won, 2))}, shared.why()


@pytest.mark.parametrize(("example", "row"), rows_of("match awards", "grade"))
def test_a_grade_has_its_award_a_board_for_teams_and_pairs(example: Example, row: dict[str, Any]) -> None:
    assert example.columns == tuple(row)
    for play in (Play.TEAMS, Play.PAIRS):
        grade = grades.grade(BOOK, row["grade"], play)
        assert match_awards.a_board(BOOK, grade) == Fraction(row["a board"], 10)
        outcome = assessed(event(row["grade"], head_to_head(20, 20, play=play)))
        assert outcome.total == {names(1, play=play)[0]: 2 * row["a board"]}, outcome.why()
        assert {award.colour for award in outcome.assessment.awards} == {row["colour"]}


@pytest.mark.parametrize("example", _giving("match awards", "result"))
def test_a_match_is_shared_as_printed(example: Example) -> None:
    given = example.given
    stage = head_to_head(given["boards"], 0, play=Play(given["play"]))
    (drawn,) = stage.matches
    sides = tuple(side._replace(score=Decimal(score)) for side, score in zip(drawn.sides, given["result"], strict=True))
    level = sides[0].score == sides[1].score
    winner = "" if level else max(sides, key=lambda side: side.score or 0).contestant
    played = drawn._replace(sides=_two(sides), winner=winner)
    outcome = assessed(event(given["grade"], stage._replace(matches=(played,)), scores=given["scores"]))
    assert example.expect == {"shared": True}
    assert list(outcome.total.values()) == [3, 3], outcome.why()  # half of 0.06 each


def _two(sides: tuple[Side, ...]) -> tuple[Side, Side]:
    return sides[0], sides[1]


@pytest.mark.parametrize("example", _giving("match awards", "segments"))
def test_short_segments_of_a_long_match_are_put_together(example: Example) -> None:
    assert match_awards.segments(BOOK, example.given["segments"]) == example.expect["matches"]


# --- Consolations ----------------------------------------------------------------------------------------------------


def _figures(row: dict[str, Any]) -> list[Fraction]:
    return [Fraction(row[place]) for place in ("1st", "2nd", "3rd", "4th", "5th") if row.get(place)]


CONSOLATION_ROWS = rows_of("consolations", "consolations")


@pytest.mark.parametrize(("example", "row"), [each for each in CONSOLATION_ROWS if "graded" not in each.values[1]])
def test_a_graded_consolation_has_its_session_factor(example: Example, row: dict[str, Any]) -> None:
    """At grade A no factor falls below weight 1."""
    assert example.columns == tuple(row)
    grade = grades.grade(BOOK, "A", Play.PAIRS)
    count = row["consolations"]
    found = []
    for which in range(1, count + 1):
        same, (factor,) = finals.consolation_grade(BOOK, grade, which, count, graded=True)
        assert same == grade
        found.append(factor.value)
    assert found == _figures(row)


@pytest.mark.parametrize(("example", "row"), [each for each in CONSOLATION_ROWS if "graded" in each.values[1]])
def test_a_consolation_has_its_part_of_the_outright_award(example: Example, row: dict[str, Any]) -> None:
    assert example.columns == tuple(row)
    count, graded = row["consolations"], row["graded"] == "yes"
    assert [finals.outright_part(which, count, graded=graded) for which in range(1, count + 1)] == _figures(row)


@pytest.mark.parametrize(("example", "row"), rows_of("consolations", "grade"))
def test_the_factor_of_a_consolation_stops_where_the_weight_is_1(example: Example, row: dict[str, Any]) -> None:
    """The last of five graded consolations would have 0.30."""
    assert example.columns == tuple(row)
    grade = grades.grade(BOOK, row["grade"], Play.PAIRS)
    assert grade.weight.value == Fraction(row["weight"])
    _same, (factor,) = finals.consolation_grade(BOOK, grade, 5, 5, graded=True)
    assert factor.value == Fraction(row["lowest factor"])


# --- Counts of sessions, rounding, masters ---------------------------------------------------------------------------


def _of_sessions(example: Example) -> Event:
    """Sixty pairs: ten tables more or fewer tell the count of sessions apart."""
    given = example.given
    stage = pairs(60, sessions=[given["boards"]] * given["rounds"])
    if "congress" in given:
        return event("", stage, congress=given["congress"], congress_event="major")
    return event("B4", stage)


@pytest.mark.parametrize("example", [case(each) for each in of_kind("session counts")])
def test_so_many_sessions_are_counted(example: Example) -> None:
    outcome = assessed(_of_sessions(example))
    assert outcome.sessions_counted("pair 1") == example.expect["sessions"], outcome.why()
    weight = grades.grade(BOOK, "B4", Play.PAIRS).weight
    winner = formulas.outright_winner(BOOK, 30, example.expect["sessions"], weight)
    assert outcome.outright["pair 1"] == half_up(winner.value)


@pytest.mark.parametrize("example", [case(each) for each in of_kind("rounding")])
def test_hundredths_are_rounded(example: Example) -> None:
    book = EDITION.book(DAY, example.given["settings"])
    for written, rounded in example.rows:
        assert placing.rounded(book, step("", exact(str(written)))).value == rounded


@pytest.mark.parametrize(("example", "row"), rows_of("master factors", "rank"))
def test_a_rank_has_its_master_factor(example: Example, row: dict[str, Any]) -> None:
    for column in example.columns[1:]:
        for grade in column.split():
            assert grades.master_factor_of(BOOK, grade, row["rank"]) == Fraction(row[column]), grade


@pytest.mark.parametrize("example", _giving("master factors", "entrants"))
def test_a_field_of_masters_takes_one_factor(example: Example) -> None:
    """28 players are 14 pairs: one winner out of 7 tables has 0.28 times the weight."""
    given = example.given
    ranks = [rank for rank, count in given["entrants"].items() for _each in range(count)]
    assert len(ranks) == 28
    stage = _ranked(pairs(14), ranks)
    outcome = assessed(event(given["grade"], stage, master_event="yes"), given["settings"])
    factor = Fraction(example.expect["factor"])
    weight = grades.grade(BOOK, given["grade"], Play.PAIRS).weight.value
    assert outcome.total["pair 1"] == half_up(28 * weight * factor), outcome.why()
    told = [each for each, _depth in walk(outcome.assessment.awards[0].working) if each.sentence.startswith("Master")]
    assert told[0].value == factor
    assert example.expect.get("says", "") in told[0].says
    if "printed" in example.expect:
        assert half_up(100 * factor) == example.expect["printed"]


def _ranked(stage: Stage, ranks: list[str]) -> Stage:
    """Give the players of a stage their ranks."""
    left = list(ranks)
    (only,) = stage.fields
    ranked = tuple(
        each._replace(players=tuple(player._replace(rank=left.pop()) for player in each.players))
        for each in only.contestants
    )
    assert not left
    return stage._replace(fields=(only._replace(contestants=ranked),))


# --- Events ----------------------------------------------------------------------------------------------------------

EXPECTED = {"session", "session_paid", "outright", "outright_paid", "sessions"}


@pytest.mark.parametrize("example", [case(each) for each in of_kind("award events")])
def test_an_event_pays_what_the_rules_say(example: Example) -> None:
    played = event_of(example)
    outcome = assessed(played)
    if "colour" in example.given:
        assert {award.colour for award in outcome.assessment.awards} == {example.given["colour"]}
    for index, words in enumerate(example.stages):
        if "expect" in words:
            assert words["expect"].keys() <= EXPECTED
            _check(outcome, played, index, words["expect"])


def _check(outcome: Outcome, played: Event, index: int, expect: dict[str, Any]) -> None:
    stage = played.stages[index]
    if "session" in expect:
        elsewhere = {
            each.name
            for at, other in enumerate(played.stages)
            for field in other.fields
            for each in field.contestants
            if at != index
        }
        assert not elsewhere & {each.name for field in stage.fields for each in field.contestants}
    for field in stage.fields:
        listed = [each.name for each in field.contestants]
        if "sessions" in expect:  # of the whole event: behind the four of the final stand those of the first stage
            listed = [each.name for each in played.stages[0].fields[0].contestants]
            paid = listed[: len(expect["sessions"])]
            assert [outcome.sessions_counted(name) for name in paid] == expect["sessions"], outcome.why()
        for word, figures in (("session", outcome.session), ("outright", outcome.outright)):
            found = [figures.get(name, 0) for name in listed]
            expected = expect.get(word, [])
            assert found[: len(expected)] == expected, outcome.why()
            if f"{word}_paid" in expect:
                assert sum(each > 0 for each in found) == expect[f"{word}_paid"], outcome.why()


@pytest.mark.clause("abf", "App A: Eclectic events", "4.3.2/1")
def test_the_best_three_of_four_sessions_are_paid_for_three() -> None:
    """8 tables came on average and 7 qualified: 125 % of 7 are 8.75, so the 8 count; half of the 14 pairs are paid."""
    series = Series(games=4, counted=3, average_tables=Decimal(8))
    outcome = assessed(event("E", pairs(14, contest=Contest.AGGREGATE, series=series)))
    assert outcome.sessions_counted("pair 1") == 3
    assert list(outcome.total.values()) == [93, 65, 46, 31, 23, 19, 15], outcome.why()  # Table 3B prints 0.93
