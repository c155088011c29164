"""A proposal of several changes on the office's pages: added, told together, removed, and worked out as its file is."""

from __future__ import annotations

import json
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from lxml import html

from overtrick.lab import executors, run
from overtrick.lab.season import Season
from overtrick.register.audit.models import Record
from overtrick.register.scoping import scope
from overtrick.register.tasks import worker
from overtrick.web.lab import shelf
from tests.register.season import AT, NIGHT, night, pairs, submitted
from tests.web.cast import Cast, Role

if TYPE_CHECKING:
    from pytest_django import Settings

    from tests.web.conftest import LogIn

NEW = "/office/proposals/new/table/share/1/"
FORTY = {"title": "Forty", "asked_by": "Item 7", "cell0": "2/5", "cell1": "two fifths", "cell2": "basic 18-35"}
DRAFT = "/office/proposals/1/"
SETTING = f"{DRAFT}add/setting/without_standing/"
STAY = {"to": "places stay", "sure": "yes"}
#: What a committee would write by hand for the same two changes.
FILE = """
title = "Two changes, as a file"
handbook = "ebu"

[[change]]
setting = "without_standing"
to = "places stay"

[[change]]
table = "share"
row = "18-35"
set = { words = "two fifths", share = "2/5" }
"""


@pytest.fixture(autouse=True)
def _home(settings: Settings, tmp_path: Path) -> None:
    settings.HOME = settings.SHARED = tmp_path


@pytest.fixture
def client(cast: Cast, log_in: LogIn) -> Client:
    union = cast.union
    with scope(federation=union.federation):
        submitted(union, night(pairs(union.players), begins=NIGHT + timedelta(days=1)), at=AT + timedelta(days=2))
    office = log_in(Role.OFFICE)
    office.post(NEW, FORTY | {"sure": "yes"})
    return office


