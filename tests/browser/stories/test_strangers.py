"""Without an account: what an event is worth, what is in a file, and what is public."""

from __future__ import annotations

import io
import re
import zipfile
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.browser.looking import swapped
from tests.browser.ways import story
from tests.web import spreadsheets
from tests.web.cast import Role

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

    from tests.browser.conftest import Open
    from tests.browser.ways import Way

SAMPLES = Path(__file__).parents[3] / "samples"


def _column(table: Locator, number: int) -> list[str]:
    """Give the figures of one column of the body of a table."""
    return [row.locator("th, td").nth(number).inner_text().strip() for row in table.locator("tbody tr").all()]


@story(1)
def test_story_1_what_is_it_worth(way: Way, open_page: Open) -> None:
    page = way.open(open_page, "/")
    page.get_by_role("link", name="What is it worth?").first.click()
    _choose(page, way, "Handbook", "English Bridge Union")
    page.get_by_label("How many tables").fill("30")
    page.get_by_role("button", name="Show me the awards").click()
    table = page.get_by_role("region", name="The awards").get_by_role("table")
    expect(table.get_by_role("row")).to_have_count(1 + 21)
    now, one_more = _column(table, 1), _column(table, 2)
    assert (now[0], len([each for each in now if each != "–"])) == ("110", 20)
    assert one_more[0] == "112"
    expect(page.get_by_text("20 awards, from 110 for the first place")).to_be_visible()
    working = page.locator(".working").first
    expect(working).to_contain_text("Maximum 100 × √(30 ÷ 25)")
    expect(working.get_by_role("link", name="§ 4.4.9").first).to_be_attached()
    way.look(page)
    _choose(page, way, "Handbook", "Australian Bridge Federation")
    page.get_by_label("How many tables").fill("7")
    page.get_by_role("radio", name="E", exact=True).check()
    page.get_by_role("button", name="Show me the awards").click()
    expect(page.get_by_role("cell", name="0.42", exact=True)).to_be_visible()
    paid = _column(page.get_by_role("region", name="The awards").get_by_role("table"), 1)
    assert paid[:7] == ["0.42", "0.29", "0.21", "0.14", "0.11", "0.08", "0.07"]


def _choose(page: Page, way: Way, label: str, choice: str) -> None:
    """Choose in a list that changes the form: at once with script, with a button without."""
    with swapped(page) if way.script else nullcontext():
        page.get_by_label(label, exact=True).select_option(label=choice)
    if not way.script:
        page.get_by_role("button", name="Show the questions of this kind").click()
    expect(page.get_by_label(label, exact=True).locator("option:checked")).to_have_text(choice)
    expect(page.get_by_text("to see the awards here")).to_be_visible()


def _check(page: Page, name: str, content: bytes) -> None:
    page.get_by_label("Choose results files").set_input_files(
        {"name": name, "mimeType": "application/octet-stream", "buffer": content}
    )
    page.get_by_role("button", name="Show me the awards").last.click()


