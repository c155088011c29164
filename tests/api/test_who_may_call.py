"""Every operation, with every token that may not make it and by everybody who may: scope and role decide together."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

import pytest
from django.utils import timezone

from overtrick.api import urls
from overtrick.api.admission import ANY
from overtrick.api.document import RULES
from overtrick.register.competitions.models import Submission
from overtrick.register.scoping import scope
from overtrick.register.tokens import issue
from overtrick.register.tokens.models import Token
from overtrick.register.tokens.scopes import Scope
from tests.api.conftest import ROOT, Answered, answered
from tests.api.tokens import Program, of_club, of_person
from tests.web.cast import Role

if TYPE_CHECKING:
    from tests.api.conftest import Caller
    from tests.web.cast import Cast

_READ, _WRITE, _CLUB, _HOOKS = Scope.RESULTS_READ, Scope.RESULTS_WRITE, Scope.CLUB_READ, Scope.WEBHOOKS_WRITE
_DRAFT, _HOOK = "/submissions/1-1", "/organisations/100/webhooks/1"

#: Every operation: how it is called, and the scope that a token needs; None: no token.
CALLS: dict[str, tuple[str, str, Scope | str | None]] = {
    "start": ("get", "/", None),
    "openapi": ("get", "/openapi.json", None),
    "event_file_schema": ("get", "/event-file.schema.json", None),
    "handbooks": ("get", "/handbooks", None),
    "handbook": ("get", "/handbooks/ebu", None),
    "worth": ("get", "/worth/ebu/pairs", None),
    "rank": ("get", "/ranks/ebu", None),
    "awards": ("post", "/awards", None),
    "check": ("post", "/checks", None),
    "players": ("get", "/players", None),
    "player": ("get", "/players/1", None),
    "rankings": ("get", "/rankings", None),
    "promotions": ("get", "/promotions", None),
    "certificate": ("get", "/certificates/AAAA-AAAA-AAAA", None),
    "pair": ("post", "/pairings", None),
    "me": ("get", "/me", ANY),
    "own_record": ("get", "/me/record", Scope.RECORD_READ),
    "entry_working": ("get", "/me/record/1/working", Scope.RECORD_READ),
    "player_file": ("get", "/player-file", Scope.PLAYERS_FILE),
    "one_organisation": ("get", "/organisations/100", ANY),
    "send_file": ("post", "/organisations/100/files", _WRITE),
    "file": ("get", "/files/1", _WRITE),
    "file_being_read": ("get", "/readings/1", _WRITE),
    "answer_file": ("put", "/files/1/answers", _WRITE),
    "say_players": ("put", f"{_DRAFT}/players", _WRITE),
    "submit": ("post", f"{_DRAFT}/submit", _WRITE),
    "throw_away": ("delete", _DRAFT, _WRITE),
    "say_held": ("put", f"{_DRAFT}/held/1", _WRITE),
    "preview": ("get", f"{_DRAFT}/preview", _READ),
    "one_submission": ("get", _DRAFT, _READ),
    "submissions": ("get", "/organisations/100/submissions", _READ),
    "held": ("get", f"{_DRAFT}/held", _READ),
    "submission_awards": ("get", f"{_DRAFT}/awards", _READ),
    "submission_refusals": ("get", f"{_DRAFT}/refusals", _READ),
    "submission_file": ("get", f"{_DRAFT}/file", _READ),
    "check_start_list": ("post", "/organisations/100/start-list", _READ),
    "quotas": ("get", "/organisations/100/quotas", _CLUB),
    "licences": ("get", "/organisations/100/licences", _CLUB),
    "needs": ("get", "/organisations/100/needs", _CLUB),
    "account": ("get", "/organisations/100/account", _CLUB),
    "account_document": ("get", "/organisations/100/account/2026-0001", _CLUB),
    "members": ("get", "/organisations/100/members", Scope.MEMBERS_READ),
    "webhooks": ("get", "/organisations/100/webhooks", _HOOKS),
    "add_webhook": ("post", "/organisations/100/webhooks", _HOOKS),
    "webhook": ("get", _HOOK, _HOOKS),
    "change_webhook": ("put", _HOOK, _HOOKS),
    "remove_webhook": ("delete", _HOOK, _HOOKS),
    "new_secret": ("post", f"{_HOOK}/secret", _HOOKS),
    "end_old_secret": ("delete", f"{_HOOK}/secret", _HOOKS),
    "test_webhook": ("post", f"{_HOOK}/test", _HOOKS),
    "deliveries": ("get", f"{_HOOK}/deliveries", _HOOKS),
    "deliver_again": ("post", f"{_HOOK}/deliveries/1/again", _HOOKS),
}
NEEDING = [name for name, (_method, _path, needs) in CALLS.items() if needs is not None]


def test_no_operation_is_missing_in_the_table() -> None:
    assert urls.MODULES  # every module that declares operations is loaded
    assert set(RULES) == set(CALLS)


def made(call: Caller, name: str, written: str = "") -> Answered:
    """Make a call with a token, or without."""
    method, path, _needs = CALLS[name]
    headers = {"authorization": f"Bearer {written}"} if written else {}
    return answered(call.client.generic(method.upper(), f"{ROOT}{path}", headers=headers))


@pytest.mark.parametrize("name", [name for name in CALLS if name not in NEEDING])
def test_what_is_public_asks_for_no_token_and_refuses_one_that_nobody_has(call: Caller, name: str) -> None:
    assert made(call, name).status not in (401, 403)
    assert made(call, name, "oto_nobody").status == 401


@pytest.mark.parametrize("name", NEEDING)
def test_a_token_that_is_missing_unknown_expired_ended_or_of_another_federation_is_refused(
    call: Caller, cast: Cast, name: str
) -> None:
    assert made(call, name).data["code"] == "token-missing"
    assert made(call, name, "oto_nobody").data["code"] == "token-missing"
    ours = of_club(call, cast)
    at = timezone.now()
    with scope(federation=cast.union.federation):
        token = Token.objects.get(name="ScoreBridge laptop")
        Token.objects.update(expires_at=at - timedelta(days=1))
        assert made(call, name, ours.written).data["code"] == "token-expired"
        Token.objects.update(expires_at=at + timedelta(days=1))
        issue.end(token, actor=cast.users[Role.OFFICE], at=at)
        assert made(call, name, ours.written).data["code"] == "token-revoked"
    with scope(federation=cast.elsewhere):
        theirs = of_person(call, cast.users[Role.ELSEWHERE], _READ, _WRITE, _CLUB, Scope.MEMBERS_READ)
    found = made(call, name, theirs.written)
    assert (found.status, found.data["code"]) == (401, "token-missing")


@pytest.mark.parametrize("name", [name for name in NEEDING if CALLS[name][2] != ANY])
def test_every_other_scope_is_not_enough(call: Caller, cast: Cast, name: str) -> None:
    needed = CALLS[name][2]
    others = [each for each in Scope if each not in (needed, Scope.PLAYERS_FILE, Scope.RECORD_READ)]
    found = made(call, name, of_club(call, cast, *others).written)
    assert (found.status, found.data["code"]) == (403, "scope-missing")
    found = made(call, name, of_person(call, cast.users[Role.OFFICE], *(set(others) - {needed})).written)
    assert (found.status, found.data["code"]) == (403, "scope-missing")


#: Who comes: each with a personal token that has the scope, and the token of another club.
_WHO = (Role.SCORER, Role.SECRETARY, Role.COUNTY, Role.OFFICE)
#: Whoever sees the club, its secretary alone, and so on: what they are answered, in the order of ``_WHO``.
_SEES = (200, 200, 200, 200)
_UPLOADS = (200, 200, 403, 200)
_SECRETARY = (403, 200, 403, 200)


@pytest.mark.parametrize(
    ("path", "needs", "answers"),
    [
        ("/organisations/{club}/submissions", _READ, _SEES),
        ("/submissions/{reference}", _READ, _SEES),
        ("/submissions/{reference}/awards", _READ, _SEES),
        ("/submissions/{reference}/refusals", _READ, _SEES),
        ("/submissions/{reference}/held", _READ, _SEES),
        ("/files/{file}", _WRITE, _UPLOADS),
        ("/organisations/{club}/quotas", _CLUB, _SEES),
        ("/organisations/{club}/licences", _CLUB, _SEES),
        ("/organisations/{club}/needs", _CLUB, _UPLOADS),
        ("/organisations/{club}/members", Scope.MEMBERS_READ, _SECRETARY),
        ("/organisations/{club}/webhooks", _HOOKS, _SECRETARY),
        ("/organisations/{club}/webhooks/{webhook}", _HOOKS, _SECRETARY),
        ("/organisations/{club}/webhooks/{webhook}/deliveries", _HOOKS, _SECRETARY),
    ],
)
def test_with_the_scope_the_role_decides_as_on_the_pages(
    call: Caller, cast: Cast, path: str, needs: Scope, answers: tuple[int, ...]
) -> None:
    with scope(federation=cast.union.federation):
        reference = Submission.objects.get(pk=cast.sent).reference
    club = cast.union.club.number
    path = path.format(club=club, reference=reference, file=cast.upload, webhook=cast.webhook)
    found = {role: of_person(call, cast.users[role], needs).get(path).status for role in _WHO}
    assert found == dict(zip(_WHO, answers, strict=True))
    with pytest.raises(issue.WrongToken, match="cannot have this"):  # who only plays has no token for it at all
        of_person(call, cast.users[Role.PLAYER], needs)
    assert of_club(call, cast, needs, club=cast.union.other).get(path).status == 404
    assert of_club(call, cast, needs).get(path).status == 200


def test_a_record_is_its_owners_alone(call: Caller, cast: Cast) -> None:
    own: dict[Role, Program] = {
        role: of_person(call, cast.users[role], Scope.RECORD_READ) for role in (Role.PLAYER, Role.OTHER_PLAYER)
    }
    mine, theirs = (own[role].get("/me/record") for role in own)
    assert (mine.status, theirs.status) == (200, 200)
    assert mine.data["items"] != theirs.data["items"]
    assert own[Role.PLAYER].get(f"/me/record/{cast.entry}/working").status == 200
    assert own[Role.OTHER_PLAYER].get(f"/me/record/{cast.entry}/working").status == 404
