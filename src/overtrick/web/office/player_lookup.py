"""Finds the player of a page by the number in its address, and names standings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from django.http import Http404
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from overtrick.register import periods
from overtrick.register.federations import numbers
from overtrick.register.ledger import balances
from overtrick.register.ledger.models import Entry
from overtrick.register.people import clubs, identity, merge_records, sight, standings
from overtrick.register.people.models import Membership, Player, Standing
from overtrick.register.people.standings import PlayerState
from overtrick.register.scoping import current
from overtrick.web import access
from overtrick.web.office import formatting
from overtrick.web.office.confirm_form import Crumb


def find(number: str) -> Player:
    """Give the player with the number of the address; a merged number leads to the record that stays."""
    try:
        return sight.for_office(identity.resolve(number))
    except identity.NoSuchPlayer as error:
        raise Http404 from error


def page_of(player: Player) -> str:
    """Give the address of a player’s page."""
    return reverse("office-player", args=[player.number])


def way(player: Player) -> list[Crumb]:
    """Give the way to a page below a player’s own."""
    return [Crumb(_("Players"), reverse("office-players")), Crumb(str(player), page_of(player))]


def of_status(state: PlayerState) -> str:
    """Say what a player is today."""
    said = str(state.status.label) if state.status else _("nothing known")
    return _("%(standing)s, suspended") % {"standing": said} if state.suspended else said


class Side(NamedTuple):
    """A record beside another that may be the same person's."""

    player: Player
    number: str
    status: str
    home: str
    points: list[SafeString]
    lapsed: bool  #: it can be registered again
    records: Collection[int]  #: all that were merged, or those that are shown by themselves
    why: str = ""  #: it may be the same person

    @property
    def entries(self) -> int:
        """How many entries of the book are theirs."""
        return Entry.objects.filter(player__in=self.records).count()


def sides_of(listed: Sequence[tuple[Player, Iterable[object]]]) -> list[Side]:
    """Show what tells records apart, each with why it may be the same person; in as many queries as for one."""
    on, kept = access.today(), {player.pk: player.kept_id or player.pk for player, _why in listed}
    whose = identity.identities_of(set(kept.values()))
    homes, states = clubs.clubs_of_each(set(kept.values()), on), standings.many(set(kept.values()), on)
    held = balances.holdings_of_each(kept)
    found = []
    for player, reasons in listed:
        sight.for_office(player)
        root = kept[player.pk]
        home, state = homes[root].home, states[root]
        found.append(
            Side(
                player,
                numbers.written(current(), player.number),
                of_status(state),
                str(home) if home else _("no club"),
                [formatting.points(colour, units) for colour, units in held[player.pk].items()],
                state.status in (Standing.Status.LAPSED, Standing.Status.POTENTIAL, Standing.Status.VISITOR, None),
                [root, *sorted(each for each, of in whose.items() if of == root and each != root)],
                ", ".join(str(each) for each in reasons),
            )
        )
    return found


def sides_apart(kept: Player, duplicate: Player) -> tuple[Side, Side]:
    """Show what two merged records have each by itself."""
    whole, part = sides_of([(kept, ()), (duplicate, ())])
    own = {duplicate.pk, *merge_records.below(duplicate)}
    there = balances.holdings(duplicate.pk)
    rest = {colour: units - there.get(colour, 0) for colour, units in balances.holdings(kept.pk).items()}
    return (
        _by_itself(whole, set(whole.records) - own, {colour: units for colour, units in rest.items() if units}),
        _by_itself(part, own, there),
    )


def _by_itself(whole: Side, records: set[int], points: dict[str, int]) -> Side:
    home = Membership.objects.filter(periods.during(access.today()), player__in=records, home=True).first()
    return whole._replace(
        records=records,
        home=str(home.club) if home else _("no club"),
        points=[formatting.points(*each) for each in points.items()],
    )
