"""An invented office at work: a national body, a county, two clubs, those who act for them, and club nights."""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.event import Contestant, Event, Field, Play, Player, Schedule, Stage
from overtrick.formats import event_file
from overtrick.register import transactions
from overtrick.register.audit import trail
from overtrick.register.competitions.draft import Draft
from overtrick.register.competitions.read import receive
from overtrick.register.competitions.submission_findings import EVERYTHING
from overtrick.register.competitions.submit import Outcome, submit
from overtrick.register.federation_settings import setup
from overtrick.register.federations import numbers
from overtrick.register.organisations import officers
from overtrick.register.organisations.models import Officer, Organisation
from overtrick.register.people.models import Membership, NameWord, Standing
from overtrick.register.people.models import Player as Registered
from overtrick.register.people.registration import word_rows
from overtrick.register.scoping import scope
from tests.register import office

if TYPE_CHECKING:
    from collections.abc import Sequence

    from overtrick.register.accounts.models import User
    from overtrick.register.federations.models import Federation

NIGHT = date(2026, 5, 12)
AT = datetime(2026, 5, 13, 9, tzinfo=UTC)
NAMES = (
    "Ado Bem", "Cor Dax", "Elu Fin", "Gat Hob", "Ira Jun", "Kel Lom", "Mun Nor", "Ost Pil",
    "Quo Rab", "Sef Tul", "Uma Vek", "Wim Xan", "Yor Zed", "Abi Cub", "Dov Ern", "Fay Gol",
)  # fmt: skip
ROLE = Officer.Role
KIND = Organisation.Kind


class Union(NamedTuple):
    """A federation with everybody a test needs."""

    federation: Federation
    national: Organisation
    county: Organisation
    club: Organisation
    other: Organisation
    clerk: User  #: of the office
    second: User  #: likewise
    secretary: User  #: of the county
    scorer: User  #: of the club
    stranger: User  #: acts for the other club
    players: list[Registered]


def opened(slug: str = "north", handbook: str = "ebu", **settings: str) -> Union:
    """Found a federation that has chosen these settings, and build it."""
    federation = office.federation(slug, handbook)
    if settings:
        setup.change(federation, setup.Ways(settings=settings), actor=None, at=office.AT)
        federation.refresh_from_db()
    with scope(federation=federation):
        return union(federation)


def union(federation: Federation) -> Union:
    """Build it; the federation must be in scope."""
    national = office.organisation(federation, "1", "Union Office", KIND.NATIONAL)
    county = office.organisation(federation, "10", "Oakshire", KIND.REGION, national)
    club = office.organisation(federation, "100", "Oakby", KIND.CLUB, county)
    other = office.organisation(federation, "101", "Elmby", KIND.CLUB, county)
    slug = federation.slug
    people = [office.user(f"{slug}-{name}") for name in ("clerk", "second", "secretary", "scorer", "stranger")]
    posts = [(national, ROLE.OFFICE), (national, ROLE.OFFICE), (county, ROLE.SECRETARY), (club, ROLE.SCORER)]
    for person, (where, role) in zip(people, [*posts, (other, ROLE.SCORER)], strict=True):
        officers.appoint(where, person, role, office.NEW_YEAR, actor=None, at=office.AT)
    players = members(federation, club, NAMES)
    clerk, second, secretary, scorer, stranger = people
    return Union(federation, national, county, club, other, clerk, second, secretary, scorer, stranger, players)


def members(federation: Federation, club: Organisation, names: Sequence[str]) -> list[Registered]:
    """Put people into a club's list all at once; whoever tests registering does it one by one."""
    first = 200_001 + Registered.objects.count()
    made = [
        Registered(federation=federation, number=_number(federation, first + at), given=given, family=family)
        for at, (given, family) in enumerate(name.split(" ", 1) for name in names)
    ]
    with transactions.atomic():
        made = Registered.objects.bulk_create(made)
        NameWord.objects.bulk_create(row for each in made for row in word_rows(each))
        Standing.objects.bulk_create(
            Standing(player=each, status=Standing.Status.REGISTERED, begins=office.NEW_YEAR) for each in made
        )
        Membership.objects.bulk_create(
            Membership(player=each, club=club, home=True, begins=office.NEW_YEAR) for each in made
        )
        trail.record(None, "members.enter", federation, None, {"players": len(made)}, at=AT)
    return made


def _number(federation: Federation, stem: int) -> str:
    check = numbers.form(federation).check
    return str(stem) if check is None else next(f"{stem}{each}" for each in range(10) if check.holds(f"{stem}{each}"))


def pairs(players: Sequence[Registered]) -> list[tuple[Player, ...]]:
    """Seat registered players two by two."""
    seats = [Player(str(each), each.number) for each in players]
    return [tuple(seats[at : at + 2]) for at in range(0, len(seats), 2)]


def night(
    ranked: Sequence[tuple[Player, ...]],
    *,
    begins: date = NIGHT,
    name: str = "Tuesday pairs",
    status: str = "club",
    facts: tuple[tuple[str, str], ...] = (),
) -> Event:
    """Play a club night of 24 boards; the pairs come in this order."""
    contestants = tuple(
        Contestant(" & ".join(each.name for each in pair), pair, place) for place, pair in enumerate(ranked, 1)
    )
    stage = Stage(Play.PAIRS, Schedule(24), (Field(contestants=contestants),))
    return Event(name, begins, (stage,), status=status, facts=tuple(sorted(facts)))


def file_of(event: Event, handbook: str = "ebu") -> bytes:
    """Write an event as the club would send it."""
    return event_file.write(event, handbook).encode()


def send(union: Union, event: Event, *, at: datetime = AT, actor: User | None = None) -> Draft:
    """Let the club's scorer upload an event."""
    name = f"{event.name} {event.begins}.yaml"
    (draft,) = receive(union.club, name, file_of(event, union.federation.handbook), actor or union.scorer, at)
    return draft


def submitted(union: Union, event: Event, *, at: datetime = AT, replace: bool = False) -> Outcome:
    """Upload an event and submit it."""
    draft = send(union, event, at=at)
    assert draft.submission is not None, (draft.problems, draft.questions, draft.before)
    return submit(draft.submission, union.scorer, at, replace=replace, said={EVERYTHING: "It was so"})


def balance(player: Registered, colour: str = "local") -> int:
    """Give what the book has for a player, provisional or not."""
    return player.balances.filter(colour=colour).values_list("units", flat=True).first() or 0
