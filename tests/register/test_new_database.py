"""Tables that are made at once, or upgraded, are those that Django's own migrating makes, at every release."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from overtrick.register import new_database
from tests.register.commands.running import Office
from tests.register.commands.test_upgrade import RELEASED
from tests.register.database_facts import THIS_VERSION, Facts, parts

pytestmark = pytest.mark.postgres

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def new(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Facts]:
    return _facts(tmp_path_factory.mktemp("new"), "new")


@pytest.fixture(scope="module")
def upgraded(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Facts]:
    return _facts(tmp_path_factory.mktemp("upgraded"), "upgraded")


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Facts]:
    return _facts(tmp_path_factory.mktemp("migrated"), "migrated")


def _facts(folder: Path, how: str) -> dict[str, Facts]:
    """Let a process make an office of its own, and say what its database is made of."""
    office = Office(folder)
    office.home.mkdir()
    done = subprocess.run(  # noqa: S603 - our own
        [sys.executable, "-m", "tests.register.database_facts", how],
        cwd=ROOT,
        env=office.environment(),
        check=False,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    found: dict[str, Facts] = json.loads(done.stdout)
    return found


@pytest.mark.proof
@pytest.mark.parametrize("version", [*RELEASED, THIS_VERSION])
def test_a_new_database_is_the_migrated_one(new: dict[str, Facts], migrated: dict[str, Facts], version: str) -> None:
    _same(new[version], migrated[version])


@pytest.mark.proof
@pytest.mark.parametrize("version", [*RELEASED, THIS_VERSION])
def test_an_upgraded_one_is_too(upgraded: dict[str, Facts], migrated: dict[str, Facts], version: str) -> None:
    _same(upgraded[version], migrated[version])


def _same(made: Facts, expected: Facts) -> None:
    assert made.keys() == expected.keys()
    assert {about: (said, expected[about]) for about, said in made.items() if said != expected[about]} == {}


@pytest.mark.proof
def test_what_is_compared_is_the_whole_database(migrated: dict[str, Facts]) -> None:
    """An empty list on both sides would be equal too."""
    found = migrated[THIS_VERSION]
    posting = " ".join(found["table ledger_posting"])
    assert "posting_in_its_federation" in posting
    assert any("deferrable initially deferred" in said.lower() for said in found["table money_line"])
    assert any("NOT NULL" in said or "not null" in said for said in found["table money_line"])
    if connection.vendor == "sqlite":
        assert "append-only" in found["trigger ledger_posting_update"][0] + found["trigger ledger_posting_update"][1]
    else:
        assert "ledger_posting_kept" in posting
        assert "append-only" in found["function ledger_posting_is_append_only"][0]
    assert any("0003_a_book_each" in row for row in found["rows of django_migrations"])
    assert any("add_user" in row for row in found["rows of auth_permission"])


@pytest.mark.django_db
def test_no_migration_makes_a_new_office_slow() -> None:
    executor = MigrationExecutor(connection)
    left = new_database.left_to_apply(executor, executor.loader.graph.leaf_nodes())
    assert not left, (
        "These migrations, or one they build on, have a step that models do not show, so every new office applies them "
        "one by one. If such a step only carries over rows of earlier versions, say elidable=True in it."
    )


_INVENTED = {
    "invented/__init__.py": "",
    "invented/migrations/__init__.py": "",
    "invented/migrations/0001_initial.py": """
        from django.db import migrations, models

        class Migration(migrations.Migration):
            dependencies = [("federations", "0001_initial")]
            operations = [
                migrations.CreateModel("Trump", [("name", models.CharField(max_length=9, primary_key=True))]),
            ]
        """,
    "invented/migrations/0002_rows.py": """
        from django.db import migrations

        class Migration(migrations.Migration):
            dependencies = [("invented", "0001_initial")]
            operations = [migrations.RunSQL("insert into invented_trump values ('spades')")]
        """,
    "invented/migrations/0003_rank.py": """
        from django.db import migrations, models

        class Migration(migrations.Migration):
            dependencies = [("invented", "0002_rows")]
            operations = [migrations.AddField("trump", "rank", models.IntegerField(default=4))]
        """,
    "with_invented.py": """
        from overtrick.register.settings import *
        INSTALLED_APPS = [*INSTALLED_APPS, "invented"]
        """,
}
_MAKE_AND_TELL = """
import json
import django
django.setup()
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from overtrick.register import new_database
from overtrick.register.backup import schema
executor = MigrationExecutor(connection)
left = sorted(new_database.left_to_apply(executor, executor.loader.graph.leaf_nodes()))
new_database.make()
with connection.cursor() as cursor:
    cursor.execute("select name, rank from invented_trump")
    print(json.dumps([left, cursor.fetchall(), schema.difference()]))
"""


@pytest.mark.proof
def test_a_migration_that_writes_rows_is_applied_after_the_others(tmp_path: Path) -> None:
    for name, text in _INVENTED.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(dedent(text), encoding="utf-8")
    office = Office(tmp_path)
    office.home.mkdir()
    settings = {"DJANGO_SETTINGS_MODULE": "with_invented", "PYTHONPATH": os.pathsep.join([str(tmp_path), str(ROOT)])}
    done = subprocess.run(  # noqa: S603 - our own words
        [sys.executable, "-c", _MAKE_AND_TELL],
        env=office.environment() | settings,
        check=False,
        capture_output=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    left, rows, difference = json.loads(done.stdout)
    assert left == [["invented", "0002_rows"], ["invented", "0003_rank"]]
    assert rows == [["spades", 4]]
    assert difference == [[], []]


def test_a_table_is_taken_apart_at_its_own_commas_only() -> None:
    assert parts("""CREATE TABLE t ("a" text CHECK (a in ('(', ',')), "b"  int, UNIQUE ("a", "b")) STRICT""") == [
        """"a" text CHECK (a in ('(', ','))""",
        '"b" int',
        'UNIQUE ("a", "b")',
        ") STRICT",
    ]
