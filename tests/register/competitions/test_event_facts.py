"""What kind of event it was, changed after it was submitted, and changed back."""

from __future__ import annotations

import pytest

from overtrick.register.competitions import event_facts, event_store
from overtrick.register.competitions.models import Submission
from overtrick.register.competitions.submit import submit
from overtrick.register.organisations import licences
from overtrick.register.organisations.licences import Grant
from tests.register import office
from tests.register.season import AT, Union, balance, night, pairs, submitted

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
Status = Submission.Status


@pytest.fixture(autouse=True)
def _licensed(here: Union) -> None:
    """Let the club run events above its own status."""
    licences.grant(here.club, Grant("L-1", "open event", office.NEW_YEAR), actor=here.clerk, at=AT)


def changed(here: Union, submission: Submission, status: str) -> Submission:
    """Change the status of what counts, and give the draft that came of it."""
    made = event_facts.change(submission, {"status": status}, "the page", here.scorer, AT)
    assert made.before is None
    assert made.submission is not None
    assert made.submission.event is not None
    assert event_store.event_of(made.submission.event).status == status
    return made.submission


def test_an_event_becomes_again_what_it_was_as_often_as_somebody_changes_it_back(here: Union) -> None:
    counting = submitted(here, night(pairs(here.players), status="county")).submission
    as_county = balance(here.players[0])
    worth = {"county": as_county}
    for status in ("club", "county", "club", "county"):
        counting = submit(changed(here, counting, status), here.scorer, AT, replace=True).submission
        assert balance(here.players[0]) == worth.setdefault(status, balance(here.players[0]))
    assert worth["club"] != worth["county"]
    versions = counting.competition.submissions.order_by("version").values_list("status", flat=True)
    assert list(versions) == [Status.REPLACED] * 4 + [Status.APPROVED]


def test_what_comes_again_takes_the_place_of_a_draft(here: Union) -> None:
    first = submitted(here, night(pairs(here.players), status="county")).submission
    second = submit(changed(here, first, "club"), here.scorer, AT, replace=True).submission
    draft = changed(here, second, "district")
    again = changed(here, draft, "county")
    assert list(first.competition.submissions.filter(status=Status.DRAFT)) == [again]
    assert balance(here.players[0]) > 0
