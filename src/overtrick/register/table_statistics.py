"""Tells SQLite how its tables are filled. PostgreSQL finds that out by itself.

Without it SQLite takes every index for as good as another: it may look for the versions of an event through all that
the federation has. For an office of 70,000 events that was minutes for a page.
"""

from __future__ import annotations

from django.db import connection

#: So many rows of an index are counted: for all tables together a second.
_ROWS = 100_000


def renew() -> bool:
    """Count what tells rows apart. Whether there was anything to do."""
    if connection.vendor != "sqlite":
        return False
    with connection.cursor() as cursor:
        # Nobody else can write meanwhile, so that a long book must not take longer than a short one.
        cursor.execute(f"pragma analysis_limit = {_ROWS}")
        cursor.execute("analyze")
    return True
