"""Applies migrations one after another, as Django does, but gives each step only the models it needs.

Django keeps all models of the moment ready, and builds most of them again at every step, because nearly all are
related. To make or drop a table, to add an index or a constraint, or to add or alter a column that nothing refers to,
one model is enough, with those it refers to. Every other step gets all models.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from django.db import connection
from django.db.migrations import operations
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState
from django.db.migrations.utils import resolve_relation

Name = tuple[str, str]  #: app and model, in small letters

#: None of them changes what other tables refer to.
_OF_ONE_TABLE = (
    operations.AddConstraint,
    operations.AddField,
    operations.AddIndex,
    operations.RemoveConstraint,
    operations.RemoveIndex,
)


def apply(targets: Sequence[tuple[str, str]], before_each: Callable[[], None]) -> None:
    """Apply what is missing up to these migrations; inside a transaction."""
    executor = MigrationExecutor(connection)
    loader, recorder = executor.loader, executor.recorder
    recorder.ensure_schema()
    state = loader.project_state([each for each in loader.applied_migrations if each in loader.graph.nodes])
    for migration, _backwards in executor.migration_plan(targets):
        before_each()
        app = migration.app_label
        with connection.schema_editor(atomic=migration.atomic) as editor:
            for step in migration.operations:
                before, after = state, state.clone()
                step.state_forwards(app, after)
                table = _table_of(step, app, before)
                step.database_forwards(app, editor, _narrowed(before, table), _narrowed(after, table))
                # A copy has no models yet: the next step need not build them again.
                state = ProjectState(after.models, after.real_apps)
            for each in migration.replaces or [(app, migration.name)]:
                recorder.record_applied(*each)


def _table_of(step: Operation, app: str, before: ProjectState) -> Name | None:
    """Name the one model that a step is about; none if others may matter."""
    if isinstance(step, (operations.CreateModel, operations.DeleteModel)):
        return app, step.name_lower
    if isinstance(step, operations.AlterField):
        name = app, step.model_name_lower
        was = before.models[name].fields[step.name]
        return None if any(each.unique or each.remote_field for each in (was, step.field)) else name
    return (app, step.model_name_lower) if isinstance(step, _OF_ONE_TABLE) else None


def _narrowed(state: ProjectState, table: Name | None) -> ProjectState:
    """Leave only a model and those it refers to, directly or by others; all, if none is named."""
    if table is None:
        return ProjectState(state.models, state.real_apps)
    found: set[Name] = set()
    open_ = {table}
    while open_:
        found |= (more := {each for each in open_ if each in state.models})
        open_ = {other for each in more for other in _referred(state, each)} - found
    return ProjectState({each: model for each, model in state.models.items() if each in found}, state.real_apps)


def _referred(state: ProjectState, name: Name) -> Iterator[Name]:
    model = state.models[name]
    for field in model.fields.values():
        if field.remote_field is not None:
            yield resolve_relation(field.remote_field.model, *name)
            if getattr(field.remote_field, "through", None) is not None:
                yield resolve_relation(field.remote_field.through, *name)
    for base in model.bases:
        if isinstance(base, str):
            yield resolve_relation(base, *name)
