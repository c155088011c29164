"""What is odd in a USEBIO file is said, with its line; nothing is guessed silently."""

from __future__ import annotations

import re
from datetime import date
from typing import TYPE_CHECKING

import pytest

from overtrick.engine.event import Contest, Handicap, Play
from overtrick.formats import usebio
from tests.formats.usebio.files import NAMES, file, pair

if TYPE_CHECKING:
    from overtrick.engine.event import Event, Stage
    from overtrick.formats.reading import Reading

PLAIN = "<WINNER_TYPE>1</WINNER_TYPE><BOARDS_PLAYED>24</BOARDS_PLAYED>"


def read(content: bytes) -> Reading:
    return usebio.read("night.xml", content)


def event_of(content: bytes) -> Event:
    reading = read(content)
    assert reading.event is not None, reading.problems
    return reading.event


def stage_of(content: bytes) -> Stage:
    return event_of(content).stages[0]


def only_problem(content: bytes) -> str:
    reading = read(content)
    assert reading.event is None
    assert len(reading.problems) == 1, reading.problems
    problem = reading.problems[0]
    assert problem.remedy
    assert problem.file == "night.xml"
    return f"{problem.line}: {problem.found}"


def notes(content: bytes) -> str:
    return " ".join(note.says for note in read(content).notes)


def test_a_plain_file_is_read() -> None:
    event = event_of(file())
    assert (event.name, event.begins, event.organiser, event.status) == ("Night", date(2026, 11, 10), "Oakby", "")
    stage = event.stages[0]
    assert (stage.play, stage.contest, stage.winners, stage.schedule.boards) == (Play.PAIRS, Contest.MOVEMENT, 1, 24)
    assert [each.place for each in stage.fields[0].contestants] == [1, 2, 3, 4]
    assert stage.fields[0].contestants[0].name == "Ado Bem & Cor Dax"


# --- Days --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("written", ["10/11/2026", "10-11-2026", "10.11.2026", "2026-11-10", " 10/11/2026 "])
def test_a_day_is_written_in_several_ways(written: str) -> None:
    assert event_of(file(head=f"<DATE>{written}</DATE>{PLAIN}")).begins == date(2026, 11, 10)


def test_a_day_of_one_figure_is_read() -> None:
    assert event_of(file(head=f"<DATE>1/2/2026</DATE>{PLAIN}")).begins == date(2026, 2, 1)


@pytest.mark.parametrize("written", ["31/02/2026", "today", "10/11-2026", "1/1/0026"])
def test_a_day_that_is_none_is_a_problem_and_never_today(written: str) -> None:
    assert only_problem(file(head=f"<DATE>{written}</DATE>{PLAIN}")) == f"2: <DATE> is '{written}', which is not a day."


@pytest.mark.parametrize("written", ["13-Nov-2026", "13 November 26", "11/13/2026", "13/11/26"])
def test_a_day_that_can_be_one_only_is_read_however_it_is_written(written: str) -> None:
    assert event_of(file(head=f"<DATE>{written}</DATE>{PLAIN}")).begins == date(2026, 11, 13)


def test_a_day_that_can_be_two_is_asked() -> None:
    content = file(head=f"<DATE>10/11/26</DATE>{PLAIN}")
    reading = usebio.read("night.xml", content)
    asked = [each for each in reading.questions if each.word == "date"]
    assert reading.problems == []
    assert [(each.asks, each.choices) for each in asked] == [
        ("Which day is '10/11/26' (line 2)?", ("2026-11-10", "2026-10-11"))
    ]
    answered = usebio.read("night.xml", content, {"date": "2026-10-11"})
    assert answered.event is not None
    assert answered.event.begins == date(2026, 10, 11)
    assert "date" not in {each.word for each in answered.questions}


@pytest.mark.parametrize("head", [PLAIN, f"<DATE/>{PLAIN}", f"<DATE>  </DATE>{PLAIN}"])
def test_a_missing_day_is_a_problem(head: str) -> None:
    assert only_problem(file(head=head)) == "2: The file does not give the day of play."


# --- What was played ---------------------------------------------------------------------------------------------


