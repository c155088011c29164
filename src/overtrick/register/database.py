"""The database settings: SQLite in one file, or the PostgreSQL that DATABASE_URL names."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

#: Readers never wait for the writer; a writer waits its turn up to so many seconds.
_PATIENCE = 20
_PRAGMAS = (
    "journal_mode=WAL",
    # What was said to be submitted is on the disk, whatever happens to the power.
    "synchronous=FULL",
    # A month's entries touch pages all over the book: with room for them, each is written once (20 MB, pages of 4 KB).
    "cache_size=-20000",
    "wal_autocheckpoint=5000",
    "foreign_keys=ON",
    # Without them INSERT OR REPLACE takes a row out behind the back of the trigger that keeps it.
    "recursive_triggers=ON",
    # Up to a gigabyte is read where the system has it in memory, not copied: a long book costs little more.
    "mmap_size=1073741824",
)
_SQLITE = {
    "transaction_mode": "IMMEDIATE",
    "timeout": _PATIENCE,
    "init_command": "; ".join(f"PRAGMA {each}" for each in _PRAGMAS),
}
#: A connection serves one request after another: to open one takes longer than most pages.
_STAYS_OPEN = {"CONN_MAX_AGE": None, "CONN_HEALTH_CHECKS": True}
_POSTGRES = ("postgres", "postgresql")


def from_url(url: str, home: Path) -> dict[str, Any]:
    """Turn DATABASE_URL into Django's words; without one, the office's own file."""
    parts = urlsplit(url)
    if not url or parts.scheme == "sqlite":
        # sqlite:///relative.sqlite3, sqlite:////absolute.sqlite3
        file = unquote(parts.path[1:]) if url else str(home / "office.sqlite3")
        return {"ENGINE": "django.db.backends.sqlite3", "NAME": file, "OPTIONS": dict(_SQLITE), **_STAYS_OPEN}
    if parts.scheme not in _POSTGRES:
        message = f"DATABASE_URL begins with {parts.scheme!r}; it must begin with sqlite:// or postgresql://"
        raise ImproperlyConfigured(message)
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path[1:]),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": unquote(parts.hostname or ""),
        "PORT": str(parts.port or ""),
        "OPTIONS": {"options": f"-c lock_timeout={_PATIENCE}s", "connect_timeout": "5"} | dict(parse_qsl(parts.query)),
        **_STAYS_OPEN,
    }


def secret(home: Path) -> str:
    """Read the office's key; empty if the office is not set up yet."""
    file = home / "secret-key"
    return file.read_text("ascii").strip() if file.is_file() else ""
