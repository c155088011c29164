"""The office's commands at the edges: who may, what is told, what is looked at again."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from overtrick.engine.event import Player
from tests.register.commands.running import ORGANISATIONS, Office, confirmed, members_list, set_up, with_password
from tests.register.season import NAMES, file_of, night

PAIRS = [(Player(NAMES[at], str(200_001 + at)), Player(NAMES[at + 1], str(200_002 + at))) for at in range(0, 16, 2)]


@pytest.fixture
def office(tmp_path: Path) -> Office:
    made = Office(tmp_path)
    set_up(made)
    return made


def test_whoever_acts_for_a_club_appoints_nobody_and_enters_nobody(office: Office) -> None:
    office.done("add-officer", "carl", "--organisation", "100", "--role", "scorer", "--day", "2026-01-02")
    for words, may_not in (
        (("add-officer", "carl"), "carl may not appoint officers for Union"),
        (("import-organisations", office.write("c.csv", ORGANISATIONS), "--yes"), "may not enter organisations"),
        (("import-members", office.write("m.csv", members_list(300_001)), "--yes"), "may not enter members"),
    ):
        said = office.run(*words, "--as", "carl")
        assert said.code == 1
        assert may_not in said.err
        assert "Ask the office" in said.err


def test_the_same_list_on_another_day_enters_no_balance_again(office: Office) -> None:
    office.done("add-officer", "carl", "--day", "2026-01-01")
    file = office.write("members.csv", members_list(local="250"))
    first = with_password(office, "anna", "import-members", file, "--day", "2026-01-02", "--yes").out
    assert "16 balances from before this book proposed" in first
    alone = confirmed(office, "anna")
    assert alone.code == 1
    assert "You proposed this yourself" in alone.err
    assert confirmed(office, "carl").code == 0
    again = with_password(office, "anna", "import-members", file, "--day", "2026-02-03", "--yes").out
    assert "balances" not in again


def test_a_list_that_registers_somebody_posts_what_waited(office: Office) -> None:
    potential = "number,given name,family name,club,status\n300001,Tam,Ulo,100,potential\n"
    office.done("import-members", office.write("p.csv", potential), "--yes", "--day", "2026-01-02")
    won = night([(Player("Tam Ulo", "300001"), PAIRS[0][1]), *PAIRS[1:]])
    sent = office.done("submit", office.write("t.json", file_of(won)), "--organisation", "100", "--yes")
    assert "1 credit held until somebody is registered or recognised." in sent
    joined = office.done("import-members", office.write("r.csv", potential.replace("potential", "registered")), "--yes")
    assert "1 credit posted that waited for registration." in joined
    told = json.loads(office.done("ranks", "300001", "--provisional", "--json"))
    assert told["points"]["local"] == "18"


def test_a_file_that_is_missing_stops_no_other(office: Office) -> None:
    file = office.write("t.json", file_of(night(PAIRS)))
    said = office.run("submit", "no.json", file, "--organisation", "100", "--yes")
    assert said.code == 1
    assert "6 credits, posted as posting 1" in said.out
    assert "2 events: 1 posted, 1 refused." in said.out
    assert "no.json: The file cannot be opened: no such file or directory. Check the name and the folder." in said.err


def test_points_and_ranks_are_told_as_at_a_day(office: Office) -> None:
    file = office.write("t.json", file_of(night(PAIRS)))
    office.done("submit", file, "--organisation", "100", "--yes", "--day", "2026-05-13")
    then = json.loads(office.done("ranks", "200001", "--provisional", "--json", "--day", "2026-05-11"))
    assert then["points"]["local"] == "0"
    assert json.loads(office.done("ranks", "--provisional", "--json", "--day", "2026-05-11")) == []
    assert len(json.loads(office.done("ranks", "--provisional", "--json", "--day", "2026-05-12"))) == 6
    assert office.run("ranks", "--year", "99999").code == 2


@pytest.mark.postgres
@pytest.mark.slow  # all tables are made again
def test_a_restore_leaves_the_tables_of_others_alone(office: Office) -> None:
    saved = str(office.folder / "saved.zip")
    office.done("backup", saved)
    _run(office, "create table of_the_library (book text)")
    office.done("restore", saved, "--force")
    _run(office, "select book from of_the_library")


def _run(office: Office, statement: str) -> None:
    """Run a statement past the office."""
    if office.database:
        with psycopg.connect(office.database, autocommit=True) as connection:
            connection.execute(statement.encode())
        return
    with closing(sqlite3.connect(office.home / "office.sqlite3")) as file:
        file.execute(statement)
        file.commit()
