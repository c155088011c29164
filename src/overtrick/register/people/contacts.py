"""How a player can be reached: title, e-mail, address, telephone, from a day on.

Only the player, whoever looks after one of the player's clubs, and the office see it. What no longer holds is deleted:
nobody needs an old address.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from datetime import date, datetime, timedelta

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.organisations.contact_details import FIELDS, NONE, ContactDetails, check, masked_details
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action, may
from overtrick.register.organisations.require import need_one
from overtrick.register.organisations.roles import is_office
from overtrick.register.people import clubs, identity
from overtrick.register.people.models import Contact, Player

#: A change may be told so long before it holds, or after.
_FURTHEST = timedelta(days=366)


class NotFromThen(Refused):
    """The day is too far away."""


def details_of(player: Player, on: date) -> ContactDetails:
    """Say how a player can be reached on a day."""
    root = player.kept_id or player.pk
    return every(on, [root]).get(root, NONE)


def email_of(player: Player, on: date) -> str:
    """Give the e-mail address of a player; empty if there is none."""
    return details_of(player, on).email


def emails(on: date, players: Collection[int] | None = None) -> dict[int, str]:
    """Give the e-mail addresses of these (kept) players, or of everybody, by player."""
    return {player: each.email for player, each in every(on, players).items() if each.email}


def every(on: date, players: Collection[int] | None = None) -> dict[int, ContactDetails]:
    """Say how these (kept) players, or all, can be reached on a day; who has no details is not in it."""
    rows = Contact.objects.filter(begins__lte=on)
    if players is not None:
        rows = rows.filter(player__in=players)
    # Of several days the last counts: it comes last.
    found = rows.order_by("player_id", "begins").values_list("player_id", *FIELDS)
    return {player: ContactDetails(*said) for player, *said in found}


def planned(player: Player, on: date) -> date | None:
    """Give the day after today from which other details hold, where there is one."""
    later = Contact.objects.filter(player=identity.kept(player), begins__gt=on).order_by("begins")
    return later.values_list("begins", flat=True).first()


def may_see(actor: User, player: Player, on: date) -> bool:
    """Say whether somebody may see how a player is reached: the player, one of the own clubs, the office.

    Who is known to the club alone is not known to the office.
    """
    kept = identity.kept(player)
    if actor.player_id in identity.identities(kept):
        return True
    if is_office(actor, on):
        return not kept.club_only
    belongs = clubs.clubs_of(kept, on)
    return any(may(actor, Action.MEMBERS, each, on) for each in (belongs.home, *belongs.others) if each)


def change(
    player: Player,
    details: ContactDetails,
    begins: date,
    *,
    club: Organisation | None = None,
    actor: User | None,
    at: datetime,
    reason: str = "",
) -> None:
    """Change how a player is reached, from a day on. The player may, the office, and a club as its handbook says."""
    player = identity.kept(player)
    if actor is None or actor.player_id not in identity.identities(player):
        need_details(player, actor, at, club)
    if not is_near(begins, at.date()):
        raise NotFromThen(
            f"{begins} is too far away.", "Choose a day that is not more than a year away.", code="day-too-far-away"
        )
    enter({player: details}, begins, actor=actor, at=at, reason=reason)


def is_near(begins: date, today: date) -> bool:
    """Say whether details may be told today that hold from a day on."""
    return abs(begins - today) <= _FURTHEST


def change_email(player: Player, email: str, *, actor: User | None, at: datetime, reason: str = "") -> None:
    """Change the e-mail address alone, from today; empty takes it out."""
    now = details_of(player, at.date())
    change(player, now._replace(email=email), at.date(), actor=actor, at=at, reason=reason)


def need_details(player: Player, actor: User | None, at: datetime, club: Organisation | None = None) -> None:
    """Refuse whoever may not change a player's details: the office may, and a club where the handbook lets it.

    ``club`` is the one that acts; without it, any of the player's own.
    """
    if actor is None or is_office(actor, at.date()):
        return
    belongs = clubs.clubs_of(player, at.date())
    own = [each for each in (belongs.home, *belongs.others) if each is not None and club in (None, each)]
    need_one(actor, Action.MEMBERS, own, at)
    holder = clubs.holder(player, at.date())
    found = [
        clubs.rules(at.date()).may_change_details(holder, each.name)
        for each in own
        if may(actor, Action.MEMBERS, each, at.date())
    ]
    if found and not any(each.holds for each in found):
        clubs.allowed(found[0])


def enter(
    given: Mapping[Player, ContactDetails], begins: date, *, actor: User | None, at: datetime, reason: str = ""
) -> None:
    """Enter details of (kept) players from a day on, as part of a service that has asked whether it may.

    Of what is planned for a later day, whatever was to stay as it is now changes too.
    """
    for each in given.values():
        check(each)
    today = at.date()
    with transactions.atomic():
        kept: dict[int, list[Contact]] = defaultdict(list)
        rows = Contact.objects.filter(player__in=[player.pk for player in given])
        for row in rows.select_for_update(of=("self",)).order_by("begins"):
            kept[row.player_id].append(row)
        made, records, later = [], [], []
        for player, wanted in given.items():
            before = _holding(kept[player.pk], begins)
            if before == wanted:
                continue
            made.append(Contact(player=player, begins=begins, **wanted._asdict()))
            for row in kept[player.pk]:
                if row.begins > begins:
                    _carry_over(row, before, wanted)
                    later.append(row)
            after = {**masked_details(wanted), "begins": begins}
            records.append(trail.draft(actor, "player.contact", player, masked_details(before), after, reason, at=at))
        changed = [each.player for each in made]
        old = Contact.objects.filter(player__in=changed)
        (old.filter(begins=begins) if begins > today else old.filter(begins__lte=today)).delete()
        Contact.objects.bulk_create(made, batch_size=500)
        Contact.objects.bulk_update(later, FIELDS, batch_size=100)
        trail.keep(records)


def _holding(rows: list[Contact], on: date) -> ContactDetails:
    held = [row for row in rows if row.begins <= on]
    return _of_row(held[-1]) if held else NONE


def _of_row(row: Contact) -> ContactDetails:
    return ContactDetails(row.title, row.email, row.address, row.telephone)


def _carry_over(row: Contact, before: ContactDetails, wanted: ContactDetails) -> None:
    for name in FIELDS:
        if getattr(row, name) == getattr(before, name):
            setattr(row, name, getattr(wanted, name))
