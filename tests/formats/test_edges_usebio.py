"""Files of USEBIO in which numbers, sessions or sections could be taken for one another."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from overtrick.engine.event import Contest
from overtrick.formats import usebio
from tests.formats.usebio.files import file, pair

if TYPE_CHECKING:
    from overtrick.engine.event import Stage
    from overtrick.formats.reading import Reading

DATE = "<DATE>10/11/2026</DATE>"
LENGTH = f"{DATE}<BOARDS_PLAYED>24</BOARDS_PLAYED>"
NOBODY = b"<PARTICIPANTS>\n</PARTICIPANTS>\n"


def read(content: bytes) -> Reading:
    return usebio.read("night.xml", content)


def stage_of(content: bytes) -> Stage:
    reading = read(content)
    assert reading.event is not None, reading.problems
    return reading.event.stages[0]


def notes(content: bytes) -> str:
    return " ".join(note.says for note in read(content).notes)


def problems(content: bytes) -> list[str]:
    return [problem.found for problem in read(content).problems]


def line(ns: str, ew: str, score: str) -> str:
    numbers = f"<NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{ew}</EW_PAIR_NUMBER>"
    return f"<TRAVELLER_LINE>{numbers}<SCORE>{score}</SCORE></TRAVELLER_LINE>"


def boards(numbers: range, *lines: str) -> str:
    return "".join(f"<BOARD><BOARD_NUMBER>{each}</BOARD_NUMBER>{''.join(lines)}</BOARD>" for each in numbers)


def without_a_list_of_its_own(content: bytes) -> bytes:
    assert NOBODY in content
    return content.replace(NOBODY, b"")


# --- One list or two? --------------------------------------------------------------------------------------------


def seated(person: int, number: int, place: str, direction: str) -> str:
    written = pair(person, place, f"<DIRECTION>{direction}</DIRECTION>", score=f"{60 - person}")
    return written.replace(f"<PAIR_NUMBER>{person}<", f"<PAIR_NUMBER>{number}<")


SHARED_NUMBERS = seated(1, 1, "1", "NS") + seated(2, 2, "2", "NS") + seated(3, 1, "1", "EW") + seated(4, 2, "2", "EW")
OWN_NUMBERS = seated(1, 1, "1", "NS") + seated(2, 2, "2", "NS") + seated(3, 3, "1", "EW") + seated(4, 4, "2", "EW")


def test_both_directions_may_be_numbered_from_one() -> None:
    played = boards(range(1, 7), line("1", "1", "420"), line("2", "2", "50"))
    played += boards(range(7, 13), line("1", "2", "420"), line("2", "1", "50"))
    stage = stage_of(file(SHARED_NUMBERS, DATE, "PAIRS", played))
    assert (stage.winners, [field.name for field in stage.fields]) == (2, ["North-South", "East-West"])
    assert [[each.place for each in field.contestants] for field in stage.fields] == [[1, 2], [1, 2]]


@pytest.mark.parametrize("listed", [SHARED_NUMBERS, OWN_NUMBERS])
def test_without_travellers_places_that_begin_again_make_two_lists(listed: str) -> None:
    content = file(listed, LENGTH, "PAIRS")
    assert stage_of(content).winners == 2
    assert "how many ranking lists there are" in notes(content)


def test_without_travellers_places_that_run_through_make_one_list() -> None:
    listed = seated(1, 1, "1", "NS") + seated(2, 2, "2", "NS") + seated(3, 3, "3", "EW") + seated(4, 4, "4", "EW")
    content = file(listed, LENGTH, "PAIRS")
    assert stage_of(content).winners == 1
    assert "the places cover both directions, so 1." in notes(content)


def test_a_pair_that_changed_its_direction_makes_one_list() -> None:
    played = boards(range(1, 7), line("1", "3", "420"), line("2", "4", "50"))
    played += boards(range(7, 13), line("3", "1", "420"), line("4", "2", "50"))
    assert stage_of(file(OWN_NUMBERS, DATE, "PAIRS", played)).winners == 1


# --- Places worked out from the boards ---------------------------------------------------------------------------


def test_a_session_is_ranked_by_its_own_boards_alone() -> None:
    people = "".join(pair(number) for number in range(1, 5))

    def session(number: int, played: str) -> str:
        return f'<SESSION SESSION_ID="{number}"><PARTICIPANTS>{people}</PARTICIPANTS>{played}</SESSION>'

    first = boards(range(1, 9), line("1", "2", "400"), line("3", "4", "100"))
    second = boards(range(1, 9), line("2", "1", "600"), line("4", "3", "100"))
    content = file("", DATE, "MP_PAIRS", session(1, first) + session(2, second))
    stage = stage_of(without_a_list_of_its_own(content))
    assert [[each.place for each in field.contestants] for field in stage.fields] == [[1, 3, 3, 1], [3, 1, 1, 3]]


def test_the_same_number_in_another_session_is_another_board() -> None:
    people = "".join(pair(number) for number in range(1, 5))
    first = boards(range(1, 3), line("1", "2", "400"), line("3", "4", "100"))
    second = boards(range(1, 3), line("1", "2", "200"), line("3", "4", "300"))
    content = file(people, f"{LENGTH}<WINNER_TYPE>1</WINNER_TYPE>", "MP_PAIRS",
                   f"<SESSION>{first}</SESSION><SESSION>{second}</SESSION>")  # fmt: skip
    # Pair 1 has the better of two results in one session, pair 3 in the other; all four together would part them.
    assert [each.place for each in stage_of(content).fields[0].contestants] == [1, 1, 1, 1]


def test_the_method_by_which_places_are_worked_out_is_named() -> None:
    people = "".join(pair(number) for number in range(1, 5))
    played = boards(range(1, 9), line("1", "2", "400"), line("3", "4", "100"))
    assert "by matchpoints." in notes(file(people, DATE, "MP_PAIRS", played))
    assert "by point-a-board." in notes(
        file(people, f"{DATE}<BOARD_SCORING_METHOD>PAB</BOARD_SCORING_METHOD>", "PAIRS", played)
    )


@pytest.mark.parametrize("method", ["OTHER", "HYBRID"])
def test_a_way_of_scoring_that_nobody_knows_ranks_nobody(method: str) -> None:
    people = "".join(pair(number) for number in range(1, 5))
    head = f"{DATE}<WINNER_TYPE>1</WINNER_TYPE><BOARD_SCORING_METHOD>{method}</BOARD_SCORING_METHOD>"
    played = boards(range(1, 9), line("1", "2", "400"), line("3", "4", "100"))
    assert problems(file(people, head, "PAIRS", played)) == [
        "The file has no places, and there are no scores to rank by."
    ]


def test_a_place_against_the_scores_counts_and_is_told() -> None:
    listed = pair(1, "1", score="60") + pair(2, "2", score="65") + pair(3, "3", score="50")
    content = file(listed)
    assert [each.place for each in stage_of(content).fields[0].contestants] == [1, 2, 3]
    assert "Place 2 has a score of 65, and place 1 only 60; the places count." in notes(content)


@pytest.mark.parametrize("large", [None, 0])
def test_pairs_of_both_directions_with_one_number_are_ranked_apart(large: int | None) -> None:
    listed = seated(1, 1, "", "NS") + seated(2, 2, "", "NS") + seated(3, 1, "", "EW") + seated(4, 2, "", "EW")
    listed = re.sub("<PERCENTAGE>.*?</PERCENTAGE>", "", listed)
    played = boards(range(1, 7), line("1", "1", "420"), line("2", "2", "50"))
    content = file(listed, f"{DATE}<WINNER_TYPE>2</WINNER_TYPE>", "MP_PAIRS", played)
    event = usebio.read("night.xml", content, large=large).event
    assert event is not None
    assert [[each.place for each in field.contestants] for field in event.stages[0].fields] == [[1, 2], [2, 1]]


def test_a_result_without_a_score_is_scored_from_its_contract() -> None:
    people = "".join(pair(number) for number in range(1, 5))
    contract = "<CONTRACT>4S</CONTRACT><PLAYED_BY>N</PLAYED_BY><TRICKS>10</TRICKS>"
    played = boards(range(1, 3), line("1", "2", "").replace("<SCORE></SCORE>", contract), line("3", "4", "430"))
    # Four spades made is 420 when nobody is vulnerable, and 620 on board 2, where North-South are.
    content = file(people, f"{DATE}<WINNER_TYPE>1</WINNER_TYPE>", "MP_PAIRS", played)
    assert [each.place for each in stage_of(content).fields[0].contestants] == [1, 1, 1, 1]


@pytest.mark.parametrize("score", ["", "NP"])
def test_a_board_that_was_not_played_is_no_result(score: str) -> None:
    people = "".join(pair(number) for number in range(1, 5))
    played = boards(range(1, 3), line("1", "2", "400"), line("3", "4", "100"))
    played += boards(range(3, 4), line("1", "2", score), line("3", "4", "100"))
    assert "left out" not in notes(file(people, DATE, "MP_PAIRS", played))


def test_a_score_that_cannot_be_read_is_left_out_and_told() -> None:
    people = "".join(pair(number) for number in range(1, 5))
    played = boards(range(1, 3), line("1", "2", "400"), line("3", "4", "100"))
    played += boards(range(3, 4), line("1", "2", "Ave+"), line("3", "4", "100"))
    told = notes(file(people, DATE, "MP_PAIRS", played))
    assert "One result is left out of the ranking, because 'Ave+' is not a score." in told


# --- Teams -------------------------------------------------------------------------------------------------------


def team(number: int, place: int, name: str, inside: str = "") -> str:
    placed = f"<PLACE>{place}</PLACE>" if place else ""
    return f'<TEAM TEAM_ID="{number}" TEAM_NAME="{name}">{placed}{inside}</TEAM>'


def match(own: int, other: int, score: tuple[int, int], played: str = "") -> str:
    return (
        f"<MATCH><ROUND_NUMBER>1</ROUND_NUMBER><TEAM>{own}</TEAM><OPPOSING_TEAM>{other}</OPPOSING_TEAM>"
        f"<START_BOARD_NUMBER>1</START_BOARD_NUMBER><END_BOARD_NUMBER>8</END_BOARD_NUMBER>"
        f"<TEAM_SCORE>{score[0]}</TEAM_SCORE><OPPOSING_TEAM_SCORE>{score[1]}</OPPOSING_TEAM_SCORE>{played}</MATCH>"
    )


def six(number: int, name: str) -> str:
    """Write three pairs of a team without saying how much each played."""
    return "".join(
        f"<PAIR><PAIR_NUMBER>{number}-{at}</PAIR_NUMBER>"
        + "".join(
            f"<PLAYER><PLAYER_NAME>{name} {at}{seat}</PLAYER_NAME>"
            f"<NATIONAL_ID_NUMBER>{number}{at}{digit}77</NATIONAL_ID_NUMBER></PLAYER>"
            for digit, seat in enumerate("xy")
        )
        + "</PAIR>"
        for at in (1, 2, 3)
    )


def test_teams_of_two_sections_may_have_the_same_numbers() -> None:
    def section(letter: str, score: tuple[int, int]) -> str:
        listed = team(1, 1, f"{letter} one") + team(2, 2, f"{letter} two")
        return f'<SECTION SECTION_ID="{letter}"><PARTICIPANTS>{listed}</PARTICIPANTS>{match(1, 2, score)}</SECTION>'

    content = file("", DATE, "TEAMS", f"<SESSION>{section('A', (15, 5))}{section('B', (4, 16))}</SESSION>")
    stage = stage_of(without_a_list_of_its_own(content))
    assert [match.winner for match in stage.matches] == ["A one", "B two"]
    assert stage.schedule.boards == 8
    assert stage.contest is Contest.ROUND_ROBIN


def test_the_boards_of_six_players_are_counted_at_the_tables() -> None:
    played = boards(range(1, 7), line("1-1", "2-1", "100"), line("2-2", "1-2", "50"))
    played += boards(range(7, 9), line("1-1", "2-1", "100"), line("2-2", "1-3", "50"))
    listed = team(1, 1, "Ado", six(1, "Ado")) + team(2, 2, "Cor", six(2, "Cor"))
    teams = stage_of(file(listed, DATE, "TEAMS", match(1, 2, (15, 5), played))).fields[0].contestants
    assert [player.boards for player in teams[0].players] == [None, None, 6, 6, 2, 2]
    assert [player.boards for player in teams[1].players] == [None, None, None, None, 0, 0]


def test_six_players_of_whom_nothing_is_told_are_told() -> None:
    listed = team(1, 1, "Ado", six(1, "Ado")) + team(2, 2, "Cor", six(2, "Cor"))
    content = file(listed, DATE, "TEAMS", match(1, 2, (15, 5)))
    assert "2 teams have more than four players. We do not know who sat out" in notes(content)


def test_a_team_that_meets_itself_is_a_problem() -> None:
    content = file(team(1, 1, "Ado") + team(2, 2, "Cor"), DATE, "TEAMS", match(1, 1, (15, 5)))
    assert problems(content) == ["A match is between '1' and itself."]


def test_a_number_of_two_teams_is_a_problem_where_it_played() -> None:
    listed = team(1, 1, "Ado") + team(1, 2, "Cor") + team(2, 3, "Efa")
    assert problems(file(listed, DATE, "TEAMS", match(1, 2, (15, 5)))) == [
        "The number '1' is given twice, so we cannot tell who played its matches."
    ]


THREE = team(1, 0, "Ado") + team(2, 0, "Cor") + team(3, 0, "Efa")
ALL_MET = match(1, 2, (15, 5)) + match(1, 3, (8, 12)) + match(2, 3, (11, 9))


@pytest.mark.parametrize("method", ["VP", "VPS"])
def test_teams_without_places_are_ranked_by_their_victory_points(method: str) -> None:
    content = file(THREE, f"{DATE}<MATCH_SCORING_METHOD>{method}</MATCH_SCORING_METHOD>", "SWISS_TEAMS", ALL_MET)
    assert [each.place for each in stage_of(content).fields[0].contestants] == [1, 3, 2]
    assert "worked out from the victory points of the matches." in notes(content)


IN_IMPS = file(THREE, f"{DATE}<MATCH_SCORING_METHOD>IMPS</MATCH_SCORING_METHOD>", "SWISS_TEAMS", ALL_MET)


def test_where_matches_are_in_imps_the_scale_of_victory_points_is_asked() -> None:
    asked = {question.word: question for question in read(IN_IMPS).questions}
    assert asked["vp scale"].choices == ("WBF continuous 20-0", "WBF discrete 20-0", "2 for a win")
    assert asked["vp scale"].suggested == "WBF continuous 20-0"


@pytest.mark.parametrize(
    ("scale", "places"),
    # margins 10, −4 and 2: the continuous scale parts all three, while each has won one match of two
    [("WBF continuous 20-0", [1, 3, 2]), ("2 for a win", [1, 1, 1])],
)
def test_an_answered_scale_ranks_teams_by_victory_points(scale: str, places: list[int]) -> None:
    reading = usebio.read("night.xml", IN_IMPS, {"vp scale": scale})
    assert "vp scale" not in {question.word for question in reading.questions}
    assert reading.event is not None
    assert [each.place for each in reading.event.stages[0].fields[0].contestants] == places
