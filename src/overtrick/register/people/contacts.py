"""The e-mail address under which a player can be reached. Only the player, the club and the office see it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import datetime

from django.core.exceptions import ValidationError
from django.core.validators import validate_email

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need_one
from overtrick.register.people import clubs, identity
from overtrick.register.people.models import Contact, Player


class NoAddress(Refused):
    """This is no e-mail address."""


def email_of(player: Player) -> str:
    """Give the address of a player; empty if there is none."""
    found = Contact.objects.filter(player=identity.kept(player)).values_list("email", flat=True).first()
    return found or ""


def emails(players: Collection[int] | None = None) -> dict[int, str]:
    """Give the addresses of these (kept) players, or of everybody, by player."""
    rows = Contact.objects.all() if players is None else Contact.objects.filter(player__in=players)
    return dict(rows.exclude(email="").values_list("player_id", "email"))


def change_email(player: Player, email: str, *, actor: User | None, at: datetime, reason: str = "") -> None:
    """Change a player's address; empty takes it out. A player may, and whoever looks after one of their clubs."""
    player = identity.kept(player)
    if actor is None or actor.player_id not in identity.identities(player):
        belongs = clubs.clubs_of(player, at.date())
        need_one(actor, Action.MEMBERS, filter(None, (belongs.home, *belongs.others)), at)
    enter({player: email}, actor=actor, at=at, reason=reason)


def enter(given: Mapping[Player, str], *, actor: User | None, at: datetime, reason: str = "") -> None:
    """Enter the addresses of (kept) players, as part of a service that has asked whether it may."""
    for email in given.values():
        check(email)
    with transactions.atomic():
        before = emails([player.pk for player in given])
        changed = {player: email for player, email in given.items() if before.get(player.pk, "") != email}
        Contact.objects.bulk_create(
            [Contact(player=player, email=email) for player, email in changed.items()],
            update_conflicts=True,
            unique_fields=["player"],
            update_fields=["email"],
            batch_size=500,
        )
        trail.keep(
            trail.draft(
                actor,
                "player.contact",
                player,
                {"email": masked(before.get(player.pk, ""))},
                {"email": masked(email)},
                reason,
                at=at,
            )
            for player, email in changed.items()
        )


def check(email: str) -> None:
    """Refuse what is no e-mail address."""
    if email and not is_email(email):
        raise NoAddress(f"{email!r} is not an e-mail address.", "Write it as anna@example.org.")


def is_email(written: str) -> bool:
    """Say whether a mail could reach it."""
    try:
        validate_email(written)
    except ValidationError:
        return False
    return True


def masked(email: str) -> str:
    """Write an address so that its owner knows it and nobody else can use it: a…@example.org."""
    name, at, domain = email.rpartition("@")
    return f"{name[:1]}…{at}{domain}" if at else ""
