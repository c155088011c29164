"""Demo accounts: one for every role, all with the same password.

The password is no secret: the demonstration is served on this machine only, and there is nothing in it to protect.
"""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from django.contrib.auth.hashers import make_password

from overtrick.handbooks import edition as handbooks
from overtrick.handbooks import record
from overtrick.register.accounts.models import User
from overtrick.register.demo.population import moment
from overtrick.register.federations.models import Federation
from overtrick.register.ledger.models import Balance
from overtrick.register.organisations import officers
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.people.models import Player
from overtrick.register.scoping import current

PASSWORD = "three-no-trumps"  # noqa: S105 - of nobody
ROLE = Officer.Role
KIND = Organisation.Kind


class LogIn(NamedTuple):
    """An account one may use."""

    role: str
    name: str
    organisation: str = ""


def open_log_ins(federation: Federation, begins: date) -> list[LogIn]:
    """Give the demonstration somebody in every role; the federation is in scope."""
    at = moment(begins)
    clerk = User.objects.get(username=f"{federation.slug}-office-1")
    club = Organisation.objects.filter(kind=KIND.CLUB).order_by("pk").first()
    county = Organisation.objects.filter(kind=KIND.REGION).order_by("pk").first()
    if club is None or county is None:
        return []
    for where, name in ((club, "club-secretary"), (county, f"{_region()}-secretary")):
        officers.appoint(where, _account(name), ROLE.SECRETARY, begins, actor=clerk, at=at)
    officers.appoint(club, _account("club-scorer"), ROLE.SCORER, begins, actor=clerk, at=at)
    _account("player", _busiest(club))
    for number, name in ((1, "office"), (2, "office-second")):
        User.objects.filter(username=f"{federation.slug}-office-{number}").update(
            username=name, password=make_password(PASSWORD)
        )
    return log_ins()


def log_ins() -> list[LogIn]:
    """List the accounts of the demonstration that there are; the federation is in scope."""
    wanted = (
        ("player", "player"),
        ("club, its scorer", "club-scorer"),
        ("club, its secretary", "club-secretary"),
        (f"{_region()}, its secretary", f"{_region()}-secretary"),
        ("office", "office"),
        ("office, second person", "office-second"),
    )
    known = {user.username: user for user in User.objects.filter(username__in=[name for _role, name in wanted])}
    return [LogIn(role, name, _for_whom(known[name])) for role, name in wanted if name in known]


def _region() -> str:
    """Name what stands above a club, as a log-in may be called: county, area, state."""
    federation = current()
    return record.ways(handbooks.get(federation.handbook).latest).region.lower()


def _for_whom(user: User) -> str:
    if user.player is not None:
        return str(user.player)
    held = Officer.objects.filter(user=user).select_related("organisation").first()
    return str(held.organisation) if held else ""


def _account(name: str, player: Player | None = None) -> User:
    made = User(username=name, email=f"{name}@example.org", password=make_password(PASSWORD), player=player)
    if player is not None:
        made.first_name, made.last_name = player.given, player.family
    made.save()
    return made


def _busiest(club: Organisation) -> Player | None:
    """Give the player of the club with the most points."""
    members = club.memberships.filter(home=True).values("player")
    best = Balance.objects.filter(player__in=members).select_related("player").order_by("-units").first()
    return best.player if best else None
