"""Tokens of the invented office, for tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.register.organisations import officers
from overtrick.register.organisations.models import Officer
from overtrick.register.tokens import issue
from overtrick.register.tokens.issue import Asked, Issued
from overtrick.register.tokens.scopes import SCORING, Scope
from tests.register import office
from tests.register.season import AT, Union

if TYPE_CHECKING:
    from collections.abc import Collection

    from overtrick.register.accounts.models import User

LAPTOP = "ScoreBridge laptop"


def club_secretary(here: Union) -> User:
    """Let somebody be the secretary of the club."""
    user = office.user("hana")
    officers.appoint(here.club, user, Officer.Role.SECRETARY, office.NEW_YEAR, actor=None, at=AT)
    return user


def of_club(here: Union, scopes: Collection[Scope] = SCORING, name: str = LAPTOP, **more: int) -> Issued:
    """Let the office make a token for the club."""
    return issue.issue_for(here.club, Asked(name, scopes, **more), actor=here.clerk, at=AT)


def of_player(here: Union, scopes: Collection[Scope] = (Scope.RECORD_READ,)) -> Issued:
    """Let a player make a token."""
    user = office.user("ado")
    user.player = here.players[0]
    user.save(update_fields=["player"])
    return issue.issue_personal(Asked("My own list", scopes), actor=user, at=AT)
