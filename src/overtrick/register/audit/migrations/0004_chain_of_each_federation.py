"""Each federation gets an audit chain of its own, and the installation one.

The old chain, one for all, is checked first. Then its records get their places in the new chains, which begin with the
hash of the old end: what the old chain held, the new ones hold.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from typing import Any

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from overtrick.register.append_only import append_only

_OLD_BEGINNING = sha256(b"the audit of overtrick, form 1").digest()
#: Records in the order of the old chain. Somebody may have been stopped between a commit and the link that followed it:
#: what is not linked comes last.
_RECORDS = """
    select audit_link.id, hash, audit_record.id, federation_id, at, user_id, action, subject,
        cast(before as text), cast(after as text), reason
    from audit_record left join audit_link on record_id = audit_record.id
    order by audit_link.id is null, audit_link.id, audit_record.id
"""
_CHUNK = 5_000

Row = tuple[Any, ...]


class BrokenAudit(Exception):
    """The audit does not hold, so that nothing may be built on it."""


def carry_over(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Check the old chain, and give its records places in the new ones."""
    database = editor.connection
    end = _checked(database)
    with database.cursor() as cursor:
        cursor.execute("select id, slug from federations_federation")
        slugs = dict(cursor.fetchall())
        ends: dict[int, tuple[bytes, int, bytes]] = {}
        for _number, _hash, *row in _records(database):
            chain = row[1] or 0
            if chain not in ends:
                text = f"the audit of overtrick, form 2\n{slugs.get(chain, '')}\n{end.hex()}"
                begins = sha256(text.encode()).digest()
                ends[chain] = (begins, 0, begins)
            begins, place, last = ends[chain]
            salt = secrets.token_bytes(16)
            said, last = _linked(last, place + 1, row, salt)
            cursor.execute(
                "insert into audit_place (chain, number, record_id, salt, facts, details, hash) "
                "values (%s, %s, %s, %s, '', %s, %s)",
                [chain, place + 1, row[0], salt, said, last],
            )
            ends[chain] = (begins, place + 1, last)
        for chain, values in ends.items():
            cursor.execute(
                "insert into audit_chainend (chain, beginning, number, hash) values (%s, %s, %s, %s)", [chain, *values]
            )


def _records(database: BaseDatabaseWrapper) -> Iterator[Row]:
    with database.chunked_cursor() as cursor:
        cursor.execute(_RECORDS)
        while rows := cursor.fetchmany(_CHUNK):
            yield from rows


def _checked(database: BaseDatabaseWrapper) -> bytes:
    """Follow the old chain; the hash of its end."""
    number, last = 0, _OLD_BEGINNING
    for place, kept, *row in _records(database):
        if place is None:
            break
        if place != number + 1 or _old_hash(last, place, row) != bytes(kept):
            message = (
                f"Record {number + 1} of the audit was changed or is missing. Nothing was upgraded. "
                "Restore a backup from before the change, or ask for help with this sentence."
            )
            raise BrokenAudit(message)
        number, last = place, bytes(kept)
    with database.cursor() as cursor:
        cursor.execute("select number, hash from audit_end where id = 1")
        noted = cursor.fetchone()
    if noted is not None and (noted[0], bytes(noted[1])) != (number, last):
        message = f"The audit ends at record {number} and should end at {noted[0]}. Nothing was upgraded."
        raise BrokenAudit(message)
    return last


def _old_hash(before: bytes, number: int, row: list[Any]) -> bytes:
    record, federation, at, user, action, subject, was, becomes, reason = row
    fields = (number, record, federation, _moment(at), user, action, subject, _json(was), _json(becomes), reason)
    text = "\n".join("" if each is None else str(each) for each in fields)
    return sha256(before + text.encode()).digest()


def _linked(before: bytes, number: int, row: list[Any], salt: bytes) -> tuple[bytes, bytes]:
    """Link a record in form 2; the digest of what it says, and the hash."""
    _record, _federation, at, user, action, subject, was, becomes, reason = row
    said = sha256(salt + f"{_json(was)}\n{_json(becomes)}\n\n{reason}".encode()).digest()
    who = "" if user is None else user
    text = f"audit 2\n{number}\n{_moment(at)}\n\n{who}\n{action}\n{subject}\n{said.hex()}"
    return said, sha256(before + text.encode()).digest()


def _moment(at: datetime | str) -> str:
    found = datetime.fromisoformat(at) if isinstance(at, str) else at
    found = found if found.tzinfo else found.replace(tzinfo=UTC)
    return found.astimezone(UTC).isoformat(timespec="microseconds")


def _json(written: str | None) -> str:
    return "" if written is None else json.dumps(json.loads(written), sort_keys=True, separators=(",", ":"))


def drop_function(_apps: Apps, editor: BaseDatabaseSchemaEditor) -> None:
    """Take the old table's trigger function away; SQLite has none."""
    if editor.connection.vendor == "postgresql":
        editor.execute("drop function if exists audit_link_is_append_only()")


class Migration(migrations.Migration):
    dependencies = [("audit", "0003_links"), ("federations", "0001_initial")]

    operations = [
        migrations.AddField("record", "claimed", models.DateField(null=True)),
        migrations.CreateModel(
            name="Place",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("chain", models.BigIntegerField()),
                ("number", models.BigIntegerField()),
                ("salt", models.BinaryField(max_length=16)),
                ("facts", models.TextField(blank=True)),
                ("details", models.BinaryField(max_length=32)),
                ("hash", models.BinaryField(max_length=32)),
                (
                    "record",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="place",
                        to="audit.record",
                    ),
                ),
            ],
            options={
                "constraints": [models.UniqueConstraint(fields=("chain", "number"), name="audit_numbered_once")],
            },
        ),
        migrations.CreateModel(
            name="ChainEnd",
            fields=[
                ("chain", models.BigIntegerField(primary_key=True, serialize=False)),
                ("beginning", models.BinaryField(max_length=32)),
                ("number", models.BigIntegerField(default=0)),
                ("hash", models.BinaryField(max_length=32)),
            ],
        ),
        migrations.RunPython(carry_over, migrations.RunPython.noop, elidable=True),
        append_only("audit_place"),
        migrations.DeleteModel("Link"),
        migrations.DeleteModel("End"),
        migrations.RunPython(drop_function, migrations.RunPython.noop, elidable=True),
    ]
