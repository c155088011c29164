"""A folder of results is submitted at one go: what is good is posted, what is open is listed, again changes nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from overtrick.engine.event import Player
from tests.register.commands.running import Office, set_up
from tests.register.season import NAMES, file_of, night

PAIRS = [(Player(NAMES[at], str(200_001 + at)), Player(NAMES[at + 1], str(200_002 + at))) for at in range(0, 16, 2)]
ON = ("--organisation", "100", "--day", "2026-06-13")


@pytest.fixture
def office(tmp_path: Path) -> Office:
    made = Office(tmp_path)
    set_up(made)
    return made


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Lay results in a folder: two good events, one without its status, one that is broken, and what is no results."""
    made = tmp_path / "season"
    (made / "may").mkdir(parents=True)
    (made / "a.json").write_bytes(file_of(night(PAIRS)))
    (made / "may" / "b.json").write_bytes(file_of(night(PAIRS[::-1], name="Later")))
    open_one = json.loads(file_of(night(PAIRS, name="Unsaid")))
    del open_one["status"]
    (made / "c.json").write_text(json.dumps(open_one))
    (made / "d.json").write_text('{"event": "Broken",\n "date": "soon"}')
    (made / ".hidden").write_text("nothing")
    return made


def lines(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


def test_a_folder_is_submitted_and_what_is_open_is_listed(office: Office, folder: Path) -> None:
    said = office.run("submit", str(folder), *ON, "--yes")
    assert said.code == 1
    assert "a.json: Tuesday pairs, 2026-05-12: 6 credits, posted as posting 1" in said.out
    assert "may/b.json: Later, 2026-05-12: 6 credits, posted as posting 2" in said.out
    assert said.out.endswith("4 events: 2 posted, 1 with open questions, 1 refused.\n")
    assert "c.json: What status does the event have?" in said.err
    assert "Answer with --answer 'status=" in said.err
    assert "d.json, line 2: 'date' is 'soon'." in said.err
    assert json.loads(office.done("verify", "--json"))["holds"] is True


def test_a_second_time_goes_on_with_what_was_open(office: Office, folder: Path) -> None:
    office.run("submit", str(folder), *ON, "--yes")
    (folder / "d.json").unlink()
    (folder / "c.answers.yaml").write_text("status: club\n")
    said = office.done("submit", str(folder), *ON, "--yes")
    assert "a.json: unchanged" in said
    assert "c.json: Unsaid, 2026-05-12: 6 credits, posted as posting 3" in said
    assert said.endswith("3 events: 1 posted, 2 unchanged.\n")
    assert office.done("submit", str(folder), *ON, "--yes").endswith("3 events: 3 unchanged.\n")


def test_without_yes_nothing_is_posted(office: Office, folder: Path) -> None:
    said = office.run("submit", str(folder), *ON)
    assert "4 events: 2 to be posted, 1 with open questions, 1 refused.\nNothing was posted." in said.out
    assert json.loads(office.done("ranks", "--provisional", "--json")) == []


def test_programs_read_a_line_for_each_event(office: Office, folder: Path) -> None:
    *events, total = lines(office.run("submit", str(folder), *ON, "--yes", "--json").out)
    assert [(each["file"], each["came_to"]) for each in events] == [
        ("a.json", "posted"),
        ("c.json", "asked"),
        ("d.json", "refused"),
        ("may/b.json", "posted"),
    ]
    assert events[0]["posting"] == 1
    assert len(events[0]["credits"]) == 6  # type: ignore[arg-type]
    assert total["events"] == 4
    assert (total["posted"], total["asked"], total["refused"], total["unchanged"]) == (2, 1, 1, 0)


def test_the_same_event_with_other_results_is_refused_and_the_rest_is_posted(office: Office, folder: Path) -> None:
    (folder / "may" / "again.json").write_bytes(file_of(night([PAIRS[1], PAIRS[0], *PAIRS[2:]])))
    said = office.run("submit", str(folder), *ON, "--yes")
    assert "may/again.json: Tuesday pairs of 12 May 2026" in said.err
    assert "with other results. Add --correct if these results are the right ones" in said.err
    assert "5 events: 2 posted, 1 with open questions, 2 refused." in said.out
    corrected = office.run("submit", str(folder), *ON, "--yes", "--correct")
    assert "may/again.json: Tuesday pairs, 2026-05-12: 6 credits, posted as posting 3" in corrected.out


def test_many_files_are_posted_in_order_over_several_transactions(office: Office, tmp_path: Path) -> None:
    season = tmp_path / "long"
    season.mkdir()
    for at in range(25):
        (season / f"{at:02}.json").write_bytes(file_of(night(PAIRS, name=f"Night {at}")))
    (season / "07.json").write_text("{")
    *events, total = lines(office.run("submit", str(season), *ON, "--yes", "--json").out)
    postings = [each["posting"] for each in events if each["came_to"] == "posted"]
    assert postings == list(range(1, 25))
    assert (total["posted"], total["refused"]) == (24, 1)


def test_whoever_may_not_submit_is_told_once(office: Office, folder: Path) -> None:
    office.done("add-officer", "carl", "--organisation", "101", "--role", "scorer", "--day", "2026-01-01")
    said = office.run("submit", str(folder), *ON, "--yes", "--as", "carl")
    assert said.code == 1
    assert said.err.count("carl may not submit for Oakby.") == 1
    assert said.out == ""


def test_an_empty_folder_says_so(office: Office, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    said = office.run("submit", str(tmp_path / "empty"), *ON, "--yes")
    assert said.code == 1
    assert "There is no results file in this folder. Check its name." in said.err


def test_the_workings_of_a_whole_folder_are_refused_with_what_to_do(office: Office, folder: Path) -> None:
    said = office.run("submit", str(folder), *ON, "--why", "--yes")
    assert said.code == 2
    assert "--why shows the workings of one file; name one file, or leave --why out" in said.err
    assert json.loads(office.done("ranks", "--provisional", "--json")) == []
