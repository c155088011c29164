"""The book is checked against the handbook every night and on request; what is right is said once and remembered."""

from __future__ import annotations

from datetime import date

import pytest

from overtrick.register.audit.models import Record
from overtrick.register.book_check import check, tasks
from overtrick.register.book_check.check import CheckedBook, NoAnswer, accept, check_organisation, due, findings
from overtrick.register.competitions.models import Submission
from overtrick.register.competitions.submission_findings import EVERYTHING
from overtrick.register.competitions.submit import submit
from overtrick.register.entitlements import choices
from overtrick.register.entitlements.models import Allotment
from overtrick.register.organisations import affiliation, licences
from overtrick.register.organisations.licences import Grant
from overtrick.register.programme.models import PlannedEvent
from tests.register import office
from tests.register.competitions.test_quota import ladder
from tests.register.season import AT, NIGHT, Union, night, pairs, send, submitted

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]
TODAY = date(2026, 6, 2)


def found(*, answered: bool = False) -> list[tuple[str, str]]:
    return [(each.code, each.clause) for each in findings(answered=answered)]


def test_a_book_in_order_has_no_findings_and_a_year_is_read_once(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    assert check_organisation(here.club, TODAY) == CheckedBook(years=1, unchanged=0, found=0)
    assert check_organisation(here.club, TODAY) == CheckedBook(years=0, unchanged=1, found=0)
    assert found() == []
    submitted(here, night(pairs(here.players), begins=date(2026, 5, 5)))
    assert check_organisation(here.club, TODAY).years == 1


def test_an_affiliation_that_ended_earlier_than_it_was_known_is_found_in_what_counts(here: Union) -> None:
    sent = submitted(here, night(pairs(here.players))).submission
    affiliation.end(here.club, date(2026, 4, 30), actor=None, at=office.AT)
    assert check_organisation(here.club, TODAY).found == 1
    (one,) = findings(answered=False)
    assert (one.code, one.clause, one.submission, one.found_on) == ("not-affiliated", "1.1", sent, TODAY)


def test_one_more_than_the_quota_is_found_though_the_office_let_it(here: Union) -> None:
    for name in ("Spring", "Summer"):
        submitted(here, ladder(here, name))
    assert check_organisation(here.club, TODAY).found == 0
    draft = send(here, ladder(here, "Autumn")).submission
    assert draft is not None
    submit(draft, here.clerk, AT)
    check_organisation(here.club, TODAY)
    assert found() == [("quota-used-up", "1.2.3")]


def test_a_year_is_read_again_when_a_plan_or_what_is_allotted_has_changed(down_under: Union) -> None:
    south = down_under
    submitted(south, night(pairs(south.players), status="D"))
    assert check_organisation(south.club, TODAY).years == 1
    Allotment.objects.create(
        organisation=south.club, kind="red sessions", year=2026, figure=4, facts={}, worked_out_at=AT
    )
    assert check_organisation(south.club, TODAY).years == 1
    choices.choose(south.county, {"authorises red points": "no"}, office.NEW_YEAR, actor=south.clerk, at=AT)
    assert check_organisation(south.club, TODAY).years == 1
    PlannedEvent.objects.create(
        federation=south.federation, organisation=south.club, kind="club championship", name="Pairs",
        begins=NIGHT, ends=NIGHT, planned_by=south.scorer, planned_at=AT,
    )  # fmt: skip
    assert check_organisation(south.club, TODAY).years == 1
    assert check_organisation(south.club, TODAY).years == 0


def test_what_somebody_decided_about_is_not_found_again(here: Union) -> None:
    above = night(pairs(here.players), name="Open pairs", status="county")
    held = submitted(here, above).submission
    check_organisation(here.club, TODAY)
    assert found() == []  # it waits for the office
    draft = send(here, night(pairs(here.players), name="Other pairs", status="county")).submission
    assert draft is not None
    submit(draft, here.clerk, AT)
    check_organisation(here.club, TODAY)
    assert found() == []  # the office let it through
    assert held.held_back


def test_a_licence_that_ended_is_missed_and_comes_back_when_it_is_granted(here: Union) -> None:
    granted = licences.grant(here.club, Grant("L-1", "open event", NIGHT, NIGHT), actor=here.clerk, at=AT)
    submitted(here, night(pairs(here.players), name="Open pairs", status="county"))
    check_organisation(here.club, TODAY)
    assert found() == []
    granted.delete()
    check_organisation(here.club, TODAY)
    assert found() == [("licence-missing", "1.4.1")]
    licences.grant(here.club, Grant("L-2", "open event", NIGHT, NIGHT), actor=here.clerk, at=AT)
    check_organisation(here.club, TODAY)
    assert found() == []


def test_why_it_is_right_is_said_once_by_the_office_and_remembered(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    affiliation.end(here.club, date(2026, 4, 30), actor=None, at=office.AT)
    check_organisation(here.club, TODAY)
    (one,) = findings(answered=False)
    with pytest.raises(NoAnswer):
        accept(one, "  ", here.clerk, AT)
    accept(one, "They paid in time,\nthe bank was slow", here.clerk, AT)
    assert found() == []
    assert found(answered=True) == [("not-affiliated", "1.1")]
    said = Record.objects.get(action="book.finding accepted")
    assert said.reason == "They paid in time, the bank was slow"
    submitted(here, night(pairs(here.players), begins=date(2026, 5, 5)))
    check_organisation(here.club, TODAY)
    assert (found(), found(answered=True)) == ([], [("not-affiliated", "1.1")])


def test_what_was_accepted_is_not_found_again_in_a_correction(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    affiliation.end(here.club, date(2026, 4, 30), actor=None, at=office.AT)
    check_organisation(here.club, TODAY)
    (one,) = findings(answered=False)
    accept(one, "They paid in time", here.clerk, AT)
    draft = send(here, night(pairs(here.players)[::-1])).submission
    assert draft is not None
    again = submit(draft, here.clerk, AT, replace=True).submission
    Submission.objects.filter(pk=again.pk).update(objections=[])  # as before there were any
    check_organisation(here.club, TODAY)
    assert (found(), found(answered=True)) == ([], [("not-affiliated", "1.1")])


def test_what_the_organiser_answered_before_submitting_is_the_answer(here: Union) -> None:
    draft = send(here, night(pairs(here.players), status="county")).submission
    assert draft is not None
    submit(draft, here.scorer, AT, said={EVERYTHING: "By letter"})
    check_organisation(here.club, TODAY)
    assert found() == []


def test_more_points_than_were_authorised_are_found_with_the_last_event(down_under: Union) -> None:
    south = down_under
    red = night(pairs(south.players), status="B4c")
    granted = Grant("RP-7", "red points", office.NEW_YEAR, date(2026, 12, 31), 100_000)
    licence = licences.grant(south.club, granted, actor=south.secretary, at=AT)
    submitted(south, red)
    assert check_organisation(south.club, TODAY).found == 0
    licence.units = 1
    licence.save(update_fields=["units"])
    check_organisation(south.club, TODAY)
    assert found() == [("points-above-authorised", "")]


def test_every_night_the_worker_looks_at_each_organisation_once(here: Union) -> None:
    submitted(here, night(pairs(here.players)))
    every = due(TODAY).count()
    assert every == 4
    assert tasks.check_some_of_the_book() == every
    assert tasks.check_some_of_the_book() == 0
    assert check.due(TODAY).count() == 0
