"""A federation at work, in scope, for whoever asks for one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from overtrick.register.scoping import scope
from tests.register import office
from tests.register.season import Union, union


@pytest.fixture
def here(db: None) -> Iterator[Union]:  # noqa: ARG001 - the database it needs
    federation = office.federation()
    with scope(federation=federation):
        yield union(federation)


@pytest.fixture
def down_under(db: None) -> Iterator[Union]:  # noqa: ARG001 - the database it needs
    federation = office.federation("south", "abf")
    with scope(federation=federation):
        yield union(federation)
