"""Tells the audit of rows that change, whichever way they are written: models, query sets, raw rows.

A model whose rows decide whose point it is says so by ``decides``, the columns that count, or ``decides_all_but``; one
whose rows do not says by ``decides_nothing`` why not. The audit watches the former (``audit.facts``).

Whoever keeps something that is made of such rows follows them (``follow``): it hears whose rows were written, at the
same places.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from django.db import models
from django.db.models.signals import post_delete, post_save, pre_delete, pre_save

from overtrick.register import transactions

M = TypeVar("M", bound=models.Model)
Model = type[models.Model]
Seen = Mapping[int, str]  #: what rows were before, by what names them; nothing: they were not there


class Watch(NamedTuple):
    """How the audit hears of the rows of a model."""

    columns: frozenset[str]  #: those that count
    names: str  #: the column that names rows: their key, or what they belong to
    by_key: bool  #: each row is named by itself
    look: Callable[[Iterable[int]], Seen]  #: at rows that are about to change
    note: Callable[[Seen], None]  #: that they change; inside a transaction

    def changing(self, names: Iterable[int]) -> None:
        """Hear of rows that are about to change; inside a transaction."""
        self.note(self.look(names))


class Follower(NamedTuple):
    """Hears that rows of a model were written or are about to be; inside a transaction."""

    columns: frozenset[str]  #: those that count
    names: str  #: the column that says what a row belongs to, or its key
    heard: Callable[[Iterable[int]], None]


_watches: dict[Model, Watch] = {}
_followers: dict[Model, Follower] = {}
#: Rows that go with a row of a model when it is deleted.
_belonging: dict[Model, list[Watch]] = defaultdict(list)

#: Where a row keeps what it was until it is saved or deleted.
_SEEN = "_seen_before"


def watch(model: Model, found: Watch) -> None:
    """Watch the rows of a model from now on."""
    _watches[model] = found
    pre_save.connect(_saving, sender=model)
    post_save.connect(_saved, sender=model)
    if found.by_key:
        pre_delete.connect(_deleting, sender=model)
        post_delete.connect(_deleted, sender=model)
        return
    owner = next(each for each in model._meta.concrete_fields if each.attname == found.names)  # noqa: SLF001 - Django's
    if isinstance(owner, models.ForeignKey):
        _belonging[owner.related_model].append(found)


def follow(model: Model, follower: Follower) -> None:
    """Follow the rows of a model from now on."""
    _followers[model] = follower
    post_save.connect(_written, sender=model)
    post_delete.connect(_taken_out, sender=model)


def told(model: Model, names: Iterable[int]) -> None:
    """Tell whoever follows a model of rows that were written past it; inside a transaction."""
    found = _followers.get(model)
    if found is not None:
        with transactions.atomic(savepoint=False):
            found.heard(names)


@contextmanager
def changing(row: models.Model, columns: Iterable[str]) -> Iterator[None]:
    """Write some columns of a row that is there, past its model."""
    found, follower = _watches.get(type(row)), _followers.get(type(row))
    watched = found is not None and bool(found.columns.intersection(columns))
    followed = follower is not None and bool(follower.columns.intersection(columns))
    if not (watched or followed):
        yield
        return
    with transactions.atomic(savepoint=False):
        if found is not None and watched:
            found.changing([getattr(row, found.names)])
        yield
        if follower is not None and followed:
            follower.heard([getattr(row, follower.names)])


@contextmanager
def making(model: Model, rows: Iterable[models.Model]) -> Iterator[None]:
    """Write new rows; they know their ids afterwards."""
    found, follower = _watches.get(model), _followers.get(model)
    if found is None and follower is None:
        yield
        return
    with transactions.atomic(savepoint=False):
        if found is not None and not found.by_key:
            found.changing({getattr(row, found.names) for row in rows})
        yield
        if found is not None and found.by_key:
            found.note(dict.fromkeys((row.pk for row in rows), ""))
        if follower is not None:
            follower.heard(getattr(row, follower.names) for row in rows)


def made(model: Model, row: int) -> None:
    """Hear of a new row that was written past its model; inside a transaction."""
    with transactions.atomic(savepoint=False):
        _watches[model].note({row: ""})


def touching(model: Model, row: int) -> None:
    """Hear of a row that is about to be changed past its model; nothing is written where nobody acts."""
    if transactions.writing():
        _watches[model].changing([row])


@contextmanager
def making_for(model: Model, owner: models.Model) -> Iterator[None]:
    """Write new rows past their model, of which it is only known to what they belong."""
    with transactions.atomic(savepoint=False):
        _watches[model].changing([owner.pk])
        yield


class WatchedRows(models.QuerySet[M]):
    """Rows of which the audit hears when they change."""

    def update(self, **values: Any) -> int:  # noqa: ANN401 - whatever the columns take
        """Change rows."""
        found, follower = _watches.get(self.model), _followers.get(self.model)
        columns = set(_columns(self.model, values)) if found or follower else set()
        watched = found is not None and bool(found.columns & columns)
        followed = follower is not None and bool(follower.columns & columns)
        if not (watched or followed):
            return super().update(**values)
        with transactions.atomic(savepoint=False):
            if follower is not None and followed:
                follower.heard(list(self.values_list(follower.names, flat=True)))
            if found is not None and watched:
                found.changing(set(self.values_list(found.names, flat=True)))
            return super().update(**values)

    def bulk_create(self, objs: Iterable[M], *args: Any, **more: Any) -> list[M]:  # noqa: ANN401 - as Django has it
        """Make rows."""
        rows = list(objs)
        with making(self.model, rows):
            return super().bulk_create(rows, *args, **more)

    def delete(self) -> tuple[int, dict[str, int]]:
        """Take rows out."""
        found = _watches.get(self.model)
        if found is None or found.by_key:  # rows with names of their own are heard of one by one
            return super().delete()
        with transactions.atomic(savepoint=False):
            found.changing(set(self.values_list(found.names, flat=True)))
            return super().delete()


def _written(sender: Model, instance: models.Model, update_fields: Iterable[str] | None, **_more: object) -> None:
    """Tell whoever follows of a row that was saved."""
    found = _followers[sender]
    if update_fields is None or found.columns.intersection(_columns(sender, update_fields)):
        told(sender, [getattr(instance, found.names)])


def _taken_out(sender: Model, instance: models.Model, **_more: object) -> None:
    """Tell whoever follows of a row that was deleted, also with others."""
    told(sender, [getattr(instance, _followers[sender].names)])


def _columns(model: Model, names: Iterable[str]) -> Iterator[str]:
    for name in names:
        field = model._meta.get_field(name)  # noqa: SLF001 - Django's own way to the columns
        yield getattr(field, "attname", name)


def _saving(sender: Model, instance: models.Model, update_fields: Iterable[str] | None, **_more: object) -> None:
    """Look at a row that is about to be saved."""
    found = _watches[sender]
    if update_fields is not None and not found.columns.intersection(_columns(sender, update_fields)):
        return
    new = found.by_key and (instance._state.adding or instance.pk is None)  # noqa: SLF001 - Django's own way to say so
    instance.__dict__[_SEEN] = {} if new else found.look([getattr(instance, found.names)])


def _saved(sender: Model, instance: models.Model, **_more: object) -> None:
    """Note what a row was that has been saved; a new one has its id only now."""
    found = _watches[sender]
    seen: Seen | None = instance.__dict__.pop(_SEEN, None)
    if seen is not None:
        with transactions.atomic(savepoint=False):
            found.note(seen or {getattr(instance, found.names): ""})


def _deleting(sender: Model, instance: models.Model, **_more: object) -> None:
    """Look at a row that is about to be deleted, and at all that belongs to it."""
    every = (_watches[sender], *_belonging[sender])
    instance.__dict__[_SEEN] = [(each, each.look([instance.pk])) for each in every]


def _deleted(sender: Model, instance: models.Model, **_more: object) -> None:
    """Note what was there before a row was deleted."""
    del sender  # Django names it
    with transactions.atomic(savepoint=False):
        for found, seen in instance.__dict__.pop(_SEEN, ()):
            found.note(seen)
