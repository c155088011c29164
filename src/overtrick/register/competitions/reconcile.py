"""Compares what the book holds for a competition with what it should hold, and gives the entries to post.

Entries that are right stay as they are. Wrong ones are reversed and right ones written, all in one posting.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from django.db.models import F

from overtrick.register.competitions.credits import Credit, Credits
from overtrick.register.competitions.models import Competition, HeldCredit
from overtrick.register.ledger.models import Entry
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import sight
from overtrick.register.people.models import Player


class CountedEntry(NamedTuple):
    """An entry that counts: it was not reversed, and reverses nothing itself."""

    entry: int  #: its number
    credit: Credit  #: of the record that stays, where records of one person were merged


class EventDifference(NamedTuple):
    """What is wrong in the book, and what is missing."""

    wrong: tuple[CountedEntry, ...]
    missing: tuple[Credit, ...]
    right: tuple[CountedEntry, ...] = ()


class PointsChange(NamedTuple):
    """What somebody gains or loses in one colour."""

    player: int  #: 0: points that are held
    name: str
    colour: str
    before: int
    after: int

    @property
    def gain(self) -> int:
        """What is gained; below zero what is lost."""
        return self.after - self.before


def counted(competition: Competition) -> list[CountedEntry]:
    """List the entries of a competition that count."""
    rows = Entry.objects.filter(posting__submission__competition=competition).annotate(kept=F("player__kept"))
    listed = list(rows.order_by("id"))
    reversed_entries = {entry.corrects_id for entry in listed}
    return [
        CountedEntry(
            entry.number, Credit(entry.kept or entry.player_id, entry.colour, entry.units, entry.stage, entry.played)
        )
        for entry in listed
        if not entry.corrects_id and entry.pk not in reversed_entries
    ]


def difference(now: Iterable[CountedEntry], wanted: Sequence[Credit]) -> EventDifference:
    """Compare the book with what it should say."""
    open_keys = Counter(each.key for each in wanted)
    wrong, right = [], []
    for each in now:
        if open_keys[each.credit.key]:
            open_keys[each.credit.key] -= 1
            right.append(each)
        else:
            wrong.append(each)
    missing = []
    for credit in wanted:
        if open_keys[credit.key]:
            open_keys[credit.key] -= 1
            missing.append(credit)
    return EventDifference(tuple(wrong), tuple(missing), tuple(right))


#: Who has points of which colour: the record in the register; name and number where the points are held.
_Key = tuple[int, str, str, str]


def changes(competition: Competition, wanted: Credits) -> tuple[PointsChange, ...]:
    """Compare what is in the book, and what is held, with what would be."""
    before = Counter[_Key]()
    for each in counted(competition):
        before[each.credit.player, "", "", each.credit.colour] += each.credit.units
    waiting = HeldCredit.objects.filter(submission__competition=competition, released__isnull=True, dropped="")
    for held in waiting.filter(pending=False):
        before[0, held.name, held.number, held.colour] += held.units
    return _gains(before, sums(wanted), competition.organisation)


def changes_since(before: Credits, wanted: Credits) -> tuple[PointsChange, ...]:
    """Compare what a draft was worth when it was last looked at with what it is worth now."""
    return _gains(sums(before), sums(wanted))


def sums(listed: Credits) -> Counter[_Key]:
    """Add up what is credited to whom, and what is held for whom."""
    found = Counter[_Key]()
    for each in listed.posted:
        found[each.player, "", "", each.colour] += each.units
    for each in listed.held:
        if not each.lost:
            found[0, each.who.name, each.who.number, each.colour] += each.units
    return found


def pending_sums(listed: Credits) -> Counter[_Key]:
    """Add up what is pending for whom."""
    found = Counter[_Key]()
    for each in listed.pending:
        found[each.player, each.who.name, each.who.number, each.colour] += each.units
    return found


def _gains(
    before: Counter[_Key], after: Counter[_Key], organisation: Organisation | None = None
) -> tuple[PointsChange, ...]:
    differing = sorted(key for key in {**before, **after} if before[key] != after[key])
    rows = list(Player.objects.filter(pk__in={key[0] for key in differing}))
    hidden = sight.hidden_from(organisation, rows) if organisation else {each.pk for each in rows if each.anonymous}
    names = {each.pk: f"number {each.number}" if each.pk in hidden else str(each) for each in rows}
    found = [
        PointsChange(player, names.get(player) or f"{name or number} (held)", colour, before[key], after[key])
        for key in differing
        for player, name, number, colour in [key]
    ]
    return tuple(sorted(found, key=lambda each: not each.player))  # what is held comes last
