"""Single rows read without the ORM, which takes ten times as long as the database to find one.

What almost every page begins with is read so: the federation, the account, the player. The rest of the ORM knows no
difference: fields that were left out are looked up when somebody asks for them.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Generic, TypeVar

from django.db import DEFAULT_DB_ALIAS, models

if TYPE_CHECKING:
    from overtrick.register.sql import Row

M = TypeVar("M", bound=models.Model)


class Swift(Generic[M]):
    """The columns of a model in the order of its fields, and the way back from a row of them."""

    def __init__(self, model: type[M], without: tuple[str, ...] = ()) -> None:
        """Leave out what is seldom asked for."""
        fields = [each for each in model._meta.concrete_fields if each.attname not in without]  # noqa: SLF001 - Django's
        self._model = model
        self.names = [each.attname for each in fields]
        self.table = model._meta.db_table  # noqa: SLF001 - likewise
        self._json = [at for at, each in enumerate(fields) if isinstance(each, models.JSONField)]

    def columns(self, table: str = "") -> str:
        """Write the columns, of a table that has another name in the question."""
        return ", ".join(f"{table or self.table}.{name}" for name in self.names)

    def made(self, row: Row) -> M:
        """Make the model of a row."""
        values = list(row)
        for at in self._json:
            values[at] = json.loads(values[at])
        return self._model.from_db(DEFAULT_DB_ALIAS, self.names, values)
