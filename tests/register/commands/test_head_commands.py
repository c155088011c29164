"""Signed heads by the office's commands: made, published, witnessed, and compared with a book that was changed."""

from __future__ import annotations

import json
import sqlite3
import stat
import zipfile
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from overtrick.transparency import checkpoints, keys, notes
from tests.register.commands.running import Office, set_up
from tests.register.commands.test_office_commands import PAIRS
from tests.register.season import file_of, night


@pytest.fixture
def office(tmp_path: Path) -> Office:
    made = Office(tmp_path)
    set_up(made)
    play(made, "Tuesday pairs")
    return made


def play(office: Office, name: str) -> None:
    """Send a club night of six entries."""
    file = office.write(f"{name}.json", file_of(night(PAIRS, name=name)))
    office.done("submit", file, "--organisation", "100", "--day", "2026-05-13", "--yes")


def change(office: Office, *statements: str) -> None:
    """Change the database as somebody with the right to do so could."""
    if office.database:
        with psycopg.connect(office.database, autocommit=True) as server:
            server.execute("set session_replication_role = replica")  # no trigger runs
            for statement in statements:
                server.execute(statement.encode())
        return
    with closing(sqlite3.connect(office.home / "office.sqlite3")) as database, database:
        triggers = database.execute("select name, sql from sqlite_master where type = 'trigger'").fetchall()
        for name, _sql in triggers:
            database.execute(f"drop trigger {name}")
        for statement in statements:
            database.execute(statement)
        for _name, sql in triggers:
            database.execute(sql)


def test_an_office_has_a_signing_key_of_its_own_that_no_backup_holds(office: Office, tmp_path: Path) -> None:
    file = office.home / "signing-key"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    secret = file.read_text("utf-8").strip().split("+", 4)[4]
    office.done("head")
    saved = tmp_path / "saved.zip"
    office.done("backup", str(saved))
    with zipfile.ZipFile(saved) as packed:
        everything = b"".join(packed.read(name) for name in packed.namelist())
    assert b"/ruritania/book" in everything
    assert secret.encode() not in everything


def test_the_head_is_printed_as_a_signed_note(office: Office) -> None:
    written = office.done("head")
    note = notes.read_note(written)
    key = keys.read_signing_key((office.home / "signing-key").read_text("utf-8"))
    head, _note = checkpoints.open_checkpoint(written, [key.named(f"{key.name}/ruritania/book").verifier])
    assert head.size == 7
    assert len(checkpoints.cosigners(note, [key.named(head.origin).verifier])) == 1
    assert office.done("head") == written
    assert "/ruritania/audit\n" in office.done("head", "--of", "audit")
    assert "/heads\n2\n" in office.done("head", "--of", "all")
    told = json.loads(office.done("head", "--json"))
    assert (told["book"]["size"], told["book"]["head"]) == (7, written)


def test_a_book_that_goes_on_continues_its_published_head(office: Office) -> None:
    published = office.write("head", office.done("head"))
    assert "/book continues the head of 7 rows" in office.done("verify", "--against", published)
    play(office, "Wednesday pairs")
    said = office.done("verify", "--against", published)
    assert ": 14 rows." in said
    assert "Everything is correct." in said
    assert json.loads(office.done("verify", "--against", published, "--json"))["holds"] is True


@pytest.mark.postgres
def test_a_book_cut_short_with_its_end_does_not_continue_its_head(office: Office) -> None:
    play(office, "Wednesday pairs")
    published = office.write("head", office.done("head"))
    change(
        office,
        "delete from ledger_balance",
        "delete from ledger_entry where posting_id = (select max(id) from ledger_posting)",
        "delete from ledger_posting where id = (select max(id) from ledger_posting)",
        "update ledger_head set posting = 1, entry = 6, "
        "hash = (select hash from ledger_entry where id = (select max(id) from ledger_entry))",
    )
    said = office.run("verify", "--against", published)
    assert said.code == 1
    assert "It has 7 rows today, and had 14 when the head was signed: rows were removed." in said.err


@pytest.mark.postgres
def test_a_row_whose_hash_was_rewritten_is_named_by_its_place(office: Office) -> None:
    for name in ("Wednesday pairs", "Thursday pairs", "Friday pairs"):
        play(office, name)
    published = office.write("head", office.done("head"))
    other = "(select hash from ledger_posting where id = (select max(id) from ledger_posting))"
    change(office, f"update ledger_entry set hash = {other} where id = (select max(id) - 6 from ledger_entry)")  # noqa: S608
    said = office.run("verify", "--against", published)
    assert said.code == 1
    assert "the first that was changed is row 21, entry 18." in said.err


