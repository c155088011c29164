"""What the document says that an operation can be answered with, it can; ``conftest.answered`` sees to the contrary."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.utils import timezone

from overtrick.api.application import api
from overtrick.api.codes import Code
from overtrick.api.document import RULES, codes_of, document
from overtrick.register.competitions.models import Submission
from overtrick.register.limits import bucket_store
from overtrick.register.player_file import turn
from overtrick.register.scoping import scope
from overtrick.register.tokens import authenticate, idempotency
from overtrick.register.tokens import player_file as allowed
from overtrick.register.tokens.issue import Asked, issue_for, issue_personal
from overtrick.register.tokens.models import KeptAnswer, Token
from overtrick.register.tokens.scopes import PERSONAL_ONLY, Scope
from overtrick.web import request_limits
from tests.api.conftest import ROOT, Answered, answered
from tests.api.contract import operations
from tests.api.test_who_may_call import CALLS
from tests.web.cast import Role

if TYPE_CHECKING:
    from tests.api.conftest import Caller
    from tests.web.cast import Cast

DOCUMENT = document(api)
DECLARED = {
    operation["operationId"]: {str(code) for found in codes_of(DOCUMENT, operation).values() for code in found}
    for operation in operations(DOCUMENT)
}
#: What is the same for every call, whatever it asks: test_frame.py has it.
OF_ALL = {Code.INTERNAL, Code.BUSY}
#: Codes that each operation is asked for here; single operations have them for reasons of their own, too.
ASKED = (
    *(Code.UNREADABLE, Code.PARAMETERS, Code.CURSOR, Code.TOKEN_MISSING, Code.MEDIA_TYPE, Code.TOO_SLOW),
    *(Code.TOO_LARGE, Code.NOT_FOUND, Code.SCOPE_MISSING, Code.NOT_ALLOWED, Code.SAME_KEY_RUNNING),
    Code.SAME_KEY_OTHER_BODY,
)
#: Codes of single operations: the test file that provokes them, and by which word it names them, if not by the code.
HELD_BY = {
    Code.EVENT: "api/test_results.py",
    Code.TOO_MUCH_WORK: "api/test_worth.py",
    Code.NO_SUCH_PLAYER: "api/test_players.py",
    Code.NUMBER_IMPOSSIBLE: "api/test_players.py",
    Code.SCOPE_MISSING: "api/test_players.py",
    Code.NOT_FOUND: "api/test_own_record.py",
    Code.NOT_ALLOWED: "register/tokens/test_pairing.py NotAllowed",
    Code.CURSOR_TOO_OLD: "api/test_player_file.py",
    Code.ANSWERS: "api/test_results.py",
    Code.NOT_A_DRAFT: "api/test_results.py",
    Code.NOT_WAITING: "api/test_results.py",
    Code.IF_MATCH_NEEDED: "api/test_results.py",
    Code.CHANGED_SINCE: "api/test_results.py",
    Code.WOULD_REPLACE: "api/test_results.py",
    "not-declared": "api/test_results.py",
    "findings-open": "register/competitions/test_submission_findings.py Unanswered",
    "sent-elsewhere": "api/test_results.py",
    "number-and-name-differ": "web/club/test_hidden.py DoesNotFit",
    "quota-used-up": "register/competitions/test_quota.py QuotaUsedUp",
    "event-not-theirs-to-submit": "register/years/test_county_year.py NotTheirs",
    "event-cannot-be-assessed": "api/test_results.py",
    "no-such-limit": "api/test_start_lists.py",
    "no-such-rank": "api/test_start_lists.py",
    "webhook-address": "api/test_webhooks.py",
    "webhook-types": "api/test_webhooks.py",
    "too-many-webhooks": "api/test_webhooks.py",
    "webhook-off": "api/test_webhooks.py",
    "webhook-on-its-way": "api/test_webhooks.py",
    "pairing-code": "api/test_admission.py",
    "token-name": "api/test_admission.py",
    "too-many-tokens": "register/tokens/test_tokens.py WrongToken",
}
_NOBODY = {"handbook": "/handbooks/none", "rank": "/ranks/none", "worth": "/worth/none/pairs"}


class Asking:
    """Makes every call so that it is answered with a code."""

    def __init__(self, call: Caller, cast: Cast) -> None:
        self._call, self._cast = call, cast
        self._at = timezone.now()
        self._tokens: dict[str, str] = {}
        turn.bring_up_to_date(self._at)
        allowed.allow(cast.union.club, "Scoring PC", actor=cast.users[Role.OFFICE], at=self._at)

    def ask(self, name: str, code: str) -> Answered:  # noqa: C901 - a way for each code
        """Make a call of an operation that is answered with this code."""
        method, path, _needs = CALLS[name]
        token = self.token(name)
        sent: dict[str, Any] = {}
        more: dict[str, Any] = {}
        if code == Code.UNREADABLE:
            path += "?x=%00"
        elif code == Code.PARAMETERS:
            path += "?nothing=1"
        elif code == Code.CURSOR:
            path += "?since=x" if "after" not in self._parameters(name) else "?after=x"
        elif code == Code.TOKEN_MISSING:
            token = "oto_nobody"  # noqa: S105
        elif code == Code.MEDIA_TYPE:
            sent = {"data": "x", "content_type": "multipart/form-data; boundary=x"}
        elif code in (Code.TOO_SLOW, Code.TOO_LARGE):
            more[request_limits.REFUSED_BODY] = {Code.TOO_SLOW: 408, Code.TOO_LARGE: 413}[Code(code)]
        elif code == Code.NOT_FOUND:
            path = _NOBODY.get(name, path.replace("/100", "/999").replace("-1", "-999").replace("AAAA", "BBBB"))
            path = (
                path.replace("/files/1", "/files/999").replace("readings/1", "readings/999").replace("d/1/", "d/999/")
            )
        elif code == Code.SCOPE_MISSING:
            token = self._token(next(each for each in (Scope.RESULTS_READ, Scope.CLUB_READ) if each != CALLS[name][2]))
        elif code == Code.NOT_ALLOWED:
            path, token = self._seen(path), self._of_county(name)
        elif code in (Code.SAME_KEY_RUNNING, Code.SAME_KEY_OTHER_BODY):
            more["HTTP_IDEMPOTENCY_KEY"] = "k"
            self._begin(token, f"{ROOT}{path}" if code == Code.SAME_KEY_RUNNING else "/another")
        headers = {"authorization": f"Bearer {token}"}
        return answered(self._call.client.generic(method.upper(), f"{ROOT}{path}", headers=headers, **sent, **more))

    def token(self, name: str) -> str:
        """Give the token of an operation."""
        needs = CALLS[name][2]
        return self._token(needs if isinstance(needs, Scope) else Scope.PLAYERS_READ)

    def _token(self, scope: Scope) -> str:
        if scope not in self._tokens:
            asked = Asked("Script", [scope])
            made = (
                issue_personal(asked, actor=self._cast.users[Role.PLAYER], at=self._at)
                if scope in PERSONAL_ONLY
                else issue_for(self._cast.union.club, asked, actor=self._cast.users[Role.OFFICE], at=self._at)
            )
            self._tokens[scope] = made.written
        return self._tokens[scope]

    def _of_county(self, name: str) -> str:
        """Give a token of who sees the club and its results, and does nothing for it."""
        key = f"county {CALLS[name][2]}"
        if key not in self._tokens:
            asked = Asked("Script", [Scope(CALLS[name][2] or "")])
            self._tokens[key] = issue_personal(asked, actor=self._cast.users[Role.COUNTY], at=self._at).written
        return self._tokens[key]

    def _seen(self, path: str) -> str:
        """Name a draft of the club, its file and its webhook."""
        with scope(federation=self._cast.federation):
            draft = Submission.objects.get(pk=self._cast.sent)
            Submission.objects.filter(pk=draft.pk).update(status=Submission.Status.DRAFT)
        if path.startswith("/readings"):
            token = self._token(Scope.RESULTS_WRITE)
            headers = {"authorization": f"Bearer {token}", "prefer": "wait=0"}
            sent = self._call.client.generic("POST", f"{ROOT}/organisations/100/files", "x", headers=headers)
            return sent.headers["Location"].removeprefix(ROOT)
        path = path.replace("1-1", draft.reference).replace("/files/1", f"/files/{self._cast.upload}")
        return path.replace("webhooks/1", f"webhooks/{self._cast.webhook}")

    def _begin(self, token: str, path: str) -> None:
        """Let another call with the key be at work."""
        with scope(federation=self._cast.federation):
            digest = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"  # of no bytes
            idempotency.begin(authenticate.caller(token, self._at), "k", path, digest, timezone.now())

    @staticmethod
    def _parameters(name: str) -> set[str]:
        (found,) = (each for each in operations(DOCUMENT) if each["operationId"] == name)
        return {each["name"] for each in found["parameters"]}


def _all_of(code: str) -> list[str]:
    return [name for name, codes in DECLARED.items() if code in codes and code not in _own(name)]


def _own(name: str) -> set[str]:
    """Give the codes that an operation has for reasons of its own."""
    return {str(code) for code in RULES[name].errors if code != Code.CURSOR}


def test_every_code_of_every_operation_is_asked_for() -> None:
    rest = {code for name, codes in DECLARED.items() for code in codes - _own(name)}
    assert rest == {*map(str, ASKED), *OF_ALL, "token-expired", "token-revoked", "too-many"}
    own = {code for name in DECLARED for code in _own(name)}
    assert own == set(HELD_BY)
    for code, where in HELD_BY.items():
        file, _, word = where.partition(" ")
        assert (word or f'"{code}"') in (Path(__file__).parents[1] / file).read_text(encoding="utf-8"), code


@pytest.mark.slow  # every operation
@pytest.mark.parametrize("code", ASKED)
def test_what_is_declared_of_many_operations_each_of_them_answers(call: Caller, cast: Cast, code: str) -> None:
    asking = Asking(call, cast)
    wrong = {}
    for name in _all_of(code):
        bucket_store.ask("delete from limits_bucket")
        KeptAnswer.objects.all().delete()
        found = asking.ask(name, code)
        if found.data is None or found.data.get("code") != code:
            wrong[name] = (found.status, found.data)
    assert wrong == {}


@pytest.mark.slow  # every operation
def test_every_operation_refuses_a_token_that_has_ended_and_whoever_calls_too_often(call: Caller, cast: Cast) -> None:
    asking = Asking(call, cast)
    tokens = {name: asking.token(name) for name in DECLARED}

    def codes() -> set[str]:
        found = set()
        for name in DECLARED:
            method, path, _needs = CALLS[name]
            bucket_store.ask("delete from limits_bucket")
            headers = {"authorization": f"Bearer {tokens[name]}"}
            found.add(answered(call.client.generic(method.upper(), f"{ROOT}{path}", headers=headers)).data["code"])
        return found

    Token.objects.update(expires_at=timezone.now() - timedelta(days=1))
    assert codes() == {"token-expired"}
    Token.objects.update(ended_at=timezone.now())
    assert codes() == {"token-revoked"}
