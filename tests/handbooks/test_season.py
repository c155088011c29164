"""What an invented season is made of: data of the edition, and a slip of the pen in it is an error."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from overtrick.engine.ranks import Holding
from overtrick.handbooks import edition as editions
from overtrick.handbooks import ranks, season
from overtrick.handbooks.entries import Colour
from overtrick.handbooks.tables import BadTable
from tests.handbooks.elsewhere import bare

EDITION = editions.get("wbu").latest
PAIRS = {"by": "club", "form": "pairs", "share": 100}
GOOD: dict[str, Any] = {"title": "", "checked": "", "club": "{place}", "region": "{place}", "event": [PAIRS]}


@pytest.mark.parametrize("name", editions.names())
def test_every_handbook_has_a_season_of_clubs(name: str) -> None:
    assert season.of(editions.get(name).latest).of("club")


@pytest.mark.parametrize(
    ("changed", "says"),
    [
        ({"moon": 1}, "unknown key 'moon'"),
        ({"club": "Bridge Club"}, "the name of a club has no {place} in it"),
        ({"event": [{**PAIRS, "share": 99}]}, "make 99, not 100"),
        ({"event": [{**PAIRS, "by": "king"}]}, "by 'king'; it may be by club, region, national"),
        ({"event": [{**PAIRS, "form": "whist"}]}, "no form 'whist'"),
        ({"event": [{**PAIRS, "status": "county"}]}, "no status 'county'; it has club, club*, area"),
        ({"event": [{**PAIRS, "tables": 4}]}, "an event has the unknown key 'tables'"),
        ({"event": [{**PAIRS, "facts": {"points": "gold"}}]}, "'gold' is not an answer to 'points'"),
        ({"event": [{**PAIRS, "facts": {"phase of the moon": "full"}}]}, "is not an answer to 'phase of the moon'"),
    ],
)
def test_a_slip_of_the_pen_is_an_error(changed: dict[str, Any], says: str) -> None:
    with pytest.raises(BadTable) as told:
        season.checked(EDITION, {**GOOD, **changed})
    assert says in str(told.value)


def test_a_key_that_is_missing_is_an_error() -> None:
    with pytest.raises(BadTable, match="lacks the key 'region'"):
        season.checked(EDITION, {key: value for key, value in GOOD.items() if key != "region"})


def test_a_handbook_without_ranks_says_so(tmp_path: Path) -> None:
    edition = bare(tmp_path)
    found = ranks.of(edition)
    assert not ranks.known(edition)
    book = edition.book()
    held = Holding({"local": 1000})
    standing = found.rank_of(book, held)
    assert (standing.rank, standing.following) == ("", "")
    assert standing.beyond is not None
    assert standing.beyond.says == "A handbook has no ranks"
    assert found.name_of(book, held) == ""
    assert found.promotions(book, held, []) == ()


@pytest.mark.clause("sbu", "intro.units")
def test_a_record_may_write_points_otherwise_than_awards_are_written() -> None:
    local = editions.get("sbu").colours["local"]
    assert (local.show(36), local.on_record.show(36)) == ("36", "0.36")
    assert Colour("green", 100).on_record.show(36) == "0.36"
    totals = {name: editions.get(name).total.show(100) for name in ("ebu", "abf", "wbu", "sbu")}
    assert totals == {"ebu": "100", "abf": "1.00", "wbu": "1.00", "sbu": "1.00"}
