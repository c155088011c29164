"""Is the office ready to be seen from outside? Django's own check, with the settings of a public server."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.commands import Said, script

CHECK = """
from django.core.management import execute_from_command_line
execute_from_command_line(["django", "check", "--deploy", "--fail-level", "INFO"])
"""
HTTPS = {"OVERTRICK_ADDRESS": "https://points.example.org", "OVERTRICK_PROXY": "127.0.0.1"}
KEY = "k" + "".join(chr(33 + at % 90) for at in range(7, 7 * 60, 7))


def _checked(tmp_path: Path, **more: str) -> Said:
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("OVERTRICK")},
        "OVERTRICK_HOME": str(tmp_path),
        "DATABASE_URL": "",
        **more,
    }
    return script(CHECK, tmp_path, environment)


def test_nothing_is_found_with_the_settings_of_a_public_server(tmp_path: Path) -> None:
    done = _checked(tmp_path, OVERTRICK_SECRET_KEY=KEY, **HTTPS)
    assert done.code == 0, done.err
    assert "no issues" in done.out


def test_without_https_the_check_says_so(tmp_path: Path) -> None:
    done = _checked(tmp_path)
    assert done.code == 1
    assert "SECURE_SSL_REDIRECT" in done.err


def test_in_public_the_office_needs_a_key_of_its_own(tmp_path: Path) -> None:
    done = _checked(tmp_path, **HTTPS)
    assert done.code == 1
    assert "an address with HTTPS needs a key" in done.err


def test_https_needs_a_proxy_that_tells_of_it(tmp_path: Path) -> None:
    done = _checked(tmp_path, OVERTRICK_SECRET_KEY=KEY, OVERTRICK_ADDRESS="https://points.example.org")
    assert done.code == 1
    assert "OVERTRICK_PROXY=127.0.0.1" in done.err


@pytest.mark.parametrize("old", ["OVERTRICK_HTTPS", "OVERTRICK_HOSTS"])
def test_a_setting_that_was_replaced_is_named_with_the_one_that_counts(old: str, tmp_path: Path) -> None:
    done = _checked(tmp_path, OVERTRICK_SECRET_KEY=KEY, **HTTPS, **{old: "1"})
    assert done.code == 1
    assert f"{old} is no longer used; set OVERTRICK_ADDRESS" in done.err
