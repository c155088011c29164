"""Is a row in a book, and does a book continue an older one? Merkle trees as RFC 6962 and RFC 9162 define them.

The hash of a leaf and that of an inner node begin differently, so that neither can be taken for the other. A tree of
``size`` leaves has on its left the largest full tree that is smaller than itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from hashlib import sha256

#: The root of a tree without leaves.
EMPTY = sha256(b"").digest()
#: In bytes.
HASH_SIZE = 32

Span = tuple[int, int]  #: leaves from one place up to, and without, another
Subtree = Callable[[int, int], bytes]  #: the hash of the leaves of a span


def leaf_hash(data: bytes) -> bytes:
    """Hash what a leaf holds."""
    return sha256(b"\x00" + data).digest()


def node_hash(left: bytes, right: bytes) -> bytes:
    """Hash two nodes into the one above them."""
    return sha256(b"\x01" + left + right).digest()


class Frontier:
    """A tree that grows at its right edge. Only the roots of its full parts are kept, the largest first."""

    def __init__(self, peaks: Iterable[bytes] = (), size: int = 0) -> None:
        """Begin with nothing, or go on from the full parts of a tree of this size (see ``full_parts``)."""
        self.peaks = list(peaks)
        self.size = size
        if len(self.peaks) != size.bit_count():
            message = f"A tree of {size} leaves has {size.bit_count()} full parts, not {len(self.peaks)}."
            raise ValueError(message)

    def add(self, leaf: bytes) -> Iterator[tuple[int, int, bytes]]:
        """Add the hash of a leaf, and give every full part this completes: its level, its place there, its hash."""
        self.size += 1
        level, place = 0, self.size - 1
        while place & 1:
            leaf = node_hash(self.peaks.pop(), leaf)
            level, place = level + 1, place >> 1
            yield level, place, leaf
        self.peaks.append(leaf)

    def root(self) -> bytes:
        """Give the root of the tree as it is now."""
        if not self.peaks:
            return EMPTY
        root = self.peaks[-1]
        for peak in reversed(self.peaks[:-1]):
            root = node_hash(peak, root)
        return root


def full_parts(size: int) -> list[Span]:
    """Split the leaves of a tree into its full parts, the largest first."""
    parts, first = [], 0
    for bit in reversed(range(size.bit_length())):
        if size >> bit & 1:
            parts.append((first, first + (1 << bit)))
            first += 1 << bit
    return parts


def tree_root(leaves: Iterable[bytes]) -> bytes:
    """Give the root of a tree, from the hashes of its leaves."""
    frontier = Frontier()
    for leaf in leaves:
        for _full in frontier.add(leaf):
            pass
    return frontier.root()


# --- Proofs made -----------------------------------------------------------------------------------------------------


def inclusion_spans(index: int, size: int) -> list[Span]:
    """Name the parts of a tree whose hashes prove that a leaf is in it, from the leaf up to the root."""
    if not 0 <= index < size:
        message = f"A tree of {size} leaves has no leaf {index}."
        raise ValueError(message)
    spans, first, end = [], 0, size
    while end - first > 1:
        middle = first + _left_size(end - first)
        if index < middle:
            spans.append((middle, end))
            end = middle
        else:
            spans.append((first, middle))
            first = middle
    return spans[::-1]


def consistency_spans(old: int, new: int) -> list[Span]:
    """Name the parts of a tree whose hashes prove that it continues the tree of its first ``old`` leaves."""
    if not 0 <= old <= new:
        message = f"A tree of {new} leaves does not continue one of {old}."
        raise ValueError(message)
    if old in (0, new):
        return []
    spans, first, end = [], 0, new
    while old != end:
        middle = first + _left_size(end - first)
        if old <= middle:
            spans.append((middle, end))
            end = middle
        else:
            spans.append((first, middle))
            first = middle
    if first:  # where the old tree is itself a full part on the left, whoever checks has its root already
        spans.append((first, end))
    return spans[::-1]


def span_hash(first: int, end: int, node: Subtree) -> bytes:
    """Hash a span of any size from full parts, which ``node`` gives; it must be one that a proof names."""
    size = end - first
    peaks = [node(first + low, first + high) for low, high in full_parts(size)]
    return Frontier(peaks, size).root()


# --- Proofs checked --------------------------------------------------------------------------------------------------


def includes(leaf: bytes, index: int, size: int, path: Sequence[bytes], root: bytes) -> bool:
    """Say whether a path proves that the tree with this root has this leaf, by its hash, in this place."""
    if not 0 <= index < size:
        return False
    place, last, found = index, size - 1, leaf
    for node in path:
        if last == 0:
            return False
        if place & 1 or place == last:
            found = node_hash(node, found)
            place, last = _up_to_right_child(place, last)
        else:
            found = node_hash(found, node)
        place, last = place >> 1, last >> 1
    return last == 0 and found == root


def continues(old: int, old_root: bytes, new: int, new_root: bytes, path: Sequence[bytes]) -> bool:
    """Say whether a path proves that the new tree begins with all the leaves of the old one, unchanged."""
    if old == new:
        return not path and old_root == new_root
    if old == 0:
        return not path and old_root == EMPTY
    if not 0 < old < new or not path:
        return False
    nodes = list(path) if old & (old - 1) else [old_root, *path]
    place, last = old - 1, new - 1
    while place & 1:
        place, last = place >> 1, last >> 1
    found_old = found_new = nodes[0]
    for node in nodes[1:]:
        if last == 0:
            return False
        if place & 1 or place == last:
            found_old, found_new = node_hash(node, found_old), node_hash(node, found_new)
            place, last = _up_to_right_child(place, last)
        else:
            found_new = node_hash(found_new, node)
        place, last = place >> 1, last >> 1
    return last == 0 and found_old == old_root and found_new == new_root


def _left_size(size: int) -> int:
    """The largest power of two below a size."""
    return 1 << ((size - 1).bit_length() - 1)


def _up_to_right_child(place: int, last: int) -> tuple[int, int]:
    """Skip the levels on which a node at the right edge has nothing beside it."""
    while place and not place & 1:
        place, last = place >> 1, last >> 1
    return place, last
