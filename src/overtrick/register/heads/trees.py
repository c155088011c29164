"""The tree of a log: it grows when a head is made, and proofs are made from it.

Only the hashes of full parts of 16 leaves, of 256, and so on, are kept. What lies below and between is worked out from
the rows when somebody asks: a proof reads a few dozen rows, and a posting writes nothing here. Of each leaf a mark is
kept, the first bytes of its hash: it proves nothing, and says which row was changed where a hash no longer fits.
"""

from __future__ import annotations

from typing import NamedTuple

from overtrick.register import sql
from overtrick.register.errors import Refused
from overtrick.register.heads.leaves import Leaves, leaves_of
from overtrick.register.heads.models import Log
from overtrick.register.ledger.chain_rows import RowMissing
from overtrick.transparency import merkle
from overtrick.transparency.merkle import Frontier

#: Of the levels of a tree every fourth is kept.
STEP = 4
GROUP = 1 << STEP
#: In bytes.
MARK = 4
_NODE = ("log_id", "level", "place", "hash", "marks")


class DoesNotContinue(Refused):
    """The rows are no longer those under the last head."""


class Growth(NamedTuple):
    """What a tree has come to, worked out and not kept yet."""

    size: int
    root: bytes
    marks: bytes  #: of the leaves behind the last full part
    nodes: list[sql.Row]

    def keep(self, log: Log) -> None:
        """Keep the parts that became full."""
        sql.insert("heads_node", _NODE, [(log.pk, *node) for node in self.nodes])


class Tree:
    """The tree of a log."""

    def __init__(self, log: Log) -> None:
        """Open it; what is read once is kept as long as the tree is open."""
        self.log = log
        self.leaves: Leaves = leaves_of(log)
        self._groups: dict[tuple[int, int], list[bytes]] = {}

    def grow(self, size: int, root: bytes, to: int) -> Growth:
        """Go on from the size and root of the last head; only what is read is needed, inside a transaction."""
        begins = size - size % GROUP
        frontier = Frontier((self._full(*part) for part in merkle.full_parts(begins)), begins)
        holds = begins < size or frontier.root() == root
        nodes: list[sql.Row] = []
        marks = bytearray()
        try:
            for leaf in self.leaves.between(begins, to):
                hashed = merkle.leaf_hash(leaf)
                marks += hashed[:MARK]
                for level, place, node in frontier.add(hashed):
                    if level == STEP:
                        nodes.append((level, place, node, bytes(marks)))
                        marks.clear()
                    elif not level % STEP:
                        nodes.append((level, place, node, None))
                if frontier.size == size:
                    holds = frontier.root() == root
        except RowMissing:
            holds = False
        if not holds or frontier.size != to:
            found = f"{self.log.origin} does not continue its last head, of {size} rows: rows were changed or removed."
            raise DoesNotContinue(
                found,
                "No new head was signed. Find out more with overtrick office verify.",
                code="book-does-not-continue",
            )
        return Growth(to, frontier.root(), bytes(marks), nodes)

    def inclusion(self, place: int, size: int) -> tuple[bytes, ...]:
        """Prove that a leaf is in the tree of a size that has a head."""
        return tuple(merkle.span_hash(*span, self._full) for span in merkle.inclusion_spans(place, size))

    def consistency(self, old: int, new: int) -> tuple[bytes, ...]:
        """Prove that the tree of a size that has a head continues that of an older size."""
        return tuple(merkle.span_hash(*span, self._full) for span in merkle.consistency_spans(old, new))

    def _full(self, first: int, end: int) -> bytes:
        """Hash a full part from the next smaller parts that are kept, or from rows."""
        level = (end - first).bit_length() - 1
        base = level - level % STEP
        number, count = first >> base, 1 << (level - base)
        at = number % GROUP
        parts = self._group(base, number >> STEP)[at : at + count]
        if len(parts) != count:
            found = f"The tree of {self.log.origin} is not whole: rows {first + 1} to {end} are missing in it."
            raise DoesNotContinue(found, "Find out more with overtrick office verify.", code="book-not-whole")
        return merkle.tree_root(parts)

    def _group(self, level: int, number: int) -> list[bytes]:
        """Read the hashes side by side on a level, as far as there are any."""
        if (level, number) not in self._groups:
            self._groups[level, number] = self._read_group(level, number * GROUP)
        return self._groups[level, number]

    def _read_group(self, level: int, first: int) -> list[bytes]:
        if not level:
            return [merkle.leaf_hash(leaf) for leaf in self.leaves.between(first, first + GROUP)]
        rows = sql.rows(
            "select hash from heads_node "
            "where log_id = %s and level = %s and place >= %s and place < %s order by place",
            *(self.log.pk, level, first, first + GROUP),
        )
        return [bytes(node) for (node,) in rows]
