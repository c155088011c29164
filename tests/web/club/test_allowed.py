"""What a club may not do does not happen: pages say so with the clause, or hold it and keep who allowed it and why."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from html import unescape
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django.urls import reverse

from overtrick.register.competitions.models import Submission
from overtrick.register.organisations import affiliation
from overtrick.web import access
from tests.register import office
from tests.register.competitions.test_quota import ladder
from tests.register.season import Union, balance, night, opened, pairs, send, submitted
from tests.web.pages import as_read

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

    from overtrick.engine.event import Event
    from overtrick.register.accounts.models import User
    from tests.worlds import Founded

TODAY = datetime(2026, 6, 10, 9, tzinfo=UTC)
Status = Submission.Status


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "now", lambda: TODAY)


@pytest.fixture
def wales(founded: Founded) -> Union:
    return founded(opened, "wales", "wbu")


@pytest.fixture
def england(founded: Founded) -> Union:
    return founded(opened, "north", "ebu")


def browser(user: User) -> Client:
    made = Client()
    made.force_login(user, "overtrick.web.accounts.backend.NumberOrEmail")
    return made


def text(shown: Answer) -> str:
    return as_read(unescape(shown.content.decode()))


def at(here: Union, page: str, submission: Submission) -> str:
    return reverse(page, args=[here.club.pk, submission.pk])


def drafted(here: Union, event: Event) -> Submission:
    draft = send(here, event).submission
    assert draft is not None
    return draft


@pytest.mark.duty("D40", "wbu")
def test_a_scorer_who_names_a_national_cup_for_a_club_night_is_refused_with_the_clause(wales: Union) -> None:
    played = night(pairs(wales.players[:12]), status="", facts=(("event", "Baskerville Hall Congress"),))
    draft = drafted(wales, played)
    scorer = browser(wales.scorer)
    page = scorer.get(at(wales, "club-preview", draft))
    shown = text(page)
    assert "Oakby cannot submit this event as it is" in shown
    assert "Baskerville Hall Congress is an event of WBU, which submits it" in shown
    assert reverse("clause", args=["wbu", "App1 A5.21"]) in page.content.decode()
    assert "Submit these awards" not in shown
    refused = scorer.post(at(wales, "club-preview", draft), {})
    assert refused.status_code == 422
    assert "Change what kind of event it was, or ask whoever ran it to send it." in text(refused)
    draft.refresh_from_db()
    assert (draft.status, balance(wales.players[0])) == (Status.DRAFT, 0)
    # The office may: the page says what it does, and so does the submission afterwards.
    office_page = text(browser(wales.clerk).get(at(wales, "club-preview", draft)))
    assert "the audit says that you let it through" in office_page
    browser(wales.clerk).post(at(wales, "club-preview", draft), {})
    draft.refresh_from_db()
    assert draft.status == Status.APPROVED
    assert "was let through" in text(scorer.get(at(wales, "club-submission", draft)))


def test_the_list_of_named_events_has_those_that_a_club_may_name_and_says_why(wales: Union) -> None:
    draft = drafted(wales, night(pairs(wales.players)))
    shown = browser(wales.scorer).get(at(wales, "club-event-kind", draft)).content.decode()
    assert "Welsh Cup" not in shown
    assert "not for Oakby to name" in as_read(shown)
    of_the_office = reverse("club-event-kind", args=[wales.national.pk, draft.pk])
    assert browser(wales.clerk).get(of_the_office).status_code == 404  # the draft is the club's


def test_the_third_ladder_of_the_year_is_refused_with_its_clause(england: Union) -> None:
    for name in ("Spring ladder", "Summer ladder"):
        submitted(england, ladder(england, name))
    draft = drafted(england, ladder(england, "Autumn ladder"))
    scorer = browser(england.scorer)
    assert "Only the office can submit an event beyond the quota" in text(
        scorer.get(at(england, "club-preview", draft))
    )
    refused = scorer.post(at(england, "club-preview", draft), {})
    assert refused.status_code == 422
    assert "1.2.3" in text(refused)
    draft.refresh_from_db()
    assert draft.status == Status.DRAFT


@pytest.mark.duty("D15", "ebu")
def test_results_of_a_club_that_is_not_affiliated_wait_and_the_office_approves_them_with_a_reason(
    england: Union,
) -> None:
    affiliation.end(england.club, date(2026, 4, 30), actor=None, at=office.AT)
    draft = drafted(england, night(pairs(england.players)))
    scorer, clerk = browser(england.scorer), browser(england.clerk)
    shown = text(scorer.get(at(england, "club-preview", draft)))
    assert "Nobody gets these points until the office approves them" in shown
    assert "Oakby is not affiliated on the day of play" in shown
    unanswered = scorer.post(at(england, "club-preview", draft), {})
    assert unanswered.status_code == 422
    assert "Say why this is right: Oakby is not affiliated on the day of play" in text(unanswered)
    (field,) = set(re.findall(r'name="(answer-[0-9a-f]+)"', unanswered.content.decode()))
    scorer.post(at(england, "club-preview", draft), {field: "We paid in March"})
    draft.refresh_from_db()
    assert (draft.status, draft.held_for, balance(england.players[0])) == (Status.SUBMITTED, "office", 0)
    assert "the office approves them" in text(scorer.get(at(england, "club-done", draft)))
    # The county sees that it waits and cannot decide; the office says why it may.
    county = browser(england.secretary)
    assert "Oakby is not affiliated" in text(county.get(at(england, "club-submission", draft)))
    assert county.post(at(england, "club-decide", draft), {"approve": "", "allowed": "We know"}).status_code == 403
    without = clerk.post(at(england, "club-decide", draft), {"approve": "", "allowed": " "})
    assert without.status_code == 422
    assert 'href="#allowed"' in without.content.decode()
    page = text(clerk.get(reverse("office-submission", args=[draft.pk])))
    assert "Why may it be approved?" in page
    assert "We paid in March" in page
    clerk.post(reverse("office-approve", args=[draft.pk]), {"allowed": "They had paid in time"})
    draft.refresh_from_db()
    assert (draft.status, draft.reason) == (Status.APPROVED, "They had paid in time")
    assert balance(england.players[0]) > 0
    assert "They had paid in time" in text(scorer.get(at(england, "club-submission", draft)))
