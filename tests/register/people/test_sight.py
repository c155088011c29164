"""A name in results that nobody matched may be that of somebody who hides; then it is not shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from overtrick.register.people import sight
from overtrick.register.people.registration import correct
from tests.register import office
from tests.register.office import AT

if TYPE_CHECKING:
    from tests.register.people.conftest import Union


@pytest.mark.parametrize(
    ("written", "hides"),
    [
        ("Jürgen Müller", True),
        ("jurgen muller", True),
        ("Müller, Jürgen", True),
        ("J Müller", True),
        ("Müller", True),
        ("Jürgen K Müller", True),
        ("Hans Müller", False),
        ("Jürgen Ost", False),
        ("Ado Bem", False),  # does not hide
        ("J", False),  # no word of the name is whole
        ("", False),
    ],
)
def test_names_are_compared_word_by_word(written: str, hides: bool, north: Union) -> None:
    hidden = office.person("Jürgen Müller", club=north.oakby)
    office.person("Ado Bem", club=north.oakby)
    correct(hidden, anonymous=True, actor=None, at=AT)
    assert sight.like_somebody_hidden([written]) == ({written} if hides else set())
