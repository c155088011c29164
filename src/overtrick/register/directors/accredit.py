"""Accredits directors. Each level is given by the kind of organisation that the handbook names for it."""

from __future__ import annotations

from datetime import date, datetime

from overtrick.handbooks import directors as rules
from overtrick.handbooks.directors import Level
from overtrick.register import periods, transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.directors.models import Accreditation
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.people import identity, sight
from overtrick.register.people.models import Player

_AUDITED = ("level", "by", "begins", "ends")


class NotTheirs(Refused):
    """This organisation does not give this level."""


class NotAccredited(Refused):
    """The accreditation does not hold on that day."""


def levels(federation: Federation, on: date) -> tuple[Level, ...]:
    """List the levels of the edition of a day, the lowest first; none where the handbook accredits nobody."""
    return rules.of(handbook.edition_on(federation, on)).levels(handbook.book_on(federation, on))


def levels_of(organisation: Organisation, on: date) -> tuple[Level, ...]:
    """List the levels that an organisation gives."""
    return tuple(each for each in levels(organisation.federation, on) if each.by == organisation.kind)


def accredit(
    player: Player, level: str, by: Organisation, begins: date, *, actor: User | None, at: datetime, reason: str = ""
) -> Accreditation:
    """Let somebody direct events up to a level, from a day on."""
    need(actor, Action.ACCREDIT, by, at)
    if level not in {each.name for each in levels_of(by, begins)}:
        given = ", ".join(each.name for each in levels_of(by, begins)) or "none"
        raise NotTheirs(
            f"{by} does not accredit directors at the level {level}.", f"It accredits: {given}.", code="not-their-level"
        )
    whose = identity.kept(player)
    if sight.hides(whose, by):
        raise identity.NoSuchPlayer(
            f"Only the office can accredit the player {whose.number}.", "Ask the office.", code="only-the-office"
        )
    with transactions.atomic():
        list(Player.objects.select_for_update(no_key=True).filter(pk=whose.pk))
        held = Accreditation.objects.filter(player__in=identity.identities(whose), level=level)
        periods.check_free(held, begins, None, f"The accreditation of {whose} at the level {level}")
        made = Accreditation.objects.create(
            player=whose, level=level, by=by, begins=begins, given_by=actor, given_at=at
        )
        trail.record(actor, "director.accredit", whose, None, trail.values_of(made, *_AUDITED), reason, at=at)
    return made


def end(accreditation: Accreditation, last_day: date, *, actor: User | None, at: datetime, reason: str) -> None:
    """Let an accreditation end with a day."""
    need(actor, Action.ACCREDIT, accreditation.by, at)
    with transactions.atomic():
        held = Accreditation.objects.select_for_update(of=("self",)).select_related("player").get(pk=accreditation.pk)
        if last_day < held.begins:
            raise NotAccredited(
                f"The accreditation begins on {held.begins}.", "Choose a later day.", code="ends-before-it-begins"
            )
        told = trail.changed(held, *_AUDITED, ends=last_day)
        trail.record(actor, "director.end", held.player, *told, reason, at=at)
