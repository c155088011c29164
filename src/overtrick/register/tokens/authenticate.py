"""Says who calls: the user, organisation and scopes of a token. It begins every call of a program, so it is one query.

The role of an organisation's token is asked for with it: whoever ends the role has ended the token.
"""

from __future__ import annotations

from datetime import date, datetime
from typing import NamedTuple

from overtrick.register import sql, transactions
from overtrick.register.accounts.models import User
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.models import Organisation
from overtrick.register.raw_rows import Swift
from overtrick.register.scoping import current
from overtrick.register.tokens import player_file, scopes, token_form
from overtrick.register.tokens.errors import TokenExpired, TokenRevoked, TokenUnknown
from overtrick.register.tokens.scopes import Scope

__all__ = ["Caller", "TokenExpired", "TokenRevoked", "TokenUnknown", "caller", "note_use"]

_USERS = Swift(User, without=("password", "last_login", "date_joined"))
_ORGANISATIONS = Swift(Organisation)
_ASKED = f"""
    select token.id, token.name, token.scopes, token.expires_at, token.ended_at,
        token.organisation_id is null or exists (
            select 1 from organisations_officer as held
            where held.user_id = token.user_id and held.organisation_id = token.organisation_id
            and held.begins <= %s and (held.ends is null or held.ends >= %s)
        ),
        exists ({player_file.ALLOWED}),
        {_USERS.columns("actor")}, {_ORGANISATIONS.columns("organisation")}
    from tokens_token as token
    join accounts_user as actor on actor.id = token.user_id
    left join organisations_organisation as organisation on organisation.id = token.organisation_id
    where token.digest = %s and token.federation_id = %s
"""  # noqa: S608 - our own names
_USE = """
    insert into tokens_tokenuse as used (token_id, day) values (%s, %s)
    on conflict (token_id) do update set day = excluded.day where used.day < excluded.day
"""
#: The day on which this process last noted that a token was used.
_noted: dict[int, date] = {}
_MOST_NOTED = 10_000


class Caller(NamedTuple):
    """A program that calls, and as whom."""

    token: int
    user: User
    organisation: Organisation | None  #: None: a personal token
    scopes: frozenset[Scope]
    federation: Federation


def caller(written: str, at: datetime) -> Caller:
    """Say who calls with a token in the federation in scope."""
    federation = current()
    if not token_form.is_one(written):
        raise TokenUnknown
    day = at.date()
    rows = sql.rows(_ASKED, *[day] * 4, token_form.digest(written), federation.pk)
    if not rows:
        raise TokenUnknown
    token, name, kept, expires_at, ended_at, acts, fetches, *rest = rows[0]
    user = _USERS.made(tuple(rest[: len(_USERS.names)]))
    # What was ended is not said to have expired since; but its office ends by itself on the day it expires.
    if ended_at is not None or not user.is_active:
        raise TokenRevoked
    expires = sql.moment(expires_at)
    if expires <= at:
        raise TokenExpired(expires)
    if not acts:
        raise TokenRevoked
    user.by_token = token
    own = tuple(rest[len(_USERS.names) :])
    user.token_name = name if own[0] is None else ""  # a service user has it in its own name
    organisation = None if own[0] is None else _ORGANISATIONS.made(own, federation=federation)
    allowed = scopes.read(kept)
    if not fetches:
        allowed -= {Scope.PLAYERS_FILE}
    return Caller(token, user, organisation, allowed, federation)


def note_use(called: Caller, at: datetime) -> None:
    """Note the day on which a token was used: once a day in each process, and after a transaction that only reads."""
    day = at.date()
    if _noted.get(called.token) == day:
        return

    def write() -> None:
        sql.run(_USE, called.token, day)
        if len(_noted) >= _MOST_NOTED:
            _noted.clear()
        _noted[called.token] = day

    transactions.note(write)