def test_an_unknown_kind_of_event_is_a_problem() -> None:
    assert "EVENT_TYPE is 'BOULES'" in only_problem(file(kind="BOULES"))


def test_a_missing_kind_of_event_is_a_problem() -> None:
    assert "The event has no EVENT_TYPE" in only_problem(file(kind=""))


def test_a_ladder_is_a_problem_with_a_way_out() -> None:
    reading = read(file(kind="LADDER"))
    assert reading.event is None
    assert "contest: ladder" in reading.problems[0].remedy


def test_an_unknown_number_of_winners_is_a_problem() -> None:
    head = "<DATE>10/11/2026</DATE><WINNER_TYPE>3</WINNER_TYPE><BOARDS_PLAYED>24</BOARDS_PLAYED>"
    assert "<WINNER_TYPE> is '3'" in only_problem(file(head=head))


def test_two_events_in_a_file_are_a_problem() -> None:
    content = file().replace(b"</USEBIO>", b"\n<EVENT/></USEBIO>")
    assert "There are 2 events in the file" in only_problem(content)


def test_a_file_without_an_event_is_a_problem() -> None:
    assert "There is no <EVENT>" in only_problem(b"<USEBIO/>")


def test_an_event_without_participants_is_a_problem() -> None:
    assert "lists no <PAIR>" in only_problem(file(participants=""))


def test_those_who_are_listed_decide_what_was_played() -> None:
    content = file(kind="TEAMS")
    assert stage_of(content).play is Play.PAIRS
    assert "EVENT_TYPE says teams" in notes(content)


@pytest.mark.parametrize(
    ("kind", "head", "matchpoints"),
    [
        ("MP_PAIRS", "", True),
        ("BUTLER_PAIRS", "", False),
        ("CROSS_IMP", "", False),
        ("CROSS_IMPS", "", False),
        ("AGGREGATE", "", False),
        ("PAIRS", "", True),
        ("PAIRS", "<BOARD_SCORING_METHOD>BUTLER_IMPS</BOARD_SCORING_METHOD>", False),
        ("PAIRS", "<BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD>", True),
        ("PAIRS", "<SCORING_METHOD>IMPS</SCORING_METHOD>", False),
    ],
)
def test_the_scoring_is_told_by_the_kind_or_the_method(kind: str, head: str, matchpoints: bool) -> None:
    assert stage_of(file(kind=kind, head=f"<DATE>10/11/2026</DATE>{PLAIN}{head}")).matchpoints is matchpoints


def test_the_scoring_is_told_by_the_travellers_otherwise() -> None:
    rest = (
        "<BOARD><BOARD_NUMBER>1</BOARD_NUMBER><TRAVELLER_LINE><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER>"
        "<EW_PAIR_NUMBER>2</EW_PAIR_NUMBER><NS_BUTLER_POINTS>1</NS_BUTLER_POINTS></TRAVELLER_LINE></BOARD>"
    )
    assert stage_of(file(kind="PAIRS", rest=rest)).matchpoints is False


def test_an_unknown_element_is_one_note() -> None:
    content = file(rest="<WEATHER>rain</WEATHER><MOOD/>")
    assert "We skipped elements that we do not know: <WEATHER>, <MOOD>." in notes(content)


# --- Places ------------------------------------------------------------------------------------------------------


def listed(*places: str, scores: tuple[str, ...] = ("", "", "", "")) -> bytes:
    rows = [pair(at, place, score=score) for at, (place, score) in enumerate(zip(places, scores, strict=True), 1)]
    return file("".join(rows))


@pytest.mark.parametrize("places", [("1", "2=", "2=", "4"), ("1", "2", "2", "4"), ("=1", "=1", "3", "4")])
def test_a_shared_place_has_a_sign_or_is_repeated(places: tuple[str, ...]) -> None:
    assert read(listed(*places)).event is not None


