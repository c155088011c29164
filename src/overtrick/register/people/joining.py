"""A club enters somebody who has a number already. That needs the player's word, or the office's.

Until then a request waits, which the club, the player and the office can see. The club learns nothing else of the
player than a stranger does. A player agrees on their own pages, or shows the club a code from there.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, datetime

from django.db.models import QuerySet
from django.utils.crypto import constant_time_compare, salted_hmac

from overtrick.register import transactions
from overtrick.register.accounts import links
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.mail import outbox
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need, need_office
from overtrick.register.organisations.roles import is_office
from overtrick.register.people import clubs, contacts, duplicates, identity, reinstate, sight, standings
from overtrick.register.people.duplicates import Applicant, Candidate, Reason
from overtrick.register.people.models import JoinRequest, Player
from overtrick.register.scoping import current

Status = JoinRequest.Status

#: Letters and digits that nobody mistakes for others.
_SIGNS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
_LENGTH = 8
#: A code changes after so many days; the one before is taken too.
_CODE_DAYS = 7


#: Where a player agrees or refuses.
PAGE = "/record/clubs/"


class DoesNotFit(Refused):
    """The number is in use, under another name."""


class Unjoinable(Refused):
    """The player is a member already."""


class WrongCode(Refused):
    """This is not the code that the player's page shows."""


class Decided(Refused):
    """It was confirmed or refused before."""


def candidates(club: Organisation, applicant: Applicant) -> list[Candidate]:
    """Find who an applicant may be, as far as the club may know.

    Birthdays are compared with those of its own members alone: otherwise a club could find one out by trying. Somebody
    who hides is found by the number, if the name goes with it.
    """
    own = _members(club, duplicates.candidates(applicant))
    found = [each for each in duplicates.candidates(applicant._replace(born=None)) if each.player.pk not in own]
    hidden = sight.hidden_from(club, [each.player for each in found])
    for each in found:
        if Reason.NUMBER in each.reasons and not duplicates.alike(applicant, each.player):
            raise DoesNotFit(
                f"The number {applicant.number.strip()} and the name do not fit.",
                "Compare the number with the player's card, or leave it out.",
                code="number-and-name-differ",
            )
    return [*own.values(), *(each for each in found if each.player.pk not in hidden or Reason.NUMBER in each.reasons)]


def _members(club: Organisation, found: Iterable[Candidate]) -> dict[int, Candidate]:
    listed = {each.player.pk: each for each in found}
    rows = club.memberships.filter(ends__isnull=True, player__in=listed)
    return {pk: listed[pk] for pk in rows.values_list("player_id", flat=True)}


def every() -> QuerySet[JoinRequest]:
    """Give all requests, the oldest first: those that wait, and those that somebody has decided."""
    return JoinRequest.objects.select_related("player__kept", "club", "asked_by").order_by("asked_at", "pk")


def waiting() -> QuerySet[JoinRequest]:
    """Give the requests that wait, the oldest first."""
    return every().filter(status=Status.WAITING)


def about(player: Player) -> QuerySet[JoinRequest]:
    """Give all requests for a player."""
    return every().filter(player__in=identity.identities(player))


def waiting_for(player: Player) -> QuerySet[JoinRequest]:
    """Give the requests that wait for a player."""
    return about(player).filter(status=Status.WAITING)


def ask(
    player: Player, club: Organisation, applicant: Applicant, *, home: bool = False, actor: User, at: datetime
) -> JoinRequest:
    """Ask for somebody who has a number already; asked twice, it is one request.

    ``home``: the club is to be the home club, which is a transfer for whoever has another.
    """
    need(actor, Action.MEMBERS, club, at)
    player = identity.kept(player)
    if not duplicates.alike(applicant, player):
        raise DoesNotFit(
            f"The number {player.number} and the name do not fit.",
            "Compare the number with the player's card.",
            code="number-and-name-differ",
        )
    with transactions.atomic():
        standings.lock(player)
        _check_not_there(player, club, at.date(), home=home)
        found = waiting_for(player).filter(club=club).first()
        if found is not None:
            if found.home != home:
                found.home = home
                found.save(update_fields=["home"])
                trail.record(actor, "join.ask", player, None, _audit_values(found), at=at)
            return found
        name = f"{applicant.given} {applicant.family}".strip()
        made = JoinRequest.objects.create(
            player=player, club=club, home=home, written=name, asked_by=actor, asked_at=at
        )
        trail.record(actor, "join.ask", player, None, _audit_values(made), at=at)
        if not is_office(actor, at.date()):
            _tell_player(made, at)
    return made


