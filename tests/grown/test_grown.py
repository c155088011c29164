"""What holds of a grown office, whatever has happened to it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from sqlite3 import connect

import pytest
from django.apps import apps
from django.db.models import JSONField

from overtrick.register.federations.models import Federation
from overtrick.register.proof import prove
from tests.grown import kept
from tests.register.commands import running, test_backups
from tests.register.commands.running import Office

Grown = Callable[[str], Federation]

pytestmark = [pytest.mark.slow, pytest.mark.postgres, pytest.mark.parametrize("handbook", kept.HANDBOOKS)]


def test_its_book_proves(grown: Grown, handbook: str) -> None:
    grown(handbook)
    proof = prove()
    assert proof.findings == ()
    assert proof.assessments == proof.of > 900


class _OnSqlite(Office):
    """An office in a folder, whatever the tests run on."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.home, self.database = folder, folder / "home", ""


@pytest.mark.usefixtures("grown_offices")
def test_restored_from_its_backup_here_and_elsewhere_it_has_the_same_rows(handbook: str, tmp_path: Path) -> None:
    """On PostgreSQL it has come there from SQLite, and goes back: whatever is lost on one of the ways is missing."""
    office, back = Office(tmp_path), _OnSqlite(tmp_path / "back")
    back.folder.mkdir()
    running.grown(office, handbook)
    saved, here = tmp_path / "saved.backup", tmp_path / "here.backup"
    if office.database:
        office.done("backup", str(here))
        office.done("restore", str(here), "--force")
    office.done("backup", str(saved))
    back.done("restore", str(saved))
    for name in test_backups.tables(saved):
        assert _rows(back.home, name) == _rows(kept.home(handbook), name), name


def _rows(home: Path, name: str) -> Counter[tuple[object, ...]]:
    """Read a table of an office past all that is ours; PostgreSQL does not keep how JSON is written."""
    model = apps.get_model(name)
    fields = model._meta.local_concrete_fields  # noqa: SLF001 - Django's own way to ask
    columns = ", ".join(f'"{each.column}"' for each in fields)
    written = [isinstance(each, JSONField) for each in fields]
    with closing(connect(home / kept.DATABASE)) as database:
        rows = database.execute(f'select {columns} from "{model._meta.db_table}"')  # noqa: S608, SLF001 - our own names
        return Counter(
            tuple(_plain(value) if is_json and value else value for is_json, value in zip(written, row, strict=True))
            for row in rows
        )


def _plain(value: str) -> str:
    return json.dumps(json.loads(value), sort_keys=True)