@pytest.mark.parametrize(
    ("places", "found"),
    [
        (("1", "2=", "3", "4"), "5: Only one has place 2="),
        (("1", "2", "2", "3"), "7: The places go 1, 2, 2, 3, where 4 was expected"),
        (("1", "2", "4", "5"), "6: The places go 1, 2, 4, where 3 was expected"),
        (("1", "2", "third", "4"), "6: 'third' is not a place"),
        (("1", "2", "0", "4"), "6: '0' is not a place"),
    ],
)
def test_a_place_that_does_not_follow_is_a_problem(places: tuple[str, ...], found: str) -> None:
    assert only_problem(listed(*places)).startswith(found)


def test_a_place_that_does_not_follow_is_worked_out_from_the_scores_and_said() -> None:
    content = listed("1", "2=", "3", "4", scores=("60", "55,5", "45", "39.5"))
    field = stage_of(content).fields[0]
    assert [(each.place, str(each.score)) for each in field.contestants] == [
        (None, "60"), (None, "55.5"), (None, "45"), (None, "39.5"),
    ]  # fmt: skip
    assert "Only one has place 2=; the ranking was worked out from the scores." in notes(content)


def test_a_list_without_places_is_ranked_by_its_scores() -> None:
    content = listed("", "", "", "", scores=("60", "55", "45", "40"))
    assert stage_of(content).fields[0].contestants[0].place is None
    assert "The file has no places; the ranking was worked out from the scores." in notes(content)


def test_a_pair_without_a_place_and_a_score_is_a_problem() -> None:
    assert "Number 3 has no <PLACE> and no score" in only_problem(listed("1", "2", "", "3"))


def test_nobody_with_a_place_a_score_or_a_result_is_a_problem() -> None:
    assert "no scores to rank by" in only_problem(listed("", "", "", ""))


# --- Directions and sections -------------------------------------------------------------------------------------

TWO = "<DATE>10/11/2026</DATE><WINNER_TYPE>2</WINNER_TYPE><BOARDS_PLAYED>24</BOARDS_PLAYED>"


def directed(*rows: tuple[str, str]) -> str:
    found = [pair(at, place, f"<DIRECTION>{way}</DIRECTION>") for at, (place, way) in enumerate(rows, 1)]
    return "".join(found)


def test_two_winners_have_a_list_for_each_direction() -> None:
    stage = stage_of(file(directed(("1", "NS"), ("2", "NS"), ("1", "EW"), ("2", "EW")), head=TWO))
    assert [(field.name, len(field.contestants)) for field in stage.fields] == [("North-South", 2), ("East-West", 2)]
    assert stage.winners == 2


def test_places_through_both_directions_are_ranked_apart_and_said() -> None:
    content = file(directed(("1", "NS"), ("4", "NS"), ("3", "EW"), ("2", "EW")), head=TWO)
    assert [[each.place for each in field.contestants] for field in stage_of(content).fields] == [[1, 2], [2, 1]]
    assert "cover both directions" in notes(content)


def test_a_pair_without_a_direction_is_a_problem_with_two_winners() -> None:
    assert "Pair 4 has no <DIRECTION>" in only_problem(
        file(directed(("1", "NS"), ("2", "NS"), ("1", "EW"), ("2", "")), head=TWO)
    )


def section(name: str, listed: str) -> str:
    return f'<SECTION SECTION_ID="{name}"><PARTICIPANTS>{listed}</PARTICIPANTS></SECTION>\n'


def in_sections(one: str, two: str) -> bytes:
    return file("", rest=section("A", one) + section("B", two)).replace(b"<PARTICIPANTS>\n</PARTICIPANTS>\n", b"", 1)


def test_places_over_all_sections_are_one_list() -> None:
    stage = stage_of(in_sections(pair(1, "1") + pair(2, "4"), pair(3, "2") + pair(4, "3")))
    assert [(field.name, [each.section for each in field.contestants]) for field in stage.fields] == [
        ("", ["A", "A", "B", "B"])
    ]
    assert stage.across


def test_places_that_begin_again_are_a_list_for_each_section() -> None:
    stage = stage_of(in_sections(pair(1, "1") + pair(2, "2"), pair(3, "1") + pair(4, "2")))
    assert [(field.name, field.section) for field in stage.fields] == [("Section A", "A"), ("Section B", "B")]
    assert not stage.across


