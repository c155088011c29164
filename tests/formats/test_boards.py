"""The results of boards that files have: who met whom on which board, and what came of it."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from overtrick.formats.boards import FileBoards, FileEntrant, may_have_boards, read_boards
from overtrick.formats.limited.reader import FOR_A_PAGE, Reader

SAMPLES = Path(__file__).parents[2] / "samples"


def _read(name: str) -> FileBoards:
    file = SAMPLES / name
    return read_boards(file.name, file.read_bytes())


@pytest.mark.parametrize(
    ("name", "boards", "entrants", "results"),
    [
        ("usebio/scorebridge-howell.xml", 14, 8, 56),
        ("usebio/compscore-two-sessions.xml", 48, 16, 192),
        ("usebio/pairsscorer-two-sections.xml", 24, 12, 72),
        ("usebio/realbridge-no-club.xml", 15, 10, 75),
        ("usebio/swiss-pairs.xml", 54, 6, 54),
        ("pbn/bridgewebs-pairs.pbn", 6, 4, 12),
        ("pbn/two-sections.pbn", 2, 4, 8),
        ("usebio/individual.xml", 14, 8, 28),
        ("bridgemate/howell-access-97.bws", 10, 5, 20),
        ("bridgemate/two-sections-access-2000.bws", 12, 12, 36),
        ("bridgemate/individual-access-97.bws", 7, 8, 14),
        ("nz_scorer/mitchell-and-howell.xml", 40, 16, 160),
        ("nz_scorer/howell-phantom.xml", 10, 5, 20),
        ("week/tuesday.xml", 0, 8, 0),
    ],
)
def test_every_result_names_those_who_played(name: str, boards: int, entrants: int, results: int) -> None:
    found = _read(name)
    lines = [each for board in found.boards for each in board.results]
    assert (len(found.boards), len(found.entrants), len(lines)) == (boards, entrants, results)
    assert all(key in found.entrants for each in lines for key in (*each.ns, *each.ew))


def test_a_number_that_a_pair_of_each_direction_has_means_two_pairs() -> None:
    found = _read("usebio/realbridge-no-club.xml")
    line = found.boards[0].results[0]
    (ns,), (ew,) = line.ns, line.ew
    north, east = found.entrants[ns], found.entrants[ew]
    assert north.number == east.number
    assert north.names != east.names


def test_a_contract_without_a_score_is_scored_and_an_adjusted_score_tells_its_shares() -> None:
    found = _read("pbn/bridgewebs-pairs.pbn")
    first, *_others = found.boards
    assert [(each.contract, each.declarer, each.tricks, each.score) for each in first.results] == [
        ("4S", "N", "10", 420),
        ("4S", "N", "9", -50),
    ]
    adjusted = found.boards[3].results[0]
    assert (adjusted.score, adjusted.adjusted) == (None, "50 % – 50 %")


@pytest.mark.parametrize("name", ["usebio/individual.xml", "bridgemate/individual-access-97.bws"])
def test_in_an_individual_two_players_sit_on_each_side(name: str) -> None:
    found = _read(name)
    assert found.individual
    line = found.boards[0].results[0]
    assert len({*line.ns, *line.ew}) == 4
    assert all(len(each.names) == 1 for each in found.entrants.values())


def test_a_score_table_may_name_the_four_players_of_a_table() -> None:
    content = b"""
[Board "7"]
[TotalScoreTable "Rank\\1R;PlayerId\\1R;Name\\8L"]
1 2 "Ado Bem"
2 4 "Cor Dax"
3 1 "Efa Gil"
4 3 "Hol Jem"
[ScoreTable "PlayerId_North;PlayerId_South;PlayerId_East;PlayerId_West;Contract;Declarer;Result"]
2 4 1 3 3N S 10
"""
    found = read_boards("night.pbn", content)
    (line,) = found.boards[0].results
    assert [found.entrants[key].names for key in (*line.ns, *line.ew)] == [
        ("Ado Bem",),
        ("Cor Dax",),
        ("Efa Gil",),
        ("Hol Jem",),
    ]
    assert (found.individual, line.score) == (True, 630)


def test_results_of_terminals_are_scored_and_tricks_counted() -> None:
    line = _read("bridgemate/two-sections-access-2000.bws").boards[0].results[0]
    assert (line.contract, line.declarer, line.tricks, line.score) == ("4S", "N", "10", 420)


def test_names_of_pairs_come_from_the_ranking() -> None:
    found = _read("pbn/magic-contest-pairs.pbn")
    assert found.entrants["|3"] == FileEntrant("3", ("Ådo Bem", "Cor Dax"))


def test_a_file_in_an_archive_is_found_by_the_name_of_its_reading() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name in ("scorebridge-howell.xml", "swiss-pairs.xml"):
            archive.write(SAMPLES / "usebio" / name, name)
    found = read_boards("week.zip", packed.getvalue(), "week.zip/scorebridge-howell.xml")
    assert found == _read("usebio/scorebridge-howell.xml")
    assert read_boards("week.zip", packed.getvalue(), "week.zip/other.xml").boards == ()


@pytest.mark.parametrize("content", [b"", b"<", b"<USEBIO><BOARD>", b"[ScoreTable", b"ScoreTable\0", b"{}"])
def test_what_is_no_such_file_has_no_boards(content: bytes) -> None:
    assert read_boards("file", content).boards == ()


def test_files_without_travellers_are_known_at_once() -> None:
    assert may_have_boards((SAMPLES / "usebio" / "swiss-pairs.xml").read_bytes())
    assert not may_have_boards((SAMPLES / "week" / "tuesday.xml").read_bytes())


@pytest.fixture
def reader() -> Iterator[Reader]:
    made = Reader(FOR_A_PAGE)
    yield made
    made.close()


def test_another_process_reads_the_same(reader: Reader) -> None:
    for name in ("usebio/scorebridge-howell.xml", "bridgemate/individual-access-97.bws", "week/tuesday.xml"):
        file = SAMPLES / name
        assert reader.boards(file.name, file.read_bytes(), "") == _read(name)
