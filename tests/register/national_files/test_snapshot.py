"""Scoring programs get numbers, standing and rank of every day, and what changed since; who hides is left out."""

from __future__ import annotations

import csv
import io
import zipfile
from datetime import UTC, date, datetime, timedelta

import pytest

from overtrick.handbooks.edition import get
from overtrick.handbooks.national_files import BadFile, checked
from overtrick.register.national_files import files, snapshot, tasks
from overtrick.register.national_files.models import PublishedLine, Snapshot
from overtrick.register.people import clubs, standings
from overtrick.register.people.members_list.apply_changes import Opening
from overtrick.register.people.merge_records import merge
from overtrick.register.people.registration import correct
from overtrick.register.ranks import close_month, opening_balances
from tests.register.season import NIGHT, Union, night, pairs, submitted

pytestmark = pytest.mark.postgres

APRIL = datetime(2026, 4, 2, 9, tzinfo=UTC)
MAY = datetime(2026, 5, 20, 9, tzinfo=UTC)
JUNE = datetime(2026, 6, 20, 9, tzinfo=UTC)


def taken(at: datetime) -> Snapshot:
    made = snapshot.begin(actor=None, at=at)
    while snapshot.advance(made, at):
        pass
    made.refresh_from_db()
    return made


def rows(name: str, since: date | None = None) -> dict[str, dict[str, str]]:
    asked = files.published(since)
    out = io.BytesIO()
    files.write(asked.edition_files[name], asked, out)
    text = out.getvalue().decode("utf-8-sig")
    return {row["number"]: row for row in csv.DictReader(io.StringIO(text))}


def test_a_file_has_everybody_with_final_points_rank_and_its_day(here: Union) -> None:
    submitted(here, night(pairs(here.players)), at=MAY)
    taken(MAY)
    first = here.players[0].number
    assert rows("players.csv")[first]["points local"] == "0"  # provisional points are not published
    close_month.close(here.federation, NIGHT.replace(day=1), here.clerk, JUNE)
    made = taken(JUNE)
    found = rows("players.csv")
    assert len(found) == made.players == len(here.players)
    assert found[first]["points local"] == found[first]["points"] == "18"
    assert (found[first]["standing"], found[first]["suspended"]) == ("registered", "no")
    assert (found[first]["club"], found[first]["county"], found[first]["as at"]) == ("100", "10", "2026-06-20")
    assert rows("clubs.csv")["100"]["belongs to"] == "10"


def test_what_changed_since_a_day_is_that_and_no_more(here: Union) -> None:
    taken(MAY)
    suspended, moved, hidden, same = here.players[:4]
    standings.suspend(suspended, date(2026, 6, 1), None, actor=here.clerk, at=JUNE, reason="the committee")
    clubs.enter_beside(moved, here.other, date(2026, 6, 1), actor=here.clerk, at=JUNE)
    correct(hidden, anonymous=True, actor=here.clerk, at=JUNE)
    made = taken(JUNE)
    assert made.changed == 3
    changed = rows("players.csv", JUNE.date())
    assert set(changed) == {suspended.number, moved.number, hidden.number}
    assert changed[suspended.number]["suspended"] == "yes"
    assert changed[moved.number]["other clubs"] == "101"
    # Of somebody who hides now only the number is left, so that programs can take it out.
    assert changed[hidden.number]["withdrawn"] == "yes"
    assert changed[hidden.number]["family name"] == changed[hidden.number]["rank"] == ""
    everybody = rows("players.csv")
    assert hidden.number not in everybody
    assert same.number in everybody
    assert set(rows("players.csv", MAY.date())) == set(everybody) | {hidden.number}
    again = taken(JUNE + timedelta(hours=1))
    assert again.changed == 0


def test_who_comes_out_of_hiding_is_listed_again(here: Union) -> None:
    player = here.players[0]
    correct(player, anonymous=True, actor=here.clerk, at=MAY)
    taken(MAY)
    assert not PublishedLine.objects.filter(player=player).exists()
    correct(player, anonymous=False, actor=here.clerk, at=JUNE)
    taken(JUNE)
    assert rows("players.csv", JUNE.date())[player.number]["family name"] == player.family


def test_who_hides_after_the_snapshot_is_in_no_file_from_then_on(here: Union) -> None:
    taken(MAY)
    hider, old, new = here.players[:3]
    merge(new, old, "one person", actor=here.clerk, at=MAY)
    for each in (hider, new):
        correct(each, anonymous=True, actor=here.clerk, at=MAY)
    assert rows("players.csv").keys() == rows("players.csv", MAY.date()).keys()
    assert not {hider.number, old.number, new.number} & rows("players.csv").keys()
    assert len(rows("players.csv")) == len(here.players) - 3


