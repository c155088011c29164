"""Checks a list, enters it, or takes it back. Checking again is a new check, entering twice enters once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import NamedTuple

from overtrick.register import sql, transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.moving_in import (
    balances,
    columns,
    doors,
    history,
    members,
    officers,
    organisations,
    ranks,
    totals,
)
from overtrick.register.moving_in.models import WAITING_STEPS, Move, OldList, Step
from overtrick.register.moving_in.source import Progress, Source
from overtrick.register.moving_in.tally import Tally
from overtrick.register.organisations.require import need_office
from overtrick.register.scoping import current


class NotChecked(Refused):
    """A list is entered as it was checked, or not at all."""


class Stays(Refused):
    """What was entered in the register at once is not taken back with its list."""


class Choices(NamedTuple):
    """What whoever sent a list says about it."""

    columns: Sequence[str] | None = None  #: what each column means, in their order; None: as guessed
    words: Mapping[str, str] = {}  #: word and what it means
    as_at: date | None = None
    doubtful_are_new: bool = False


def choose(kept: OldList, choices: Choices, actor: User, at: datetime) -> None:
    """Keep what somebody says about a list, and remember it for the next one."""
    need_office(actor, at)
    doors.need_open()
    with transactions.atomic():
        fresh = _locked(kept)
        if choices.columns is not None:
            fresh.columns = [
                (heading, meaning) for (heading, _was), meaning in zip(fresh.columns, choices.columns, strict=True)
            ]
        fresh.words = {**fresh.words, **choices.words}
        fresh.as_at, fresh.doubtful_are_new = choices.as_at, choices.doubtful_are_new
        fresh.state = OldList.State.NEW
        fresh.save()
        move, _new = Move.objects.get_or_create(federation=current())
        move.columns[fresh.step] = {**move.columns.get(fresh.step, {}), **dict(fresh.columns)}
        move.words[fresh.step] = {**move.words.get(fresh.step, {}), **choices.words}
        move.save(update_fields=["columns", "words"])


def check(kept: OldList, actor: User, at: datetime, progress: Progress) -> OldList:
    """Say what a list would do: counts, sums, and every problem. Nothing of it counts yet."""
    need_office(actor, at)
    doors.need_open()
    with transactions.atomic():
        fresh = _locked(kept)
        move, _new = Move.objects.get_or_create(federation=current())
        fresh.words = {**move.words.get(fresh.step, {}), **fresh.words}
        step, tally = Step(fresh.step), Tally()
        lacks = columns.missing(step, fresh.columns)
        for each in lacks:
            words = " or ".join(repr(word) for word in each.split("|"))
            tally.problem("column-missing", fresh.header + 1, f"No column is {words}.", "Say which one it is.")
        fresh.state = OldList.State.NEW if lacks else OldList.State.CHECKED
        if not lacks:
            source = Source(fresh, at.date(), tally, progress)
            _look(source, actor)
        fresh.report, fresh.checked_at = {**tally.written(), "beside": totals.entered(step)}, at
        fresh.save()
    return fresh


def _look(source: Source, actor: User) -> None:
    if source.step is Step.ORGANISATIONS:
        organisations.check(source)
    elif source.step is Step.OFFICERS:
        officers.check(source, actor)
    elif source.step is Step.MEMBERS:
        members.check(source)
    elif source.step is Step.CREDITS:
        history.check(source)
    elif source.step is Step.BALANCES:
        balances.check(source)
    else:
        ranks.check(source)


def enter(kept: OldList, actor: User, at: datetime, progress: Progress) -> OldList:
    """Enter a list as it was checked: all of it but the lines with problems, or nothing."""
    need_office(actor, at)
    with transactions.atomic():
        doors.need_open()
        Move.objects.select_for_update().get(federation=current())
        fresh = OldList.objects.select_for_update().get(pk=kept.pk)
        if fresh.state == OldList.State.ENTERED:
            return fresh
        if fresh.state != OldList.State.CHECKED:
            raise NotChecked(f"{fresh} has not been checked.", "Check it first.", code="list-not-checked")
        step = Step(fresh.step)
        if step in WAITING_STEPS:
            if totals.entered(step) != fresh.report["beside"]:
                raise NotChecked(
                    "Another list was entered or taken back since this one was checked.",
                    "Check it again.",
                    code="changed-since",
                )
        else:
            tally = Tally()
            _enter(Source(fresh, at.date(), tally, progress), actor, at, f"Moving in: {fresh.name}"[:200], progress)
            fresh.report = tally.written()
        fresh.state, fresh.entered_by, fresh.entered_at = OldList.State.ENTERED, actor, at
        fresh.save()
        fresh.parts.all().delete()
        told = {"step": fresh.step, "file": fresh.name, "sha256": fresh.digest, **fresh.report["counts"]}
        trail.record(actor, "moving-in.enter", current(), None, told, at=at)
    return fresh


def _enter(source: Source, actor: User, at: datetime, reason: str, progress: Progress) -> None:
    if source.step is Step.ORGANISATIONS:
        organisations.enter(source, actor, at, reason)
    elif source.step is Step.OFFICERS:
        officers.enter(source, actor, at, reason)
    else:
        members.enter(source, actor, at, reason, progress)


def take_back(kept: OldList, actor: User, at: datetime) -> None:
    """Take a list out again, with all that it brought; what stands in the register already stays there."""
    need_office(actor, at)
    with transactions.atomic():
        fresh = OldList.objects.select_for_update().get(pk=kept.pk)
        entered = fresh.state == OldList.State.ENTERED
        if entered:
            doors.need_open()  # a list that nobody entered can go at any time
        if entered and Step(fresh.step) not in WAITING_STEPS:
            raise Stays(f"What {fresh} brought is in the register.", "Correct it there.", code="list-in-the-register")
        for table in ("oldcredit", "oldsum", "oldbalance", "oldrank", "listpart"):
            sql.run(f"delete from moving_in_{table} where list_id = %s", fresh.pk)  # noqa: S608 - our own names
        told = {"step": fresh.step, "file": fresh.name, "sha256": fresh.digest}
        fresh.delete()
        if entered:
            trail.record(actor, "moving-in.take-back", current(), told, None, at=at)


def _locked(kept: OldList) -> OldList:
    """Hold a list that is not entered yet."""
    fresh = OldList.objects.select_for_update().get(pk=kept.pk)
    if fresh.state == OldList.State.ENTERED:
        raise NotChecked(f"{fresh} is entered.", "Take it back first, or send another list.", code="list-entered")
    return fresh
