"""Makes the tables of an empty database at once, as the migrations would make them one after another.

Django can work out how the models look after any set of migrations without touching a database. From that state all
tables are made in one transaction, the append-only triggers and the tables that no model describes are added, and the
migrations are recorded as applied.

A migration may also have steps that the models do not show (RunPython, RunSQL). One that only carries over rows of
earlier versions says ``elidable=True``: it has nothing to do here. A migration with any other such step is left for
Django to apply afterwards, with all migrations that build on it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from django.core.management import call_command
from django.db import connection
from django.db.migrations import Migration
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.operations import fields, models, special
from django.db.migrations.operations.base import Operation

from overtrick.register.append_only import append_only, lifted
from overtrick.register.own_tables import own_tables

Name = tuple[str, str]  #: app and migration

#: The state shows all that these do.
_OF_MODELS = {fields.__name__, models.__name__}
#: It changes rows that are there; in an empty database there are none. Django does not say so itself.
_ROWS_ONLY = {("auth", "0011_update_proxy_permissions")}


def make() -> None:
    """Make the tables of this version in a database that has none, with what Django itself notes in them."""
    executor = MigrationExecutor(connection)
    make_at_once(executor.loader.graph.leaf_nodes())
    call_command("migrate", verbosity=0, interactive=False)


def make_at_once(targets: Iterable[Name]) -> None:
    """Make the tables as these migrations and all before them do, but for those that Django has to apply itself."""
    executor = MigrationExecutor(connection)
    later = left_to_apply(executor, targets)
    done = [each for each in _plan(executor, targets) if _name(each) not in later]
    state = executor.loader.project_state([_name(each) for each in done])
    with connection.schema_editor() as editor:
        executor.recorder.ensure_schema()
        for model in (state.apps.get_model(*each) for each in state.models):
            if model._meta.can_migrate(connection):  # noqa: SLF001 - Django's own way to ask
                editor.create_model(model)
        for guard in _guards(done, connection.introspection.table_names()):
            guard.change(editor)
        for step in (step for migration in done for step in migration.operations):
            if isinstance(step, own_tables):
                step.make(editor)
        for migration in done:
            for app, name in migration.replaces or [_name(migration)]:
                executor.recorder.record_applied(app, name)


def left_to_apply(executor: MigrationExecutor, targets: Iterable[Name]) -> set[Name]:
    """Name the migrations with a step whose effect the models do not show, and those that build on them."""
    nodes = executor.loader.graph.node_map
    found: set[Name] = set()
    for migration in _plan(executor, targets):
        name = _name(migration)
        if _has_other_steps(migration) or any(parent.key in found for parent in nodes[name].parents):
            found.add(name)
    return found


def _plan(executor: MigrationExecutor, targets: Iterable[Name]) -> list[Migration]:
    return [migration for migration, _backwards in executor.migration_plan(list(targets), clean_start=True)]


def _has_other_steps(migration: Migration) -> bool:
    return _name(migration) not in _ROWS_ONLY and not all(map(_is_shown, migration.operations))


def _is_shown(step: Operation) -> bool:
    """Say whether nothing is missing when the models and the append-only tables are there."""
    return (
        type(step).__module__ in _OF_MODELS
        or isinstance(step, (append_only, lifted, own_tables))
        or step.elidable
        or (isinstance(step, special.RunPython) and step.code is special.RunPython.noop)
    )


def _guards(migrations: Iterable[Migration], tables: Collection[str]) -> list[append_only]:
    """Give the tables that are append-only in the end; one may have been lifted, or be gone."""
    found: dict[str, append_only] = {}
    for step in (step for migration in migrations for step in migration.operations):
        if isinstance(step, append_only):
            found[step.table] = step
        elif isinstance(step, lifted):
            found.pop(step.table, None)
    return [guard for table, guard in found.items() if table in tables]


def _name(migration: Migration) -> Name:
    return migration.app_label, migration.name
