"""The proof of a statement: made from the book, checked without it, and worthless when one letter is changed."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from django.db import transaction

from overtrick.cli.main import run
from overtrick.register import player_proofs, sql
from overtrick.register.heads import publish, signing_key
from overtrick.register.ledger.posting import NewEntry, NewPosting, post, post_all
from overtrick.register.people.identity import Person
from overtrick.register.player_proofs import Asked
from overtrick.transparency.errors import Unproved
from overtrick.transparency.keys import SigningKey
from overtrick.transparency.proof_file import ProofFile, read_proof_file
from overtrick.transparency.proofs import ConsistencyProof
from tests.register.season import AT, Union

if TYPE_CHECKING:
    from overtrick.register.heads.models import Head

pytestmark = pytest.mark.postgres

DAYS = (date(2025, 11, 4), date(2026, 3, 10), date(2026, 5, 12))
TODAY = date(2026, 6, 1)
STATEMENT = Asked("statement")


@pytest.fixture
def key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SigningKey:
    monkeypatch.setenv(signing_key.PLACE, str(tmp_path / "signing-key"))
    made = signing_key.make()
    assert made is not None
    return made


@pytest.fixture
def head(here: Union, key: SigningKey) -> Head:  # noqa: ARG001 - it signs
    """Three nights of eight players, and the head over them."""
    post_all(
        (
            NewPosting(here.federation.pk, "submission", TODAY),
            [NewEntry(each.pk, "local", 12, day) for each in here.players[:8]],
        )
        for day in DAYS
    )
    return publish.make(here.federation, AT).book


def proved(here: Union, head: Head, asked: Asked = STATEMENT) -> ProofFile:
    player = here.players[0]
    with transaction.atomic():
        return player_proofs.prove(Person(player, [player.pk]), asked, head, TODAY)


def check(file: Path, *options: str) -> int:
    return run(["proof", str(file), *options])


def test_the_entries_of_a_player_are_proved_under_the_head(here: Union, head: Head) -> None:
    file = proved(here, head)
    signed, times = file.book.check()
    assert (signed.size, len(file.book.rows)) == (27, 3)
    assert [row.place for row in file.book.rows] == [1, 10, 19]
    assert times[0].at == AT
    assert read_proof_file(file.written()) == file
    assert file.about["player"] == "Ado Bem"


@pytest.mark.parametrize(
    ("asked", "days"),
    [
        (Asked("statement", year=2026), DAYS[1:]),
        (Asked("rank", until=DAYS[1]), DAYS[:2]),
        (Asked("statement", year=1999), ()),
    ],
)
def test_a_proof_is_of_a_year_or_up_to_a_day(here: Union, head: Head, asked: Asked, days: tuple[date, ...]) -> None:
    rows = proved(here, head, asked).book.rows
    assert [date.fromisoformat(row.text.split("\n")[6]) for row in rows] == list(days)


def test_what_came_after_the_head_is_counted_and_not_proved(here: Union, head: Head) -> None:
    post(NewPosting(here.federation.pk, "submission", TODAY), [NewEntry(here.players[0].pk, "local", 5, TODAY)])
    file = proved(here, head)
    assert (len(file.book.rows), file.about["later"]) == (3, "1")


def test_a_book_without_a_head_proves_nothing(here: Union) -> None:
    with pytest.raises(player_proofs.NoHeadYet, match="No head of the book has been signed yet"):
        player_proofs.head_of(here.federation)


def test_an_older_head_can_be_asked_for(here: Union, head: Head) -> None:
    post(NewPosting(here.federation.pk, "submission", TODAY), [NewEntry(here.players[0].pk, "local", 5, TODAY)])
    publish.make(here.federation, AT)
    assert player_proofs.head_of(here.federation).number == 2
    assert player_proofs.head_of(here.federation, 1) == head
    with pytest.raises(player_proofs.NoHeadYet, match="There is no head 3 of the book"):
        player_proofs.head_of(here.federation, 3)


def test_the_command_checks_a_proof_and_says_what_it_proves(
    here: Union, head: Head, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "proof.json"
    file.write_text(proved(here, head).written(), encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        check(file)
    assert ended.value.code == 0
    said = capsys.readouterr().out
    assert "Proved: 3 entries of Ado Bem, number 200001." in said
    assert "Sum: 36 local." in said
    assert "under the head of 27 rows, signed on 13 May 2026 at 09:00 UTC." in said
    assert "The head is signed by the key in the file" in said
    assert "Not proved: that there are no other entries" in said


def _says(capsys: pytest.CaptureFixture[str], file: Path, *options: str) -> tuple[object, str]:
    with pytest.raises(SystemExit) as ended:
        check(file, *options)
    said = capsys.readouterr()
    return ended.value.code, said.out + said.err


def test_a_proof_is_checked_against_a_published_head_and_key(
    here: Union, head: Head, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, published, newer = (tmp_path / name for name in ("proof.json", "head", "newer"))
    file.write_text(proved(here, head).written(), encoding="utf-8")
    published.write_text(head.note, encoding="utf-8")
    code, said = _says(capsys, file, "--key", head.key, "--head", str(published))
    assert (code, "It is the published head that you gave." in said) == (0, True)
    assert "signed by the key that you gave" in said

    post(NewPosting(here.federation.pk, "submission", TODAY), [NewEntry(here.players[1].pk, "local", 5, TODAY)])
    later = publish.make(here.federation, AT).book
    newer.write_text(later.note, encoding="utf-8")
    code, said = _says(capsys, file, "--head", str(newer))
    assert (code, "The published head has 29 rows, and the proof is under one of 27." in said) == (1, True)
    with transaction.atomic():
        path = publish.tree(later).consistency(head.size, later.size)
    newer.write_text(str(ConsistencyProof(head.size, path, later.note)), encoding="utf-8")
    code, said = _says(capsys, file, "--head", str(newer))
    assert (code, "The published head of 29 rows continues it." in said) == (0, True)


def test_a_key_of_somebody_else_does_not_count(
    here: Union, head: Head, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "proof.json"
    file.write_text(proved(here, head).written(), encoding="utf-8")
    other = SigningKey(head.log.origin, bytes(32)).verifier
    code, said = _says(capsys, file, "--key", str(other))
    assert (code, "Not proved: No known key signed this head" in said) == (1, True)


def test_a_book_made_up_under_the_same_name_is_not_the_published_one(
    here: Union, head: Head, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Whoever makes up a book can sign it with a key of their own; the published head tells."""
    file, published = tmp_path / "proof.json", tmp_path / "head"
    file.write_text(proved(here, head).written(), encoding="utf-8")
    published.write_text(head.note.replace(head.note.split("\n")[2], "A" * 43 + "="), encoding="utf-8")
    code, said = _says(capsys, file, "--head", str(published))
    assert (code, "The published head has another root" in said) == (1, True)


