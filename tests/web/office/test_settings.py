"""Settings from a day on: asked, foreseen, kept, listed, withdrawn."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import pytest

from overtrick.register.federations.models import Federation
from overtrick.web import access

if TYPE_CHECKING:
    from django.test import Client

    from tests.web.office.conftest import Desk

COUNCIL = "Council of 12 June"
MATCH = "/office/settings/match_factor_on/"


@pytest.fixture(autouse=True)
def _in_june(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "now", lambda: datetime(2026, 6, 20, 9, tzinfo=UTC))


def _sure(client: Client, address: str, **answers: str) -> tuple[str, str]:
    """Give the page that foresees, and the one after it."""
    foreseen = client.post(address, answers).content.decode()
    return foreseen, client.post(address, answers | {"sure": "yes"}, follow=True).content.decode()


def _federation(desk: Desk) -> Federation:
    return Federation.objects.get(pk=desk.cast.union.federation.pk)


def test_a_question_is_answered_otherwise_from_today_with_who_and_why(desk: Desk) -> None:
    foreseen, done = _sure(desk.client, MATCH, chosen="printed", begins="2026-06-20", reason=COUNCIL)
    assert "everything played from 20 June 2026" in foreseen
    assert "events would have had different awards" in foreseen
    assert "20 June 2026, north-clerk" in done
    assert COUNCIL in done
    ways = _federation(desk)
    assert ways.ways(date(2026, 6, 19)).settings == {}
    assert ways.ways(date(2026, 6, 20)).settings == {"match_factor_on": "printed"}


def test_a_change_for_next_year_waits_and_is_withdrawn(desk: Desk) -> None:
    _foreseen, done = _sure(desk.client, MATCH, chosen="printed", begins="2027-01-01", reason=COUNCIL)
    assert "From 1 January 2027" in done
    assert "starts later" in done
    assert "north-clerk" in done
    _foreseen, left = _sure(desk.client, "/office/settings/withdraw/1/", reason="Never mind")
    assert "The change is withdrawn." in left
    assert _federation(desk).later == []


def test_a_day_that_has_passed_is_refused_before_anything_is_shown(desk: Desk) -> None:
    answers = {"chosen": "printed", "begins": "2026-06-19", "reason": COUNCIL}
    answer = desk.client.post(MATCH, answers)
    assert answer.status_code == 422
    assert "19 June 2026 has passed" in answer.content.decode()


def test_who_approves_and_the_days_are_changed_from_a_day_on(desk: Desk) -> None:
    answers = {
        "approval": "nobody",
        "due": "21",
        "closes": "7",
        "governs": "last day",
        "second_factor": "nobody",
        "begins": "2026-07-01",
        "reason": COUNCIL,
    }
    foreseen, _done = _sure(desk.client, "/office/settings/ways/", **answers)
    assert "Results submitted from 1 July 2026 are approved in the new way." in foreseen
    assert "Months that end on 1 July 2026 or later" in foreseen
    assert _federation(desk).ways(date(2026, 6, 30))[1:] == (30, 10, "office", "first day", "nobody")
    assert _federation(desk).ways(date(2026, 7, 1))[1:] == (21, 7, "nobody", "last day", "nobody")
