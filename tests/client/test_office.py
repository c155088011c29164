"""A program calls a real office by the client: every call of it, from what an event is worth to points in the book."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from overtrick.client import Office, Problem
from overtrick.engine.event import Player
from tests.client.conftest import Served
from tests.register.season import NAMES, file_of
from tests.register.season import night as club_night

SAMPLES = Path(__file__).parents[2] / "samples" / "week"
PAIRS = range(0, len(NAMES), 2)
NUMBERS = {name: str(number) for number, name in enumerate(NAMES, 200_001)}


@pytest.fixture(scope="module")
def club(served: Served) -> Office:
    return served.office(served.club)


@pytest.fixture(scope="module")
def anybody(served: Served) -> Office:
    return served.office()


def night(day: str, *, status: str = "club", without: str = "") -> bytes:
    """Write a night of eight pairs; somebody is perhaps without a number."""
    seats = [
        tuple(Player(name, "" if name == without else NUMBERS[name]) for name in NAMES[at : at + 2]) for at in PAIRS
    ]
    written = file_of(club_night(seats, begins=date.fromisoformat(day)))
    return written if status else written.replace(b' "status": "club",\n', b"")


def test_what_an_event_is_worth(anybody: Office) -> None:
    found = anybody.worth("ebu", "pairs", tables=30)
    assert (found["places"][0]["points"], found["answers"]["tables"]) == ({"local": "110"}, "30")
    assert found["places"][0]["working"] is None
    assert anybody.worth("ebu", "pairs", tables=30, working=True)["places"][0]["working"] is not None


def test_an_event_is_awarded_and_its_mistakes_are_told_at_once(anybody: Office) -> None:
    found = anybody.award(night("2026-11-10"), working=True)
    first = found["awards"][0]
    assert (first["name"], first["points"], first["place"]) == ("Ado Bem", {"local": "18"}, 1)
    event = {"event": "Tuesday", "date": "9/11/2026", "handbook": "ebu", "bords": 24}
    with pytest.raises(Problem) as told:
        anybody.award(event)
    assert (told.value.status, told.value.code) == (422, "event")
    assert {"date-unreadable", "word-misspelt"} <= {each["code"] for each in told.value.problems}
    assert "Did you mean 'boards'?" in str(told.value)


def test_a_file_is_checked_by_its_path_and_by_its_bytes(anybody: Office) -> None:
    path = SAMPLES / "thursday.xml"
    (event,) = anybody.check(path, {"handbook": "ebu", "status": "club"})["events"]
    assert (event["file"], event["questions"], event["problems"]) == ("thursday.xml", [], [])
    assert event["comparison"] is not None
    assert not event["comparison"]["agrees"]
    (left_open,) = anybody.check(path.read_bytes(), name="night.xml")["events"]
    assert (left_open["file"], [each["word"] for each in left_open["questions"]]) == (
        "night.xml",
        ["handbook", "status"],
    )


def test_players_are_looked_up_and_found(anybody: Office) -> None:
    found = anybody.player("200001")
    assert (found["name"], found["hidden"]) == ("Ado Bem", False)
    assert [each["name"] for each in anybody.search("bem")] == ["Ado Bem"]
    for number in ("299999", "../me", "?x"):
        with pytest.raises(Problem) as told:
            anybody.player(number)
        assert told.value.status == 404, number


def test_a_list_is_given_part_by_part(anybody: Office) -> None:
    whole = list(anybody.rankings(colour="local"))
    assert len(whole) > 3
    assert list(anybody.rankings(colour="local", limit=2)) == whole


def test_a_certificate_that_nobody_has(anybody: Office) -> None:
    with pytest.raises(Problem) as told:
        anybody.certificate("7K3M-9QTX-0VHB")
    assert told.value.status == 404


def test_results_are_sent_and_what_leaves_nothing_open_is_submitted(club: Office) -> None:
    sent = club.send("100", night("2026-06-02"), submit="clear", name="tuesday.yaml")
    (event,) = sent["events"]
    assert (sent["state"], event["state"], sent["name"]) == ("done", "approved", "tuesday.yaml")
    again = club.send("100", night("2026-06-02"), submit="clear", name="tuesday.yaml")
    assert (again["state"], again["events"][0]["reference"]) == ("again", event["reference"])
    assert event["reference"] is not None
    found = club.submission(event["reference"])
    assert (found["state"], found["held"], found["date"]) == ("approved", [], "2026-06-02")
    won = club.awards(event["reference"], "200001", working=True)["awards"]
    assert [each["name"] for each in won] == ["Ado Bem"]
    assert won[0]["working"] is not None


def test_what_is_open_is_answered_seen_and_submitted(club: Office, tmp_path: Path) -> None:
    path = tmp_path / "june.yaml"
    path.write_bytes(night("2026-06-09", status="", without="Ado Bem"))
    sent = club.send("100", path)
    assert (sent["state"], sent["name"]) == ("open", "june.yaml"), sent
    assert [each["word"] for each in sent["events"][0]["questions"]] == ["status"]
    assert sent["id"] is not None
    (event,) = club.answer(sent["id"], {"status": "club"})["events"]
    assert event["state"] == "draft"
    assert club.file(sent["id"])["events"] == [event]
    reference = event["reference"]
    assert reference is not None
    (asked,) = event["players"]
    stale = club.preview(reference)
    (now,) = club.players(reference, [{"seat": asked["seat"], "number": "200001"}])["players"]
    assert now["chosen"] is not None
    with pytest.raises(Problem) as told:
        club.submit(stale, declared=True, answers={"": "It was so"})
    assert (told.value.status, told.value.code) == (412, "changed-since")
    seen = club.preview(reference)
    assert seen.record["unsaid"] == 0
    done = club.submit(seen, declared=True, answers={"": "It was so"})
    assert (done["state"], done["held"]) == ("approved", 0)


def test_points_that_wait_are_credited(club: Office) -> None:
    sent = club.send("100", night("2026-06-16", without="Ado Bem"))
    (event,) = sent["events"]
    reference = event["reference"]
    assert reference is not None
    club.players(reference, [{"seat": event["players"][0]["seat"], "as": "unknown"}])
    assert club.submit(club.preview(reference), declared=True, answers={"": "It was so"})["held"] == 1
    (waits,) = club.held(reference)["held"]
    assert (waits["name"], waits["code"]) == ("Ado Bem", "unknown-player")
    assert club.credit(reference, waits["id"], "200001")["held"] == []


def test_the_club_reads_its_year(club: Office) -> None:
    assert club.quotas("100", 2026)["begins"] == "2026-01-01"
    assert club.account("100")["balance"]["currency"] == "GBP"
    assert isinstance(club.needs("100"), list)
    assert club.me()["organisations"] == ["100"]
    with pytest.raises(Problem) as told:
        club.quotas("101")
    assert told.value.status == 404


def test_the_player_file_comes_whole_and_then_what_changed(club: Office) -> None:
    whole = club.player_file()
    players = {each["number"]: each for each in whole}
    assert len(players) >= 16
    assert any(each.get("family") == "Bem" for each in players.values())
    assert whole.since
    changes = club.player_file(since=whole.since)
    assert list(changes) == []
    assert changes.since


def test_a_player_reads_their_record(served: Served) -> None:
    own = served.office(served.player)
    entries = list(own.record())
    assert [each["event"] for each in entries if each["played"] == "2026-03-10"] == ["Tuesday pairs"]
    assert list(own.record(since=f"e{entries[-1]['entry']}")) == []
    with pytest.raises(Problem) as told:
        own.quotas("100")
    assert (told.value.status, told.value.code) == (403, "scope-missing")


def test_a_scoring_pc_is_paired_once(served: Served) -> None:
    paired = served.office().pair(served.code, "Back room")
    assert (paired["name"], paired["organisation"]) == ("Back room", "100")
    assert served.office(paired["token"]).me()["token"] == paired["name"]
    with pytest.raises(Problem):
        served.office().pair(served.code, "Back room")