def test_a_number_that_was_merged_says_which_one_replaces_it(here: Union) -> None:
    gone, stays = here.players[:2]
    merge(stays, gone, actor=here.clerk, at=MAY, reason="the same person")
    taken(MAY)
    found = rows("players.csv")[gone.number]
    assert (found["standing"], found["replaced by"]) == ("replaced", stays.number)
    correct(stays, anonymous=True, actor=here.clerk, at=JUNE)
    taken(JUNE)
    assert gone.number not in rows("players.csv")


def test_a_worker_takes_one_snapshot_a_day_and_some_players_at_a_time(
    here: Union, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(snapshot, "TOGETHER", 5)
    monkeypatch.setattr(tasks._Clock, "looks", 0.0)  # noqa: SLF001 - the worker has just started
    steps = []
    while done := tasks.take_snapshots():
        steps.append(done)
        assert len(steps) < 20
    assert steps == [5, 5, 5, 1]
    monkeypatch.setattr(tasks._Clock, "looks", 0.0)  # noqa: SLF001 - and again, on the same day
    assert tasks.take_snapshots() == 0
    assert Snapshot.objects.get().players == len(here.players)


def test_old_snapshots_go_but_the_last_one_stays(here: Union) -> None:
    for day in (0, 1):
        taken(MAY + timedelta(days=day))
    old = tasks.old_snapshots(MAY + timedelta(days=400))
    assert [each.day for each in old] == [MAY.date()]
    assert here.players


def test_one_that_is_begun_by_hand_is_carried_on(here: Union) -> None:
    begun = snapshot.begin(actor=here.clerk, at=MAY)
    assert snapshot.begin(actor=here.second, at=MAY) == begun
    with pytest.raises(files.NoSnapshot):
        files.published()


@pytest.mark.clause("abf", "App F: NATIONAL.EXE")
def test_the_seven_national_files_are_in_one_archive(down_under: Union) -> None:
    first, second = down_under.players[:2]
    brought = [
        Opening(first, "red", 123_456, date(1980, 6, 1), 1),
        Opening(first, "green", 10_000, date(2026, 2, 1), 2),
        Opening(second, "green", 600, date(2025, 5, 1), 3),
    ]
    opening_balances.enter(opening_balances.compare(brought), down_under.clerk, down_under.second, APRIL)
    close_month.close(down_under.federation, date(2026, 4, 1), down_under.clerk, MAY)
    clubs.enter_beside(second, down_under.other, date(2026, 1, 1), actor=down_under.clerk, at=MAY)
    taken(MAY)
    out = io.BytesIO()
    files.write_zip(files.published(), out)
    with zipfile.ZipFile(out) as archive:
        seven = {each.filename: archive.read(each).decode() for each in archive.infolist()}
    assert set(seven) - {"players.csv", "clubs.csv"} == {
        *("NATIONAL.TXT", "NATIONAL.CLB", "ALTERNAT.TXT", "CLUBS.TXT", "HISTORY.TXT", "EVENTS.TXT", "PRE82.TXT")
    }
    day, line, other, *_rest = seven["NATIONAL.TXT"].splitlines()
    assert day == "20/05/2026"
    assert (line[:7], line[8:26].strip(), line[26:35].strip()) == (first.number, "Bem", "Ado")
    assert [line[35:44], line[44:52], line[52:60], line[60:68]] == ["  1334.56", "    0.00", " 1234.56", "  100.00"]
    assert [line[68:78].strip(), line[78:87].strip()] == ["100.00", "0.00"]
    assert [other[68:78].strip(), other[78:87].strip()] == ["0.00", "6.00"]
    assert (
        line[118:127].strip() == "Grand"
    )  # 40 % of the red points from before 1982 lower what it asks for (1.8 note 2)
    assert f"{first.number},Bem,Ado,1234.56,2026-05-20" in seven["PRE82.TXT"]
    assert seven["ALTERNAT.TXT"].splitlines()[0].startswith(second.number)
    assert len(seven["CLUBS.TXT"].splitlines()) == 5


def test_a_file_that_is_described_wrongly_is_an_error() -> None:
    edition = get("abf").latest
    overlapping = [{"holds": "number", "from": 1, "to": 7}, {"holds": "points", "from": 7, "to": 9}]
    with pytest.raises(BadFile, match="overlaps"):
        checked(edition, [{"name": "X", "title": "X", "rows": "players", "columns": overlapping}])
    with pytest.raises(BadFile, match="needs a name"):
        checked(edition, [{"name": "X", "title": "X", "rows": "players", "columns": []}])
