"""A proposal on the office's pages: chosen, tried on the last month, worked out by the queue, looked at; and why."""

from __future__ import annotations

import re
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pyarrow.parquet as pq
import pytest
from django.conf import settings
from django.test import Client, RequestFactory
from django.utils import translation
from lxml import html

from overtrick.formats.tables import Cell
from overtrick.lab.report.report import Report
from overtrick.lab.report.table import Table
from overtrick.register import transactions
from overtrick.register.audit.models import Record
from overtrick.register.people.models import Player
from overtrick.register.scoping import scope
from overtrick.register.tasks import worker
from overtrick.register.tasks.models import Task
from overtrick.web.lab import report_words, shelf
from overtrick.web.lab.sections import sections
from tests.register.season import AT, NIGHT, night, pairs, submitted
from tests.web.cast import Cast, Role

if TYPE_CHECKING:
    from pytest_django import Settings

    from tests.web.conftest import LogIn

ROW = "/office/proposals/new/table/share/1/"
FORTY = {"title": "Top 40 %", "asked_by": "Item 7", "cell0": "2/5", "cell1": "two fifths", "cell2": "basic 18-35"}


@pytest.fixture(autouse=True)
def _home(settings: Settings, tmp_path: Path) -> None:
    settings.HOME = settings.SHARED = tmp_path


@pytest.fixture
def client(cast: Cast, log_in: LogIn) -> Client:
    union = cast.union
    with scope(federation=union.federation):
        submitted(union, night(pairs(union.players), begins=NIGHT + timedelta(days=1)), at=AT + timedelta(days=2))
    return log_in(Role.OFFICE)


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, answer
    return answer.content.decode()


def test_without_proposals_the_page_says_how_to_begin(client: Client) -> None:
    assert "There are no proposals yet." in text(client, "/office/proposals/")
    assert "What part of the field is paid in a basic event" in text(client, "/office/proposals/new/")
    assert "18-35" in text(client, "/office/proposals/new/table/share/")


def test_without_the_extra_the_pages_say_what_to_install(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "_EXTRA", ("a_library_that_nobody_has",))
    for address in ("/office/proposals/", "/office/proposals/new/", ROW, "/office/proposals/1/"):
        assert "pip install -r dist/lab.txt" in text(client, address)


def worked_out(client: Client, cast: Cast, **asked: str) -> str:
    """Keep a proposal, work May out under it, and give the address of the result."""
    client.post(ROW, FORTY | {"sure": "yes"})
    days = {"first": "2026-05-01", "last": "2026-05-31", "charges": "on"}
    client.post("/office/proposals/1/", days | asked)
    with scope(federation=cast.union.federation):
        task = Task.objects.filter(name="lab.run").latest("pk")
    worker.work(once=True)
    shown = client.get(f"/tasks/{task.pk}/", follow=True)
    assert shown.status_code == 200
    return str(shown.request["PATH_INFO"])


def test_a_proposal_is_tried_on_one_event_and_on_the_last_month(client: Client) -> None:
    tried = client.post(ROW, FORTY).content.decode()
    # 8 pairs: three awards by a third, four by two fifths (§ 4.1.2).
    assert "Tuesday pairs, 26 May 2026, place 1: 18 local points before, 24 after." in tried
    assert "place 4: 0 local points before, 6 after." in tried
    assert "Of the last 4 events of 2026-05, 4 would have other awards." in tried
    assert "Nothing in the book changes." in tried


def test_a_season_is_worked_out_and_told_with_charts_tables_and_why(client: Client, cast: Cast) -> None:
    address = worked_out(client, cast)
    page = text(client, address)
    assert "Worked out again" in page
    shown = html.fromstring(page)
    sections = {each.get("id"): each for each in shown.xpath("//section[@id]")}
    assert {"colour", "kind", "players", "charges", "quotas", "why"} <= set(sections)
    assert all(each.xpath(".//table") for name, each in sections.items() if each.xpath(".//svg"))
    assert sections["colour"].xpath(".//svg/@aria-label")
    first = cast.union.players[0]
    assert f"{first} ({first.number})" in page
    assert f"{cast.union.club} (100)" in page
    for form, kind in (("csv", "text/csv"), ("xlsx", "application/vnd.openxmlformats"), ("pdf", "application/pdf")):
        assert client.get(f"{address}?of=club&as={form}").headers["Content-Type"].startswith(kind)
    assert client.get(f"{address}?as=pdf").content.startswith(b"%PDF")
    assert "-1</a>" in text(client, f"{address}?player={first.number}")
    assert "Nobody with this number" in text(client, f"{address}?player=99999999")
    assert "2026-05" not in text(client, "/office/proposals/")
    assert "1 May 2026 to 31 May 2026" in text(client, "/office/proposals/1/")


