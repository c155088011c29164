"""Closing a month: rehearsed, run beside the pages, looked at on the way, stopped without harm.

What a page starts is worked off here by hand, within the test's own transaction; the browser's tests have the thread.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from overtrick.register.ledger.models import Closing, Entry
from overtrick.register.ranks import close_month
from overtrick.register.ranks.models import Promotion
from overtrick.web.office import closing
from tests.web.pages import as_read

if TYPE_CHECKING:
    from pytest_django import DjangoCaptureOnCommitCallbacks as Capture

    from overtrick.web.office.closing import Worker
    from tests.web.office.conftest import Desk

APRIL = date(2026, 4, 1)
AT = datetime(2026, 6, 20, 9, tzinfo=UTC)


def _press(desk: Desk, written: str, capture: Capture) -> str:
    """Press the button, let what it started be done, and look at the month."""
    with capture() as started:
        desk.client.post(f"/office/months/{written}/close/")
    for start in started:
        start.__self__.work()  # type: ignore[attr-defined]
    return desk.client.get(f"/office/months/{written}/").content.decode()


def _begun(desk: Desk) -> Worker:
    union = desk.cast.union
    begun = closing.worker(union.federation, APRIL, union.clerk, AT)
    assert begun is not None
    assert begun.begin()
    return begun


def test_the_rehearsal_changes_nothing_and_the_close_does_what_it_said(
    desk: Desk, django_capture_on_commit_callbacks: Capture
) -> None:
    desk.client.post(f"/office/submissions/{desk.waiting.pk}/approve/")
    _press(desk, "2026-04", django_capture_on_commit_callbacks)
    page = desk.client.get("/office/months/2026-05/").content.decode()
    assert "Rehearsal: nothing has been changed" in page
    assert Closing.objects.count() == 2
    page = _press(desk, "2026-05", django_capture_on_commit_callbacks)
    assert "May 2026 is closed" in page
    assert Closing.objects.count() == 3
    assert not Entry.objects.filter(posting__closed__isnull=True).exists()
    shown = desk.client.get("/office/promotions/").content.decode()
    for promoted in Promotion.objects.select_related("player"):
        assert str(promoted.player) in shown


def test_a_month_whose_turn_it_is_not_stays_open_and_says_why(
    desk: Desk, django_capture_on_commit_callbacks: Capture
) -> None:
    page = _press(desk, "2026-05", django_capture_on_commit_callbacks)
    assert "months are closed in order" in page
    assert Closing.objects.count() == 1


def test_a_close_that_runs_can_be_looked_at_and_is_not_begun_twice(
    desk: Desk, django_capture_on_commit_callbacks: Capture
) -> None:
    running = _begun(desk)
    page = as_read(desk.client.get("/office/months/2026-04/").content.decode())
    assert "April 2026 is being closed" in page
    assert "Step 1 of 4, 0 %" in page
    assert '<noscript><meta http-equiv="refresh"' in page
    with django_capture_on_commit_callbacks() as started:
        again = desk.second.post("/office/months/2026-04/close/", follow=True).content.decode()
    assert started == []
    assert "April 2026 is being closed already." in again
    late = closing.Worker(desk.cast.union.federation, APRIL, desk.cast.union.second, AT)
    late.work()  # pressed in the same moment: somebody else was quicker
    assert not Closing.objects.filter(month=APRIL).exists()
    part = desk.client.get("/office/months/2026-04/", headers={"HX-Request": "true"})
    assert "<html" not in part.content.decode()
    assert 'value="0"' in part.content.decode()
    running.work()
    done = desk.client.get("/office/months/2026-04/", headers={"HX-Request": "true"})
    assert done.headers["HX-Refresh"] == "true"
    assert "April 2026 is closed" in desk.client.get("/office/months/2026-04/").content.decode()
    assert Closing.objects.filter(month=APRIL).count() == 1


def test_a_run_that_died_with_its_machine_has_changed_nothing_and_can_be_begun_again(
    desk: Desk, django_capture_on_commit_callbacks: Capture
) -> None:
    held = _begun(desk).lock
    assert held is not None
    held.close()  # as the system does with what a dead process held
    page = desk.client.get("/office/months/2026-04/").content.decode()
    assert "The last close was stopped before its end." in page
    assert "Close April 2026" in page
    assert not Closing.objects.filter(month=APRIL).exists()
    page = _press(desk, "2026-04", django_capture_on_commit_callbacks)
    assert "April 2026 is closed" in page
    assert "stopped" not in page


def test_progress_goes_from_nothing_to_all_and_never_back(desk: Desk) -> None:
    told: list[tuple[int, int]] = []
    union = desk.cast.union
    close_month.close(union.federation, APRIL, union.clerk, AT, lambda done, of: told.append((done, of)))
    assert told[0] == (0, 100)
    assert told == sorted(told)
    assert {10, 70, 85} <= {done for done, _of in told}
