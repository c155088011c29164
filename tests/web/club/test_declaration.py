"""Whoever submits declares that the event was played by the rules, where the handbook asks it; the audit keeps it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from overtrick.handbooks import edition as editions
from overtrick.handbooks import submission as rules
from overtrick.register.audit.models import Record
from overtrick.register.competitions.models import Submission
from tests.register.season import night, pairs, send
from tests.web.cast import LATE_IN_MAY, Cast, Role

if TYPE_CHECKING:
    from tests.web.conftest import LogIn


@pytest.mark.clause("ebu", "1.2")
def test_an_event_is_submitted_with_a_declaration_and_not_without(cast: Cast, log_in: LogIn) -> None:
    draft = send(cast.union, night(pairs(cast.union.players), name="Declared pairs"), at=LATE_IN_MAY).submission
    assert draft is not None
    scorer = log_in(Role.SCORER)
    address = f"/club/{cast.union.club.pk}/submissions/{draft.pk}/preview/"
    page = scorer.get(address).content.decode()
    assert "I declare that this event was played by the rules" in page
    assert "played under the Laws of duplicate bridge" in page
    refused = scorer.post(address, {"declares": "yes"})
    assert refused.status_code == 422
    assert "You have not declared" in refused.content.decode()
    assert Submission.objects.get(pk=draft.pk).status == Submission.Status.DRAFT
    assert scorer.post(address, {"declares": "yes", "declared": "yes"}).status_code == 302
    kept = Record.objects.filter(action="submission.submit").latest("pk")
    assert kept.after is not None
    assert "(1.2)" in kept.after["declared"]


@pytest.mark.clause("scba", "3.2.1")
def test_handbooks_ask_for_it_or_do_not() -> None:
    asked = {name: rules.of(editions.get(name).latest).declaration() for name in ("ebu", "scba", "sbu")}
    assert asked["sbu"] is None
    assert asked["ebu"] is not None
    assert asked["scba"] is not None
    assert [each.working.clause for each in asked["scba"].conditions] == ["3.2.1", "3.2.1"]
