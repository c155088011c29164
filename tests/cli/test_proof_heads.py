"""``overtrick proof`` for heads: somebody outside checks with two texts and a key that a book only grew."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from overtrick.cli.proof import proof
from overtrick.transparency import checkpoints, keys, merkle
from overtrick.transparency.checkpoints import Checkpoint
from overtrick.transparency.proofs import ConsistencyProof

if TYPE_CHECKING:
    from pathlib import Path

ORIGIN = "office.example/north/book"
KEY = keys.new_key(ORIGIN)
VERIFIER = str(KEY.verifier)
ROWS = [merkle.leaf_hash(f"row {number}".encode()) for number in range(40)]
FORGED = [*ROWS[:7], merkle.leaf_hash(b"another row"), *ROWS[8:]]


def head(size: int, rows: list[bytes] = ROWS, key: keys.SigningKey = KEY) -> str:
    note = Checkpoint(ORIGIN, size, merkle.tree_root(rows[:size])).signed(key)
    return str(checkpoints.cosign(note, key, datetime(2026, 5, 1, 9, tzinfo=UTC)))


def continues(old: int, new: int, rows: list[bytes] = ROWS) -> str:
    path = [merkle.tree_root(rows[first:end]) for first, end in merkle.consistency_spans(old, new)]
    return str(ConsistencyProof(old, tuple(path), head(new, rows)))


class Outsider:
    """Somebody with a few files."""

    def __init__(self, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self._folder = folder
        self._capsys = capsys

    def says(self, given: str, kept: str = "", key: str = VERIFIER, *, as_json: bool = False) -> tuple[int, str]:
        for name, text in (("given", given), ("kept", kept)):
            (self._folder / name).write_text(text, encoding="utf-8")
        code = proof(str(self._folder / "given"), key, str(self._folder / "kept") if kept else "", "", as_json=as_json)
        said = self._capsys.readouterr()
        return code, said.out + said.err


@pytest.fixture
def outsider(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Outsider:
    return Outsider(tmp_path, capsys)


def test_a_newer_head_continues_the_one_that_was_kept(outsider: Outsider) -> None:
    code, said = outsider.says(continues(10, 40), head(10))
    assert code == 0
    assert f"The head of {ORIGIN} with 40 rows is signed by the key that you gave on 01 May 2026 at 09:00 UTC." in said
    assert "It continues the head of 10 rows that you have kept: none of them was changed or removed." in said


def test_the_same_as_json(outsider: Outsider) -> None:
    code, said = outsider.says(continues(10, 40), head(10), as_json=True)
    told = json.loads(said)
    assert code == 0
    assert (told["holds"], told["size"], told["continues"]) == (True, 40, 10)


def test_a_head_alone_is_checked_by_its_key(outsider: Outsider) -> None:
    code, said = outsider.says(head(10))
    assert code == 0
    assert "with 10 rows is signed by the key that you gave" in said


def test_the_head_that_was_kept_is_known_again(outsider: Outsider) -> None:
    assert outsider.says(head(10), head(10))[1].endswith("It is the head that you have kept.\n")


@pytest.mark.parametrize(
    ("given", "kept", "key", "says"),
    [
        (continues(10, 40, FORGED), head(10), VERIFIER, "The head of size 40 does not continue the one of size 10."),
        (continues(12, 40), head(10), VERIFIER, "The proof continues 12 rows, and the head that you have kept has 10."),
        (continues(10, 40), "", VERIFIER, "Give the head that you have kept with --head"),
        (continues(10, 40), head(10), "", "Give the verifier key that the office publishes with --key."),
        (head(10, FORGED), head(10), VERIFIER, "Two different heads of 10 rows are signed: two people were shown two"),
        (head(40), head(10), VERIFIER, "/book/consistency?from=10"),
        (head(10, key=keys.new_key(ORIGIN)), "", VERIFIER, "No known key signed this head"),
        (head(10).replace("\n10\n", "\n11\n"), "", VERIFIER, "The signature by"),
    ],
    ids=("forged", "other size", "no head", "no key", "two books", "not yet", "other key", "changed"),
)
def test_what_is_not_proved_is_said(outsider: Outsider, given: str, kept: str, key: str, says: str) -> None:
    code, said = outsider.says(given, kept, key)
    assert code == 1
    assert says in said
