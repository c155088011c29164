"""What makes no sense in a file is told before anybody has named a handbook, as it will be told after."""

from __future__ import annotations

import pytest

from overtrick.formats import recognise
from overtrick.formats.outcome import work_out

HEAD = '% PBN 2.1\n[Event "Tuesday"]\n[Site "Oakby"]\n[Date "2026.11.10"]\n[Board "1"]\n[Scoring "IMP"]\n'
TABLE = '[TotalScoreTable "Rank;PairId;TotalIMP;Names;NrBoards"]\n'


def _file(last: str) -> bytes:
    rows = f'1 4 12.25 "Ado Bem - Cor Dax" 24\n2 5 {last} "Efa Gil - Hol Jem" 24\n3 6 -2.25 "Kip Lor - Mun Nev" 24\n'
    return f"{HEAD}{TABLE}{rows}".encode()


@pytest.mark.parametrize("handbook", ["", "ebu", "wbu", "sbu", "scba"])
def test_places_against_scores_are_told_with_and_without_a_handbook(handbook: str) -> None:
    (reading,) = recognise.read("night.pbn", _file("-5.25"))
    event = reading.event
    assert event is not None
    told = work_out(reading._replace(handbook=handbook, questions=(), event=event._replace(status="club")))
    assert [
        (each.code, each.line, each.against_line) for each in told.problems if each.code == "place-against-score"
    ] == [("place-against-score", 10, 9)]


def test_a_file_that_makes_sense_is_only_asked() -> None:
    (reading,) = recognise.read("night.pbn", _file("-1.25"))
    told = work_out(reading)
    assert (list(told.problems), {each.word for each in told.questions}) == ([], {"handbook", "status"})
