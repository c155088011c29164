"""Who signed? Keys of signed notes: Ed25519, with a name and a short id, written as C2SP's signed-note describes.

A verifier key is one line that can be printed and compared, ``name+id+key``. A signing key is written likewise, as Go's
``note`` package writes it.
"""

from __future__ import annotations

import base64
import binascii
import secrets
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from overtrick.transparency.errors import Unproved

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

#: The kinds of signatures, by the byte that C2SP gives them: over a note, and with the time over a checkpoint.
NOTE, COSIGNATURE = 1, 4
_KINDS = (NOTE, COSIGNATURE)
_KEY_SIZE = 32
_SIGNATURE_SIZE = 64
_PRIVATE = "PRIVATE+KEY+"


class VerifierKey(NamedTuple):
    """The public half of a key: with it anybody can check a signature."""

    name: str
    kind: int
    public: bytes

    @property
    def id(self) -> bytes:
        """Four bytes by which a signature names its key."""
        return sha256(self.name.encode() + b"\n" + bytes([self.kind]) + self.public).digest()[:4]

    def __str__(self) -> str:
        """Write the key as one line."""
        return f"{self.name}+{self.id.hex()}+{encode(bytes([self.kind]) + self.public)}"

    def of_kind(self, kind: int) -> VerifierKey:
        """Give the same key for another kind of signature."""
        return self._replace(kind=kind)

    def verifies(self, signature: bytes, message: bytes) -> bool:
        """Say whether a signature over a message is by this key."""
        try:
            from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 - only where a signature is checked
            from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415
        except ModuleNotFoundError:
            raise _not_installed() from None
        if len(signature) != _SIGNATURE_SIZE:
            return False
        try:
            Ed25519PublicKey.from_public_bytes(self.public).verify(signature, message)
        except (InvalidSignature, ValueError):
            return False
        return True


class SigningKey(NamedTuple):
    """The secret half of a key. It stays with the office."""

    name: str
    seed: bytes

    def __repr__(self) -> str:
        """Name the key, and keep its secret out of every traceback."""
        return f"SigningKey({self.name!r})"

    @property
    def verifier(self) -> VerifierKey:
        """The public half, for notes."""
        return VerifierKey(self.name, NOTE, self._private().public_key().public_bytes_raw())

    def named(self, name: str) -> SigningKey:
        """Give the same key under another name: an office signs each of its logs under the name of that log."""
        check_name(name)
        return self._replace(name=name)

    def sign(self, message: bytes) -> bytes:
        """Sign a message."""
        return self._private().sign(message)

    def written(self) -> str:
        """Write the key as one line, for the file that keeps it."""
        return f"{_PRIVATE}{self.name}+{self.verifier.id.hex()}+{encode(bytes([NOTE]) + self.seed)}"

    def _private(self) -> Ed25519PrivateKey:
        try:
            from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415
        except ModuleNotFoundError:
            raise _not_installed() from None
        return Ed25519PrivateKey.from_private_bytes(self.seed)


def new_key(name: str) -> SigningKey:
    """Draw a new key."""
    check_name(name)
    return SigningKey(name, secrets.token_bytes(_KEY_SIZE))


def read_verifier_key(line: str) -> VerifierKey:
    """Read a verifier key; the id inside it must be its own."""
    name, key_id, kind, material = _parts(line.strip(), "verifier key")
    found = VerifierKey(name, kind, material)
    if found.id != key_id:
        raise Unproved(f"The verifier key of {name} is not whole: its id is {key_id.hex()}, not {found.id.hex()}.")
    return found


def read_signing_key(line: str) -> SigningKey:
    """Read a signing key."""
    line = line.strip()
    if not line.startswith(_PRIVATE):
        raise Unproved(f"This is not a signing key: it does not begin with {_PRIVATE}.")
    name, key_id, kind, material = _parts(line.removeprefix(_PRIVATE), "signing key")
    found = SigningKey(name, material)
    if kind != NOTE or found.verifier.id != key_id:
        raise Unproved(f"The signing key of {name} is not whole: its id does not fit.")
    return found


def check_name(name: str) -> None:
    """Refuse a name that no key may have."""
    if not name or "+" in name or any(each.isspace() or not each.isprintable() for each in name):
        raise Unproved(f"{name!r} cannot be the name of a key: use no spaces, no plus and no control characters.")


def encode(data: bytes) -> str:
    """Write bytes as base64."""
    return base64.b64encode(data).decode("ascii")


def decode(text: str, what: str) -> bytes:
    """Read base64, in the one way in which it is written."""
    try:
        found = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        found = b""
    if not found or encode(found) != text:
        raise Unproved(f"{what} is not base64: {text[:80]!r}.")
    return found


def _parts(line: str, what: str) -> tuple[str, bytes, int, bytes]:
    name, _plus, rest = line.partition("+")
    hex_id, plus, material = rest.partition("+")
    if not plus:
        raise Unproved(f"This is not a {what}: it must be name+id+key, in one line.")
    check_name(name)
    try:
        key_id = bytes.fromhex(hex_id)
    except ValueError:
        key_id = b""
    key = decode(material, f"The {what} of {name}")
    if len(key_id) != len(b"four") or len(key) != 1 + _KEY_SIZE or key[0] not in _KINDS:
        raise Unproved(f"The {what} of {name} is not an Ed25519 key of a note or a cosignature.")
    return name, key_id, key[0], key[1:]


def _not_installed() -> Unproved:
    return Unproved(
        "Signatures cannot be checked here. Install the missing part: pip install -r dist/proof.txt (README, Install)."
    )
