"""An invented office for ``benchmarks.api``: players, and so many programs with tokens that no limit is ever met.

A token makes 600 look-ups or 120 awards a minute, so a crowd of programs asks in turn. Nothing is switched off.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import NamedTuple

from benchmarks import web_office
from overtrick.register.accounts.models import User
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.people.models import Player
from overtrick.register.player_file import turn
from overtrick.register.scoping import scope
from overtrick.register.tokens import issue, player_file
from overtrick.register.tokens.scopes import SCORING, Scope

ENTRIES = 10_000
#: Of the clubs' tokens, each with the scopes of a scoring PC; and of those that may fetch the player file.
TOKENS, FILE_TOKENS = 200, 20


class Programs(NamedTuple):
    """Whom programs ask for, and their tokens."""

    numbers: list[str]
    tokens: list[str]
    file_tokens: list[str]


def build(players: int) -> Programs:
    """Make an office of so many players, and programs that may call it."""
    web_office.PLAYERS, web_office.DRAFTS = players, 0
    web_office.build(ENTRIES)
    at = datetime.now(UTC)
    with scope(federation=Federation.objects.get()):
        *clubs, fetching = Organisation.objects.filter(kind=Organisation.Kind.CLUB).order_by("pk")
        national = Organisation.objects.get(kind=Organisation.Kind.NATIONAL)
        clerk = User.objects.create(username="clerk")
        Officer.objects.create(organisation=national, user=clerk, role=Officer.Role.OFFICE, begins=web_office.BEGINS)
        player_file.allow(fetching, "A benchmark", actor=clerk, at=at)
        turn.bring_up_to_date(at)
        asked = issue.Asked("Benchmark", SCORING)
        tokens = [issue.issue_for(clubs[n % len(clubs)], asked, actor=clerk, at=at).written for n in range(TOKENS)]
        asked = issue.Asked("Benchmark", {Scope.PLAYERS_FILE})
        file_tokens = [issue.issue_for(fetching, asked, actor=clerk, at=at).written for _ in range(FILE_TOKENS)]
        numbers = list(Player.objects.order_by("pk").values_list("number", flat=True))
    return Programs(numbers, tokens, file_tokens)
