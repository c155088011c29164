"""Which postings can become final: approved ones, and no reversal before what it reverses.

Results of a month that come within its days of grace are closed with it: points, corrections, and what was released.
What a later version of a submission replaced shares that version's fate. What was returned becomes final together with
the reversal that took it back, so that it comes to nothing.
"""

from __future__ import annotations

from collections.abc import Container, Iterable
from datetime import date, datetime
from typing import NamedTuple

from overtrick.register import sql
from overtrick.register.competitions.models import Submission
from overtrick.register.federations.models import Federation
from overtrick.register.ledger.models import Posting
from overtrick.register.ledger.row_ids import number_of

#: Whatever came of a submission, points released later too, asks for its approval; what is entered by hand does not.
_ASKS_APPROVAL = (Posting.Kind.SUBMISSION, Posting.Kind.CORRECTION, Posting.Kind.RELEASE)


class WaitingPosting(NamedTuple):
    """A posting that stays provisional."""

    posting: int  #: its number
    submission: int | None
    why: str


class _Open(NamedTuple):
    """A posting that is not final yet, and how far the last version of its submission has come."""

    posting: int
    kind: str
    submission: int | None
    status: str | None
    decided: datetime | str | None  #: when it was approved or returned


def settle(federation: Federation, until: date, grace: date) -> tuple[list[int], list[WaitingPosting]]:
    """Part the postings of a month and before that are not final yet: which can be, which wait, and why.

    ``until`` is the month's last day, ``grace`` the last one on which results of play up to then belong to it.
    """
    postings = _open(federation, until, grace)
    listed = {each.posting for each in postings}
    if federation.ways(until).approval == Federation.Approval.NOBODY:
        return [each.posting for each in postings], []
    waiting: dict[int, str] = {}
    returned: set[int] = set()
    for each in postings:
        if each.kind not in _ASKS_APPROVAL or each.submission is None or each.status == Submission.Status.APPROVED:
            continue
        if each.status == Submission.Status.RETURNED:
            returned.add(each.posting)
            if each.decided and sql.moment(each.decided).date() > grace:
                waiting[each.posting] = "its submission was returned after that"
        else:
            waiting[each.posting] = f"submission {each.submission} is not approved yet"
    for posting in _not_taken_back(returned, listed):
        waiting[posting] = "its submission was returned, and not all of it is taken back yet"
    _hold_together(listed, returned, waiting)
    return (
        [each.posting for each in postings if each.posting not in waiting],
        [
            WaitingPosting(number_of(each.posting), each.submission, waiting[each.posting])
            for each in postings
            if each.posting in waiting
        ],
    )


def _hold_together(postings: set[int], returned: set[int], waiting: dict[int, str]) -> None:
    """A reversal waits for what it reverses; what was returned waits for its reversal."""
    pairs = _reversals(postings) if waiting else []
    held = True
    while held:
        held = False
        for reversal, reversed_ in pairs:
            if reversed_ in waiting and reversal not in waiting:
                waiting[reversal] = f"it takes back entries of posting {number_of(reversed_)}, which is not final yet"
                held = True
            if reversal in waiting and reversed_ in returned and reversed_ not in waiting:
                by = f"posting {number_of(reversal)}"
                waiting[reversed_] = f"it was returned, and {by}, which takes it back, is not final yet"
                held = True


def _open(federation: Federation, until: date, grace: date) -> list[_Open]:
    """List what is not final yet.

    Nearly all postings are, so PostgreSQL expects to find none and joins them in whatever way. What is asked of a
    posting is therefore asked by its key, one by one.
    """
    found: dict[int, _Open] = {}
    for row in sql.rows(
        """
        with recursive version(posting, kind, submission, latest, status, decided, depth) as (
            select ledger_posting.id, ledger_posting.kind, submission_id, submission_id,
                (select status from competitions_submission as given where given.id = submission_id),
                (select decided_at from competitions_submission as given where given.id = submission_id), 0
            from ledger_posting
            where ledger_posting.federation_id = %s
                and (
                    posted <= %s
                    or (
                        posted <= %s and submission_id is not null and coalesce(
                            (select max(played) from ledger_entry where posting_id = ledger_posting.id) <= %s, true
                        )
                    )
                )
                and not exists (select 1 from ledger_closedposting where posting_id = ledger_posting.id)
            union all
            select posting, version.kind, submission, next.id, next.status, next.decided_at, depth + 1
            from version join competitions_submission as next on next.replaces_id = latest
            where version.status = 'replaced'
        )
        select posting, kind, submission, status, decided from version order by posting, depth
        """,
        federation.pk,
        until,
        grace,
        until,
    ):
        found[row[0]] = _Open(*row)  # the deepest is the last
    return list(found.values())


def _not_taken_back(returned: Iterable[int], listed: Container[int]) -> set[int]:
    """Name what was returned and has an entry that nothing takes back, or only a posting of a later month."""
    given, value = sql.numbers(returned)
    return {
        posting
        for posting, reversing in sql.rows(
            f"""
            select distinct entry.posting_id, reversal.posting_id
            from {given} join ledger_entry as entry on entry.posting_id = n
            left join ledger_entry as reversal on reversal.corrects_id = entry.id
            where entry.corrects_id is null
            """,  # noqa: S608 - our own names
            value,
        )
        if reversing not in listed
    }


def _reversals(postings: Iterable[int]) -> list[tuple[int, int]]:
    given, value = sql.numbers(postings)
    return [
        (reversal, reversed_)
        for reversal, reversed_ in sql.rows(
            f"""
            select distinct reversal.posting_id, entry.posting_id
            from {given} join ledger_entry as reversal on reversal.posting_id = n
            join ledger_entry as entry on entry.id = reversal.corrects_id
            """,  # noqa: S608 - our own names
            value,
        )
    ]
