"""What needs two people: each of them enters their own password with the act, however recently they logged in."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, NamedTuple

import pytest
from django.test import Client

from overtrick.register.accounts.models import User
from overtrick.register.corrections import conversion, openings, proposals
from overtrick.register.corrections.models import Proposal
from overtrick.register.corrections.proposals import ProposedPoints
from overtrick.register.ledger.models import Posting
from overtrick.register.people.members_list.apply_changes import Opening
from overtrick.register.ranks import opening_balances
from overtrick.register.scoping import scope
from overtrick.web import access, kept_form
from tests.register.corrections.welsh import welsh_union
from tests.register.season import Union
from tests.web.cast import PASSWORD, Cast

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

IN_JULY = datetime(2026, 7, 20, 9, tzinfo=UTC)
WON = date(2026, 5, 1)
POINTS = {"points": "12", "colour": "local", "played": f"{WON}", "reason": "Won abroad", "sure": "yes"}
WRONG = PASSWORD[1:]


@pytest.fixture(autouse=True)
def _in_july(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(access, "now", lambda: IN_JULY)


class Act(NamedTuple):
    """Something that two people do: the address of one of them, what they send there, and who the other one is."""

    address: str
    here: Union
    sent: dict[str, str]
    by: User
    other: User


def _propose(cast: Cast) -> Act:
    here = cast.union
    return Act(f"/office/players/{cast.player.number}/points/", here, POINTS, here.clerk, here.second)


def _confirm(here: Union, proposal: Proposal, prefix: str = "") -> Act:
    return Act(f"{prefix}/office/corrections/{proposal.pk}/confirm/", here, {}, here.second, here.clerk)


def _points(cast: Cast) -> Act:
    points = ProposedPoints("local", 12, WON)
    return _confirm(cast.union, proposals.propose(cast.player, points, "Won abroad", cast.union.clerk, IN_JULY))


def _balances(cast: Cast) -> Act:
    brought = opening_balances.compare([Opening(cast.union.players[5], "local", 250, date(2025, 12, 31), 1)])
    return _confirm(cast.union, openings.propose(brought, cast.union.clerk, IN_JULY))


def _conversion(cast: Cast) -> Act:
    del cast  # only the Welsh convert
    wales = welsh_union()
    with scope(federation=wales.federation):
        asked = conversion.propose(wales.players[0], "Premier Master", wales.clerk, IN_JULY)
    return _confirm(wales, asked, "/@west")


CONFIRMED = {"points": _points, "balances": _balances, "conversion": _conversion}
ACTS = {"propose points": _propose, **{f"confirm {name}": make for name, make in CONFIRMED.items()}}


@pytest.fixture(params=ACTS.values(), ids=list(ACTS))
def act(request: pytest.FixtureRequest, cast: Cast) -> Act:
    made: Act = request.param(cast)
    return made


@pytest.fixture(params=CONFIRMED.values(), ids=list(CONFIRMED))
def confirmation(request: pytest.FixtureRequest, cast: Cast) -> Act:
    made: Act = request.param(cast)
    return made


def _logged_in(user: User) -> Client:
    """Let somebody log in with their password a moment ago."""
    fresh = User.objects.get(pk=user.pk)
    fresh.set_password(PASSWORD)
    fresh.save()
    browser = Client()
    assert browser.post("/log-in/", {"name": fresh.username, "password": PASSWORD}).status_code == 302
    return browser


def _send(act: Act, browser: Client, **more: str) -> Answer:
    answer: Answer = browser.post(act.address, act.sent | more)
    return answer


def _done(act: Act) -> tuple[int, int]:
    """Count what the acts of this office have left: proposals, and postings that name two people."""
    with scope(federation=act.here.federation):
        return Proposal.objects.count(), Posting.objects.filter(second__isnull=False).count()


def test_the_password_is_asked_for_although_they_have_just_logged_in(act: Act) -> None:
    before = _done(act)
    asked = _send(act, _logged_in(act.by))
    page = asked.content.decode()
    assert asked.status_code == 403
    assert "Each of them enters their own password, every time." in page
    for name, value in act.sent.items():
        assert f'<input type="hidden" name="{name}" value="{value}">' in page
    assert _done(act) == before


@pytest.mark.parametrize("typed", ["", WRONG])
def test_a_wrong_password_does_nothing(act: Act, typed: str) -> None:
    before = _done(act)
    answer = _send(act, _logged_in(act.by), own_password=typed)
    assert answer.status_code == 422
    assert not typed or typed not in answer.content.decode()
    assert _done(act) == before


def test_the_password_of_the_other_person_does_nothing(act: Act) -> None:
    other = User.objects.get(pk=act.other.pk)
    other.set_password("four spades doubled")
    other.save()
    before = _done(act)
    assert _send(act, _logged_in(act.by), **{kept_form.OWN_PASSWORD: "four spades doubled"}).status_code == 422
    assert _done(act) == before


def test_the_right_password_does_it_once(act: Act) -> None:
    before = _done(act)
    browser = _logged_in(act.by)
    assert _send(act, browser, own_password=PASSWORD).status_code == 302
    assert sum(_done(act)) == sum(before) + 1
    assert _send(act, browser).status_code == 403, "the next act asks again"


def test_passwords_are_counted_and_the_right_one_has_to_wait_after_five_wrong_ones(act: Act) -> None:
    before = _done(act)
    browser = _logged_in(act.by)
    answers = [_send(act, browser, own_password=WRONG).status_code for _ in range(6)]
    assert answers == [422] * 5 + [429]
    refused = _send(act, browser, own_password=PASSWORD)
    assert refused.status_code == 429
    assert "Wait 1 minute" in refused.content.decode()
    assert _done(act) == before


def test_one_person_cannot_be_both(confirmation: Act) -> None:
    before = _done(confirmation)
    browser = _logged_in(confirmation.other)
    told = browser.get(_send(confirmation, browser, own_password=PASSWORD)["Location"]).content.decode()
    assert "You proposed this yourself. Somebody else in the office must confirm it." in told
    assert _done(confirmation) == before


def test_a_session_that_ended_meanwhile_keeps_the_act_and_not_the_password(cast: Cast) -> None:
    act = _propose(cast)
    answer = _send(act, Client(), own_password=PASSWORD)
    assert answer.status_code == 403
    (kept,) = re.findall(rf'name="{kept_form.FIELD}" value="([^"]+)"', answer.content.decode())
    found = kept_form.unpack(kept)
    assert found is not None
    assert [tuple(each) for each in found.fields] == list(POINTS.items())