def text(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200, answer
    return answer.content.decode()


def told(client: Client, address: str, given: dict[str, str]) -> str:
    return client.post(address, given, follow=True).content.decode()


def changes(client: Client) -> list[str]:
    listed = html.fromstring(text(client, DRAFT)).xpath("//ol[contains(@class, 'proposed')]/li")
    return [" ".join(each.text_content().split()) for each in listed]


def test_two_changes_of_a_draft_give_the_digest_of_their_file(client: Client, cast: Cast, tmp_path: Path) -> None:
    assert "The change is added." in told(client, SETTING, STAY)
    first, second = changes(client)
    assert "Row 18-35, share: 1/3 becomes 2/5. Row 18-35, words: one third becomes two fifths." in first
    assert "Our answer: places stay." in second
    client.post(DRAFT, {"first": "2026-05-01", "last": "2026-05-31"})
    worker.work(once=True)
    (card,) = tmp_path.glob("lab/*/proposals/1/*/run.json")
    (season,) = tmp_path.glob("lab/*/seasons/*")
    opened = Season(season)
    plan = run.plan(opened, FILE, tmp_path / "by-file")
    list(executors.here(plan, run.missing(plan, opened)))
    by_file = run.finish(plan, opened)
    on_pages = json.loads(card.read_text("utf-8"))
    assert on_pages["digest"] == by_file["digest"]
    assert any(month["changed"] for month in by_file["months"])
    assert on_pages["proposal"] != by_file["proposal"]
    with scope(federation=cast.union.federation):
        acts = list(Record.objects.filter(action__startswith="lab.").order_by("pk").values_list("action", flat=True))
    assert acts == ["lab.propose", "lab.change"]


def test_the_effect_is_that_of_all_changes_together(client: Client) -> None:
    # 8 pairs: by two fifths four places are paid (§ 4.1.2), and the last of them then gets 7 instead of 6 (§ 4.1.1).
    worth = f"{DRAFT}add/table/points_a_place/0/"
    cells = {
        each.get("name"): each.get("value", "")
        for each in html.fromstring(text(client, worth)).xpath("//main//input[starts-with(@name, 'cell')]")
    }
    tried = told(client, worth, cells | {"cell1": "7"})
    assert "All changes of the proposal together:" in tried
    assert "place 4: 0 local points before, 7 after." in tried
    assert "What is it called?" not in tried
    assert "place 4: 0 local points before, 6 after." in text(client, DRAFT)
    client.post(worth, cells | {"cell1": "7", "sure": "yes"})
    assert "place 4: 0 local points before, 7 after." in text(client, DRAFT)


def test_a_change_is_removed_and_without_any_no_season_is_worked_out(client: Client) -> None:
    client.post(SETTING, STAY)
    seen = {"seen": "1"}
    assert "The change is removed." in told(client, f"{DRAFT}remove/0/", seen)
    (left,) = changes(client)
    assert "Our answer: places stay." in left
    assert "changed while you were looking at it" in told(client, f"{DRAFT}remove/0/", seen)
    assert "has no such change" in told(client, f"{DRAFT}remove/7/", {})
    client.post(f"{DRAFT}remove/0/")
    assert changes(client) == []
    assert "The proposal has no changes." in text(client, DRAFT)
    asked = client.post(DRAFT, {"first": "2026-05-01", "last": "2026-05-31"})
    assert asked.status_code == 422
    assert "Add a change first." in asked.content.decode()


def test_a_draft_is_called_something_else_until_a_season_is_worked_out(client: Client) -> None:
    title = f"{DRAFT}title/"
    shown = html.fromstring(text(client, title))
    values = {each.get("name"): each.get("value") for each in shown.xpath("//main//input[@name]")}
    assert (values["title"], values["asked_by"], values["seen"]) == ("Forty", "Item 7", "0")
    missing = client.post(title, {"title": "", "seen": "0"})
    assert missing.status_code == 422
    assert "Enter what the proposal is called" in missing.content.decode()
    given = {"title": "Two fifths", "asked_by": "Item 8", "seen": "0"}
    assert "The title is changed." in told(client, title, given)
    page = text(client, DRAFT)
    assert "<h1>Two fifths" in page
    assert "asked_by = &quot;Item 8&quot;" in page
    assert len(changes(client)) == 1
    assert "Two fifths" in text(client, "/office/proposals/")
    assert "changed while you were looking at it" in told(client, title, given)
    client.post(DRAFT, {"first": "2026-05-01", "last": "2026-05-31"})
    assert title not in text(client, DRAFT)
    assert "so its changes stay as they are" in told(client, title, given | {"seen": ""})
    assert "<h1>Two fifths" in text(client, DRAFT)


def test_what_cannot_be_combined_is_refused_with_a_sentence(client: Client) -> None:
    page = text(client, f"{DRAFT}add/")
    assert "cannot be combined with other changes. Write a proposal of its own" in page
    assert "add/handbook/" not in page
    book = client.post(f"{DRAFT}add/handbook/wbu/", {})
    assert book.status_code == 422
    assert "Another handbook cannot be combined with other changes." in book.content.decode()
    again = client.post(f"{DRAFT}add/table/share/1/", FORTY | {"cell0": "1/2"})
    assert again.status_code == 422
    assert "“share” in the row 18-35 of share from the same day already" in again.content.decode()
    client.post(SETTING, STAY)
    assert "the setting “without_standing” already" in told(client, SETTING, {"to": "places stay"})
    assert len(changes(client)) == 2
    client.post("/office/proposals/new/handbook/wbu/", {"title": "As in Wales", "status0": "local", "sure": "yes"})
    assert "Welsh Bridge Union" in text(client, "/office/proposals/2/")
    others = text(client, "/office/proposals/2/add/")
    assert "It cannot be combined with other changes" in others
    assert "add/table/" not in others
    row = client.post("/office/proposals/2/add/table/share/1/", FORTY)
    assert "Another handbook cannot be combined with other changes." in row.content.decode()


def test_an_edition_takes_changes_of_its_rows_and_no_second_edition(client: Client) -> None:
    assert "The change is added." in told(client, f"{DRAFT}add/edition/2024/", {"sure": "yes"})
    assert "For every day of the season." in changes(client)[1]
    assert "add/edition/" not in text(client, f"{DRAFT}add/")
    assert "The whole handbook is changed 2 times." in told(client, f"{DRAFT}add/edition/2024/", {"sure": "yes"})


def test_a_row_may_change_on_two_days(client: Client) -> None:
    later = FORTY | {"cell0": "1/2", "begins": "2026-05-27", "sure": "yes"}
    assert "The change is added." in told(client, f"{DRAFT}add/table/share/1/", later)
    assert "From play on 27 May 2026." in changes(client)[1]


def test_whoever_looked_at_an_earlier_one_is_told_and_nothing_is_lost(client: Client, cast: Cast) -> None:
    with scope(federation=cast.union.federation):
        stale = shelf.proposal(cast.union.federation, 1)
        assert stale is not None
        client.post(SETTING, STAY | {"seen": "0"})
        late = client.post(f"{DRAFT}add/edition/2024/", {"seen": "0", "sure": "yes"})
        assert late.status_code == 422
        assert "changed while you were looking at it" in late.content.decode()
        asked = client.post(DRAFT, {"first": "2026-05-01", "last": "2026-05-31", "seen": "0"})
        assert asked.status_code == 422
        # Two at the very same moment: both have read the first card, and one card follows it.
        with pytest.raises(shelf.ChangedSince):
            shelf.revise(
                cast.union.federation, stale, stale.text, draft=True, actor=cast.union.second, at=AT + timedelta(days=9)
            )
    assert len(changes(client)) == 2


def test_once_a_season_is_asked_for_the_changes_stay(client: Client) -> None:
    client.post(DRAFT, {"first": "2026-05-01", "last": "2026-05-31"})
    page = text(client, DRAFT)
    assert "Row 18-35, share: 1/3 becomes 2/5." in page
    assert "Remove" not in page
    assert "Add a change" not in page
    for address, given in ((SETTING, STAY), (f"{DRAFT}remove/0/", {})):
        assert "its changes stay as they are" in told(client, address, given)


def test_a_proposal_of_an_earlier_release_is_no_draft(client: Client, cast: Cast) -> None:
    with scope(federation=cast.union.federation):
        card = shelf.folder(cast.union.federation) / "proposals" / "1" / "proposal.json"
    kept = json.loads(card.read_text("utf-8"))
    del kept["draft"]
    card.write_text(json.dumps(kept), encoding="utf-8")
    assert "Add a change" not in text(client, DRAFT)


@pytest.mark.parametrize(
    "address", ["9/add/", "9/add/table/share/", "9/add/table/share/1/", "9/add/setting/without_standing/"]
)
def test_nothing_is_added_to_a_proposal_that_is_not_there(client: Client, address: str) -> None:
    assert client.get(f"/office/proposals/{address}").status_code == 404
