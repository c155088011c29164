"""Demo accounts: one for every role, all with the same password.

The password is no secret: there is nothing in the demonstration to protect. Its accounts are known by their e-mail
addresses, which nobody can have: no account of a real federation is ever shown with this password.
"""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from django.contrib.auth.hashers import make_password
from django.db.models import Count, Max, Q

from overtrick.handbooks import edition as handbooks
from overtrick.handbooks import record
from overtrick.register.accounts.models import User
from overtrick.register.demo import names
from overtrick.register.demo.population import moment
from overtrick.register.federations.models import Federation
from overtrick.register.ledger.models import Closing
from overtrick.register.messages import inbox
from overtrick.register.messages.models import Message
from overtrick.register.organisations import officers
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.people.models import Player
from overtrick.register.scoping import current

SLUG = "demo"  #: of the federation that is invented
PASSWORD = "three-no-trumps"  # noqa: S105 - of nobody
_LATE = 4  #: months before the last close
_UNREAD = 3  #: messages that somebody has not read
_OFFICERS = 8_009  #: people who are not among the players
_NOWHERE = "@demo.example"  # a name that is given to nobody (RFC 6761)
ROLE = Officer.Role
KIND = Organisation.Kind


class LogIn(NamedTuple):
    """An account one may use."""

    role: str
    name: str  #: the e-mail address
    organisation: str = ""  #: or who it is


def open_log_ins(federation: Federation, begins: date) -> list[LogIn]:
    """Give the demonstration somebody in every role; the federation is in scope."""
    at = moment(begins)
    clerk = User.objects.get(username=f"{federation.slug}-office-1")
    club = Organisation.objects.filter(kind=KIND.CLUB).order_by("pk").first()
    county = Organisation.objects.filter(kind=KIND.REGION).order_by("pk").first()
    if club is None or county is None:
        return []
    for where, name in ((club, "club-secretary"), (county, f"{region_word()}-secretary")):
        officers.appoint(where, _account(name), ROLE.SECRETARY, begins, actor=clerk, at=at)
    officers.appoint(club, _account("club-scorer"), ROLE.SCORER, begins, actor=clerk, at=at)
    _account("player", _showcase(club))
    for number, name in ((1, "office"), (2, "office-second")):
        User.objects.filter(username=f"{federation.slug}-office-{number}").update(
            username=name, email=f"{name}{_NOWHERE}", password=make_password(PASSWORD)
        )
    for each in User.objects.filter(email__endswith=_NOWHERE):
        _read_most(each)
    return log_ins()


def _read_most(reader: User) -> None:
    """Let somebody have read all messages but the last, as whoever looks in every week has."""
    mine = Q(player=reader.player_id) if reader.player_id else Q(organisation__in=reader.offices.values("organisation"))
    told = Message.objects.filter(mine).order_by("-told_at", "-pk")
    read = list(told.values_list("pk", flat=True)[_UNREAD:])
    for last in told[:1]:
        inbox.mark_read(Message.objects.filter(pk__in=read), reader, last.told_at)


def log_ins() -> list[LogIn]:
    """List the accounts of the demonstration that there are; the federation is in scope."""
    region = region_word()
    wanted = {
        "player": "player",
        "club-scorer": "club scorer",
        "club-secretary": "club secretary",
        f"{region}-secretary": f"{region} secretary",
        "office": "office",
        "office-second": "office, second person",
    }
    known = {user.email: user for user in User.objects.filter(email__endswith=_NOWHERE).select_related("player")}
    found = [(role, f"{name}{_NOWHERE}") for name, role in wanted.items()]
    return [LogIn(role, email, _for_whom(known[email])) for role, email in found if email in known]


def region_word() -> str:
    """Name what stands above a club, as a log-in may be called: county, area, state."""
    federation = current()
    return record.ways(handbooks.get(federation.handbook).latest).region.lower()


def _for_whom(user: User) -> str:
    if user.player is not None:
        return str(user.player)
    held = Officer.objects.filter(user=user).select_related("organisation").first()
    return str(held.organisation) if held else ""


def _account(name: str, player: Player | None = None) -> User:
    made = User(username=name, email=f"{name}{_NOWHERE}", password=make_password(PASSWORD), player=player)
    given, family = (player.given, player.family) if player else names.person(_OFFICERS + len(name))
    made.first_name, made.last_name = given, family
    made.save()
    return made


def _showcase(club: Organisation) -> Player | None:
    """Give a player of the club whose record has much to show.

    Promoted of late; of these who won points of most colours, and won most often.
    """
    late = Closing.objects.order_by("-month").values_list("month", flat=True)[:_LATE][_LATE - 1 :].first()
    members = Player.objects.filter(memberships__club=club, memberships__home=True)
    won = Count("entries__posting", distinct=True)
    colours = Count("entries__colour", filter=Q(entries__assessment__isnull=False), distinct=True)
    told = members.annotate(promoted=Max("promotions__closing__month"), won=won, colours=colours)
    ranked = told.order_by("-colours", "-won", "pk")
    return (ranked.filter(promoted__gte=late).first() if late else None) or ranked.first()
