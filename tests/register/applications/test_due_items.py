"""The calendar says what waits in applications, for whom, and which papers fall due."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from overtrick.register.applications import outcomes
from overtrick.register.applications.outcomes import Answer
from overtrick.register.calendar.items import Asked, items
from overtrick.register.organisations.models import Organisation
from tests.register.applications.steps import FIRST, sent
from tests.register.season import AT, Union

pytestmark = pytest.mark.django_db
AFTER = datetime.combine(FIRST + timedelta(days=40), AT.timetz())


def _kinds(here: Union, whose: Organisation | None, at: datetime = AT) -> list[tuple[str, int]]:
    found = items(Asked(here.federation, whose, at), 30)
    return [(each.kind, each.things) for each in found if each.kind in ("Application", "Paper")]


def test_an_application_waits_for_the_county_then_for_the_office_and_comes_back_to_the_club(here: Union) -> None:
    made = sent(here)
    assert _kinds(here, here.county) == [("Application", 0)]
    assert _kinds(here, None) == []
    outcomes.support(made, supported=True, why="", actor=here.secretary, at=AT)
    assert _kinds(here, here.county) == []
    assert _kinds(here, None) == [("Application", 1)]
    outcomes.ask_back(made, Answer("Which hall?"), actor=here.clerk, at=AT)
    assert _kinds(here, None) == []
    assert _kinds(here, here.club) == [("Application", 0)]


def test_papers_are_due_to_the_club_and_counted_for_the_office_when_overdue(here: Union) -> None:
    outcomes.grant(sent(here), Answer("agreed", typed={"status": "district"}), actor=here.clerk, at=AT)
    assert _kinds(here, here.club) == []
    assert _kinds(here, here.club, AFTER) == [("Paper", 0)] * 3
    assert _kinds(here, None, AFTER) == [("Paper", 3)]
    assert _kinds(here, here.other, AFTER) == []
