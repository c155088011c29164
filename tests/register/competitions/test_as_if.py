"""Points worked out by an edition that does not govern the event are shown, and never credited."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from overtrick.register.competitions.match import seated
from overtrick.register.competitions.models import Assessment, Submission
from overtrick.register.competitions.post import AsIf, keep
from overtrick.register.competitions.read import receive
from overtrick.register.competitions.work_out import work_out
from overtrick.register.ledger.models import Entry
from tests.register.season import AT, Union, night, pairs, send

pytestmark = pytest.mark.django_db

NEW_ZEALAND = Path(__file__).parents[3] / "samples" / "nz_scorer" / "mitchell.xml"


def test_an_event_from_before_the_oldest_edition_is_refused_with_what_can_be_done(here: Union) -> None:
    draft = send(here, night(pairs(here.players), begins=date(2019, 11, 12)))
    assert draft.submission is None
    (problem,) = draft.problems
    assert "governs play begun on 2019-11-12" in problem.found
    assert "cannot be credited" in problem.remedy
    assert "'Check a file'" in problem.remedy
    assert not Submission.objects.exists()


def test_a_file_of_another_federation_is_refused(here: Union) -> None:
    (draft,) = receive(here.club, "mitchell.xml", NEW_ZEALAND.read_bytes(), here.scorer, AT)
    assert draft.submission is None
    assert [problem.found for problem in draft.problems] == [
        "This is a file of another federation (New Zealand Bridge); only events of ours can be credited."
    ]
    assert not Submission.objects.exists()


def test_an_assessment_as_if_is_never_kept_and_nothing_is_posted(here: Union) -> None:
    event = night(pairs(here.players))
    submission = send(here, event).submission
    assert submission is not None
    before = Assessment.objects.count()
    worked = work_out(submission, seated(submission), AT)
    assert worked.assessment is not None
    worked.assessment.as_if = "As if played under the EBU handbook, April 2024: it began on 12 November 2019."
    with pytest.raises(AsIf, match=r"As if played under .* Nothing was credited\."):
        keep(worked, AT)
    assert Assessment.objects.count() == before
    assert not Entry.objects.exists()
