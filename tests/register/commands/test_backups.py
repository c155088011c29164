"""Backups: nobody else can read them, they can be locked, old ones go, and what is for the moment is not in them."""

from __future__ import annotations

import json
import os
import re
import stat
import zipfile
from pathlib import Path
from typing import Any

import pytest

from overtrick.register.backup import files
from tests.register.commands.running import Office, init, set_up


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office(tmp_path)


def _backups(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


# --- Files -----------------------------------------------------------------------------------------------------------


def test_nobody_else_can_read_a_backup_from_its_first_byte(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        with files.written(tmp_path / "b") as out:
            out.write(b"1")
            out.flush()
            (part,) = tmp_path.iterdir()
            assert (part.name, part.read_bytes()) == (".b.part", b"1")
            assert stat.S_IMODE(part.stat().st_mode) == 0o600
    finally:
        os.umask(before)
    assert _backups(tmp_path) == ["b"]
    assert stat.S_IMODE((tmp_path / "b").stat().st_mode) == 0o600


def test_a_backup_that_fails_leaves_nothing_and_spoils_nothing(tmp_path: Path) -> None:
    (tmp_path / "b").write_bytes(b"the one before")
    with pytest.raises(TypeError), files.written(tmp_path / "b") as out:
        out.writelines([b"half of it", None])  # type: ignore[list-item]
    assert _backups(tmp_path) == ["b"]
    assert (tmp_path / "b").read_bytes() == b"the one before"


def test_what_a_killed_backup_left_is_removed_and_nothing_else(tmp_path: Path) -> None:
    abandoned = tmp_path / ".overtrick-20261101-031500.backup.age.part"
    growing = tmp_path / ".overtrick-20261102-031500.backup.part"
    others = tmp_path / ".letter.part"
    for each in (abandoned, growing, others):
        each.write_bytes(b"half")
    for each in (abandoned, others):
        os.utime(each, (1_700_000_000, 1_700_000_000))
    assert files.remove_abandoned(tmp_path) == [abandoned]
    assert _backups(tmp_path) == sorted([growing.name, others.name])


def test_the_oldest_backups_go_and_other_files_stay(tmp_path: Path) -> None:
    days = [f"overtrick-2026110{day}-031500.backup{end}" for day, end in ((1, ""), (2, ".age"), (3, ""), (4, ""))]
    for name in (*days, "notes.txt", "before-the-merge.backup"):
        (tmp_path / name).touch()
    assert [each.name for each in files.rotate(tmp_path, 2)] == days[:2]
    assert _backups(tmp_path) == sorted([*days[2:], "notes.txt", "before-the-merge.backup"])
    assert files.rotate(tmp_path, 9) == []


# --- The command -----------------------------------------------------------------------------------------------------


@pytest.mark.slow  # each backup is restored for proof
def test_backups_go_to_the_offices_own_folder_and_only_so_many_stay(office: Office) -> None:
    init(office)
    folder = office.home / "backups"
    assert re.search(
        r"rows of \d+ tables are in .*backups/overtrick-\d{8}-\d{6}\.backup\.$", office.done("backup"), re.MULTILINE
    )
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    for day in ("20260101", "20260102"):
        (folder / f"overtrick-{day}-031500.backup").touch()
    abandoned = folder / ".overtrick-20260103-031500.backup.part"
    abandoned.touch()
    os.utime(abandoned, (1_700_000_000, 1_700_000_000))
    said = office.done("backup", str(folder), "--keep", "2")
    assert f"Removed {abandoned}, which an interrupted backup left behind." in said
    assert "overtrick-20260101-031500.backup; the newest 2 are kept." in said
    assert len(_backups(folder)) == 2
    wrong = office.run("backup", str(folder / "one.backup"), "--keep", "2")
    assert (wrong.code, "--keep is for a folder" in wrong.err) == (2, True)


def test_a_backup_is_restored_for_proof_and_nothing_of_that_stays(office: Office) -> None:
    init(office)
    before = _backups(office.home)
    assert "It was restored for proof: every row came back." in office.done("backup")
    assert _backups(office.home) == sorted({*before, "backups"})
    assert office.django(_NOTED).split() == ["True", "''"]


@pytest.mark.slow  # all tables are made again, twice
def test_a_backup_that_cannot_be_restored_fails_loudly_and_no_older_one_goes(office: Office) -> None:
    if office.database:
        return  # it keeps what refers to something
    init(office)
    folder = office.home / "backups"
    folder.mkdir()
    for day in ("20260101", "20260102"):
        (folder / f"overtrick-{day}-031500.backup").touch()
    office.django(
        """
        from django.db import connection
        connection.cursor().execute("pragma foreign_keys = off")
        connection.cursor().execute("update organisations_officer set user_id = 999")
        """
    )
    said = office.run("backup", "--keep", "1")
    assert said.code == 1
    assert "was written, but it cannot be restored: The row in table 'organisations_officer'" in said.err
    assert "Keep an older backup, and report this." in said.err
    assert len(_backups(folder)) == 3
    assert not list(office.home.glob(".*"))
    assert "organisations_officer" in office.django(_NOTED)
    refused = office.run("restore", str(max(folder.iterdir())), "--force")
    assert (refused.code, "holds what this database does not take" in refused.err) == (1, True)


def test_a_backup_that_cannot_be_written_says_why(office: Office) -> None:
    init(office)
    refused = office.run("backup", f"/proc/{os.getpid()}/b")
    assert refused.code == 1
    assert re.match(r"Error: The backup cannot be written: .*\. Make room, or name another folder\.", refused.err)
    assert "The backup cannot be written" in office.django(_NOTED)


#: Whether a backup was proved, and what was wrong at the last one.
_NOTED = """
from overtrick.register.tasks.models import LastCheck
row = LastCheck.objects.get(what="backup")
print(row.held_at is not None, repr(row.fault))
"""


@pytest.mark.postgres
@pytest.mark.slow  # all tables are made again
def test_what_is_for_the_moment_is_not_in_a_backup_and_second_factors_come_back(office: Office) -> None:
    set_up(office)
    office.django(
        """
        from overtrick.register.accounts.models import User
        from django_otp.plugins.otp_totp.models import TOTPDevice
        TOTPDevice.objects.create(user=User.objects.get(username="anna"), name="phone", key="00" * 20, confirmed=True)
        """
    )
    saved = office.folder / "saved.backup"
    office.done("backup", str(saved))
    with zipfile.ZipFile(saved) as packed:
        manifest = json.loads(packed.read("manifest.json"))
        everything = b"".join(packed.read(name) for name in packed.namelist())
    assert not [name for name in manifest["tables"] if re.search(r"\.visit$|session|axes|\.count", name)]
    assert manifest["tables"]["otp_totp.totpdevice"]["rows"] == 1
    assert b"00" * 20 in everything
    assert "second factor" not in office.done("restore", str(saved), "--force")
    asked = "from django_otp.plugins.otp_totp.models import TOTPDevice as T; print(T.objects.get().key)"
    assert office.django(asked).strip() == "00" * 20


@pytest.mark.postgres
@pytest.mark.proof
def test_the_backup_of_a_federation_at_work_is_restored_row_by_row(office: Office) -> None:
    """More tables have rows than after one night: see test_the_file_of_a_backup_is_the_same_after_a_round_trip."""
    office.done("demo", "--size", "tiny", "--years", "1")
    assert there_and_back(office)["heads.node"]["rows"] > 64


def there_and_back(office: Office) -> dict[str, Any]:
    """Restore an office in a file, and from there where it was: on PostgreSQL to SQLite and back. No row differs."""
    beside = Office(office.folder / "beside")
    beside.folder.mkdir()
    beside.database = ""
    saved = [office.folder / f"{number}.backup" for number in range(3)]
    office.done("backup", str(saved[0]))
    beside.done("restore", str(saved[0]))
    beside.done("backup", str(saved[1]))
    office.done("restore", str(saved[1]), "--force")
    assert "Everything is correct." in office.done("verify")
    office.done("backup", str(saved[2]))
    first, second, third = (tables(each) for each in saved)
    assert first == second == third
    return first


def tables(backup: Path) -> dict[str, Any]:
    """Give what a backup says of each table: its columns, how many rows, and the digest of all of them."""
    with zipfile.ZipFile(backup) as packed:
        told: dict[str, Any] = json.loads(packed.read("manifest.json"))["tables"]
    return told


@pytest.mark.slow  # all tables are made again
def test_a_backup_is_locked_for_a_key(office: Office) -> None:
    set_up(office)
    made = office.done("backup-key", str(office.folder / "key.txt"))
    assert stat.S_IMODE((office.folder / "key.txt").stat().st_mode) == 0o600
    public = re.search(r"--recipient (age1\w+)", made)
    assert public
    saved = str(office.folder / "saved.age")
    said = office.done("backup", saved, "--recipient", public[1])
    assert ", locked." in said
    assert "It was restored for proof" in said  # with a key that nobody has any more
    assert b"Oakby" not in Path(saved).read_bytes()
    refused = office.run("restore", saved, "--force")
    assert (refused.code, "is locked. Name the file with its key" in refused.err) == (1, True)
    office.done("backup-key", str(office.folder / "other.txt"))
    refused = office.run("restore", saved, "--force", "--identity", str(office.folder / "other.txt"))
    assert (refused.code, "cannot be unlocked" in refused.err) == (1, True)
    said = office.done("restore", saved, "--force", "--identity", str(office.folder / "key.txt"))
    assert "Everything is correct." in said
    again = office.run("backup-key", str(office.folder / "key.txt"))
    assert (again.code, "already exists" in again.err) == (2, True)


@pytest.mark.slow  # to guess a passphrase is made to take long
def test_a_backup_is_locked_with_a_passphrase(office: Office) -> None:
    set_up(office)
    saved = str(office.folder / "saved.age")
    right, wrong = office.write("right.txt", "correct horse battery\n"), office.write("wrong.txt", "incorrect horse\n")
    office.done("backup", saved, "--passphrase-file", right)
    refused = office.run("restore", saved, "--force", "--passphrase-file", wrong)
    assert (refused.code, "cannot be unlocked" in refused.err) == (1, True)
    assert "Everything is correct." in office.done("restore", saved, "--force", "--passphrase-file", right)


@pytest.mark.parametrize(
    ("options", "content", "says"),
    [
        (("--passphrase-file", "p.txt"), "short", "The passphrase has 5 characters. Choose one with at least 12"),
        (("--passphrase-file", "p.txt"), "", "The first line of p.txt is empty"),
        (("--passphrase-file", "q.txt"), "", "The file q.txt cannot be opened"),
        (("--recipient", "age1nobody"), "", "'age1nobody' is not the public name of a key"),
        (("--recipient", "age1nobody", "--passphrase-file", "p.txt"), "correct horse battery", "Choose one of them"),
    ],
)
def test_what_cannot_lock_a_backup_is_refused_and_none_is_written(
    office: Office, options: tuple[str, ...], content: str, says: str
) -> None:
    init(office)
    office.write("p.txt", content)
    said = office.run("backup", "saved.backup", *options)
    assert said.code in (1, 2)
    assert says in said.err
    assert not list(office.folder.glob("*saved*")) + list(office.folder.glob(".*saved*"))
