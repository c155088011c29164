"""A database is told how its tables are filled; what a page asks for is found without looking through everything."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

import pytest
from django.db import connection

from overtrick.register import sql, table_statistics
from overtrick.register.records.played_event import events_in_book
from tests.register.season import night, pairs, submitted

if TYPE_CHECKING:
    from tests.register.season import Union

pytestmark = pytest.mark.postgres


def test_sqlite_is_told_what_tells_rows_apart(here: Union) -> None:
    """Everybody is of one federation, and every number is somebody's: an index of numbers is the better one."""
    for each in table_statistics.counted():
        table_statistics.count(each)
    if connection.vendor == "sqlite":
        asked = "select idx, stat from sqlite_stat1 where tbl = 'people_player' and idx is not null"
        found = {index: [int(each) for each in stat.split()] for index, stat in sql.rows(asked)}
        people = len(here.players)
        (of_federation,) = (found[index] for index in found if index.startswith("people_player_federation_id_"))
        assert of_federation[0] >= people
        assert of_federation[1] == of_federation[0]
        assert any(stat[-1] == 1 for stat in found.values())


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL counts by itself")
def test_one_index_after_the_other_gives_what_all_together_give(here: Union) -> None:
    """Between two of them others can write."""
    submitted(here, night(pairs(here.players)))
    asked = "select tbl, idx, stat from sqlite_stat1 order by tbl, idx"
    sql.run("analyze")
    together = sql.rows(asked)
    sql.run("delete from sqlite_stat1")
    for each in table_statistics.counted():
        table_statistics.count(each)
    assert sql.rows(asked) == together
    assert len(together) > 50


def test_the_versions_of_an_event_are_found_by_the_event(here: Union) -> None:
    """Also where nobody has counted yet: for each of many events all versions of the federation would be read."""
    submitted(here, night(pairs(here.players)))
    rows = events_in_book().filter(begins__gte=date(2025, 1, 1))
    assert rows.exists()
    plan = rows.order_by("-begins", "-pk")[:100].explain()
    if connection.vendor == "sqlite":
        (versions,) = (line for line in plan.splitlines() if " U0 " in line)
        assert "(competition_id=?" in versions
        assert "TEMP B-TREE" not in plan  # they come in their order
    else:
        assert "competition_id" in plan
