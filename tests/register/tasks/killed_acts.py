"""Somebody submits, approves or merges and is killed in the middle: python -m tests.register.tasks.killed_acts 4 7.

The first number says how many are killed at each of the three, the second is the seed; the office is the one of the
environment. Each act is begun by a child that tells when it begins, and is killed at some moment before it usually
ends. What it leaves behind is the whole act or nothing of it. Then the act is done once more: it is done once in all.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

import django

django.setup()

from django.db import connection  # noqa: E402 - Django has to know the office first

from overtrick.engine.event import Player  # noqa: E402
from overtrick.register.accounts.models import User  # noqa: E402
from overtrick.register.audit.models import Record  # noqa: E402
from overtrick.register.competitions import decide  # noqa: E402
from overtrick.register.competitions.models import Assessment, Submission, Upload  # noqa: E402
from overtrick.register.competitions.submit import take_in  # noqa: E402
from overtrick.register.errors import Refused  # noqa: E402
from overtrick.register.federation_settings import setup  # noqa: E402
from overtrick.register.federations.models import Federation  # noqa: E402
from overtrick.register.ledger.models import Entry, Posting  # noqa: E402
from overtrick.register.ledger.verify import verify  # noqa: E402
from overtrick.register.organisations.models import Organisation  # noqa: E402
from overtrick.register.people.merge_records import merge  # noqa: E402
from overtrick.register.people.models import Player as Registered  # noqa: E402
from overtrick.register.scoping import scope  # noqa: E402
from tests.register import office as people  # noqa: E402
from tests.register.season import NAMES, file_of, night  # noqa: E402

FIRST = date(2026, 2, 1)
#: So often an act is done without a kill, to know how long it takes.
_WARM = 2
_SLEEP = 0.0005

Act = Callable[[], object]


class Office(NamedTuple):
    """Where it happens, and who does it."""

    federation: Federation
    club: Organisation
    anna: User


class Counts(NamedTuple):
    """Everything that an act may leave behind."""

    uploads: int
    submitted: int
    approved: int
    assessments: int
    postings: int
    entries: int
    merged: int
    audited: int


def counted() -> Counts:
    """Count what there is."""
    status = Submission.objects.filter
    return Counts(
        Upload.objects.count(),
        status(status=Submission.Status.SUBMITTED).count(),
        status(status=Submission.Status.APPROVED).count(),
        Assessment.objects.count(),
        Posting.objects.count(),
        Entry.objects.count(),
        Registered.objects.filter(merged_into__isnull=False).count(),
        Record.objects.count(),
    )


def _at(number: int) -> datetime:
    return datetime(2026, 12, 1, 9, tzinfo=UTC) + timedelta(minutes=number)


def to_submit(office: Office, number: int) -> Act:
    """A club submits a night."""
    seats = [Player(name, str(200_001 + at)) for at, name in enumerate(NAMES)]
    pairs = [(seats[at], seats[at + 1]) for at in range(0, 16, 2)]
    turned = pairs[number % 8 :] + pairs[: number % 8]
    content = file_of(night(turned, begins=FIRST + timedelta(days=number)))
    return lambda: take_in(office.club, f"night-{number}.json", content, office.anna, _at(number))


def to_approve(office: Office, number: int) -> Act:
    """The office approves a night that a club has submitted before."""
    to_submit(office, number)()
    (waiting,) = Submission.objects.filter(status=Submission.Status.SUBMITTED)
    return lambda: decide.approve(Submission.objects.get(pk=waiting.pk), office.anna, _at(number))


def to_merge(office: Office, number: int) -> Act:
    """The office merges two records of one person."""
    keep, other = (
        people.person(f"{name} {_word(number)}", _born(2 * number + at)) for at, name in enumerate(("Ado", "Bruno"))
    )

    def act() -> None:
        kept, duplicate = (Registered.objects.get(pk=each.pk) for each in (keep, other))
        merge(kept, duplicate, "the same person", actor=office.anna, at=_at(number))

    return act


def _born(number: int) -> date:
    """Give a birthday that no other is near to: names of several rounds may sound alike."""
    return date(1900 + number % 97, 1 + number % 11, 1 + number % 28)


def _word(number: int) -> str:
    return "".join("bdfgklmnprstvz"[number // 14**at % 14] + "aeiou"[(number + at) % 5] for at in range(3)).capitalize()


ACTS = {"submit": to_submit, "approve": to_approve, "merge": to_merge}


def begun_in_a_child(act: Act) -> int:
    """Let a child begin an act; its process number, as soon as it does."""
    told, tells = os.pipe()
    connection.close()
    child = os.fork()
    if not child:
        try:
            connection.ensure_connection()
            os.write(tells, b".")
            act()
        finally:
            os._exit(0)
    os.close(tells)
    os.read(told, 1)
    os.close(told)
    return child


def killed(act: Act, after: float) -> bool:
    """Kill somebody so many seconds after the act began; whether the kill came before its end."""
    child = begun_in_a_child(act)
    until = time.monotonic() + after
    while time.monotonic() < until:
        time.sleep(_SLEEP)
    os.kill(child, signal.SIGKILL)
    _child, status = os.waitpid(child, 0)
    return os.WIFSIGNALED(status)


def timed(act: Act) -> float:
    """Let a child do an act in peace; how long it took."""
    child = begun_in_a_child(act)
    begun = time.monotonic()
    os.waitpid(child, 0)
    return time.monotonic() - begun


def again(act: Act) -> None:
    """Do an act that may be done already."""
    with suppress(Refused):
        act()


def main(kills: int, seed: int) -> None:
    """Go on until so many were killed at work, at each act."""
    chance = random.Random(seed)
    wrong: list[str] = []
    hits = dict.fromkeys(ACTS, 0)
    left = {name: {"nothing": 0, "all": 0} for name in ACTS}
    federation = Federation.objects.get()
    with scope(federation=federation):
        club = Organisation.objects.select_related("federation").get(number="100")
        office = Office(federation, club, User.objects.get(username="anna"))
        number = 0
        for name, prepare in ACTS.items():
            approval = Federation.Approval.OFFICE if name == "approve" else Federation.Approval.NOBODY
            changed = setup.change(federation, setup.Ways(approval=approval), actor=None, at=_at(number))
            club.federation = changed
            usual, whole = 0.0, None
            begun = number
            while hits[name] < kills and number - begun < 6 * kills + 20:
                act = prepare(office, number)
                number += 1
                before = counted()
                if whole is None or number % 20 < _WARM:
                    usual = timed(act)
                    whole = Counts(*(after - earlier for after, earlier in zip(counted(), before, strict=True)))
                    continue
                hits[name] += killed(act, chance.random() * usual)
                grown = Counts(*(after - earlier for after, earlier in zip(counted(), before, strict=True)))
                left[name]["all" if any(grown) else "nothing"] += 1
                if any(grown) and grown != whole:
                    wrong.append(f"{name} {number}: {grown} instead of {whole}")
                again(act)
                grown = Counts(*(after - earlier for after, earlier in zip(counted(), before, strict=True)))
                if grown != whole:
                    wrong.append(f"{name} {number}, done again: {grown} instead of {whole}")
        wrong += [f"{finding.where}: {finding.says}" for finding in verify().findings]
    sys.stdout.write(json.dumps({"wrong": wrong, "hits": hits, "left": left, "acts": number}))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
