"""Checks a start list: who is known, what each is on the day, and who may enter. It writes nothing.

Whoever hides from an organisation is only known by number and name to it. The office sees everybody but those who are
known to their club alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, datetime
from enum import StrEnum
from typing import NamedTuple

from overtrick.engine.findings import Finding, finding
from overtrick.engine.working import Step
from overtrick.formats.start_list import Starter
from overtrick.handbooks import entry
from overtrick.handbooks.entry import Entering, EntryLimit
from overtrick.handbooks.record import Goes
from overtrick.register.accounts.models import User
from overtrick.register.competitions import match
from overtrick.register.competitions.match import Matched
from overtrick.register.competitions.named_players import Named
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.organisations.models import Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.organisations.roles import is_office
from overtrick.register.people import identity, point_destination, sight, standings
from overtrick.register.people.models import Player
from overtrick.register.people.standings import PlayerState, Status
from overtrick.register.ranks.current_rank import Ladder
from overtrick.register.ranks.ranking_lists import held_by


class NoSuchLimit(Refused):
    """The handbook has no such event or rank."""


class Verdict(StrEnum):
    """What came of somebody on the list."""

    GOOD = "good"  #: known, with points that count
    LOOK = "look"  #: somebody should look at it: a likely player, or one whose points would be held
    BAD = "bad"  #: suspended, or may not enter
    UNKNOWN = "unknown"


class Limits(NamedTuple):
    """Who may enter; what is left out sets no limit."""

    event: str = ""  #: of the handbook
    rank_below: str = ""
    points_below: int | None = None  #: in the smallest unit of points together


NO_LIMITS = Limits()


class CheckedStarter(NamedTuple):
    """Somebody on the list, and what the register says."""

    starter: Starter
    matched: Matched
    player: Player | None = None  #: whom the list means, as far as it is known
    hidden: bool = False  #: hides from the organisation: nothing else is told
    state: PlayerState | None = None
    rank: str = ""
    units: int = 0
    points_go: Step | None = None  #: why points won on the day would not simply be credited
    entry: tuple[Finding, ...] = ()
    twice: bool = False  #: somebody else on the list is the same person
    verdict: Verdict = Verdict.UNKNOWN


def limits_of(organisation: Organisation, on: date) -> tuple[EntryLimit, ...]:
    """List the events of the handbook that not everybody may enter."""
    edition = handbook.edition_on(organisation.federation, on)
    rules = entry.of(edition)
    return () if rules is None else rules.limits(handbook.book_on(organisation.federation, on))


def check(
    organisation: Organisation,
    people: Sequence[Starter],
    on: date,
    limits: Limits = NO_LIMITS,
    *,
    actor: User,
    at: datetime,
) -> list[CheckedStarter]:
    """Say of everybody on a list who they are and whether they may play, by the register of a day."""
    need(actor, Action.UPLOAD, organisation, at)
    ladder = Ladder(organisation.federation, on)
    _check_limits(organisation, limits, ladder, on)
    edition = handbook.edition_on(organisation.federation, on)
    named = [Named("" if each.number else f"{each.line} {each.contestant}", each.name, each.number) for each in people]
    found = [CheckedStarter(*each) for each in zip(people, match.match(organisation, named, edition), strict=True)]
    players = {each.matched.player.pk: identity.kept(each.matched.player) for each in found if each.matched.player}
    kept = {player.pk: player for player in players.values()}
    hidden = sight.hidden_from(organisation, kept.values())
    if is_office(actor, at.date()):
        hidden = {pk for pk, player in kept.items() if player.club_only}
    facts = _Facts(list(kept.values()), on, at.date(), ladder)
    seen: dict[int, int] = {}
    for each in found:
        if each.matched.player is not None:
            pk = identity.kept(each.matched.player).pk
            seen[pk] = seen.get(pk, 0) + 1
    return [_checked(each, kept, hidden, facts, limits, seen) for each in found]


class _Facts:
    """What the register says of all these people, looked up together."""

    def __init__(self, players: list[Player], on: date, today: date, ladder: Ladder) -> None:
        keys = [each.pk for each in players]
        self.on = on
        self.ladder = ladder
        self.states = standings.many(keys, on)
        self.destinations = point_destination.destinations(players, on, on)
        # Points of today are read from the balances; those of an earlier day are added up.
        self.held = held_by(keys, on if on < today else None)
        self.parts = ladder.parts(keys)
        self.before = ladder.held_before(keys)
        # Born is asked for by limits of age; what match gives leaves it out.
        self.born = dict(Player.objects.filter(pk__in=keys).values_list("pk", "born"))


def _check_limits(organisation: Organisation, limits: Limits, ladder: Ladder, on: date) -> None:
    if limits.event and limits.event not in {each.name for each in limits_of(organisation, on)}:
        raise NoSuchLimit(
            f"The handbook has no limit for “{limits.event}”.", "Choose an event from its list.", code="no-such-limit"
        )
    if limits.rank_below and limits.rank_below not in ladder.ranks:
        raise NoSuchLimit(
            f"There is no rank {limits.rank_below}.", f"Choose from {', '.join(ladder.ranks)}.", code="no-such-rank"
        )


def _checked(
    each: CheckedStarter,
    kept: dict[int, Player],
    hidden: set[int],
    facts: _Facts,
    limits: Limits,
    seen: dict[int, int],
) -> CheckedStarter:
    if each.matched.player is None:
        return each._replace(verdict=Verdict.LOOK if each.matched.candidates else Verdict.UNKNOWN)
    player = kept[identity.kept(each.matched.player).pk]
    twice = seen[player.pk] > 1
    if player.pk in hidden:
        return each._replace(player=player, hidden=True, twice=twice, verdict=Verdict.LOOK)
    state, held = facts.states[player.pk], facts.held.get(player.pk, {})
    rank = facts.ladder.name(facts.ladder.holding(held, facts.parts[player.pk]), facts.before.get(player.pk, ""))
    units = sum(held.values())
    goes = facts.destinations[player.pk]
    registered = state.status == Status.REGISTERED and not state.suspended
    entering = Entering(
        registered, state.status in (Status.OVERSEAS, Status.VISITOR), units, rank, facts.on, facts.born[player.pk]
    )
    may = tuple(_entry(entering, limits, facts.ladder))
    verdict = Verdict.GOOD
    if state.suspended or state.status == Status.DECEASED or any(one.holds is False for one in may):
        verdict = Verdict.BAD
    elif not each.matched.sure or goes.goes is not Goes.CREDITED or twice or any(one.holds is None for one in may):
        verdict = Verdict.LOOK
    return each._replace(
        player=player,
        state=state,
        rank=rank,
        units=units,
        points_go=None if goes.goes is Goes.CREDITED else goes.working,
        entry=may,
        twice=twice,
        verdict=verdict,
    )


def _entry(entering: Entering, limits: Limits, ladder: Ladder) -> list[Finding]:
    found: list[Finding] = []
    rules = entry.of(ladder.edition)
    if limits.event and rules is not None:
        found += rules.may_enter(ladder.book, limits.event, entering).conditions
    show = ladder.edition.handbook.total.show
    if limits.rank_below:
        order = ladder.ranks
        holds = not entering.rank or (entering.rank in order and order.index(entering.rank) < _at(limits, order))
        rank = entering.rank or "without a rank"
        found.append(
            finding("{rank}, must be a rank below {limit}", holds=holds, clause="", rank=rank, limit=limits.rank_below)
        )
    if limits.points_below is not None:
        holds = entering.units < limits.points_below
        held, limit = show(entering.units), show(limits.points_below)
        found.append(
            finding("{held} points, must be fewer than {limit}", holds=holds, clause="", held=held, limit=limit)
        )
    return found


def _at(limits: Limits, order: list[str]) -> int:
    return order.index(limits.rank_below)
