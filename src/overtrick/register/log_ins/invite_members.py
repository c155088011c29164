"""Invites members to open an account: one, a club, or everybody. Nobody is invited twice while a link still works."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from enum import StrEnum

from overtrick.register import periods, transactions
from overtrick.register.accounts.models import Link, User
from overtrick.register.audit import trail
from overtrick.register.federations import numbers
from overtrick.register.log_ins import handover
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need, need_one
from overtrick.register.people import clubs, contacts, identity
from overtrick.register.people.models import Player, Standing
from overtrick.register.scoping import current

_GONE = (Standing.Status.DECEASED, Standing.Status.LAPSED, Standing.Status.VISITOR)


class Invited(StrEnum):
    """What came of an invitation."""

    INVITED = "invited"
    BEFORE = "invited before"  #: and the link still works
    HAS_ACCOUNT = "has an account"
    NO_ADDRESS = "no address"
    CLOSED = "closed"  #: the account is locked or has ended


def invite(player: Player, *, actor: User, at: datetime) -> Invited:
    """Invite one member; whoever looks after one of their clubs may."""
    player = identity.kept(player)
    belongs = clubs.clubs_of(player, at.date())
    need_one(actor, Action.MEMBERS, filter(None, (belongs.home, *belongs.others)), at)
    with transactions.atomic():
        return _invite(player, contacts.email_of(player, at.date()), actor, at)


def whom(club: Organisation | None, *, actor: User, at: datetime) -> list[int]:
    """Name everybody who can be invited: the members of a club, or of the federation."""
    need(actor, Action.MEMBERS, club, at)
    if club is not None:
        return [each.player.pk for each in clubs.members(club, at.date())]
    on = periods.during(at.date(), "standings__")
    away = Player.objects.filter(on, standings__status__in=_GONE).values("pk")
    return list(Player.objects.filter(kept=None).exclude(pk__in=away).order_by("pk").values_list("pk", flat=True))


def invite_some(players: Sequence[int], *, actor: User, at: datetime) -> dict[str, int]:
    """Invite these players, as part of a task that has asked whether it may; how many of each outcome."""
    counts = dict.fromkeys((str(each) for each in Invited), 0)
    emails = contacts.emails(at.date(), players)
    for player in Player.objects.filter(pk__in=players).order_by("pk"):
        counts[_invite(player, emails.get(player.pk, ""), actor, at)] += 1
    return counts


def _invite(player: Player, email: str, actor: User | None, at: datetime) -> Invited:
    user = _account(player)
    if user is not None:
        if not user.is_active:
            return Invited.CLOSED
        if user.has_usable_password():
            return Invited.HAS_ACCOUNT
        if Link.objects.filter(user=user, ended_at=None, expires_at__gt=at).exists():
            return Invited.BEFORE
    if not email:
        return Invited.NO_ADDRESS
    user = account_of(player, email)
    number = numbers.written(current(), player.number)
    handover.by_mail(user, "member", handover.MEMBER, actor=actor, at=at, number=number)
    trail.record(actor, "account.invite", player, None, {"account": user.pk}, at=at)
    return Invited.INVITED


def account_of(player: Player, email: str = "") -> User:
    """Give the account of a player; a new one has no password yet. An address that the account has stays."""
    player = identity.kept(player)
    user = _account(player)
    if user is None:
        name = f"{current().slug}-{player.number}"
        user = User(username=name, first_name=player.given, last_name=player.family, player=player)
        user.set_unusable_password()
    if email and not user.has_usable_password():
        user.email = email
    user.save()
    return user


def _account(player: Player) -> User | None:
    """Find the account of a (kept) player; it may be that of a merged record."""
    return User.objects.filter(player__in=identity.identities(player)).order_by("pk").first()
