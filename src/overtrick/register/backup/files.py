"""Files of backups: whole or not there, for nobody else to read, and only so many of them."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import IO

#: Names that we give ourselves: overtrick-20261116-031500.backup, with .age if it is locked.
_NAME = re.compile(r"overtrick-\d{8}-\d{6}\.backup(\.age)?")
_PART = ".part"
#: A file that is being written grows; after so many seconds without it, whoever wrote it was stopped.
_ABANDONED = 600


def name_at(at: datetime, *, locked: bool) -> str:
    """Name a backup by its moment."""
    return f"overtrick-{at:%Y%m%d-%H%M%S}.backup{'.age' if locked else ''}"


@contextmanager
def written(file: Path) -> Iterator[IO[bytes]]:
    """Write a file that is there when it is whole, and that nobody else could read before either."""
    beside = file.with_name(f".{file.name}{_PART}")
    beside.unlink(missing_ok=True)
    try:
        with open(beside, "xb", opener=_for_nobody_else) as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        os.replace(beside, file)  # noqa: PTH105 - one step, so that nobody sees half a file
    finally:
        beside.unlink(missing_ok=True)


@contextmanager
def scratch(folder: Path, at: datetime) -> Iterator[Path]:
    """Give an empty file that nobody else can read, and that is gone afterwards."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    file = folder / f".{name_at(at, locked=False)}{_PART}"
    file.unlink(missing_ok=True)
    try:
        with open(file, "xb", opener=_for_nobody_else):
            pass
        yield file
    finally:
        file.unlink(missing_ok=True)


def remove_abandoned(folder: Path) -> list[Path]:
    """Remove what backups that were stopped left behind."""
    began = time.time() - _ABANDONED
    found = [
        each
        for each in folder.glob(f".*{_PART}")
        if _NAME.fullmatch(each.name[1 : -len(_PART)]) and each.stat().st_mtime < began
    ]
    for each in found:
        each.unlink(missing_ok=True)
    return found


def rotate(folder: Path, keep: int) -> list[Path]:
    """Remove the oldest backups that bear our names, and keep so many."""
    ours = sorted(each for each in folder.iterdir() if _NAME.fullmatch(each.name))
    old = ours[:-keep]
    for each in old:
        each.unlink()
    return old


def _for_nobody_else(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
