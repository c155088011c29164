"""What the pages of a club ask of the register: look without changing, say who nobody is, find what is missing."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from overtrick.engine.assessment import Assessment, Award, Refusal
from overtrick.engine.event import Player
from overtrick.engine.working import walk
from overtrick.formats.answers import typed
from overtrick.handbooks import edition as editions
from overtrick.handbooks import worth
from overtrick.register.audit.models import Record
from overtrick.register.competitions import objections
from overtrick.register.competitions.draft_store import of_upload, stored, up_to_date, work_again
from overtrick.register.competitions.match import leave_open, say_no_member, seated
from overtrick.register.competitions.missing_sessions import Missing, missing
from overtrick.register.competitions.models import Competition, HeldCredit, Seat, Submission, Upload
from overtrick.register.competitions.preview import preview, quotas_left
from overtrick.register.competitions.read import receive, reread
from overtrick.register.competitions.submit import Changed, NotSetApart, set_apart, submit
from overtrick.register.competitions.work_out import with_outlook, work_out
from overtrick.register.organisations.permissions import Action, actions, may_decide_below
from overtrick.register.organisations.require import NotAllowed
from overtrick.register.people.models import Standing
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.season import AT, NIGHT, Union, balance, file_of, night, pairs, send, submitted

pytestmark = pytest.mark.django_db


def test_what_came_of_a_file_is_kept_and_looking_at_it_changes_nothing(here: Union) -> None:
    draft = send(here, night(pairs(here.players)))
    counts = (Submission.objects.count(), Competition.objects.count(), Record.objects.count())
    (again,) = of_upload(draft.upload)
    assert again.submission == draft.submission
    assert (again.problems, again.questions, again.notes) == (draft.problems or [], [], list(draft.notes))
    assert (Submission.objects.count(), Competition.objects.count(), Record.objects.count()) == counts


def test_a_status_that_the_handbook_needs_and_nobody_said_is_asked_with_its_words(here: Union) -> None:
    draft = send(here, night(pairs(here.players), status=""))
    assert draft.submission is None
    assert draft.problems == []
    (question,) = draft.questions
    assert (question.word, question.choices[0]) == ("status", "club")
    (answered,) = reread(draft.upload, typed([("the form", "status", "club")]), here.scorer, AT)
    assert answered.submission is not None
    submit(answered.submission, here.scorer, AT)
    content = file_of(night(pairs(here.players), status=""))
    (again,) = receive(here.club, "again.yaml", content, here.scorer, AT)
    assert again.before == answered.submission


def test_the_levels_of_a_handbook_are_those_an_organiser_may_choose() -> None:
    assert worth.levels(editions.get("ebu").latest) == ("club", "district", "county", "regional", "national")
    assert "B4c" in worth.levels(editions.get("abf").latest)


def test_points_of_who_is_not_a_member_are_nobodys_and_those_of_whom_nobody_knows_wait(here: Union) -> None:
    ranked = pairs(here.players)
    ranked[0] = (Player("Zeb Quill"), Player("Nim Tor"))
    draft = send(here, night(ranked)).submission
    assert draft is not None
    zeb, nim = draft.seats.filter(match=Seat.Match.UNKNOWN).order_by("pk")
    with pytest.raises(NotAllowed):
        say_no_member(zeb, here.stranger, AT)
    say_no_member(zeb, here.scorer, AT)
    leave_open(nim, here.scorer, AT)
    submit(draft, here.scorer, AT)
    assert [(each.name, bool(each.dropped)) for each in HeldCredit.objects.order_by("pk")] == [
        ("Zeb Quill", True), ("Nim Tor", False),
    ]  # fmt: skip


def test_a_draft_that_looked_like_a_correction_is_set_apart(here: Union) -> None:
    ranked = pairs(here.players)
    submitted(here, night(ranked))
    draft = send(here, night(ranked[::-1])).submission
    assert draft is not None
    assert preview(draft, AT).changes
    apart = set_apart(draft, here.scorer, AT)
    assert (apart.competition.name, apart.version) == ("Tuesday pairs (2)", 1)
    assert preview(apart, AT).changes == ()
    assert apart.pk == draft.pk
    submit(apart, here.scorer, AT)
    with pytest.raises(NotSetApart):
        set_apart(apart, here.scorer, AT)


def test_a_week_without_the_usual_session_is_asked_about_gently(here: Union) -> None:
    ranked = pairs(here.players)
    weeks = [NIGHT + timedelta(weeks=at) for at in range(8)]
    for day in weeks:
        if day != weeks[5]:
            send(here, night(ranked, begins=day), at=AT + timedelta(weeks=9))
    send(here, night(ranked, begins=weeks[2] + timedelta(days=1), name="Once only"), at=AT + timedelta(weeks=9))
    assert missing(here.club, weeks[7] + timedelta(days=1)) == [Missing("Tuesday pairs", weeks[5])]
    assert missing(here.other, weeks[7]) == []


def test_what_is_left_of_the_year_is_told_where_the_handbook_tells_it(here: Union) -> None:
    event = night(pairs(here.players))
    (stage,) = event.stages
    long = stage._replace(schedule=stage.schedule._replace(boards=36))
    submitted(here, event._replace(major_championship=True, stages=(long,)))
    left = {each.what: (each.used, each.left) for each in quotas_left(here.club, NIGHT + timedelta(days=9))}
    assert left["Major championships for pairs"] == (1, 0)
    assert left["Ladders"] == (0, 2)
    assert left["Blue events"] == (0, 2)
    assert "One-day green events" in {each.what for each in quotas_left(here.county, NIGHT)}


def test_an_australian_club_asks_its_state_about_red_sessions() -> None:
    federation = office.federation("south", "abf")
    with scope(federation=federation):
        left = {each.what: each.left for each in quotas_left(office.organisation(federation, "7", "Elmby"), NIGHT)}
    assert left["Red sessions"] is None
    assert left["Club Championships"]


def test_every_door_that_is_open_is_named(here: Union) -> None:
    day = date(2026, 6, 1)
    assert actions(here.scorer, here.club, day) == {
        Action.SEE,
        Action.UPLOAD,
        Action.SUBMIT,
        Action.PLAN,
        Action.CHARGES,
    }
    assert Action.APPROVE in actions(here.secretary, here.club, day)
    assert actions(here.clerk, here.club, day) == set(Action)
    assert actions(here.stranger, here.club, day) == set()
    assert may_decide_below(here.secretary, here.county, day)
    assert not may_decide_below(here.scorer, here.club, day)


def test_a_file_that_is_known_keeps_its_name_and_bytes(here: Union) -> None:
    content = file_of(night(pairs(here.players)))
    receive(here.club, "first.yaml", content, here.scorer, AT)
    receive(here.club, "second.yaml", content, here.scorer, AT)
    upload = Upload.objects.get()
    assert (upload.name, upload.content) == ("first.yaml", content)


@pytest.mark.postgres
def test_a_number_that_is_given_out_meanwhile_changes_the_draft_and_is_shown(here: Union) -> None:
    ranked = pairs(here.players)
    ranked[0] = (Player("Tam Ulo", "300001"), ranked[0][1])
    draft = send(here, night(ranked)).submission
    assert draft is not None
    tam = office.person("Tam Ulo", number="300001", club=here.club)
    with pytest.raises(Changed) as told:
        submit(draft, here.scorer, AT)
    assert [(each.name, each.gain) for each in told.value.since.changes] == [("Tam Ulo", 18), ("Tam Ulo (held)", -18)]
    assert submit(draft, here.scorer, AT).held == 0
    assert balance(tam) == 18


def test_a_standing_that_changes_meanwhile_is_shown_with_what_it_does(here: Union) -> None:
    draft = send(here, night(pairs(here.players))).submission
    assert draft is not None
    assert up_to_date(draft, AT)[1] is None
    here.players[0].standings.update(status=Standing.Status.LAPSED)
    worked, since = up_to_date(draft, AT)
    assert since is not None
    assert [(each.name, each.gain) for each in since.changes] == [("Ado Bem", -18), ("Ado Bem (held)", 18)]
    again, nothing = up_to_date(draft, AT)
    assert (again.credits, nothing) == (worked.credits, None)


def test_what_is_kept_of_a_draft_is_what_was_worked_out(here: Union) -> None:
    ranked = pairs(here.players)
    ranked[0] = (Player("Zeb Quill"), Player("Nim Tor"))
    submitted(here, night(pairs(here.players)))
    draft = send(here, night(ranked, status="county"), at=AT).submission
    assert draft is not None
    kept, made = stored(draft, AT), with_outlook(work_out(draft, seated(draft), AT))
    assert kept is not None
    assert kept._replace(assessment=None, dues=None, quota=None, leave=None, objections=()) == made._replace(
        assessment=None, dues=None, quota=None, leave=None, objections=(), under=None, costs=None
    )
    assert objections.kept(kept.objections) == objections.kept(made.objections) != []
    assert kept.assessment is not None
    assert made.assessment is not None
    for before, after in zip(_decisions(made.assessment), _decisions(kept.assessment), strict=True):
        assert after[1:-1] == before[1:-1]
        assert [(each.says, each.value, each.clause, deep) for each, deep in walk(after.working)] == [
            (each.says, each.value, each.clause, deep) for each, deep in walk(before.working)
        ]
    assert kept.leave is not None
    assert made.leave is not None
    assert kept.leave.required.working.says == made.leave.required.working.says


def _decisions(assessment: Assessment) -> list[Award | Refusal]:
    return [*assessment.awards, *assessment.refusals]


def test_what_an_officer_said_stays_when_a_draft_is_worked_out_again(here: Union) -> None:
    ranked = pairs(here.players)
    ranked[0] = (Player("Zeb Quill"), Player("Nim Tor"))
    draft = send(here, night(ranked)).submission
    assert draft is not None
    zeb, nim = draft.seats.filter(match=Seat.Match.UNKNOWN).order_by("pk")
    say_no_member(zeb, here.scorer, AT)
    leave_open(nim, here.scorer, AT)
    here.players[2].standings.update(status=Standing.Status.LAPSED)
    work_again(draft, AT)
    assert {each.who.name: each.match.value for each in seated(draft)[:3]} == {
        "Zeb Quill": "no member", "Nim Tor": "left open", "Elu Fin": "number",
    }  # fmt: skip


@pytest.mark.postgres
def test_a_draft_whose_place_a_later_file_took_is_told_as_gone(here: Union) -> None:
    ranked = pairs(here.players)
    first = send(here, night(ranked))
    second = send(here, night(ranked[::-1]))
    (gone,) = of_upload(first.upload)
    assert (gone.submission, gone.before, gone.problems, gone.questions) == (None, None, [], [])
    assert second.submission is not None
    submit(second.submission, here.scorer, AT)
    (done,) = of_upload(second.upload)
    assert (done.submission, done.before) == (None, second.submission)
