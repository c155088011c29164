"""The files of proofs: written, read back, checked, and refused with a sentence."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.transparency import checkpoints, keys, merkle, proofs
from overtrick.transparency.errors import Unproved

_KEY = keys.SigningKey("ruritania.example/points/book", bytes(range(32)))
_LEAVES = [merkle.leaf_hash(b"%d" % number) for number in range(11)]


def _node(first: int, end: int) -> bytes:
    return merkle.tree_root(_LEAVES[first:end])


def _head(size: int) -> str:
    return str(checkpoints.Checkpoint(_KEY.name, size, _node(0, size)).signed(_KEY))


def _included(index: int, size: int = 11) -> proofs.InclusionProof:
    path = tuple(_node(*span) for span in merkle.inclusion_spans(index, size))
    return proofs.InclusionProof(index, path, _head(size))


def _continued(old: int, new: int = 11) -> proofs.ConsistencyProof:
    path = tuple(_node(*span) for span in merkle.consistency_spans(old, new))
    return proofs.ConsistencyProof(old, path, _head(new))


def test_an_inclusion_proof_is_a_file_in_the_standard_form() -> None:
    lines = str(_included(2, 3)).split("\n")
    assert lines[:2] == ["c2sp.org/tlog-proof@v1", "index 2"]
    assert lines[2] == keys.encode(_node(0, 2))
    assert lines[3:6] == ["", "ruritania.example/points/book", "3"]


@pytest.mark.parametrize("index", range(11))
def test_an_inclusion_proof_is_read_back_and_holds(index: int) -> None:
    read = proofs.read_inclusion_proof(str(_included(index)))
    assert read == _included(index)
    assert read.check(_LEAVES[index]).size == 11


def test_what_goes_with_a_proof_is_read_back() -> None:
    proof = _included(4)._replace(extra=b"entry 4")
    assert proofs.read_inclusion_proof(str(proof)) == proof


def test_the_proof_of_a_book_of_one_row_has_no_hashes() -> None:
    proof = _included(0, 1)
    assert proof.path == ()
    assert proofs.read_inclusion_proof(str(proof)).check(_LEAVES[0]).size == 1


def test_another_row_is_not_proved() -> None:
    with pytest.raises(Unproved, match="The row at place 4 is not the one under the head of size 11"):
        _included(4).check(_LEAVES[5])


@pytest.mark.parametrize("old", range(12))
def test_a_consistency_proof_is_read_back_and_holds(old: int) -> None:
    read = proofs.read_consistency_proof(str(_continued(old)))
    assert read == _continued(old)
    assert read.check(_node(0, old)).size == 11


def test_a_book_that_was_changed_does_not_continue_the_old_one() -> None:
    with pytest.raises(Unproved, match="The head of size 11 does not continue the one of size 6"):
        _continued(6).check(merkle.leaf_hash(b"another book"))


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("", "This is not an inclusion proof: it has no empty line"),
        (str(_continued(6)), "its first line is not c2sp.org/tlog-proof@v1"),
        (str(_included(4)).replace("@v1", "@v2"), "its first line is not"),
        (str(_included(4)).replace("index 4\n", ""), "a line 'index' is missing"),
        (str(_included(4)).replace("index 4\n", "index 04\n"), "The index of the proof is not a whole number: '04'"),
        (str(_included(4)).replace("index 4\n", "extra !\nindex 4\n"), "The extra line of the proof is not base64"),
        (str(_included(4)).replace("index 4\n", "index 4\nAAAA\n"), "has 3 bytes instead of 32"),
        (str(_included(4)).replace("index 4\n", "index 4\n" + "A\n" * 200), "no book is so long"),
    ],
)
def test_a_text_that_is_no_inclusion_proof_is_named(written: str, says: str) -> None:
    with pytest.raises(Unproved) as refused:
        proofs.read_inclusion_proof(written)
    assert says in str(refused.value)


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("old 5", "This is not a consistency proof: it has no empty line"),
        (str(_included(4)), "its first line does not begin with 'old'"),
        (str(_continued(6)).replace("old 6", "old six"), "The old size of the proof is not a whole number: 'six'"),
    ],
)
def test_a_text_that_is_no_consistency_proof_is_named(written: str, says: str) -> None:
    with pytest.raises(Unproved) as refused:
        proofs.read_consistency_proof(written)
    assert says in str(refused.value)


@given(st.text())
def test_no_text_breaks_the_readers(text: str) -> None:
    for reader in (proofs.read_inclusion_proof, proofs.read_consistency_proof):
        with pytest.raises(Unproved):
            reader(f"{text}\n\n{_head(1)}")
