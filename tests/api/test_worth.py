"""What events are worth, and ranks: the figures of the handbook, and everything that is wrong at once."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import pytest

from overtrick.api.parameters import OneDay
from overtrick.formats.dates import FIRST_YEAR, LAST_YEAR
from overtrick.handbooks import edition as editions
from overtrick.handbooks import worth as worths
from tests.api.conftest import command

if TYPE_CHECKING:
    from tests.api.conftest import Caller


def test_a_pairs_event_of_thirty_tables_is_worth_110_and_with_one_more_112(call: Caller) -> None:
    found = call.get("/worth/ebu/pairs?tables=30")
    first, more = found.data["places"][0], found.data["one_more_table"]["places"][0]
    assert (found.status, first["points"], more["points"]) == (200, {"local": "110"}, {"local": "112"})
    assert first["clauses"][:2] == ["3.4.1", "4.4.3"]
    assert (first["working"], found.data["answers"]["boards"], found.data["edition"]) == (None, "24", "2024")
    assert found.response.headers["Cache-Control"] == "public, max-age=3600"


def test_the_api_and_the_command_say_the_same(call: Caller) -> None:
    typed = json.loads(command("worth", "ebu", "pairs", "--tables", "30", "--json"))
    assert call.get("/worth/ebu/pairs?tables=30&working=yes").data == typed
    typed = json.loads(command("rank", "ebu", "--local", "4344", "--json"))
    assert call.get("/ranks/ebu?local=4344&working=yes").data == typed


def test_everything_that_is_wrong_is_told_at_once_with_a_suggestion(call: Caller) -> None:
    found = call.get("/worth/ebu/pairs?tabels=30&boards=many&boards=3&status=clubb")
    assert (found.status, found.data["code"]) == (422, "parameters")
    assert found.codes == [
        "parameter-unknown", "parameter-twice", "parameter-missing", "parameter-value",
    ]  # fmt: skip
    assert [each["element"] for each in found.data["problems"]] == [["tabels"], ["boards"], ["tables"], ["status"]]
    assert found.data["problems"][0]["remedy"] == "Did you mean “tables”?"


@pytest.mark.parametrize(
    "path",
    [
        "/worth/ebu/pairs?tables=12501",
        "/worth/ebu/pairs?tables=-1",
        "/worth/ebu/pairs?tables=1e3",
        "/ranks/ebu?local=1e9",
    ],
)
def test_every_figure_has_a_bound(call: Caller, path: str) -> None:
    assert (call.get(path).status, call.get(path).codes) == (422, ["parameter-value"])


def test_what_is_no_handbook_or_no_kind_is_not_there_and_the_answer_names_those_that_are(call: Caller) -> None:
    for path, known in (
        ("/worth/ebc/pairs?tables=3", "ebu"),
        ("/worth/ebu/fours?tables=3", "pairs"),
        ("/ranks/x", "abf"),
    ):
        found = call.get(path)
        assert (found.status, found.data["code"]) == (404, "not-found")
        assert known in found.data["problems"][0]["remedy"]


def test_a_handbook_lists_its_kinds_their_questions_and_bounds(call: Caller) -> None:
    edition = editions.get("ebu").latest
    found = call.get("/handbooks/ebu").data
    assert [each["kind"] for each in found["kinds"]] == list(worths.kinds(edition))
    tables = next(each for each in found["kinds"][0]["questions"] if each["name"] == "tables")
    assert (tables["takes"], tables["default"], tables["most"]) == ("half tables", None, 12_500)
    assert [each["handbook"] for each in call.get("/handbooks").data["items"]] == list(editions.names())


def test_a_rank_says_what_is_missing(call: Caller) -> None:
    found = call.get("/ranks/ebu?local=4344").data
    assert (found["rank"], found["next"], found["missing"][0]["points"]) == ("County Master", "Master", "656")
    assert call.get("/ranks/ebu").codes == ["parameter-missing"]
    assert call.get("/ranks/ebu?lokal=3").data["problems"][0]["remedy"] == "Did you mean “local”?"


def test_a_day_is_written_in_one_way_only(call: Caller) -> None:
    assert call.get("/worth/ebu/pairs?tables=30&on=2026-11-10").status == 200
    for day in ("9/11/2026", "0", "20261110", "2026-02-30", "0001-01-01"):
        assert call.get(f"/worth/ebu/pairs?tables=30&on={day}").codes == ["parameter-value"], day


def test_a_list_that_nobody_would_read_is_refused(call: Caller) -> None:
    found = call.get("/worth/ebu/pairs?tables=2000&working=yes")
    assert (found.status, found.data["code"]) == (422, "too-much-work")


def test_the_document_bounds_years_as_the_program_does() -> None:
    years = re.compile(str(OneDay().schema["pattern"]))
    bounds = (FIRST_YEAR - 1, FIRST_YEAR, LAST_YEAR, LAST_YEAR + 1)
    assert [bool(years.match(f"{year}-01-01")) for year in bounds] == [False, True, True, False]
