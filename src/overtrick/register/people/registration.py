"""Registers a person, after a search for those who may be the same."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from datetime import date, datetime
from typing import NamedTuple

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.federations import numbers
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.people import clubs, contacts, counties, duplicates, identity, names, signals, standings
from overtrick.register.people.duplicates import Applicant, Candidate
from overtrick.register.people.models import NameWord, Player, Standing
from overtrick.register.people.signals import ReleasedPoints
from overtrick.register.scoping import current

#: What can be put right of a player.
DETAILS = ("given", "family", "born", "anonymous", "club_only")


class BadNumber(Refused):
    """This cannot be a number of the federation."""


class NotHidden(Refused):
    """The player cannot be hidden from the office, or not by this person."""


class NoName(Refused):
    """A player has at least a family name."""


class Registration(NamedTuple):
    """What came of it: a player with a number, or those who may be the same person."""

    player: Player | None
    candidates: tuple[Candidate, ...] = ()
    points: ReleasedPoints = ReleasedPoints()  #: that waited under the number


def register(
    applicant: Applicant,
    on: date,
    *,
    status: Standing.Status = Standing.Status.REGISTERED,
    club: Organisation | None = None,
    county: Organisation | None = None,
    despite: Collection[str] = (),
    actor: User | None,
    at: datetime,
    reason: str = "",
) -> Registration:
    """Give somebody a number, unless the register may know them already.

    ``despite`` names the numbers of those who were looked at and are other people.
    """
    need(actor, Action.REGISTER, club if county is None else None, at)
    return enter_new(
        applicant, on, status=status, club=club, county=county, despite=despite, actor=actor, at=at, reason=reason
    )


def enter_new(
    applicant: Applicant,
    on: date,
    *,
    status: Standing.Status,
    club: Organisation | None = None,
    county: Organisation | None = None,
    despite: Collection[str] = (),
    actor: User | None,
    at: datetime,
    reason: str = "",
) -> Registration:
    """Give somebody a number, as part of another service."""
    federation = current()
    if not applicant.family.strip():
        raise NoName(
            "There is no family name.", "Write the family name, or the only name there is.", code="name-missing"
        )
    with transactions.atomic():
        others = {numbers.key(federation, each) for each in despite}
        found = tuple(
            each
            for each in duplicates.candidates(applicant)
            if duplicates.Reason.NUMBER in each.reasons or each.player.number not in others
        )
        if found:
            return Registration(None, found)
        player = new_player(applicant, _number(applicant.number), on)
        player.save()
        NameWord.objects.bulk_create(word_rows(player))
        trail.record(actor, "player.register", player, None, audit_values(player), reason, at=at)
        standings.enter(player, status, on, actor=actor, at=at, reason=reason)
        if club is not None:
            clubs.enter(player, club, on, home=True, actor=actor, at=at, reason=reason)
        if county is not None:
            counties.enter(player, county, on, actor=actor, at=at, reason=reason)
        points = signals.tell([player], actor, at)
    return Registration(player, (), points)


def new_player(applicant: Applicant, number: str, on: date) -> Player:
    """Make the row of somebody who gets a number; nothing is kept yet."""
    return Player(
        federation=current(),
        number=number,
        given=applicant.given.strip(),
        family=applicant.family.strip(),
        born=applicant.born,
        registered=on,
        anonymous=applicant.anonymous,
    )


def _number(written: str) -> str:
    """Take the number somebody brings along, or the next free one."""
    federation = current()
    if not numbers.key(federation, written):
        return numbers.next_number(federation)
    checked = numbers.check(federation, written)
    if not checked.ok:
        raise BadNumber(
            checked.why, "Compare it with the card, or leave it out for a new one.", code="number-not-possible"
        )
    return numbers.key(federation, written)


def correct(
    player: Player,
    *,
    given: str | None = None,
    family: str | None = None,
    born: date | None = None,
    anonymous: bool | None = None,
    club_only: bool | None = None,
    actor: User | None,
    at: datetime,
    reason: str = "",
) -> Player:
    """Change a player's details; what is None stays as it is. The number never changes."""
    player = identity.kept(player)
    own = actor is not None and actor.player_id in identity.identities(player)
    # Who may see them is a player's own choice; everything else about them is told by the club or the office.
    if not own or (given, family, born) != (None, None, None):
        contacts.need_details(player, actor, at)
    if club_only and not player.club_only:
        _check_hiding(at.date(), own=own)
    with transactions.atomic():
        standings.lock(player)
        before = audit_values(player)
        put_right(player, given=given, family=family, born=born, anonymous=anonymous, club_only=club_only)
        after = audit_values(player)
        if after != before:
            player.save(update_fields=DETAILS)
            player.words.all().delete()
            NameWord.objects.bulk_create(word_rows(player))
            trail.record(actor, "player.correct", player, before, after, reason, at=at)
    return player


def _check_hiding(on: date, *, own: bool) -> None:
    """Let only the player hide from the office, and only where the handbook knows that choice."""
    found = clubs.rules(on).may_hide_from_office()
    if not own or found is None or not found.holds:
        raise NotHidden(
            "Only a player can hide from the office, where the handbook lets them.",
            "Ask the player.",
            code="hiding-not-for-others",
        )


def put_right(
    player: Player,
    *,
    given: str | None,
    family: str | None,
    born: date | None,
    anonymous: bool | None,
    club_only: bool | None = None,
) -> None:
    """Change a player's details in memory. Who may be seen by everybody is not for the club alone."""
    player.given = player.given if given is None else given.strip()
    player.family = player.family if family is None else family.strip()
    player.born = player.born if born is None else born
    player.anonymous = bool(club_only) or (player.anonymous if anonymous is None else anonymous)
    player.club_only = player.anonymous and (player.club_only if club_only is None else club_only)
    if not player.family:
        raise NoName(
            "There is no family name.", "Write the family name, or the only name there is.", code="name-missing"
        )


def shown_name(player: Player, *, to_office_or_club: bool) -> str:
    """Write a player's name as it may be shown: who is anonymous is known to the club and the office alone."""
    if player.anonymous and not to_office_or_club:
        return "Anonymous"
    return str(player)


def word_rows(player: Player) -> Iterable[NameWord]:
    """Make the rows by which the search box finds a player."""
    every = dict.fromkeys((*names.words(player.given), *names.words(player.family)))
    return [
        NameWord(federation_id=player.federation_id, player=player, word=word[:100], sound=names.sound(word))
        for word in every
    ]


def audit_values(player: Player) -> trail.Change:
    """Tell a player's details for the audit."""
    return trail.values_of(player, "number", *DETAILS)
