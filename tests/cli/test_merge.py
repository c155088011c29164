"""Files of points of one colour are put together and changed, as the program of Appendix G did."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from overtrick.cli.merge import merge

if TYPE_CHECKING:
    from pathlib import Path


def made(folder: Path, name: str, *lines: str) -> str:
    (folder / name).write_bytes("".join(f"{line}\r\n" for line in lines).encode())
    return str(folder / name)


@pytest.mark.duty("D42", "abf")
@pytest.mark.clause("abf", "App G: masterpoints menu", "App D: extensions")
def test_files_of_one_colour_become_one_with_the_points_of_a_player_added_up(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    first = made(tmp_path, "a.grn", "0123456000042", "0000789001000")
    old = made(tmp_path, "b.mp1", "0123456000058")
    to = str(tmp_path / "c.grn")
    options = {"changes": ["789=5.25"], "removed": [], "force": False}
    assert merge([first, old], to, colour="green", **options) == 0  # type: ignore[arg-type]
    assert (tmp_path / "c.grn").read_bytes() == b"0000789000525\r\n0123456000100\r\n"
    assert "10.42 green" in capsys.readouterr().out
    assert merge([first], to, colour="", changes=[], removed=["789"], force=True) == 0
    assert (tmp_path / "c.grn").read_bytes() == b"0123456000042\r\n"


@pytest.mark.parametrize(
    ("to", "colour", "changes", "removed", "code", "says"),
    [
        ("c.red", "", [], [], 1, "another colour"),
        ("c.txt", "", [], [], 2, "--to takes a name that ends in"),
        ("c.grn", "", [], ["5"], 1, "nobody with the number 5"),
        ("c.grn", "", ["789"], [], 2, "--set takes NUMBER=GREEN"),
        ("c.grn", "", ["789=1.234"], [], 2, "not a number of points"),
        ("c.grn", "", ["12345678=1"], [], 2, "up to 7 digits"),
    ],
)
def test_what_cannot_be_merged_is_told_and_nothing_is_written(
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    to: str,
    colour: str,
    changes: list[str],
    removed: list[str],
    code: int,
    says: str,
) -> None:
    first = made(tmp_path, "a.grn", "0123456000042")
    place = tmp_path / to
    assert merge([first], str(place), colour=colour, changes=changes, removed=removed, force=False) == code
    assert says in capsys.readouterr().err
    assert not place.exists()


def test_all_problems_of_all_files_are_told_at_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    listed = [made(tmp_path, "a.grn", "12"), made(tmp_path, "b.mp2", "0123456000042"), str(tmp_path / "none.grn")]
    assert merge(listed, str(tmp_path / "c.grn"), colour="", changes=[], removed=[], force=False) == 1
    said = "".join(capsys.readouterr())
    for name in ("a.grn", "b.mp2", "none.grn"):
        assert name in said
