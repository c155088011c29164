"""The matches of teams in a PBN file are the matches of the event."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path

import pytest

from overtrick.engine.event import Contest, Play, Schedule, Scoring, Stage
from overtrick.engine.played import StagePlay
from overtrick.formats import event_file, pbn
from overtrick.formats.reading import Reading

SAMPLE = Path(__file__).parents[3] / "samples" / "pbn" / "magic-contest-team-matches.pbn"
HEAD = '% PBN 2.1\n[Event "League"]\n[Site "Oakby"]\n[Date "2026.11.09"]\n[Board "1"]\n'
MATCHES = '[ScoreTable "Round;TeamId_Home;TeamId_Away;VP_Home;VP_Away"]\n'


def _read(text: str, **answers: str) -> Reading:
    return pbn.read("league.pbn", text.encode(), {word.replace("_", " "): value for word, value in answers.items()})


def _stage(reading: Reading) -> Stage:
    assert reading.event is not None, reading.problems
    return reading.event.stages[0]


def _sample(**answers: str) -> Stage:
    return _stage(_read(SAMPLE.read_text(encoding="utf-8"), **answers))


def test_matches_have_their_winners_victory_points_and_imps() -> None:
    stage = _sample()
    assert [
        (*((side.contestant, str(side.score), side.imps) for side in match.sides), match.winner)
        for match in stage.matches
    ] == [
        (("Bjørka", "10.94", 48), ("Grana", "9.06", 45), "Bjørka"),
        (("Furua", "10.00", 35), ("Osp", "10.00", 35), ""),
        (("Grana", "15.31", 62), ("Furua", "4.69", 35), "Grana"),
        (("Osp", "0.00", 16), ("Bjørka", "20.00", 92), "Bjørka"),
    ]
    assert stage.match_scores is Scoring.VICTORY_POINTS


def test_a_match_without_a_result_is_left_out_and_told() -> None:
    reading = _read(SAMPLE.read_text(encoding="utf-8"))
    assert [(note.says, note.line) for note in reading.notes if "matches have" in note.says] == [
        ("2 matches have no result yet; the ranking is that of the other matches.", 30)
    ]


def test_how_long_a_match_was_is_asked_and_makes_the_length_of_the_event() -> None:
    asked = {question.word: question.suggested for question in _read(SAMPLE.read_text(encoding="utf-8")).questions}
    assert asked == {"handbook": "", "status": "", "contest": "round robin", "match boards": ""}
    assert _sample().schedule == Schedule(0)
    assert _sample(match_boards="24").schedule == Schedule(48)


def test_a_line_up_says_who_sat_down_in_which_segment() -> None:
    match = _sample().matches[0]
    assert [[side.score for side in segment.sides] for segment in match.segments] == [[30, 25], [18, 20]]
    assert [segment.winner for segment in match.segments] == ["Bjørka", "Grana"]
    first, second = ({player.name for player in segment.sides[1].players} for segment in match.segments)
    assert (first - second, second - first) == ({"Oda Pim"}, {"Søl Tav"})


def test_what_each_player_played_follows_from_the_segments() -> None:
    stage = _sample(match_boards="24", contest="round robin")
    grana = next(each for each in stage.fields[0].contestants if each.name == "Grana")
    meeting = StagePlay(stage).meetings("Grana")[0]
    boards = {player.name: meeting.boards_of(player, member=True) for player in grana.players}
    assert boards == {"Kip Lor": 24, "Mun Nev": 24, "Oda Pim": 12, "Qui Rus": 24, "Søl Tav": 12}


def test_somebody_who_sat_down_and_is_not_listed_played_only_there() -> None:
    stage = _sample()
    osp = next(each for each in stage.fields[0].contestants if each.name == "Osp")
    assert [player.name for player in osp.players][-1] == "Mia Lys"
    drawn, lost = stage.matches[1].sides[1], stage.matches[3]
    assert {player.name for player in drawn.players} == {player.name for player in osp.players} - {"Mia Lys"}
    assert "Mia Lys" in {player.name for player in lost.segments[0].sides[0].players}


def test_the_matches_of_a_knock_out_are_its_rounds() -> None:
    stage = _sample(contest="knock-out", match_boards="24")
    assert stage.contest is Contest.KNOCK_OUT
    assert [(each.name, len(each.matches)) for each in stage.rounds] == [("Round 1", 2), ("Round 2", 2)]
    assert stage.matches == ()


def test_teams_without_a_ranking_are_ranked_by_their_matches() -> None:
    stage = _stage(_read(HEAD + MATCHES + "1 1 2 12.50 7.50\n2 2 3 20 0\n3 3 1 10 10\n"))
    assert stage.play is Play.TEAMS
    assert [(each.place, each.name, each.score) for each in stage.fields[0].contestants] == [
        (1, "Team 2", Decimal("27.50")), (2, "Team 1", Decimal("22.50")), (3, "Team 3", Decimal(10)),
    ]  # fmt: skip


def test_a_team_that_is_not_in_the_ranking_is_a_problem() -> None:
    ranking = '[TotalScoreTable "Rank;TeamId;TotalScoreVP;TeamName"]\n1 1 20 "Oak"\n2 2 0 "Elm"\n'
    reading = _read(HEAD + ranking + MATCHES + "1 1 2 20 0\n1 7 2 20 0\n")
    assert [(problem.line, problem.found) for problem in reading.problems] == [
        (11, "Team 7 has a match but is not in the ranking.")
    ]


@pytest.mark.parametrize("contest", ["league", "round robin", "swiss", "knock-out"])
def test_what_is_written_as_an_event_file_is_read_as_the_same(contest: str) -> None:
    reading = _read(SAMPLE.read_text(encoding="utf-8"), contest=contest, match_boards="24")
    assert reading.event is not None
    assert event_file.read("event.json", event_file.write(reading.event).encode()).event == reading.event


# --- Sessions that add up ----------------------------------------------------------------------------------------

RANKING = '[TotalScoreTable "Rank;PairId;TotalPercentage;Names;NrBoards"]\n1 4 61.25 "Ado Bem - Cor Dax" 48\n'


def _session(number: int) -> str:
    said = {"CRSession": number, "CRSessionCount": 2, "BoardCountSession": 24, "ContestDate": "2026-11-10"}
    return "".join(f'% <META name={word} content="{value}">\n' for word, value in said.items()) + HEAD + RANKING


def test_the_running_total_of_an_earlier_session_is_not_the_event() -> None:
    reading = _read(_session(1))
    assert reading.event is None
    assert [(problem.found, problem.remedy, problem.line) for problem in reading.problems] == [
        (
            "This is session 1 of 2, and each session's ranking includes the one before.",
            "Give the file of session 2: its ranking is that of the whole event.",
            1,
        )
    ]


def test_the_running_total_of_the_last_session_is_the_event() -> None:
    reading = _read(_session(2))
    assert _stage(reading).schedule == Schedule(48, sessions=(24, 24))
    assert any("the last of 2 sessions" in note.says for note in reading.notes)


# --- Points ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("written", "units"), [(("12", "6"), [12, 12, 6, 6]), (("1.2", "0.06"), [120, 120, 6, 6])])
def test_a_column_of_master_points_is_a_claim(written: tuple[str, str], units: list[int]) -> None:
    rows = f'1 4 61.25 "Ado Bem - Cor Dax" {written[0]}\n2 5 38.75 "Efa Gil - Hol Jem" {written[1]}\n'
    reading = _read(f'{HEAD}[Scoring "MP"]\n[TotalScoreTable "Rank;PairId;TotalPercentage;Names;MP"]\n{rows}')
    assert [claim.units for claim in reading.claims] == units
    assert reading.claims[0][:2] == ("Ado Bem", "")
