"""Closing a month: rehearsed, put in the queue, looked at on the way, stopped without harm.

What a page puts in the queue is worked off here by hand, within the test's own transaction.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from overtrick.register.heads import publish, signing_key
from overtrick.register.heads.models import Log
from overtrick.register.ledger.models import Closing, Entry
from overtrick.register.ranks import close_month
from overtrick.register.ranks.models import Promotion
from overtrick.register.tasks import claims, worker
from overtrick.register.tasks.models import Task

if TYPE_CHECKING:
    from tests.web.office.conftest import Desk

APRIL = date(2026, 4, 1)
AT = datetime(2026, 6, 20, 9, tzinfo=UTC)


def _press(desk: Desk, written: str) -> str:
    """Press the button, let what it asked for be done, and look at the month."""
    desk.client.post(f"/office/months/{written}/close/")
    worker.work(once=True)
    return desk.client.get(f"/office/months/{written}/").content.decode()


@pytest.mark.duty("D45", "ebu")
def test_the_rehearsal_changes_nothing_and_the_close_does_what_it_said(desk: Desk) -> None:
    desk.client.post(f"/office/submissions/{desk.waiting.pk}/approve/")
    _press(desk, "2026-04")
    page = desk.client.get("/office/months/2026-05/").content.decode()
    assert "Rehearsal: nothing has been changed" in page
    assert Closing.objects.count() == 2
    page = _press(desk, "2026-05")
    assert "May 2026 is closed" in page
    assert Closing.objects.count() == 3
    assert not Entry.objects.filter(posting__closed__isnull=True).exists()
    shown = desk.client.get("/office/promotions/").content.decode()
    for promoted in Promotion.objects.select_related("player"):
        assert str(promoted.player) in shown


def test_a_month_whose_turn_it_is_not_stays_open_and_says_why(desk: Desk) -> None:
    page = _press(desk, "2026-05")
    assert "months are closed in order" in page
    assert Closing.objects.count() == 1


def test_a_close_that_runs_can_be_looked_at_and_is_not_begun_twice(desk: Desk) -> None:
    asked = desk.client.post("/office/months/2026-04/close/", follow=True)
    assert "It is waiting to start." in asked.content.decode()
    running = claims.claim(Task.objects.get().pk, worker.LEASE)
    assert running is not None
    address = f"/tasks/{running.pk}/"
    page = desk.client.get("/office/months/2026-04/", follow=True).content.decode()
    assert "Close April 2026" in page
    assert "Step 1 of 4, 0 %" in page
    assert '<meta http-equiv="refresh"' in page.split("<noscript>")[1]
    again = desk.second.post("/office/months/2026-04/close/")
    assert again.headers["Location"] == address
    assert Task.objects.count() == 1
    part = desk.client.get(address, headers={"HX-Request": "true"})
    assert "<html" not in part.content.decode()
    assert 'value="0"' in part.content.decode()
    worker.do(running, every=1.0)
    done = desk.client.get(address, headers={"HX-Request": "true"})
    assert done.headers["HX-Refresh"] == "true"
    assert "April 2026 is closed" in desk.client.get(address, follow=True).content.decode()
    assert Closing.objects.filter(month=APRIL).count() == 1


def test_a_close_that_failed_is_told_on_its_month_and_can_be_tried_again(desk: Desk) -> None:
    desk.client.post("/office/months/2026-04/close/")
    Task.objects.update(attempts=claims.MOST_ATTEMPTS)
    worker.work(once=True)
    page = desk.client.get("/office/months/2026-04/").content.decode()
    assert "It was stopped 5 times before it finished." in page
    assert "Close April 2026" in page
    assert not Closing.objects.filter(month=APRIL).exists()
    page = _press(desk, "2026-04")
    assert "April 2026 is closed" in page
    assert "stopped" not in page


def test_progress_goes_from_nothing_to_all_and_never_back(desk: Desk) -> None:
    told: list[tuple[int, int]] = []
    union = desk.cast.union
    close_month.close(union.federation, APRIL, union.clerk, AT, lambda done, of: told.append((done, of)))
    assert told[0] == (0, 100)
    assert told == sorted(told)
    assert {10, 70, 85} <= {done for done, _of in told}


def test_a_closed_month_has_a_signed_head(desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(signing_key.PLACE, str(tmp_path / "signing-key"))
    signing_key.make()
    page = " ".join(_press(desk, "2026-04").split())
    head = publish.last(Log.Kind.BOOK, desk.cast.union.federation)
    assert head is not None
    assert f"Signed head 1 of the book, {head.made_at:%-d %B %Y}: {head.size} rows, root " in page


def test_a_month_is_closed_even_where_there_is_no_key_to_sign_with(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(signing_key.PLACE, str(tmp_path / "nowhere"))
    page = _press(desk, "2026-04")
    assert "April 2026 is closed" in page
    assert "No head of the book has been signed since this month was closed." in page
    refused = Task.objects.get(name="heads.sign")
    assert (refused.state, "There is no signing key in" in refused.says) == (Task.State.REFUSED, True)


def test_what_came_after_a_close_is_listed_apart(desk: Desk) -> None:
    """The Friday pairs wait for approval when May is closed."""
    _press(desk, "2026-04")
    page = _press(desk, "2026-05")
    assert "1 event is not in this close" in page
    listed = desk.client.get("/office/months/2026-05/late/?as=csv").content.decode()
    assert "Friday pairs,Oakby,2026-05-12,2026-05-28,results," in listed
    assert "There are no such results." in desk.client.get("/office/months/2026-05/late/?of=late").content.decode()


def test_what_is_approved_before_the_close_goes_with_its_own_month_as_the_page_says(desk: Desk) -> None:
    _press(desk, "2026-04")
    month = "/office/months/2026-05/"
    before = desk.client.get(month)
    assert "if they are approved when it is closed" in " ".join(before.content.decode().split())
    desk.client.post(f"/office/submissions/{desk.waiting.pk}/approve/")
    after = desk.client.get(month)
    assert after.context["done"].submissions == before.context["done"].submissions + 1
    assert after.context["done"].unapproved == before.context["done"].unapproved - 1
