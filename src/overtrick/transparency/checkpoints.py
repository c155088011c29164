"""How long is a book, and what is in it? Checkpoints: the size and the root of a tree in a signed note.

The forms are C2SP's tlog-checkpoint, and tlog-cosignature for signatures that carry their time.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import NamedTuple

from overtrick.transparency.errors import Unproved
from overtrick.transparency.keys import COSIGNATURE, SigningKey, VerifierKey, decode, encode
from overtrick.transparency.merkle import HASH_SIZE
from overtrick.transparency.notes import Note, Signature, read_note

_TIME_SIZE = 8
_LATEST = 2**63 - 1
_LINES = 3
_LONGEST_SIZE = 19


class Checkpoint(NamedTuple):
    """The head of a log: whose it is, how many leaves it has, and their root."""

    origin: str
    size: int
    root: bytes
    extension: tuple[str, ...] = ()

    def text(self) -> str:
        """Write what is signed."""
        lines = (self.origin, str(self.size), encode(self.root), *self.extension)
        if not all(lines) or any("\n" in line for line in lines):
            raise Unproved("A line of a checkpoint is empty or has a line break.")
        return "".join(f"{line}\n" for line in lines)

    def signed(self, key: SigningKey) -> Note:
        """Sign it under the name of its log."""
        return Note(self.text(), ()).signed(key.named(self.origin))


class Cosigned(NamedTuple):
    """A witness has seen a checkpoint, at a time."""

    key: VerifierKey
    at: datetime


def read_checkpoint(text: str) -> Checkpoint:
    """Read the text of a note as a checkpoint."""
    lines = text.split("\n")
    if lines.pop() or len(lines) < _LINES or not all(lines):
        raise Unproved("This is not a checkpoint: it must have three lines or more, with a log, a size and a root.")
    origin, size, root, *extension = lines
    hash_ = decode(root, "The root of the checkpoint")
    if len(hash_) != HASH_SIZE:
        raise Unproved(f"The root of the checkpoint has {len(hash_)} bytes instead of {HASH_SIZE}.")
    return Checkpoint(origin, read_number(size, "The size of the checkpoint"), hash_, tuple(extension))


def open_checkpoint(written: str, keys: Iterable[VerifierKey]) -> tuple[Checkpoint, Note]:
    """Read a signed checkpoint, and believe it only if a known key signed it under the name of its log."""
    note = read_note(written)
    found = read_checkpoint(note.text)
    known = [key for key in keys if key.name == found.origin]
    if not note.signers(known):
        raise Unproved(f"No known key signed this head of {found.origin}; it is signed by {_names(note)}.")
    return found, note


def read_number(written: str, what: str) -> int:
    """Read a whole number as checkpoints and proofs write it: digits, and no zero in front."""
    plain = written.isascii() and written.isdigit() and len(written) <= _LONGEST_SIZE
    if not plain or str(int(written)) != written:
        raise Unproved(f"{what} is not a whole number: {written[:80]!r}.")
    return int(written)


# --- Cosignatures ----------------------------------------------------------------------------------------------------


def cosign(note: Note, key: SigningKey, at: datetime) -> Note:
    """Sign a checkpoint together with the time, as a witness does."""
    read_checkpoint(note.text)
    seconds = int(at.timestamp())
    verifier = key.verifier.of_kind(COSIGNATURE)
    signature = seconds.to_bytes(_TIME_SIZE) + key.sign(_cosigned_message(note.text, seconds))
    return note.with_signatures([Signature(key.name, verifier.id, signature)])


def cosigners(note: Note, keys: Iterable[VerifierKey]) -> list[Cosigned]:
    """Name the known witnesses that signed a checkpoint, and when; refuse it where one of their signatures is wrong."""
    found = []
    for key in {each.of_kind(COSIGNATURE): None for each in keys}:
        for each in note.signatures:
            if not each.is_by(key):
                continue
            seconds = int.from_bytes(each.signature[:_TIME_SIZE])
            message = _cosigned_message(note.text, seconds)
            if seconds > _LATEST or not key.verifies(each.signature[_TIME_SIZE:], message):
                raise Unproved(
                    f"The cosignature by {key.name} is wrong: the text was changed, or somebody else signed."
                )
            found.append(Cosigned(key, _moment(seconds, key.name)))
    return found


def _cosigned_message(text: str, seconds: int) -> bytes:
    return f"cosignature/v1\ntime {seconds}\n{text}".encode()


def _moment(seconds: int, name: str) -> datetime:
    try:
        return datetime.fromtimestamp(seconds, UTC)
    except (OverflowError, OSError, ValueError):
        raise Unproved(f"The cosignature by {name} has no time that there is: {seconds}.") from None


def _names(note: Note) -> str:
    return ", ".join(dict.fromkeys(f"{each.name} ({each.key_id.hex()})" for each in note.signatures))