# --- People ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("number", ["0", "1", "88888888", "00", ""])
def test_a_placeholder_is_no_number(number: str) -> None:
    content = file().replace(b">20102<", f">{number}<".encode())
    assert stage_of(content).fields[0].contestants[0].players[0].number == ""
    assert "Ado Bem has " in notes(content)


def test_a_third_player_of_a_pair_is_a_substitute_and_has_no_claim() -> None:
    extra = "<MASTER_POINTS_AWARDED>12</MASTER_POINTS_AWARDED>"
    third = "</PLAYER><PLAYER><PLAYER_NAME>Wen Xan</PLAYER_NAME></PLAYER></PAIR>"
    one = pair(1, "1", extra).replace("</PLAYER></PAIR>", third)
    reading = read(file(one + pair(2, "2")))
    assert reading.event is not None
    assert [each.substitute for each in reading.event.stages[0].fields[0].contestants[0].players] == [
        False,
        False,
        True,
    ]
    assert [claim.player for claim in reading.claims] == ["Ado Bem", "Cor Dax"]


def test_two_pairs_of_the_same_name_have_their_numbers_added() -> None:
    twins = (pair(1, "1") + pair(2, "2")).replace(NAMES[2], NAMES[0]).replace(NAMES[3], NAMES[1])
    names = [each.name for each in stage_of(file(twins + pair(3, "3"))).fields[0].contestants]
    assert names == ["Ado Bem & Cor Dax (1)", "Ado Bem & Cor Dax (2)", "Kip Lor & Mun Nev"]


def test_somebody_without_a_name_is_called_by_the_number() -> None:
    content = file().replace(b"<PLAYER_NAME>Ado Bem</PLAYER_NAME>", b"")
    assert stage_of(content).fields[0].contestants[0].players[0].name == "No. 20102"


# --- Claims ------------------------------------------------------------------------------------------------------


def claims(extra: str, head: str = "") -> list[tuple[int, str]]:
    reading = read(file(pair(1, "1", extra) + pair(2, "2"), head=f"<DATE>10/11/2026</DATE>{PLAIN}{head}"))
    return [(claim.units, claim.colour) for claim in reading.claims if claim.player == "Ado Bem"]


AWARDED = "<MASTER_POINTS_AWARDED>{}</MASTER_POINTS_AWARDED>"


def test_points_stand_in_the_pair_or_in_their_own_element() -> None:
    wrapped = f"<MASTER_POINTS>{AWARDED.format(12)}<MASTER_POINT_TYPE>BLACK</MASTER_POINT_TYPE></MASTER_POINTS>"
    assert claims(wrapped) == [(12, "black")]
    assert claims(AWARDED.format(12) + "<MASTER_POINT_TYPE>Green</MASTER_POINT_TYPE>") == [(12, "green")]


def test_points_without_a_colour_have_that_of_the_event() -> None:
    assert claims(AWARDED.format(12), "<MASTER_POINT_TYPE>RED</MASTER_POINT_TYPE>") == [(12, "red")]
    assert claims(AWARDED.format(12)) == [(12, "")]


def test_points_of_several_colours_are_several_claims() -> None:
    one = "<MASTER_POINTS>{}<MASTER_POINT_TYPE>{}</MASTER_POINT_TYPE></MASTER_POINTS>"
    extra = one.format(AWARDED.format(12), "Black") + one.format(AWARDED.format(150), "Green")
    assert claims(extra) == [(12, "black"), (150, "green")]


@pytest.mark.parametrize("written", ["0", "", " "])
def test_no_points_are_no_claim(written: str) -> None:
    assert claims(AWARDED.format(written)) == []


@pytest.mark.parametrize("written", ["6.5", "6,5", "-3", "twelve"])
def test_points_that_are_no_whole_number_are_noted_and_not_compared(written: str) -> None:
    assert claims(AWARDED.format(written)) == []
    assert f"The points '{written}' are not a whole number" in notes(file(pair(1, "1", AWARDED.format(written))))


# --- Boards ------------------------------------------------------------------------------------------------------


