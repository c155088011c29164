"""Database triggers that refuse to change or delete rows of a table, for SQLite and PostgreSQL.

Django hears of a refusal as ``IntegrityError`` from both.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from django.db import connection
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import ProjectState

#: The tables that migrations have made so.
TABLES = (
    "audit_place",
    "audit_record",
    "competitions_assessment",
    "competitions_storedevent",
    "competitions_upload",
    "decisions_decision",
    "heads_cosignature",
    "heads_head",
    "heads_log",
    "heads_node",
    "heads_witnessed",
    "ledger_closedposting",
    "ledger_closing",
    "ledger_entry",
    "ledger_posting",
    "money_assertion",
    "money_billingrun",
    "money_charge",
    "money_document",
    "money_exported",
    "money_journalentry",
    "money_journalposting",
    "money_line",
    "money_linecharge",
    "money_match",
    "money_payment",
    "money_payout",
    "money_payoutline",
    "money_reminder",
    "money_tariff",
    "money_tariffrow",
    "money_taxrate",
    "rule_reports_rulereport",
    "rule_reports_withdrawal",
)

_SQLITE = """
create trigger {table}_{verb} before {verb} on {table}
begin select raise(abort, '{table} is append-only: post a correction instead'); end
"""
_VERBS = ("update", "delete")

_BODY = """
begin
    raise exception '{table} is append-only: post a correction instead'
        using errcode = 'integrity_constraint_violation';
end """
_FUNCTION = f"create or replace function {{table}}_is_append_only() returns trigger language plpgsql as $${_BODY}$$"
_POSTGRES_TRIGGERS = {
    "{table}_unchanged": "before delete or update on {table} for each row execute function {table}_is_append_only()",
    "{table}_kept": "before truncate on {table} for each statement execute function {table}_is_append_only()",
}


class _TriggerStep(Operation):
    """A migration's step that needs no models, only the name of a table; going back it leaves the triggers alone."""

    reduces_to_sql = False

    def __init__(self, table: str) -> None:
        self.table = table

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """Models do not show whether their table is append-only."""

    def database_forwards(
        self,
        app_label: str,  # noqa: ARG002 - Django's arguments
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,  # noqa: ARG002
        to_state: ProjectState,  # noqa: ARG002
    ) -> None:
        """Change the triggers."""
        self.change(schema_editor)

    def database_backwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        """Leave them as they are."""

    def change(self, editor: BaseDatabaseSchemaEditor) -> None:
        """Change the triggers of the table."""
        raise NotImplementedError


class append_only(_TriggerStep):  # noqa: N801 - migrations call it as a function
    """Lets rows into the table and never out or changed."""

    def change(self, editor: BaseDatabaseSchemaEditor) -> None:
        """Make the triggers."""
        if editor.connection.vendor == "sqlite":
            for verb in _VERBS:
                editor.execute(_SQLITE.format(table=self.table, verb=verb))
            return
        editor.execute(_FUNCTION.format(table=self.table))
        for name, words in _POSTGRES_TRIGGERS.items():
            editor.execute(f"create trigger {name} {words}".format(table=self.table))


class lifted(_TriggerStep):  # noqa: N801 - migrations call it as a function
    """Lets the steps after it change the table's rows; ``append_only`` ends that."""

    def change(self, editor: BaseDatabaseSchemaEditor) -> None:
        """Drop the triggers."""
        on_sqlite = editor.connection.vendor == "sqlite"
        for name in triggers(self.table, on_sqlite):
            editor.execute(f"drop trigger {name}" if on_sqlite else f"drop trigger {name} on {self.table}")


@contextmanager
def unlocked(tables: Collection[str]) -> Iterator[None]:
    """Let rows of tables be changed until the end of the block: to erase what is personal in them.

    Inside a transaction. Nobody else can write to these tables until it ends.
    """
    on_sqlite = connection.vendor == "sqlite"
    _switch(tables, "drop trigger {name}" if on_sqlite else "alter table {table} disable trigger {name}")
    yield
    _switch(tables, "{text}" if on_sqlite else "alter table {table} enable trigger {name}")


def _switch(tables: Collection[str], statement: str) -> None:
    on_sqlite = connection.vendor == "sqlite"
    with connection.cursor() as cursor:
        if not on_sqlite:
            cursor.execute("set constraints all immediate")  # a table with checks that wait cannot be altered
        for table in tables:
            for name, text in triggers(table, on_sqlite).items():
                cursor.execute(statement.format(table=table, name=name, text=text))


def triggers(table: str, on_sqlite: bool) -> dict[str, str]:  # noqa: FBT001 - one of two databases
    """Give the triggers of a table by name, as the database describes them: the one, and what it runs."""
    if on_sqlite:
        return {f"{table}_{verb}": one_line(_SQLITE.format(table=table, verb=verb)) for verb in _VERBS}
    return {
        name.format(table=table): one_line(f"create trigger {name} {words} {_BODY}".format(table=table))
        for name, words in _POSTGRES_TRIGGERS.items()
    }


def one_line(text: str) -> str:
    """Write a statement without what makes no difference: line breaks and capitals."""
    return " ".join(text.split()).lower()
