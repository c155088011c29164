"""The federations of the people's tests."""

from __future__ import annotations

from tests.register.people.conftest import north, south

__all__ = ["north", "south"]