def line(ns: int, ew: int) -> str:
    return (
        f"<TRAVELLER_LINE><NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{ew}</EW_PAIR_NUMBER>"
        "<SCORE>50</SCORE></TRAVELLER_LINE>"
    )


def board(number: int, *lines: tuple[int, int]) -> str:
    return f"<BOARD><BOARD_NUMBER>{number}</BOARD_NUMBER>{''.join(line(*each) for each in lines)}</BOARD>\n"


NO_BOARDS = "<DATE>10/11/2026</DATE><WINNER_TYPE>1</WINNER_TYPE>"


def test_boards_are_asked_for_where_nothing_tells_them() -> None:
    assert [question.word for question in read(file(head=NO_BOARDS)).questions] == ["boards", "handbook", "status"]


def test_boards_are_counted_from_the_travellers() -> None:
    rest = "".join(board(number, (1, 2), (3, 4)) for number in range(1, 13)) + board(13)
    schedule = stage_of(file(head=NO_BOARDS, rest=rest)).schedule
    assert (schedule.boards, schedule.in_play, schedule.least) == (12, 12, None)


def test_everybody_of_an_odd_field_sits_out() -> None:
    rounds = [((1, 2),), ((2, 3),), ((3, 1),)]
    rest = "".join(board(4 * at + of, *rounds[at]) for at in range(3) for of in range(1, 5))
    schedule = stage_of(file(pair(1, "1") + pair(2, "2") + pair(3, "3"), head=NO_BOARDS, rest=rest)).schedule
    assert (schedule.boards, schedule.with_sit_outs, schedule.in_play) == (8, 12, 12)


def test_a_head_that_tells_too_few_boards_is_noted() -> None:
    rest = "".join(board(number, (1, 2), (3, 4)) for number in range(1, 31))
    content = file(rest=rest)
    assert stage_of(content).schedule.boards == 30
    assert "<BOARDS_PLAYED> is 24, but somebody played 30 boards" in notes(content)


def test_somebody_who_left_early_has_the_boards_played() -> None:
    full = "".join(board(number, (1, 2), (3, 4)) for number in range(1, 9))
    rest = full + "".join(board(number, (1, 2)) for number in range(9, 25))
    players = [each.players[0].boards for each in stage_of(file(rest=rest)).fields[0].contestants]
    assert players == [None, None, 8, 8]


def test_the_sessions_of_one_list_are_as_long_as_their_boards() -> None:
    def session(boards: int) -> str:
        return f"<SESSION>{''.join(board(number, (1, 2), (3, 4)) for number in range(1, boards + 1))}</SESSION>"

    schedule = stage_of(file(head=NO_BOARDS, rest=session(24) + session(20))).schedule
    assert (schedule.boards, schedule.sessions) == (44, (24, 20))


def test_a_number_that_two_players_have_is_noted() -> None:
    content = file().replace(b">20104<", b">20102<")
    assert "Efa Gil has the number 20102, as Ado Bem has on line 4." in notes(content)


def test_a_number_that_nobody_has_is_noted() -> None:
    rest = "".join(board(number, (1, 2), (3, 99)) for number in range(1, 25))
    assert "The travellers name 99, but nobody in the list has such a number." in notes(file(rest=rest))


# --- Matches -----------------------------------------------------------------------------------------------------


def team(number: int, place: str) -> str:
    people = "".join(f"<PLAYER><PLAYER_NAME>{name} {number}</PLAYER_NAME></PLAYER>" for name in NAMES[:4])
    return f'<TEAM TEAM_ID="{number}"><PLACE>{place}</PLACE>{people}</TEAM>'


def match(first: int, second: int, score: str = "", boards: int = 12, number: int = 1) -> str:
    return (
        f"\n<MATCH><ROUND_NUMBER>{number}</ROUND_NUMBER><TEAM>{first}</TEAM><OPPOSING_TEAM>{second}</OPPOSING_TEAM>"
        f"<START_BOARD_NUMBER>1</START_BOARD_NUMBER><END_BOARD_NUMBER>{boards}</END_BOARD_NUMBER>{score}</MATCH>"
    )


