"""The laboratory's commands: what they say, and with which code they end."""

from __future__ import annotations

import json
import os
import re
import shlex
from pathlib import Path

import pytest

from overtrick.formats import event_file
from tests import commands
from tests.cli import files
from tests.commands import Said
from tests.lab import invented
from tests.lab.test_proposal import draft
from tests.lab.test_run import FORTY
from tests.test_docs import ROOT, blocks


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a season, a proposal and its run."""
    made = tmp_path_factory.mktemp("lab")
    invented.stored(made / "season", count=60, names=True)
    (made / "forty.toml").write_text(FORTY)
    said = lab(made, "run", "forty.toml", "--season", "season", "--out", "forty")
    assert said.code == 0, said
    return made


def lab(folder: Path, *words: str) -> Said:
    said = commands.run(["lab", *words], folder, {**os.environ, "PYTHONUTF8": "1", "COLUMNS": "120"})
    assert "Traceback" not in said.err, said.err
    return said


def test_a_run_tells_what_came_of_it_and_can_be_shown_again(folder: Path) -> None:
    again = lab(folder, "run", "forty.toml", "--season", "season", "--out", "forty")
    shown = lab(folder, "show", "forty", "--season", "season")
    assert again.out == shown.out
    assert shown.out.startswith("Top 40 % instead of a third. ruritania, 2025-09-01 to ")
    assert "60 events worked out again. In " in shown.out
    assert "Promotions: " in shown.out


@pytest.mark.parametrize("what", ["rank", "club", "county", "month", "kind", "organiser"])
def test_a_run_is_told_by_groups(folder: Path, what: str) -> None:
    told = json.loads(lab(folder, "show", "forty", "--season", "season", "--by", what, "--json").out)
    total = json.loads(lab(folder, "show", "forty", "--season", "season", "--json").out)
    assert told["by"] == what
    assert sum(row["before"] != "" for row in told["rows"]) == len(told["rows"]) > 0
    assert told["digest"] == total["digest"]


def test_who_gains_most_is_named_where_the_season_has_names(folder: Path) -> None:
    said = lab(folder, "show", "forty", "--season", "season", "--players", "2")
    assert "Who gains most" in said.out
    assert "Player " in said.out


def test_why_lists_events_and_shows_both_workings(folder: Path) -> None:
    listed = lab(folder, "why", "forty", "1", "--season", "season")
    assert listed.code == 0
    event = next(word for line in listed.out.splitlines() for word in line.split() if word.endswith("-1"))
    told = lab(folder, "why", "forty", "1", event, "--season", "season")
    assert told.code == 0
    assert "By the rules in force:" in told.out
    assert "Under the proposal:" in told.out


def test_a_report_is_written_once(folder: Path) -> None:
    words = ("report", "forty", "--season", "season", "--out", "paper", "--public")
    said = lab(folder, *words)
    assert said.code == 0
    assert "paper/index.html is the page; beside it every table as CSV, XLSX and Parquet." in said.out
    assert "Player " not in (folder / "paper" / "index.html").read_text()
    again = lab(folder, *words)
    assert (again.code, "paper is there already." in again.err) == (1, True)


def test_check_says_that_a_season_is_right(folder: Path) -> None:
    said = lab(folder, "check", "season", "--all")
    assert (said.code, said.out) == (
        0,
        "60 events: by situations and event by event the awards are those of the book.\n",
    )


def test_check_names_what_differs(folder: Path) -> None:
    invented.stored(folder / "wrong", count=12, wrong=1)
    said = lab(folder, "check", "wrong")
    assert said.code == 1
    assert "1-1: the book says something else" in said.err
    assert "12 events differ." in said.err


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (("show", "forty", "--season", "season", "--by", "weather"), 2, "Results are told by rank, club, county"),
        (("show", "nothing", "--season", "season"), 1, "nothing holds no finished run"),
        (("show", "forty", "--season", "nothing"), 1, "nothing is not a season: season.toml cannot be read"),
        (("run", "none.toml", "--season", "season", "--out", "x"), 1, "none.toml"),
        (("why", "forty", "99999", "--season", "season"), 1, "The season has no player 99999."),
        (("why", "forty", "1", "9-9", "--season", "season"), 1, "The season has no event '9-9' with this player."),
        (("collect", "new", ".", "--handbook", "nowhere"), 2, "There is no handbook 'nowhere'; choose from"),
        (("run", "forty.toml", "--season", "season", "--out", "x", "--jobs", "0"), 2, "0 is not in the range"),
    ],
)
def test_what_cannot_be_done_is_said_with_its_code(folder: Path, words: tuple[str, ...], code: int, says: str) -> None:
    said = lab(folder, *words)
    assert (said.code, says in said.err) == (code, True), said


def test_every_mistake_of_a_proposal_is_listed(folder: Path) -> None:
    (folder / "bad.toml").write_text('handbook = "ebu"\n[[change]]\ntable = "share"\n')
    said = lab(folder, "run", "bad.toml", "--season", "season", "--out", "bad")
    assert said.code == 1
    assert "3 problems:" in said.err
    assert "The proposal has no title." in said.err
    assert "The change of a table lacks 'row'." in said.err
    assert not (folder / "bad").exists()


def test_files_are_collected_and_run(folder: Path) -> None:
    results = folder / "files"
    results.mkdir()
    (results / "night.xml").write_text(files.usebio())
    (results / "letter.txt").write_text("Dear secretary")
    said = lab(folder, "collect", "collected", "files", "--handbook", "ebu", "--status", "club")
    assert said.code == 0, said
    assert "collected: 1 event from " in said.out
    assert "Left out: " in said.err
    assert "letter.txt" in said.err
    assert lab(folder, "check", "collected", "--all").code == 0


SCOTTISH = """
title = "If the English played by the Scottish guide"
handbook = "ebu"
[[change]]
handbook = "sbu"
"""


@pytest.mark.slow
def test_a_season_is_worked_out_by_another_handbook(tmp_path: Path) -> None:
    """What ``overtrick award`` pays of each event by the Scottish guide is what the run says of it."""
    invented.stored(tmp_path / "season", count=24)
    (tmp_path / "scottish.toml").write_text(SCOTTISH)
    said = lab(tmp_path, "run", "scottish.toml", "--season", "season", "--out", "scottish")
    assert said.code == 0, said
    assert said.out.startswith("If the English played by the Scottish guide. ruritania, ")
    expected, left_out = 0, 0
    for at, event in enumerate(invented.events("ebu", 24)):
        (tmp_path / f"{at}.yaml").write_text(event_file.write(event))
        awarded = commands.run(["award", f"{at}.yaml", "--handbook", "sbu", "--json"], tmp_path, {**os.environ})
        answer = json.loads(awarded.out)
        left_out += bool(answer["problems"])
        expected += sum(int(award["points"]["local"]) for award in answer["awards"])
    told = json.loads(lab(tmp_path, "show", "scottish", "--season", "season", "--json").out)
    assert sum(told["not_comparable"].values()) == left_out > 0  # the guide knows no county
    (local,) = (row for row in told["rows"] if row["colour"] == "local")
    assert int(local["after"].replace(",", "")) == expected > 0
    assert local["before"] != local["after"]


@pytest.mark.slow  # processes that work for others load the rules anew
def test_a_folder_of_rules_outside_the_program_is_run(tmp_path: Path) -> None:
    """A draft that changes one table, alone and among processes; what changes in it makes another run."""
    invented.stored(tmp_path / "season", count=24)
    (tmp_path / "forty.toml").write_text(FORTY)
    folder = Path(draft(tmp_path / "drafts"))
    (tmp_path / "draft.toml").write_text(
        f'title = "The draft of 2027"\nhandbook = "ebu"\n[[change]]\nfolder = "drafts/{folder.name}"\n'
    )
    shown = []
    for proposal, out, jobs in (("forty", "a", "1"), ("draft", "b", "1"), ("draft", "c", "2")):
        said = lab(tmp_path, "run", f"{proposal}.toml", "--season", "season", "--out", out, "--jobs", jobs)
        assert said.code == 0, said
        shown.append(said.out.splitlines()[1:])
    assert shown[0] == shown[1] == shown[2]
    table = folder / "tables" / "share.toml"
    table.write_text(table.read_text().replace("2/5", "1/2").replace("two fifths", "one half"))
    again = lab(tmp_path, "run", "draft.toml", "--season", "season", "--out", "b")
    assert again.code == 0, again
    assert again.out.splitlines()[1:] != shown[1]
    (folder / "edition.toml").unlink()
    gone = lab(tmp_path, "run", "draft.toml", "--season", "season", "--out", "d")
    assert (gone.code, "holds no edition: there is no edition.toml in it" in gone.err) == (1, True)
    assert not (tmp_path / "d").exists()


def test_an_empty_folder_gives_no_season(folder: Path) -> None:
    (folder / "empty").mkdir()
    said = lab(folder, "collect", "none", "empty", "--handbook", "ebu")
    assert said.code != 0
    assert not (folder / "none").exists()


#: Commands that ask an office, or tell of what others asked it.
ASK_AN_OFFICE = ("export", "run", "charges", "report")


def shown_commands(folder: Path) -> list[list[str]]:
    """Write the proposal of the page for rules committees into a folder, and give the words of its commands."""
    shown = blocks(ROOT / "docs" / "rules-committee.md")
    (proposal,) = (each.text for each in shown if each.kind == "toml" and "asked_by" in each.text)
    (folder / "forty.toml").write_text(proposal)
    lines = [line for each in shown if each.kind == "sh" for line in each.text.splitlines()]
    return [shlex.split(line)[2:] for line in lines if line.startswith("overtrick lab")]


def test_the_commands_that_the_committee_is_shown_work(folder: Path, tmp_path: Path) -> None:
    words = shown_commands(tmp_path)
    assert [each[0] for each in words] == ["export", "check", "run", "show", "why", "charges", "report", "report"]
    for each in words:
        if each[0] not in ASK_AN_OFFICE:
            assert lab(folder, *each).code == 0, each


@pytest.mark.slow  # a whole office and its season
def test_the_commands_that_ask_an_office_work(tmp_path: Path) -> None:
    given = {**os.environ, "OVERTRICK_HOME": str(tmp_path / "overtrick-office"), "PYTHONUTF8": "1", "DATABASE_URL": ""}
    invented_office = commands.run(["office", "demo", "--size", "tiny", "--handbook", "ebu"], tmp_path, given)
    assert invented_office.code == 0, invented_office
    for each in shown_commands(tmp_path):
        if each[0] in ASK_AN_OFFICE:
            said = commands.run(["lab", *each], tmp_path, given)
            assert said.code == 0, said
            if each[0] == "charges":
                charged = re.match(r"(\d+) events charged twice. \d+ organisers? would pay something else; ", said.out)
                assert charged is not None
                assert int(charged[1]) > 20
    told = json.loads((tmp_path / "report" / "report.json").read_text("utf-8"))
    assert {"charges", "quotas"} <= {table["name"] for table in told["tables"]}
    assert "overtrick lab charges run --season season" in told["command"]
    wrong = commands.run(["lab", "charges", "forty", "--season", "nowhere"], tmp_path, given)
    assert (wrong.code, "is not a season" in wrong.err) == (1, True)
