"""Database triggers that refuse to change or delete rows of a table, for SQLite and PostgreSQL.

Django hears of a refusal as ``IntegrityError`` from both.
"""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

_SQLITE = """
create trigger {table}_{verb} before {verb} on {table}
begin select raise(abort, '{table} is append-only: post a correction instead'); end
"""

_POSTGRES = """
create or replace function {table}_is_append_only() returns trigger language plpgsql as $$
begin
    raise exception '{table} is append-only: post a correction instead'
        using errcode = 'integrity_constraint_violation';
end $$;
create trigger {table}_unchanged before update or delete on {table}
    for each row execute function {table}_is_append_only();
create trigger {table}_kept before truncate on {table}
    for each statement execute function {table}_is_append_only();
"""

_LIFT_SQLITE = "drop trigger {table}_{verb}"
_LIFT_POSTGRES = "drop trigger {table}_unchanged on {table}; drop trigger {table}_kept on {table}"


def append_only(table: str) -> migrations.RunPython:
    """Make a migration's step that lets rows into the table and never out or changed."""

    def guard(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        if editor.connection.vendor == "sqlite":
            for verb in ("update", "delete"):
                editor.execute(_SQLITE.format(table=table, verb=verb))
        else:
            editor.execute(_POSTGRES.format(table=table))

    return migrations.RunPython(guard, migrations.RunPython.noop)


def lifted(table: str) -> migrations.RunPython:
    """Make a migration's step that lets the steps after it change the table's rows; ``append_only`` ends that."""

    def lift(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
        if editor.connection.vendor == "sqlite":
            for verb in ("update", "delete"):
                editor.execute(_LIFT_SQLITE.format(table=table, verb=verb))
        else:
            editor.execute(_LIFT_POSTGRES.format(table=table))

    return migrations.RunPython(lift, migrations.RunPython.noop)
