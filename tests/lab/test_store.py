"""A season is stored whole or not at all, and read from a folder of files as they are."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from overtrick import handbooks
from overtrick.engine.event import Event
from overtrick.lab import store
from overtrick.lab.check import whole_differences, wrong_events
from overtrick.lab.collect import LeftOut, collect
from overtrick.lab.season import BadSeason, Scheme, Season
from overtrick.lab.store import Played
from tests.lab import invented

FIRST, LAST = date(2025, 9, 1), date(2026, 8, 31)


def plain(event: Event) -> Played:
    return Played(event, 0, Scheme("2024"), (), {}, "1-1")


def stored(folder: Path, events: list[Event]) -> None:
    with store.storing(folder, "ruritania", "ebu", FIRST, LAST) as season:
        for event in events:
            season.add(plain(event))


def test_a_season_that_cannot_be_finished_leaves_nothing(tmp_path: Path) -> None:
    events = list(invented.events("ebu", 24))
    with pytest.raises(ValueError, match="an event of 2025-09 came after those of"):
        stored(tmp_path / "2025", [*events, events[0]])
    assert list(tmp_path.iterdir()) == []


#: Stores most of a season, says so, and waits for its end.
_HALF = """
import sys, time
from pathlib import Path
from overtrick.lab import store
from tests.lab import invented
from tests.lab.test_store import FIRST, LAST, plain
with store.storing(Path(sys.argv[1]), "ruritania", "ebu", FIRST, LAST) as season:
    for event in invented.events("ebu", 24):
        season.add(plain(event))
    print("half", flush=True)
    time.sleep(60)
"""


def test_a_season_whose_making_is_killed_is_not_there_and_can_be_stored_again(tmp_path: Path) -> None:
    folder = tmp_path / "2025"
    words = [sys.executable, "-c", _HALF, str(folder)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as half:  # noqa: S603 - our own
        assert half.stdout is not None
        assert half.stdout.readline() == "half\n"
        os.kill(half.pid, signal.SIGKILL)
    assert not folder.exists()
    with pytest.raises(BadSeason, match="is not a season"):
        Season(folder)
    (left,) = tmp_path.iterdir()
    os.utime(left, (0, 0))
    assert invented.stored(folder, count=24).card["events"] == 24
    assert list(tmp_path.iterdir()) == [folder]


def test_two_who_store_the_same_season_at_once_both_have_it(tmp_path: Path) -> None:
    folder = tmp_path / "2025"
    with (
        store.storing(folder, "ruritania", "ebu", FIRST, LAST) as one,
        store.storing(folder, "ruritania", "ebu", FIRST, LAST) as other,
    ):
        for event in invented.events("ebu", 24):
            one.add(plain(event))
            other.add(plain(event))
    assert Season(folder).card["events"] == 24
    assert list(tmp_path.iterdir()) == [folder]


def test_a_folder_that_is_there_is_not_written_over(tmp_path: Path) -> None:
    invented.stored(tmp_path / "2025", count=12)
    with pytest.raises(BadSeason, match=r"is there already\. Name another folder, or remove it"):
        invented.stored(tmp_path / "2025", count=12)


def test_another_form_of_the_store_is_refused(tmp_path: Path) -> None:
    season = invented.stored(tmp_path / "2025", count=12)
    card = season.folder / "season.toml"
    card.write_text(card.read_text().replace("form       = 1", "form       = 7"))
    with pytest.raises(BadSeason, match=r"has the form 7, this program knows 1\. Export the season again"):
        Season(season.folder)


def test_a_season_comes_out_as_its_book_by_situations_and_whole(tmp_path: Path) -> None:
    season = invented.stored(tmp_path / "right", count=48)
    assert [*wrong_events(season), *whole_differences(season)] == []
    wrong = invented.stored(tmp_path / "wrong", count=12, wrong=1)
    assert len(list(wrong_events(wrong))) == 12
    assert "1-1: the book says something else" in list(wrong_events(wrong))


def test_the_names_of_players_and_of_events_are_in_no_file_but_their_own(tmp_path: Path) -> None:
    season = invented.stored(tmp_path / "2025", count=24, names=True)
    for month in season.months:
        assert not any("Player " in body for body in season.part("events", month)["body"].to_pylist())
    assert season.table("names").num_rows == season.table("players").num_rows
    assert not invented.stored(tmp_path / "without", count=24).has_names


def test_events_of_files_are_collected_and_what_cannot_be_worked_out_is_left_out(tmp_path: Path) -> None:
    events = list(invented.events("ebu", 24))
    odd = events[5]._replace(status="galaxy")
    given = [(f"{at}.yaml", odd if at == 5 else event) for at, event in enumerate(events)]
    left: list[LeftOut] = []
    season = collect(tmp_path / "2025", "ebu", iter(reversed(given)), left.append)
    assert [each.file for each in left] == ["5.yaml"]
    assert "galaxy" in left[0].why
    assert season.card["events"] == 23
    assert list(wrong_events(season)) == []
    edition = handbooks.get("ebu").latest
    expected = sum(
        award.units
        for at, event in enumerate(events)
        if at != 5
        for award in edition.assess(event, by_name=False).awards
    )
    stored = sum(sum(season.part("awards", month)["units"].to_pylist()) for month in season.months)
    assert stored == expected


def test_a_folder_in_which_nothing_can_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(BadSeason, match="No event could be read"):
        collect(tmp_path / "2025", "ebu", iter(()), print)
    assert list(tmp_path.iterdir()) == []
