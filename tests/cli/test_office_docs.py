"""What the page of the office shows really happens, command after command, in one office."""

from __future__ import annotations

import os
import re
from pathlib import Path

import click
import pytest

from overtrick.cli.office import office
from tests.commands import run
from tests.register.commands.running import set_password
from tests.test_docs import ROOT, Command, commands, missing

PAGE = ROOT / "docs" / "office.md"
#: Goes on with the same office.
PRIVACY = ROOT / "docs" / "privacy.md"
#: Has an office of its own.
MOVING_IN = ROOT / "docs" / "moving-in.md"


@pytest.mark.slow  # a hundred commands: each is shown after the one before it
def test_the_pages_of_the_office_answer_as_shown(tmp_path: Path) -> None:
    shown = [*commands(PAGE), *commands(PRIVACY)]
    assert len(shown) > 20
    _walk(shown, tmp_path)


@pytest.mark.slow  # likewise
def test_the_page_of_moving_in_answers_as_shown(tmp_path: Path) -> None:
    _walk(commands(MOVING_IN), tmp_path)


def _walk(shown: list[Command], folder: Path) -> None:
    """Run one command after the other in one office; whoever is asked for a password has one."""
    (folder / "docs").symlink_to(ROOT / "docs")
    away = ("OVERTRICK_HOME", "DATABASE_URL")
    environment = {name: value for name, value in os.environ.items() if name not in away} | {"PYTHONUTF8": "1"}
    for command in shown:
        words = command.words[1:]
        asking = words[:2] == ["office", "confirm"] or "--erase" in words or {"import-members", "--yes"} <= set(words)
        asking |= words[:2] == ["office", "tariff"] and bool({"--amount", "--confirm"} & set(words))
        if asking or words[:3] == ["office", "moving-in", "sign"]:  # for a password
            name = words[words.index("--as") + 1]
            set_password(environment | {"OVERTRICK_HOME": str(folder / "overtrick-office")}, name, "three no trumps")
            (folder / "password").write_text("three no trumps\n", encoding="utf-8")
            words = [*words, "--password-file", "password"]
        said = run(words, folder, environment)
        assert said.code == command.exit_code, (command, said)
        assert missing(command.shown, said.out + said.err) == "", (command, said)


def test_every_command_and_option_of_the_office_is_told() -> None:
    told = PAGE.read_text(encoding="utf-8")
    context = click.Context(office)
    commands = {name: office.get_command(context, name) for name in office.list_commands(context)}
    assert len(commands) > 30
    assert None not in commands.values()
    untold = [name for name in commands if name not in told]
    untold += [
        f"{command.name} {option}"
        for command in (office, *filter(None, commands.values()))
        for parameter in command.get_params(context)
        for option in parameter.opts
        if option.startswith("--") and not re.search(rf"{option}\b", told)
    ]
    assert untold == []
