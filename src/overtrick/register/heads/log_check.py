"""Works the tree of a log out from its rows, beside what was kept when heads were made.

The rows alone decide whether they are those under a head. What was kept says which row was changed first. A forger who
rewrote that too leaves a wider range.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from overtrick.register import sql
from overtrick.register.heads.leaves import leaves_of
from overtrick.register.heads.models import Head, Log
from overtrick.register.heads.trees import GROUP, MARK, STEP
from overtrick.register.integrity import Finding, Progress
from overtrick.register.ledger.chain_rows import RowMissing
from overtrick.transparency import merkle
from overtrick.transparency.checkpoints import Checkpoint
from overtrick.transparency.merkle import Frontier

_KEPT = "select place, hash, marks from heads_node where log_id = %s and level = %s order by place"
#: A tree that is wrong all over is not listed node by node.
_MOST = 20


def rows_findings(log: Log, head: Checkpoint, tell: Progress, *, nodes: bool = False) -> Iterator[Finding]:
    """Say whether the first rows of a log are still those under a head; inside a read-only transaction.

    With ``nodes``, those of the tree are named too that do not fit the rows.
    """
    rows = leaves_of(log).count()
    if rows < head.size:
        says = f"It has {rows:,} rows today, and had {head.size:,} when the head was signed: rows were removed."
        yield Finding(head.origin, says)
        return
    walk = LogWalk(log, head.size)
    root = walk.root(tell)
    if walk.frontier.size < head.size:
        yield Finding(head.origin, f"Rows are missing: only {walk.frontier.size:,} of {head.size:,} are there.")
    elif root != head.root:
        says = (
            f"Its rows are not those under the head of {head.size:,} rows: the first that was changed is {walk.where}."
        )
        yield Finding(head.origin, says)
    elif nodes:
        yield from walk.nodes


class _KeptNode(NamedTuple):
    """A full part as it was when a head was made."""

    place: int
    hash: bytes
    marks: bytes


class _Level:
    """What was kept on one level of the tree, in its order."""

    def __init__(self, log: Log, level: int) -> None:
        rows = sql.stream(_KEPT, log.pk, level)
        self._rows = (_KeptNode(place, bytes(hash_), bytes(marks or b"")) for place, hash_, marks in rows)
        self._next = next(self._rows, None)

    def at(self, place: int) -> _KeptNode | None:
        """Give the node of a place; places are asked for in their order."""
        while self._next is not None and self._next.place < place:
            self._next = next(self._rows, None)
        return self._next if self._next is not None and self._next.place == place else None


class LogWalk:
    """The way along the rows up to a size."""

    def __init__(self, log: Log, size: int) -> None:
        """Begin before the first row, inside a read-only transaction."""
        self.frontier = Frontier()
        self.changed = (1, size)  #: the first changed row is one of these, counted from 1
        self.nodes: list[Finding] = []  #: nodes that do not fit the rows, or are missing
        self._log = log
        self._size = size
        self._leaves = leaves_of(log)
        self._marks: list[bytes] = []  #: of the leaves behind the last full part
        heads = Head.objects.filter(log=log, size__lte=size).order_by("-number")
        self._heads = {each: (bytes(root), bytes(marks or b"")) for each, root, marks in heads.values_list(*_HEAD)}
        self._levels = {level: _Level(log, level) for level in range(STEP, size.bit_length(), STEP)}
        self._narrowed = False

    def root(self, tell: Progress) -> bytes:
        """Give the root of the rows as they are; the first that differs from what was kept is noted on the way."""
        try:
            for leaf in self._leaves.between(0, self._size):
                self._add(merkle.leaf_hash(leaf))
                if not self.frontier.size % sql.CHUNK:
                    tell(self.frontier.size, self._size)
        except RowMissing:
            pass  # the frontier is as long as what is there
        return self.frontier.root()

    @property
    def where(self) -> str:
        """Say where the first changed row is."""
        first, last = self.changed
        if first != last:
            return f"one of the rows {first:,} to {last:,}"
        name = self._leaves.name(first - 1)
        return f"row {first:,}, {name}" if name else f"row {first:,}"

    def _add(self, leaf: bytes) -> None:
        self._marks.append(leaf[:MARK])
        for level, place, node in self.frontier.add(leaf):
            if level in self._levels:
                self._compare_node(level, place, node)
        size = self.frontier.size
        if size in self._heads:
            root, marks = self._heads[size]
            self._compare(size, 1, marks, fits=root == self.frontier.root())
        if not size % GROUP:
            self._marks.clear()

    def _compare_node(self, level: int, place: int, node: bytes) -> None:
        kept = self._levels[level].at(place)
        first, last = (place << level) + 1, place + 1 << level
        if kept is None or kept.hash != node:
            says = "It was changed" if kept else "It is missing"
            where = f"hash of rows {first:,} to {last:,} of {self._log.origin}"
            if len(self.nodes) < _MOST:
                self.nodes.append(Finding(where, f"{says}: proofs cannot be made from it. The rows are not affected."))
        if level == STEP and kept is not None:
            self._compare(last, first, kept.marks, fits=kept.hash == node)

    def _compare(self, size: int, first: int, marks: bytes, *, fits: bool) -> None:
        """Narrow down where the first changed row is: behind these rows, among them, or the one by its mark."""
        if self._narrowed:
            return
        lower, upper = self.changed
        if fits:
            self.changed = (size + 1, upper)
            return
        self._narrowed = True
        self.changed = (max(lower, first), size)
        were = [marks[at : at + MARK] for at in range(0, len(marks), MARK)]
        begins = size - len(self._marks) + 1
        if len(were) == len(self._marks):
            for row, (was, now) in enumerate(zip(were, self._marks, strict=True), begins):
                if was != now and row >= lower:
                    self.changed = (row, row)
                    return


_HEAD = ("size", "root", "marks")
