"""What all machines of one office must have in common: the key that signs log-ins, and the folder that they share.

With PostgreSQL an office may run on several machines. The first one leaves a mark of its key in the database, and the
same mark in the database and in the shared folder. Whoever starts with others would log people out at random, count
their tries apart, and not find what another machine made. An office in SQLite is on one machine and needs none of it.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.db import transaction

from overtrick.register import sql
from overtrick.register.errors import Refused
from overtrick.register.tasks.models import HostMark

_KEY, _FOLDER = "secret-key", "shared-folder"
#: In the shared folder: what the database calls it.
MARK = "office-mark"


class NotOneOffice(Refused):
    """This machine has something else than the other machines of the office."""


class Finding(NamedTuple):
    """What a machine must have, and whether it has it."""

    what: str
    where: str
    wrong: str = ""  #: empty: it is as on the other machines
    remedy: str = ""


def findings() -> list[Finding]:
    """Compare this machine with the others; the first one leaves its marks."""
    found = [Finding("database", settings.DATABASES["default"].get("HOST") or "on this machine"), _key()]
    if not sql.on_sqlite():
        found.append(_folder())
    return found


def need_common() -> None:
    """Refuse to serve or work on a machine that is not like the others."""
    for each in findings():
        if each.wrong:
            raise NotOneOffice(each.wrong, each.remedy, code="not-one-office")


def forget() -> None:
    """Forget the marks: the next machine that starts leaves new ones. For a key or a folder that was replaced."""
    HostMark.objects.all().delete()


def _key() -> Finding:
    where = "OVERTRICK_SECRET_KEY, or secret-key in the office's folder"
    if settings.SECRET_KEY == settings.NO_KEY:
        return Finding(
            "key",
            where,
            "This machine has no key of the office.",
            f"Copy secret-key from the first machine into {settings.HOME}, or set OVERTRICK_SECRET_KEY.",
        )
    if sql.on_sqlite():
        return Finding("key", where)
    ours = hmac.new(settings.SECRET_KEY.encode(), b"overtrick host mark", hashlib.sha256).hexdigest()
    if _kept(_KEY, ours) == ours:
        return Finding("key", where)
    return Finding(
        "key",
        where,
        "The key of this machine is not that of the other machines of the office.",
        f"Copy secret-key from the first machine into {settings.HOME}, or set OVERTRICK_SECRET_KEY. "
        "If the key was replaced everywhere, run overtrick office doctor --forget first.",
    )


def _folder() -> Finding:
    place = Path(settings.SHARED)
    remedy = "Set OVERTRICK_SHARED to one folder that all machines of the office can read and write."
    file = place / MARK
    try:
        there = file.read_text("ascii").strip() if file.is_file() else ""
        known = _kept(_FOLDER, there or secrets.token_hex(32))
        if not there and not HostMark.objects.filter(name=_FOLDER, taken=True).exists():
            place.mkdir(parents=True, exist_ok=True)
            file.write_text(f"{known}\n", "ascii")
            there = known
    except (OSError, UnicodeDecodeError) as error:
        return Finding("shared folder", str(place), f"The folder {place} cannot be used: {error}.", remedy)
    if there != known:
        wrong = f"The folder {place} is not the one that the other machines of the office share."
        return Finding(
            "shared folder",
            str(place),
            wrong,
            f"{remedy} If it was moved without its file {MARK}, run overtrick office doctor --forget first.",
        )
    HostMark.objects.filter(name=_FOLDER, taken=False).update(taken=True)
    return Finding("shared folder", str(place))


def _kept(name: str, ours: str) -> str:
    """Give the mark that the database has; the first who asks leaves theirs."""
    with transaction.atomic():
        HostMark.objects.bulk_create([HostMark(name=name, mark=ours)], ignore_conflicts=True)
        return HostMark.objects.get(name=name).mark
