"""Ranking lists, promotions and certificates: as the pages have them, part by part, as JSON and CSV."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

import pytest

from overtrick.register.ranks import certificate_codes
from overtrick.register.ranks.models import Promotion
from overtrick.register.ranks.ranking_lists import Wanted, ranking
from overtrick.web.access import today

if TYPE_CHECKING:
    from tests.api.conftest import Caller
    from tests.web.cast import Cast


def followed(call: Caller, path: str) -> list[list[dict[str, object]]]:
    """Read a list part by part."""
    parts = []
    while path:
        found = call.get(path)
        assert found.status == 200, found.data
        parts.append(found.data["items"])
        path = (found.data["next"] or "").removeprefix("http://testserver/api/v1")
        assert (found.response.headers.get("Link") is None) == (not path)
    return parts


def test_the_parts_of_a_ranking_list_make_the_whole(call: Caller, cast: Cast) -> None:
    whole = [each for each in ranking(Wanted(limit=1000), today()) if not each.player.anonymous]
    for limit in (1, 2, 3, 200):
        parts = followed(call, f"/rankings?limit={limit}")
        listed = [each for part in parts for each in part]
        assert [(each["place"], each["name"]) for each in listed] == [(each.place, each.name) for each in whole]
    assert cast.hidden.family not in str(listed)


def test_a_list_can_be_had_as_csv(call: Caller) -> None:
    found = call.get("/rankings?colour=local&limit=2", accept="text/csv")
    rows = list(csv.reader(io.StringIO(found.response.content.decode("utf-8-sig"))))
    assert rows[0] == ["place", "number", "name", "rank", "points"]
    assert 'rel="next"' in found.response.headers["Link"]
    assert len(rows) >= 2


def test_what_a_list_does_not_know_is_told_at_once(call: Caller) -> None:
    found = call.get("/rankings?colour=pink&county=999&rank=Emperor&club=10")
    assert found.codes == ["parameter-value"] * 4
    assert call.get("/rankings?limit=0").codes == ["parameter-value"]
    assert call.get("/rankings?limit=201&colour=local&ofset=3").codes == ["parameter-unknown", "parameter-value"]


def test_a_cursor_counts_only_with_its_filters(call: Caller) -> None:
    after = call.get("/rankings?limit=1").data["next"].partition("after=")[2]
    assert call.get(f"/rankings?limit=1&after={after}").status == 200
    for path in (
        f"/rankings?colour=local&after={after}",
        f"/promotions?after={after}",
        "/rankings?after=xyz",
        "/rankings?after=é",
    ):
        found = call.get(path)
        assert (found.status, found.data["code"]) == (400, "cursor"), path


def test_promotions_of_a_month_leave_out_who_hides(call: Caller, cast: Cast) -> None:
    assert call.get("/promotions").data["items"] == []
    cast.hidden.anonymous = False
    cast.hidden.save(update_fields=["anonymous"])
    promoted = Promotion.objects.get(pk=cast.promotion)
    (row,) = call.get("/promotions").data["items"]
    assert (row["rank"], row["reached"]) == (promoted.rank, f"{promoted.reached}")
    assert call.get(f"/promotions?month={row['month']}").data["items"] == [row]
    assert call.get("/promotions?month=1999-01").data["items"] == []
    assert call.get("/promotions?month=2026-13").codes == ["parameter-value"]


def test_a_certificate_is_checked_by_its_code_and_hides_the_name_of_who_hides(call: Caller, cast: Cast) -> None:
    promotion = Promotion.objects.get(pk=cast.promotion)
    code = certificate_codes.written(promotion.code)
    found = call.get(f"/certificates/{code.lower()}")
    assert (found.status, found.data["code"], found.data["state"]) == (200, code, "stands")
    assert (found.data["rank"], found.data["name"]) == (promotion.rank, None)
    assert found.response.headers["Cache-Control"] == "no-store"


@pytest.mark.parametrize("code", ["7K3M-9QTX-0VHB", "x", "%20"])
def test_a_code_that_nobody_has_is_not_there(call: Caller, code: str) -> None:
    found = call.get(f"/certificates/{code}")
    assert (found.status, found.data["code"]) == (404, "not-found")
