"""Backups of every released version are restored, and offices of earlier versions upgraded, on both databases."""

from __future__ import annotations

import json
import re
import shutil
import zipfile
from pathlib import Path

import pytest

from tests.register.commands.running import Office, init
from tests.register.commands.test_backups import there_and_back

pytestmark = pytest.mark.postgres

ROOT = Path(__file__).parents[3]
BACKUPS = ROOT / "tests" / "register" / "backups"
RELEASED = re.findall(r"^## (\d+\.\d+\.\d+) \(", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)

#: The tables and rows of a backup as its own version had them, without the upgrade that a restore ends with.
_AS_IT_WAS = """
from pathlib import Path
from overtrick.register.backup import restore, schema
from overtrick.register.backup.locked import Key
from overtrick.register.backup.manifest import opened
with opened(Path({file!r}), Key()) as (packed, manifest), schema.all_or_nothing():
    restore.load(packed, manifest, lambda _at, _of: None)
"""
_APPLIED = "from overtrick.register.backup import schema; print(len(schema.applied()), schema.difference().pending[:1])"


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office(tmp_path)


def office_of_version(office: Office, version: str) -> None:
    """Set up the office that a version had."""
    office.home.mkdir()
    (office.home / "secret-key").write_text("of an invented office\n", encoding="ascii")
    office.django(_AS_IT_WAS.format(file=str(BACKUPS / f"{version}.backup")))


def test_there_is_a_backup_of_every_released_version() -> None:
    assert RELEASED
    assert sorted(each.stem for each in BACKUPS.glob("*.backup")) == sorted(RELEASED)


@pytest.mark.proof
@pytest.mark.parametrize("version", RELEASED)
def test_the_backup_of_a_released_version_is_restored(office: Office, version: str) -> None:
    said = office.done("restore", str(BACKUPS / f"{version}.backup"))
    assert "3 postings, 24 entries, 2 assessments recalculated." in said
    assert "Everything is correct." in said
    assert "That version saved no second factors." in said
    efa = json.loads(office.done("ranks", "20103", "--json"))
    assert (efa["rank"], efa["points"]["local"]) == ("Club Master", "202")
    assert "become final" in office.done("close-month", "2025-06", "--as", "anna", "--day", "2025-07-12", "--yes")
    assert "Everything is correct." in office.done("verify")


@pytest.mark.slow  # every migration since the first version is applied, twice
def test_an_office_of_the_first_version_is_upgraded(office: Office) -> None:
    office_of_version(office, "0.1.0")
    refused = office.run("ranks")
    assert refused.err == (
        "Error: The tables are those of an earlier version; upgrade them with overtrick office upgrade.\n"
    )
    assert "office upgrade" in office.run("init", *_FEDERATION).err
    # The first time somebody has made a table that the upgrade wants to make; two others come before it.
    office.django("from django.db import connection; connection.cursor().execute('create table tasks_task (x int)')")
    before = office.django(_APPLIED)
    failed = office.run("upgrade", traceback=True)
    assert failed.code != 0
    assert "The upgrade failed, and nothing was changed." in failed.err
    (saved,) = (office.home / "backups").iterdir()
    assert f"overtrick office --home FOLDER restore {saved}" in failed.err
    assert office.django(_APPLIED) == before
    office.django("from django.db import connection; connection.cursor().execute('drop table tasks_task')")
    said = office.done("upgrade")
    steps = [line for line in said.splitlines() if re.match(r"\d\. ", line)]
    assert [re.sub(r": .*", "", line) for line in steps] == ["1. Backup", "2. Tables", "3. Verify"]
    assert "competitions 0006_stored_drafts" in said
    assert "Everything is correct." in said
    assert "already. Nothing was changed." in office.done("upgrade")
    # What was saved before it is the office as it was, and comes back.
    (again,) = set((office.home / "backups").iterdir()) - {saved}
    with zipfile.ZipFile(again) as packed:
        assert ["tasks", "0001_initial"] not in json.loads(packed.read("manifest.json"))["migrations"]
    assert "brought up to date" in office.done("restore", str(again), "--force")


@pytest.mark.proof
@pytest.mark.parametrize("version", RELEASED[:3])
def test_an_office_that_was_upgraded_is_restored_on_either_database(office: Office, version: str) -> None:
    office_of_version(office, version)
    assert "It was restored for proof: every row came back." in office.done("upgrade")
    assert there_and_back(office)


_FEDERATION = ("--federation", "west", "--name", "West", "--handbook", "abf", "--officer", "bert")


def test_what_a_later_version_made_is_left_alone(office: Office, tmp_path: Path) -> None:
    init(office)
    saved, later = tmp_path / "saved.backup", tmp_path / "later.backup"
    office.done("backup", str(saved))
    with zipfile.ZipFile(saved) as packed, zipfile.ZipFile(later, "w") as changed:
        for name in packed.namelist():
            content = packed.read(name)
            if name == "manifest.json":
                manifest = json.loads(content)
                manifest["migrations"].append(["ledger", "9999_from_the_future"])
                content = json.dumps(manifest | {"version": "99.0.0"}).encode()
            changed.writestr(name, content)
    refused = office.run("restore", str(later), "--force")
    assert refused.code == 1
    assert "was made by version 99.0.0, which is newer than this one" in refused.err
    assert "Install version 99.0.0 or later" in refused.err
    office.django(
        "from django.db.migrations.recorder import MigrationRecorder as R; from django.db import connection; "
        "R(connection).record_applied('ledger', '9999_from_the_future')"
    )
    for command in (("ranks",), ("upgrade",)):
        said = office.run(*command)
        assert (said.code, "a later version" in said.err) == (2, True)
    refused = office.run("restore", str(saved), "--force")
    assert (refused.code, "Restore into an empty folder or database." in refused.err) == (1, True)


def test_an_empty_folder_has_nothing_to_upgrade(office: Office) -> None:
    said = office.run("upgrade")
    assert (said.code, "set one up with overtrick office init" in said.err) == (2, True)
    shutil.rmtree(office.home, ignore_errors=True)
