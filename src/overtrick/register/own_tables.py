"""A step of a migration that makes tables which no model describes; a new office makes them by the same step."""

from __future__ import annotations

from collections.abc import Callable

from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState


class own_tables(Operation):  # noqa: N801 - written in migrations like Django's own steps
    """Makes tables in a database, and takes them out again."""

    reversible = True

    def __init__(
        self, make: Callable[[BaseDatabaseSchemaEditor], None], drop: Callable[[BaseDatabaseSchemaEditor], None]
    ) -> None:
        """Take both ways."""
        self.make = make
        self.drop = drop

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """No model changes."""

    def database_forwards(
        self,
        app_label: str,  # noqa: ARG002 - as Django calls it
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,  # noqa: ARG002
        to_state: ProjectState,  # noqa: ARG002
    ) -> None:
        """Make the tables."""
        self.make(schema_editor)

    def database_backwards(
        self,
        app_label: str,  # noqa: ARG002 - as Django calls it
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,  # noqa: ARG002
        to_state: ProjectState,  # noqa: ARG002
    ) -> None:
        """Take them out."""
        self.drop(schema_editor)

    def describe(self) -> str:
        """Say what the step does."""
        return "Make tables that no model describes"
