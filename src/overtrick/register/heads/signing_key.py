"""The key that signs the heads: a file of its own, never in the database and never in a backup."""

from __future__ import annotations

import os
import secrets
from ipaddress import ip_address
from pathlib import Path

from django.conf import settings

from overtrick.register.errors import Refused
from overtrick.transparency import keys
from overtrick.transparency.errors import Unproved
from overtrick.transparency.keys import SigningKey

PLACE = "OVERTRICK_SIGNING_KEY"


class NoSigningKey(Refused):
    """There is no key to sign with, or what is there is none."""


def file() -> Path:
    """Say where the key is: in the office's folder, or where OVERTRICK_SIGNING_KEY says."""
    return Path(os.environ.get(PLACE) or settings.HOME / "signing-key")


def read() -> SigningKey:
    """Read the key."""
    place = file()
    try:
        return keys.read_signing_key(place.read_text("utf-8"))
    except FileNotFoundError:
        remedy = f"Bring it back to {place}, or make a new one with overtrick office signing-key --new."
        raise NoSigningKey(f"There is no signing key in {place}.", remedy, code="no-signing-key") from None
    except (OSError, UnicodeDecodeError, Unproved) as error:
        raise NoSigningKey(
            f"The signing key in {place} cannot be read: {error}", "Bring it back.", code="signing-key-unreadable"
        ) from None


def make() -> SigningKey | None:
    """Make a key where there is none yet; None where there is one."""
    place = file()
    made = keys.new_key(_name())
    try:
        opened = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return None
    except OSError as error:
        raise NoSigningKey(
            f"The signing key cannot be written to {place}: {error.strerror}.", "", code="signing-key-not-written"
        ) from None
    with os.fdopen(opened, "w", encoding="utf-8") as out:
        out.write(f"{made.written()}\n")
    return made


def replace() -> tuple[SigningKey | None, SigningKey]:
    """Make a new key under the old name; the old one is kept beside it. Both are given, the old one if it was there."""
    try:
        old = read()
    except NoSigningKey:
        old = None
    place = file()
    if place.exists():
        name = old.verifier.id.hex() if old else secrets.token_hex(4)
        place.rename(place.with_name(f"{place.name}-{name}-old"))
    made = make()
    if made is None:
        raise NoSigningKey(
            f"Somebody else has just made a signing key in {place}.",
            "Nothing was changed.",
            code="signing-key-made-meanwhile",
        )
    return old, made


def _name() -> str:
    """Name the office as outsiders know it: by its address, or by chance where it has none in public."""
    for host in settings.ALLOWED_HOSTS:
        if "." in host.strip(".") and not host.startswith((".", "*")) and not _is_number(host):
            return str(host)
    return f"overtrick-{secrets.token_hex(4)}"


def _is_number(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True