def test_a_question_about_some_events_has_a_result_of_its_own(client: Client, cast: Cast) -> None:
    every = worked_out(client, cast)
    small = worked_out(client, cast, tables_up_to="3", kind="pairs, movement")
    assert every != small
    page = text(client, small)
    assert "events of at most 3 tables, pairs, movement" in page
    assert "Nobody gains and nobody loses." in page
    assert "events of at most 3 tables" in text(client, "/office/proposals/1/")
    assert client.post("/office/proposals/1/", {"first": "2026-05-01", "last": "2026-04-01"}).status_code == 422


def test_no_name_is_in_the_folder_and_whoever_is_erased_has_none_on_the_page(
    client: Client, cast: Cast, tmp_path: Path
) -> None:
    address = worked_out(client, cast)
    first = cast.union.players[0]
    names = "|".join(each.family for each in cast.union.players)
    kept = [file for file in (tmp_path / "lab").rglob("*") if file.is_file()]
    assert any(file.suffix == ".parquet" for file in kept)
    for file in kept:
        is_table = file.suffix == ".parquet"
        content = str(pq.read_table(file).to_pylist()) if is_table else file.read_text("utf-8")
        assert re.findall(rf"\b(?:{names})\b", content) == [], file
    assert f"{first} (" in text(client, address)
    with scope(federation=cast.union.federation), transactions.atomic():
        Player.objects.filter(pk=first.pk).update(given="", family="Erased player")
    assert first.family not in text(client, address)
    assert first.number in text(client, address)


def test_a_result_outlives_its_season_but_why_does_not(client: Client, cast: Cast) -> None:
    address = worked_out(client, cast)
    (season,) = Path(settings.SHARED, "lab").glob("*/seasons/*_*_*")
    season.with_name(f".1.{season.name}.part").mkdir()  # of somebody who was killed
    assert shelf.let_go(date(2027, 1, 1)) == 2
    assert list(season.parent.iterdir()) == []
    assert "Points by colour" in text(client, address)
    told = text(client, f"{address}?player={cast.union.players[0].number}")
    assert "those of this season are gone" in told


def test_the_season_by_the_handbook_of_others_counts_what_cannot_be_compared(client: Client) -> None:
    book = "/office/proposals/new/handbook/wbu/"
    assert "What the other handbook calls the status" in text(client, book)
    tried = client.post(book, {"title": "As in Wales"}).content.decode()
    assert "Of the last 4 events of 2026-05, 0 would have other awards." in tried
    words = {f"status{at}": "x" for at in range(9)}
    lost = client.post(book, {"title": "As nowhere", **words}).content.decode()
    assert "4 of them cannot be compared: The status" in lost
    kept = client.post(book, {"title": "As in Wales", "status0": "local", "sure": "yes"}, follow=True)
    assert "handbook = &quot;wbu&quot;" in kept.content.decode()
    edition = client.post("/office/proposals/new/edition/2024/", {"title": "Old", "sure": "yes"}, follow=True)
    assert "edition = &quot;2024&quot;" in edition.content.decode()


def test_a_report_is_published_read_by_everybody_and_withdrawn(client: Client, cast: Cast) -> None:
    address = worked_out(client, cast)
    asked = text(client, f"{address}publish/")
    assert "It cannot be changed, only withdrawn." in asked
    assert "no group of fewer than five" in client.post(f"{address}publish/").content.decode()
    done = client.post(f"{address}publish/", {"sure": "yes"}, follow=True)
    assert done.request["PATH_INFO"] == "/proposals/1/"
    again = client.post(f"{address}publish/", {"sure": "yes"}, follow=True)
    assert again.request["PATH_INFO"] == "/proposals/1/"
    stranger = Client()
    page = text(stranger, "/proposals/1/")
    assert "Published on" in page
    assert "Withdraw this report" not in page
    assert "Top 40 %" in text(stranger, "/proposals/")
    files = re.findall(r'href="[^"]*/proposals/1/([a-z-]+\.[a-z]+)"', page)
    assert {"report.pdf", "proposal.toml", "report.json", "colour.parquet"} <= set(files)
    for name in files:
        assert stranger.get(f"/proposals/1/{name}").status_code == 200, name
    csv = stranger.get("/proposals/1/?of=colour&as=csv", follow=True)
    assert csv.content.decode("utf-8-sig").startswith("Colour,Before,After")
    for missing in ("index.html", "nothing.csv", "../settings.py"):
        assert stranger.get(f"/proposals/1/{missing}").status_code == 404
    gone = client.post("/office/proposals/1/withdraw/", {"reason": "A wrong row", "sure": "yes"}, follow=True)
    assert "The report is withdrawn." in gone.content.decode()
    left = text(stranger, "/proposals/1/")
    assert ("A wrong row" in left, "Top 40 %" in left) == (True, False)
    assert "Top 40 %" not in text(stranger, "/proposals/")
    assert stranger.get("/proposals/1/report.pdf").status_code == 404
    with scope(federation=cast.union.federation):
        told = list(Record.objects.filter(action__startswith="lab.").order_by("pk").values_list("action", flat=True))
    assert told == ["lab.propose", "lab.publish", "lab.withdraw"]


