"""The office at its desk: logged in, with a submission that waits and points that wait."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, NamedTuple

import pytest
from django.test import Client
from django.urls import reverse

from overtrick.engine.event import Player as Seated
from overtrick.register.competitions import held_credits
from overtrick.register.competitions.models import Submission
from overtrick.register.federation_settings import setup
from overtrick.register.federations.models import Federation
from overtrick.register.integrity import Finding
from overtrick.register.ledger.verify import Verified
from overtrick.register.proof import Proof
from overtrick.register.proving import kept_proofs
from overtrick.register.scoping import scope
from overtrick.register.tasks import worker
from overtrick.register.tasks.models import Task
from tests.register.season import night, pairs, submitted
from tests.web.cast import LATE_IN_MAY, Cast, Role

if TYPE_CHECKING:
    from tests.web.conftest import LogIn

PROVED_AT = datetime(2026, 6, 20, 9, 5, tzinfo=UTC)
BACKEND = "overtrick.web.accounts.backend.NumberOrEmail"


def proved(client: Client, sample: str = "all") -> str:
    """Ask for a proof of the book, let a worker find it, and give the page with the result."""
    asked = client.post("/office/proof/", {"sample": sample})
    worker.work(once=True)
    return client.get(asked["Location"], follow=True).content.decode()


def found(cast: Cast, *findings: Finding, erased: tuple[Finding, ...] = ()) -> str:
    """Let a proof have found this; the address of its result."""
    proof = Proof(Verified(1204, 23526, 13, ()), 200, 1991, findings, erased)
    row = Task.objects.create(
        federation=cast.union.federation,
        name=kept_proofs.NAME,
        title="Has the book been changed?",
        by=cast.union.second,
        added_at=PROVED_AT,
        state=Task.State.DONE,
        ended_at=PROVED_AT,
        results=[json.loads(json.dumps(kept_proofs.written(proof, PROVED_AT)))],
    )
    return reverse("office-proof-result", args=[row.pk])


class Desk(NamedTuple):
    """What lies on the desk."""

    client: Client  #: of the office
    second: Client  #: of another person of the office
    cast: Cast
    waiting: Submission
    held: int


@pytest.fixture
def desk(cast: Cast, log_in: LogIn) -> Desk:
    """An office that approves, with one night that waits, in which somebody has no number."""
    union = cast.union
    ways = setup.Ways(approval=Federation.Approval.OFFICE)
    setup.change(union.federation, ways, actor=union.clerk, at=LATE_IN_MAY)
    union.federation.refresh_from_db()
    with scope(federation=union.federation):
        best, *others = pairs(union.players)
        unnamed = (Seated("Kel Lomm"), best[1])
        outcome = submitted(union, night([unnamed, *others], name="Friday pairs"), at=LATE_IN_MAY)
        held = held_credits.waiting().get()
    second = Client()
    second.force_login(union.second, BACKEND)
    return Desk(log_in(Role.OFFICE), second, cast, outcome.submission, held.pk)
