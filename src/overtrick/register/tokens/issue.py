"""Makes tokens and ends them. A token is shown once, to whoever makes it, and never again.

An organisation's token acts as a service user of its own that holds an ordinary office there. So what it may do is
decided as for everybody else, and its acts stand in the audit under its name.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection
from datetime import UTC, date, datetime, time, timedelta
from typing import NamedTuple

from django.db.models import QuerySet

from overtrick.register import periods, transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.decisions.two_people import need_person
from overtrick.register.errors import Refused
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import NotAllowed, need
from overtrick.register.organisations.roles import roles
from overtrick.register.scoping import current
from overtrick.register.tokens import player_file, token_form
from overtrick.register.tokens.models import Token
from overtrick.register.tokens.scopes import NEEDS_SECRETARY, ORGANISATION_ONLY, PERSONAL_ONLY, Scope, kept, role_for

#: So many days a token works, unless its owner says otherwise; and so many at most.
USUAL_DAYS, MOST_DAYS = 180, 400
#: So many tokens that work one owner may have.
MOST = 20
LONGEST_NAME = 60
_LONGEST_PART = 150  #: of the name of an account


class WrongToken(Refused):
    """A token cannot be made like this."""


class TokenEnded(Refused):
    """The token has ended before."""


class Asked(NamedTuple):
    """The token that somebody wants: the name of the program, what it may do, for how many days."""

    name: str
    scopes: Collection[Scope]
    days: int = USUAL_DAYS


class Issued(NamedTuple):
    """A new token, and how it is written: shown once, kept nowhere."""

    token: Token
    written: str


def offered_to(organisation: Organisation, on: date) -> frozenset[Scope]:
    """Say what tokens of an organisation can be for."""
    file = frozenset[Scope]() if player_file.is_allowed(organisation, on) else frozenset({Scope.PLAYERS_FILE})
    return frozenset(Scope) - PERSONAL_ONLY - file


def offered_to_person(user: User, on: date) -> frozenset[Scope]:
    """Say what personal tokens of somebody can be for: nothing, for whoever neither plays nor acts here."""
    plays = user.player is not None and user.player.federation_id == current().pk
    if roles(user, on):
        return frozenset(Scope) - ORGANISATION_ONLY - (frozenset() if plays else PERSONAL_ONLY)
    return frozenset({Scope.PLAYERS_READ, Scope.RECORD_READ}) if plays else frozenset()


def action_for(scopes: Collection[Scope]) -> Action:
    """Name what one must be allowed to do to make a token for an organisation: what its secretary may."""
    return Action.MEMBERS if NEEDS_SECRETARY.intersection(scopes) else Action.SCORERS


def issue_personal(asked: Asked, *, actor: User, at: datetime) -> Issued:
    """Make a token by which a program acts for a person."""
    need_person(actor)
    asked = _checked(asked, offered_to_person(actor, at.date()))
    with transactions.atomic():
        User.objects.select_for_update(no_key=True, of=("self",)).get(pk=actor.pk)
        _need_room(working(at).filter(user=actor, organisation=None))
        return _kept(token_form.PERSONAL, asked, actor, None, actor, at)


def issue_for(organisation: Organisation, asked: Asked, *, actor: User, at: datetime) -> Issued:
    """Make a token by which a program acts for an organisation."""
    need_person(actor)
    need(actor, action_for(asked.scopes), organisation, at)
    asked = _checked(asked, offered_to(organisation, at.date()))
    with transactions.atomic():
        Organisation.objects.select_for_update(no_key=True).get(pk=organisation.pk)
        _need_room(working(at).filter(organisation=organisation))
        user = User.objects.create(
            username=f"token-{secrets.token_hex(8)}",
            first_name=f"{organisation}"[: _LONGEST_PART - 7] + ", token",
            last_name=asked.name,
            is_service=True,
        )
        Officer.objects.create(
            organisation=organisation,
            user=user,
            role=role_for(asked.scopes),
            begins=at.date(),
            ends=(at + timedelta(days=asked.days)).date(),
        )
        return _kept(token_form.OF_ORGANISATION, asked, user, organisation, actor, at)


def end(token: Token, *, actor: User, at: datetime) -> None:
    """End a token at once, and with it the office that it holds."""
    need_person(actor)
    if token.organisation is not None:
        need(actor, Action.SCORERS, token.organisation, at)
    elif token.user_id != actor.pk:
        raise NotAllowed("This token belongs to somebody else.", "Its owner can end it.", code="not-allowed")
    with transactions.atomic():
        fresh = Token.objects.select_for_update(no_key=True, of=("self",)).select_related("user").get(pk=token.pk)
        if fresh.ended_at is not None:
            raise TokenEnded(f"{fresh.name} has ended already.", "There is nothing to do.", code="token-ended-already")
        _end(fresh, actor, at)


def office_ended(*, held: Officer, last_day: date, actor: User | None, at: datetime, **_more: object) -> None:
    """Hear that an office ends: the token that holds it ends too, at once or with that day."""
    if not held.user.is_service:
        return
    after = datetime.combine(last_day + periods.ONE_DAY, time.min, UTC)
    for token in Token.objects.select_for_update(no_key=True, of=("self",)).filter(user=held.user, ended_at=None):
        if last_day <= at.date():
            _end(token, actor, at)
        elif after < token.expires_at:
            token.expires_at = after
            token.save(update_fields=["expires_at"])


def of_organisation(organisation: Organisation) -> QuerySet[Token]:
    """Give the tokens of an organisation, the latest first."""
    return Token.objects.filter(organisation=organisation).select_related("made_by", "use").order_by("-made_at", "-pk")


def of_person(user: User) -> QuerySet[Token]:
    """Give the personal tokens of somebody, the latest first."""
    return Token.objects.filter(user=user, organisation=None).select_related("use").order_by("-made_at", "-pk")


def of_caller(pk: int) -> Token:
    """Give the token by which somebody calls."""
    return Token.objects.get(pk=pk)


def working(at: datetime) -> QuerySet[Token]:
    """Give the tokens that have not ended and not expired."""
    return Token.objects.filter(ended_at=None, expires_at__gt=at)


def _checked(asked: Asked, offered: frozenset[Scope]) -> Asked:
    name = " ".join("".join(each if each.isprintable() else " " for each in asked.name).split())
    if not name:
        raise WrongToken(
            "The token has no name.", "Name the program or the computer that will use it.", code="token-name"
        )
    if len(name) > LONGEST_NAME:
        raise WrongToken("The name is too long.", f"Use at most {LONGEST_NAME} characters.", code="token-name")
    if not asked.scopes:
        raise WrongToken(
            "The token may not do anything yet.", "Choose at least one thing that it may do.", code="token-scopes"
        )
    if other := kept(frozenset(asked.scopes) - offered):
        raise WrongToken(f"A token of yours cannot have this: {other}.", "Leave it out.", code="token-scopes")
    if not 1 <= asked.days <= MOST_DAYS:
        raise WrongToken(
            f"A token cannot work for {asked.days} days.", f"Choose 1 to {MOST_DAYS} days.", code="token-days"
        )
    return asked._replace(name=name)


def _need_room(tokens: QuerySet[Token]) -> None:
    if tokens.count() >= MOST:
        raise WrongToken(f"There are {MOST} tokens already.", "End one that is no longer used.", code="too-many-tokens")


def _kept(kind: str, asked: Asked, user: User, organisation: Organisation | None, actor: User, at: datetime) -> Issued:
    written = token_form.new(kind)
    made = Token.objects.create(
        federation=current(),
        user=user,
        organisation=organisation,
        name=asked.name,
        scopes=kept(asked.scopes),
        first=written[: token_form.SHOWN],
        digest=token_form.digest(written),
        made_by=actor,
        made_at=at,
        expires_at=at + timedelta(days=asked.days),
    )
    trail.record(actor, "token.make", organisation or user, None, _told(made), at=at)
    return Issued(made, written)


def _end(token: Token, actor: User | None, at: datetime) -> None:
    before = _told(token)
    token.ended_at, token.ended_by = at, actor
    token.save(update_fields=["ended_at", "ended_by"])
    if token.organisation_id is not None:
        for held in Officer.objects.filter(periods.during(at.date()), user=token.user):
            periods.end(held, at.date())
        # The office lasts until midnight; its user acts no more from now on.
        token.user.is_active, token.user.ended_on = False, at.date()
        token.user.save(update_fields=["is_active", "ended_on"])
    trail.record(actor, "token.end", token.organisation or token.user, before, None, at=at)


def _told(token: Token) -> trail.Change:
    return {
        "token": token.pk,
        "name": token.name,
        "scopes": token.scopes,
        "first": token.first,
        "expires": token.expires_at,
    }
