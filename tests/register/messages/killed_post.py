"""A worker hands out messages and is killed in the middle: python -m tests.register.messages.killed_post 3 7.

The first number says how many workers are killed, the second is the seed; the office and its mail server are those of
the environment. In the end every message has gone to every reader once: at once to one of them, together to the other.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from email import message_from_bytes, policy
from email.message import EmailMessage

import django

django.setup()

from django.conf import settings  # noqa: E402 - Django has to know the office first
from django.utils import timezone  # noqa: E402

from overtrick.register.accounts.models import User  # noqa: E402
from overtrick.register.federations.models import Federation  # noqa: E402
from overtrick.register.mail import outbox  # noqa: E402
from overtrick.register.mail.models import Letter  # noqa: E402
from overtrick.register.messages import choices, hand_out  # noqa: E402
from overtrick.register.messages.choices import Way  # noqa: E402
from overtrick.register.messages.kinds import SUBMISSION_APPROVED, Topic  # noqa: E402
from overtrick.register.messages.tell import News, tell, to_organisation  # noqa: E402
from overtrick.register.organisations import officers  # noqa: E402
from overtrick.register.organisations.models import Officer, Organisation  # noqa: E402
from overtrick.register.scoping import scope  # noqa: E402
from tests.register.tasks.killed_acts import killed, timed  # noqa: E402

DAY = datetime(2026, 5, 18, 9, tzinfo=UTC)
READERS = {"odo@example.org": Way.AT_ONCE, "pia@example.org": Way.DAILY}
_EACH = 5


def work() -> None:
    """Do what a worker does, a day later."""
    with scope(federation=Federation.objects.get()):
        hand_out.hand_out(DAY)
        for reader in hand_out.readers_waiting():
            hand_out.send_together(reader, DAY + timedelta(days=1))
    outbox.send_due()


def main(kills: int, seed: int) -> None:
    """Tell something, kill whoever hands it out, and go on."""
    chance = random.Random(seed)
    hits = told = rounds = 0
    federation = Federation.objects.get()
    with scope(federation=federation):
        club = Organisation.objects.get(kind=Organisation.Kind.NATIONAL)
        for email, way in READERS.items():
            reader = User.objects.create_user(email, email)
            officers.appoint(club, reader, Officer.Role.SCORER, DAY.date(), actor=None, at=DAY)
            choices.choose(reader, {Topic.RESULTS: way}, DAY)
        while hits < kills and rounds < 6 * kills + 20:
            for _one in range(_EACH):
                told += 1
                facts = {"event": f"Event {told}x", "played": DAY.date()}
                tell(DAY, [News(SUBMISSION_APPROVED, to_organisation(club.pk), str(told), (club.pk, told), facts)])
            if rounds % 5 == 0:
                usual = timed(work)
            else:
                hits += killed(work, chance.random() * usual)
            rounds += 1
        Letter.objects.filter(state=Letter.State.SENDING).update(began_at=timezone.now() - timedelta(hours=1))
        work()
        work()
    sys.stdout.write(json.dumps({"hits": hits, "told": told, "wrong": wrong(_in_files(), told) if _in_files() else []}))


def _in_files() -> list[EmailMessage]:
    """Read the letters that were written to files; a server keeps its own."""
    folder = settings.HOME / "sent"
    files = sorted(folder.iterdir()) if folder.exists() else []
    return [message_from_bytes(file.read_bytes(), policy=policy.default) for file in files]


def wrong(letters: Iterable[EmailMessage], told: int) -> list[str]:
    """Say what did not come once. A letter that a server got twice has the same name both times, and counts once."""
    came = Counter[tuple[str, str]]()
    for mail in {mail["Message-ID"]: mail for mail in letters}.values():
        lines = [line for line in mail.get_content().splitlines() if line.startswith("- ")]
        came.update((mail["To"], line.split(": ")[1].split(",")[0]) for line in lines)
    every = [(reader, f"Event {number}x") for reader in READERS for number in range(1, told + 1)]
    return [f"{one}: {came[one]}" for one in every if came[one] != 1]


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
