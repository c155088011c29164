"""The office's desk: clubs by stage, questions by days waited, search, approving many, the file beside its awards."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from overtrick.engine.days import month
from overtrick.register.calendar.items import Asked, items
from overtrick.register.competitions import stages
from overtrick.register.competitions.approve_many import approve_all
from overtrick.register.competitions.decide import approve, send_back
from overtrick.register.competitions.models import Submission
from overtrick.register.competitions.stages import Progress
from overtrick.register.mail_settings import MailServer, Way
from overtrick.register.organisations import affiliation, tree
from overtrick.register.programme.models import PlannedEvent
from overtrick.register.queries import threads
from overtrick.register.queries.models import Query
from overtrick.register.tasks import last_checks
from overtrick.register.tasks.last_checks import What
from overtrick.web import access
from tests.register import office
from tests.register.season import KIND, night, pairs, send, submitted
from tests.web.cast import LATE_IN_MAY
from tests.web.pages import as_read

if TYPE_CHECKING:
    from pytest_django import Settings

    from tests.web.office.conftest import Desk

IN_JUNE = datetime(2026, 6, 20, 9, tzinfo=UTC)
MAY = month(date(2026, 5, 1))


@pytest.fixture(autouse=True)
def _in_june(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "now", lambda: IN_JUNE)


def _stages(desk: Desk) -> dict[str, dict[Progress, int]]:
    rows = stages.by_club(desk.cast.union.federation, MAY, IN_JUNE.date())
    return {str(each.organisation): dict(each.counts) for each in rows}


def test_each_event_of_a_month_is_in_one_stage(desk: Desk) -> None:
    union = desk.cast.union
    clear = submitted(union, night(pairs(union.players), name="Sunday pairs"), at=LATE_IN_MAY).submission
    back = submitted(union, night(pairs(union.players), name="Monday pairs"), at=LATE_IN_MAY).submission
    send_back(back, union.clerk, IN_JUNE, "Wrong night")
    send(union, night(pairs(union.players), name="Wednesday pairs"), at=LATE_IN_MAY)
    found = _stages(desk)
    # Three nights of the cast are provisional, and points of the Friday pairs wait for somebody.
    oakby = {Progress.SENT: 3, Progress.HELD: 1, Progress.WAITING: 1, Progress.RETURNED: 1, Progress.EXPECTED: 1}
    assert found["Oakby"] == oakby
    assert found["Elmby"] == {}
    approve(clear, union.clerk, IN_JUNE)
    assert _stages(desk)["Oakby"][Progress.SENT] == 4


@pytest.mark.postgres
def test_a_month_that_is_closed_is_final(desk: Desk) -> None:
    rows = stages.by_club(desk.cast.union.federation, month(date(2026, 3, 1)), IN_JUNE.date())
    assert {str(each.organisation): dict(each.counts) for each in rows}["Oakby"] == {Progress.FINAL: 1}


def test_a_usual_night_without_results_is_expected_and_overdue_after_its_days(desk: Desk) -> None:
    union = desk.cast.union
    for week in range(6):
        day = date(2026, 3, 19) + timedelta(weeks=week)
        submitted(union, night(pairs(union.players), name="Thursday pairs", begins=day), at=LATE_IN_MAY)
    oakby = next(
        each for each in stages.by_club(union.federation, MAY, IN_JUNE.date()) if each.organisation == union.club
    )
    assert oakby.oldest == date(2026, 4, 30) + timedelta(weeks=1)
    assert oakby.counts[Progress.EXPECTED] == 4
    assert oakby.overdue == (IN_JUNE.date() - date(2026, 6, 6)).days
    page = desk.client.get("/office/clubs/?month=2026-05&stage=overdue").content.decode()
    assert "Oakby" in page
    assert "14 days" in page
    assert "Elmby" not in page


def test_a_planned_event_without_results_is_expected_until_they_come_or_it_is_cancelled(desk: Desk) -> None:
    union = desk.cast.union
    row = PlannedEvent.objects.create(
        federation=union.federation,
        organisation=union.other,
        kind="ladder",
        name="Spring ladder",
        begins=date(2026, 5, 4),
        ends=date(2026, 5, 25),
        planned_by=union.stranger,
        planned_at=LATE_IN_MAY,
    )
    assert _stages(desk)["Elmby"] == {Progress.EXPECTED: 1}
    told = items(Asked(union.federation, union.other, IN_JUNE), 30)
    assert [(each.day, each.page) for each in told] == [(date(2026, 5, 25), "club-planned")]
    row.state = PlannedEvent.State.CANCELLED
    row.save()
    assert _stages(desk)["Elmby"] == {}


def test_clubs_are_found_by_a_misspelt_name_and_downloaded(desk: Desk) -> None:
    page = desk.client.get("/office/clubs/?month=2026-05&q=okaby").content.decode()
    assert "Oakby" in page
    assert "Elmby" not in page
    table = desk.client.get("/office/clubs/?month=2026-05&as=csv").content.decode()
    assert "Oakby,100,Oakshire,0,3,1,0,0,0,,0" in table
    assert "Elmby,101,Oakshire,0,0,0,0,0,0,,0" in table


def test_six_hundred_clubs_take_as_many_queries_as_two(desk: Desk) -> None:
    union = desk.cast.union

    def asked() -> int:
        with CaptureQueriesContext(connection) as queries:
            stages.by_club(union.federation, MAY, IN_JUNE.date())
        return len(queries)

    before = asked()
    for number in range(20):
        club = tree.add(
            union.federation, f"7{number:03}", f"Club {number}", KIND.CLUB, union.county, actor=None, at=office.AT
        )
        affiliation.affiliate(club, date(2020, 1, 1), actor=None, at=office.AT)
    assert asked() == before <= 5


def test_questions_are_listed_by_days_waited_and_lead_to_the_thread(desk: Desk) -> None:
    page = desk.client.get("/office/questions/").content.decode()
    assert f"/queries/{desk.cast.query}/" in page
    assert "23 days" in page
    assert "/office/questions/" in desk.client.get("/office/").content.decode()
    assert "We found no such questions." in desk.client.get("/office/questions/?q=nothinglikeit").content.decode()
    threads.answer(Query.objects.get(pk=desk.cast.query), "It was.", actor=desk.cast.union.clerk, at=IN_JUNE)
    assert "No question is waiting" in desk.client.get("/office/questions/").content.decode()
    assert f"/queries/{desk.cast.query}/" in desk.client.get("/office/questions/?which=player").content.decode()


@pytest.mark.parametrize("asked", ["friday", "oakby", "Oakbi", "2026-05 friday", "scorer", "{reference}"])
def test_the_inbox_is_searched_by_event_club_month_sender_and_reference(desk: Desk, asked: str) -> None:
    sender = desk.waiting.submitted_by
    assert sender is not None
    sender.first_name = "Scorer"
    sender.save()
    words = asked.format(reference=desk.waiting.reference)
    assert "Friday pairs" in desk.client.get("/office/submissions/", {"q": words}).content.decode()


def test_a_search_that_finds_nothing_says_so(desk: Desk) -> None:
    assert "We found no such submissions." in desk.client.get("/office/submissions/?q=zzzz").content.decode()
    other = f"/office/submissions/?club={desk.cast.union.other.pk}"
    assert "Only submissions of Elmby." in as_read(desk.client.get(other).content.decode())


def test_only_what_is_clear_is_approved_together_and_each_is_told(desk: Desk) -> None:
    union = desk.cast.union
    clear = [
        submitted(union, night(pairs(union.players), name=name), at=LATE_IN_MAY).submission
        for name in ("Sunday pairs", "Monday pairs")
    ]
    page = as_read(desk.client.get("/office/submissions/approve/").content.decode())
    assert "2 submissions are clear" in page
    assert "We do not know who some players are." in page
    chosen = [str(each.pk) for each in clear]
    sent = desk.client.post(
        "/office/submissions/approve/", {"submission": [*chosen, str(desk.waiting.pk)]}, follow=True
    )
    told = as_read(sent.content.decode())
    assert "2 submissions are approved" in told
    assert "1 was not approved" in told
    states = dict(Submission.objects.filter(pk__in=[*chosen, desk.waiting.pk]).values_list("pk", "status"))
    assert states == {clear[0].pk: "approved", clear[1].pk: "approved", desk.waiting.pk: "submitted"}
    decided = approve_all(clear, union.second, IN_JUNE)
    assert [each.again for each in decided] == [True, True]
    assert set(Submission.objects.filter(pk__in=chosen).values_list("decided_by", flat=True)) == {union.clerk.pk}


def test_the_result_page_opened_alone_says_what_to_do(desk: Desk) -> None:
    page = as_read(desk.client.get("/office/submissions/approved/").content.decode())
    assert "No submissions were chosen" in page
    assert "0 submissions" not in page
    assert 'href="/office/submissions/approve/"' in page


def test_a_correction_is_looked_at_by_itself(desk: Desk) -> None:
    union = desk.cast.union
    seats = pairs(union.players)
    submitted(union, night(seats, name="Sunday pairs"), at=LATE_IN_MAY)
    submitted(union, night(seats[::-1], name="Sunday pairs"), at=LATE_IN_MAY, replace=True)
    page = as_read(desk.client.get("/office/submissions/approve/").content.decode())
    assert "It corrects results that were sent before." in page
    assert "Nothing can be approved unseen." in page


def test_nothing_ticked_is_said_and_nothing_done(desk: Desk) -> None:
    answer = desk.client.post(
        "/office/submissions/approve/", {"submission": ["x", "99999999999999999999"]}, follow=True
    )
    assert "Tick at least one submission." in answer.content.decode()


def test_the_file_stands_beside_its_awards(desk: Desk) -> None:
    page = desk.client.get(f"/office/submissions/{desk.waiting.pk}/file/").content.decode()
    assert "The file as it came" in page
    assert "Kel Lomm" in page
    assert "Why?" in page
    assert f"/files/{desk.waiting.upload_id}/download/" in page


def test_the_first_page_says_how_backup_checks_mail_and_certificate_are(desk: Desk, settings: Settings) -> None:
    page = as_read(desk.client.get("/office/").content.decode())
    assert "None has been made yet." in page
    assert "The whole book has not been checked yet." in page
    assert "No mail is set up." in page
    assert "The address of the office has no HTTPS." in page
    settings.MAIL, settings.ADDRESS = MailServer(Way.FILE), "https://points.example.org"
    last_checks.note(What.BACKUP, IN_JUNE - timedelta(days=1))
    last_checks.note(What.BACKUP, IN_JUNE, "No space left on device.")
    last_checks.note(What.VERIFY, IN_JUNE - timedelta(days=3))
    page = as_read(desk.client.get("/office/").content.decode())
    assert "The whole book has not been checked since 17 June 2026, 09:00." in page.partition("What you need to do")[0]
    last_checks.note(What.VERIFY, IN_JUNE)
    last_checks.note(What.MAIL, IN_JUNE - timedelta(days=1))
    last_checks.note(What.CERTIFICATE, IN_JUNE, ends_at=IN_JUNE - timedelta(days=1))
    page = as_read(desk.client.get("/office/").content.decode())
    above, _heading, _below = page.partition("What you need to do")
    assert "The last one failed on 20 June 2026, 09:00. No space left on device." in above
    assert "No worker has looked since 19 June 2026, 09:00." in above
    assert "It ended on 19 June 2026, 09:00." in above
    assert "Everything was in order" not in above
    assert "Everything was in order on 20 June 2026, 09:00." in page
