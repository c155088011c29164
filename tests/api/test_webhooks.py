"""Webhooks by the API: added, changed, tried and removed; a secret is shown once and stored nowhere."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from overtrick.register.audit.models import Record
from overtrick.register.organisations.models import Organisation
from overtrick.register.tokens.models import KeptAnswer
from overtrick.register.tokens.scopes import Scope
from overtrick.register.webhooks.models import Delivery, Endpoint
from tests.api.tokens import Program, of_club, of_person
from tests.register import office
from tests.web.cast import Role

if TYPE_CHECKING:
    from tests.api.conftest import Caller
    from tests.web.cast import Cast

PATH = "/organisations/100/webhooks"
URL = "https://results.example.org/hook"
NEW = {"url": URL, "types": ["submission.held", "submission.accepted"]}


@pytest.fixture
def program(call: Caller, cast: Cast) -> Program:
    """A program of Oakby that may change webhooks."""
    return of_club(call, cast, Scope.WEBHOOKS_WRITE)


def body(**changed: Any) -> str:  # noqa: ANN401 - of JSON
    return json.dumps({**NEW, **changed})


def test_a_webhook_is_added_and_its_secret_shown_once(program: Program, cast: Cast) -> None:
    made = program.post(PATH, body())
    assert made.status == 201
    hook = made.data["webhook"]
    assert (hook["url"], hook["state"], hook["secrets"]) == (URL, "on", 1)
    assert hook["types"] == ["submission.accepted", "submission.held"]
    assert made.data["secret"].startswith("whsec_")
    address = made.response.headers["Location"].partition("/api/v1")[2]
    assert program.get(address).data == hook
    listed = program.get(PATH).data["items"]
    assert [each["id"] for each in listed] == [cast.webhook, hook["id"]]
    assert "secret" not in listed[1]
    act = Record.objects.select_related("user").latest("pk")
    assert act.user is not None
    assert (act.action, act.user.is_service) == ("webhook.add", True)
    assert "ScoreBridge laptop" in act.user.get_full_name()


def test_a_call_with_a_key_is_done_once_and_its_secret_is_stored_nowhere(program: Program) -> None:
    made, again = (program.post(PATH, body(), idempotency_key="a-key-of-mine") for _ in range(2))
    assert (made.status, again.status) == (201, 201)
    assert again.response.headers["Idempotency-Replayed"] == "true"
    assert again.data == {"webhook": made.data["webhook"], "secret": None}
    assert Endpoint.objects.filter(url=URL).count() == 1
    assert made.data["secret"] not in str([list(each.values()) for each in KeptAnswer.objects.values()])


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        (body(url="http://results.example.org/"), 422, "webhook-address"),
        (body(types=["nothing"]), 422, "webhook-types"),
        (body(types=[]), 422, "parameters"),
        (body(extra=1), 422, "parameters"),
        (body(url=7), 422, "parameters"),
        ("{", 400, "unreadable"),
        ("", 400, "unreadable"),
    ],
)
def test_what_cannot_be_a_webhook_is_told_and_nothing_is_kept(
    program: Program, sent: str, status: int, code: str
) -> None:
    before = Endpoint.objects.count()
    found = program.post(PATH, sent)
    assert (found.status, Endpoint.objects.count()) == (status, before)
    assert not code or found.data["code"] == code
    assert all(each["found"] and each["remedy"] for each in found.data["problems"])


def test_there_are_five_at_most(program: Program) -> None:
    assert [program.post(PATH, body()).status for _ in range(4)] == [201] * 4
    sixth = program.post(PATH, body())
    assert (sixth.status, sixth.data["code"]) == (422, "too-many-webhooks")


def test_a_webhook_is_changed_switched_and_removed(program: Program, cast: Cast) -> None:
    one = f"{PATH}/{cast.webhook}"
    off = program.put(one, body(on=False))
    assert (off.status, off.data["url"], off.data["state"]) == (200, URL, "by-hand")
    assert program.post(f"{one}/test").data["code"] == "webhook-off"
    assert program.put(one, body(on=True)).data["state"] == "on"
    assert program.put(one, body()).data["code"] == "parameters"  # "on" is said each time
    gone = program.delete(one)
    assert (gone.status, gone.response.content) == (204, b"")
    assert program.get(one).status == 404
    assert not Endpoint.objects.filter(pk=cast.webhook).exists()


def test_a_change_is_made_as_a_whole_or_not_at_all(program: Program, cast: Cast) -> None:
    refused = program.put(f"{PATH}/{cast.webhook}", body(url=URL, types=["nothing"], on=False))
    assert refused.status == 422
    kept = program.get(f"{PATH}/{cast.webhook}").data
    assert (kept["url"], kept["state"]) == ("https://hook.example.org/", "on")


def test_a_secret_is_changed_with_two_for_a_while(program: Program, cast: Cast) -> None:
    one = f"{PATH}/{cast.webhook}"
    made = program.post(f"{one}/secret")
    assert (made.status, made.data["webhook"]["secrets"]) == (201, 2)
    assert made.data["secret"].startswith("whsec_")
    assert program.delete(f"{one}/secret").data["secrets"] == 1


def test_a_try_is_sent_listed_and_sent_again(program: Program, cast: Cast) -> None:
    one = f"{PATH}/{cast.webhook}"
    tries = [program.post(f"{one}/test") for _ in range(3)]
    assert [(each.status, each.data["type"], each.data["state"]) for each in tries] == [(202, "ping", "waiting")] * 3
    sent = [each.data["id"] for each in tries][::-1]
    part = program.get(f"{one}/deliveries?limit=2").data
    assert [each["id"] for each in part["items"]] == sent[:2]
    following = program.get(part["next"].partition("/api/v1")[2]).data
    assert ([each["id"] for each in following["items"]], following["next"]) == (sent[2:], None)
    again = f"{one}/deliveries/{sent[0]}/again"
    assert program.post(again).data["code"] == "webhook-on-its-way"
    Delivery.objects.filter(pk=sent[0]).update(state=Delivery.State.FAILED, error="timeout", tries=4)
    listed = program.get(f"{one}/deliveries?limit=1").data["items"][0]
    assert (listed["state"], listed["error"], listed["next_try"]) == ("failed", "timeout", None)
    resent = program.post(again)
    assert (resent.status, resent.data["state"], resent.data["tries"]) == (202, "waiting", 0)
    assert program.post(f"{one}/deliveries/999999/again").status == 404


def test_only_who_may_change_the_members_of_the_club_may_touch_its_webhooks(call: Caller, cast: Cast) -> None:
    one = f"{PATH}/{cast.webhook}"
    scorer = of_person(call, cast.users[Role.SCORER], Scope.WEBHOOKS_WRITE)
    county = of_person(call, cast.users[Role.COUNTY], Scope.WEBHOOKS_WRITE)
    other = office.organisation(cast.union.federation, "777", "Elmham", Organisation.Kind.CLUB, cast.union.club.parent)
    stranger = of_club(call, cast, Scope.WEBHOOKS_WRITE, club=other)
    reader = of_club(call, cast, Scope.CLUB_READ)
    for program, status, code in (
        (scorer, 403, "not-allowed"),
        (county, 403, "not-allowed"),
        (stranger, 404, "not-found"),
        (reader, 403, "scope-missing"),
    ):
        answers = [
            program.get(one),
            program.post(PATH, body()),
            program.put(one, body(on=True)),
            program.delete(one),
            program.post(f"{one}/test"),
            program.post(f"{one}/secret"),
            program.delete(f"{one}/secret"),
            program.get(f"{one}/deliveries"),
            program.post(f"{one}/deliveries/1/again"),
        ]
        assert {(each.status, each.data["code"]) for each in answers} == {(status, code)}
    theirs = stranger.get(f"/organisations/777/webhooks/{cast.webhook}")
    assert theirs.status == 404  # the webhook of one club under the number of another
    assert Endpoint.objects.filter(pk=cast.webhook).exists()
