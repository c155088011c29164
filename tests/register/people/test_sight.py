"""A name in results that nobody matched may be that of somebody who hides; then it is not shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from overtrick.register import sql
from overtrick.register.people import sight
from overtrick.register.people.registration import correct
from tests.register import office
from tests.register.office import AT

if TYPE_CHECKING:
    from tests.register.people.conftest import Union

pytestmark = pytest.mark.postgres


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


def test_those_who_hide_are_found_first_and_not_everybody_of_the_same_name(north: Union) -> None:
    if not sql.on_sqlite():
        pytest.skip("PostgreSQL knows how many rows there are")
    with CaptureQueriesContext(connection) as asked:
        sight.like_somebody_hidden([str(office.person("Ado Bem", club=north.oakby))])
    (question,) = [each["sql"] for each in asked if "cross join people_nameword" in each["sql"]]
    first = sql.rows(f"explain query plan {question}")[0][3]
    assert "player USING INDEX player_hidden" in first