def _tell_player(request: JoinRequest, at: datetime) -> None:
    """Write to the player that a club asks, where we have an address and a mail server."""
    player = request.player
    account = User.objects.filter(player__in=identity.identities(player), is_active=True).first()
    to = contacts.email_of(player, at.date()) or (account.email if account else "")
    if not to or not outbox.server().is_set_up:
        return
    here = current()
    language = (account.language if account else "") or next(iter(here.languages), "en")
    facts = {"name": str(player), "club": str(request.club), "page": links.page(here, PAGE)}
    outbox.queue(here, f"join {request.pk}", to, "join", language, at, **facts)


def confirm(request: JoinRequest, actor: User, at: datetime) -> int:
    """Agree, as the player or as the office: the player is entered. So many held credits are theirs now."""
    if not _is_theirs(request, actor):
        need_office(actor, at, "The player has to agree, or the office.")
    return _enter(request, actor, at, "agreed")


def confirm_by_code(request: JoinRequest, code: str, actor: User, at: datetime) -> int:
    """Take the player's word by the code that their page shows."""
    need(actor, Action.MEMBERS, request.club, at)
    typed = "".join(code.split()).replace("-", "").upper()
    days = (at.date().toordinal() // _CODE_DAYS - back for back in (0, 1))
    if not any(constant_time_compare(typed, _code(request.player, each)) for each in days):
        raise WrongCode(
            "This is not the player's code.",
            "Ask the player to open their page “My clubs” again.",
            code="player-code-wrong",
        )
    return _enter(request, actor, at, "the player's code")


def refuse(request: JoinRequest, actor: User, at: datetime) -> None:
    """Say no, as the player or the office; a club withdraws its request."""
    if not _is_theirs(request, actor):
        need(actor, Action.MEMBERS, request.club, at)
    with transactions.atomic():
        _decide(_locked(request), Status.REFUSED, actor, at, "")


def code(player: Player, on: date) -> str:
    """Give the code that a player can show to a club; it changes every week."""
    made = _code(player, on.toordinal() // _CODE_DAYS)
    return f"{made[:4]}-{made[4:]}"


def _code(player: Player, week: int) -> str:
    number = int.from_bytes(salted_hmac("overtrick.joining", f"{identity.kept(player).pk} {week}").digest(), "big")
    signs = []
    for _each in range(_LENGTH):
        number, at = divmod(number, len(_SIGNS))
        signs.append(_SIGNS[at])
    return "".join(signs)


def _is_theirs(request: JoinRequest, actor: User) -> bool:
    return actor.player_id is not None and actor.player_id in identity.identities(request.player)


def _enter(request: JoinRequest, actor: User, at: datetime, reason: str) -> int:
    """Enter the player: registered again if they were away, otherwise here as the home club or beside it."""
    on = at.date()
    with transactions.atomic():
        fresh = _locked(request)
        player, club = identity.kept(fresh.player), fresh.club
        _check_not_there(player, club, on, home=fresh.home)
        _decide(fresh, Status.CONFIRMED, actor, at, reason)
        if standings.is_away(player, on):
            return reinstate.enter_again(player, club, on, actor=actor, at=at, reason=reason).points.released
        if clubs.clubs_of(player, on).home is None:
            clubs.enter(player, club, on, home=True, actor=actor, at=at, reason=reason)
        elif fresh.home:
            clubs.enter_transfer(player, club, on, actor=actor, at=at, reason=reason)
        else:
            clubs.enter_beside(player, club, on, actor=actor, at=at, reason=reason)
    return 0


def _check_not_there(player: Player, club: Organisation, on: date, *, home: bool) -> None:
    """Refuse whoever is there already; one of the other members may still become a home member."""
    belongs = clubs.clubs_of(player, on)
    if club == belongs.home or (club in belongs.others and not home):
        raise Unjoinable(f"{player} is a member of {club} already.", "There is nothing to do.", code="member-already")


def _locked(request: JoinRequest) -> JoinRequest:
    rows = JoinRequest.objects.select_for_update(no_key=True, of=("self",)).select_related("player__kept", "club")
    fresh = rows.get(pk=request.pk)
    if fresh.status != Status.WAITING:
        raise Decided(f"This was {fresh.status} before.", "There is nothing to do.", code="decided-before")
    return fresh


def _decide(request: JoinRequest, status: JoinRequest.Status, actor: User, at: datetime, reason: str) -> None:
    request.status, request.decided_by, request.decided_at = status, actor, at
    request.save(update_fields=["status", "decided_by", "decided_at"])
    act = "join.confirm" if status is Status.CONFIRMED else "join.refuse"
    trail.record(actor, act, request.player, None, _audit_values(request), reason, at=at)


def _audit_values(request: JoinRequest) -> trail.Change:
    return trail.values_of(request, "club", "home", "status")
