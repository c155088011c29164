"""The people of the invented federation: counties, clubs, officers, and players with their past."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, time
from functools import partial
from itertools import count, islice
from random import Random
from typing import NamedTuple

from overtrick.handbooks import season as seasons
from overtrick.handbooks.season import Season, Size
from overtrick.register.accounts.models import User
from overtrick.register.demo import names
from overtrick.register.demo.season_events import DemoPlayer, Organiser
from overtrick.register.demo.seeded_random import repeatable
from overtrick.register.demo.sizes import spread
from overtrick.register.errors import Refused
from overtrick.register.federation_settings import setup
from overtrick.register.federations import handbook, numbers
from overtrick.register.federations.models import Federation
from overtrick.register.organisations import affiliation, licences, officers, tree
from overtrick.register.organisations.licences import Grant
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.people.bulk_register import NewMember, enrol
from overtrick.register.people.duplicates import Applicant
from overtrick.register.people.members_list.apply_changes import Opening
from overtrick.register.people.models import Player, Standing
from overtrick.register.ranks import opening_balances
from overtrick.register.ranks.current_rank import Ladder

KIND = Organisation.Kind
ROLE = Officer.Role

#: Of a hundred newcomers so many have not paid yet; and so many bring no points along.
_POTENTIAL = 2
_WITHOUT_POINTS = 25
#: So many units the strongest bring along in a federation without ranks; and how quickly it gets less.
_MOST, _STEEP = 400_000, 3
#: Another seed gives other people; officers are people apart.
_APART, _OFFICERS = 1_009, 7_001
_BORN = (1935, 2005)
#: Entered at one time; memory stays flat however many there are.
_TOGETHER = 2_000


class AnotherFederation(Refused):
    """Somebody wants to go on with what was begun otherwise."""

    def __init__(self) -> None:
        """Say what to do."""
        super().__init__(
            "The federation that is there was begun with another size, seed or handbook.",
            "Give the same ones again, or choose another folder with --home.",
            code="another-demonstration",
        )


class DemoClub(NamedTuple):
    """A club, a county or the national body, as it plays."""

    organisation: Organisation
    scorer: User
    members: list[DemoPlayer]
    events: int  #: in a year

    @property
    def playing(self) -> Organiser:
        """Who it is to the events it plays."""
        return Organiser(self.organisation.name, self.organisation.kind, self.members)


class World(NamedTuple):
    """The federation on its first day."""

    federation: Federation
    clerk: User
    second: User
    clubs: list[DemoClub]
    counties: list[DemoClub]
    national: DemoClub
    season: Season


def founded(slug: str, handbook: str, begins: date, actor: User | None = None) -> Federation:
    """Found the federation."""
    name = "Bridge Union of Ruritania" if slug == "demo" else f"Bridge Union of {slug.title()}"
    return setup.found(slug, name, handbook, actor=actor, at=moment(begins))


def build(
    federation: Federation,
    size: Size,
    seed: int,
    begins: date,
    progress: Callable[[int, int], object] | None = None,
    *,
    there: bool = False,
) -> World:
    """Fill the federation, which is in scope, as on a day.

    ``there``: it was filled before. The same dice are thrown, nothing is written, and who is found is given again.
    """
    chance = repeatable("world", seed)
    clerk, second = (_user(f"{federation.slug}-office-{number}", number) for number in (1, 2))
    national = _national(federation, (clerk, second), begins, there=there)
    season = seasons.of(handbook.edition_on(federation, begins))
    playing = partial(_playing, federation, clerk, begins, there=there)
    counties = [
        playing(str(10 + at_), season.region.format(place=names.place(700 + at_)), KIND.REGION, national, 12)
        for at_ in range(size.regions)
    ]
    shares = spread(size.players, size.clubs, 12)
    nights = spread(size.events - 12 * size.regions, size.clubs, 12)
    clubs = []
    for at_ in range(size.clubs):
        name, county = season.club.format(place=names.place(at_)), counties[at_ % size.regions].organisation
        clubs.append(playing(str(1_000 + at_), name, KIND.CLUB, county, nights[at_]))
    world = World(federation, clerk, second, clubs, counties, DemoClub(national, clerk, [], 12), season)
    done = 0
    called = map(names.person, count(seed * _APART))
    known = Player.objects.order_by("pk").iterator() if there else None
    for some in _batches(zip(clubs, shares, strict=True)):
        _enter(world, some, begins, called, chance, known)
        done += sum(share for _club, share in some)
        if progress is not None:
            progress(done, size.players)
    if not there:
        _license(world, begins)
    for at_, club in enumerate(clubs):
        counties[at_ % size.regions].members.extend(club.members[: max(len(club.members) // 3, 8)])
        world.national.members.extend(club.members[: max(len(club.members) // 5, 6)])
    return world


def _license(world: World, begins: date) -> None:
    """Give counties the leave that what they play in a season needs."""
    wanted = list(dict.fromkeys(game.licence for game in world.season.of(KIND.REGION) if game.licence))
    for county in world.counties:
        for nth, allows in enumerate(wanted, 1):
            number = f"{begins.year}/{county.organisation.number}/{nth}"
            licences.grant(
                county.organisation, Grant(number, allows, begins), actor=world.clerk, at=moment(begins), reason="demo"
            )


def moment(day: date) -> datetime:
    """Give the time at which everything of a day is done."""
    return datetime.combine(day, time(20), UTC)


def _user(name: str, nth: int) -> User:
    """Open an account; who works for a club or the office has a name of their own."""
    given, family = names.person(_OFFICERS + nth)
    user, _made = User.objects.get_or_create(username=name, defaults={"first_name": given, "last_name": family})
    return user


def _national(federation: Federation, office: tuple[User, User], begins: date, *, there: bool) -> Organisation:
    """Enter the national body with its office."""
    if there:
        return Organisation.objects.get(number="1")
    at, (clerk, _second) = moment(begins), office
    national = tree.add(federation, "1", federation.name, KIND.NATIONAL, actor=clerk, at=at)
    affiliation.affiliate(national, begins, actor=clerk, at=at)
    for officer in office:
        officers.appoint(national, officer, ROLE.OFFICE, begins, actor=clerk, at=at)
    return national


def _playing(
    federation: Federation,
    clerk: User,
    begins: date,
    number: str,
    name: str,
    kind: Organisation.Kind,
    parent: Organisation,
    events: int,
    *,
    there: bool,
) -> DemoClub:
    if there:
        known = Organisation.objects.select_related("federation").get(number=number)
        return DemoClub(known, _user(f"{federation.slug}-{number}", int(number)), [], events)
    at = moment(begins)
    made = tree.add(federation, number, name, kind, parent, actor=clerk, at=at)
    affiliation.affiliate(made, begins, actor=clerk, at=at)
    scorer = _user(f"{federation.slug}-{number}", int(number))
    officers.appoint(made, scorer, ROLE.SCORER, begins, actor=clerk, at=at)
    return DemoClub(made, scorer, [], events)


def _batches(shares: Iterator[tuple[DemoClub, int]]) -> Iterator[list[tuple[DemoClub, int]]]:
    batch: list[tuple[DemoClub, int]] = []
    for club, share in shares:
        batch.append((club, share))
        if sum(each for _club, each in batch) >= _TOGETHER:
            yield batch
            batch = []
    if batch:
        yield batch


def _enter(
    world: World,
    shares: Sequence[tuple[DemoClub, int]],
    begins: date,
    called: Iterator[tuple[str, str]],
    chance: Random,
    known: Iterator[Player] | None,
) -> None:
    """Enter the members of some clubs, with what they had won before; or find them again."""
    at = moment(begins)
    newcomers = [_newcomer(club, name, begins, chance) for club, share in shares for name in islice(called, share)]
    if known is None:
        players = enrol(newcomers, actor=world.clerk, at=at, reason="demo")
    else:
        players = list(islice(known, len(newcomers)))
        _same(newcomers, players)
    strengths = [chance.randrange(100) for _ in players]
    owners = zip(players, strengths, strict=True)
    for club, share in shares:
        club.members.extend(_playing_as(world.federation, *each) for each in islice(owners, share))
    past = partial(_past, Ladder(world.federation, begins).most or _MOST, handbook.colours(world.federation), begins)
    openings = [
        opening
        for player, strength in zip(players, strengths, strict=True)
        for opening in past(player, strength, chance)
    ]
    if known is None:
        opening_balances.enter(opening_balances.compare(openings), world.clerk, world.second, at)


def _same(newcomers: Sequence[NewMember], players: Sequence[Player]) -> None:
    """Refuse to go on with a federation of other people."""
    invented = [(each.applicant.given, each.applicant.family) for each in newcomers]
    if invented != [(each.given, each.family) for each in players]:
        raise AnotherFederation


def _playing_as(federation: Federation, player: Player, strength: int) -> DemoPlayer:
    return DemoPlayer(str(player), numbers.written(federation, player.number), strength)


def _newcomer(club: DemoClub, name: tuple[str, str], begins: date, chance: Random) -> NewMember:
    given, family = name
    born = date(chance.randrange(*_BORN), 1 + chance.randrange(12), 1 + chance.randrange(28))
    potential = chance.randrange(100) < _POTENTIAL
    status = Standing.Status.POTENTIAL if potential else Standing.Status.REGISTERED
    return NewMember(Applicant(given, family, born), begins, status, club.organisation)


def _past(
    most: int, colours: Iterable[str], begins: date, player: Player, strength: int, chance: Random
) -> Iterator[Opening]:
    """What somebody won before; most have little, the strongest very much, and of the rarer colours less."""
    if chance.randrange(100) < _WITHOUT_POINTS:
        return
    won = most * strength**_STEEP // 100**_STEEP
    for nth, colour in enumerate(colours):
        units = won * (60 + chance.randrange(80)) // 100 // (1, 8, 12)[nth % 3]
        if units:
            yield Opening(player, colour, units, begins, 0)