def scored(own: object, other: object) -> str:
    return f"<TEAM_SCORE>{own}</TEAM_SCORE><OPPOSING_TEAM_SCORE>{other}</OPPOSING_TEAM_SCORE>"


TEAMS = "".join(team(number, str(number)) for number in range(1, 5))


def test_a_match_is_won_by_the_higher_score_and_drawn_at_equal_ones() -> None:
    rest = match(1, 2, scored(12, 8)) + match(3, 4, scored("7.5", "12.5")) + match(1, 3, scored(10, 10), number=2)
    assert [each.winner for each in stage_of(file(TEAMS, kind="SWISS_TEAMS", rest=rest)).matches] == [
        "Team 1",
        "Team 4",
        "",
    ]


@pytest.mark.parametrize(("kind", "contest", "matches"), [("MP_PAIRS", "movement", 0), ("PAIRS", "swiss", 1)])
def test_matches_of_pairs_count_where_the_file_does_not_call_it_a_movement(
    kind: str, contest: str, matches: int
) -> None:
    stage = stage_of(file(kind=kind, rest=match(1, 2, scored(12, 8))))
    assert (stage.contest, len(stage.matches)) == (Contest(contest), matches)


def test_a_match_without_a_score_is_decided_by_its_boards() -> None:
    lines = "<BOARD><BOARD_NUMBER>1</BOARD_NUMBER><IMPS>{}</IMPS>" + line(1, 2) + "</BOARD>"
    rest = match(1, 2, lines.format("-3") + lines.format("1"))
    points = "<BOARD><BOARD_NUMBER>1</BOARD_NUMBER><TEAM_POINTS>2</TEAM_POINTS>"
    points += "<OPPOSING_TEAM_POINTS>0</OPPOSING_TEAM_POINTS>"
    rest += match(3, 4, points + line(3, 4) + "</BOARD>")
    content = file(TEAMS, kind="SWISS_TEAMS", rest=rest)
    assert [each.winner for each in stage_of(content).matches] == ["Team 2", "Team 3"]
    in_parts = usebio.read("night.xml", content, large=0).event
    assert in_parts is not None
    assert in_parts.stages[0].matches == stage_of(content).matches


def test_a_match_with_no_result_at_all_is_a_problem() -> None:
    assert "The match of '1' and '2' has no score" in only_problem(file(TEAMS, kind="SWISS_TEAMS", rest=match(1, 2)))


def test_a_match_of_somebody_who_is_not_listed_is_a_problem() -> None:
    content = file(TEAMS, kind="SWISS_TEAMS", rest=match(1, 9, scored(12, 8)))
    assert "'9' is not in the list of who played" in only_problem(content)


def test_three_who_meet_in_one_round_over_fewer_boards_are_a_triangle() -> None:
    rest = "".join(match(one, two, scored(12, 8), 6) for one, two in ((1, 2), (2, 3), (1, 3)))
    rest += "".join(match(1, 4, scored(12, 8), 12, number) for number in (2, 3, 4, 5))
    matches = stage_of(file(TEAMS, kind="SWISS_TEAMS", rest=rest)).matches
    assert [each.triangular for each in matches] == [True, True, True, False, False, False, False]
    assert {each.boards for each in matches} == {0}


def test_teams_that_all_met_played_a_round_robin() -> None:
    every = [(one, two) for one in range(1, 5) for two in range(one + 1, 5)]
    reading = read(file(TEAMS, kind="TEAMS", rest="".join(match(*each, scored(12, 8)) for each in every)))
    assert reading.event is not None
    assert reading.event.stages[0].contest is Contest.ROUND_ROBIN
    assert "contest" not in [question.word for question in reading.questions]


def test_teams_that_met_few_of_the_others_may_have_played_a_swiss() -> None:
    reading = read(file(TEAMS, kind="TEAMS", rest=match(1, 2, scored(12, 8)) + match(3, 4, scored(12, 8))))
    assert reading.event is not None
    assert reading.event.stages[0].contest is Contest.SWISS
    question = next(each for each in reading.questions if each.word == "contest")
    assert (question.suggested, question.because) == ("swiss", "2 of 6 possible meetings are in the file")


