"""A proof as a file: that a leaf is in a log (C2SP tlog-proof), or that one head continues another (tlog-witness)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from overtrick.transparency import merkle
from overtrick.transparency.checkpoints import Checkpoint, read_checkpoint, read_number
from overtrick.transparency.errors import Unproved
from overtrick.transparency.keys import decode, encode
from overtrick.transparency.merkle import HASH_SIZE
from overtrick.transparency.notes import read_note

_FIRST_LINE = "c2sp.org/tlog-proof@v1"
_EXTRA, _INDEX, _OLD = "extra ", "index ", "old "
#: No tree of 2**63 leaves needs a longer path; a consistency proof may be twice as long.
_LONGEST_PATH = 128


class InclusionProof(NamedTuple):
    """A leaf is in a log, in this place, by this head."""

    place: int  #: counted from 0
    path: tuple[bytes, ...]
    checkpoint: str  #: the signed note
    extra: bytes = b""

    def __str__(self) -> str:
        """Write the file."""
        extra = f"{_EXTRA}{encode(self.extra)}\n" if self.extra else ""
        return f"{_FIRST_LINE}\n{extra}{_INDEX}{self.place}\n{_path(self.path)}\n{self.checkpoint}"

    def check(self, leaf: bytes) -> Checkpoint:
        """Refuse the proof unless it leads from the hash of a leaf to the root; the signatures are another matter."""
        head = read_checkpoint(read_note(self.checkpoint).text)
        if not merkle.includes(leaf, self.place, head.size, self.path, head.root):
            raise Unproved(f"The row at place {self.place} is not the one under the head of size {head.size}.")
        return head


class ConsistencyProof(NamedTuple):
    """A head continues the one of an older size. A witness is asked in this form for its signature."""

    old: int
    path: tuple[bytes, ...]
    checkpoint: str  #: the signed note of the newer head

    def __str__(self) -> str:
        """Write the file."""
        return f"{_OLD}{self.old}\n{_path(self.path)}\n{self.checkpoint}"

    def check(self, old_root: bytes) -> Checkpoint:
        """Refuse the proof unless the newer head continues the older root; the signatures are another matter."""
        head = read_checkpoint(read_note(self.checkpoint).text)
        if not merkle.continues(self.old, old_root, head.size, head.root, self.path):
            raise Unproved(f"The head of size {head.size} does not continue the one of size {self.old}.")
        return head


def read_inclusion_proof(written: str) -> InclusionProof:
    """Read the file of an inclusion proof; nothing is checked but its form."""
    front, checkpoint = _parts(written, "an inclusion proof")
    if front[0] != _FIRST_LINE:
        raise Unproved(f"This is not an inclusion proof: its first line is not {_FIRST_LINE}.")
    lines = front[1:]
    extra = b""
    if lines and lines[0].startswith(_EXTRA):
        extra = decode(lines.pop(0).removeprefix(_EXTRA), "The extra line of the proof")
    if not lines or not lines[0].startswith(_INDEX):
        raise Unproved("The proof does not say the place of its row: a line 'index' is missing.")
    place = read_number(lines.pop(0).removeprefix(_INDEX), "The index of the proof")
    return InclusionProof(place, read_path(lines), checkpoint, extra)


def read_consistency_proof(written: str) -> ConsistencyProof:
    """Read the file of a consistency proof; nothing is checked but its form."""
    front, checkpoint = _parts(written, "a consistency proof")
    if not front[0].startswith(_OLD):
        raise Unproved("This is not a consistency proof: its first line does not begin with 'old'.")
    old = read_number(front[0].removeprefix(_OLD), "The old size of the proof")
    return ConsistencyProof(old, read_path(front[1:]), checkpoint)


def read_path(lines: Sequence[str]) -> tuple[bytes, ...]:
    """Read the hashes of a proof."""
    if len(lines) > _LONGEST_PATH:
        raise Unproved(f"The proof has {len(lines)} hashes; no book is so long.")
    found = tuple(decode(line, "A hash of the proof") for line in lines)
    if wrong := [each for each in found if len(each) != HASH_SIZE]:
        raise Unproved(f"A hash of the proof has {len(wrong[0])} bytes instead of {HASH_SIZE}.")
    return found


def _parts(written: str, what: str) -> tuple[list[str], str]:
    front, gap, checkpoint = written.partition("\n\n")
    if not gap:
        raise Unproved(f"This is not {what}: it has no empty line before its head.")
    return front.split("\n"), checkpoint


def _path(path: Iterable[bytes]) -> str:
    return "".join(f"{encode(each)}\n" for each in path)
