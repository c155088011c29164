"""Makes and gives heads: how long a book or an audit is and what is in it, signed.

A federation's book and audit get a head each when a month is closed and whenever somebody asks. Each of these is a leaf
in the log of all heads, which gets a head at the same time. Where nothing was added since, the last head stands.

The trees are worked out first, from what can be read while others write. Then heads and nodes are written in one short
transaction.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.db.models import QuerySet

from overtrick.register import transactions
from overtrick.register.federations.models import Federation
from overtrick.register.heads import signing_key
from overtrick.register.heads.leaves import HeadLeaves
from overtrick.register.heads.models import Cosignature, Head, Log
from overtrick.register.heads.trees import Growth, Tree
from overtrick.register.ledger import chain_rows
from overtrick.register.ledger.models import Closing
from overtrick.register.scoping import scopes_disabled
from overtrick.transparency import checkpoints, merkle
from overtrick.transparency.checkpoints import Checkpoint
from overtrick.transparency.errors import Unproved
from overtrick.transparency.keys import SigningKey, VerifierKey, read_verifier_key
from overtrick.transparency.notes import Note, read_note

OF_FEDERATION = (Log.Kind.BOOK, Log.Kind.AUDIT)


class Heads(NamedTuple):
    """The heads of a federation at one time, and that of all federations together."""

    book: Head
    audit: Head
    all: Head


class Planned(NamedTuple):
    """What the next head of a log will say, if no other is made before it."""

    after: Head | None  #: the last head
    growth: Growth


Plan = dict[Log.Kind, Planned]


def plan(federation: Federation) -> Plan:
    """Work out how long the book and the audit of a federation are now and what is in them; nobody waits for it."""
    key = signing_key.read()
    with scopes_disabled(), transactions.read_only():
        return {kind: _planned(_known_log(key, kind, federation)) for kind in OF_FEDERATION}


def make(federation: Federation, at: datetime, also: Iterable[SigningKey] = (), planned: Plan | None = None) -> Heads:
    """Sign how long the book and the audit of a federation are now, or were when it was planned.

    ``also`` signs with older keys, where one is replaced.
    """
    key = signing_key.read()
    planned = planned or plan(federation)
    with scopes_disabled(), transactions.atomic():
        grown = [_grown(_log(key, kind, federation), planned[kind], key, at) for kind in OF_FEDERATION]
        every = _log(key, Log.Kind.HEADS)  # held last: whoever holds it gives heads their places in it
        book, audit = (_keep(each, (key, *also)) for each in grown)
        return Heads(book, audit, _keep(_grown(every, _planned(every), key, at), (key, *also)))


def last(kind: Log.Kind, federation: Federation | None) -> Head | None:
    """Give the last head of a log; none before the first is made."""
    return heads(kind, federation).first()


def heads(kind: Log.Kind, federation: Federation | None) -> QuerySet[Head]:
    """List the heads of a log, the latest first."""
    with scopes_disabled():
        return Head.objects.filter(log__kind=kind, log__federation=federation).select_related("log").order_by("-number")


def first_over(closing: Closing) -> Head | None:
    """Give the first head of the book that holds the close of a month; none where none was signed since."""
    place = chain_rows.place_of(closing.federation_id, "closing", closing.number)
    return heads(Log.Kind.BOOK, closing.federation).filter(size__gte=place).last()


def published(head: Head) -> str:
    """Write a head with all its signatures, those of witnesses too."""
    with scopes_disabled():
        lines = Cosignature.objects.filter(head=head).order_by("pk").values_list("line", flat=True)
        return head.note + "".join(f"{line}\n" for line in lines)


def checkpoint(head: Head) -> Checkpoint:
    """Read a head."""
    return checkpoints.read_checkpoint(read_note(head.note).text)


def known_keys() -> list[VerifierKey]:
    """List the verifier keys of all heads there are, under the name of each log."""
    with scopes_disabled():
        lines = Head.objects.order_by("key").values_list("key", flat=True).distinct()
        return [key for line in lines if (key := _readable_key(line))]


def _readable_key(line: str) -> VerifierKey | None:
    """Read a key; None where somebody has changed the row, which verify names."""
    try:
        return read_verifier_key(line)
    except Unproved:
        return None


def tree(head: Head) -> Tree:
    """Open the tree under a head, to make proofs from it; inside a transaction."""
    return Tree(head.log)


def _log(key: SigningKey, kind: Log.Kind, federation: Federation | None = None) -> Log:
    """Find a log and hold it, so that its heads are made one after the other; the first time it gets its name."""
    found = _known_log(key, kind, federation)
    Log.objects.get_or_create(kind=kind, federation=federation, defaults={"origin": found.origin})
    return (
        Log.objects.select_for_update(of=("self",)).select_related("federation").get(kind=kind, federation=federation)
    )


def _known_log(key: SigningKey, kind: Log.Kind, federation: Federation | None) -> Log:
    """Find a log, or say what it will be called."""
    where = f"{federation.slug}/{kind}" if federation else str(kind)
    found = Log.objects.filter(kind=kind, federation=federation).first()
    return found or Log(kind=kind, federation=federation, origin=f"{key.name}/{where}")


def _last(log: Log) -> Head | None:
    return Head.objects.filter(log=log).order_by("number").last() if log.pk else None


def _planned(log: Log) -> Planned:
    """Let the tree of a log grow to the length that the log has now, and keep nothing."""
    after = _last(log)
    size, root = (after.size, bytes(after.root)) if after else (0, merkle.EMPTY)
    tree = Tree(log)
    return Planned(after, tree.grow(size, root, tree.leaves.count()))


class _Grown(NamedTuple):
    """What the next head of a log says; or its last one, where that still holds."""

    head: Head
    is_new: bool


def _grown(log: Log, planned: Planned, key: SigningKey, at: datetime) -> _Grown:
    """Keep what was planned of a log that is held; where another head was made meanwhile, it is planned again."""
    before = _last(log)
    if before != planned.after:
        planned = _planned(log)
    verifier = str(key.named(log.origin).verifier)
    size, root, marks, _nodes = planned.growth
    if before is not None and (before.size, before.key) == (size, verifier):
        return _Grown(before, is_new=False)
    planned.growth.keep(log)
    number = before.number + 1 if before else 1
    head = Head(log=log, number=number, size=size, root=root, made_at=at, key=verifier, marks=marks)
    return _Grown(head, is_new=True)


def _keep(grown: _Grown, signers: tuple[SigningKey, ...]) -> Head:
    """Sign a head and keep it."""
    head = grown.head
    if grown.is_new:
        head.note = str(_signed(Checkpoint(head.log.origin, head.size, bytes(head.root)), signers, head.made_at))
        head.leaf = HeadLeaves().count() if head.log.federation else None
        head.save(force_insert=True)
    return head


def _signed(head: Checkpoint, signers: tuple[SigningKey, ...], at: datetime) -> Note:
    """Sign a head, and once more together with the time."""
    note = Note(head.text(), ())
    for key in signers:
        note = note.signed(key.named(head.origin))
    return checkpoints.cosign(note, signers[0].named(head.origin), at)
