"""Checks the database itself: its triggers, its constraints, and whether its files are whole.

Triggers that refuse changes can be dropped by whoever holds the database. They must all be there, word for word, and
no others: a foreign trigger could change what Overtrick writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from django.apps import apps
from django.db import models

from overtrick.register import append_only, sql
from overtrick.register.integrity import Finding

_ROOM = "overtrick."

_SQLITE_TRIGGERS = "select tbl_name, name, sql from sqlite_master where type = 'trigger' order by name"
_POSTGRESQL_TRIGGERS = """
    select relname, tgname, tgenabled, pg_get_triggerdef(pg_trigger.oid, true), prosrc
    from pg_trigger join pg_class on pg_class.oid = tgrelid join pg_proc on pg_proc.oid = tgfoid
    where not tgisinternal and relnamespace = current_schema()::regnamespace order by tgname
"""
_SQLITE_TABLES = "select sql from sqlite_master where type = 'table' and sql is not null"
_CONSTRAINT = re.compile(r'CONSTRAINT "(\w+)"', re.IGNORECASE)
_SQLITE_INDEXES = "select name from sqlite_master where type = 'index'"
_SQLITE_KEYS = """
    select sqlite_master.name, keys."from" from sqlite_master, pragma_foreign_key_list(sqlite_master.name) as keys
    where type = 'table'
"""
_POSTGRESQL_CONSTRAINTS = """
    select conname from pg_constraint where connamespace = current_schema()::regnamespace
    union select indexname from pg_indexes where schemaname = current_schema()
"""
_POSTGRESQL_KEYS = """
    select relname, attname from pg_constraint join pg_class on pg_class.oid = conrelid
    join pg_attribute on attrelid = conrelid and attnum = any(conkey)
    where contype = 'f' and connamespace = current_schema()::regnamespace
"""
_POSTGRESQL_UNCHECKED = """
    select conrelid::regclass::text, conname from pg_constraint
    where not convalidated and connamespace = current_schema()::regnamespace
    union all
    select indrelid::regclass::text, indexrelid::regclass::text from pg_index join pg_class on pg_class.oid = indrelid
    where not indisvalid and relnamespace = current_schema()::regnamespace
"""
_POSTGRESQL_SWITCHED_OFF = """
    select distinct relname from pg_trigger join pg_class on pg_class.oid = tgrelid
    where tgisinternal and tgenabled <> 'O' and relnamespace = current_schema()::regnamespace order by 1
"""
_POSTGRESQL_PAGES = "select checksum_failures from pg_stat_database where datname = current_database()"
#: If very many rows refer to nothing, not every one is listed.
_MOST = 20


def faults() -> Iterator[Finding]:
    """Name what is wrong with the database; inside a read-only transaction."""
    yield from _triggers()
    yield from _constraints()
    yield from _on_sqlite() if sql.on_sqlite() else _on_postgresql()


def _triggers() -> Iterator[Finding]:
    """Compare the triggers that are there with those that should be."""
    there = _sqlite_triggers() if sql.on_sqlite() else _postgresql_triggers()
    for table in append_only.TABLES:
        for name, text in append_only.triggers(table, sql.on_sqlite()).items():
            found = there.pop((table, name), None)
            if found is None:
                yield Finding(f"trigger {name}", f"It is missing: rows of {table} can be changed.")
            elif found != text:
                yield Finding(f"trigger {name}", f"It has been changed: rows of {table} may not be safe.")
    for table, name in there:
        yield Finding(f"trigger {name}", f"It is not one of Overtrick's. It may change what is written to {table}.")


def _sqlite_triggers() -> dict[tuple[str, str], str]:
    return {(table, name): append_only.one_line(text) for table, name, text in sql.rows(_SQLITE_TRIGGERS)}


def _postgresql_triggers() -> dict[tuple[str, str], str]:
    return {
        (table, name): append_only.one_line(f"{text} {source}" if enabled in ("O", b"O") else "disabled")
        for table, name, enabled, text, source in sql.rows(_POSTGRESQL_TRIGGERS)
    }


def _constraints() -> Iterator[Finding]:
    """See that every constraint of the tables is there."""
    names = {name for (name,) in sql.rows(_SQLITE_INDEXES if sql.on_sqlite() else _POSTGRESQL_CONSTRAINTS)}
    if sql.on_sqlite():
        names |= {name for (text,) in sql.rows(_SQLITE_TABLES) for name in _CONSTRAINT.findall(text)}
    keys = set(sql.rows(_SQLITE_KEYS if sql.on_sqlite() else _POSTGRESQL_KEYS))
    for model in _tables():
        table = model._meta.db_table  # noqa: SLF001 - Django's own way to the name of a table
        for each in model._meta.constraints:  # noqa: SLF001 - likewise
            if each.name not in names:
                yield Finding(f"constraint {each.name}", f"It is missing: {table} may hold what it forbids.")
        for field in model._meta.local_concrete_fields:  # noqa: SLF001 - likewise
            if getattr(field, "db_constraint", False) and (table, field.column) not in keys:
                yield Finding(f"foreign key {table}.{field.column}", "It is missing: it may refer to nothing.")


def _tables() -> list[type[models.Model]]:
    return [
        model for config in apps.get_app_configs() if config.name.startswith(_ROOM) for model in config.get_models()
    ]


def _on_sqlite() -> Iterator[Finding]:
    for (says,) in sql.rows("pragma integrity_check(20)"):
        if says != "ok":
            yield Finding("database file", f"It is damaged: {says}.")
    for table, row, refers, _key in sql.rows("pragma foreign_key_check")[:_MOST]:
        yield Finding(f"{table} {row}", f"It refers to a row of {refers} that is missing.")


def _on_postgresql() -> Iterator[Finding]:
    for table, name in sql.rows(_POSTGRESQL_UNCHECKED):
        yield Finding(f"constraint {name}", f"It is not in force: rows of {table} were not checked.")
    for (table,) in sql.rows(_POSTGRESQL_SWITCHED_OFF):
        yield Finding(f"foreign keys of {table}", "They are switched off: rows may refer to nothing.")
    for (pages,) in sql.rows(_POSTGRESQL_PAGES):
        if pages:
            yield Finding("database files", f"They are damaged: {pages} pages were read with a wrong checksum.")
    for model in _tables():
        yield from islice(_references(model), _MOST)


def _references(model: type[models.Model]) -> Iterator[Finding]:
    """Name rows that refer to nothing: somebody may have switched the foreign keys off and on again."""
    meta = model._meta  # noqa: SLF001 - Django's own way to the columns
    key = meta.pk.column or meta.local_concrete_fields[0].column  # a key of several columns has none itself
    for field in meta.local_concrete_fields:
        if not isinstance(field, models.ForeignKey) or not getattr(field, "db_constraint", False):
            continue
        refers = field.related_model._meta  # noqa: SLF001 - likewise
        there = f'select 1 from "{refers.db_table}" r where r."{field.target_field.column}" = t."{field.column}"'  # noqa: S608
        rows = sql.rows(
            f'select "{key}" from "{meta.db_table}" t '  # noqa: S608 - our own names
            f'where "{field.column}" is not null and not exists ({there}) order by 1 limit {_MOST}'
        )
        for (row,) in rows:
            yield Finding(f"{meta.db_table} {row}", f"It refers to a row of {refers.db_table} that is missing.")
