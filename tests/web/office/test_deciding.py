"""What the office decides: submissions, points that wait, corrections, months, settings."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django.utils.html import escape

from overtrick.register.audit.models import Record
from overtrick.register.competitions import held_credits
from overtrick.register.competitions.models import HeldCredit, Submission
from overtrick.register.corrections import openings
from overtrick.register.people.members_list.apply_changes import Opening
from overtrick.register.people.models import Standing
from overtrick.register.ranks import opening_balances
from overtrick.web import access
from overtrick.web.office import held_credits as held_page
from tests.register import office
from tests.register.season import balance, night, pairs, submitted
from tests.web.office.conftest import proved

if TYPE_CHECKING:
    from tests.web.office.conftest import Desk

IN_JUNE = datetime(2026, 6, 20, 9, tzinfo=UTC)


@pytest.fixture(autouse=True)
def _in_june(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "now", lambda: IN_JUNE)


def _sure(client: Client, address: str, **answers: str) -> str:
    """Fill in a form, look at the check page, and say yes; gives the check page."""
    checked = client.post(address, answers)
    assert checked.status_code == 200, checked.content.decode()
    assert b'name="sure"' in checked.content
    done = client.post(address, {**answers, "sure": "yes"})
    assert done.status_code == 302, done.content.decode()
    return checked.content.decode()


def test_the_first_page_counts_what_waits_the_oldest_first(desk: Desk) -> None:
    page = desk.client.get("/office/").content.decode()
    assert "submission to approve" in page
    assert "held credit" in page
    assert "Month to close: April 2026" in page
    assert page.index("Month to close") < page.index("held credit")


def test_a_submission_is_approved_and_the_next_one_comes_up(desk: Desk) -> None:
    answer = desk.client.post(f"/office/submissions/{desk.waiting.pk}/approve/", follow=True)
    assert "Friday pairs is approved." in answer.content.decode()
    assert Submission.objects.get(pk=desk.waiting.pk).decided_by == desk.cast.union.clerk


def test_approving_again_says_so_and_the_last_one_leads_back_to_the_list(desk: Desk) -> None:
    union = desk.cast.union
    other = submitted(union, night(pairs(union.players), name="Sunday pairs"), at=IN_JUNE).submission
    address = f"/office/submissions/{desk.waiting.pk}/approve/"
    assert desk.client.post(address).headers["Location"] == f"/office/submissions/{other.pk}/"
    again = desk.second.post(address, follow=True).content.decode()
    assert "Friday pairs was already approved." in again
    last = desk.client.post(f"/office/submissions/{other.pk}/approve/")
    assert last.headers["Location"] == "/office/submissions/"


def test_a_submission_is_returned_with_a_reason_and_its_points_are_taken_back(desk: Desk) -> None:
    address = f"/office/submissions/{desk.waiting.pk}/return/"
    partner = desk.cast.partner
    before = balance(partner)
    assert "taken back" in _sure(desk.client, address, reason="Two pairs are exchanged")
    assert Submission.objects.get(pk=desk.waiting.pk).reason == "Two pairs are exchanged"
    assert balance(partner) < before


def test_without_a_reason_nothing_is_returned_and_the_error_leads_to_its_field(desk: Desk) -> None:
    answer = desk.client.post(f"/office/submissions/{desk.waiting.pk}/return/", {"reason": "", "sure": "yes"})
    assert answer.status_code == 422
    assert '<a href="#id_reason">Enter the reason</a>' in answer.content.decode()
    assert Submission.objects.get(pk=desk.waiting.pk).status == "submitted"


def test_one_can_go_back_from_the_check_page_and_finds_what_was_typed(desk: Desk) -> None:
    given = {"reason": "Two pairs are exchanged", "change": "yes"}
    page = desk.client.post(f"/office/submissions/{desk.waiting.pk}/return/", given).content.decode()
    assert "Two pairs are exchanged</textarea>" in page


def test_points_that_wait_go_to_whoever_they_belong_to(desk: Desk) -> None:
    page = desk.client.get(f"/office/held/{desk.held}/").content.decode()
    kel = next(each for each in desk.cast.union.players if str(each) == "Kel Lom")
    assert f'value="{kel.number}"' in page
    before = balance(kel)
    desk.client.post(f"/office/held/{desk.held}/", {"number": kel.number})
    assert balance(kel) > before
    assert not held_credits.waiting().exists()


def test_points_of_somebody_who_is_not_a_member_stay_held_and_the_office_is_told_why(desk: Desk) -> None:
    unpaid = office.person("Zeb Quill", club=desk.cast.union.club, status=Standing.Status.POTENTIAL)
    answer = desk.client.post(f"/office/held/{desk.held}/", {"number": unpaid.number}, follow=True)
    why = HeldCredit.objects.get(pk=desk.held).why
    assert why
    assert f"The points belong to Zeb Quill, but are still held: {escape(why)}." in answer.content.decode()
    again = desk.client.post(f"/office/players/{unpaid.number}/release/", follow=True).content.decode()
    assert "0 credited, 0 given up, 1 still held." in again
    assert balance(unpaid) == 0
    foreseen = _sure(desk.client, f"/office/players/{unpaid.number}/again/", begins="2026-06-20", club="", reason="")
    assert "Friday pairs, 12 May 2026: 18 local points are credited." in foreseen
    assert "Won on 12 May 2026 and kept until the player joined on 20 June 2026 (§ 2.9.3)." in foreseen
    assert balance(unpaid) == 18


def test_a_number_that_nobody_has_is_refused_in_words(desk: Desk) -> None:
    answer = desk.client.post(f"/office/held/{desk.held}/", {"number": "7"})
    assert answer.status_code == 422
    assert "Look the player up by name" in answer.content.decode()


def test_points_are_given_up_with_a_reason(desk: Desk) -> None:
    _sure(desk.client, f"/office/held/{desk.held}/drop/", reason="A guest")
    assert HeldCredit.objects.get(pk=desk.held).dropped == "A guest"


def test_a_list_of_balances_is_shown_before_it_is_confirmed(desk: Desk) -> None:
    union, player = desk.cast.union, desk.cast.union.players[5]
    brought = opening_balances.compare([Opening(player, "local", 250, date(2025, 12, 31), 1)])
    proposal = openings.propose(brought, union.clerk, access.now())
    shown = desk.second.get(f"/office/corrections/{proposal.pk}/").content.decode()
    assert str(player) in shown
    assert "250" in shown
    assert "It can be confirmed until" in shown
    assert "Many players" in desk.client.get("/office/corrections/").content.decode()


def test_part_of_the_smallest_unit_is_refused(desk: Desk) -> None:
    answers = {"points": "1.5", "colour": "local", "played": "2026-05-01", "reason": "Won abroad"}
    answer = desk.client.post(f"/office/players/{desk.cast.player.number}/points/", answers)
    assert "The smallest number of points of this colour is 1" in answer.content.decode()


def test_a_whole_event_is_reversed_and_both_entries_are_shown(desk: Desk) -> None:
    event = desk.waiting.competition_id
    page = _sure(desk.client, f"/office/events/{event}/reverse/", reason="Wrong status")
    assert "54 local points of 5 players are taken back." in page
    shown = desk.client.get(f"/office/events/{event}/").content.decode()
    assert "reverses" in shown
    assert "reversed by" in shown


def test_the_proof_says_that_everything_holds(desk: Desk) -> None:
    assert "Everything is in order." in proved(desk.client)


def test_the_audit_is_narrowed_by_person_act_and_day(desk: Desk) -> None:
    desk.client.post(f"/office/submissions/{desk.waiting.pk}/approve/")
    address = "/office/audit/?who=clerk&act=submission.approve&begins=2026-06-20&ends=2026-06-20"
    page = desk.client.get(address).content.decode()
    act = Record.objects.get(action="submission.approve", claimed=IN_JUNE.date())
    assert f"/office/audit/{act.pk}/" in page
    listed = desk.client.get(f"{address}&as=csv").content.decode().splitlines()
    assert len(listed) == 2  # the headings, and the one act
    assert "submitted" in desk.client.get(f"/office/audit/{act.pk}/").content.decode()


def test_of_many_held_points_the_oldest_are_listed_and_the_file_has_all(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    more = "Download the list to see all of them"
    assert more not in desk.client.get("/office/held/").content.decode()
    monkeypatch.setattr(held_page, "_MOST", 1)
    page = desk.client.get("/office/held/").content.decode()
    assert f"The oldest 1. {more}" in page
    assert page.count('<tr role="row">') == 1
    waiting = held_credits.waiting().count()
    assert len(desk.client.get("/office/held/?as=csv").content.decode().splitlines()) == 1 + waiting
