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
    saved, again = office.folder / "saved.backup", office.folder / "again.backup"
    office.done("backup", str(saved))
    office.done("restore", str(saved), "--force")
    office.done("verify")
    office.done("backup", str(again))
    first, second = (tables(each) for each in (saved, again))
    assert second == first
    assert first["heads.node"]["rows"] > 64


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
    assert ", locked." in office.done("backup", saved, "--recipient", public[1])
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
