from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from overtrick.register.limits.bucket_store import TABLES
from overtrick.register.own_tables import own_tables


def make(editor: BaseDatabaseSchemaEditor) -> None:
    """On PostgreSQL buckets are tables without a log; on SQLite they have a file of their own."""
    if editor.connection.vendor != "sqlite":
        for table in TABLES:
            editor.execute(table.format(unlogged="unlogged", bytes="bytea"))


def drop(editor: BaseDatabaseSchemaEditor) -> None:
    if editor.connection.vendor != "sqlite":
        for name in ("limits_bucket", "limits_place"):
            editor.execute(f"drop table {name}")


class Migration(migrations.Migration):
    dependencies = [("limits", "0001_initial")]

    operations = [own_tables(make, drop)]
