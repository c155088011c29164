"""deploy/ and docs/deployment.md: the files are as their programs want them, and the commands of the page are real."""

from __future__ import annotations

import configparser
import os
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
import yaml

from overtrick.cli.office import office
from tests.commands import run
from tests.test_docs import ROOT, blocks

DEPLOY = ROOT / "deploy"
PAGE = ROOT / "docs" / "deployment.md"
UNITS = sorted((DEPLOY / "systemd").iterdir())
WRAPPER = "overtrick-office"


def _shell_lines() -> list[list[str]]:
    text = "".join(block.text for block in blocks(PAGE) if block.kind == "sh")
    return [shlex.split(line) for line in text.splitlines()]


LINES = _shell_lines()
OFFICE = [words[1:] for words in LINES if words[0] == WRAPPER]
IN_CONTAINERS = [words[5:] for words in LINES if words[:3] == ["docker", "compose", "run"]]


# --- The page --------------------------------------------------------------------------------------------------------


def test_every_command_of_the_page_is_one_that_was_thought_of() -> None:
    known = {"apt", "useradd", "install", "python3", "/opt/overtrick/bin/pip", WRAPPER, "cp", "systemctl", "curl"}
    known |= {"certbot", "sed", "rm", "nginx", "journalctl", "cd", "docker", "runuser"}
    assert {words[0] for words in LINES} == known


def _understood(name: str, words: list[str]) -> None:
    """See that a command of the office takes these words."""
    context = click.Context(office)
    command = office.get_command(context, name)
    assert command is not None, name
    command.make_context(name, words, parent=context)


@pytest.mark.parametrize("words", [*OFFICE, *IN_CONTAINERS], ids=" ".join)
def test_a_command_of_the_office_has_the_words_it_is_given(words: list[str]) -> None:
    _understood(words[0], words[1:])


def test_every_file_that_is_copied_is_there() -> None:
    named = [word for words in LINES if words[0] in ("cp", "install") for word in words if word.startswith("deploy/")]
    assert len(named) == 5
    for word in named:
        assert list(ROOT.glob(word)), word


