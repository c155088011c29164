"""Who calls, and how often: tokens, scopes, buckets and repeated keys."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from overtrick.api import codes
from overtrick.register.scoping import scope
from overtrick.register.tokens import issue, pairing
from overtrick.register.tokens.models import Token, TokenUse
from overtrick.register.tokens.scopes import Scope
from tests.api.tokens import Program, of_club, of_person
from tests.test_codes import REFUSALS
from tests.web.cast import Role

if TYPE_CHECKING:
    from tests.api.conftest import Caller
    from tests.web.cast import Cast

EVENT = b'{"event": "x"}'


def test_a_token_says_who_it_is(call: Caller, cast: Cast) -> None:
    found = of_club(call, cast).get("/me")
    assert found.status == 200
    assert (found.data["kind"], found.data["token"]) == ("organisation", "ScoreBridge laptop")
    assert found.data["organisations"] == [cast.union.club.number]
    assert [each["role"] for each in found.data["roles"]] == ["scorer"]
    assert found.data["scopes"] == ["players:read", "results:read", "results:write"]
    assert found.response.headers["Cache-Control"] == "no-store"
    assert TokenUse.objects.get().day == timezone.now().date()


def test_a_personal_token_acts_as_its_owner(call: Caller, cast: Cast) -> None:
    found = of_person(call, cast.users[Role.COUNTY], Scope.RESULTS_READ).get("/me")
    assert (found.data["kind"], [each["role"] for each in found.data["roles"]]) == ("personal", ["secretary"])


def test_without_a_token_a_call_that_needs_one_is_refused(call: Caller) -> None:
    found = call.get("/me")
    assert (found.status, found.data["code"]) == (401, "token-missing")
    assert found.response.headers["WWW-Authenticate"] == "Bearer"
    assert call.get("/me", authorization="Basic YTpi").data["code"] == "token-missing"
    assert call.get("/", authorization="Bearer oto_wrong").data["code"] == "token-missing"


def test_a_token_that_expired_or_was_ended_is_refused(call: Caller, cast: Cast) -> None:
    ended, expired = of_club(call, cast), of_club(call, cast)
    first, second = Token.objects.order_by("pk")
    issue.end(first, actor=cast.users[Role.OFFICE], at=timezone.now())
    Token.objects.filter(pk=second.pk).update(expires_at=timezone.now() - timedelta(minutes=1))
    found = [each.get("/me") for each in (ended, expired)]
    assert [(each.status, each.data["code"]) for each in found] == [(401, "token-revoked"), (401, "token-expired")]
    assert all(each.response.headers["WWW-Authenticate"] == "Bearer" for each in found)


def test_a_token_of_another_federation_is_not_known_here(call: Caller, cast: Cast) -> None:
    with scope(federation=cast.elsewhere):
        other = of_person(call, cast.users[Role.ELSEWHERE], Scope.RESULTS_READ)
    assert (other.get("/me").status, other.get("/me").data["code"]) == (401, "token-missing")
    there = call.client.get(f"/@{cast.elsewhere.slug}/api/v1/me", headers={"authorization": f"Bearer {other.written}"})
    assert there.status_code == 200


def test_every_answer_says_what_is_left(call: Caller, cast: Cast) -> None:
    public, token = call.get("/"), of_club(call, cast).get("/")
    assert public.response.headers["RateLimit-Policy"] == '"read";q=60;w=60'
    assert public.response.headers["RateLimit"] == '"read";r=59;t=60'
    assert token.response.headers["RateLimit-Policy"] == '"read";q=600;w=60'
    assert token.response.headers["Cache-Control"] == "private, no-cache"
    worth = call.get("/worth/ebu/pairs?tables=30")
    assert worth.response.headers["RateLimit-Policy"] == '"work";q=20;w=60'


def test_whoever_calls_too_often_waits(call: Caller, cast: Cast) -> None:
    answers = [call.get("/") for _ in range(61)]
    assert [each.status for each in answers[:60]] == [200] * 60
    last = answers[-1]
    assert (last.status, last.data["code"]) == (429, "too-many")
    assert 1 <= int(last.response.headers["Retry-After"]) <= 60
    assert call.get("/me").status == 429  # a call without the token it needs counts too
    assert of_club(call, cast).get("/").status == 200
    other = call.client.get("/api/v1/", REMOTE_ADDR="2001:db8::1")
    assert other.status_code == 200


def test_a_call_that_nobody_answers_is_counted_as_any_other(call: Caller, cast: Cast) -> None:
    """No such address, and no such method: else somebody could ask for them without end."""
    unknown, strange = call.get("/nothing/here"), call.client.delete("/api/v1/players")
    assert (unknown.status, unknown.data["code"], strange.status_code) == (404, "not-found", 405)
    assert unknown.response.headers["RateLimit"].startswith('"read";r=59;')
    assert strange.headers["RateLimit"].startswith('"read";r=58;')
    program = of_club(call, cast)
    assert program.get("/nothing/here").response.headers["RateLimit"].startswith('"read";r=599;')
    program.written = f"{program.written[:-1]}!"
    assert program.get("/nothing/here").status == 401
    assert {call.get("/nothing/here").status for _ in range(60)} == {404, 429}


def test_codes_of_certificates_are_tried_by_pages_and_calls_together(call: Caller) -> None:
    for _ in range(10):
        assert call.get("/certificates/7K3M-9QTX-0VHB").status == 404
        assert call.client.get("/certificates/?code=7K3M-9QTX-0VHB").status_code == 404
    assert call.get("/certificates/7K3M-9QTX-0VHB").status == 429
    assert call.client.get("/certificates/?code=7K3M-9QTX-0VHB").status_code == 429


def test_a_household_counts_as_one(call: Caller) -> None:
    seen = [
        call.client.get("/api/v1/", REMOTE_ADDR=address).headers["RateLimit"]
        for address in ("2001:db8::1", "2001:db8::ffff", "2001:db8:0:1::1")
    ]
    assert [each.split(";")[1] for each in seen] == ["r=59", "r=58", "r=59"]


def test_numbers_that_nobody_has_are_counted(call: Caller, cast: Cast) -> None:
    missed = [call.get(f"/players/{number}") for number in range(900_001, 900_021)]
    assert {each.status for each in missed} == {404}
    assert '"miss";r=0' in missed[-1].response.headers["RateLimit"]
    assert call.get(f"/players/{cast.player.number}").status == 429
    assert call.get("/certificates/7K3M-9QTX-0VHB").status == 429
    assert call.get("/").status == 200


def test_the_same_key_gets_the_same_answer(call: Caller, cast: Cast) -> None:
    program = of_club(call, cast)
    first = program.post("/awards", EVENT, idempotency_key="one")
    again = program.post("/awards", EVENT, idempotency_key="one")
    assert (first.status, again.status, again.data) == (422, 422, first.data)
    assert "Idempotency-Replayed" not in first.response.headers
    assert again.response.headers["Idempotency-Replayed"] == "true"
    assert again.response.headers["Content-Type"] == "application/problem+json"
    other = program.post("/awards", b"{}", idempotency_key="one")
    assert (other.status, other.data["code"]) == (422, "same-key-other-body")
    wrong = program.post("/awards", EVENT, idempotency_key="")
    assert (wrong.status, wrong.data["code"]) == (422, "parameters")


def test_a_scoring_pc_gets_a_token_for_a_code_once(call: Caller, cast: Cast) -> None:
    code = pairing.begin(cast.union.club, actor=cast.users[Role.SECRETARY], at=timezone.now()).code
    assert call.post("/pairings", f'{{"code": "{code}", "name": ""}}').data["code"] == "token-name"
    sent = f'{{"code": "{code}", "name": "PC in the hall"}}'
    found = call.post("/pairings", sent)
    assert (found.status, found.data["organisation"]) == (201, cast.union.club.number)
    assert "PC in the hall" in Program(call, found.data["token"]).get("/me").data["token"]
    again = call.post("/pairings", sent)
    assert (again.status, again.data["code"]) == (422, "pairing-code")
    tries = [call.post("/pairings", '{"code": "XXXX-XXXX", "name": "x"}') for _ in range(10)]
    assert (tries[-1].status, tries[-1].data["code"]) == (429, "too-many")
    assert int(tries[-1].response.headers["Retry-After"]) > 0


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"code": 1, "name": "x"}', b'{"code": "x", "name": "x", "y": 1}'])
def test_a_small_body_that_is_wrong_is_told(call: Caller, body: bytes) -> None:
    found = call.post("/pairings", body)
    assert (found.status, found.data["code"]) in {(400, "unreadable"), (422, "parameters")}


def test_every_refusal_has_a_page_with_the_sentence_of_the_table(call: Caller) -> None:
    assert codes.refusals() == {code: says.strip() for code, says in REFUSALS.items()}
    page = call.client.get("/help/api/problems/pairing-code")
    assert (page.status_code, codes.refusals()["pairing-code"].rstrip(".") in page.content.decode()) == (200, True)
    assert call.client.get("/help/api/problems/nothing").status_code == 404
