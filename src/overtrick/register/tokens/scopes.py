"""What a token may be used for. Each scope is allowed where the role of whoever acts allows it too."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache

from overtrick.register.organisations.models import Officer


class Scope(StrEnum):
    """What a program may do with a token. None holds an act of the office."""

    PLAYERS_READ = "players:read"  #: look players up, one by one
    PLAYERS_FILE = "players:file"  #: the national player file; the office allows an organisation to have it
    RECORD_READ = "record:read"  #: a player's own record; only a personal token has it
    RESULTS_READ = "results:read"
    RESULTS_WRITE = "results:write"
    CLUB_READ = "club:read"  #: quotas, licences, the account
    MEMBERS_READ = "members:read"
    WEBHOOKS_WRITE = "webhooks:write"


#: Who can have a scope, in a sentence for whoever asks for a token.
_WHO = {
    Scope.PLAYERS_READ: "organisations, everybody who acts for one, and players.",
    Scope.PLAYERS_FILE: "only organisations that the office has allowed to keep the national player file: "
    "ask the office, and say what it is for. No person's own token has it.",
    Scope.RECORD_READ: "players, for their own record. No organisation's token has it.",
    Scope.RESULTS_READ: "organisations, and everybody who acts for one.",
    Scope.RESULTS_WRITE: "organisations, their scorers and secretaries, and the office.",
    Scope.CLUB_READ: "organisations, if a secretary makes the token, and everybody who acts for one.",
    Scope.MEMBERS_READ: "organisations, if a secretary makes the token, their secretaries, and the office.",
    Scope.WEBHOOKS_WRITE: "organisations, if a secretary makes the token, their secretaries, and the office.",
}


def who_can_have(scope: Scope) -> str:
    """Say who can have a token with a scope."""
    return _WHO[scope]


#: What only a person's token can have, and what only an organisation's.
PERSONAL_ONLY = frozenset({Scope.RECORD_READ})
ORGANISATION_ONLY = frozenset({Scope.PLAYERS_FILE})
#: What a scorer may not do: a token with one of these acts as a secretary.
NEEDS_SECRETARY = frozenset({Scope.CLUB_READ, Scope.MEMBERS_READ, Scope.WEBHOOKS_WRITE})
#: What a scoring PC needs: names for numbers, to send results, and to hear what became of them.
SCORING = frozenset({Scope.PLAYERS_READ, Scope.RESULTS_READ, Scope.RESULTS_WRITE})


def role_for(scopes: Iterable[Scope]) -> Officer.Role:
    """Give the role that an organisation's token needs for its scopes: never more than a secretary's."""
    return Officer.Role.SECRETARY if NEEDS_SECRETARY.intersection(scopes) else Officer.Role.SCORER


def kept(scopes: Iterable[Scope]) -> str:
    """Write scopes as they are kept: in the order of the list above, with spaces."""
    wanted = frozenset(scopes)
    return " ".join(each for each in Scope if each in wanted)


@lru_cache(maxsize=256)
def read(text: str) -> frozenset[Scope]:
    """Read scopes as they are kept; words that are none count for nothing."""
    words = set(text.split())
    return frozenset(each for each in Scope if each in words)