def _made_by_make() -> list[str]:
    """Give what `make` tells pip to install for those who only run Overtrick."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    recipe = re.search(r"\.ready-run:.*\n((?:\t.*\n)+)", makefile)
    assert recipe
    lines = (line.partition("install ")[2] for line in recipe[1].splitlines() if "install" in line)
    return [line.replace("-e .", ".") for line in lines]


def test_the_page_installs_what_the_makefile_installs() -> None:
    """Once to set up and once to upgrade: the same versions that are tested."""
    installs = [" ".join(words[2:]) for words in LINES if words[0].endswith("/pip")]
    assert installs == _made_by_make() * 2


def test_every_unit_that_is_started_is_there() -> None:
    named = {
        word for words in LINES if words[0] in ("systemctl", "journalctl") for word in words if "overtrick" in word
    }
    assert {word for word in named if not word.endswith("*")} <= {each.name for each in UNITS}


@pytest.mark.slow  # a whole office, brought back twice
def test_the_commands_do_in_their_order_what_the_page_says(tmp_path: Path) -> None:
    """With the settings of deploy/, in a folder of the test: set up, back up, restore, move, upgrade."""
    home = tmp_path / "overtrick"
    environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"} | _settings(home)
    saved = ""
    for words in OFFICE:
        words = [word.replace("/var/lib/overtrick", str(home)) for word in words]  # noqa: PLW2901 - the same, here
        if words[0] == "mail":
            continue  # no mail server answers here
        if words[0] == "restore":
            words = ["restore", saved, "--force"]  # noqa: PLW2901 - on a new server there is nothing to force
        said = run(["office", *words], tmp_path, environment)
        assert said.code == 0, (words, said)
        if words[0] in ("init", "backup"):
            saved = words[1] if words[0] == "backup" else _nightly_backup(home, tmp_path, environment)
    assert [words[0] for words in OFFICE] == ["init", "account", "mail", "restore", "upgrade", "backup", "restore"]


def _settings(home: Path) -> dict[str, str]:
    lines = (DEPLOY / "overtrick.env").read_text(encoding="utf-8").splitlines()
    read = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    assert read.pop("OVERTRICK_HOME") == "/var/lib/overtrick"
    return {**read, "OVERTRICK_HOME": str(home), "PYTHONUTF8": "1"}


def _nightly_backup(home: Path, folder: Path, environment: dict[str, str]) -> str:
    """Run the very command of the unit."""
    words = shlex.split(_unit("overtrick-backup.service")["Service"]["ExecStart"])
    assert words[-1] == "$OVERTRICK_BACKUP_OPTIONS"
    said = run(words[1:-1], folder, environment)
    assert said.code == 0, said
    (saved,) = (home / "backups").iterdir()
    return str(saved)


# --- systemd ---------------------------------------------------------------------------------------------------------


def _unit(name: str) -> configparser.ConfigParser:
    parsed = configparser.ConfigParser(interpolation=None)
    parsed.optionxform = str  # type: ignore[assignment,method-assign]
    parsed.read(DEPLOY / "systemd" / name, encoding="utf-8")
    return parsed


SERVICES = [each.name for each in UNITS if each.suffix == ".service"]


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_runs_a_command_of_the_office_with_few_rights(name: str) -> None:
    service = _unit(name)["Service"]
    words = shlex.split(service["ExecStart"])
    assert words[:2] == ["/opt/overtrick/bin/overtrick", "office"]
    given = [word for word in words[3:] if not word.startswith("$")]
    _understood(words[2], given)
    assert (service["User"], service["EnvironmentFile"]) == ("overtrick", "/etc/overtrick.env")
    assert (service["ProtectSystem"], service["NoNewPrivileges"], service["UMask"]) == ("strict", "yes", "0077")


def test_the_unit_of_the_pages_waits_until_they_answer() -> None:
    assert _unit("overtrick.service")["Service"]["Type"] == "notify"


def test_every_timer_has_its_service() -> None:
    timers = [each for each in UNITS if each.suffix == ".timer"]
    assert len(timers) == 2
    assert all(each.with_suffix(".service") in UNITS for each in timers)


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_takes_the_units(tmp_path: Path) -> None:
    for each in UNITS:
        text = each.read_text(encoding="utf-8")
        # The program is elsewhere here, and there is no such user.
        text = text.replace("/opt/overtrick/bin/overtrick", sys.executable)
        (tmp_path / each.name).write_text(re.sub(r"^(User|Group)=.*\n", "", text, flags=re.MULTILINE), encoding="utf-8")
    done = subprocess.run(  # noqa: S603 - our own words
        ["systemd-analyze", "verify", "--man=no", *(str(tmp_path / each.name) for each in UNITS)],  # noqa: S607
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "SYSTEMD_UNIT_PATH": f"{tmp_path}:"},
    )
    told = [line for line in done.stderr.splitlines() if str(tmp_path) in line or "overtrick" in line]
    assert (done.returncode, told) == (0, [])


# --- Shell, Caddy, containers ----------------------------------------------------------------------------------------


def test_the_wrapper_takes_the_settings_and_passes_every_word_on(tmp_path: Path) -> None:
    script = (DEPLOY / WRAPPER).read_text(encoding="utf-8")
    assert os.access(DEPLOY / WRAPPER, os.X_OK)
    (tmp_path / "env").write_text((DEPLOY / "overtrick.env").read_text(encoding="utf-8"), encoding="utf-8")
    script = script.replace("/etc/overtrick.env", str(tmp_path / "env"))
    asked = """import os, sys; print(os.environ["OVERTRICK_ADDRESS"], sys.argv[1:])"""
    script = script.replace(
        "runuser -u overtrick -- /opt/overtrick/bin/overtrick", f"{shlex.quote(sys.executable)} -c {shlex.quote(asked)}"
    )
    done = subprocess.run(  # noqa: S603 - our own script
        ["/bin/sh", "-c", script, WRAPPER, "init", "--name", "Two words"], capture_output=True, text=True, check=True
    )
    assert done.stdout == "https://points.example.org ['office', 'init', '--name', 'Two words']\n"


def test_caddy_takes_its_file() -> None:
    file = DEPLOY / "Caddyfile"
    text = re.sub(r"#.*", "", file.read_text(encoding="utf-8"))
    assert text.count("{") == text.count("}")
    assert "reverse_proxy {$OVERTRICK_UPSTREAM:127.0.0.1:8000}" in text
    caddy = shutil.which("caddy")
    if caddy:
        words = [caddy, "validate", "--config", str(file), "--adapter", "caddyfile"]
        done = subprocess.run(words, capture_output=True, text=True, check=False)  # noqa: S603 - our own words
        assert done.returncode == 0, done.stderr


def test_nginx_and_caddy_refuse_the_same_size() -> None:
    nginx = re.search(r"client_max_body_size (\d+)m;", (DEPLOY / "nginx.conf").read_text(encoding="utf-8"))
    caddy = re.search(r"max_size (\d+)MB", (DEPLOY / "Caddyfile").read_text(encoding="utf-8"))
    assert nginx
    assert caddy
    assert nginx[1] == caddy[1]
    assert f"more than {nginx[1]} MB at once" in PAGE.read_text(encoding="utf-8")


def test_the_parts_of_the_compose_file_fit_together() -> None:
    told = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    services = told["services"]
    assert set(services) == {"database", "office", "caddy"}
    (network,) = told["networks"]["inside"]["ipam"]["config"]
    assert services["office"]["environment"]["OVERTRICK_PROXY"] == network["subnet"]
    assert services["caddy"]["environment"]["OVERTRICK_UPSTREAM"] == "office:8000"
    assert (DEPLOY / services["office"]["build"]["context"] / services["office"]["build"]["dockerfile"]).is_file()
    named = {each.split(":")[0] for service in services.values() for each in service["volumes"]}
    assert named - {"./Caddyfile"} == set(told["volumes"])
    assert all(service["networks"] == ["inside"] for service in services.values())


def _instructions() -> Iterator[tuple[str, str]]:
    for line in (DEPLOY / "Containerfile").read_text(encoding="utf-8").splitlines():
        word, _space, rest = line.partition(" ")
        if word and word != "#":
            yield word, rest


def test_the_container_is_made_from_files_that_are_there_and_runs_commands_that_are() -> None:
    for word, rest in _instructions():
        if word == "COPY" and not rest.startswith("--from"):
            assert all((ROOT / source).exists() for source in rest.split()[:-1]), rest
    told = dict(_instructions())
    serve, *options = yaml.safe_load(told["CMD"])
    _understood(serve, options)
    assert yaml.safe_load(told["ENTRYPOINT"]) == ["/opt/overtrick/bin/overtrick", "office"]
    compile(yaml.safe_load(told["HEALTHCHECK"].partition("CMD ")[2])[2], "HEALTHCHECK", "exec")


def test_the_container_installs_what_the_makefile_installs() -> None:
    ours = [
        rest.partition("pip install ")[2].replace("-q ", "") for word, rest in _instructions() if "pip install" in rest
    ]
    assert ours == _made_by_make()
