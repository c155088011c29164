"""How often a folder of results asks the database: so many times for a file, however many came before it."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import date, timedelta
from typing import TYPE_CHECKING

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from overtrick.cli.office import submit_many
from overtrick.cli.office.context import Here
from overtrick.formats.answers import Answers
from overtrick.register.competitions.versions import Placed
from overtrick.register.organisations import licences
from overtrick.register.organisations.licences import Grant
from overtrick.register.scoping import scope
from tests.register import office
from tests.register.season import AT, NIGHT, Union, file_of, night, pairs, union

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = pytest.mark.django_db

#: What a club's evening is, by the handbook.
STATUS = {"ebu": "club", "abf": "E"}
WANTED = submit_many.Wanted(Answers(), Placed(), {}, correct=False, yes=True, as_json=False)

#: Statements that a file waits for; those that only write, such as its entries, are not among them.
A_FILE = 36
#: Statements by which a red session looks at each earlier one: all of them are under one licence, club nights are not.
A_RED_SESSION = 3


@contextmanager
def club_of(handbook: str) -> Iterator[Union]:
    federation = office.federation("south", handbook)
    with scope(federation=federation):
        yield union(federation)


def asked(here: Union, folder: Path, names: list[str], status: str) -> int:
    """Submit nights of these names from a folder, and count what the database is asked."""
    folder.mkdir()
    for at, name in enumerate(names):
        event = night(pairs(here.players), name=name, begins=NIGHT - timedelta(days=at), status=status)
        (folder / f"{name}.json").write_bytes(file_of(event, here.federation.handbook))
    with CaptureQueriesContext(connection) as queries:
        code = submit_many.submit_all(Here(here.federation, here.scorer, AT), here.club, [str(folder)], WANTED)
    assert code == 0
    return len(queries)


@pytest.mark.parametrize("handbook", list(STATUS))
def test_one_more_file_of_a_folder_asks_so_many_times(handbook: str, tmp_path: Path) -> None:
    with club_of(handbook) as here:
        asked(here, tmp_path / "first", ["First"], STATUS[handbook])  # loads what stays
        few = asked(here, tmp_path / "few", [f"Few {at}" for at in range(4)], STATUS[handbook])
        many = asked(here, tmp_path / "many", [f"Many {at}" for at in range(14)], STATUS[handbook])
        assert many - few == 10 * A_FILE


def test_a_red_session_asks_for_each_earlier_one_and_for_no_club_night(tmp_path: Path) -> None:
    with club_of("abf") as here:
        given = Grant("RP-7", "red points", date(2026, 1, 1), date(2026, 12, 31), 10**6)
        licences.grant(here.club, given, actor=here.secretary, at=AT)
        asked(here, tmp_path / "warm", ["Warm"], "B4c")
        asked(here, tmp_path / "spring", ["Spring"], "E")
        first = asked(here, tmp_path / "first", ["First"], "B4c")
        asked(here, tmp_path / "nights", [f"Night {at}" for at in range(12)], "E")
        last = asked(here, tmp_path / "last", ["Last"], "B4c")
        assert last - first == A_RED_SESSION
