"""Models that refuse to be changed or deleted, before the database has to refuse it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from django.db import models

from overtrick.register.ledger.row_ids import number_of

M = TypeVar("M", bound=models.Model)

if TYPE_CHECKING:
    WholeNumber = models.BigIntegerField[int, int]
else:
    WholeNumber = models.BigIntegerField


class WrittenInInk(Exception):
    """Somebody tried to write, change or take out a row of the book by hand."""

    def __init__(self, what: str) -> None:
        """Say what to do instead."""
        super().__init__(
            f"{what} is a row of the book: a posting or a month's close writes it, and nothing changes or "
            "removes it. Post a correction instead."
        )


class Number(WholeNumber):
    """The id of a row, made of its number. SQLite then keeps the rows in this order, with no index beside them."""

    def db_type(self, connection: Any) -> str:  # noqa: ANN401 - Django's own signature
        """Name the type that makes SQLite use the number as its own."""
        return "integer" if connection.vendor == "sqlite" else "bigint"

    def rel_db_type(self, connection: Any) -> str:  # noqa: ANN401 - Django's own signature
        """Name the type of a column that refers to such a number."""
        return self.db_type(connection)


class KeptRows(models.QuerySet[M]):
    """Rows to read."""

    def _refuse(self) -> NoReturn:
        raise WrittenInInk(self.model.__name__)

    def update(self, **_kwargs: object) -> int:
        """Refuse."""
        self._refuse()

    def delete(self) -> tuple[int, dict[str, int]]:
        """Refuse."""
        self._refuse()

    def bulk_create(self, *_args: object, **_kwargs: object) -> list[M]:
        """Refuse."""
        self._refuse()

    def bulk_update(self, *_args: object, **_kwargs: object) -> int:
        """Refuse."""
        self._refuse()


class Kept(models.Model):
    """A row that only the book itself writes."""

    class Meta:  # noqa: D106 - Django's
        abstract = True

    def save(self, *_args: object, **_kwargs: object) -> None:
        """Refuse."""
        raise WrittenInInk(f"{type(self).__name__} {self.pk}")

    def delete(self, *_args: object, **_kwargs: object) -> tuple[int, dict[str, int]]:
        """Refuse."""
        raise WrittenInInk(f"{type(self).__name__} {self.pk}")


class Numbered(Kept):
    """A row that the book of its federation counts."""

    id = Number(primary_key=True)  #: see ``row_ids``

    class Meta:  # noqa: D106 - Django's
        abstract = True

    @property
    def number(self) -> int:
        """The number in the federation's book, counted without gaps."""
        return number_of(self.id)
