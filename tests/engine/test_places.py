"""Competition ranking with ties."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.engine.event import Contestant
from overtrick.engine.places import Unranked, ordinal, ranking, read_place


def places(contestants: list[Contestant]) -> list[tuple[int, list[str]]]:
    return [(first, [each.name for each in members]) for first, members in ranking(contestants)]


def test_equal_scores_share_the_place_they_reach() -> None:
    scores = {"a": "55.5", "b": "61", "c": "55.50", "d": "40"}
    contestants = [Contestant(name, score=Decimal(score)) for name, score in scores.items()]
    assert places(contestants) == [(1, ["b"]), (2, ["a", "c"]), (4, ["d"])]


def test_places_as_written_decide_when_they_are_there() -> None:
    contestants = [Contestant("a", place=3), Contestant("b", place=1), Contestant("c", place=1)]
    assert places(contestants) == [(1, ["b", "c"]), (3, ["a"])]


def test_those_below_move_up_when_somebody_is_left_out() -> None:
    assert places([Contestant("a", place=1), Contestant("c", place=3)]) == [(1, ["a"]), (2, ["c"])]


@pytest.mark.parametrize("missing", [0, 1])
def test_a_contestant_with_neither_place_nor_score_is_named(missing: int) -> None:
    contestants = [Contestant("a", score=10), Contestant("b", score=20)]
    contestants[missing] = Contestant("nobody")
    with pytest.raises(Unranked, match="nobody"):
        list(ranking(contestants))


def test_a_contestant_alone_needs_a_place_or_a_score_too() -> None:
    with pytest.raises(Unranked, match="nobody"):
        list(ranking([Contestant("nobody")]))
    assert places([Contestant("a", score=0)]) == [(1, ["a"])]


@pytest.mark.parametrize("written", ["3", 3, "3=", "=3", "3rd", "3rd=", " 3 = "])
def test_a_place_is_read_as_lists_write_it(written: str | int) -> None:
    assert read_place(written) == 3


@pytest.mark.parametrize("written", ["", "first", "0", "-1", "3.5", "3 4"])
def test_what_is_no_place_is_refused(written: str) -> None:
    with pytest.raises(ValueError, match="is not a place"):
        read_place(written)


@pytest.mark.parametrize(
    ("place", "tied", "words"),
    [(1, 1, "1st"), (2, 2, "2nd equal"), (3, 1, "3rd"), (11, 1, "11th"), (112, 1, "112th"), (23, 1, "23rd")],
)
def test_places_in_words(place: int, tied: int, words: str) -> None:
    assert ordinal(place, tied) == words


@given(st.lists(st.integers(min_value=0, max_value=12), max_size=40))
def test_a_place_is_one_more_than_the_number_of_better_scores(scores: list[int]) -> None:
    contestants = [Contestant(str(index), score=score) for index, score in enumerate(scores)]
    for first, members in ranking(contestants):
        score = members[0].score
        assert first == 1 + sum(1 for each in scores if score is not None and each > score)
        assert len(members) == scores.count(int(score or 0))
