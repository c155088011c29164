"""Does today's book continue a head that was published? Worked out from the rows, not from what is kept of the tree."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from overtrick.register import transactions
from overtrick.register.errors import Refused
from overtrick.register.heads import log_check, publish, signing_key
from overtrick.register.heads.leaves import leaves_of
from overtrick.register.heads.models import Head, Log
from overtrick.register.integrity import Finding, Progress, silent
from overtrick.register.scoping import scopes_disabled
from overtrick.transparency import checkpoints
from overtrick.transparency.checkpoints import Checkpoint
from overtrick.transparency.errors import Unproved
from overtrick.transparency.keys import VerifierKey, read_verifier_key
from overtrick.transparency.notes import Note, read_note


class NotAHead(Refused):
    """The text is not a head, or not a key."""


class Continuation(NamedTuple):
    """A published head beside today's rows."""

    head: Checkpoint
    signed_at: datetime | None  #: as the office's own signature says
    rows: int  #: so many there are today
    findings: tuple[Finding, ...]

    @property
    def holds(self) -> bool:
        """Say whether today's rows continue the head."""
        return not self.findings


def compare(written: str, key: str = "", progress: Progress | None = None) -> Continuation:
    """Compare a published head with today's rows; it must be signed by a key of this office, or by the one given."""
    try:
        note = read_note(written)
        head = checkpoints.read_checkpoint(note.text)
        given = [read_verifier_key(key)] if key else []
    except Unproved as error:
        raise NotAHead(
            str(error), "Give a head as overtrick office head prints it.", code="head-not-believed"
        ) from None
    with scopes_disabled(), transactions.read_only():
        keys = given or known_keys()
        log = Log.objects.select_related("federation").filter(origin=head.origin).first()
        unsigned = list(_signature_finding(note, head, keys))
        if log is None:
            known = ", ".join(Log.objects.order_by("origin").values_list("origin", flat=True)) or "none yet"
            found = Finding(head.origin, f"This office does not keep this log. Its logs: {known}.")
            return Continuation(head, None, 0, (found,))
        rows = leaves_of(log).count()
        changed = list(log_check.rows_findings(log, head, progress or silent))
        times = [] if unsigned else checkpoints.cosigners(note, keys)
    return Continuation(head, times[0].at if times else None, rows, (*unsigned, *changed))


def check_kept(tell: Progress = silent) -> Iterator[Finding]:
    """Name what is wrong with the heads that the office has, and rows that do not continue the last one of a log.

    Inside a read-only transaction.
    """
    for log in Log.objects.select_related("federation").order_by("pk"):
        last = None
        for kept in Head.objects.filter(log=log).order_by("number").iterator():
            last = kept
            for says in _head_faults(log, kept):
                yield Finding(f"head {kept.number} of {log.origin}", says)
        if last is not None:
            head = Checkpoint(log.origin, last.size, bytes(last.root))
            yield from log_check.rows_findings(log, head, tell, nodes=True)


def _head_faults(log: Log, kept: Head) -> Iterator[str]:
    """Say what is wrong with a head: its signature, or what is shown of it beside the signed text."""
    try:
        key = read_verifier_key(kept.key)
        head, note = checkpoints.open_checkpoint(kept.note, [key])
        times = [each.at for each in checkpoints.cosigners(note, [key])]
    except Unproved as error:
        yield str(error)
        return
    if head != Checkpoint(log.origin, kept.size, bytes(kept.root)) or kept.made_at.replace(microsecond=0) not in times:
        yield "What is kept beside it was changed: the log, the size, the root or the time differ from the signed text."


def known_keys() -> list[VerifierKey]:
    """List the keys of this office: those of its heads, and the one it signs with now, under the name of each log."""
    found = publish.known_keys()
    try:
        key = signing_key.read()
    except signing_key.NoSigningKey:
        return found
    with scopes_disabled():
        origins = Log.objects.order_by("origin").values_list("origin", flat=True)
        return list(dict.fromkeys([*found, *(key.named(origin).verifier for origin in origins)]))


def _signature_finding(note: Note, head: Checkpoint, keys: Iterable[VerifierKey]) -> Iterator[Finding]:
    try:
        checkpoints.open_checkpoint(str(note), keys)
    except Unproved as error:
        yield Finding(f"head of {head.origin}", str(error))
