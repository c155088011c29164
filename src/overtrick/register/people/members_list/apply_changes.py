"""Applies a list of members in one transaction."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from typing import NamedTuple

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.errors import Refused
from overtrick.register.organisations.contact_details import NONE, ContactDetails, same_words
from overtrick.register.people import (
    bulk_correct,
    bulk_register,
    clubs,
    contacts,
    counties,
    home_members,
    reinstate,
    signals,
    standings,
)
from overtrick.register.people.bulk_correct import Details
from overtrick.register.people.duplicates import Applicant
from overtrick.register.people.members_list.compare import ComparedLine, LineKind, MemberField, Preview
from overtrick.register.people.members_list.register_index import Places
from overtrick.register.people.models import Player, Standing
from overtrick.register.people.signals import ReleasedPoints

_GONE = (Standing.Status.LAPSED, Standing.Status.DECEASED)


class NotSaid(Refused):
    """The list leaves a question open."""


class LineRefused(Refused):
    """A line cannot be applied, so nothing was."""


class Opening(NamedTuple):
    """Points a player had before this book, for the ledger to open with."""

    player: Player
    colour: str
    units: int
    as_at: date
    line: int


class Applied(NamedTuple):
    """What was done; doubtful lines and those with problems were left out."""

    entered: tuple[Player, ...]
    changed: tuple[Player, ...]
    unchanged: int
    left_out: int
    points: ReleasedPoints  #: that waited for them
    openings: tuple[Opening, ...]  #: of everybody who is in the register now, also of those who did not change


def apply(
    preview: Preview,
    *,
    actor: User | None,
    at: datetime,
    reason: str = "",
    progress: Callable[[int, int], None] | None = None,
) -> Applied:
    """Apply a list as it was previewed. ``progress`` is told how many of how many lines are done."""
    for question in preview.questions:
        raise NotSaid(question.asks, "Answer, then check the preview again.", code="question-open")
    why = reason or f"members list {preview.file}"
    new = [line for line in preview.lines if line.kind is LineKind.NEW]
    changes = [line for line in preview.lines if line.kind is LineKind.CHANGED]
    total = len(new) + len(changes)
    with transactions.atomic():
        places = Places(preview.on)
        newcomers = [_newcomer(line, preview.on, places) for line in new]
        tell = None if progress is None else lambda done, _all: progress(done, total)
        entered = bulk_register.enrol(newcomers, actor=actor, at=at, reason=why, progress=tell)
        points = signals.tell(entered, actor, at)
        details = [_details(line, line.player) for line in changes if line.player is not None]
        bulk_correct.correct_many(details, actor=actor, at=at, reason=why)
        contacts.enter(_contacts(new, entered, changes, preview.on), preview.on, actor=actor, at=at, reason=why)
        for done, line in enumerate(changes, len(new) + 1):
            more = _change(line, preview.on, actor, at, why)
            points = ReleasedPoints(points.released + more.released, points.dropped + more.dropped)
            if progress is not None:
                progress(done, total)
    now = {line.listed.line: player for line, player in zip(new, entered, strict=True)}
    now |= {line.listed.line: line.player for line in preview.lines if line.player is not None}
    counts = preview.counts
    return Applied(
        tuple(entered),
        tuple(line.player for line in changes if line.player is not None),
        counts[LineKind.UNCHANGED],
        counts[LineKind.DOUBTFUL] + counts[LineKind.PROBLEM],
        points,
        tuple(_openings(preview, now)),
    )


def _contacts(
    new: list[ComparedLine], entered: list[Player], changes: list[ComparedLine], on: date
) -> dict[Player, ContactDetails]:
    """Say how people are reached, as the list has it; where it says nothing, what is on file stays."""
    known = contacts.every(on)
    found = {player: line.listed.contact for line, player in zip(new, entered, strict=True)}
    found |= {line.player: line.listed.contact for line in changes if line.player is not None}
    return {player: _filled(listed, known.get(player.pk, NONE)) for player, listed in found.items() if any(listed)}


def _filled(listed: ContactDetails, known: ContactDetails) -> ContactDetails:
    filled = ContactDetails(*(new or old for new, old in zip(listed, known, strict=True)))
    return filled._replace(address=known.address) if same_words(filled.address, known.address) else filled


def _newcomer(line: ComparedLine, on: date, places: Places) -> bulk_register.NewMember:
    """Enter somebody as of the day they joined; the clubs of those who are gone are not told by the list."""
    listed = line.listed
    applicant = Applicant(listed.given, listed.family, listed.born, listed.number, anonymous=bool(listed.anonymous))
    status = listed.status or Standing.Status.REGISTERED
    gone = status in _GONE
    begins = on if gone or listed.since is None else listed.since
    home = None if gone else line.home
    home_begins = max(begins, places.affiliated_since(home)) if home else None
    return bulk_register.NewMember(applicant, begins, status, home, line.county, home_begins)


def _details(line: ComparedLine, player: Player) -> Details:
    """Say what a line puts right of a player's own details; many lines do nothing else."""
    listed = line.listed
    return Details(player, listed.given or None, listed.family, listed.born, listed.anonymous)


def _change(line: ComparedLine, on: date, actor: User | None, at: datetime, reason: str) -> ReleasedPoints:
    listed, player = line.listed, line.player
    different = {each.field for each in line.differences}
    points = ReleasedPoints()
    if player is None:
        return points
    try:
        if MemberField.STATUS in different and listed.status is not None:
            points = _stand(line, player, on, actor, at, reason)
        if MemberField.CLUB in different and line.home is not None:
            clubs.make_home(player, line.home, on, actor=actor, at=at, reason=reason)
            home_members.tell(player, on, actor, at)
        if MemberField.COUNTY in different and line.county is not None:
            counties.choose(player, line.county, on, actor=actor, at=at, reason=reason)
    except Refused as why:
        raise LineRefused(f"Line {listed.line}: {why.found}", why.remedy, why.clause, code=why.code) from why
    return points


def _stand(
    line: ComparedLine, player: Player, on: date, actor: User | None, at: datetime, reason: str
) -> ReleasedPoints:
    status = line.listed.status
    if status == Standing.Status.REGISTERED and standings.on_day(player, on).status != Standing.Status.OVERSEAS:
        return reinstate.register_again(player, line.home, on, actor=actor, at=at, reason=reason).points
    if status == Standing.Status.LAPSED:
        standings.lapse(player, on, actor=actor, at=at, reason=reason)
    elif status == Standing.Status.DECEASED:
        standings.mark_deceased(player, on, actor=actor, at=at, reason=reason)
    elif status is not None:
        standings.change(player, status, on, actor=actor, at=at, reason=reason)
    return ReleasedPoints()


def _openings(preview: Preview, now: dict[int, Player]) -> list[Opening]:
    return [
        Opening(now[line.listed.line], balance.colour, balance.units, balance.as_at, line.listed.line)
        for line in preview.lines
        if line.listed.line in now
        for balance in line.listed.balances
        if balance.as_at is not None
    ]
