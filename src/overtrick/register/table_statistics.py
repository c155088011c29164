"""Tells SQLite how its tables are filled. PostgreSQL finds that out by itself.

Without it SQLite takes every index for as good as another: it may look for the versions of an event through all that
the federation has. For an office of 70,000 events that was minutes for a page.
"""

from __future__ import annotations

from django.db import connection

from overtrick.register import sql

#: So many rows of an index are counted, so that a long book takes no longer than a short one.
_ROWS = 100_000

#: Indexes, and the tables of which only a count is kept: those without an index of all their rows.
_COUNTED = """
    select name from sqlite_master where type = 'index'
    union all
    select name from sqlite_master as tables where type = 'table'
    and not exists (select 1 from pragma_index_list(tables.name) where partial = 0)
    order by 1
"""


def counted() -> list[str]:
    """Name what is to be counted; nothing on PostgreSQL."""
    return [name for (name,) in sql.rows(_COUNTED)] if sql.on_sqlite() else []


def count(name: str) -> None:
    """Count what tells the rows of an index apart, or the rows of a table. Nobody else can write meanwhile."""
    with connection.cursor() as cursor:
        cursor.execute(f"pragma analysis_limit = {_ROWS}")
        cursor.execute(f"analyze {connection.ops.quote_name(name)}")