@pytest.mark.parametrize(("met", "likely"), [(3, "swiss"), (4, "round robin"), (5, "round robin")])
def test_teams_that_met_two_thirds_of_the_others_may_have_played_a_round_robin(met: int, likely: str) -> None:
    every = [(one, two) for one in range(1, 5) for two in range(one + 1, 5)]
    reading = read(file(TEAMS, kind="TEAMS", rest="".join(match(*each, scored(12, 8)) for each in every[:met])))
    question = next(each for each in reading.questions if each.word == "contest")
    assert (question.suggested, question.because) == (likely, f"{met} of 6 possible meetings are in the file")


def test_teams_without_matches_are_asked_how_they_met() -> None:
    assert "contest" in [question.word for question in read(file(TEAMS, kind="TEAMS")).questions]


def test_a_match_that_both_teams_list_counts_once() -> None:
    def listing(number: int, other: int, own: int, others: int) -> str:
        inner = match(0, other, scored(own, others)).replace("<TEAM>0</TEAM>", "")
        return team(number, str(number)).replace("</TEAM>", f"{inner}</TEAM>")

    stage = stage_of(file(listing(1, 2, 12, 8) + listing(2, 1, 8, 12), kind="SWISS_TEAMS"))
    assert [(each.winner, [side.contestant for side in each.sides]) for each in stage.matches] == [
        ("Team 1", ["Team 1", "Team 2"])
    ]


def test_matches_are_put_together_from_the_boards_of_teams() -> None:
    def result(ns: int, ew: int, score: int) -> str:
        return line(ns, ew).replace(">50<", f">{score}<")

    def played(number: int, lines: str) -> str:
        return f"<BOARD><BOARD_NUMBER>{number}</BOARD_NUMBER>{lines}</BOARD>"

    rest = played(1, result(1, 2, 420) + result(2, 1, -50) + result(3, 4, 100) + result(4, 3, 100))
    rest += played(2, result(1, 2, -100) + result(2, 1, 100) + result(3, 4, -110) + result(4, 3, 120))
    content = file(TEAMS, kind="TEAMS", rest=rest)
    # 1 against 2: 420 + 50 is 10 IMPs, −200 is −5. 3 against 4: 0, then −230 is −6.
    assert [each.winner for each in stage_of(content).matches] == ["Team 1", "Team 4"]
    assert stage_of(content).match_boards == 2
    assert "put them together from the boards" in notes(content)
    assert usebio.read("night.xml", content, large=0).event == event_of(content)


def test_the_length_of_a_match_is_asked_for_where_nothing_tells_it() -> None:
    assert "match boards" in [question.word for question in read(file(TEAMS, kind="SWISS_TEAMS")).questions]
    head = f"<DATE>10/11/2026</DATE>{PLAIN}<BOARDS_PER_ROUND>8</BOARDS_PER_ROUND>"
    assert stage_of(file(TEAMS, kind="SWISS_TEAMS", head=head)).match_boards == 8


def test_a_knock_out_is_ranked_by_the_round_in_which_everybody_was_beaten() -> None:
    cup = TEAMS.replace("<PLACE>", "<TOTAL_SCORE></TOTAL_SCORE><RANK>").replace("</PLACE>", "</RANK>")
    rest = match(1, 2, scored(30, 20)) + match(3, 4, scored(10, 40)) + match(1, 4, scored(15, 25), number=2)
    stage = stage_of(file(cup, kind="KO", rest=rest))
    assert [(each.name, each.place) for each in stage.fields[0].contestants] == [
        ("Team 1", 2), ("Team 2", 3), ("Team 3", 3), ("Team 4", 1),
    ]  # fmt: skip
    assert [len(this.matches) for this in stage.rounds] == [2, 1]


