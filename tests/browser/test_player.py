"""What players take away, and lists that are sorted; their stories are in ``stories/test_players.py``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from playwright.sync_api import expect

from tests.web.cast import Role

if TYPE_CHECKING:
    from tests.browser.conftest import Open


def test_a_statement_is_downloaded(open_page: Open) -> None:
    page = open_page("/record/statement/", Role.PLAYER)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download as XLSX").click()
    assert download.value.suggested_filename == "Statement of 200001.xlsx"


def test_a_ranking_list_is_sorted_by_a_click_on_a_heading(open_page: Open) -> None:
    page = open_page("/rankings/", script=False)
    page.get_by_role("link", name="Name").click()
    first = page.get_by_role("row").nth(1)
    expect(first).to_contain_text("Ado Bem")
    page.get_by_role("link", name="Name").click()
    expect(page.get_by_role("row").nth(1)).not_to_contain_text("Ado Bem")
