"""A proposal on the office's pages: chosen, tried on the last month, worked out by the queue, looked at; and why."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from django.test import Client

from overtrick.register.scoping import scope
from overtrick.register.tasks import worker
from overtrick.register.tasks.models import Task
from overtrick.web.lab import shelf
from tests.register.season import AT, NIGHT, night, pairs, submitted
from tests.web.cast import Cast, Role

if TYPE_CHECKING:
    from pytest_django import Settings

    from tests.web.conftest import LogIn

ROW = "/office/proposals/new/table/share/1/"
FORTY = {"title": "Top 40 %", "asked_by": "Item 7", "cell0": "2/5", "cell1": "two fifths", "cell2": "basic 18-35"}


@pytest.fixture(autouse=True)
def _home(settings: Settings, tmp_path: Path) -> None:
    settings.HOME = tmp_path


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
        assert "pip install &#x27;overtrick[lab]&#x27;" in text(client, address).replace("'", "&#x27;")


def test_a_proposal_is_tried_kept_worked_out_and_explained(client: Client, cast: Cast) -> None:
    tried = client.post(ROW, FORTY).content.decode()
    assert "events of 2026-05" in tried
    assert "would have other awards" in tried
    assert "Nothing in the book changes." in tried
    kept = client.post(ROW, FORTY | {"sure": "yes"}, follow=True).content.decode()
    assert "The proposal is kept." in kept
    assert "two fifths" in kept
    days = {"first": "2026-05-01", "last": "2026-05-31"}
    client.post("/office/proposals/1/", days)
    with scope(federation=cast.union.federation):
        task = Task.objects.get(name="lab.run")
    worker.work(once=True)
    shown = client.get(f"/tasks/{task.pk}/", follow=True)
    page = shown.content.decode()
    assert "Events worked out again:" in page
    address = shown.request["PATH_INFO"]
    assert client.get(f"{address}?of=club&as=csv").headers["Content-Type"].startswith("text/csv")
    player = cast.union.players[0].number
    assert "-1</a>" in text(client, f"{address}?player={player}")
    assert "Nobody with this number" in text(client, f"{address}?player=99999999")
    assert "Top 40 %" in text(client, "/office/proposals/")


def test_what_does_not_fit_the_handbook_comes_back_to_the_form(client: Client) -> None:
    answer = client.post(ROW, FORTY | {"cell0": "lots"})
    assert answer.status_code == 422
    assert "share" in answer.content.decode()
    assert client.post(ROW, FORTY | {"title": ""}).status_code == 422


@pytest.mark.parametrize(
    "address", ["new/table/none/", "new/table/share/99/", "new/setting/none/", "7/", "7/2026_x/2026-01-01/"]
)
def test_what_is_not_there_is_not_found(client: Client, address: str) -> None:
    assert client.get(f"/office/proposals/{address}").status_code == 404
