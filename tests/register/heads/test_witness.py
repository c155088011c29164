"""A witness signs what continues the last head that it signed, and nothing else."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from overtrick.register.heads import witness
from overtrick.register.heads.models import Witnessed
from overtrick.transparency import checkpoints, keys, merkle, notes
from overtrick.transparency.proofs import ConsistencyProof

AT = datetime(2026, 6, 1, 12, tzinfo=UTC)
OTHER = keys.SigningKey("borduria.example/book", bytes(range(32)))
VKEY = str(OTHER.verifier)
LEAVES = [merkle.leaf_hash(b"%d" % number) for number in range(9)]
#: The same book, but for its third row.
FORGED = [*LEAVES[:2], merkle.leaf_hash(b"another"), *LEAVES[3:]]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("key")]


def _head(size: int, leaves: list[bytes]) -> str:
    return str(checkpoints.Checkpoint(OTHER.name, size, merkle.tree_root(leaves[:size])).signed(OTHER))


def _continued(old: int, new: int, leaves: list[bytes]) -> str:
    path = tuple(merkle.tree_root(leaves[first:end]) for first, end in merkle.consistency_spans(old, new))
    return str(ConsistencyProof(old, path, _head(new, leaves)))


@pytest.mark.postgres
def test_a_head_that_continues_the_last_one_is_signed() -> None:
    witness.sign(_head(5, LEAVES), VKEY, AT)
    signed = witness.sign(_continued(5, 9, LEAVES), "", AT)
    assert (signed.before, signed.head.size) == (5, 9)
    (seen,) = checkpoints.cosigners(notes.read_note(signed.note), [signed.verifier])
    assert seen.at == AT
    assert list(Witnessed.objects.order_by("pk").values_list("size", flat=True)) == [5, 9]


def test_the_same_head_is_signed_again_without_a_proof() -> None:
    for _time in range(2):
        assert witness.sign(_head(5, LEAVES), VKEY, AT).head.size == 5


@pytest.mark.parametrize(
    ("written", "says"),
    [
        (_continued(5, 9, FORGED), "The head of size 9 does not continue the one of size 5"),
        (_head(5, FORGED), "that was signed here has 5 rows"),
        (_continued(4, 9, LEAVES), "that was signed here has 5 rows"),
        (_head(3, LEAVES), "that was signed here has 5 rows"),
        (_continued(5, 9, LEAVES).replace("old 5", "old five"), "is not a whole number"),
        (_continued(5, 9, LEAVES).replace("\n9\n", "\n8\n"), "The signature by borduria.example/book is wrong"),
    ],
)
def test_a_head_that_does_not_continue_it_is_refused(written: str, says: str) -> None:
    witness.sign(_head(5, LEAVES), VKEY, AT)
    with pytest.raises(witness.NotWitnessed) as refused:
        witness.sign(written, "", AT)
    assert says in str(refused.value)
    assert Witnessed.objects.count() == 1
