"""Charges clubs for their members: whoever registers or comes back, and the roll of the year."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from typing import NamedTuple

from django.db.models import Min, QuerySet

from overtrick.handbooks import money
from overtrick.handbooks.edition import Book
from overtrick.handbooks.money_causes import How, Registered
from overtrick.register import periods, sql, transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.federations import handbook
from overtrick.register.money import charging, moneybook, tariffs
from overtrick.register.money.charging import Caused, Payers
from overtrick.register.money.models import Charge
from overtrick.register.money.tariffs import Prices
from overtrick.register.organisations.models import Affiliation, Organisation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need
from overtrick.register.people import identity, signals, standings
from overtrick.register.people.models import Membership, Player, Standing
from overtrick.register.people.signals import Joined
from overtrick.register.scoping import current

Cause = Charge.Cause
Progress = Callable[[int, int], object]
Joining = tuple[Player, Organisation, date, How]
#: So many charges go into one statement.
_TOGETHER = 1000


class NoRoll(Refused):
    """Nobody is charged for a roll of that day."""


class RollRehearsal(NamedTuple):
    """What charging a roll would do."""

    members: int  #: on the roll
    charged: int  #: of them before
    charges: list[tuple[Organisation, Charge]]  #: that are still to be made, with who pays


def charge_registration(
    sender: object, joined: Sequence[Joined], actor: User | None, at: datetime, **_more: object
) -> None:
    """Hear that people became home members, and charge their clubs as the handbook says."""
    del sender  # Django names one
    if not joined:
        return
    since = charging.begins(joined[0].player.federation)
    listed = [each for each in joined if since is not None and each.day >= since]
    known = charged_joinings([each.player.pk for each in listed])
    listed = [each for each in listed if (each.player.pk, each.day) not in known]
    if listed:
        how = {True: How.NEW, False: How.REACTIVATED}
        charge([(each.player, each.club, each.day, how[each.new]) for each in listed], Cause.REGISTRATION, actor, at)


def charged_joinings(players: Collection[int]) -> set[tuple[int, date]]:
    """Say for which of these people, and for which days, somebody is charged; all records of a person count.

    Whoever registers and moves to another club on one day is charged once.
    """
    whose = identity.identities_of(players)
    given, value = sql.numbers(list(whose))
    rows = sql.rows(
        f"select player_id, caused_on from {given} join money_charge made on player_id = n "  # noqa: S608 - our own names
        "where cause = %s and reverses_id is null "
        "and not exists (select 1 from money_charge back where back.reverses_id = made.id)",
        value,
        Cause.REGISTRATION,
    )
    return {(whose[player], sql.day(day)) for player, day in rows}


def rehearse_roll(declared: date, *, actor: User, at: datetime) -> RollRehearsal:
    """Say whom the roll of a day has, and what of it is not charged yet."""
    need(actor, Action.BILL, None, at)
    moneybook.need_book()
    roll = on_roll(_checked(declared, at.date()))
    left = _not_charged(declared, roll)
    rows = list(_drawn(left, Cause.ROLL, actor, at, opening=False))
    return RollRehearsal(len(roll), len(roll) - len(left), [(club, row) for _at, club, row in rows])


def charge_roll(declared: date, *, actor: User, at: datetime, progress: Progress | None = None) -> list[Charge]:
    """Charge clubs for everybody who was at home there on the day of the declaration; a second time for nobody."""
    need(actor, Action.BILL, None, at)
    moneybook.need_book()
    with transactions.atomic():
        lock_rolls()
        people = _not_charged(declared, on_roll(_checked(declared, at.date())))
        made = charge(people, Cause.ROLL, actor, at, progress)
        if made:
            trail.record(actor, "charge.roll", current(), None, {"day": str(declared), "charges": len(made)}, at=at)
    return made


def lock_rolls() -> None:
    """Let one who charges a roll, or takes something of it back, wait for another."""
    list(Organisation.objects.select_for_update(no_key=True).filter(kind=Organisation.Kind.NATIONAL))


def charge_roll_again(declared: date, records: Collection[int], actor: User | None, at: datetime) -> list[Charge]:
    """Charge a roll for whoever these records are of and is not charged for it; inside a transaction."""
    return charge(_not_charged(declared, on_roll(declared, records)), Cause.ROLL, actor, at)


def _checked(declared: date, today: date) -> date:
    """Refuse a day that is not that of a roll: whoever is on two would be charged twice for a year."""
    book = handbook.book_on(current(), declared)
    right = money.of(book.edition).roll_day(book, declared)
    if right is not None and right != declared:
        raise NoRoll(f"There is no roll of {declared}.", f"The roll of that year is of {right}.", code="no-such-roll")
    begins = moneybook.need_book().begins
    if declared + periods.ONE_DAY < begins:
        raise NoRoll(
            f"The roll of {declared} is charged from the day after it, and the federation charges from {begins}.",
            "Charge the next one.",
            code="roll-before-charging",
        )
    if declared > today:
        raise NoRoll(f"The roll of {declared} is still to come.", "Charge it from that day on.", code="roll-to-come")
    return declared


def _not_charged(declared: date, roll: Iterable[tuple[Player, Organisation]]) -> list[Joining]:
    """Leave out whoever was charged for the roll; two records that were merged since are one person."""
    rows = _standing(Cause.ROLL, declared).values_list("player", "player__kept")
    known = {kept or player for player, kept in rows}
    return [(player, club, declared, How.ROLL) for player, club in roll if player.pk not in known]


def on_roll(day: date, records: Collection[int] | None = None) -> list[tuple[Player, Organisation]]:
    """List everybody who is registered and at home in a club on a day; whoever has two records once.

    With ``records``, only whoever they are of.
    """
    rows = Membership.objects.filter(periods.during(day), home=True).select_related("player__kept", "club")
    if records is not None:
        rows = rows.filter(player__in=records)
    homes: dict[int, tuple[Player, Organisation]] = {}
    for each in sorted(rows, key=lambda row: row.player.kept_id is not None):  # the home of the kept record comes first
        player = identity.kept(each.player)
        homes.setdefault(player.pk, (player, each.club))
    states = standings.many(homes, day)
    there = [each for pk, each in homes.items() if states[pk].status is Standing.Status.REGISTERED]
    return sorted(there, key=lambda each: (each[1].pk, each[0].pk))


def charge(
    people: Sequence[Joining],
    cause: Charge.Cause,
    actor: User | None,
    at: datetime,
    progress: Progress | None = None,
) -> list[Charge]:
    """Charge clubs for members who are not charged yet; inside a transaction."""
    waiting: list[Charge] = []
    made: list[Charge] = []
    for at_row, _club, row in _drawn(people, cause, actor, at):
        waiting.append(row)
        if len(waiting) >= _TOGETHER:
            made += charging.keep(waiting)
            waiting = []
            if progress is not None:
                progress(at_row, len(people))
    return made + charging.keep(waiting)


def _drawn(
    people: Sequence[Joining], cause: Charge.Cause, actor: User | None, at: datetime, *, opening: bool = True
) -> Iterator[tuple[int, Organisation, Charge]]:
    """Make the rows of what members cost their clubs, with how many people are through; they are not kept yet."""
    affiliated = _first_affiliated({club.pk for _player, club, _day, _how in people})
    leaving = signals.leaving(people[0][2]) if cause is Cause.ROLL and people else {}
    opened: dict[date, tuple[Book, Prices]] = {}
    for at_row, (player, club, day, how) in enumerate(people, 1):
        left = leaving.get((player.pk, club.pk))
        asked = Registered(how, day, club.name, affiliated.get(club.pk), how is How.NEW, left)
        priced = asked.tariff_day
        if priced not in opened:
            opened[priced] = _opened(priced)
        book, prices = opened[priced]
        dues = money.of(book.edition).of_registration(book, prices.tariff, asked)
        caused = Caused(cause, day, Payers(club, home_club=club), priced, player=player.pk)
        for row in charging.drawn(dues, caused, prices, actor, at.date(), opening=opening):
            yield at_row, club, row


def drawn_again(people: Sequence[Joining], cause: Charge.Cause) -> Iterator[Charge]:
    """Make the rows of what members cost, to compare them with those that are kept."""
    moment = datetime.min.replace(tzinfo=UTC)
    yield from (row for _at, _club, row in _drawn(people, cause, None, moment, opening=False))


def _standing(cause: Charge.Cause, day: date) -> QuerySet[Charge]:
    return Charge.objects.filter(cause=cause, caused_on=day, reverses=None, reversed_by=None)


def _opened(day: date) -> tuple[Book, Prices]:
    """Open the handbook and the price list of a day."""
    return handbook.book_on(current(), day), tariffs.prices_on(current(), None, day)


def _first_affiliated(clubs: Iterable[int]) -> dict[int, date]:
    rows = Affiliation.objects.filter(organisation__in=list(clubs)).values_list("organisation")
    return dict(rows.annotate(first=Min("begins")))