def test_two_reports_that_could_be_subtracted_are_not_both_published(client: Client, cast: Cast) -> None:
    every = worked_out(client, cast)
    client.post(f"{every}publish/", {"sure": "yes"})
    # One night less: whoever takes this from the other has the points of that night, by club and rank.
    fewer = worked_out(client, cast, last="2026-05-25")
    some = worked_out(client, cast, tables_up_to="3")
    for address in (fewer, some):
        for given in ({}, {"sure": "yes"}):
            answer = client.post(f"{address}publish/", given)
            assert answer.status_code == 422
            assert "not about the same events: 1." in answer.content.decode()
    # Another proposal about the same events, and the same events of other days.
    client.post(
        "/office/proposals/new/setting/without_standing/", {"title": "Stay", "to": "places stay", "sure": "yes"}
    )
    number = max(each.number for each in shelf.proposals(cast.union.federation))
    client.post(f"/office/proposals/{number}/", {"first": "2026-05-01", "last": "2026-05-31"})
    worker.work(once=True)
    other = every.replace("/proposals/1/", f"/proposals/{number}/")
    assert "All published reports about the same days" in client.post(f"{other}publish/").content.decode()
    done = client.post(f"{other}publish/", {"sure": "yes"}, follow=True)
    assert done.request["PATH_INFO"] == "/proposals/2/"
    for published in (1, 2):
        client.post(f"/office/proposals/{published}/withdraw/", {"reason": "A late file", "sure": "yes"})
    done = client.post(f"{fewer}publish/", {"sure": "yes"}, follow=True)
    assert done.request["PATH_INFO"] == "/proposals/3/"


def test_what_does_not_fit_the_handbook_comes_back_to_the_form(client: Client) -> None:
    answer = client.post(ROW, FORTY | {"cell0": "lots"})
    assert answer.status_code == 422
    assert "share" in answer.content.decode()
    assert client.post(ROW, FORTY | {"title": ""}).status_code == 422


@pytest.mark.parametrize(
    "address",
    [
        "new/table/none/",
        "new/table/share/99/",
        "new/setting/none/",
        "new/handbook/ebu/",
        "new/edition/x/",
        "7/",
        "7/withdraw/",
        "7/2026_x/2026-01-01/all/",
        "7/2026_x/2026-01-01/all/publish/",
    ],
)
def test_what_is_not_there_is_not_found(client: Client, address: str) -> None:
    assert client.get(f"/office/proposals/{address}").status_code == 404


def test_our_words_in_a_result_are_in_the_reader_s_language_and_a_published_report_stays(
    client: Client, cast: Cast
) -> None:
    address = worked_out(client, cast)
    client.post(f"{address}publish/", {"sure": "yes"})
    found = shelf.report(cast.union.federation, shelf.runs(cast.union.federation, 1)[0][0])
    assert found is not None
    shown = {each.title for each in found.tables} | {word for word, _said in found.facts}
    shown |= {column.partition(" (")[0] for each in found.tables for column in each.columns}
    assert shown - report_words.OURS == set()
    client.get("/language/cy/", {"next": address})
    page = html.fromstring(text(client, address))
    section = page.xpath("//section[@id='rank']")[0]
    assert section.xpath(".//h2/text()") == ["Pwyntiau fesul gradd ar y diwrnod cyntaf"]
    headings = [each.text_content().strip() for each in section.xpath(".//th")]
    assert headings == ["Gradd", "Lliw", "Cynt", "Wedyn", "Newid", "Yn ennill", "Yn colli"]
    assert set(section.xpath(".//td[@data-label='Lliw']/span[@lang='en']/text()")) == {"local"}
    money = page.xpath("//section[@id='charges']//th")
    assert [each.text_content().strip() for each in money][-1] == "Newid (£)"
    published = html.fromstring(text(client, "/proposals/1/"))
    assert published.xpath("//section[@id='rank']/@lang | //section[@id='colour']/@lang") != []
    assert published.xpath("//section[@id='colour']//h2/text()") == ["Points by colour"]


def test_whoever_has_no_club_is_told_in_the_reader_s_language_and_a_club_keeps_its_name() -> None:
    rows: list[list[Cell]] = [["none", "local", 6, 6], ["Oakby (100)", "local", 12, 18]]
    table = Table("club", "Points by home club", "", ["Club", "Colour", "Before", "After"], rows)
    report = Report("", "", False, "", (), "", (table,), "", "", "")
    with translation.override("cy"):
        (own,) = sections(RequestFactory().get("/"), report)
        (published,) = sections(RequestFactory().get("/"), report, published=True)
    assert [str(row[0].text) for row in own.table.rows] == ["dim", "Oakby (100)"]
    assert [str(row[0].text) for row in published.table.rows] == ["none", "Oakby (100)"]
