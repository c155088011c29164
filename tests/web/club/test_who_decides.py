"""Every role at every decision: who grants and ends a licence, who approves and returns, and who sees the buttons."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

import pytest
from django.test import Client
from django.urls import reverse

from overtrick.register.competitions.models import Submission
from overtrick.register.federation_settings import setup
from overtrick.register.federations.models import Federation
from overtrick.register.organisations import licences, officers
from overtrick.register.organisations.models import Licence
from overtrick.web import access
from tests.register import office
from tests.register.season import KIND, ROLE, Union, night, opened, pairs, submitted

if TYPE_CHECKING:
    from overtrick.register.accounts.models import User
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
@pytest.mark.parametrize("way", [_WAY.PARENT, _WAY.OFFICE])
@pytest.mark.parametrize("order", [{"approve": ""}, {"return": "yes", "reason": "wrong hall"}], ids=str)
def test_a_submission_is_decided_by_whom_the_federation_names(
    down_under: Union, people: dict[str, User], who: str, way: Federation.Approval, order: dict[str, str]
) -> None:
    setup.change(down_under.federation, setup.Ways(approval=way), actor=None, at=office.AT)
    sent = submitted(down_under, night(pairs(down_under.players), status="E")).submission
    assert sent.status == Submission.Status.SUBMITTED
    answers = _BY_THE_STATE if way == _WAY.PARENT else _BY_THE_OFFICE
    client, arguments = browser(people[who]), [down_under.club.pk, sent.pk]
    page = client.get(reverse("club-submission", args=arguments))
    assert ("Your decision" in page.content.decode()) is (answers[who] == DONE)
    assert client.post(reverse("club-decide", args=arguments), order).status_code == answers[who]
    sent.refresh_from_db()
    decided = Submission.Status.APPROVED if "approve" in order else Submission.Status.RETURNED
    assert sent.status == (decided if answers[who] == DONE else Submission.Status.SUBMITTED)
