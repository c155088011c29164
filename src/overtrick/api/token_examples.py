"""The calls with a token that the page shows, each as one line of curl. Every one of them runs in the tests."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from overtrick.register.tokens.scopes import Scope

_GET, _POST = "GET", "POST"


class TokenExample(NamedTuple):
    """A call by a program with a token, and what it is for."""

    title: str | Promise
    says: str | Promise
    scope: Scope
    path: str  #: below the root of the API
    method: str = _GET
    sends: str = ""  #: the body
    accept: str = ""  #: the form of the answer, where it is not JSON

    def curl(self, root: str) -> str:
        """Write the call for a shell, with the token in a variable."""
        parts = ['-H "Authorization: Bearer $TOKEN"']
        if self.accept:
            parts.append(f'-H "Accept: {self.accept}"')
        if self.sends:
            parts.append(f"--data-binary '{self.sends}'")
        elif self.method != _GET:
            parts.append(f"-X {self.method}")
        return f'curl {" ".join(parts)} "{root}{self.path}"'


TOKEN_EXAMPLES = (
    TokenExample(
        _("Keep the national player file"),
        _("One player a line. “Link” has the address for later changes. A copy without the last line is void."),
        Scope.PLAYERS_FILE,
        "/player-file",
        accept="application/x-ndjson",
    ),
    TokenExample(
        _("Your own record"),
        _("Every entry of the book, the newest last. “since” of the answer goes on from there the next time."),
        Scope.RECORD_READ,
        "/me/record?limit=200",
    ),
    TokenExample(
        _("Check a start list before play"),
        _("Who is known, standing, rank and points on the day, and who may enter. Nothing is kept."),
        Scope.RESULTS_READ,
        "/organisations/100/start-list?day=2026-11-10",
        _POST,
        "410070 Opa Pim",
    ),
    TokenExample(
        _("What is left of the club’s quotas?"),
        _("With the working of each. “/licences” lists the licences in the same way."),
        Scope.CLUB_READ,
        "/organisations/100/quotas?year=2026",
    ),
    TokenExample(
        _("What waits for the club?"),
        _("As its calendar shows it, with the address of the page on which it is done."),
        Scope.CLUB_READ,
        "/organisations/100/needs?days=60",
    ),
    TokenExample(
        _("What does the club owe?"),
        _("Open invoices, and what is charged and not invoiced yet, with the results that it is charged for."),
        Scope.CLUB_READ,
        "/organisations/100/account",
    ),
    TokenExample(
        _("The members of the club"),
        _("By name, as a file for a spreadsheet."),
        Scope.MEMBERS_READ,
        "/organisations/100/members?limit=200",
        accept="text/csv",
    ),
    TokenExample(
        _("Hear what became of results"),
        _("Events are sent to your address, signed with the secret in the answer. It is shown once."),
        Scope.WEBHOOKS_WRITE,
        "/organisations/100/webhooks",
        _POST,
        '{"url": "https://results.example.org/hook", "types": ["submission.accepted", "submission.held"]}',
    ),
)
