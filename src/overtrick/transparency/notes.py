"""What was signed, and by whom? Signed notes (C2SP signed-note): a text, an empty line, and a line for each signature.

A text counts only after a signature by a known key was checked. Signatures by other keys are left alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from overtrick.transparency.errors import Unproved
from overtrick.transparency.keys import NOTE, SigningKey, VerifierKey, check_name, decode, encode

_DASH = "— "
#: Larger notes are not read, nor such with more signatures.
_LARGEST = 1_000_000
_MOST = 100
_ID_SIZE = 4


class Signature(NamedTuple):
    """A signature: by which key, and its bytes as the kind of key makes them."""

    name: str
    key_id: bytes
    signature: bytes

    def __str__(self) -> str:
        """Write the line of a note."""
        return f"{_DASH}{self.name} {encode(self.key_id + self.signature)}"

    def is_by(self, key: VerifierKey) -> bool:
        """Say whether it claims to be by a key."""
        return (self.name, self.key_id) == (key.name, key.id)


class Note(NamedTuple):
    """A text with its signatures."""

    text: str  #: ends with a line break
    signatures: tuple[Signature, ...]

    def __str__(self) -> str:
        """Write the note."""
        return f"{self.text}\n" + "".join(f"{each}\n" for each in self.signatures)

    def signed(self, key: SigningKey) -> Note:
        """Add a signature."""
        verifier = key.verifier
        made = Signature(key.name, verifier.id, key.sign(self.text.encode()))
        return self.with_signatures([made])

    def with_signatures(self, more: Iterable[Signature]) -> Note:
        """Add signatures, each once."""
        return self._replace(signatures=tuple(dict.fromkeys((*self.signatures, *more))))

    def signers(self, keys: Iterable[VerifierKey]) -> list[VerifierKey]:
        """Name the known keys by which the note is signed; refuse it where a signature by one of them is wrong."""
        found = []
        for key in keys:
            claimed = [each for each in self.signatures if key.kind == NOTE and each.is_by(key)]
            if not all(key.verifies(each.signature, self.text.encode()) for each in claimed):
                raise Unproved(f"The signature by {key.name} is wrong: the text was changed, or somebody else signed.")
            if claimed:
                found.append(key)
        return found


def read_note(written: str) -> Note:
    """Read a note; nothing is checked but its form."""
    if len(written) > _LARGEST:
        raise Unproved(f"The note is too long: it has {len(written):,} characters.")
    if any(each < " " and each != "\n" for each in written):
        raise Unproved("The note has control characters or carriage returns. Save it as plain text with line feeds.")
    text, gap, signatures = written.rpartition("\n\n")
    if not gap or not signatures.endswith("\n"):
        raise Unproved("This is not a signed note: a text, an empty line, and signatures that begin with a dash.")
    lines = signatures[:-1].split("\n")
    if len(lines) > _MOST:
        raise Unproved(f"The note has {len(lines)} signatures; more than {_MOST} are not read.")
    return Note(f"{text}\n", tuple(_signature(line) for line in lines))


def _signature(line: str) -> Signature:
    name, space, material = line.removeprefix(_DASH).partition(" ")
    if not line.startswith(_DASH) or not space:
        raise Unproved(f"This is not the line of a signature: {line[:80]!r}.")
    check_name(name)
    found = decode(material, f"The signature by {name}")
    if len(found) <= _ID_SIZE:
        raise Unproved(f"The signature by {name} is too short.")
    return Signature(name, found[:_ID_SIZE], found[_ID_SIZE:])
