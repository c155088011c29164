"""Single rows read and written without the ORM, which takes ten times as long as the database for one.

What almost every page begins with is read so (the federation, the account, the player), and what every file brings is
written so. The rest of the ORM knows no difference: fields that were left out are looked up when somebody asks for
them.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from typing import Any, Generic, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db import DEFAULT_DB_ALIAS, models
from django.db.models.base import ModelState

from overtrick.register import row_changes, sql
from overtrick.register.sql import Row

M = TypeVar("M", bound=models.Model)


class Swift(Generic[M]):
    """The columns of a model in the order of its fields, the way back from a row of them, and the way in."""

    def __init__(self, model: type[M], without: tuple[str, ...] = ()) -> None:
        """Leave out what is seldom asked for."""
        fields = [each for each in model._meta.concrete_fields if each.attname not in without]  # noqa: SLF001 - Django's
        self._model = model
        self.names = [each.attname for each in fields]
        self.table = model._meta.db_table  # noqa: SLF001 - likewise
        self._read = [(at, reader) for at, each in enumerate(fields) if (reader := _reader(each))]
        self._written = {each.attname: _writer(each) for each in fields if not each.primary_key}
        names = ", ".join(self._written)
        places = ", ".join(["%s"] * len(self._written))
        self._insertion = f"insert into {self.table} ({names}) values ({places}) returning id"  # noqa: S608 - our own names

    def columns(self, table: str = "") -> str:
        """Write the columns, of a table that has another name in the question."""
        return ", ".join(f"{table or self.table}.{name}" for name in self.names)

    def made(self, row: Row, **known: models.Model | None) -> M:
        """Make the model of a row, with what it belongs to; nobody listens for models being made."""
        values = list(row)
        for at, reader in self._read:
            if values[at] is not None:
                values[at] = reader(values[at])
        made = self._model.__new__(self._model)
        made.__dict__.update(zip(self.names, values, strict=True))
        made._state = _saved()  # noqa: SLF001 - as Django's own way of reading does
        made._state.fields_cache.update(known)  # noqa: SLF001 - likewise
        return made

    def found(self, number: int, also: str = "") -> M:
        """Read the row of a number."""
        rows = sql.rows(f"select {self.columns()} from {self.table} where id = %s {also}", number)  # noqa: S608 - our own names
        if not rows:
            message = f"{self.table} has no row {number} here"
            raise ObjectDoesNotExist(message)
        return self.made(rows[0])

    def held(self, number: int, federation: models.Model) -> M:
        """Read a row of a federation, and let nobody else change it until the transaction ends."""
        locking = "" if sql.on_sqlite() else "for no key update"
        return self.found(number, f"and federation_id = {federation.pk} {locking}")

    def insert(self, row: M) -> M:
        """Write a new row, and let it know its number."""
        with row_changes.making(self._model, (row,)):
            ((row.pk,),) = sql.rows(self._insertion, *self._values(row, self._written))
        row._state.adding, row._state.db = False, DEFAULT_DB_ALIAS  # noqa: SLF001 - as Django's own way of saving does
        return row

    def update(self, row: M, *names: str) -> None:
        """Write some columns of a row that is there."""
        changed = ", ".join(f"{name} = %s" for name in names)
        with row_changes.changing(row, names):
            sql.run(f"update {self.table} set {changed} where id = %s", *self._values(row, names), row.pk)  # noqa: S608 - our own names

    def _values(self, row: M, names: Iterable[str]) -> Iterator[Any]:
        for name in names:
            value, writer = getattr(row, name), self._written[name]
            yield value if value is None or writer is None else writer(value)


def _saved() -> ModelState:
    """Say of a row that it is in the database."""
    state = ModelState()
    state.adding, state.db = False, DEFAULT_DB_ALIAS
    return state


def _reader(field: models.Field[Any, Any]) -> Callable[[Any], Any] | None:
    """Say how a field's value comes back from the database; None: as it is."""
    if isinstance(field, models.JSONField):
        return _json
    if isinstance(field, models.DateTimeField):
        return sql.moment
    if isinstance(field, models.BooleanField):
        return bool  # SQLite gives 0 or 1
    return sql.day if isinstance(field, models.DateField) else None


def _json(text: str) -> Any:  # noqa: ANN401 - whatever was kept
    """Read what was kept as JSON; most of it is empty, and that need not be read."""
    return {} if text == "{}" else [] if text == "[]" else json.loads(text)


def _writer(field: models.Field[Any, Any]) -> Callable[[Any], Any] | None:
    """Say how a field's value is given to the database; None: as it is."""
    if isinstance(field, models.JSONField):
        return (field.encoder or json.JSONEncoder)().encode
    if isinstance(field, models.DateTimeField):
        return _moment
    if isinstance(field, models.DateField) or field.choices:
        return str
    return None


def _moment(value: datetime) -> object:
    """Write a moment: SQLite keeps it as text, in UTC."""
    return str(value.astimezone(UTC).replace(tzinfo=None)) if sql.on_sqlite() else value