def test_a_knock_out_with_a_list_of_each_session_is_left_without_places() -> None:
    cup = [team(number, "").replace("<PLACE></PLACE>", "<TOTAL_SCORE></TOTAL_SCORE>") for number in range(1, 5)]
    sessions = "".join(
        f'<SESSION SESSION_ID="{at}"><PARTICIPANTS>{listed}</PARTICIPANTS></SESSION>'
        for at, listed in ((1, "".join(cup)), (2, cup[0] + cup[3]))
    )
    rest = match(1, 2, scored(30, 20)) + match(3, 4, scored(10, 40)) + match(1, 4, scored(15, 25), number=2)
    content = file("", kind="KO", rest=sessions + rest)
    fields = stage_of(content).fields
    assert [[(each.name, each.place) for each in field.contestants] for field in fields] == [
        [("Team 1", None), ("Team 2", None), ("Team 3", None), ("Team 4", None)],
        [("Team 1", None), ("Team 4", None)],
    ]
    assert "worked out from the round" not in notes(content)
    assert "Not everybody played every session: there is no list of the whole event" in notes(content)


def test_sessions_with_places_and_no_scores_are_not_added_up() -> None:
    sessions = "".join(
        f'<SESSION SESSION_ID="{at}"><PARTICIPANTS>{pair(1, one)}{pair(2, two)}</PARTICIPANTS></SESSION>'
        for at, one, two in ((1, "1", "2"), (2, "2", "1"))
    )
    content = file("", rest=sessions)
    assert [field.session for field in stage_of(content).fields] == [1, 2]
    assert "The sessions have places and no scores: there is no list of the whole event." in notes(content)


def test_teams_have_one_list_whatever_the_winner_type_says() -> None:
    head = "<DATE>10/11/2026</DATE><WINNER_TYPE>2</WINNER_TYPE><BOARDS_PLAYED>24</BOARDS_PLAYED>"
    content = file(TEAMS, kind="TEAMS", head=head)
    assert stage_of(content).winners == 1
    assert "<WINNER_TYPE> is 2, but teams have one list." in notes(content)


def test_wins_that_are_counted_with_draws_are_noted() -> None:
    counted = TEAMS.replace("<PLACE>", "<WINS_OR_DRAWS>2</WINS_OR_DRAWS><PLACE>")
    assert "counts wins and draws alike" in notes(file(counted, kind="TEAMS"))


# --- Questions ---------------------------------------------------------------------------------------------------


def test_the_status_is_suggested_with_its_line_and_not_taken() -> None:
    head = f"<DATE>10/11/2026</DATE>{PLAIN}<MASTER_POINT_SCALE>Club</MASTER_POINT_SCALE>"
    reading = read(file(head=head))
    question = next(each for each in reading.questions if each.word == "status")
    assert (question.suggested, question.because) == ("club", "<MASTER_POINT_SCALE>Club, line 2")
    assert reading.event is not None
    assert reading.event.status == ""


@pytest.mark.parametrize(("places", "likely"), [(("1", "2"), Handicap.RESCORED), (("2", "1"), Handicap.RANKED)])
def test_a_handicap_is_asked_about(places: tuple[str, str], likely: Handicap) -> None:
    rows = pair(1, places[0], "<HANDICAP>2.5</HANDICAP>", "55") + pair(2, places[1], "<HANDICAP>0</HANDICAP>", "45")
    reading = read(file(rows))
    assert reading.event is not None
    assert reading.event.stages[0].handicap is likely
    assert next(each.suggested for each in reading.questions if each.word == "handicap") == likely


def test_a_handicap_of_nothing_is_none() -> None:
    assert stage_of(file(pair(1, "1", "<HANDICAP>0.0</HANDICAP>") + pair(2, "2"))).handicap is Handicap.NONE


def test_who_has_no_number_is_told_one_by_one_and_once_where_nobody_has_any() -> None:
    listed = pair(1, "1") + pair(2, "2")
    some = usebio.read("night.xml", file(listed.replace("20102", "").replace("20103", "0")))
    assert [note.says.split(" has ")[0] for note in some.notes if note.code == "numbers-missing"] == [
        "Ado Bem",
        "Cor Dax",
    ]
    nobody = usebio.read("night.xml", file(re.sub("2010[0-9]", "", listed)))
    assert [note.says for note in nobody.notes if note.code == "numbers-missing"] == [
        "The file has no players' numbers: points cannot be credited until they are known."
    ]
