"""After a grant: conditions are declared, papers come in time or late, and the next application shows it."""

from __future__ import annotations

from datetime import date, datetime, timedelta

import pytest

from overtrick.register.applications import obligations, outcomes, tasks
from overtrick.register.applications.models import Application
from overtrick.register.applications.obligations import NotOwed
from overtrick.register.applications.outcomes import Answer
from overtrick.register.mail.models import Letter
from tests.register.applications.steps import FIRST, LICENCE, PDF, sent
from tests.register.season import AT, Union

pytestmark = pytest.mark.django_db
LATER = datetime.combine(FIRST + timedelta(days=60), AT.timetz())


def granted(here: Union, told: dict[str, str] | None = None) -> Application:
    answer = Answer("agreed", typed={"status": "district"})
    return outcomes.grant(sent(here, told), answer, actor=here.clerk, at=AT)


def test_fee_file_and_statement_fall_due_after_the_event(here: Union) -> None:
    owed = {each.owed.name: each.owed.due.day for each in obligations.debts(granted(here))}
    assert owed == {
        "licence fee": date(2026, 8, 31),
        "results file": date(2026, 8, 31),
        "event statement": date(2026, 9, 1),
    }


def test_a_charity_owes_its_accounts_in_three_months(here: Union) -> None:
    charity = {**LICENCE, "charity": "yes", "told_to_competitors": "yes"}
    made = sent(here, charity, papers=dict.fromkeys(("agreement", "remuneration", "donation"), PDF))
    made = outcomes.grant(made, Answer("agreed", typed={"status": "district"}), actor=here.clerk, at=AT)
    assert {each.owed.name: each.owed.due.day for each in obligations.debts(made)}["charity accounts"] == date(
        2026, 11, 1
    )


def test_what_is_overdue_is_listed_until_it_comes_and_late_papers_show_in_the_next_application(here: Union) -> None:
    made = granted(here)
    due = date(2026, 8, 31)
    assert obligations.overdue(due) == []
    assert [each.owed.name for each in obligations.overdue(due + timedelta(days=1))] == ["licence fee", "results file"]
    assert len(obligations.overdue(LATER.date(), here.club)) == 3
    assert obligations.overdue(LATER.date(), here.other) == []
    obligations.hand_in(made, ["licence fee"], due, actor=here.clerk, at=LATER)
    obligations.hand_in(made, ["results file"], due + timedelta(days=1), actor=here.clerk, at=LATER)
    again = sent(here)
    Application.objects.filter(pk=again.pk).update(sent_at=LATER)
    again.refresh_from_db()
    assert [(each.owed.name, each.late) for each in obligations.late_before(again)] == [
        ("results file", True),
        ("event statement", False),
    ]


def test_only_what_is_owed_is_ticked_off(here: Union) -> None:
    made = granted(here)
    for papers in ([], ["a poem"]):
        with pytest.raises(NotOwed):
            obligations.hand_in(made, papers, FIRST, actor=here.clerk, at=LATER)
    with pytest.raises(NotOwed, match="to come"):
        obligations.hand_in(made, ["licence fee"], LATER.date() + timedelta(days=1), actor=here.clerk, at=LATER)
    obligations.hand_in(made, ["licence fee"], LATER.date(), actor=here.clerk, at=LATER)
    with pytest.raises(NotOwed):
        obligations.hand_in(made, ["licence fee"], LATER.date(), actor=here.clerk, at=LATER)


def test_the_holder_declares_which_conditions_are_kept(here: Union) -> None:
    made = granted(here)
    found = obligations.kept(made)
    assert found is not None
    assert found.holds is None
    asked = {each.name for each in obligations.conditions(made)}
    assert "licence_told" in asked
    assert "sponsor_told" not in asked
    told = {"appeals": "yes", "best_prize": "250.01", "tables_in_play": "four"}
    assert set(obligations.declare(made, told, actor=here.scorer, at=AT)) == {"tables_in_play"}
    found = obligations.kept(made)
    assert found is not None
    assert [each.clause for each in found.failed] == ["1.7.9"]
    obligations.declare(made, {"best_prize": "250"}, actor=here.scorer, at=AT)
    found = obligations.kept(made)
    assert found is not None
    assert found.failed == ()


@pytest.mark.parametrize(("told_on", "holds"), [("2026-07-18", True), ("2026-07-19", False)])
def test_few_tables_need_two_weeks_notice(here: Union, told_on: str, holds: bool) -> None:
    made = granted(here)
    told = {"tables_in_play": "4", "told_of_few_tables": told_on, "all_want_to_play": "yes"}
    obligations.declare(made, told, actor=here.scorer, at=AT)
    found = obligations.kept(made)
    assert found is not None
    assert [each.holds for each in found.conditions if each.working.clause == "1.7.13"] == [holds]


def test_nothing_is_owed_before_a_grant(here: Union) -> None:
    made = sent(here)
    assert obligations.debts(made) == []
    with pytest.raises(NotOwed):
        obligations.declare(made, {}, actor=here.scorer, at=AT)


def test_a_reminder_is_sent_a_week_before_and_once_more_when_it_is_overdue(here: Union) -> None:
    here.scorer.email = "scorer@example.org"
    here.scorer.save()
    granted(here)
    Letter.objects.all().delete()
    week_before = datetime.combine(date(2026, 8, 24), AT.timetz())
    assert tasks.remind_all(week_before - timedelta(days=1)) == 0
    assert tasks.remind_all(week_before) == 2
    assert tasks.remind_all(week_before) == 0
    assert tasks.remind_all(datetime.combine(date(2026, 9, 1), AT.timetz())) == 3  # two overdue, the statement due
    assert "licence fee" in Letter.objects.order_by("pk")[0].subject
