"""Submits many drafts at one go: those that nobody needs to look at one by one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from enum import StrEnum
from typing import NamedTuple

from overtrick.register.accounts.models import User
from overtrick.register.competitions.further_stage import only_adds
from overtrick.register.competitions.models import Submission
from overtrick.register.competitions.submission_findings import SubmissionFinding
from overtrick.register.competitions.submit import submit
from overtrick.register.competitions.work_out import Worked
from overtrick.register.errors import Refused


class Reason(StrEnum):
    """Why a draft should be looked at by itself."""

    PLAYERS = "players"  #: nobody has said who somebody is
    CORRECTION = "correction"  #: it would replace results that count
    QUOTA = "quota"  #: more than the organisation may run
    FINDINGS = "findings"  #: something must be mended, or answered


class Seen(NamedTuple):
    """A draft in a list, with the fingerprint of the terms that somebody saw there."""

    draft: Submission
    terms: str


class Left(NamedTuple):
    """A draft that was not submitted, and why."""

    draft: Submission
    why: Refused


class Sent(NamedTuple):
    """What became of drafts that were submitted together."""

    submitted: list[Submission]
    left: list[Left]


def reasons(worked: Worked, unanswered: Sequence[SubmissionFinding]) -> list[Reason]:
    """Say why a draft should be looked at by itself; nothing: it is clear."""
    found = {
        Reason.PLAYERS: not all(each.said for each in worked.seated),
        Reason.CORRECTION: worked.replaces is not None and not only_adds(worked.replaces, worked.submission),
        Reason.QUOTA: worked.quota is not None and worked.quota.holds is False,
        Reason.FINDINGS: bool(worked.objections or unanswered),
    }
    return [reason for reason, holds in found.items() if holds]


def submit_all(drafts: Iterable[Seen], actor: User, at: datetime) -> Sent:
    """Submit each draft as it was seen; one that has changed since, or must be looked at by itself, is left."""
    sent = Sent([], [])
    for draft, terms in drafts:
        try:
            sent.submitted.append(submit(draft, actor, at, seen=terms).submission)
        except Refused as why:
            sent.left.append(Left(draft, why))
    return sent
