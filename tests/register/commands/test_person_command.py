"""``overtrick office person``: what is kept about somebody, and the proposal to erase it, as an officer types it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from overtrick.engine.event import Player
from tests.register.commands.running import Office, set_up, with_password
from tests.register.season import NAMES, file_of, night

if TYPE_CHECKING:
    from pathlib import Path

PAIRS = [(Player(NAMES[at], str(200_001 + at)), Player(NAMES[at + 1], str(200_002 + at))) for at in range(0, 16, 2)]
DAY = ("--day", "2026-06-01")
ERASE = ("person", "200001", "--erase", "--reason", "Asked in a letter", *DAY)
CONFIRM = ("confirm", "1", *DAY)


@pytest.fixture
def office(tmp_path: Path) -> Office:
    """An office with a second officer and a player who has left."""
    made = Office(tmp_path)
    set_up(made)
    file = made.write("tuesday.json", file_of(night(PAIRS)))
    made.done("submit", file, "--organisation", "100", "--day", "2026-05-13", "--yes")
    left = made.write("left.csv", "number,given name,family name,status\n200001,Ado,Bem,lapsed\n")
    made.done("import-members", left, "--yes", "--day", "2026-05-20")
    made.done("add-officer", "bert", "--day", "2026-01-02")
    return made


def test_the_command_wants_to_know_what_is_asked(office: Office) -> None:
    for words in ((), ("--erase", "--export", "ado.json")):
        said = office.run("person", "200001", *words, "--as", "anna")
        assert said.code != 0
        assert "--export" in said.err


def test_a_reason_with_the_name_in_it_is_refused(office: Office) -> None:
    said = office.run("person", "200001", "--erase", "--reason", "Mr Bem asked", "--as", "anna", *DAY)
    assert (said.code, "Leave the name out" in said.err) == (1, True)


@pytest.mark.slow  # some twenty commands
def test_two_officers_erase_a_person_and_an_earlier_head_still_fits(office: Office, tmp_path: Path) -> None:
    head = office.write("head.txt", office.done("head", "--of", "audit"))
    wrong = with_password(office, "anna", *ERASE, typed="two no trumps")
    assert (wrong.code, "not the password of anna" in wrong.err) == (2, True)
    said = with_password(office, "anna", *ERASE)
    assert "Somebody else in the office confirms it: overtrick office confirm 1" in said.out
    own = with_password(office, "anna", *CONFIRM)
    assert (own.code, "You proposed this yourself" in own.err) == (1, True)
    assert "The player 200001 is erased." in with_password(office, "bert", *CONFIRM).out
    proved = json.loads(office.done("verify", "--against", head, "--json"))
    assert (proved["holds"], [each["where"] for each in proved["erased"]]) == (True, ["Player 200001"])
    exported = office.done("person", "200001", "--export", "ado.json", "--as", "anna")
    assert "Erased player 200001" in exported
    assert "Bem" not in (tmp_path / "ado.json").read_text(encoding="utf-8")
    assert "Ado Bem" not in office.done("ranks", "--provisional")
