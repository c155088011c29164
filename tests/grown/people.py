"""People of a grown office: who came from an old system, who left and came back, who is in the register twice."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from overtrick.register.accounts.models import User
from overtrick.register.competitions.models import Seat
from overtrick.register.erasing import erase
from overtrick.register.federations import numbers
from overtrick.register.log_ins import account_state
from overtrick.register.membership import doubles, renewal
from overtrick.register.membership.models import Visitor, YearRun
from overtrick.register.moving_in import lists
from overtrick.register.moving_in.check import Choices
from overtrick.register.moving_in.models import Step
from overtrick.register.organisations import affiliation, officers, tree
from overtrick.register.people import clubs, contacts, counties, joining, registration, reinstate, standings
from overtrick.register.people.contacts import ContactDetails
from overtrick.register.people.duplicates import Applicant
from overtrick.register.people.merge_records import merge, unmerge
from overtrick.register.people.models import Player
from overtrick.register.ranks.current_rank import Ladder
from tests.register.moving_in.old_system import csv, entered, sent, signed
from tests.register.season import KIND, ROLE

if TYPE_CHECKING:
    from overtrick.register.federations.models import Federation
    from tests.register.season import Union

#: Members of the club of the old system, and how many credits each brings.
_MOVED, _CREDITS = 60, 4
_DAY = timedelta(days=1)


def number_of(federation: Federation, stem: int) -> str:
    """Write a number as the handbook has them."""
    check_digit = numbers.form(federation).check
    if check_digit is None:
        return str(stem)
    return next(f"{stem}{each}" for each in range(10) if check_digit.holds(f"{stem}{each}"))


def move_in(here: Union, at: datetime) -> None:
    """A club comes with its members, officers and points from an old system; two people sign."""
    day, county = at.date(), here.county.number
    whole = ("Number", "Name", "Kind", "Parent", "Affiliated")
    entered(
        here, Step.ORGANISATIONS, csv(whole, ("2000", "Old Elmton Bridge Club", "club", county, "1990-04-01")), at=at
    )
    who = [number_of(here.federation, 400_001 + at) for at in range(_MOVED)]
    rows = [
        (
            each,
            f"Old{nth:02}",
            f"Timer{nth:02}",
            "2000",
            "" if nth % 3 else f"19{30 + nth}-02-03",
            f"old{nth}@elmton.example",
        )
        for nth, each in enumerate(who)
    ]
    columns = ("Number", "First name", "Surname", "Club", "Date of birth", "E-mail")
    entered(here, Step.MEMBERS, csv(columns, *rows), at=at)
    posts = [
        ("2000", "secretary", "old-secretary@elmton.example", "Sid", "Old"),
        ("2000", "scorer", "td@elmton.example", "Una", "Td"),
    ]
    entered(here, Step.OFFICERS, csv(("Organisation", "Role", "E-mail", "Given", "Family"), *posts), at=at)
    entered(here, Step.CREDITS, _credits(who, "Local"), at=at)
    before = (day - _DAY).isoformat()
    entered(
        here,
        Step.BALANCES,
        csv(
            ("Number", "As at", "Local points"),
            *[(each, before, 2_000 + 10 * nth) for nth, each in enumerate(who[:50])],
        ),
        at=at,
    )
    ranks = Ladder(here.federation, day).ranks
    entered(
        here,
        Step.RANKS,
        csv(
            ("Number", "Rank", "Since"),
            *[(each, ranks[nth % 4], "2001-02-03") for nth, each in enumerate(who[:20])],
        ),
        at=at,
    )
    signed(here.clerk, at)
    signed(here.second, at)


def forget_lists(here: Union, at: datetime) -> None:
    """An office looks what old lists would bring, enters balances by hand instead, and never comes back to them."""
    who = [each.number for each in here.players]
    sent(here, Step.CREDITS, _credits(who[:12], "Green"), at=at)
    sent(
        here,
        Step.BALANCES,
        csv(("Number", "Red points"), *[(each, "1.25") for each in who]),
        Choices(as_at=at.date()),
        at=at,
    )
    sent(here, Step.RANKS, csv(("Number", "Rank", "Since"), (who[0], "Club", "2001-02-03")), at=at)
    lists.take(Step.MEMBERS, "members.csv", [b"Number,Surname\n1,Bem"], here.clerk, at)


def _credits(who: list[str], colour: str) -> bytes:
    rows = [
        (each, f"{1990 + nth}-03-09", "Harvest Teams", colour, 10 + nth, f"A{place}-{nth}")
        for place, each in enumerate(who)
        for nth in range(_CREDITS)
    ]
    return csv(("Player", "Date", "Event", "Colour", "Points", "Ref"), *rows)


def change_officers(here: Union, at: datetime) -> None:
    """A secretary leaves, another comes; somebody helps out for a month; an account ends."""
    day = at.date()
    for club in (here.club, here.other):
        first, second = (User.objects.create_user(f"{word}-{club.number}") for word in ("first", "later"))
        officers.appoint(club, first, ROLE.SECRETARY, day - 60 * _DAY, actor=here.clerk, at=at)
        officers.dismiss(club, first, ROLE.SECRETARY, day, actor=here.clerk, at=at, reason="moved away")
        officers.appoint(club, second, ROLE.SECRETARY, day + _DAY, actor=here.clerk, at=at)
        officers.appoint(club, second, ROLE.TREASURER, day, day + 30 * _DAY, actor=here.clerk, at=at)
        account_state.end(first, day, actor=here.clerk, at=at, reason="moved away")
    helper = User.objects.create_user("helper-office")
    officers.appoint(here.national, helper, ROLE.OFFICE, day, day + 90 * _DAY, actor=here.clerk, at=at)
    league = tree.add(here.federation, "3000", "Alder League", KIND.LEAGUE, here.county, actor=here.clerk, at=at)
    affiliation.affiliate(league, day - 90 * _DAY, actor=here.clerk, at=at)
    affiliation.end(league, day, actor=here.clerk, at=at, reason="nobody plays in it")
    closing = tree.add(here.federation, "3001", "Elm Tree Bridge Club", KIND.CLUB, here.county, actor=here.clerk, at=at)
    affiliation.affiliate(closing, day, at.date() + 365 * _DAY, actor=here.clerk, at=at)


def lead_lives(here: Union, at: datetime) -> None:
    """People lapse, die, move, are suspended, are in the register twice, ask to be hidden."""
    day, clerk = at.date(), here.clerk
    gone, died, suspended, moved, beside, hidden, named, *others = here.players
    for each in (gone, *others[:8]):
        standings.lapse(each, day, actor=clerk, at=at, reason="did not renew")
    standings.mark_deceased(died, day - _DAY, actor=clerk, at=at)
    standings.suspend(suspended, day, day + 60 * _DAY, actor=clerk, at=at, reason="the committee")
    clubs.transfer(moved, here.other, day, actor=clerk, at=at)
    clubs.add_alternate(beside, here.other, day, actor=clerk, at=at)
    registration.correct(hidden, anonymous=True, actor=clerk, at=at)
    contacts.change(named, ContactDetails("Dr", "", "1 High Street\nOakby", "01 234"), day, actor=clerk, at=at)
    contacts.change(named, ContactDetails("Dr", "named@oakby.example"), day + 360 * _DAY, actor=clerk, at=at)
    kept, twin, other, stranger = others[10:14]
    merge(kept, twin, "one person", actor=clerk, at=at)
    merge(other, stranger, "one person", actor=clerk, at=at)
    unmerge(stranger, "two people", actor=clerk, at=at + timedelta(minutes=1))
    doubles.tell_apart(other.number, stranger.number, actor=clerk, at=at, reason="father and son")
    doubles.tell_apart(others[14].number, others[15].number, actor=None, at=at)
    newcomer = registration.register(Applicant("", "Zyx"), day, actor=clerk, at=at).player
    assert newcomer is not None
    secretary = User.objects.get(username=f"later-{here.other.number}")
    for each, word in zip(others[16:19], ("waits", "agrees", "refuses"), strict=True):
        asked = joining.ask(each, here.other, Applicant(each.given, each.family), actor=secretary, at=at)
        if word == "agrees":
            joining.confirm(asked, clerk, at)
        if word == "refuses":
            joining.refuse(asked, clerk, at)


def come_back(here: Union, at: datetime) -> None:
    """Some of those who lapsed return: the points that waited for them are theirs."""
    gone, _died, _suspended, _moved, beside, *_others = here.players
    for each in (gone, *here.players[7:11]):
        reinstate.register_again(each, None, at.date(), actor=here.clerk, at=at, reason="paid")
    clubs.remove_alternate(beside, here.other, at.date(), actor=here.clerk, at=at)


def be_erased(here: Union, at: datetime) -> None:
    """Somebody asks to be forgotten, somebody else asks and is not yet confirmed."""
    unsure = Seat.objects.filter(match=Seat.Match.PROBABLE, player__isnull=False).values("player")
    first, second = Player.objects.filter(pk__in=[each.pk for each in here.players[22:]]).exclude(pk__in=unsure)[:2]
    for each in (first, second):
        standings.lapse(each, at.date(), actor=here.clerk, at=at, reason="wants to be forgotten")
    asked = erase.propose(first, "They asked for it in a letter.", here.clerk, at)
    erase.confirm(asked, here.second, at)
    erase.propose(second, "They asked for it by telephone.", here.clerk, at)


def choose_counties(here: Union, at: datetime) -> None:
    """Some play for a county that their club does not belong to."""
    one, other = here.players[32:34]
    elsewhere = here.county.federation.organisations.filter(kind=KIND.REGION).exclude(pk=here.county.pk)[0]
    counties.join_besides(one, elsewhere, at.date(), actor=here.clerk, at=at)
    counties.leave(one, elsewhere, at.date() + 30 * _DAY, actor=here.clerk, at=at + 30 * _DAY)
    counties.join_besides(other, elsewhere, at.date(), actor=here.clerk, at=at)


def renew(here: Union, at: datetime) -> None:
    """Clubs say who does not renew, and those lapse (ABF 1.4.2)."""
    renewal.declare(here.club, [each.pk for each in here.players[34:38]], actor=here.clerk, at=at)
    renewal.declare(here.other, [], actor=None, at=at)


def have_renewed(here: Union, at: datetime) -> None:
    """The run of the year is done; the year after, a worker did it."""
    renewal.run(at.year, actor=here.clerk, at=at)
    YearRun.objects.create(
        federation=here.federation, kind=YearRun.Kind.YOUTH, year=at.year, done_at=at, counts={"youths": 0}
    )


def visit(here: Union, at: datetime) -> None:
    """Visitors play under a number of their own union, and under ours."""
    told = {"organisation": here.club, "since": at.date(), "family": "Guest"}
    Visitor.objects.create(**told, kind=Visitor.Kind.OWN, number="W-1", union="WBU", number_there="1", forwarded=True)
    player = Player.objects.order_by("pk")[50]
    Visitor.objects.create(**told, kind=Visitor.Kind.GUEST, number=player.number, player=player)
