"""Our records are those of ``typing``, made at less cost."""

from __future__ import annotations

import pickle
from typing import NamedTuple as Typed

import pytest

from overtrick.engine.event import Contestant, Event, Field, Match, Player, Schedule, Stage
from overtrick.engine.records import NamedTuple


class Point(NamedTuple):
    """A place on a plane."""

    east: int
    north: int = 0

    @property
    def mirrored(self) -> Point:
        """The place on the other side of the corner."""
        return Point(self.north, self.east)

    @classmethod
    def corner(cls) -> Point:
        """Where both are nothing."""
        return cls(0)


class TypedPoint(Typed):
    """A place on a plane."""

    east: int
    north: int = 0


def test_a_record_is_a_tuple_with_names_and_defaults() -> None:
    assert Point(3) == (3, 0)
    assert Point(3).mirrored == Point(0, 3)
    assert Point.corner() == (0, 0)
    assert Point(east=1, north=2)._replace(north=5) == (1, 5)
    assert repr(Point(1)) == "Point(east=1, north=0)"


def test_a_record_says_about_itself_what_one_of_typing_says() -> None:
    assert Point.__doc__ == TypedPoint.__doc__
    assert Point._fields == TypedPoint._fields
    assert Point._field_defaults == TypedPoint._field_defaults
    assert Point.__module__ == TypedPoint.__module__
    assert list(Point.__annotations__) == list(TypedPoint.__annotations__)


def test_a_record_goes_to_another_process_and_back() -> None:
    players = (Player("Ann"), Player("Bob", "12"))
    event = Event("Night", None, (Stage("pairs", Schedule(24), (Field("", (Contestant("1", players),)),)),))  # type: ignore[arg-type]
    assert pickle.loads(pickle.dumps(event)) == event  # noqa: S301 - our own
    assert type(pickle.loads(pickle.dumps(Point(1)))) is Point  # noqa: S301 - our own


def test_what_has_no_default_must_be_given() -> None:
    with pytest.raises(TypeError, match="sides"):
        Match()  # type: ignore[call-arg]
