"""Does today's book continue a head that was published? Worked out from the rows, not from what is kept of the tree.

Where it does not, the kept nodes and the other heads say where the first changed row lies. A forger who rewrote them
too leaves a wider range, but cannot hide from the published head.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from typing import NamedTuple

from overtrick.register import sql, transactions
from overtrick.register.errors import Refused
from overtrick.register.heads import publish, signing_key
from overtrick.register.heads.leaves import leaves_of
from overtrick.register.heads.models import Head, Log
from overtrick.register.heads.trees import GROUP, STEP
from overtrick.register.integrity import Finding
from overtrick.register.scoping import scopes_disabled
from overtrick.transparency import checkpoints, merkle
from overtrick.transparency.checkpoints import Checkpoint
from overtrick.transparency.errors import Unproved
from overtrick.transparency.keys import VerifierKey, read_verifier_key
from overtrick.transparency.merkle import Frontier
from overtrick.transparency.notes import Note, read_note

Progress = Callable[[int, int], object]  #: how many rows are done, of how many


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
        raise NotAHead(str(error), "Give a head as overtrick office head prints it.") from None
    with scopes_disabled(), transactions.read_only():
        keys = given or known_keys()
        log = Log.objects.select_related("federation").filter(origin=head.origin).first()
        unsigned = list(_signature_finding(note, head, keys))
        if log is None:
            known = ", ".join(Log.objects.order_by("origin").values_list("origin", flat=True)) or "none yet"
            found = Finding(head.origin, f"This office does not keep this log. Its logs: {known}.")
            return Continuation(head, None, 0, (found,))
        rows = leaves_of(log).count()
        changed = list(_rows_finding(log, head, rows, progress or (lambda _done, _of: None)))
        times = [] if unsigned else checkpoints.cosigners(note, keys)
    return Continuation(head, times[0].at if times else None, rows, (*unsigned, *changed))


def check_kept() -> Iterator[Finding]:
    """Name the logs that do not continue the last head that the office has of them; inside a read-only transaction."""
    for log in Log.objects.select_related("federation").order_by("pk"):
        kept = Head.objects.filter(log=log).order_by("number").last()
        if kept is None:
            continue
        try:
            note = read_note(kept.note)
            head = checkpoints.read_checkpoint(note.text)
            key = read_verifier_key(kept.key)
        except Unproved as error:
            yield Finding(f"head {kept.number} of {log.origin}", str(error))
            continue
        yield from _signature_finding(note, head, [key])
        yield from _rows_finding(log, head, leaves_of(log).count(), lambda _done, _of: None)


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


def _rows_finding(log: Log, head: Checkpoint, rows: int, tell: Progress) -> Iterator[Finding]:
    """Work the tree out from the rows, up to the size of the head."""
    if rows < head.size:
        says = f"It has {rows:,} rows today, and had {head.size:,} when the head was signed: rows were removed."
        yield Finding(head.origin, says)
        return
    walk = _Walk(log, head.size)
    root = walk.root(tell)
    if root == head.root:
        return
    if walk.frontier.size < head.size:
        yield Finding(head.origin, f"Rows are missing: only {walk.frontier.size:,} of {head.size:,} are there.")
        return
    first, last = walk.changed
    where = f"row {first:,}" if first == last else f"one of the rows {first:,} to {last:,}"
    says = f"Its rows are not those under the head of {head.size:,} rows: the first that was changed is {where}."
    yield Finding(head.origin, says)


class _Walk:
    """The way along the rows, beside what was kept when heads were made."""

    def __init__(self, log: Log, size: int) -> None:
        self.frontier = Frontier()
        self.changed = (1, size)  #: the first changed row is one of these, counted from 1
        self._log = log
        self._size = size
        self._heads = dict(Head.objects.filter(log=log, size__lte=size).values_list("size", "root"))

    def root(self, tell: Progress) -> bytes:
        """Give the root of the rows as they are; the first that differs from what was kept is noted on the way."""
        kept = sql.stream(
            "select hash from heads_node where log_id = %s and level = %s order by place", self._log.pk, STEP
        )
        narrowed = False
        for leaf in leaves_of(self._log).between(0, self._size):
            full = [node for level, _place, node in self.frontier.add(merkle.leaf_hash(leaf)) if level == STEP]
            size = self.frontier.size
            if full and (stored := next(kept, None)) is not None and not narrowed:
                narrowed = self._compare(size, size - GROUP + 1, fits=bytes(stored[0]) == full[0])
            if size in self._heads and not narrowed:
                narrowed = self._compare(size, 1, fits=bytes(self._heads[size]) == self.frontier.root())
            if not size % sql.CHUNK:
                tell(size, self._size)
        return self.frontier.root()

    def _compare(self, size: int, first: int, *, fits: bool) -> bool:
        """Narrow down where the first changed row is; say whether it lies behind."""
        lower, upper = self.changed
        self.changed = (size + 1, upper) if fits else (max(lower, first), size)
        return not fits
