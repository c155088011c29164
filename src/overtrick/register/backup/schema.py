"""The tables as a database or a backup has them: the migrations that made them, and the models of that moment.

A backup is written and restored by the models of its own migrations, not by those of the program. So a new version can
save an office before it upgrades it, and restore what an old version saved.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from django.apps import apps
from django.core.management import call_command
from django.db import connection, models, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.recorder import MigrationRecorder

from overtrick.register import new_database, sql
from overtrick.register.backup import apply_migrations
from overtrick.register.errors import Refused

Migration = tuple[str, str]  #: app and name
Model = type[models.Model]

_ROOM = "overtrick."
#: Tables of others that belong to an office: the second factors.
_ALSO = {"otp_totp.totpdevice"}
#: Log-ins of earlier versions, with the very keys that browsers have.
_NEVER = {"logging_in.visit"}
#: Who has neither has nothing to lose.
_WORTH_KEEPING = ("federations_federation", "accounts_user")


class NewerTables(Refused):
    """A later version of the program made these tables."""


def applied() -> list[Migration]:
    """Name the migrations that made the tables of this database; none in an empty one."""
    return sorted(MigrationRecorder(connection).applied_migrations())


class Difference(NamedTuple):
    """How the tables of this database differ from those of this version."""

    pending: list[Migration]  #: to be done by an upgrade
    unknown: list[Migration]  #: done by a later version


def difference() -> Difference:
    """Compare the tables of this database with those of this version."""
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    pending = [(each.app_label, each.name) for each, _backwards in plan]
    return Difference(pending, _unknown(executor, executor.loader.applied_migrations))


def unknown(migrations: Iterable[Migration]) -> list[Migration]:
    """Name the migrations that this version does not know; those of apps that it no longer has do not count."""
    return _unknown(MigrationExecutor(connection), migrations)


def _unknown(executor: MigrationExecutor, migrations: Iterable[Migration]) -> list[Migration]:
    loader = executor.loader
    return [each for each in migrations if each[0] in loader.migrated_apps and each not in loader.disk_migrations]


def tables(migrations: Iterable[Migration]) -> list[Model]:
    """Give the tables of an office as these migrations made them, without what is for the moment only."""
    ours = {config.label for config in apps.get_app_configs() if config.name.startswith(_ROOM)}
    return [
        model
        for model in _models(migrations)
        if label(model) in _ALSO or (model._meta.app_label in ours and is_kept(label(model)))  # noqa: SLF001
    ]


def label(model: Model) -> str:
    """Name a table, as backups do."""
    return model._meta.label_lower  # noqa: SLF001 - Django's own way to the name of a table


def is_kept(name: str) -> bool:
    """Say whether a table is in backups: a model with ``in_backups = False`` is not, such as sessions and counters."""
    if name in _NEVER:
        return False
    try:
        return bool(getattr(apps.get_model(name), "in_backups", True))
    except LookupError:
        return True  # a table of an earlier version


def holds_something() -> bool:
    """Say whether somebody's work is in this database."""
    there = set(connection.introspection.table_names())
    return any(table in there and sql.rows(f"select 1 from {table} limit 1") for table in _WORTH_KEEPING)  # noqa: S608


def drop() -> None:
    """Throw the tables of the office away; a database may have others beside them."""
    ours = {table for model in _models(applied(), also_between=True) for table in [model._meta.db_table]}  # noqa: SLF001
    ours |= {*connection.introspection.django_table_names(), MigrationRecorder.Migration._meta.db_table}  # noqa: SLF001
    cascade = "" if connection.vendor == "sqlite" else " cascade"
    with connection.cursor() as cursor:
        for table in sorted(ours.intersection(connection.introspection.table_names(cursor))):
            cursor.execute(f"drop table {connection.ops.quote_name(table)}{cascade}")


def make(migrations: Iterable[Migration]) -> None:
    """Make the tables in an empty database as these migrations do."""
    last = last_of(MigrationExecutor(connection), migrations)
    new_database.make_at_once(last)
    apply_migrations.apply(last, before_each=_check_references)
    _check_references()


def make_newest() -> None:
    """Bring the tables up to this version; the rows that are there come along."""
    newest = MigrationExecutor(connection).loader.graph.leaf_nodes()
    apply_migrations.apply(newest, before_each=_check_references)
    _check_references()
    # Nothing is left to migrate; what Django notes after a migration is still to be written.
    call_command("migrate", verbosity=0, interactive=False)


def _check_references() -> None:
    """Begin a migration as if it had a transaction of its own: what is written is checked, what follows later.

    PostgreSQL changes no table while rows of it wait to be checked, and a migration may count on the check being later.
    """
    if connection.vendor == "postgresql":
        sql.run("set constraints all immediate")
        sql.run("set constraints all deferred")


@contextmanager
def all_or_nothing() -> Iterator[None]:
    """Change tables and rows in one transaction: whatever goes wrong, the database is as it was.

    SQLite lets tables be changed only while it does not look at what refers to what, and that has to be said before.
    """
    if connection.vendor != "sqlite":
        with transaction.atomic():
            yield
        return
    connection.disable_constraint_checking()
    try:
        with transaction.atomic():
            yield
            connection.check_constraints()
    finally:
        connection.enable_constraint_checking()


def _models(migrations: Iterable[Migration], *, also_between: bool = False) -> list[Model]:
    """Give the models of a moment, with the tables between two of them if wanted."""
    executor = MigrationExecutor(connection)
    state = executor.loader.project_state(last_of(executor, migrations))
    return list(state.apps.get_models(include_auto_created=also_between))


def last_of(executor: MigrationExecutor, migrations: Iterable[Migration]) -> list[Migration]:
    """Name the last migration of each app; those before it come with it."""
    graph = executor.loader.graph
    known = {each for each in migrations if each in graph.nodes}
    return sorted(
        each
        for each in known
        if not any(child.key in known and child.key[0] == each[0] for child in graph.node_map[each].children)
    )
