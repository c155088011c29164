"""Points from before this book, by colour and day. Entering them twice changes nothing.

They stand in the list of members (see ``people.members_list``), whoever brings a record along.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from datetime import date, datetime
from typing import NamedTuple

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.ledger.models import Entry, Posting
from overtrick.register.ledger.posting import NewEntry, NewPosting, Posted, post
from overtrick.register.organisations.require import need_office
from overtrick.register.people import identity
from overtrick.register.people.members_list.apply_changes import Opening
from overtrick.register.scoping import current

REASON = "Balances from before this book"


class Contradicted(Refused):
    """The book has another opening balance."""


class Openings(NamedTuple):
    """What is new of a list, what the book has just so, and what it has otherwise."""

    new: tuple[Opening, ...]
    known: int
    contradicted: tuple[tuple[Opening, int, date], ...]  #: with the units and the day that are in the book


def booked() -> defaultdict[tuple[int, str], list[tuple[int, date]]]:
    """Give the opening balances that stand in the book, by the record that stays and by colour: units and day."""
    entries = Entry.objects.filter(posting__kind=Posting.Kind.OPENING)
    taken_back = set(Entry.objects.filter(corrects__in=entries).values_list("corrects_id", flat=True))
    found: defaultdict[tuple[int, str], list[tuple[int, date]]] = defaultdict(list)
    for entry in entries.select_related("player"):
        if entry.pk not in taken_back:
            found[entry.player.kept_id or entry.player_id, entry.colour].append((entry.units, entry.played))
    return found


def compare(listed: Iterable[Opening]) -> Openings:
    """Part what is new from what the book has; one record and colour has one opening balance, merged or not.

    A list without a day of its own is of the day it is entered: the same points of another day are the same balance.
    """
    there_is = booked()
    new: list[Opening] = []
    known = 0
    contradicted = []
    for each in listed:
        there = there_is[identity.kept(each.player).pk, each.colour]
        if not there:
            there.append((each.units, each.as_at))
            new.append(each)
        elif each.units in {units for units, _day in there}:
            known += 1
        else:
            contradicted.append((each, *there[0]))
    return Openings(tuple(new), known, tuple(contradicted))


def enter(openings: Openings, actor: User, second: User, at: datetime, reason: str = REASON) -> int:
    """Post opening balances, all of them or none; how many entries that were."""
    return len(openings.new) if write(openings, actor, second, at, reason) else 0


def write(openings: Openings, actor: User, second: User, at: datetime, reason: str = REASON) -> Posted | None:
    """Post opening balances in one posting; none if the book has them all."""
    for each in (actor, second):
        need_office(each, at, "Two people in the office must enter it.")
    check(openings)
    if not openings.new:
        return None
    federation = current()
    with transactions.atomic():
        posting = NewPosting(federation.pk, Posting.Kind.OPENING, at.date(), actor.pk, second.pk, reason)
        entries = [
            NewEntry(identity.kept(each.player).pk, each.colour, each.units, each.as_at) for each in openings.new
        ]
        done = post(posting, entries)
        after = {"posting": done.posting, "entries": len(done.entries), "second": second.username}
        trail.record(actor, "history.enter", federation, None, after, reason, at=at)
    return done


def check(openings: Openings) -> None:
    """Refuse a list that says something else than the book."""
    for opening, _units, day in openings.contradicted[:1]:
        found = f"{opening.player} has an opening balance of {opening.colour} points already, of {day}."
        raise Contradicted(found, "Correct it with a manual entry and a reason.", code="opening-balance-differs")
