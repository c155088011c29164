"""A report of a run: a page with its tables as data, and a public one that tells of nobody."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from lxml import html
from python_calamine import CalamineWorkbook

from overtrick.lab.report.make import command
from overtrick.lab.report.report import Report
from overtrick.lab.report.write import PAGE, write
from overtrick.lab.results import NoRun, Result
from overtrick.lab.store import StoredPlayer
from tests.lab import invented
from tests.lab.test_results import by_hand, night, result
from tests.lab.test_run import FORTY, NOTHING


@pytest.fixture(scope="module")
def forty(tmp_path_factory: pytest.TempPathFactory) -> Result:
    folder = tmp_path_factory.mktemp("forty")
    season = invented.stored(folder / "season", count=60, names=True)
    asked = 'asked_by = "Committee <of> rules"\n'
    return result(season, asked + FORTY, folder / "run")


def test_a_report_is_one_page_with_every_table_as_data(forty: Result, tmp_path: Path) -> None:
    says = write(forty, tmp_path / "report")
    page = html.fromstring((tmp_path / "report" / PAGE).read_text())
    assert re.fullmatch(r"Local: \d+ players gain, 0 players lose, \d+\.\d % more points; .* promotions?\.", says), says
    assert page.xpath("string(//h1)") == "Top 40 % instead of a third"
    assert page.xpath("string(//p[@class='result'])") == says
    assert "Committee <of> rules" in page.text_content()
    text = page.text_content()
    assert forty.digest in text
    assert forty.card["key"] in text
    assert "overtrick lab run proposal.toml --season season --out run" in text
    for link in page.xpath("//a/@href"):
        assert (tmp_path / "report" / link).stat().st_size > 0
    tables = page.xpath("//h2[following-sibling::div]/text()")
    assert (tmp_path / "report" / "style.css").stat().st_size > 0
    assert tables[:3] == ["What was proposed", "Points by colour", "Points by month"]
    assert len(page.xpath("//svg[@role='img']")) >= 1
    assert page.xpath("//svg/@aria-label") == [each.text for each in page.xpath("//figcaption")]


def test_the_files_of_a_table_agree(forty: Result, tmp_path: Path) -> None:
    write(forty, tmp_path / "report")
    row = pq.read_table(tmp_path / "report" / "colour.parquet").to_pylist()[0]
    local = forty.totals()[0]
    assert row["Colour"] == local.colour == "local"
    assert (row["Before"], row["After"], row["Gain"]) == (local.before, local.after, local.gaining)
    lines = (tmp_path / "report" / "colour.csv").read_text("utf-8-sig").splitlines()
    assert lines[1] == f"local,{local.before},{local.after},{local.change},{local.gaining},{local.losing}"
    sheet = CalamineWorkbook.from_path(str(tmp_path / "report" / "colour.xlsx")).get_sheet_by_index(0)
    assert sheet.to_python()[1] == ["local", *(float(cell) for cell in lines[1].split(",")[1:])]


def test_nobody_gains_where_nothing_changes(forty: Result, tmp_path: Path) -> None:
    same = result(forty.season, NOTHING, tmp_path / "run")
    assert write(same, tmp_path / "report") == "Nobody gains and nobody loses."


def test_a_report_is_not_written_over(forty: Result, tmp_path: Path) -> None:
    (tmp_path / "report").mkdir()
    with pytest.raises(NoRun, match="is there already"):
        write(forty, tmp_path / "report")
    assert list((tmp_path / "report").iterdir()) == []


def test_a_public_report_holds_no_player_and_no_small_group(tmp_path: Path) -> None:
    clubs = ["A-club"] * 20 + ["B-club"] * 10 + ["C-club"] * 2
    people = [
        StoredPlayer(club=club, county="10", number=f"77{at:03}", name="Ado Bem") for at, club in enumerate(clubs)
    ]
    people[12] = people[12]._replace(rank="Local Master", holding={"local": 195})
    played = [night(date(2026, month, 6), list(range(32))[:: 1 if month == 1 else -1]) for month in (1, 2)]
    found = result(by_hand(tmp_path / "season", played, people, names=True), FORTY, tmp_path / "run")
    write(found, tmp_path / "for-us")
    write(found, tmp_path / "public", public=True)
    ours, theirs = (
        "".join((tmp_path / name / each).read_text("utf-8-sig") for each in (PAGE, "club.csv", "ranks.csv"))
        for name in ("for-us", "public")
    )
    assert "Ado Bem" in ours
    assert "C-club" in ours
    for word in ("Ado Bem", "77012", "player 12", "B-club", "C-club"):
        assert word not in theirs, word
    assert "small groups together" in theirs
    assert "Local Master,Club Master,fewer than 5" in theirs
    names = {file.stem for file in (tmp_path / "public").iterdir()}
    assert names == {"index", "proposal", "style", "report", "colour", "month", "rank", "club", "county", "ranks"}
    assert " --public" in command(found, public=True)


def test_of_a_few_who_lose_a_public_report_says_that_they_are_few(tmp_path: Path) -> None:
    """Two pairs of six have points: nobody is told of in public, and that somebody loses is not denied."""
    people = [StoredPlayer(club="A", county="10") for _each in range(12)]
    season = by_hand(tmp_path / "season", [night(date(2026, 1, 6), list(range(12)))], people)
    found = result(season, FORTY.replace("2/5", "1/6"), tmp_path / "run")
    assert "4 players lose" in write(found, tmp_path / "for-us")
    assert write(found, tmp_path / "public", public=True) == "Fewer than 5 players gain or lose."


def test_reports_about_other_days_or_the_same_events_can_stand_beside_each_other() -> None:
    blank = Report("", "", True, "", (), "", (), "", "", "")
    spring = blank._replace(events="a", first="2026-01-01", last="2026-05-31")
    summer = spring._replace(events="b", first="2026-06-01", last="2026-08-31")
    year = spring._replace(events="c", last="2026-08-31")
    assert not spring.can_be_subtracted(summer)
    assert not spring.can_be_subtracted(spring._replace(title="Another rule"))
    assert spring.can_be_subtracted(year)
    assert year.can_be_subtracted(summer)
    assert spring.can_be_subtracted(summer._replace(first="2026-05-31"))
    assert summer.can_be_subtracted(blank)
    assert blank.can_be_subtracted(blank)
