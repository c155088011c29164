"""The programme of an organisation: planned, changed, copied, cancelled; results attached to what was planned."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from overtrick.engine.days import Period
from overtrick.engine.event import Event, Schedule
from overtrick.handbooks.abf.e2024.allotments import RED_SESSIONS
from overtrick.register.audit.models import Record
from overtrick.register.competitions import plan_verdicts
from overtrick.register.competitions.models import Submission
from overtrick.register.competitions.preview import quotas_left
from overtrick.register.competitions.submission_findings import EVERYTHING
from overtrick.register.competitions.submit import QuotaUsedUp, submit
from overtrick.register.decisions import decide
from overtrick.register.entitlements.models import Allotment
from overtrick.register.planning import attach, plan
from overtrick.register.planning.plan import AlreadyPlayed, ChangedSince, NotComplete, NotPlanned, PlanTold
from overtrick.register.programme.models import AttachedResult, PlannedEvent
from tests.register.competitions.test_quota import ladder as ladder_results
from tests.register.season import AT, NIGHT, Union, night, pairs, send, submitted

pytestmark = pytest.mark.django_db
YEAR = Period(date(2026, 1, 1), date(2026, 12, 31))
ANSWERS = {"play": "pairs", "ranks": "pairs", "method": "points earned", "results": "6"}
LADDER = PlanTold("ladder", "Spring ladder", date(2026, 1, 6), date(2026, 4, 28), ANSWERS)


def ladder(here: Union, name: str = "Spring ladder", **told: str) -> PlannedEvent:
    return plan.plan(here.club, LADDER._replace(name=name, answers={**ANSWERS, **told}), actor=here.scorer, at=AT)


def test_a_club_s_scorer_plans_what_the_handbook_allows(here: Union) -> None:
    made = ladder(here)
    (listed,) = plan_verdicts.listing(here.club, YEAR)
    assert (listed.event, listed.verdict is not None and listed.verdict.allowed.holds) == (made, True)
    act = Record.objects.get(action="programme.plan")
    assert (act.user, act.after["name"]) == (here.scorer, "Spring ladder")


def test_the_third_ladder_of_a_year_is_refused_with_its_clause_and_one_of_a_series_is_not(here: Union) -> None:
    for name in ("Spring ladder", "Autumn ladder"):
        ladder(here, name, series="Tuesday" if name == "Autumn ladder" else "")
    with pytest.raises(NotPlanned) as refused:
        ladder(here, "Winter ladder")
    assert (refused.value.clause, refused.value.verdict.allowed.holds) == ("1.2.3", False)
    ladder(here, "Autumn ladder, section B", series="tuesday ")
    (quota,) = (each for each in quotas_left(here.club, NIGHT) if each.what == "Ladders")
    assert (quota.used, quota.planned, quota.left, quota.free) == (0, 2, 2, 0)
    later = LADDER._replace(begins=date(2027, 1, 5), ends=date(2027, 4, 27))
    plan.plan(here.club, later, actor=here.scorer, at=AT)


def test_the_office_lets_one_more_be_held_and_says_why(here: Union) -> None:
    for name in ("Spring ladder", "Autumn ladder"):
        ladder(here, name)
    with pytest.raises(NotPlanned):
        plan.plan(here.club, LADDER, because="we want it", actor=here.scorer, at=AT)
    made = plan.plan(here.club, LADDER, because="jubilee of the club", actor=here.clerk, at=AT)
    assert made.allowed_because == "jubilee of the club"
    (decided,) = decide.about(made)
    assert (decided.by, decided.outcome, decided.clause) == (here.clerk, "granted", "1.2.3")
    assert Record.objects.filter(action="programme.plan").latest("pk").reason == "jubilee of the club"


@pytest.mark.parametrize(
    ("told", "field"),
    [
        ({"kind": "tombola"}, "kind"),
        ({"name": " "}, "name"),
        ({"ends": LADDER.begins - timedelta(days=1)}, "ends"),
        ({"ends": LADDER.begins + timedelta(days=401)}, "ends"),
        ({"answers": {**ANSWERS, "series": "x" * 301}}, "series"),
        ({"answers": {**ANSWERS, "results": ""}}, "results"),
        ({"answers": {**ANSWERS, "weather": "fine"}}, "weather"),
    ],
)
def test_a_plan_that_is_not_complete_is_refused_field_by_field(
    here: Union, told: dict[str, object], field: str
) -> None:
    with pytest.raises(NotComplete) as refused:
        plan.plan(here.club, LADDER._replace(**told), actor=here.scorer, at=AT)  # type: ignore[arg-type]
    assert list(refused.value.wrong) == [field]
    assert not PlannedEvent.objects.exists()


@pytest.mark.postgres
def test_a_plan_is_changed_once_and_cancelled_and_then_takes_nothing(here: Union) -> None:
    made = ladder(here)
    changed = plan.change(made, LADDER._replace(name="Lent ladder"), 1, actor=here.scorer, at=AT)
    assert (changed.name, changed.revision) == ("Lent ladder", 2)
    with pytest.raises(ChangedSince):
        plan.change(made, LADDER, 1, actor=here.scorer, at=AT)
    plan.cancel(made, "the hall is closed", 2, actor=here.scorer, at=AT)
    (listed,) = plan_verdicts.listing(here.club, YEAR)
    assert (listed.event.state, listed.verdict) == ("cancelled", None)
    assert {each.planned for each in quotas_left(here.club, NIGHT)} == {0}


def test_last_year_s_programme_is_copied_to_the_same_weekday_and_again_changes_nothing(here: Union) -> None:
    ladder(here)
    made = plan.copy(here.club, YEAR, actor=here.scorer, at=AT).made
    assert [(each.begins, each.begins.weekday()) for each in made] == [(date(2027, 1, 5), LADDER.begins.weekday())]
    assert plan.copy(here.club, YEAR, actor=here.scorer, at=AT).made == []


def test_an_event_of_new_year_s_day_is_copied_into_the_next_year_and_once(here: Union) -> None:
    first = LADDER._replace(begins=YEAR.first, ends=YEAR.first)
    plan.plan(here.club, first, actor=here.scorer, at=AT)
    (made,) = plan.copy(here.club, YEAR, actor=here.scorer, at=AT).made
    assert made.begins == date(2027, 1, 7)
    assert plan.copy(here.club, YEAR, actor=here.scorer, at=AT) == ([], [])


def test_results_are_proposed_for_the_planned_event_of_their_name_and_day_and_belong_to_it_when_chosen(
    here: Union,
) -> None:
    told = PlanTold("regular game", "Tuesday pairs", NIGHT, NIGHT, {})
    far = told._replace(begins=NIGHT + timedelta(days=11), ends=NIGHT + timedelta(days=11))
    near = told._replace(name="Charity night", begins=NIGHT + timedelta(days=1), ends=NIGHT + timedelta(days=1))
    _far, beside, own = (plan.plan(here.club, each, actor=here.scorer, at=AT) for each in (far, near, told))
    sent = send(here, night(pairs(here.players))).submission
    assert sent is not None
    competition = sent.competition
    assert attach.proposed(competition, sent) == [own, beside]
    attach.attach(competition, own, actor=here.scorer, at=AT)
    submitted(here, night(pairs(here.players)))
    (listed,) = [each for each in plan_verdicts.listing(here.club, YEAR) if each.event == own]
    assert [each.competition for each in listed.results] == [competition]
    with pytest.raises(AlreadyPlayed):
        plan.cancel(own, "no hall", 1, actor=here.scorer, at=AT)
    attach.attach(competition, None, actor=here.scorer, at=AT)
    assert [each.planned for each in AttachedResult.objects.filter(competition=competition)] == [None]


def test_results_of_a_plan_that_is_cancelled_take_of_the_quota_as_what_they_are(here: Union) -> None:
    planned = ladder(here)
    draft = send(here, ladder_results(here, "Spring ladder")).submission
    assert draft is not None
    attach.attach(draft.competition, planned, actor=here.scorer, at=AT)
    plan.cancel(planned, "Nobody came", planned.revision, actor=here.scorer, at=AT)
    submit(draft, here.scorer, AT)
    (quota,) = (each for each in quotas_left(here.club, NIGHT) if each.what == "Ladders")
    assert (quota.used, quota.planned) == (1, 0)


def test_results_of_one_organisation_never_belong_to_the_plan_of_another(here: Union) -> None:
    told = PlanTold("regular game", "Tuesday pairs", NIGHT, NIGHT, {})
    theirs = plan.plan(here.other, told, actor=here.stranger, at=AT)
    sent = send(here, night(pairs(here.players))).submission
    assert sent is not None
    with pytest.raises(attach.NotItsResults):
        attach.attach(sent.competition, theirs, actor=here.scorer, at=AT)


MAJOR = PlanTold(
    "major championship", "Club pairs", NIGHT, NIGHT, {"play": "pairs", "boards": "36", "restricted": "no"}
)


def championship(here: Union, name: str, day: date = NIGHT) -> Event:
    event = night(pairs(here.players), name=name, begins=day)
    (stage,) = event.stages
    return event._replace(stages=(stage._replace(schedule=Schedule(36)),), major_championship=True)


def sent(here: Union, event: Event, row: PlannedEvent | None) -> Submission:
    draft = send(here, event).submission
    assert draft is not None
    attach.attach(draft.competition, row, actor=here.scorer, at=AT)
    return submit(draft, here.scorer, AT).submission


def test_a_second_championship_is_refused_at_submission_unless_the_office_let_it_be_planned(here: Union) -> None:
    first = plan.plan(here.club, MAJOR, actor=here.scorer, at=AT)
    sent(here, championship(here, "Club pairs"), first)
    (quota,) = (each for each in quotas_left(here.club, NIGHT) if each.what == "Major championships for pairs")
    assert (quota.used, quota.planned) == (1, 0)
    with pytest.raises(QuotaUsedUp):
        sent(here, championship(here, "Second pairs"), None)
    second = MAJOR._replace(name="Jubilee pairs")
    excepted = plan.plan(here.club, second, because="jubilee of the club", actor=here.clerk, at=AT)
    assert sent(here, championship(here, "Jubilee pairs"), excepted).status != Submission.Status.DRAFT


def test_results_that_contradict_an_exception_are_still_refused(here: Union) -> None:
    sent(here, championship(here, "Club pairs"), plan.plan(here.club, MAJOR, actor=here.scorer, at=AT))
    for name in ("One", "Two"):
        ladder(here, name)
    third = plan.plan(here.club, LADDER, because="jubilee of the club", actor=here.clerk, at=AT)
    with pytest.raises(QuotaUsedUp):
        sent(here, championship(here, "Spring ladder"), third)


def test_red_sessions_of_one_plan_are_counted_one_by_one(down_under: Union) -> None:
    south = down_under
    Allotment.objects.create(
        organisation=south.club, kind=RED_SESSIONS, year=2026, figure=2, facts={}, worked_out_at=AT
    )
    told = PlanTold(
        "red session", "Red Tuesday", NIGHT, NIGHT, {"sessions": "1", "regular time": "yes", "advertised outside": "no"}
    )
    planned = plan.plan(south.club, told, actor=south.scorer, at=AT)
    for day in range(2):
        draft = _red(south, NIGHT + timedelta(days=day))
        attach.attach(draft.competition, planned, actor=south.scorer, at=AT)
        submit(draft, south.scorer, AT, said={EVERYTHING: "By letter"})
    third = _red(south, NIGHT + timedelta(days=2))
    attach.attach(third.competition, planned, actor=south.scorer, at=AT)
    with pytest.raises(QuotaUsedUp, match=r"2\.6"):
        submit(third, south.scorer, AT, said={EVERYTHING: "By letter"})


def _red(south: Union, day: date) -> Submission:
    draft = send(
        south, night(pairs(south.players), begins=day, name=f"Red {day}", status="B4c"), at=AT + timedelta(days=9)
    )
    assert draft.submission is not None
    return draft.submission
