"""The office sees what in the book is against the handbook, by club, and says why a finding is right."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from django.urls import reverse

from overtrick.register.book_check.check import check_organisation, findings
from overtrick.register.organisations import affiliation
from overtrick.register.tasks.models import Task
from tests.register import office
from tests.web.cast import Cast, Role
from tests.web.pages import as_read

if TYPE_CHECKING:
    from tests.web.conftest import LogIn


def test_findings_are_listed_by_club_answered_and_then_listed_apart(cast: Cast, log_in: LogIn) -> None:
    clerk, club = log_in(Role.OFFICE), cast.union.club
    page = reverse("office-findings")
    assert "Nothing in the book is against the handbook" in clerk.get(page).content.decode()
    affiliation.end(club, date(2026, 5, 25), actor=None, at=office.AT)
    check_organisation(club, date(2026, 6, 1))
    (one,) = findings(answered=False)
    shown = clerk.get(page).content.decode()
    assert "Oakby is not affiliated on the day of play" in as_read(shown)
    assert reverse("clause", args=["ebu", "1.1"]) in shown
    assert reverse("office-submission", args=[one.submission_id]) in shown
    assert "Oakby,Tuesday pairs,2026-05-26" in clerk.get(page, {"as": "csv"}).content.decode()
    clerk.post(reverse("office-finding", args=[one.pk]), {"reason": "They had paid", "sure": "yes"})
    assert "Nothing in the book is against the handbook" in clerk.get(page).content.decode()
    answered = as_read(clerk.get(page, {"answered": "yes"}).content.decode())
    assert "They had paid" in answered


def test_the_book_is_checked_on_request_as_a_task(cast: Cast, log_in: LogIn) -> None:
    sent = log_in(Role.OFFICE).post(reverse("office-findings"))
    row = Task.objects.get(name="book.check")
    assert sent.url == reverse("task", args=[row.pk])  # type: ignore[attr-defined]
    assert row.by == cast.users[Role.OFFICE]
