"""Federations that are built once in each process: whoever asks for one finds it in the database, as it was built.

On SQLite what was built is kept beside the database of the tests and copied back, so it has the same keys in every
test. On PostgreSQL, where few tests are run, it is built again for each.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from sqlite3 import Connection, connect
from typing import TYPE_CHECKING, Any, ParamSpec, Protocol, TypeVar

from django.db import connection

from overtrick.register.scoping import scope

if TYPE_CHECKING:
    from overtrick.register.federations.models import Federation


class InFederation(Protocol):
    """What happens in one federation."""

    @property
    def federation(self) -> Federation:
        """Where it happens."""


_P = ParamSpec("_P")
_T = TypeVar("_T")
_F = TypeVar("_F", bound=InFederation)

#: By what was built: the whole database, and what the function gave.
_kept: dict[object, tuple[Connection, bytes]] = {}


class World(Protocol):
    """Puts what a function builds into the database of a test, and gives what the function gives."""

    def __call__(self, build: Callable[_P, _T], *given: _P.args, **named: _P.kwargs) -> _T:
        """Build it, unless it is kept."""


class Founded(Protocol):
    """As a world, and its federation is in scope until the test ends."""

    def __call__(self, build: Callable[_P, _F], *given: _P.args, **named: _P.kwargs) -> _F:
        """Build it, unless it is kept."""


@contextmanager
def opened() -> Iterator[World]:
    """Let a test ask for what is built; afterwards the database is as it was.

    Only what a test asks for first, before it has written anything, can be kept; all else is built on top of it.
    """
    if connection.vendor != "sqlite":
        yield _build
        return
    if None not in _kept:
        _keep(None, None)
    begun, asked = _written(), False

    def world(build: Callable[_P, _T], *given: _P.args, **named: _P.kwargs) -> _T:
        nonlocal asked
        if asked or _written() != begun:
            return build(*given, **named)
        asked, key = True, (build.__module__, build.__qualname__, given, tuple(named.items()))
        if key in _kept:
            _begin_with(_kept[key][0])
        else:
            later = list(connection.run_on_commit)
            _keep(key, build(*given, **named))
            connection.run_on_commit = later  # in a test nothing is done after a commit
        found: _T = pickle.loads(_kept[key][1])  # noqa: S301 - our own
        return found

    yield world
    if asked:
        _begin_with(_kept[None][0])


@contextmanager
def in_scope(world: World) -> Iterator[Founded]:
    """Let a test be in the federation that it asks for."""
    with ExitStack() as scopes:

        def founded(build: Callable[_P, _F], *given: _P.args, **named: _P.kwargs) -> _F:
            found = world(build, *given, **named)
            scopes.enter_context(scope(federation=found.federation))
            return found

        yield founded


def _build(build: Callable[_P, _T], *given: _P.args, **named: _P.kwargs) -> _T:
    return build(*given, **named)


def _database() -> Any:  # noqa: ANN401 - Django does not say what it has beneath
    connection.ensure_connection()
    return connection.connection


def _written() -> int:
    written: int = _database().total_changes
    return written


def _keep(key: object, found: object) -> None:
    """Keep the database as it is now."""
    copy = connect(":memory:", check_same_thread=False)
    _database().execute("commit")
    _database().backup(copy)
    _database().execute("begin immediate")
    _kept[key] = copy, pickle.dumps(found)


def _begin_with(kept: Connection) -> None:
    """Let the transaction of the test, in which nothing counts yet, begin in another database."""
    _database().execute("rollback")
    kept.backup(_database())
    _database().execute("begin immediate")
