"""Programs with a token, for the tests of calls that need one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from django.utils import timezone

from overtrick.register.tokens.issue import Asked, issue_for, issue_personal
from overtrick.register.tokens.scopes import Scope
from tests.api.conftest import ROOT, Answered, answered
from tests.web.cast import Role

if TYPE_CHECKING:
    from overtrick.register.accounts.models import User
    from overtrick.register.organisations.models import Organisation
    from tests.api.conftest import Caller
    from tests.web.cast import Cast

SCORING = (Scope.PLAYERS_READ, Scope.RESULTS_READ, Scope.RESULTS_WRITE)


class Program:
    """A program that sends its token with every call."""

    def __init__(self, call: Caller, written: str) -> None:
        self.client = call.client
        self.written = written

    def get(self, path: str, **headers: str) -> Answered:
        """Ask."""
        return self._call("get", path, None, headers)

    def post(self, path: str, body: bytes | str = b"", **headers: str) -> Answered:
        """Send."""
        return self._call("post", path, body, headers)

    def put(self, path: str, body: bytes | str = b"", **headers: str) -> Answered:
        """Replace."""
        return self._call("put", path, body, headers)

    def delete(self, path: str, **headers: str) -> Answered:
        """Remove."""
        return self._call("delete", path, None, headers)

    def _call(self, method: str, path: str, body: bytes | str | None, headers: dict[str, str]) -> Answered:
        sent = {name.replace("_", "-"): value for name, value in headers.items()}
        sent = {"authorization": f"Bearer {self.written}", **sent}
        if body is None:
            return answered(getattr(self.client, method)(f"{ROOT}{path}", headers=sent))
        kind = "application/x-www-form-urlencoded"
        return answered(getattr(self.client, method)(f"{ROOT}{path}", body, content_type=kind, headers=sent))


def of_club(call: Caller, cast: Cast, *scopes: Scope, club: Organisation | None = None) -> Program:
    """Give a program of Oakby."""
    asked = Asked("ScoreBridge laptop", scopes or SCORING)
    made = issue_for(club or cast.union.club, asked, actor=cast.users[Role.OFFICE], at=timezone.now())
    return Program(call, made.written)


def of_person(call: Caller, user: User, *scopes: Scope) -> Program:
    """Give somebody's own program."""
    return Program(call, issue_personal(Asked("Script", scopes), actor=user, at=timezone.now()).written)
