"""The mail settings: which server sends letters, and from which address.

OVERTRICK_MAIL is ``smtp://user:password@host:port``, ``smtps://…``, ``file:FOLDER`` or ``none``. OVERTRICK_MAIL_FROM is
the sender.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

_FORMS = "smtp://user:password@host:port, smtps://user:password@host:port, file:FOLDER or none"
#: A name is in front of the address, or not: "Points Office <points@example.org>".
_SENDER = re.compile(r"(?:[^<>@\r\n]*<)?[^\s<>@,;]+@[^\s<>@,;]+\w>?")
_PORTS = {"smtp": 587, "smtps": 465}


class Way(StrEnum):
    """How letters leave the office."""

    NONE = "none"
    FILE = "file"  #: each letter becomes a file
    SMTP = "smtp"  #: encrypted if the server offers it
    SMTPS = "smtps"  #: encrypted from the start


@dataclass(frozen=True, slots=True)
class MailServer:
    """Where letters go, and who sends them."""

    way: Way = Way.NONE
    sender: str = ""
    host: str = ""
    port: int = 0
    user: str = ""
    password: str = field(default="", repr=False)
    tls_required: bool = False
    folder: Path = Path()

    @property
    def is_set_up(self) -> bool:
        """Say whether the office can send letters."""
        return self.way is not Way.NONE

    def __str__(self) -> str:
        """Name the server without its password."""
        if self.way in (Way.SMTP, Way.SMTPS):
            return f"{self.way}://{self.host}:{self.port}"
        return f"{self.way}:{self.folder}" if self.way is Way.FILE else str(self.way)


def from_url(url: str, sender: str, home: Path) -> MailServer:
    """Read the two settings; a folder is one in the office's folder unless its whole path is given."""
    if not url or url == Way.NONE:
        return MailServer()
    way = url.partition(":")[0]
    if ":" not in url or way not in list(Way):
        raise ImproperlyConfigured(f"OVERTRICK_MAIL begins with {way!r}; write {_FORMS}")
    if not _SENDER.fullmatch(sender.strip()):
        found = f"OVERTRICK_MAIL_FROM is {sender!r}" if sender else "OVERTRICK_MAIL needs a sender"
        raise ImproperlyConfigured(f"{found}; set OVERTRICK_MAIL_FROM to an address, such as points@example.org")
    if way == Way.FILE:
        folder = url.removeprefix("file:").removeprefix("//")
        if not folder:
            raise ImproperlyConfigured("OVERTRICK_MAIL names no folder; write file:FOLDER")
        return MailServer(Way.FILE, sender.strip(), folder=home / folder)
    return _server(Way(way), urlsplit(url), sender.strip())


def _server(way: Way, parts: SplitResult, sender: str) -> MailServer:
    try:
        port = parts.port or _PORTS[way]
    except ValueError:
        raise ImproperlyConfigured("OVERTRICK_MAIL has a port that is not a number from 1 to 65535") from None
    if not parts.hostname:
        raise ImproperlyConfigured(f"OVERTRICK_MAIL names no server; write {_FORMS}")
    if parts.path.strip("/"):
        raise ImproperlyConfigured("OVERTRICK_MAIL has more after the port; write / in a password as %2F")
    options = parse_qsl(parts.query, keep_blank_values=True)
    if options not in ([], [("tls", "required")]):
        raise ImproperlyConfigured("OVERTRICK_MAIL has an option that is not known; the only one is ?tls=required")
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    if bool(user) != bool(password):
        raise ImproperlyConfigured("OVERTRICK_MAIL has a user without a password; write both, or neither")
    return MailServer(way, sender, parts.hostname, port, user, password, bool(options))