def test_other_programs_get_a_proof_for_each_row(
    here: Union, head: Head, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "proof.json"
    file.write_text(proved(here, head).written(), encoding="utf-8")
    code, _said = _says(capsys, file, "--tlog", str(tmp_path / "rows"))
    assert code == 0
    assert sorted(each.name for each in (tmp_path / "rows").iterdir()) == [
        "1.tlog-proof",
        "10.tlog-proof",
        "19.tlog-proof",
    ]
    assert (tmp_path / "rows" / "10.tlog-proof").read_text("utf-8").startswith("c2sp.org/tlog-proof@v1\nindex 10\n")


def _changed(data: dict[str, Any], *way: str | int, to: object) -> dict[str, Any]:
    at: Any = data
    for step in way[:-1]:
        at = at[step]
    at[way[-1]] = to(at[way[-1]]) if callable(to) else to
    return data


@pytest.mark.parametrize(
    ("way", "to", "says"),
    [
        (
            ("book", "rows", 0, "text"),
            lambda text: text.replace("\n12\n", "\n120\n"),
            "The row at place 1 is not the one",
        ),
        (("book", "rows", 0, "before"), "A" * 43 + "=", "The row at place 1 is not the one under the head"),
        (("book", "rows", 0, "place"), 2, "The row at place 2 is not the one under the head"),
        (("book", "rows", 0, "path"), lambda path: path[1:], "is not the one under the head"),
        (("book", "rows", 1, "path", 0), "A" * 43 + "=", "The row at place 10 is not the one under the head"),
        (("book", "head"), lambda head: head.replace("\n27\n", "\n28\n"), "The signature by"),
        (("about", "records"), "999", "is one of another player"),
        (("book", "rows"), lambda rows: [rows[0], rows[0]], "An entry is listed twice"),
        (("book", "rows", 0, "place"), -1, "The row at place -1 is not the one"),
        (("book", "rows", 0, "place"), "one", "row 1 of the book has no place or no path"),
        (("book", "rows", 0, "path", 0), 7, "has a path that is not made of hashes"),
        (("book", "rows", 0, "text"), None, "row 1 of the book has no 'text'"),
        (("book", "rows", 0), None, "row 1 of the book is not a row"),
        (("book", "rows"), {}, "has no list of rows under 'book'"),
        (("book", "key"), "", "This is not a verifier key"),
        (("about",), {"player": 3}, "about is not a list of words"),
        (("form",), "overtrick proof 2", "does not say that its form is 'overtrick proof 1'"),
    ],
)
def test_a_proof_that_was_changed_is_refused(
    here: Union,
    head: Head,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    way: tuple[str | int, ...],
    to: object,
    says: str,
) -> None:
    file = tmp_path / "proof.json"
    file.write_text(json.dumps(_changed(json.loads(proved(here, head).written()), *way, to=to)), encoding="utf-8")
    code, said = _says(capsys, file)
    assert (code, says in said) == (1, True), said


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"not JSON", "it is not JSON"),
        (b"[" * 100_000, "it is not JSON"),
        (b"[]", "does not say that its form is"),
        (b"\xff", "is not a text in UTF-8"),
    ],
)
def test_a_file_that_is_no_proof_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes, says: str
) -> None:
    file = tmp_path / "file"
    file.write_bytes(content)
    code, said = _says(capsys, file)
    assert (code, says in said) == (1, True)
    code, said = _says(capsys, tmp_path / "nowhere")
    assert (code, "cannot be opened" in said) == (1, True)


def test_a_row_changed_in_the_database_is_not_proved(here: Union, head: Head) -> None:
    """The page still gives a file, and the file does not hold."""
    with transaction.atomic():
        if sql.on_sqlite():
            sql.run("drop trigger ledger_entry_update")
        else:
            sql.run("alter table ledger_entry disable trigger all")
        sql.run("update ledger_entry set units = 500 where player_id = %s", here.players[0].pk)
    with pytest.raises(Unproved, match="The row at place 1 is not the one under the head"):
        proved(here, head).book.check()
