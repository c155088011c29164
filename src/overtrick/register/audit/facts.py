"""What decides whose point it is stands in the audit's chains: a digest of each row before and after every act.

A model names the columns that count (``decides``), or those that do not (``decides_all_but``). Whatever a transaction
changed of them is written beside its last record, as ``[kind, row, digest before, digest after]``; an empty digest is
a row that is not there. So a row that was changed outside Overtrick is known: by its digest now, or by the one before
the next act (``fact_check``).

Most rows stand for themselves. Many small ones that come and go together have one digest for all of them, by what they
belong to (``decides_by``).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from datetime import UTC
from functools import cache
from hashlib import sha256
from itertools import groupby
from operator import itemgetter
from typing import Any, NamedTuple

from django.apps import apps
from django.db import models

from overtrick.register import sql
from overtrick.register.audit.fact_texts import fact_digest
from overtrick.register.row_changes import Model, Seen

Change = tuple[str, int, str, str]  #: kind, row, digest before, digest after

# Made once: ``json.dumps`` makes an encoder for every row, which takes as long as the row.
_written = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_sorted = json.JSONEncoder(sort_keys=True, separators=(",", ":")).encode


class Kind(NamedTuple):
    """A kind of fact: which rows, and what counts of them."""

    name: str  #: in the chain; it changes with the columns, so that no digest is compared with one of other columns
    says: str  #: for people: "club membership"
    model: Model
    names: str  #: the column that names a row, or rows that belong together
    columns: tuple[str, ...]
    where: str  #: which rows count; empty: all


@cache
def kinds() -> dict[str, Kind]:
    """Give every kind of fact by its name in the chain, in the order of the names."""
    found = [_kind(each) for each in apps.get_models() if hasattr(each, "decides") or hasattr(each, "decides_all_but")]
    return {each.name: each for each in sorted(found, key=itemgetter(0))}


def _kind(model: Model) -> Kind:
    meta = model._meta  # noqa: SLF001 - Django's own way to the name of a table
    key = meta.pk.attname
    names: str = getattr(model, "decides_by", key)
    without: tuple[str, ...] = getattr(model, "decides_all_but", ())
    every = (each.attname for each in meta.concrete_fields if each.attname not in (key, names, *without))
    columns: tuple[str, ...] = getattr(model, "decides", None) or tuple(every)
    where: str = getattr(model, "decides_where", "")
    form = sha256(" ".join((names, where, *columns)).encode()).hexdigest()[:6]
    usual = meta.verbose_name if names == key else f"{meta.verbose_name_plural} of {names.removesuffix('_id')}"
    says = str(getattr(model, "decides_as", usual))
    return Kind(f"{meta.label_lower} {form}", says, model, names, columns, where)


def digests(kind: Kind, rows: Iterable[int] | None = None, *, hold: bool = False) -> Iterator[tuple[int, str]]:
    """Digest rows as they are in the database now, in the order of what names them; all of a kind inside a transaction.

    ``hold`` keeps others from changing them until the transaction ends.
    """
    for name, text in texts(kind, rows, hold=hold):
        yield name, fact_digest(text)


def texts(kind: Kind, rows: Iterable[int] | None = None, *, hold: bool = False) -> Iterator[tuple[int, str]]:
    """Write rows as they are digested."""
    asked, readers = _asked(kind)
    where = f"({kind.where or 'true'})"
    if rows is None:
        found: Iterable[sql.Row] = sql.stream(asked.format(where=where, hold=""))
    else:
        given, value = sql.numbers(rows)
        where = f"{kind.names} in (select n from {given}) and {where}"  # noqa: S608 - our own names
        locking = "for no key update" if hold and not sql.on_sqlite() else ""
        found = sql.rows(asked.format(where=where, hold=locking), value)
    for name, listed in groupby(found, key=itemgetter(0)):
        text = "\n".join(_row_text(row[1:], readers) for row in listed)
        yield name, f"{kind.name}\n{name}\n{text}"


def _row_text(values: Iterable[sql.Value], readers: Iterable[Callable[[Any], object] | None]) -> str:
    read = [
        value if value is None or reader is None else reader(value)
        for value, reader in zip(values, readers, strict=True)
    ]
    return _written(read)


@cache
def _asked(kind: Kind) -> tuple[str, list[Callable[[Any], object] | None]]:
    """Write the question for rows of a kind, with places for the condition; and how each column is read."""
    meta = kind.model._meta  # noqa: SLF001 - Django's own way to the columns
    by_column = {each.attname: each for each in meta.concrete_fields}
    fields = [by_column[name] for name in kind.columns]
    columns = [f"cast({each.column} as text)" if _as_text(each) else str(each.column) for each in fields]
    listed = ", ".join((kind.names, *columns))
    question = f"select {listed} from {meta.db_table} where {{where}} order by {kind.names}, {meta.pk.column} {{hold}}"  # noqa: S608
    return question, [_reader(each) for each in fields]


def _as_text(field: models.Field[Any, Any]) -> bool:
    return isinstance(field, models.JSONField) or (
        isinstance(field, models.DateField) and not isinstance(field, models.DateTimeField)
    )


def _reader(field: models.Field[Any, Any]) -> Callable[[Any], object] | None:
    """Say how a value is read, so that it is the same from both databases; None: as it is."""
    if isinstance(field, models.JSONField):
        return _canonical_json
    if isinstance(field, models.DateTimeField):
        return _moment
    if isinstance(field, models.BinaryField):
        return _hexadecimal
    return int if isinstance(field, models.BooleanField) else None


def _canonical_json(written: str) -> str:
    try:
        return _sorted(json.loads(written))
    except ValueError:
        return written  # somebody has made it unreadable: a different digest says so


def _hexadecimal(value: bytes | memoryview) -> str:
    return bytes(value).hex()


def _moment(value: Any) -> str:  # noqa: ANN401 - text or a moment
    try:
        return sql.moment(value).astimezone(UTC).isoformat(timespec="microseconds")
    except ValueError:
        return str(value)  # likewise


class Touched:
    """Rows that a transaction changed or is about to change, with what they were before it."""

    def __init__(self) -> None:
        """Begin with none."""
        self._before: dict[str, dict[int, str]] = {}  #: by kind and row

    def __bool__(self) -> bool:
        return bool(self._before)

    def unknown(self, kind: Kind, rows: Iterable[int]) -> set[int]:
        """Pick the rows of which it is not known what they were before."""
        return set(rows) - self._before.get(kind.name, {}).keys()

    def add(self, kind: Kind, seen: Mapping[int, str]) -> None:
        """Keep what rows were; the first time counts."""
        known = self._before.setdefault(kind.name, {})
        for row, before in seen.items():
            known.setdefault(row, before)

    def forget(self, kind: Kind, rows: Iterable[int]) -> None:
        """Leave out what rows were: the digest of a name that is erased would confirm a guess."""
        self._before.setdefault(kind.name, {}).update(dict.fromkeys(rows, ""))

    def changes(self) -> list[Change]:
        """Say what became of them; what is as it was before is left out."""
        found = []
        for name, rows in sorted(self._before.items()):
            now = dict(digests(kinds()[name], rows))
            became = ((row, before, now.get(row, "")) for row, before in sorted(rows.items()))
            found += [(name, row, before, after) for row, before, after in became if before != after]
        return found


def seen(kind: Kind, rows: Collection[int]) -> Seen:
    """Look at rows that are about to change."""
    return dict.fromkeys(rows, "") | dict(digests(kind, rows, hold=True)) if rows else {}


def written(changes: Iterable[Change]) -> str:
    """Write changes as a place of the chain keeps them."""
    return json.dumps(list(changes), separators=(",", ":"))
