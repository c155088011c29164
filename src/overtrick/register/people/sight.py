"""Which players somebody may see, and an organisation may know: who does not hide, and of others their own members.

Of others who hide, an organisation learns only that a number is in use, and whether a name that it wrote goes with it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import date

from overtrick.register import periods, sql
from overtrick.register.accounts.models import User
from overtrick.register.federations import numbers
from overtrick.register.organisations import ancestry
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import visible_organisations
from overtrick.register.organisations.roles import is_office, roles
from overtrick.register.people import identity, names
from overtrick.register.people.models import Membership, Player
from overtrick.register.scoping import current

#: The words of those who hide and have one of some words in their name. It begins with those who hide: of a large
#: federation thousands share a given name.
_HIDDEN = """
    select word.player_id, word.word from people_player as player
    cross join people_nameword as word
    where player.federation_id = %s and player.anonymous and word.player_id = player.id and exists (
        select 1 from people_nameword as own where own.player_id = player.id and own.word {}
    )
"""


def may_see(viewer: User | None, player: Player, on: date) -> bool:
    """Say whether somebody may see a player: everybody may see who does not hide, clubs their own members."""
    return not player.anonymous or player.pk in hidden_but_seen(viewer, {player.pk}, on)


def hidden_but_seen(viewer: User | None, players: set[int], on: date) -> set[int]:
    """Name those of these players, who all hide, whom somebody may see: themselves, or members of their clubs."""
    if not players or viewer is None:
        return set()
    listed = Membership.objects.filter(periods.during(on), player__in=players)
    if is_office(viewer, on):
        seen = players - set(Player.objects.filter(pk__in=players, club_only=True).values_list("pk", flat=True))
    else:
        over = visible_organisations(viewer, on).order_by()
        members = listed.filter(club__in=over, player__club_only=False)
        seen = set(members.values_list("player_id", flat=True))
    # Who is known to the club alone is not known to those above it.
    own_clubs = {each.organisation for each in roles(viewer, on)}
    seen |= set(listed.filter(club__in=own_clubs).values_list("player_id", flat=True))
    return seen | (players & {viewer.player_id})


def hidden_from(organisation: Organisation, players: Iterable[Player]) -> set[int]:
    """Name the players who hide from an organisation: not members of it now, nor of one below it."""
    office = organisation.kind == Organisation.Kind.NATIONAL
    hiding = {each.pk: each for each in players if each.anonymous and (each.club_only or not office)}
    if not hiding:
        return set()
    below = ancestry.descendant_ids([organisation.pk])
    rows = Membership.objects.filter(ends__isnull=True, club__in=below, player__in=_records(hiding.values()))
    known: dict[int, set[int]] = defaultdict(set)
    for row in rows.select_related("player__kept"):
        known[identity.kept(row.player).pk].add(row.club_id)
    return {pk for pk, each in hiding.items() if not _is_known(each, organisation, known[identity.kept(each).pk])}


def _is_known(player: Player, organisation: Organisation, clubs: set[int]) -> bool:
    """Say whether an organisation knows somebody who hides; who is for the club alone is not for those above it."""
    return organisation.pk in clubs if player.club_only else bool(clubs)


def hides(player: Player, organisation: Organisation) -> bool:
    """Say whether a player hides from an organisation."""
    return bool(hidden_from(organisation, [player]))


def for_office(player: Player) -> Player:
    """Let the office read the number of somebody who chose to be known to the club alone, and no name."""
    if player.club_only:
        player.shown_as = f"Number {numbers.written(current(), player.number)}"
    return player


def like_somebody_hidden(written: Iterable[str]) -> set[str]:
    """Name those of these names that may be those of somebody who hides.

    It is one where each of its words is a word of that player's name or begins one, or where all of theirs are in it.
    """
    asked = {name: set(names.words(name)) for name in written}
    words = set().union(*asked.values())
    if not words:
        return set()
    hidden: dict[int, set[str]] = {}
    one_of, given = sql.among(sorted(words))
    for player, word in sql.rows(_HIDDEN.format(one_of), current().pk, given):
        hidden.setdefault(player, set()).add(word)
    return {name for name, own in asked.items() if own and any(_like(own, theirs) for theirs in hidden.values())}


def _like(written: set[str], theirs: set[str]) -> bool:
    """Compare the words of two names; one of them must be whole."""
    if not written & theirs:
        return False
    return theirs <= written or all(any(word.startswith(each) for word in theirs) for each in written)


def _records(players: Iterable[Player]) -> set[int]:
    """Name every record of these people: a membership may be that of a record that was merged."""
    kept = {identity.kept(each).pk for each in players}
    merged = Player.objects.filter(kept__in=kept).values_list("pk", flat=True)
    return kept | set(merged)
