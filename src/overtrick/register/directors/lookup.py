"""Finds directors: those of an organisation's list, and the level of one on a day."""

from __future__ import annotations

from datetime import date

from django.db.models import QuerySet

from overtrick.register import periods, transactions
from overtrick.register.directors import accredit
from overtrick.register.directors.models import Accreditation
from overtrick.register.organisations import ancestry
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import identity, sight
from overtrick.register.people.models import Player
from overtrick.register.scoping import current


def every() -> QuerySet[Accreditation]:
    """Give all accreditations of the federation, by name."""
    rows = Accreditation.objects.select_related("player__kept", "by")
    return rows.order_by("player__family", "player__given", "-begins", "pk")


def known_to(organisation: Organisation) -> list[Accreditation]:
    """List those that an organisation and the ones above it have given, without players who hide from it."""
    listed = list(every().filter(by__in=ancestry.ancestor_ids(organisation)))
    hidden = sight.hidden_from(organisation, {each.player for each in listed})
    return [each for each in listed if each.player_id not in hidden]


def level_of(player: Player, on: date) -> str:
    """Give the highest level at which somebody is accredited on a day; empty: none."""
    held = Accreditation.objects.filter(periods.during(on), player__in=identity.identities(identity.kept(player)))
    names = set(held.values_list("level", flat=True))
    return next((each.name for each in reversed(accredit.levels(current(), on)) if each.name in names), "")


def level_by_number(number: str, on: date) -> str | None:
    """Give the highest level of the player with a number; None: nobody has it."""
    return transactions.asked_once(("level", current().pk, number, on), lambda: _level_by_number(number, on))


def _level_by_number(number: str, on: date) -> str | None:
    found = identity.person(number=number)
    return None if found is None else level_of(found.player, on)
