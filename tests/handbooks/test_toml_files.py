"""Data files of a handbook are compiled as modules are: the same data, kept, and made anew when the file changes."""

from __future__ import annotations

import os
import sys
import tomllib
from pathlib import Path

import pytest

from overtrick import handbooks
from overtrick.handbooks import toml_files

FILES = sorted(Path(handbooks.__path__[0]).rglob("*.toml"))

WRITTEN = """
title = "Gärten × 2"
day = 2024-04-01
at = 2024-04-01T07:30:00+02:00
rows = [["1-3", 25, 0.5], ["4+", true, inf]]
[part]
empty = []
"""


@pytest.fixture(autouse=True)
def _kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)


@pytest.mark.parametrize("file", FILES, ids=lambda file: "/".join(file.parts[-3:]))
def test_every_file_of_every_handbook_says_what_it_says_as_toml(file: Path) -> None:
    assert toml_files.load(file) == tomllib.loads(file.read_text(encoding="utf-8"))


def test_what_is_kept_says_the_same_and_nobody_can_change_it(tmp_path: Path) -> None:
    file = tmp_path / "figures.toml"
    file.write_text(WRITTEN, encoding="utf-8")
    first = toml_files.load(file)
    assert [kept.name for kept in (tmp_path / "__pycache__").iterdir()] == [
        f"figures.toml.{sys.implementation.cache_tag}.pyc"
    ]
    first["rows"].clear()
    assert toml_files.load(str(file)) == tomllib.loads(WRITTEN)


def test_a_correction_of_the_same_length_within_the_second_is_seen(tmp_path: Path) -> None:
    file = tmp_path / "figures.toml"
    for figure in range(3):
        file.write_text(f"figure = {figure}", encoding="utf-8")
        os.utime(file, ns=(0, 1_000_000_000 + figure * 1_000_000))
        assert toml_files.load(file) == {"figure": figure}


def test_a_folder_that_cannot_be_written_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "__pycache__").write_text("no folder", encoding="utf-8")
    file = tmp_path / "figures.toml"
    file.write_text(WRITTEN, encoding="utf-8")
    assert toml_files.load(file) == toml_files.load(file) == tomllib.loads(WRITTEN)


def test_what_is_no_toml_is_an_error_each_time(tmp_path: Path) -> None:
    file = tmp_path / "figures.toml"
    file.write_text("figure = ", encoding="utf-8")
    for _ in range(2):
        with pytest.raises(tomllib.TOMLDecodeError):
            toml_files.load(file)
