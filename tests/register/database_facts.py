"""Everything a database is made of: python -m tests.register.database_facts new|upgraded|migrated.

Makes the database of the settings and prints what is in it: made at once, or upgraded from the first release as offices
are, or migrated by Django itself. The states are
those of the releases, from the first to this version: ``{"0.1.0": {"table a": ["column …", "constraint …"]}}``.

Two things are left out. The order of columns: they are known by their names everywhere, and Django moves those that
refer to their own table to the end when it changes a table of SQLite. And names of constraints that nobody chose.
"""

from __future__ import annotations

import json
import os
import re
import sys
import zipfile
from collections import defaultdict
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

BACKUPS = Path(__file__).parent / "backups"
THIS_VERSION = "this version"

Facts = dict[str, list[str]]

_SQLITE = """
    select type || ' ' || name, tbl_name, sql from sqlite_master where sql is not null and name not like 'sqlite_%'
"""
#: Each gives what it is about, and what is said of it.
_POSTGRES = (
    """select 'table ' || relname, concat_ws(' ', 'column', attname, format_type(atttypid, atttypmod),
            case when attnotnull then 'not null' end, attidentity, attgenerated, attcollation::regcollation,
            pg_get_expr(adbin, adrelid))
        from pg_attribute join pg_class on pg_class.oid = attrelid
            left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where relkind = 'r' and attnum > 0 and not attisdropped and relnamespace = current_schema()::regnamespace""",
    """select 'table ' || conrelid::regclass, concat_ws(' ', 'constraint', conname, pg_get_constraintdef(oid),
            case when convalidated then 'checked' end)
        from pg_constraint where conrelid <> 0 and connamespace = current_schema()::regnamespace""",
    "select 'table ' || tablename, indexdef from pg_indexes where schemaname = current_schema()",
    """select 'table ' || relname, pg_get_triggerdef(pg_trigger.oid) || ' ' || tgenabled::text
        from pg_trigger join pg_class on pg_class.oid = tgrelid
        where not tgisinternal and relnamespace = current_schema()::regnamespace""",
    """select 'function ' || proname, pg_get_functiondef(oid) from pg_proc
        where pronamespace = current_schema()::regnamespace""",
    """select 'sequence ' || sequencename,
            concat_ws(' ', data_type, start_value, min_value, max_value, increment_by, cycle)
        from pg_sequences where schemaname = current_schema()""",
    "select 'relation ' || relname, relkind::text from pg_class where relnamespace = current_schema()::regnamespace",
)
#: A name that nobody chose, of a primary key or of a column that is unique or never null: it depends on the past.
_NOT_CHOSEN = re.compile(r"\b\w+(_[0-9a-f]{8}_uniq|_(pkey|key|not_null)\d*)\b")
#: When a migration was applied, and in which order.
_OF_THE_MOMENT = {"django_migrations": {"id", "applied"}}


def main(how: str) -> None:
    """Print the facts of the database at each release."""
    states: dict[str, list[tuple[str, str]]] = {}
    for file in sorted(BACKUPS.glob("*.backup")):
        with zipfile.ZipFile(file) as packed:
            states[file.stem] = [(app, name) for app, name in json.loads(packed.read("manifest.json"))["migrations"]]
    found = {}
    for version, applied in states.items():
        _HOW[how](applied)
        found[version] = facts()
    _finish(how)
    print(json.dumps(found | {THIS_VERSION: facts()}))  # noqa: T201 - this is what it is for


def _make_new(applied: list[tuple[str, str]]) -> None:
    from overtrick.register.backup import schema  # noqa: PLC0415 - after Django is set up

    _empty()
    schema.make(applied)


def _empty() -> None:
    """Throw everything away, so that nothing is left of the state before."""
    from overtrick.register import sql  # noqa: PLC0415 - after Django is set up
    from overtrick.register.backup import schema  # noqa: PLC0415

    if connection.vendor == "sqlite":
        schema.drop()
    else:
        sql.run("drop schema public cascade")
        sql.run("create schema public")


def _migrate(applied: list[tuple[str, str]]) -> None:
    from overtrick.register.backup import schema  # noqa: PLC0415 - after Django is set up

    executor = MigrationExecutor(connection)
    executor.migrate(schema.last_of(executor, applied))


def _upgrade(applied: list[tuple[str, str]]) -> None:
    from overtrick.register.backup import apply_migrations, schema  # noqa: PLC0415 - after Django is set up

    with schema.all_or_nothing():
        last = schema.last_of(MigrationExecutor(connection), applied)
        apply_migrations.apply(last, before_each=lambda: None)


_HOW = {"new": _make_new, "upgraded": _upgrade, "migrated": _migrate}


def _finish(how: str) -> None:
    from overtrick.register import new_database  # noqa: PLC0415 - after Django is set up
    from overtrick.register.backup import schema  # noqa: PLC0415

    if how == "new":
        _empty()
        new_database.make()
    elif how == "upgraded":
        with schema.all_or_nothing():
            schema.make_newest()
    else:
        call_command("migrate", verbosity=0)


def facts() -> Facts:
    """List what the database is made of, and its rows."""
    found: Facts = defaultdict(list)
    on_sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        if on_sqlite:
            cursor.execute(_SQLITE)
            for about, table, sql in cursor.fetchall():
                found[about] += [table, *(parts(sql) if about.startswith("table ") else [sql])]
        else:
            for query in _POSTGRES:
                cursor.execute(query)
                for about, said in cursor.fetchall():
                    found[_NOT_CHOSEN.sub("its own", about)].append(_NOT_CHOSEN.sub("its own", said))
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'select * from "{table}"')  # noqa: S608 - its own name
            columns = [each[0] for each in cursor.description]
            found[f"rows of {table}"] = [_row(table, columns, row) for row in cursor.fetchall()]
    return {about: sorted(said) for about, said in found.items()}


def parts(sql: str) -> list[str]:
    """Take a ``create table`` apart at the commas between its columns and constraints."""
    inside = sql[sql.index("(") + 1 : sql.rindex(")")]
    found, depth, text = [""], 0, False
    for each in inside:
        text ^= each == "'"
        depth += 0 if text else {"(": 1, ")": -1}.get(each, 0)
        if each == "," and not depth and not text:
            found.append("")
        else:
            found[-1] += each
    return [*(re.sub(r"\s+", " ", each.strip()) for each in found), sql[sql.rindex(")") :]]


def _row(table: str, columns: list[str], row: tuple[Any, ...]) -> str:
    left_out = _OF_THE_MOMENT.get(table, ())
    return str({name: value for name, value in sorted(zip(columns, row, strict=True)) if name not in left_out})


if __name__ == "__main__":
    os.environ["DJANGO_SETTINGS_MODULE"] = "overtrick.register.settings"
    import django

    django.setup()
    main(sys.argv[1])
