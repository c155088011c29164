"""A federation at work, in scope, for whoever asks for one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.register.season import Union, opened

if TYPE_CHECKING:
    from tests.worlds import Founded


@pytest.fixture
def here(founded: Founded) -> Union:
    return founded(opened)


@pytest.fixture
def down_under(founded: Founded) -> Union:
    return founded(opened, "south", "abf")
