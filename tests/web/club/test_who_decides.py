"""Every role at every decision: who grants and ends a licence, who approves and returns, and who sees the buttons."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import pytest
from django.db.models import Value
from django.db.models.functions import Concat
from django.test import Client
from django.urls import reverse

from overtrick.register.accounts.models import User
from overtrick.register.competitions import approval_queue, news
from overtrick.register.competitions.models import Submission
from overtrick.register.federation_settings import setup
from overtrick.register.federations.models import Federation
from overtrick.register.messages import hand_out
from overtrick.register.messages.models import Message
from overtrick.register.organisations import licences, officers
from overtrick.register.organisations.models import Licence, Organisation
from overtrick.web import access
from overtrick.web.club.preview import who_decides
from tests.register import office
from tests.register.season import KIND, ROLE, Union, night, opened, pairs, submitted

if TYPE_CHECKING:
    from tests.worlds import Founded

TODAY = datetime(2026, 6, 10, 9, tzinfo=UTC)
#: Who asks, by the name of the log-in without its federation.
EVERYBODY = ("clerk", "secretary", "club secretary", "scorer", "neighbour", "stranger")
DONE, REFUSED, UNKNOWN = 302, 403, 404
_NOT_THEIRS = {"neighbour": UNKNOWN, "stranger": UNKNOWN}
_BY_THE_STATE = {"clerk": DONE, "secretary": DONE, "club secretary": REFUSED, "scorer": REFUSED} | _NOT_THEIRS
_BY_THE_OFFICE = _BY_THE_STATE | {"secretary": REFUSED}
_WAY = Federation.Approval


@pytest.fixture(autouse=True)
def _today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "now", lambda: TODAY)


@pytest.fixture
def down_under(founded: Founded) -> Union:
    return founded(opened, "south", "abf")


@pytest.fixture
def people(down_under: Union) -> dict[str, User]:
    """Everybody of a federation in which a State allows some things itself, and the secretary of another State."""
    here = down_under
    elsewhere = office.organisation(here.federation, "20", "Elmshire", KIND.REGION, here.national)
    made = {name: office.user(name) for name in ("club secretary", "neighbour")}
    for where, name in ((here.club, "club secretary"), (elsewhere, "neighbour")):
        officers.appoint(where, made[name], ROLE.SECRETARY, office.NEW_YEAR, actor=None, at=office.AT)
    return made | {"clerk": here.clerk, "secretary": here.secretary, "scorer": here.scorer, "stranger": here.stranger}


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user, "overtrick.web.accounts.backend.NumberOrEmail")
    return client


# --- Licences --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize(("allows", "answers"), [("congress", _BY_THE_STATE), ("ABF Super Congress", _BY_THE_OFFICE)])
def test_a_licence_is_granted_and_ended_by_whom_the_handbook_names(
    down_under: Union, people: dict[str, User], who: str, allows: str, answers: dict[str, int]
) -> None:
    club, client = down_under.club, browser(people[who])
    given = {"number": "C-1", "allows": allows, "begins": "2026-06-01", "ends": "2026-06-30"}
    granted = client.post(reverse("club-licence-new", args=[club.pk]), given)
    assert Licence.objects.count() == (answers[who] == DONE)
    # A State sees the form for what it allows itself, and what it may not allow is no choice of it.
    unfinished = who == "secretary" and answers[who] == REFUSED
    assert granted.status_code == (422 if unfinished else answers[who])

    paper = licences.Grant("C-2", allows, date(2026, 6, 1), date(2026, 6, 30))
    held = licences.grant(club, paper, actor=down_under.clerk, at=TODAY)
    address = reverse("club-licence-end", args=[club.pk, held.pk])
    ended = client.post(address, {"last": "2026-06-12", "reason": "Given up"})
    assert ended.status_code == answers[who]
    held.refresh_from_db()
    assert held.ends == (date(2026, 6, 12) if answers[who] == DONE else date(2026, 6, 30))
    listed = client.get(reverse("club-licences", args=[club.pk]))
    assert (address in listed.content.decode()) is (answers[who] == DONE)


# --- Approvals -------------------------------------------------------------------------------------------------------


@pytest.mark.duty("D16", "abf")
@pytest.mark.parametrize("who", EVERYBODY)
@pytest.mark.parametrize(
    ("way", "status", "answers"),
    [
        (_WAY.PARENT, "E", _BY_THE_STATE),
        (_WAY.OFFICE, "E", _BY_THE_OFFICE),
        # Red points that their State has not authorised are the State's to allow, whoever approves the rest (2.6).
        (_WAY.OFFICE, "B4c", _BY_THE_STATE),
    ],
)
@pytest.mark.parametrize(
    "order", [{"approve": "", "allowed": "the first"}, {"return": "yes", "reason": "wrong hall"}], ids=str
)
def test_a_submission_is_decided_by_whom_the_federation_names(
    down_under: Union,
    people: dict[str, User],
    who: str,
    way: Federation.Approval,
    status: str,
    answers: dict[str, int],
    order: dict[str, str],
) -> None:
    setup.change(down_under.federation, setup.Ways(approval=way), actor=None, at=office.AT)
    sent = submitted(down_under, night(pairs(down_under.players), status=status)).submission
    assert sent.status == Submission.Status.SUBMITTED
    client, arguments = browser(people[who]), [down_under.club.pk, sent.pk]
    page = client.get(reverse("club-submission", args=arguments))
    assert ("Your decision" in page.content.decode()) is (answers[who] == DONE)
    assert client.post(reverse("club-decide", args=arguments), order).status_code == answers[who]
    sent.refresh_from_db()
    decided = Submission.Status.APPROVED if "approve" in order else Submission.Status.RETURNED
    assert sent.status == (decided if answers[who] == DONE else Submission.Status.SUBMITTED)


_HELD: dict[str, dict[str, str]] = {
    "nothing": {},
    "for above": {"held_back": "more than was authorised", "held_for": "above"},
    "for the office": {"held_back": "not theirs", "held_for": "office"},
    "only points": {"kind": Submission.Kind.POINTS},
}


@pytest.mark.parametrize("handbook", ["abf", "ebu", "sbu", "scba", "wbu"])
@pytest.mark.parametrize("way", _WAY)
def test_who_has_it_in_a_list_may_decide_and_is_told_and_named(
    founded: Founded, handbook: str, way: Federation.Approval
) -> None:
    here = founded(opened, "law", handbook)
    setup.change(here.federation, setup.Ways(approval=_WAY.PARENT), actor=None, at=office.AT)
    sent = submitted(here, night(pairs(here.players), status="E" if handbook == "abf" else "club")).submission
    setup.change(here.federation, setup.Ways(approval=way), actor=None, at=office.AT)
    county = Organisation.objects.select_related("federation").get(pk=here.county.pk)
    User.objects.update(email=Concat("username", Value("@example.org")))
    everybody = {here.clerk, here.second, here.secretary, here.scorer, here.stranger}
    of_the_office = {here.clerk, here.second}
    post, on, found = county.officers.get(), TODAY.date(), set()
    for post.ends in (None, office.NEW_YEAR):  # a county with a secretary, and one without
        post.save()
        for name, held in _HELD.items():
            fields = {"held_back": "", "held_for": "", "kind": Submission.Kind.RESULTS} | held
            Submission.objects.filter(pk=sent.pk).update(**fields)
            again = Submission.objects.select_related("competition__organisation", "federation").get(pk=sent.pk)
            may = {each for each in everybody if approval_queue.may_decide(each, again, on)}
            listed = {here.secretary} & may if again in approval_queue.to_approve(county, on) else set()
            own = again in approval_queue.for_the_office(county.federation, on)
            assert own is not (again in approval_queue.for_others(county.federation, on))
            assert may == of_the_office | listed
            told = _told(again)
            assert told == (of_the_office if own else listed)
            assert who_decides(again) == ("the office" if own else here.county.name)
            assert own is not bool(listed), name
            found.add((name, post.ends is None, own))
    assert {(held, own) for held, there, own in found if there} == {
        ("nothing", way != _WAY.PARENT),
        ("for above", False),
        ("for the office", True),
        ("only points", True),
    }
    assert all(own for _held, there, own in found if not there)


def _told(sent: Submission) -> set[User]:
    Message.objects.all().delete()
    news.to_decide(sent, None, TODAY)
    return {reader for each in Message.objects.all() for reader in hand_out.readers(each)}


@pytest.mark.duty("D16", "abf")
def test_red_points_above_the_total_of_a_state_are_told_to_its_secretary_and_the_club_reads_whom_they_wait_for(
    down_under: Union,
) -> None:
    here = down_under
    setup.change(here.federation, setup.Ways(approval=_WAY.OFFICE), actor=None, at=office.AT)
    total = licences.Grant("RP-7", "red points", date(2026, 1, 1), date(2026, 12, 31), units=10)
    licences.grant(here.club, total, actor=here.secretary, at=office.AT)
    sent = submitted(here, night(pairs(here.players), status="B4c")).submission
    assert "more points than authorisation RP-7 allows" in sent.held_back
    address = reverse("club-submission", args=[here.club.pk, sent.pk])
    inbox = browser(here.secretary).get(reverse("club-messages", args=[here.county.pk])).content.decode()
    assert "Tuesday pairs of Oakby, 12 May 2026, waits for you" in inbox
    assert "This submission is waiting for Oakshire" in browser(here.scorer).get(address).content.decode()
    clerk = browser(here.clerk)
    office_inbox = reverse("office-inbox")
    assert "Tuesday pairs" not in clerk.get(office_inbox).content.decode()
    assert "Tuesday pairs" in clerk.get(office_inbox, {"status": "others"}).content.decode()
