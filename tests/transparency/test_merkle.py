"""Merkle trees: the published vectors of Certificate Transparency, and laws over all small trees."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.transparency import merkle

#: The eight leaves with which implementations of RFC 6962 are compared, and the root after each of them.
_LEAVES = ("", "00", "10", "2021", "3031", "40414243", "5051525354555657", "606162636465666768696a6b6c6d6e6f")
_ROOTS = (
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)
_INCLUSION = {
    (0, 8): (
        "96a296d224f285c67bee93c30f8a309157f0daa35dc5b87e410b78630a09cfc7",
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ),
    (5, 8): (
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ),
}
_CONSISTENCY = {
    (2, 8): (
        "5f083f0a1a33ca076a95279832580db3e0ef4584bdff1f54c8a360f50de3031e",
        "6b47aaf29ee3c2af9af889bc1fb9254dabd31177f16232dd6aab035ca39bf6e4",
    ),
    (6, 8): (
        "0ebc5d3437fbe2db158b9f126a1d118e308181031d0a949f8dededebc558ef6a",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ),
}
_LARGEST = 64
_HASHES = [merkle.leaf_hash(b"%d" % number) for number in range(_LARGEST)]
_PUBLISHED = [merkle.leaf_hash(bytes.fromhex(leaf)) for leaf in _LEAVES]


def _by_definition(leaves: Sequence[bytes]) -> bytes:
    return _defined(tuple(leaves))


@cache
def _defined(leaves: tuple[bytes, ...]) -> bytes:
    """The tree hash word for word as RFC 6962 section 2.1 defines it."""
    if not leaves:
        return merkle.EMPTY
    if len(leaves) == 1:
        return leaves[0]
    left = max(power for power in (1, 2, 4, 8, 16, 32) if power < len(leaves))
    return merkle.node_hash(_defined(leaves[:left]), _defined(leaves[left:]))


def _inclusion(leaves: list[bytes], index: int) -> list[bytes]:
    return [_by_definition(leaves[first:end]) for first, end in merkle.inclusion_spans(index, len(leaves))]


def _consistency(leaves: list[bytes], old: int) -> list[bytes]:
    return [_by_definition(leaves[first:end]) for first, end in merkle.consistency_spans(old, len(leaves))]


@pytest.mark.parametrize("size", range(9))
def test_the_roots_are_the_published_ones(size: int) -> None:
    assert merkle.tree_root(_PUBLISHED[:size]).hex() == _ROOTS[size]


@pytest.mark.parametrize(("case", "path"), _INCLUSION.items())
def test_the_inclusion_proofs_are_the_published_ones(case: tuple[int, int], path: tuple[str, ...]) -> None:
    index, size = case
    made = _inclusion(_PUBLISHED[:size], index)
    assert tuple(node.hex() for node in made) == path
    assert merkle.includes(_PUBLISHED[index], index, size, made, bytes.fromhex(_ROOTS[size]))


@pytest.mark.parametrize(("case", "path"), _CONSISTENCY.items())
def test_the_consistency_proofs_are_the_published_ones(case: tuple[int, int], path: tuple[str, ...]) -> None:
    old, new = case
    made = _consistency(_PUBLISHED[:new], old)
    assert tuple(node.hex() for node in made) == path
    assert merkle.continues(old, bytes.fromhex(_ROOTS[old]), new, bytes.fromhex(_ROOTS[new]), made)


def test_a_growing_tree_has_the_root_of_the_definition_at_every_size() -> None:
    frontier = merkle.Frontier()
    for size, leaf in enumerate(_HASHES, 1):
        for level, place, node in frontier.add(leaf):
            assert node == _by_definition(_HASHES[place << level : (place + 1) << level])
        assert frontier.root() == _by_definition(_HASHES[:size])


def test_a_tree_goes_on_from_its_full_parts() -> None:
    for size in range(_LARGEST):
        peaks = [_by_definition(_HASHES[first:end]) for first, end in merkle.full_parts(size)]
        frontier = merkle.Frontier(peaks, size)
        list(frontier.add(_HASHES[size]))
        assert frontier.root() == _by_definition(_HASHES[: size + 1])


def test_a_span_is_hashed_from_full_parts_alone() -> None:
    def full(first: int, end: int) -> bytes:
        assert (end - first).bit_count() == 1
        assert first % (end - first) == 0
        return _by_definition(_HASHES[first:end])

    for size in range(1, _LARGEST + 1):
        spans = {span for index in range(size) for span in merkle.inclusion_spans(index, size)}
        spans |= {span for old in range(size) for span in merkle.consistency_spans(old, size)}
        for first, end in spans:
            assert merkle.span_hash(first, end, full) == _by_definition(_HASHES[first:end])


def test_full_parts_must_fit_the_size() -> None:
    with pytest.raises(ValueError, match="A tree of 3 leaves has 2 full parts, not 1"):
        merkle.Frontier([merkle.EMPTY], 3)


def test_every_inclusion_proof_of_every_small_tree_holds() -> None:
    for size in range(1, _LARGEST + 1):
        leaves = _HASHES[:size]
        root = _by_definition(leaves)
        for index in range(size):
            path = _inclusion(leaves, index)
            assert merkle.includes(leaves[index], index, size, path, root)
            other = (index + 1) % size
            assert size == 1 or not merkle.includes(leaves[other], index, size, path, root)
            assert size == 1 or not merkle.includes(leaves[index], other, size, path, root)


def test_every_consistency_proof_of_every_small_tree_holds() -> None:
    roots = [_by_definition(_HASHES[:size]) for size in range(_LARGEST + 1)]
    for old, new in itertools.combinations_with_replacement(range(_LARGEST + 1), 2):
        path = _consistency(_HASHES[:new], old)
        assert merkle.continues(old, roots[old], new, roots[new], path)
        assert not merkle.continues(old, merkle.leaf_hash(b"another"), new, roots[new], path)
        assert old == 0 or not merkle.continues(old, roots[old], new, merkle.leaf_hash(b"another"), path)


@given(st.data())
def test_an_altered_inclusion_proof_fails(data: st.DataObject) -> None:
    size = data.draw(st.integers(2, _LARGEST))
    index = data.draw(st.integers(0, size - 1))
    leaves = _HASHES[:size]
    path = _inclusion(leaves, index)
    altered = data.draw(_alterations(path))
    assert not merkle.includes(leaves[index], index, size, altered, _by_definition(leaves))


@given(st.data())
def test_an_altered_consistency_proof_fails(data: st.DataObject) -> None:
    new = data.draw(st.integers(2, _LARGEST))
    old = data.draw(st.integers(1, new - 1))
    roots = _by_definition(_HASHES[:old]), _by_definition(_HASHES[:new])
    altered = data.draw(_alterations(_consistency(_HASHES[:new], old)))
    assert not merkle.continues(old, roots[0], new, roots[1], altered)


@given(st.integers(-3, 70), st.integers(-3, 70), st.lists(st.binary(min_size=32, max_size=32), max_size=8))
def test_a_proof_made_up_proves_nothing(old: int, new: int, path: list[bytes]) -> None:
    root = merkle.leaf_hash(b"a root that no tree here has")
    assert not merkle.includes(_HASHES[0], old, new, path, root)
    if old != new:
        assert not merkle.continues(old, _HASHES[0], new, root, path)


@pytest.mark.parametrize(("index", "size"), [(-1, 3), (3, 3), (0, 0)])
def test_there_is_no_proof_of_a_leaf_that_is_not_there(index: int, size: int) -> None:
    with pytest.raises(ValueError, match=f"A tree of {size} leaves has no leaf {index}"):
        merkle.inclusion_spans(index, size)


def test_a_shorter_tree_continues_nothing() -> None:
    with pytest.raises(ValueError, match="A tree of 3 leaves does not continue one of 4"):
        merkle.consistency_spans(4, 3)


def _alterations(path: list[bytes]) -> st.SearchStrategy[list[bytes]]:
    """A node changed, left out, put in, or two of them the other way round."""
    at = st.integers(0, len(path) - 1)
    node = st.binary(min_size=32, max_size=32).filter(lambda made: made not in path)
    changed = st.builds(lambda here, made: [*path[:here], made, *path[here + 1 :]], at, node)
    put_in = st.builds(lambda here, made: [*path[:here], made, *path[here:]], st.integers(0, len(path)), node)
    left_out = st.builds(lambda here: [*path[:here], *path[here + 1 :]], at)
    turned = st.just(path[::-1]).filter(lambda made: made != path)
    return st.one_of(changed, put_in, left_out, turned) if len(path) > 1 else st.one_of(changed, put_in, left_out)
