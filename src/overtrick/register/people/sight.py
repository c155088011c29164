"""Which players an organisation may know: those whom everybody may find, and of those who hide its own members.

Of others who hide, an organisation learns only that a number is in use, and whether a name that it wrote goes with it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from overtrick.register.federations import numbers
from overtrick.register.organisations import ancestry
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import identity, names
from overtrick.register.people.models import Membership, NameWord, Player
from overtrick.register.scoping import current


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
    bearers = Player.objects.filter(anonymous=True, words__word__in=words)
    hidden: dict[int, set[str]] = {}
    for player, word in NameWord.objects.filter(player__in=bearers).values_list("player_id", "word"):
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