def test_a_head_by_another_key_is_not_believed(office: Office) -> None:
    written = office.done("head")
    note = notes.read_note(written)
    head = checkpoints.read_checkpoint(note.text)
    forged = office.write("forged", str(head.signed(keys.new_key("somebody"))))
    said = office.run("verify", "--against", forged)
    assert said.code == 1
    assert "No known key signed this head" in said.err
    own = keys.read_signing_key((office.home / "signing-key").read_text("utf-8")).named(head.origin).verifier
    assert office.run("verify", "--against", office.write("head", written), "--key", str(own)).code == 0


def test_a_head_of_another_office_is_not_ours(office: Office) -> None:
    other = keys.new_key("borduria.example/book")
    head = checkpoints.Checkpoint(other.name, 1, bytes(32)).signed(other)
    said = office.run("verify", "--against", office.write("other", str(head)), "--key", str(other.verifier))
    assert said.code == 1
    assert "This office does not keep this log." in said.err


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("nothing signed", "This is not a signed note"),
        ("text\n\n— a AAAAAAAA\n", "This is not a checkpoint"),
        (b"\xff\xfe", "is not a text in UTF-8"),
        (b"x" * 1_000_002, "is too large for a head or a proof"),
    ],
)
def test_a_file_that_is_no_head_is_named(office: Office, content: bytes | str, says: str) -> None:
    said = office.run("verify", "--against", office.write("file", content))
    assert said.code in (1, 2)
    assert says in said.err


def test_a_file_that_is_not_there_is_named(office: Office) -> None:
    said = office.run("verify", "--against", "nowhere")
    assert (said.code, "nowhere cannot be opened" in said.err) == (2, True)


def test_a_new_key_signs_on_and_the_old_head_still_counts(office: Office) -> None:
    published = office.write("head", office.done("head"))
    before = office.done("signing-key")
    assert len(before.splitlines()) == 3
    said = office.done("signing-key", "--new")
    assert "signed with the old and the new one" in said
    assert len([line for line in (office.home).iterdir() if line.name.startswith("signing-key-")]) == 1
    assert set(before.splitlines()).isdisjoint(office.done("signing-key").splitlines())
    assert "continues the head of 7 rows" in office.done("verify", "--against", published)
    both = notes.read_note(office.done("head"))
    old = [keys.read_verifier_key(line) for line in before.splitlines()]
    assert both.signers([key for key in old if key.name.endswith("/book")])


def test_an_office_without_its_key_says_so(office: Office) -> None:
    office.done("head")
    (office.home / "signing-key").unlink()
    said = office.run("head")
    assert (said.code, "There is no signing key in" in said.err) == (1, True)
    assert "There was no signing key here, and a new one was made." in office.done("upgrade")
    office.done("head")


def test_two_offices_are_witnesses_of_each_other(office: Office, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    other = Office(tmp_path / "other")
    set_up(other)
    (other.home / "signing-key").unlink()
    other.done("upgrade")
    vkey = next(line for line in _keys(office) if "/book+" in line)
    first = office.write("first", office.done("head"))
    refused = other.run("witness", first)
    assert (refused.code, "is new here. Give its verifier key with --key" in refused.err) == (1, True)

    signed = other.run("witness", first, "--key", vkey)
    assert "It is the first one signed here." in signed.err
    witness = signed.err.split("check the signature with ")[1].strip()
    kept = office.done("cosigned", office.write("signed", signed.out), "--key", witness)
    assert "/witness signed head 1 of" in kept
    assert office.done("head") == signed.out

    play(office, "Wednesday pairs")
    second = office.write("second", office.done("head"))
    refused = other.run("witness", second)
    assert (refused.code, "that was signed here has 7 rows." in refused.err) == (1, True)


def test_a_signature_that_is_none_of_the_witness_is_not_kept(office: Office) -> None:
    written = office.write("head", office.done("head"))
    stranger = str(keys.new_key("borduria.example/witness").verifier.of_kind(keys.COSIGNATURE))
    said = office.run("cosigned", written, "--key", stranger)
    assert (said.code, "has no signature by borduria.example/witness with this key" in said.err) == (1, True)


def _keys(office: Office) -> list[str]:
    office.done("head")
    return office.done("signing-key").splitlines()
