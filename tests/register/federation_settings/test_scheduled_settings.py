"""Ways that change from a day on: the day before, the day, and what was decided in between."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta

import pytest

from overtrick.register.audit import trail
from overtrick.register.competitions import what_if
from overtrick.register.competitions.assess import settings_for
from overtrick.register.competitions.models import Submission
from overtrick.register.federation_settings import scheduled_settings, setup
from overtrick.register.federation_settings.scheduled_settings import SettingsChange
from overtrick.register.federations import handbook
from overtrick.register.federations.models import Federation
from overtrick.register.ranks import close_month
from tests.register.season import Union, night, pairs, send, submitted

pytestmark = pytest.mark.django_db
AT = datetime(2026, 11, 16, 9, tzinfo=UTC)
TODAY, NEW_YEAR = AT.date(), date(2027, 1, 1)
EVE = NEW_YEAR - timedelta(days=1)
PARENT = Federation.Approval.PARENT


def plan(here: Union, change: SettingsChange, begins: date = NEW_YEAR) -> Federation:
    """Let the office decide something today."""
    return scheduled_settings.plan(here.federation, change, begins, actor=here.clerk, at=AT, reason="the council")


def test_a_setting_holds_for_play_from_its_day_on(here: Union) -> None:
    changed = plan(here, SettingsChange(settings={"quota_year": "from April"}))
    edition = handbook.edition_on(changed, NEW_YEAR)
    assert settings_for(changed, edition, EVE) == {}
    assert settings_for(changed, edition, NEW_YEAR) == {"quota_year": "from April"}
    assert handbook.book_on(changed, EVE).setting("quota_year") != "from April"
    assert handbook.book_on(changed, NEW_YEAR).setting("quota_year") == "from April"
    back = scheduled_settings.plan(
        changed,
        SettingsChange(settings={"quota_year": None}),
        date(2028, 1, 1),
        actor=here.clerk,
        at=AT,
        reason="tried",
    )
    assert settings_for(back, edition, date(2027, 12, 31)) == {"quota_year": "from April"}
    assert settings_for(back, edition, date(2028, 1, 1)) == {}


def test_deadlines_and_approval_hold_from_their_day_on(here: Union) -> None:
    changed = plan(here, SettingsChange(results_due_days=7, closes_after_days=20, approval=PARENT))
    before, after = changed.ways(EVE), changed.ways(NEW_YEAR)
    assert (before.results_due_days, before.closes_after_days, before.approval) == (30, 10, "nobody")
    assert (after.results_due_days, after.closes_after_days, after.approval) == (7, 20, "parent")
    assert close_month.opens(changed, date(2026, 12, 1)) == date(2027, 1, 10)
    assert close_month.opens(changed, date(2027, 1, 1)) == date(2027, 2, 20)


def test_what_is_submitted_from_that_day_on_waits_for_approval(here: Union) -> None:
    plan(here, SettingsChange(approval=PARENT), TODAY + timedelta(days=1))
    ranked = pairs(here.players)
    first = submitted(here, night(ranked, begins=TODAY), at=AT).submission
    assert first.status == Submission.Status.APPROVED
    later = submitted(here, night(ranked, begins=TODAY, name="Friday"), at=AT + timedelta(days=1)).submission
    assert later.status == Submission.Status.SUBMITTED


def test_a_change_in_between_leaves_what_comes_after_it(here: Union) -> None:
    plan(here, SettingsChange(results_due_days=7))
    changed = plan(here, SettingsChange(closes_after_days=20), TODAY)
    assert changed.ways(TODAY)[1:3] == (30, 20)
    assert changed.ways(NEW_YEAR)[1:3] == (7, 20)


def test_a_day_that_has_passed_an_unknown_setting_and_no_change_are_refused(here: Union) -> None:
    with pytest.raises(scheduled_settings.TooLate, match="2026-11-15 is in the past"):
        plan(here, SettingsChange(results_due_days=7), TODAY - timedelta(days=1))
    with pytest.raises(setup.Unfit):
        plan(here, SettingsChange(settings={"moon": "full"}))
    with pytest.raises(scheduled_settings.NoChange):
        plan(here, SettingsChange(results_due_days=30, settings={"quota_year": None}))
    assert Federation.objects.get(pk=here.federation.pk).later == []


@pytest.mark.postgres
def test_what_is_still_to_come_can_be_withdrawn_and_the_audit_has_both(here: Union) -> None:
    plan(here, SettingsChange(results_due_days=7), TODAY)
    changed = plan(here, SettingsChange(results_due_days=5))
    past, to_come = sorted(scheduled_settings.planned(changed), key=lambda each: each.begins)
    assert (to_come.begins, to_come.reason, to_come.changes) == (NEW_YEAR, "the council", {"results_due_days": 5})
    with pytest.raises(scheduled_settings.NotPlanned):
        scheduled_settings.withdraw(changed, past.number, actor=here.clerk, at=AT, reason="no")
    left = scheduled_settings.withdraw(changed, to_come.number, actor=here.clerk, at=AT, reason="changed our mind")
    assert left.ways(NEW_YEAR).results_due_days == 7
    acts = [each.action for each in trail.about(left)[:3]]
    assert acts == ["federation.withdraw", "federation.plan", "federation.plan"]


def test_foresight_counts_the_awards_that_would_differ_and_keeps_nothing(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    kept = Submission.objects.count()
    edition = handbook.edition_on(here.federation, TODAY)
    touched = {}
    for setting in edition.settings.values():
        for choice in setting.choices:
            seen = what_if.of_setting(here.federation, {setting.name: choice})
            assert seen.looked_at == 1
            touched[setting.name, choice] = sum(each.awards for each in seen.touched)
    assert all(not touched[each.name, each.default] for each in edition.settings.values())
    assert Submission.objects.count() == kept
    assert send(here, night(pairs(here.players))).before is not None