@story(2)
def test_story_2_check_a_file(way: Way, open_page: Open) -> None:
    page = way.open(open_page, "/check/")
    _check(page, "tuesday.xml", (SAMPLES / "week" / "tuesday.xml").read_bytes())
    expect(page.get_by_text("The file claims exactly these awards.")).to_be_visible()
    points = [each.inner_text().split()[0] for each in page.locator("table.awards .points").all()]
    assert points == ["18", "12", "6", "6"]
    expect(page.get_by_text("Without a number points cannot be credited: Mun Nev.")).to_be_visible()
    page.get_by_text("Good to know about the file").click()
    expect(page.get_by_text("Line 38: Mun Nev has no national number")).to_be_visible()
    tie = page.locator("table.awards .why").nth(2)
    tie.locator("summary").first.click()
    expect(tie.get_by_text("§ 3.5").first).to_be_visible()
    expect(tie).to_contain_text("minimum")
    way.look(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Download the file with these awards").click()
    written = Path(download.value.path()).read_text(encoding="utf-8")
    assert re.findall(r"<MASTER_POINTS_AWARDED>(\d+)<", written)[:4] == ["18", "12", "6", "6"]


@story(3)
def test_story_3_a_tie_that_was_shared_after_rounding(way: Way, open_page: Open) -> None:
    page = way.open(open_page, "/check/")
    page.get_by_label("By whose handbook?").select_option(label="Australian Bridge Federation")
    _check(page, "thursday.xml", (SAMPLES / "usebio" / "compscore-shared-after-rounding.xml").read_bytes())
    expect(page.get_by_text("The file claims something else.")).to_be_visible()
    rows = page.locator("table").filter(has_text="The handbook gives").locator("tbody tr")
    expect(rows).to_have_count(2)
    for row in rows.all():
        expect(row).to_contain_text("0.10")
        expect(row).to_contain_text("0.09")
        expect(row).to_contain_text("▼ 0.01 less")
        expect(row).to_contain_text("§ 4.4.6")
    way.look(page)


@story(4)
def test_story_4_the_columns_of_a_spreadsheet(way: Way, open_page: Open) -> None:
    page = way.open(open_page, "/check/")
    _check(page, "results.xlsx", spreadsheets.as_xlsx())
    page.get_by_label("What is the event called?").fill("Tuesday pairs")
    page.get_by_label("On which day was it played?").fill("10 November 2026")
    page.get_by_label("How many boards was everybody to play?").fill("24")
    page.get_by_role("radio", name="club", exact=True).check()
    page.get_by_role("button", name="Show me the awards").first.click()
    expect(page.get_by_text("Correct the places or the scores")).to_be_visible()
    columns = page.locator("details.list-columns")
    columns.locator("summary").click()
    expect(page.get_by_label("Place", exact=True)).to_have_value("place")
    expect(page.get_by_label("Finish", exact=True)).to_have_value("")
    way.look(page)
    page.get_by_label("Place", exact=True).select_option("not used")
    page.get_by_label("Finish", exact=True).select_option("place")
    page.get_by_role("button", name="Read the file again").click()
    winners = page.locator("table.awards tbody tr")
    expect(winners).to_have_count(3)
    expect(winners.first).to_contain_text(spreadsheets.PAIRS[0])
    page.goto("/check/")
    _check(page, "next-week.xlsx", spreadsheets.as_xlsx())
    expect(page.get_by_text("The columns are read as you corrected them.")).to_be_visible()
    page.locator("details.list-columns summary").click()
    expect(page.get_by_label("Finish", exact=True)).to_have_value("place")


def _bomb() -> bytes:
    """A zip whose only file becomes a hundred times as large as a file may be."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive, archive.open("night.csv", "w") as inside:
        for _megabyte in range(200):
            inside.write(b"0" * 1_000_000)
    return packed.getvalue()


ENTITY = b'<?xml version="1.0"?><!DOCTYPE USEBIO [<!ENTITY e SYSTEM "file:///etc/passwd">]><USEBIO>&e;</USEBIO>'


@story(5)
def test_story_5_what_is_no_results_file(way: Way, open_page: Open, tmp_path: Path) -> None:
    page = way.open(open_page, "/check/")
    for name, content, sentence in (
        ("photo.jpg", b"\xff\xd8\xff\xe0" + b"x" * 300, "This is a picture"),
        ("nothing.xml", b"", "empty"),
        ("week.zip", _bomb(), "far more than results files hold"),
        ("entity.xml", ENTITY, "entit"),
    ):
        _check(page, name, content)
        told = page.get_by_role("table").filter(has_text="What we found")
        expect(told).to_contain_text(name)
        expect(told).to_contain_text(re.compile(sentence))
        expect(page.get_by_text("root:")).to_have_count(0)
    way.look(page)
    large = tmp_path / "large.xml"
    with large.open("wb") as file:
        file.truncate(40_000_000)
    page.get_by_label("Choose results files").set_input_files(large)
    page.get_by_role("button", name="Show me the awards").last.click()
    expect(page.get_by_text("larger than")).to_be_visible()
    way.look(page)


@story(6)
def test_story_6_lists_and_a_certificate(way: Way, open_page: Open) -> None:
    elu = way.open(open_page, "/certificates/1/", Role.OTHER_PLAYER)
    code = elu.locator(".certificate .code").inner_text()
    page = way.open(open_page, "/")
    page.get_by_role("link", name="Ranking lists").first.click()
    first = page.get_by_role("row").nth(1)
    for words in ("Ado Bem", "District Master", "2,288"):
        expect(first).to_contain_text(words)
    page.get_by_role("link", name="Promotions").click()
    expect(page.get_by_text("Nobody has been promoted yet.")).to_be_visible()  # but somebody who hides
    elu.goto("/record/privacy/")
    elu.get_by_label("Everybody").check()
    elu.get_by_role("button", name="Save this choice").click()
    page.reload()
    promoted = page.get_by_role("row").filter(has_text="Elu Fin")
    expect(promoted).to_contain_text("Club Master")
    expect(promoted).to_contain_text("10 March 2026")
    elu.goto("/record/privacy/")
    elu.get_by_label("Only my club and the office").check()
    elu.get_by_role("button", name="Save this choice").click()
    page.goto("/")
    page.get_by_role("link", name="Check a certificate").click()
    page.get_by_label("Code of the certificate").fill(code.lower().replace("-", " "))
    page.get_by_role("button", name="Check this code").click()
    expect(page.get_by_role("status")).to_contain_text("This certificate is genuine.")
    expect(page.get_by_role("status")).to_contain_text("Club Master")
    expect(page.get_by_role("status")).not_to_contain_text("Elu Fin")  # who hides
    way.look(page)
    page.get_by_label("Code of the certificate").fill("7K3M-9QTX-0VHB")
    page.get_by_role("button", name="Check this code").click()
    expect(page.get_by_text("This certificate is genuine.")).to_have_count(0)
