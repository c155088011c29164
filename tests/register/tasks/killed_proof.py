"""Workers are killed in the middle of proofs of the book: python -m tests.register.tasks.killed_proof 2 7.

The first number says how many are killed at work, the second is the seed; the office is the one of the environment. In
the end every proof that was asked for has one result, and it is that of the whole book.
"""

from __future__ import annotations

import json
import sys
from datetime import UTC, datetime, timedelta

import django

django.setup()

from overtrick.register.accounts.models import User  # noqa: E402 - Django has to know the office first
from overtrick.register.federations.models import Federation  # noqa: E402
from overtrick.register.organisations.models import Organisation  # noqa: E402
from overtrick.register.proof import prove  # noqa: E402
from overtrick.register.proving import kept_proofs, tasks  # noqa: E402
from overtrick.register.scoping import scope  # noqa: E402
from overtrick.register.tasks.models import Task  # noqa: E402
from tests.register.tasks.killed import Killer, Office, ask_to_close  # noqa: E402

FIRST = datetime(2026, 2, 1, 12, tzinfo=UTC)


def wrong_now(row: Task) -> list[str]:
    """Say what the result of a proof does not tell, or not once."""
    found = kept_proofs.find(row.pk)
    if found is None or len(row.results) != 1:
        return [f"{row.title}: {row.state} {row.says} {row.results}"]
    proof = prove()
    now = proof.book.postings, proof.book.entries, proof.book.closings, proof.assessments, proof.of
    return [] if found.holds and found[3:8] == now else [f"{row.title}: {found}, but {proof}"]


def main(kills: int, seed: int) -> None:
    """Go on until so many workers were killed at work."""
    killer = Killer(seed)
    federation = Federation.objects.get()
    wrong: list[str] = []
    hits, number = 0, 0
    with scope(federation=federation):
        anna = User.objects.get(username="anna")
        club = Organisation.objects.select_related("federation").get(number="100")
        closing = ask_to_close(Office(federation, club, anna), 0)
        killer.end(closing, kills=0)
        while hits < kills and number < 8 * kills:
            at = FIRST + timedelta(days=number)
            row = tasks.ask(federation, None, f"Proof {number}", actor=anna, at=at)
            hits += killer.end(row)
            wrong += wrong_now(row)
            number += 1
        proofs = Task.objects.filter(name=kept_proofs.NAME, state=Task.State.DONE).count()
    sys.stdout.write(json.dumps({"wrong": wrong, "hits": hits, "asked": number, "proofs": proofs}))


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]))
