"""Locks backups with age (age-encryption.org): for the holder of a key, or with a passphrase."""

from __future__ import annotations

import io
import os
import shutil
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from threading import Thread
from typing import IO, NamedTuple

import pyrage

from overtrick.register.errors import Refused

_BEGINS = b"age-encryption.org/"
_KEY = "AGE-SECRET-KEY-"
#: A passphrase is guessed at home, without anybody noticing.
_SHORTEST = 12


class WrongKey(Refused):
    """What was given does not lock or unlock the file."""


class Lock(NamedTuple):
    """What a backup is locked with; with nothing, it is not."""

    recipients: Sequence[str] = ()
    passphrase: str = ""


class Key(NamedTuple):
    """What a backup is unlocked with."""

    identities: Sequence[str] = ()
    passphrase: str = ""


def new_identity() -> tuple[str, str]:
    """Make a key: the secret that unlocks, and the public name that locks."""
    identity = pyrage.x25519.Identity.generate()
    return str(identity), str(identity.to_public())


def check_lock(lock: Lock) -> None:
    """Refuse what cannot lock anything, before a backup is begun."""
    if lock.recipients and lock.passphrase:
        raise WrongKey(
            "A backup is locked for a key or with a passphrase.", "Choose one of them.", code="backup-lock-unclear"
        )
    if lock.passphrase and len(lock.passphrase) < _SHORTEST:
        found = f"The passphrase has {len(lock.passphrase)} characters."
        raise WrongKey(
            found, f"Choose one with at least {_SHORTEST}; four or five words are good.", code="passphrase-too-short"
        )
    _recipients(lock)


@contextmanager
def locking(out: IO[bytes], lock: Lock) -> Iterator[IO[bytes]]:
    """Give a file to write to; what is written there comes out locked, and is nowhere else."""
    if lock.recipients:
        with _for_recipients(out, lock) as plain:
            yield plain
    elif lock.passphrase:
        plain = io.BytesIO()
        yield plain
        out.write(pyrage.passphrase.encrypt(plain.getvalue(), lock.passphrase))
    else:
        yield out


@contextmanager
def _for_recipients(out: IO[bytes], lock: Lock) -> Iterator[IO[bytes]]:
    """Lock while it is written: one thread writes into a pipe, another reads from there."""
    recipients = _recipients(lock)
    failed: list[BaseException] = []
    ends = os.pipe()
    outlet, inlet = os.fdopen(ends[0], "rb"), os.fdopen(ends[1], "wb")

    def encrypt() -> None:
        try:
            pyrage.encrypt_io(outlet, out, recipients)
        except BaseException as error:  # noqa: BLE001 - it is raised where somebody waits for it
            failed.append(error)
        finally:
            outlet.close()  # whoever still writes is told

    thread = Thread(target=encrypt)
    thread.start()
    try:
        with inlet:
            yield inlet
    except BrokenPipeError:
        pass  # the reason is the other thread's
    finally:
        thread.join()
    if failed:
        raise failed[0]


@contextmanager
def unlocked(file: Path, key: Key) -> Iterator[IO[bytes]]:
    """Open a backup; a locked one is unlocked into a file without a name, which is gone when it is closed."""
    with file.open("rb") as locked:
        begins = locked.read(len(_BEGINS))
        locked.seek(0)
        if begins != _BEGINS:
            yield locked
            return
        with TemporaryFile() as plain:
            _unlock(locked, plain, key, file)
            plain.seek(0)
            yield plain


def _unlock(locked: IO[bytes], plain: IO[bytes], key: Key, file: Path) -> None:
    if not key.identities and not key.passphrase:
        remedy = "Name the file with its key (--identity) or its passphrase (--passphrase-file)."
        raise WrongKey(f"{file} is locked.", remedy, code="backup-locked")
    try:
        if key.passphrase:
            shutil.copyfileobj(io.BytesIO(pyrage.passphrase.decrypt(locked.read(), key.passphrase)), plain)
        else:
            pyrage.decrypt_io(locked, plain, _identities(key))
    except pyrage.DecryptError as error:
        found = f"{file} cannot be unlocked: {error}."
        raise WrongKey(
            found, "Check that the key or the passphrase is the one of this backup.", code="backup-key-wrong"
        ) from None


def _recipients(lock: Lock) -> list[pyrage.x25519.Recipient]:
    found = []
    for each in lock.recipients:
        try:
            found.append(pyrage.x25519.Recipient.from_str(each))
        except pyrage.RecipientError:
            remedy = "It begins with age1; overtrick office backup-key makes one."
            raise WrongKey(f"{each!r} is not the public name of a key.", remedy, code="not-a-public-key") from None
    return found


def _identities(key: Key) -> list[pyrage.x25519.Identity]:
    """Read the lines of a file of keys; others are comments."""
    try:
        return [pyrage.x25519.Identity.from_str(each) for each in key.identities if each.startswith(_KEY)]
    except pyrage.IdentityError as error:
        raise WrongKey(
            f"The file of the key cannot be read: {error}.",
            "Choose the one of this backup.",
            code="key-file-unreadable",
        ) from None
