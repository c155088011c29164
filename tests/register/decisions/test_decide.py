"""What people decide is kept with who, when, why and the clause, and never changed."""

from __future__ import annotations

import pytest
from django.db import IntegrityError

from overtrick.register.audit.models import Record
from overtrick.register.decisions import decide
from overtrick.register.decisions.decide import NoReason, Outcome
from overtrick.register.decisions.models import Decision
from tests.register.season import AT, Union

pytestmark = pytest.mark.django_db


def test_a_decision_is_kept_with_its_reason_and_clause_and_found_by_what_it_is_about(here: Union) -> None:
    made = decide.record(
        here.club, "A holiday", Outcome.NOTED, why=" It is one. ", clause="1.1.1", actor=here.clerk, at=AT
    )
    assert list(decide.about(here.club)) == [made]
    assert not decide.about(here.other).exists()
    assert (made.why, made.clause, made.by, made.at) == ("It is one.", "1.1.1", here.clerk, AT)
    assert Record.objects.get(action="decision.record").reason == "It is one."


@pytest.mark.parametrize(
    ("outcome", "needed"),
    [
        (Outcome.REFUSED, True),
        (Outcome.ASKED_BACK, True),
        (Outcome.NOT_SUPPORTED, True),
        (Outcome.REVOKED, True),
        (Outcome.GRANTED, False),
        (Outcome.NOTED, False),
    ],
)
def test_a_decision_against_somebody_needs_a_reason(here: Union, outcome: Outcome, needed: bool) -> None:
    if needed:
        with pytest.raises(NoReason):
            decide.record(here.club, "It", outcome, why=" ", actor=here.clerk, at=AT)
    else:
        decide.record(here.club, "It", outcome, actor=here.clerk, at=AT)
    assert Decision.objects.count() == (not needed)


@pytest.mark.parametrize(("length", "kept"), [(2000, True), (2001, False)])
def test_a_reason_is_bounded(here: Union, length: int, kept: bool) -> None:
    if kept:
        decide.record(here.club, "It", Outcome.REFUSED, why="x" * length, actor=here.clerk, at=AT)
    else:
        with pytest.raises(NoReason, match="too long"):
            decide.record(here.club, "It", Outcome.REFUSED, why="x" * length, actor=here.clerk, at=AT)


def test_no_decision_is_changed(here: Union) -> None:
    made = decide.record(here.club, "It", Outcome.NOTED, actor=here.clerk, at=AT)
    with pytest.raises(IntegrityError):
        Decision.objects.filter(pk=made.pk).update(outcome=Outcome.GRANTED)
