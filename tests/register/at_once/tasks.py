"""What somebody does in an office while others are at work in it. Each begins and ends by itself, as a request does."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.test import Client
from django.utils import timezone

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.competitions import decide, held_credits
from overtrick.register.competitions.models import Submission
from overtrick.register.competitions.submit import submit, take_in
from overtrick.register.federations.models import Federation
from overtrick.register.organisations.models import Organisation
from overtrick.register.people import identity, merge_records, registration
from overtrick.register.people.duplicates import Applicant
from overtrick.register.people.models import Player
from overtrick.register.ranks import close_month
from overtrick.register.scoping import scope
from overtrick.register.tokens import pairing
from overtrick.register.tokens.authenticate import caller
from overtrick.register.tokens.idempotency import Answer, SameKeyRunning, begin, keep
from overtrick.register.tokens.pairing import WrongPairingCode
from overtrick.web.file_reader import READER
from tests.register.season import NIGHT, file_of, night, pairs

AT = datetime(2026, 6, 12, 9, tzinfo=UTC)


def _clerk() -> User:
    return User.objects.get(username="north-clerk")


def register(first: int, count: int) -> list[str]:
    """Register people of whom nobody is like another; their numbers."""
    federation = Federation.objects.get()
    given = []
    with scope(federation=federation):
        for at in range(first, first + count):
            word = "".join("bkfjlmnprt"[int(digit)] + "aeiou"[int(digit) % 5] for digit in str(at)).title()
            made = registration.register(Applicant(word, f"{word}ix"), NIGHT, despite=(), actor=_clerk(), at=AT)
            given.append(made.player.number if made.player else f"taken for {made.candidates[0].player}")
    return given


def merge_and_part(keep: str, duplicate: str, times: int) -> str:
    """Merge two records and undo it, and again."""
    with scope(federation=Federation.objects.get()):
        for _ in range(times):
            merge_records.merge(
                identity.resolve(keep), Player.objects.get(number=duplicate), "one", actor=_clerk(), at=timezone.now()
            )
            merge_records.unmerge(Player.objects.get(number=duplicate), "two", actor=_clerk(), at=timezone.now())
    return "done"


def submit_nights(first: int, count: int) -> int:
    """Submit club nights of everybody, one after the other; so many entries."""
    with scope(federation=Federation.objects.get()):
        club = Organisation.objects.get(number="100")
        players = list(Player.objects.order_by("pk")[:16])
        entries = 0
        for at in range(first, first + count):
            turned = players[at % 16 :] + players[: at % 16]
            event = night(pairs(turned), begins=NIGHT + timedelta(days=at % 15), name=f"Night {at}")
            ((_draft, outcome),) = take_in(club, f"{at}.json", file_of(event), _clerk(), AT)
            entries += len(outcome.posted.entries) if outcome and outcome.posted else 0
    return entries


def submit_same(club: str, at: int) -> bool:
    """Submit the same night as somebody else, for one of the clubs; whether it was credited."""
    with scope(federation=Federation.objects.get()):
        event = night(pairs(list(Player.objects.order_by("pk")[:16])), name=f"Same night {at}")
        sender = Organisation.objects.get(number=club)
        ((_draft, outcome),) = take_in(sender, f"same {at}.json", file_of(event), _clerk(), AT)
    return outcome is not None


def submit_draft(draft: int) -> bool:
    """Submit a draft; whether it was credited."""
    with scope(federation=Federation.objects.get()):
        found = Submission.objects.select_related("competition__organisation__federation", "event").get(pk=draft)
        return submit(found, _clerk(), AT).posted is not None


def close(year: int, number: int) -> list[object]:
    """Close a month; whether it was closed before, and how many postings it made final."""
    federation = Federation.objects.get()
    at = datetime(year, number, 1, 9, tzinfo=UTC) + timedelta(days=45)
    with scope(federation=federation):
        done = close_month.close(federation, date(year, number, 1), _clerk(), at)
    return [done.already, done.postings]


def approve(submission: int) -> bool:
    """Approve a submission; whether somebody had done it before."""
    with scope(federation=Federation.objects.get()):
        return decide.approve(Submission.objects.get(pk=submission), _clerk(), AT).again


def release(number: str) -> int:
    """Look again at what waits for somebody; so many credits."""
    with scope(federation=Federation.objects.get()):
        return len(held_credits.release(identity.resolve(number), _clerk(), AT).released)


def redeem(code: str) -> bool:
    """Exchange a code for a token; whether it was in time."""
    with scope(federation=Federation.objects.get()):
        try:
            pairing.redeem(code, "PC", AT)
        except WrongPairingCode:
            return False
    return True


def with_key(written: str, key: str, name: str) -> str:
    """Register somebody under a key: what was done, or what was answered before."""
    with scope(federation=Federation.objects.get()), transactions.atomic():
        called = caller(written, AT)
        try:
            before = begin(called, key, "/api/v1/players", key, AT)
        except SameKeyRunning as running:
            return running.code
        if before is not None:
            return f"again {before.body.decode()}"
        made = registration.register(Applicant(name, f"{name}ix"), NIGHT, despite=(), actor=_clerk(), at=AT)
        number = made.player.number if made.player else ""
        keep(called, key, Answer(201, {}, number.encode()))
    return f"made {number}"


def send_file(written: str, home: str, day: str, times: int) -> list[list[Any]]:
    """Send the same bytes by the API, again and again; the status, the state and the reference of each answer."""
    settings.HOME, settings.ALLOWED_HOSTS = Path(home), ["testserver"]
    with scope(federation=Federation.objects.get()):
        players = list(Player.objects.order_by("pk")[:16])
        content = file_of(night(pairs(players), name="By program", begins=date.fromisoformat(day)))
    client = Client(raise_request_exception=False, headers={"authorization": f"Bearer {written}"})
    found = []
    for _ in range(times):
        answer = client.post(
            "/api/v1/organisations/100/files?name=night.yaml&submit=clear", content, content_type="text/plain"
        )
        told = answer.json()
        events = told.get("events") or [{}]
        found.append([answer.status_code, told.get("state", told.get("code")), events[0].get("reference")])
    READER.close()
    return found
