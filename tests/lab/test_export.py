"""A season out of an office: every award is the book's, for records that were merged too, and nobody is named."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from overtrick.engine.event import Player
from overtrick.lab.check import whole_differences, wrong_events
from overtrick.lab.export import Nothing, export
from overtrick.lab.season import Season
from overtrick.register.competitions.models import HeldCredit
from overtrick.register.ledger.models import Entry
from overtrick.register.people import merge_records
from overtrick.register.people.models import Standing
from tests.register import office
from tests.register.season import AT, NIGHT, Union, night, pairs, submitted

pytestmark = pytest.mark.django_db
FIRST, LAST = date(2026, 5, 1), date(2026, 6, 30)


def won(season: Season) -> Counter[tuple[str, str, bool]]:
    """Add up what the season says, by the federation's numbers of players."""
    numbers = [*season.table("names")["number"].to_pylist(), ""]
    found: Counter[tuple[str, str, bool]] = Counter()
    for month in season.months:
        for row in season.part("awards", month).to_pylist():
            found[numbers[row["player"]], season.colours[row["colour"]], row["held"]] += row["units"]
    return found


def booked() -> Counter[tuple[str, str, bool]]:
    """Add up what the book says."""
    found: Counter[tuple[str, str, bool]] = Counter()
    for entry in Entry.objects.select_related("player__kept"):
        found[(entry.player.kept or entry.player).number, entry.colour, False] += entry.units
    return found


@pytest.mark.postgres
def test_every_award_is_that_of_the_book(here: Union, tmp_path: Path) -> None:
    for week in range(4):
        ranked = pairs(here.players)
        played = ranked[week:] + ranked[:week]
        submitted(here, night(played, begins=NIGHT + timedelta(days=14 * week)), at=AT + timedelta(days=14 * week))
    told: list[tuple[int, int]] = []
    season = export(here.federation, tmp_path / "2026", FIRST, LAST, names=True, progress=lambda *far: told.append(far))
    assert told[-1] == (4, 4)
    assert season.months == ["2026-05", "2026-06"]
    assert won(season) == booked()
    assert [*wrong_events(season), *whole_differences(season)] == []
    assert set(season.table("players")["club"].to_pylist()) == {here.club.number}
    assert set(season.table("players")["county"].to_pylist()) == {here.county.number}
    assert season.table("organisers").to_pylist() == [{"number": "100", "county": "10", "kind": "club"}]


def test_only_events_of_these_days_and_only_those_that_count(here: Union, tmp_path: Path) -> None:
    submitted(here, night(pairs(here.players)))
    submitted(here, night(pairs(here.players[::-1])), replace=True)  # a correction: the first version counts no more
    submitted(here, night(pairs(here.players), begins=date(2026, 7, 1)), at=AT + timedelta(days=60))
    season = export(here.federation, tmp_path / "2026", FIRST, LAST, names=True)
    assert season.card["events"] == 1
    assert won(season)[here.players[-1].number, "local", False] == 18
    with pytest.raises(Nothing, match="There is no event from 2020-01-01 to 2020-12-31 in the book"):
        export(here.federation, tmp_path / "none", date(2020, 1, 1), date(2020, 12, 31))
    assert not (tmp_path / "none").exists()


def test_points_that_wait_are_marked_as_held(here: Union, tmp_path: Path) -> None:
    newcomer = office.person("Tam Ulo", club=here.club, status=Standing.Status.POTENTIAL)
    with_newcomer = (Player(str(newcomer), newcomer.number), Player(str(here.players[1]), here.players[1].number))
    submitted(here, night([with_newcomer, *pairs(here.players[2:])]))
    held = HeldCredit.objects.get()
    season = export(here.federation, tmp_path / "2026", FIRST, LAST, names=True)
    found = won(season)
    assert found[newcomer.number, "local", True] == held.units == 18
    assert {key: units for key, units in found.items() if not key[2]} == booked()
    assert list(wrong_events(season)) == []


def test_two_records_of_one_person_are_one_player(here: Union, tmp_path: Path) -> None:
    keep, duplicate = here.players[0], here.players[15]
    submitted(here, night(pairs(here.players[:14])))
    submitted(
        here,
        night(pairs([duplicate, *here.players[1:14]]), begins=NIGHT + timedelta(days=7)),
        at=AT + timedelta(days=7),
    )
    merge_records.merge(keep, duplicate, "one person", actor=here.clerk, at=AT + timedelta(days=8))
    season = export(here.federation, tmp_path / "2026", FIRST, LAST, names=True)
    numbers = season.table("names")["number"].to_pylist()
    assert duplicate.number not in numbers
    assert won(season) == booked()
    assert won(season)[keep.number, "local", False] == 2 * 12  # two awards of 6 for seven pairs, twice
    assert list(wrong_events(season)) == []


def test_nobody_is_named_unless_somebody_asked(here: Union, tmp_path: Path) -> None:
    submitted(here, night(pairs(here.players)))
    season = export(here.federation, tmp_path / "2026", FIRST, LAST)
    assert not season.has_names
    for file in season.folder.rglob("*.parquet"):
        for row in _texts(file):
            assert not any(str(player) in row or player.number in row for player in here.players), file


def _texts(file: Path) -> list[str]:
    return [str(row) for row in pq.read_table(file).to_pylist()]
