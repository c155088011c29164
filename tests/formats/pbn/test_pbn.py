"""A PBN file is read with its ranking, or ranked from the results of its boards."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.engine.event import Contestant, Play, Schedule
from overtrick.formats import event_file, pbn
from overtrick.formats.reading import Reading
from tests.formats.pbn.samples import SAMPLES, beside
from tests.formats.told import told

HEAD = '% PBN 2.1\n[Event "Tuesday pairs"]\n[Site "Oakby"]\n[Date "2026.11.10"]\n[Board "1"]\n[Scoring "MP"]\n'
LISTED = '[TotalScoreTable "Rank\\2R;PairId\\2R;TotalPercentage\\5R;Names\\20L;NrBoards\\2R"]\n'


def _read(text: str, **answers: str) -> Reading:
    return pbn.read("night.pbn", text.encode(), answers)


def _contestants(reading: Reading, field: int = 0) -> tuple[Contestant, ...]:
    assert reading.event is not None, reading.problems
    return reading.event.stages[0].fields[field].contestants


def _placed(reading: Reading, field: int = 0) -> list[tuple[int | None, str, str]]:
    return [(each.place, each.name, str(each.score)) for each in _contestants(reading, field)]


# --- Samples -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_a_sample_reads_as_expected(path: Path) -> None:
    content = path.read_bytes()
    assert pbn.recognise(content)
    assert told(pbn.read(path.name, content)) == beside(path).read_text(encoding="utf-8")


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_what_is_read_can_be_written_as_an_event_file(path: Path) -> None:
    answers = {"match boards": "24"} if "team-matches" in path.name else {}
    event = pbn.read(path.name, path.read_bytes(), answers).event
    assert event is not None
    assert event_file.read("event.json", event_file.write(event).encode()).event == event


# --- Rankings ----------------------------------------------------------------------------------------------------


def test_a_ranking_is_read_with_its_lines() -> None:
    rows = '1 4 61.25 "Ado Bem - Cor Dax" 24\n2 7 38.75 "Efa Gil & Hol Jem" 21\n'
    reading = _read(HEAD + LISTED + rows)
    assert _placed(reading) == [(1, "Ado Bem & Cor Dax", "61.25"), (2, "Efa Gil & Hol Jem", "38.75")]
    assert [player.name for player in _contestants(reading)[1].players] == ["Efa Gil", "Hol Jem"]
    assert reading.event is not None
    assert reading.event.stages[0].schedule == Schedule(24, least=21)
    assert reading.event.begins == date(2026, 11, 10)
    assert reading.line(("stages", 0, "fields", 0, "contestants", 1, "place")) == 9
    assert reading.line(("date",)) == 4


def test_ranks_that_begin_again_for_each_direction_are_two_lists() -> None:
    table = '[TotalScoreTable "Rank;PairId;Direction;TotalPercentage;Names"]\n'
    rows = "".join(
        f'{place} {number} "{way}" {score} "Pair of {number}"\n'
        for place, number, way, score in ((1, 1, "N-S", 60), (2, 2, "N-S", 40), (1, 3, "E-W", 55), (2, 4, "E-W", 45))
    )
    reading = _read(HEAD + table + rows)
    assert [name for _place, name, _score in _placed(reading, 1)] == ["Pair of 3", "Pair of 4"]
    assert reading.event is not None
    assert reading.event.stages[0].winners == 2
    assert any("two winners" in note.says for note in reading.notes)


def test_a_hash_repeats_the_value_above_and_signs_for_nothing_are_nothing() -> None:
    table = '[TotalScoreTable "Rank;PairId;TotalPercentage;Names;NrBoards;MemberID1;MemberID2"]\n'
    rows = '1 4 61.25 "Ado Bem - Cor Dax" 24 "20101" "20102"\n2 7 - "Efa Gil - Hol Jem" # ? ^\n'
    reading = _read(HEAD + table + rows)
    assert reading.event is not None
    assert reading.event.stages[0].schedule == Schedule(24)
    second = _contestants(reading)[1]
    assert second.score is None
    assert [player.number for player in second.players] == ["", ""]
    assert any("A number is missing for Efa Gil, Hol Jem" in note.says for note in reading.notes)


@pytest.mark.parametrize(
    ("rows", "line", "found"),
    [
        ("1 4 61.25 Ado Bem - Cor Dax 24\n", 8, "This row has 9 values, and the table has 5 columns."),
        ('1 4 61.25 "Ado - Cor" 24\n3 7 38.75 "Efa - Hol" 24\n', 9, "The rank 3 is wrong"),
        ('first 4 61.25 "Ado - Cor" 24\n', 8, "The rank 'first' is not a place."),
        ('1 4 61.25 "Ado - Cor" 24\n- 7 38.75 "Efa - Hol" 24\n', 9, "Efa & Hol has no rank, others have one."),
        ('- 4 61.25 "Ado - Cor" 24\n- 7 - "Efa - Hol" 24\n', 7, "neither ranks nor scores for everybody"),
        ("", 7, "Nobody is in the ranking."),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_ranking_is_told_by_line(rows: str, line: int, found: str) -> None:
    reading = _read(HEAD + LISTED + rows)
    assert reading.event is None
    assert [(problem.line, found in problem.found) for problem in reading.problems] == [(line, True)]


def test_of_several_rankings_the_last_counts() -> None:
    first = LISTED + '1 4 61.25 "Ado Bem - Cor Dax" 12\n'
    second = '\n[Board "2"]\n' + LISTED + '1 7 55.00 "Efa Gil - Hol Jem" 24\n'
    reading = _read(HEAD + first + second)
    assert _placed(reading) == [(1, "Efa Gil & Hol Jem", "55.00")]
    assert any("2 rankings; the last one counts" in note.says for note in reading.notes)


def test_a_table_that_repeats_the_columns_has_rows_of_its_own_or_says_nothing_new() -> None:
    ranked = HEAD + LISTED + '1 4 61.25 "Ado Bem - Cor Dax" 12\n\n[Board "2"]\n[TotalScoreTable "#"]\n'
    assert _placed(_read(ranked)) == [(1, "Ado Bem & Cor Dax", "61.25")]
    assert "last-ranking-taken" not in {note.code for note in _read(ranked).notes}
    again = _read(ranked + '1 7 55.00 "Efa Gil - Hol Jem" 24\n')
    assert _placed(again) == [(1, "Efa Gil & Hol Jem", "55.00")]
    assert "last-ranking-taken" in {note.code for note in again.notes}
    results = HEAD + RESULTS + '1 11 4S N 10\n2 12 2S N 10\n\n[Board "2"]\n[ScoreTable "#"]\n'
    for rows, boards in (("", 1), ("1 11 4S N 10\n2 12 2S N 10\n", 2)):
        reading = _read(results + rows)
        assert reading.event is not None
        assert reading.event.stages[0].schedule.boards == boards


def test_a_name_that_is_not_two_stays_the_name_of_the_pair() -> None:
    reading = _read(HEAD + LISTED + '1 4 61.25 "The Oaks" 24\n')
    assert _contestants(reading)[0].players == ()
    assert any("cannot tell the players from the name of The Oaks" in note.says for note in reading.notes)


# --- Results of boards -------------------------------------------------------------------------------------------

RESULTS = '[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result"]\n'


def test_a_ranking_is_worked_out_from_results() -> None:
    # Nobody is vulnerable: 420 beats 170 and −50. 4 of 4, 2 of 4, nothing; East-West have the rest.
    reading = _read(HEAD + RESULTS + "1 11 4S N 10\n2 12 2S N 10\n3 13 3NT S 8\n")
    assert _placed(reading, 0) == [(1, "Pair 1", "100.00"), (2, "Pair 2", "50.00"), (3, "Pair 3", "0.00")]
    assert _placed(reading, 1) == [(1, "Pair 13", "100.00"), (2, "Pair 12", "50.00"), (3, "Pair 11", "0.00")]
    assert {question.word for question in reading.questions} == {"handbook", "status"}
    assert "worked out" in " ".join(note.says for note in reading.notes)
    assert reading.line(("stages", 0, "fields", 1, "contestants", 0)) == 10


def test_the_scoring_of_results_can_be_answered() -> None:
    # 420 against 170: 250, 6 IMPs; against −50: 470, 10 IMPs; the mean of two comparisons.
    reading = _read(HEAD + RESULTS + "1 11 4S N 10\n2 12 2S N 10\n3 13 3NT S 8\n", scoring="cross-imps")
    assert _placed(reading)[0] == (1, "Pair 1", "8.00")
    assert "scoring" not in {question.word for question in reading.questions}


@pytest.mark.parametrize(
    ("tag", "suggested", "because", "first"),
    [
        ('[Scoring "IMP"]\n', "cross-imps", "line 6 says 'imp'", "8.00"),
        ("", "matchpoints", "the file does not say", "100.00"),
        ('[Scoring "Cavendish"]\n', "matchpoints", "line 6 says 'cavendish'", "100.00"),
    ],
)
def test_the_scoring_is_asked_for_where_the_file_does_not_settle_it(
    tag: str, suggested: str, because: str, first: str
) -> None:
    head = HEAD.replace('[Scoring "MP"]\n', tag)
    reading = _read(head + RESULTS + "1 11 4S N 10\n2 12 2S N 10\n3 13 3NT S 8\n")
    question = next(question for question in reading.questions if question.word == "scoring")
    assert (question.suggested, question.because) == (suggested, because)
    assert _placed(reading)[0] == (1, "Pair 1", first)


def test_match_points_on_the_boards_settle_the_scoring() -> None:
    head = HEAD.replace('[Scoring "MP"]\n', "")
    table = '[ScoreTable "PairId_NS;PairId_EW;Score_NS;MP_NS;MP_EW"]\n1 2 420 2 0\n3 4 -50 0 2\n'
    reading = _read(head + table)
    assert "scoring" not in {question.word for question in reading.questions}
    assert [note.code for note in reading.notes if note.code == "scoring-taken"] == ["scoring-taken"]
    told = _read(head + table.replace(";MP_NS;MP_EW", "").replace(" 2 0", "").replace(" 0 2", ""))
    assert "scoring" in {question.word for question in told.questions}


def test_scores_go_before_contracts_and_names_are_used() -> None:
    table = '[ScoreTable "PairId_NS;PairId_EW;Names_NS;Names_EW;Contract;Score_NS;Score_EW"]\n'
    rows = (
        '1 2 "Ado Bem - Cor Dax" "Efa Gil - Hol Jem" ? "50" -\n3 4 "Kip Lor - Mun Nev" "Oda Pim - Qui Rus" ? - "400"\n'
    )
    assert _placed(_read(HEAD + table + rows)) == [
        (1, "Ado Bem & Cor Dax", "100.00"),
        (2, "Kip Lor & Mun Nev", "0.00"),
    ]


def test_adjusted_scores_are_shares_of_the_top() -> None:
    table = '[ScoreTable "PairId_NS;PairId_EW;Score_NS;Score_EW;Percentage_NS;Percentage_EW"]\n'
    rows = '1 11 "A+" "A-" - -\n2 12 "A-" "A+" 35 65\n3 13 "420" - 50 50\n'
    # The one real result alone is an average.
    assert _placed(_read(HEAD + table + rows)) == [
        (1, "Pair 1", "60.00"),
        (2, "Pair 3", "50.00"),
        (3, "Pair 2", "35.00"),
    ]


def test_individuals_are_ranked_from_results() -> None:
    table = '[ScoreTable "PlayerId_North;PlayerId_South;PlayerId_East;PlayerId_West;Score_NS;Score_EW"]\n'
    reading = _read(HEAD + table + '1 2 3 4 "420" -\n5 6 7 8 - "50"\n')
    assert reading.event is not None
    assert reading.event.stages[0].play is Play.INDIVIDUAL
    assert {name for place, name, _score in _placed(reading) if place == 1} == {f"Player {n}" for n in (1, 2, 7, 8)}


def test_a_row_of_pairs_among_those_of_individuals_is_left_out() -> None:
    columns = ";".join(f"PlayerId_{seat}" for seat in ("North", "South", "East", "West"))
    table = f'[ScoreTable "{columns};PairId_NS;PairId_EW;Score_NS"]\n'
    reading = _read(HEAD + table + '1 2 3 4 - - "420"\n5 6 7 8 - - "50"\n9 - - - 1 2 "50"\n')
    assert len(_contestants(reading)) == 8


@pytest.mark.parametrize(
    ("row", "found"),
    [
        ("1 2 8S N 9", "'8S' is not a contract"),
        ("1 2 4S X 9", "'X' is not the declarer's direction"),
        ("1 2 4S N 14", "'14' is not a result"),
    ],
)
def test_a_result_that_cannot_be_scored_is_told_by_line(row: str, found: str) -> None:
    reading = _read(f"{HEAD}{RESULTS}{row}\n3 4 4S N 10\n")
    assert reading.event is None
    assert [(problem.line, found in problem.found) for problem in reading.problems] == [(8, True)]


# --- The event ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("written", ["????.??.??", "2026.13.40", "yesterday"])
def test_a_day_that_cannot_be_read_is_a_problem(written: str) -> None:
    text = HEAD.replace("2026.11.10", written) + LISTED + '1 4 61.25 "Ado Bem - Cor Dax" 24\n'
    reading = _read(text)
    assert reading.event is None
    assert [(problem.path, problem.line) for problem in reading.problems] == [(("date",), 4)]


def test_boards_of_two_days_begin_on_the_first() -> None:
    table = RESULTS + "1 2 4S N 10\n3 4 2S N 10\n"
    second = HEAD.replace("2026.11.10", "2026.11.11").replace('[Board "1"]', '[Board "2"]')
    reading = _read(HEAD + table + "\n" + second + table)
    assert reading.event is not None
    assert reading.event.begins == date(2026, 11, 10)
    assert any("2026-11-10, 2026-11-11" in note.says for note in reading.notes)


def test_what_a_game_says_with_two_hashes_holds_for_those_after_it() -> None:
    head = HEAD.replace('"Tuesday pairs"', '"##Tuesday pairs"')
    second = '\n[Event "#"]\n[Board "2"]\n' + LISTED + '1 7 55.00 "Efa Gil - Hol Jem" 24\n'
    reading = _read(head + second)
    assert reading.event is not None
    assert reading.event.name == "Tuesday pairs"


def test_a_row_for_a_pair_that_was_not_there_is_left_out() -> None:
    reading = _read(HEAD + LISTED + '1 4 61.25 "Ado Bem - Cor Dax" 24\n- 8 - "" -\n')
    assert len(_contestants(reading)) == 1
    assert any(note.line == 9 and "left out" in note.says for note in reading.notes)


@pytest.mark.parametrize("last", [3, 2])
def test_a_pair_that_played_no_board_is_left_out_and_the_places_close_up(last: int) -> None:
    rows = [f'{5 - last} 7 -2.93 "Efa Gil - Hol Jem" 24', f'{last} 5 0.00 "Kip Lor - Mun Nev" 0']
    text = f'{HEAD}{LISTED.replace("TotalPercentage", "TotalIMP")}1 4 12.25 "Ado Bem - Cor Dax" 24\n'
    reading = pbn.read("night.pbn", "\n".join([text.strip(), *rows, ""]).encode())
    assert reading.event is not None, reading.problems
    (field,) = reading.event.stages[0].fields
    assert [(each.place, each.name) for each in field.contestants] == [
        (1, "Ado Bem & Cor Dax"),
        (2, "Efa Gil & Hol Jem"),
    ]
    assert [note.says for note in reading.notes if note.code == "nobody-sat-there"] == [
        "Kip Lor & Mun Nev played no board and is left out."
    ]


def test_what_competed_is_asked_where_nothing_tells() -> None:
    reading = _read(HEAD + '[TotalScoreTable "Rank;TotalPercentage;Names"]\n1 61.25 "Ado Bem - Cor Dax"\n')
    assert {"play", "boards"} <= {question.word for question in reading.questions}


def test_a_file_too_large_for_any_event_is_not_read() -> None:
    reading = pbn.read("night.pbn", HEAD.encode() + b";" * (20 * 1024 * 1024))
    assert "larger than 20 MB" in reading.problems[0].found


def test_comments_deals_and_auctions_are_passed_over() -> None:
    noise = '; a comment\n{ a longer [Event "no"]\n comment }\n[Auction "N"]\n1S Pass 4S Pass\n[Play "E"]\nHA H2\n'
    assert _placed(_read(HEAD + noise + LISTED + '1 4 61.25 "Ado Bem - Cor Dax" 24\n'))


@pytest.mark.parametrize(
    ("text", "found"),
    [("% PBN 2.1\n", "no games"), (HEAD, "deals and no results"), (HEAD + RESULTS, "No board has a result.")],
)
def test_a_file_without_results_says_so(text: str, found: str) -> None:
    assert found in _read(text).problems[0].found


def test_letters_that_are_not_utf_8_are_said_to_be_others() -> None:
    text = HEAD + LISTED + '1 4 61.25 "Ådo Bem - Cor Dax" 24\n'
    reading = pbn.read("night.pbn", text.encode("windows-1252"))
    assert reading.encoding == "windows-1252"
    assert _placed(reading)[0][1] == "Ådo Bem & Cor Dax"
    assert reading.notes[1].line == 8
    odd = pbn.read("night.pbn", text.encode("windows-1252") + b"; \x81\n")
    assert odd.encoding == "ISO-8859-1"


@pytest.mark.parametrize("content", [b"", b"event: Tuesday pairs\n", b"<USEBIO>", b"Place,Name\n1,Ado\n", b"[GAME]\n"])
def test_other_files_are_not_taken_for_pbn(content: bytes) -> None:
    assert not pbn.recognise(content)


# --- Anything ----------------------------------------------------------------------------------------------------

CONTENTS = [path.read_bytes() for path in SAMPLES]
PIECES = st.sampled_from(
    [b"#", b"-", b'"', b"[", b"]", b"\\", b"\n", b"%", b"{", b"\0", b"\xff", b"9", b"A", b" ", b";"]
)
CHANGES = st.lists(st.tuples(st.integers(0, 2**14), PIECES | st.binary(max_size=4)), min_size=1, max_size=8)


@settings(max_examples=300, deadline=None)
@given(st.sampled_from(CONTENTS), CHANGES)
def test_no_change_to_a_file_brings_the_reader_down(content: bytes, changes: list[tuple[int, bytes]]) -> None:
    for at, piece in changes:
        place = at % len(content)
        content = content[:place] + piece + content[place + at % 2 :]
    reading = pbn.read("spoiled.pbn", content)
    assert (reading.event is None) == bool(reading.problems)
    assert all(0 <= problem.line <= content.count(b"\n") + content.count(b"\r") + 20 for problem in reading.problems)


@pytest.mark.parametrize(("more", "found"), [(0, "The file has no games."), (1, "The file is larger than 20 MB.")])
def test_a_file_of_20_mb_is_read_and_a_larger_one_is_not(more: int, found: str) -> None:
    head = b"% PBN 2.1\n%"
    content = head + b"x" * (20 * 1024 * 1024 - len(head) + more)
    assert [problem.found for problem in pbn.read("large.pbn", content).problems] == [found]
