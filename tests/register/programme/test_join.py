"""Which plan and licence an event is under: found when its file comes, shown, changed in one place, counted once."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from overtrick.engine.event import Event, Schedule
from overtrick.handbooks.abf.e2024.allotments import RED_SESSIONS
from overtrick.register.competitions import draft_store, event_facts, event_store, join, licence_check, plan_verdicts
from overtrick.register.competitions.join import Found
from overtrick.register.competitions.models import Submission
from overtrick.register.competitions.preview import quotas_left
from overtrick.register.competitions.read import receive
from overtrick.register.competitions.submission_findings import EVERYTHING, Unanswered
from overtrick.register.competitions.submit import submit, take_in
from overtrick.register.entitlements.models import Allotment
from overtrick.register.organisations import licences
from overtrick.register.organisations.licences import Grant
from overtrick.register.planning import attach, plan
from overtrick.register.planning.plan import PlanTold
from overtrick.register.programme import plans
from overtrick.register.programme.models import AttachedResult, PlannedEvent
from overtrick.register.programme.quota_year import quota_year
from tests.register.season import AT, NIGHT, Union, file_of, night, pairs, send, submitted

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
GAME = PlanTold("regular game", "Tuesday pairs", NIGHT, NIGHT, {})
RED = PlanTold("red session", "Red Night", NIGHT, NIGHT, {"regular time": "yes", "advertised outside": "no"})


def planned(here: Union, told: PlanTold, begins: date = NIGHT, ends: date | None = None, **said: str) -> PlannedEvent:
    told = told._replace(begins=begins, ends=ends or begins, answers={**told.answers, **said})
    return plan.plan(here.club, told, actor=here.scorer, at=AT)


def drafted(here: Union, event: Event) -> Submission:
    draft = send(here, event, at=AT + timedelta(days=9))
    assert draft.submission is not None, (draft.problems, draft.questions)
    return draft.submission


def played(here: Union, name: str = "Tuesday pairs", begins: date = NIGHT, status: str = "club") -> Event:
    return night(pairs(here.players), name=name, begins=begins, status=status)


def allotted(south: Union, figure: int) -> Allotment:
    return Allotment.objects.update_or_create(
        organisation=south.club, kind=RED_SESSIONS, year=2026, defaults={"figure": figure, "worked_out_at": AT}
    )[0]


def red_sessions(south: Union) -> tuple[int, int]:
    (found,) = (each for each in quotas_left(south.club, NIGHT) if each.allotment == RED_SESSIONS)
    return found.used, found.planned


@pytest.mark.parametrize(("begins", "last_day", "is_it"), [
    (NIGHT - DAY, None, False), (NIGHT, None, True), (NIGHT + 2 * DAY, None, True), (NIGHT + 3 * DAY, None, False),
    (NIGHT - 2 * DAY, NIGHT - DAY, False), (NIGHT - 2 * DAY, NIGHT, True), (NIGHT + 2 * DAY, NIGHT + 4 * DAY, True),
])  # fmt: skip
def test_a_plan_of_the_same_name_is_it_from_its_first_day_to_its_last(
    here: Union, begins: date, last_day: date | None, *, is_it: bool
) -> None:
    row = planned(here, GAME, NIGHT, NIGHT + 2 * DAY)
    joined = join.under(drafted(here, played(here, begins=begins)._replace(last_day=last_day)))
    assert (joined.plan, joined.found) == ((row, Found.NAME) if is_it else (None, Found.NOTHING))


def test_a_congress_is_not_the_red_night_that_is_planned_two_days_later(down_under: Union) -> None:
    south = down_under
    allotted(south, 8)
    planned(south, RED._replace(name="Regular Red Night"), NIGHT + 2 * DAY, sessions="1")
    event = played(south, "Congress", status="B5")._replace(facts=(("congress", "B4"),))
    joined = join.under(drafted(south, event))
    assert (joined.plan, joined.undecided) == (None, ())


@pytest.mark.parametrize("channel", ["page", "command"])
def test_results_count_once_with_their_plan_whatever_way_they_came(down_under: Union, channel: str) -> None:
    south = down_under
    allotted(south, 8)
    row = planned(south, RED, sessions="1")
    assert red_sessions(south) == (0, 1)
    event, said = played(south, "Red Night", status="B4c"), {EVERYTHING: "By letter"}
    if channel == "page":
        draft = drafted(south, event)
        worked = draft_store.stored(draft, AT)
        assert worked is not None
        assert worked.quota is not None
        assert worked.quota.working.says == "Yes: 1 of 8 in 2026 with this event"
        assert red_sessions(south) == (0, 1), "a draft counts nowhere"
        sent = submit(draft, south.scorer, AT, said=said).submission
    else:
        ((_draft, done),) = take_in(south.club, "red.yaml", file_of(event, "abf"), south.scorer, AT, said=said)
        assert done is not None
        sent = done.submission
    assert red_sessions(south) == (1, 0)
    joined = join.under(sent)
    assert (joined.plan, joined.found) == (row, Found.KEPT)
    assert AttachedResult.objects.get().attached_by is None
    assert list(plans.without_results(NIGHT + 9 * DAY, {south.club.pk})) == []
    assert list(plans.coming(south.club, NIGHT)) == []


def test_results_of_another_name_are_those_of_the_plan_of_that_day_that_uses_the_same_allotment(
    down_under: Union,
) -> None:
    south = down_under
    allotted(south, 8)
    row = planned(south, RED, sessions="1")
    planned(south, RED._replace(name="Next Red Night"), NIGHT + DAY, sessions="1")
    assert join.under(drafted(south, played(south, "Plain night", status="E"))).plan is None
    joined = join.under(drafted(south, played(south, status="B4c")))
    assert (joined.plan, joined.found) == (row, Found.QUOTA)
    submitted(south, played(south, status="B4c"), at=AT + timedelta(days=9))
    assert red_sessions(south) == (1, 1)
    assert join.under(drafted(south, played(south, "Second of the day", status="B4c"))).plan is None


def test_the_status_of_the_only_plan_of_that_day_is_suggested_and_never_taken(down_under: Union) -> None:
    south = down_under
    allotted(south, 8)
    planned(south, RED, sessions="1")
    without = file_of(played(south), "abf").replace(b'"status": "club"', b'"status": ""')
    (made,) = receive(south.club, "tuesday.yaml", without, south.scorer, AT)
    (asked,) = made.questions
    assert (made.submission, asked.word, asked.suggested, asked.because) == (None, "status", "B4c", "Red Night")
    (later,) = receive(south.club, "wednesday.yaml", without.replace(b"-12", b"-13"), south.scorer, AT)
    assert [(each.word, each.suggested) for each in later.questions] == [("status", "")]


def test_what_the_results_leave_open_is_told_by_the_plan(here: Union) -> None:
    blue = PlanTold("blue event", "Blue night", NIGHT, NIGHT, {"entry": "members", "sessions": "1"})
    planned(here, blue)
    draft = drafted(here, played(here, "Blue night", status=""))
    assert draft.event is not None
    event = event_store.event_of(draft.event)
    assert (event.fact("points"), event.status) == ("blue", "district")
    assert ["the programme", "facts", "points", "blue"] in draft.answers


def test_what_the_results_tell_in_another_way_than_the_plan_must_be_answered(here: Union) -> None:
    blue = PlanTold("blue event", "Blue night", NIGHT, NIGHT, {"entry": "members", "sessions": "1"})
    planned(here, blue)
    draft = drafted(here, played(here, "Blue night"))
    with pytest.raises(Unanswered, match="status: district on the programme, club in these results"):
        submit(draft, here.scorer, AT, said={"licence-missing": "By letter"})
    made = event_facts.change(draft, {"status": "district"}, "the form", here.scorer, AT)
    assert made.submission is not None
    assert submit(made.submission, here.scorer, AT, said={"licence-missing": "By letter"}).submission.pk


def test_two_plans_of_one_day_that_are_alike_have_one_event_each(here: Union) -> None:
    first, second = planned(here, GAME), planned(here, GAME)
    assert join.under(submitted(here, played(here)).submission).plan == first
    evening = played(here)._replace(stages=(played(here).stages[0]._replace(schedule=Schedule(26)),))
    draft = drafted(here, evening._replace(name="Tuesday pairs (evening)"))
    assert join.under(draft).plan == second


def test_of_two_plans_that_fit_somebody_has_to_choose(here: Union) -> None:
    morning = planned(here, GAME._replace(name="Spring"))
    planned(here, GAME._replace(name="Spring pairs"), NIGHT - DAY, NIGHT)
    draft = drafted(here, played(here, "Spring Pairs, morning"))
    assert (join.under(draft).plan, len(join.under(draft).undecided)) == (None, 2)
    with pytest.raises(Unanswered, match="several events that are planned for that day: Spring pairs, Spring"):
        submit(draft, here.scorer, AT)
    attach.attach(draft.competition, morning, actor=here.scorer, at=AT)
    done = submit(draft, here.scorer, AT).submission
    assert (join.under(done).plan, join.under(done).found) == (morning, Found.CHOSEN)


def test_what_somebody_chose_holds_whatever_else_would_fit(here: Union) -> None:
    planned(here, GAME)
    draft = drafted(here, played(here))
    attach.attach(draft.competition, None, actor=here.scorer, at=AT)
    done = submit(draft, here.scorer, AT).submission
    assert (join.under(done).plan, join.under(done).found) == (None, Found.CHOSEN)


@pytest.mark.postgres
def test_a_plan_that_is_moved_made_or_cancelled_meanwhile_counts_as_it_is_at_submission(down_under: Union) -> None:
    south = down_under
    allotted(south, 8)
    row = planned(south, RED, NIGHT + 2 * DAY, sessions="1")
    draft = drafted(south, played(south, "Red Night", status="B4c"))
    assert join.under(draft).plan is None
    told = RED._replace(answers={**RED.answers, "sessions": "1"})
    plan.change(row, told, 1, actor=south.scorer, at=AT)
    assert join.under(draft).plan == row
    plan.cancel(row, "No hall", 2, actor=south.scorer, at=AT)
    assert join.under(draft).plan is None
    again = planned(south, RED, sessions="1")
    assert submit(draft, south.scorer, AT, said={EVERYTHING: "By letter"}).submission.status != "draft"
    assert join.under(draft).plan == again
    assert red_sessions(south) == (1, 0)


def test_a_correction_finds_its_own_plan_again_and_leaves_it_when_it_is_of_another_day(here: Union) -> None:
    row = planned(here, GAME)
    submitted(here, played(here))
    other = night([*pairs(here.players)][::-1])
    assert join.under(submitted(here, other, replace=True).submission).plan == row
    assert join.under(submitted(here, played(here, begins=NIGHT + DAY)).submission).plan is None


def test_a_plan_that_is_refused_uses_nothing(down_under: Union) -> None:
    south = down_under
    allotted(south, 12)
    for week in range(3):
        planned(south, RED, NIGHT + 7 * week * DAY, sessions="4")
    assert red_sessions(south) == (0, 12)
    allotted(south, 4)
    assert red_sessions(south) == (0, 4)
    listed = plan_verdicts.listing(south.club, quota_year(south.club, NIGHT))
    verdicts = [each.verdict for each in listed if each.verdict is not None]
    assert [each.allowed.holds for each in verdicts] == [True, False, False]
    assert [each.takes is not None for each in verdicts] == [True, False, False]
    assert "0 left of 4" in str([each.says for each in verdicts[2].allowed.working.because])


def test_points_are_under_one_licence_the_one_that_was_granted_last(down_under: Union) -> None:
    south = down_under
    whole = Grant("RP-1", "red points", date(2026, 1, 1), date(2026, 12, 31), 10**6)
    first = licences.grant(south.club, whole, actor=south.secretary, at=AT)
    week = whole._replace(number="RP-2", begins=NIGHT, ends=NIGHT + 6 * DAY)
    second = licences.grant(south.club, week, actor=south.secretary, at=AT + timedelta(hours=1))
    for day in (NIGHT - DAY, NIGHT, NIGHT + 6 * DAY, NIGHT + 7 * DAY):
        submitted(south, played(south, f"Red {day}", day, "B4c"), at=AT + timedelta(days=9))
    begun = [[each.begins for each in licence_check.under(licence)] for licence in (first, second)]
    assert begun == [[NIGHT - DAY, NIGHT + 7 * DAY], [NIGHT, NIGHT + 6 * DAY]]
    assert licence_check.used(second) * 2 == licence_check.used(first) + licence_check.used(second)


def test_an_event_without_plan_or_licence_is_under_nothing(here: Union) -> None:
    joined = join.under(submitted(here, played(here)).submission)
    assert (joined.plan, joined.found, joined.undecided, list(joined.licences())) == (None, Found.NOTHING, (), [])
    assert not AttachedResult.objects.exists()
