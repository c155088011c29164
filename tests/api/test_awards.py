"""Awards of an event, and a checked file: every mistake told. That they are right is the one law: test_one_law."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from overtrick.api.public import awards
from overtrick.formats import event_file
from overtrick.formats.outcome import work_out
from overtrick.web.file_reader import READER
from tests.api.tokens import of_club

if TYPE_CHECKING:
    from tests.api.conftest import Caller
    from tests.web.cast import Cast

ROOT = Path(__file__).parents[2]
PAIRS = [("Ann Abel", "Bob Baker"), ("Cat Cole", "Dan Dent"), ("Eva East", "Fay Fox"), ("Guy Gill", "Hal Hope")]


def evening(**more: object) -> dict[str, Any]:
    """A club night of eight pairs; one player has no number."""
    names = [*PAIRS, *[(f"{first} Junior", f"{second} Junior") for first, second in PAIRS]]
    rows = [
        {"place": str(at), "names": list(pair), "numbers": [str(10_012 + 8 * at), str(10_000_0 + at)]}
        for at, pair in enumerate(names, 1)
    ]
    event = {
        "event": "Tuesday pairs", "date": "2026-11-10", "handbook": "ebu", "status": "club", "play": "pairs",
        "boards": 24, "results": rows,
    }  # fmt: skip
    return event | more


def test_without_the_working_the_rest_is_the_same(call: Caller) -> None:
    body = json.dumps(evening())
    short, long = (call.post(f"/awards?working={each}", body).data for each in ("no", "yes"))
    assert all(each["working"] is None for each in short["awards"])
    assert [each | {"working": None} for each in long["awards"]] == short["awards"]


def test_yaml_is_read_as_well(call: Caller) -> None:
    example = (ROOT / "docs" / "examples").glob("*.yaml")
    for path in example:
        found = call.post("/awards", path.read_bytes(), "application/yaml")
        assert found.status in (200, 422), path
        assert found.status == 200 or found.data["code"] == "event"


def test_every_mistake_of_an_event_is_told_at_once_with_its_line(call: Caller) -> None:
    event = evening(date="9/11/2026", bords=24)
    del event["boards"]
    found = call.post("/awards", json.dumps(event, indent=1))
    assert (found.status, found.data["code"], found.response.headers["Content-Type"]) == (
        422, "event", "application/problem+json",
    )  # fmt: skip
    assert {"date-unreadable", "word-misspelt"} <= set(found.codes)
    date = next(each for each in found.data["problems"] if each["code"] == "date-unreadable")
    assert (date["line"], date["element"]) == (3, ["date"])


@pytest.mark.parametrize("body", [b" ", b"\xff\xfe", b"{", b"[]", b'{"date": 0}', b"true", b"{" * 5000, b"a: &a [*a]"])
def test_no_body_is_a_mistake_of_ours(call: Caller, body: bytes) -> None:
    found = call.post("/awards", body)
    assert (found.status, found.data["code"]) == (422, "event")


def test_a_call_without_a_body_is_told(call: Caller) -> None:
    for path in ("/awards", "/checks"):
        assert (call.post(path, b"").status, call.post(path, b"").data["code"]) == (400, "unreadable")


def test_a_file_may_not_come_in_parts_nor_be_too_large(call: Caller) -> None:
    parts = call.client.post("/api/v1/checks", {"file": "x"})
    assert (parts.status_code, parts.json()["code"]) == (415, "media-type")
    large = call.post("/awards", b" " * 1_000_001)
    assert (large.status, large.data["code"]) == (413, "too-large")


def test_an_event_that_takes_too_long_is_stopped(call: Caller, cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    """A short one is worked out at once, a long one where there is a limit; a program with a token has more time."""
    rows = [{"place": str(at), "names": [f"Ann {at}", f"Bob {at}"]} for at in range(1, 1_201)]
    long = json.dumps(evening(results=rows)).encode()
    assert len(json.dumps(evening())) < awards.SHORT < len(long)
    by_library = work_out(event_file.read("", long))
    assert by_library.assessment is not None
    found = call.post("/awards", long)
    assert found.status == 200
    assert len(found.data["awards"]) == len(by_library.assessment.awards)
    checked, program = "/checks?name=event.json", of_club(call, cast)
    monkeypatch.setattr(READER, "limits", READER.limits._replace(seconds=0))
    for path in ("/awards", checked):
        told, with_token = call.post(path, long), program.post(path, long)
        assert (told.status, told.data["code"], told.codes) == (422, "too-much-work", ["file-too-slow"])
        assert " 2 seconds" in told.data["problems"][0]["found"]
        assert " 10 seconds" in with_token.data["problems"][0]["found"]
    assert call.post("/awards", json.dumps(evening())).status == 200


@pytest.mark.parametrize("name", ["A", "Contestant of some length"])
def test_an_event_has_no_more_contestants_than_we_have_time_for(call: Caller, name: str) -> None:
    rows = [{"place": str(at), "name": f"{name} {at}"} for at in range(1, awards.MOST_CONTESTANTS + 2)]
    found = call.post("/awards", json.dumps(evening(play="individual", results=rows)))
    assert (found.status, found.data["code"]) == (422, "too-much-work")
    assert "5001" in found.data["problems"][0]["found"]


def test_a_checked_file_says_what_it_claims_and_what_the_handbook_gives(call: Caller) -> None:
    file = ROOT / "samples" / "usebio" / "compscore-howell.xml"
    query = f"/checks?name={file.name}&answer=handbook:ebu&answer=status:club"
    found = call.post(query, file.read_bytes())
    assert found.status == 200
    (event,) = found.data["events"]
    assert (event["file"], event["format"], event["problems"]) == (file.name, "USEBIO 1.2", [])
    differing = [row for row in event["comparison"]["rows"] if not row["agrees"]]
    assert not event["comparison"]["agrees"]
    assert differing
    assert all(row["difference"] != "0" and (row["clauses"] or row["remark"]) for row in differing)
    with_awards = call.post(f"{query}&form=usebio", file.read_bytes()).response
    assert with_awards.headers["Content-Type"] == "application/xml"
    again = call.post(query, with_awards.content).data["events"][0]
    assert again["comparison"]["agrees"]
    listed = call.post(f"{query}&form=csv", file.read_bytes()).response
    assert listed.headers["Content-Type"] == "text/csv; charset=utf-8"


def test_a_file_with_mistakes_is_a_result_and_no_error(call: Caller) -> None:
    found = call.post("/checks?name=letter.txt", b"Dear Sir or Madam")
    assert found.status == 200
    assert found.data["events"][0]["problems"]
    asked = call.post("/checks?name=letter.txt&form=csv", b"Dear Sir or Madam")
    assert (asked.status, asked.data["code"]) == (422, "event")


def test_an_answer_without_a_word_and_an_unknown_form_are_told_together(call: Caller) -> None:
    assert call.post("/checks?form=pdf&nam=x", b"x").codes == ["parameter-unknown", "parameter-value"]
    assert call.post("/checks?answer=club", b"x").codes == ["parameter-value"]
