"""A database of its own for a test in which several processes write, or are killed while they do."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from django.db import connections
from django.db.utils import ConnectionHandler

from overtrick.register import database
from tests import prepared_database

_counted = count(1)


@contextmanager
def pointed_at(url: str) -> Iterator[None]:
    """Let Django work in the database of this address."""
    usual = connections["default"]
    connections["default"] = ConnectionHandler({"default": database.from_url(url, Path())})["default"]
    try:
        yield
    finally:
        connections["default"].close()
        connections["default"] = usual


@contextmanager
def own_database(folder: Path) -> Iterator[str]:
    """Make an empty office in a file, or on the PostgreSQL that DATABASE_URL names; its address."""
    if prepared_database.server():
        like = prepared_database.beside(prepared_database.on_postgres())
    else:
        like = f"sqlite:///{prepared_database.prepared()}"
    with bare_database(folder, like) as url:
        yield url


@contextmanager
def bare_database(folder: Path, like: str = "") -> Iterator[str]:
    """Make a database without tables, in a file or on the PostgreSQL that DATABASE_URL names; its address.

    ``like`` is the address of another one, which nobody is connected to: then it is a copy of that.
    """
    server = prepared_database.server()
    if not server:
        if like:
            shutil.copyfile(like.removeprefix("sqlite:///"), folder / "office.sqlite3")
        yield f"sqlite:///{folder / 'office.sqlite3'}"
        return
    name = f"office_{os.getpid()}_{next(_counted)}"
    with psycopg.connect(server, autocommit=True) as admin:
        admin.execute(f"create database {name} template {urlsplit(like).path[1:] or 'template1'}")
        try:
            yield prepared_database.beside(name)
        finally:
            admin.execute(f"drop database {name} with (force)")
