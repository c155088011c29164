"""What lies beside the results, and where the answer of a command goes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.files import usebio
from tests.commands import typed as overtrick

COMMAND = (sys.executable, "-m", "overtrick.cli.main")
FULL = Path("/dev/full")


@pytest.fixture
def tuesday(tmp_path: Path) -> Path:
    path = tmp_path / "tuesday.xml"
    path.write_text(usebio(), encoding="utf-8")
    return path


# --- What lies beside the results --------------------------------------------------------------------------------


def test_an_answer_that_was_kept_as_json_is_told_in_one_sentence(tuesday: Path) -> None:
    for command in ("award", "read"):
        kept = overtrick(command, tuesday, "--handbook", "ebu", "--json")
        tuesday.with_name(f"{command}.json").write_text(kept.stdout, encoding="utf-8")
    done = overtrick("read", tuesday.parent)
    assert done.returncode == 1
    assert "3 files: 1 read without a problem, 2 problems in 2 files" in done.stdout
    assert done.stderr.count("This is not an event file: we do not know most of its words") == 2


def test_an_event_file_with_slips_of_the_pen_is_told_each_of_them(tmp_path: Path) -> None:
    path = tmp_path / "night.json"
    path.write_text(json.dumps({"evnt": "Night", "date": "2026-11-10", "bords": 24, "ply": "pairs"}), encoding="utf-8")
    told = overtrick("read", path).stdout
    assert "We do not know the word 'evnt' here." in told
    assert "We do not know the word 'bords' here." in told


@pytest.mark.parametrize("several", [True, False])
def test_awards_that_lie_beside_the_results_are_not_awarded_again(tuesday: Path, *, several: bool) -> None:
    written = tuesday.with_name("awards.csv")
    if several:
        made = overtrick("award", tuesday.parent, "--handbook", "ebu", "--out", written)
    else:
        made = overtrick("convert", tuesday, "--to", "csv", "--handbook", "ebu", "--out", written)
    assert made.returncode == 0
    done = overtrick("award", tuesday.parent, "--handbook", "ebu")
    assert "2 files: 1 worked out" in done.stdout
    assert "awards.csv: This is a table of awards that Overtrick made, not a results file." in done.stderr


# --- Answers -----------------------------------------------------------------------------------------------------


def test_a_day_that_cannot_be_read_is_answered_with_the_command(tuesday: Path) -> None:
    good = tuesday.read_text(encoding="utf-8")
    tuesday.write_text(good.replace("<DATE>10/11/2026</DATE>", "<DATE>Tuesday</DATE>"), encoding="utf-8")
    refused = overtrick("award", tuesday, "--handbook", "ebu")
    assert refused.returncode == 1
    assert "<DATE> is 'Tuesday', which is not a day." in refused.stderr
    done = overtrick("award", tuesday, "--handbook", "ebu", "--date", "2026-11-10")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("Tuesday Pairs, 10 November 2026.")
    unwritten = overtrick("convert", tuesday, "--to", "usebio", "--handbook", "ebu", "--date", "2026-11-10")
    assert unwritten.returncode == 1
    assert "Correct the day in the file itself" in unwritten.stderr


def test_the_lists_follow_the_answer_about_winners(tuesday: Path) -> None:
    good = tuesday.read_text(encoding="utf-8")
    tuesday.write_text(good.replace("<WINNER_TYPE>1<", "<WINNER_TYPE>2<"), encoding="utf-8")
    assert "no pair has a <DIRECTION>" in overtrick("read", tuesday).stdout
    done = overtrick("award", tuesday, "--handbook", "ebu", "--answer", "winners=1")
    assert done.returncode == 0
    assert "<WINNER_TYPE> is 2, but 1 was answered." in done.stdout


def test_one_winner_cannot_be_answered_for_a_list_of_each_direction(tmp_path: Path) -> None:
    rows = ["Place,Direction,Name 1,Name 2", "1,NS,Ado Bem,Cor Dax", "2,NS,Efa Gil,Hol Jem"]
    rows += ["1,EW,Kip Lor,Mun Nev", "2,EW,Opa Pim,Qua Rit"]
    path = tmp_path / "night.csv"
    path.write_text("\n".join(rows), encoding="utf-8")
    answers = ("--answer", "winners=1", "--answer", "event=Night", "--date", "2026-11-10", "--boards", "24")
    done = overtrick("award", path, "--handbook", "ebu", "--status", "club", *answers)
    assert done.returncode == 1
    assert "night.csv: 'North-South' is one of several lists, but 'winners' is 1." in done.stderr


# --- Where the answer goes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["formats", "read", "award", "convert"])
def test_whoever_stops_reading_is_no_failure(tuesday: Path, command: str) -> None:
    arguments = {
        "formats": (),
        "read": (tuesday,),
        "award": (tuesday, "--handbook", "ebu"),
        "convert": (tuesday, "--handbook", "ebu", "--to", "csv"),
    }[command]
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as closed:
        done = subprocess.run(  # noqa: S603 - our own command
            [*COMMAND, command, *map(str, arguments)], stdout=closed, stderr=subprocess.PIPE, check=False
        )
    assert (done.returncode, done.stderr) == (0, b"")


@pytest.mark.parametrize("command", ["formats", "award"])
def test_a_full_disk_is_nobodys_mistake(tuesday: Path, command: str) -> None:
    arguments = (tuesday, "--handbook", "ebu") if command == "award" else ()
    with FULL.open("wb") as full:
        done = subprocess.run(  # noqa: S603 - our own command
            [*COMMAND, command, *map(str, arguments)], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert done.returncode == 1
    assert done.stderr == b"The answer cannot be written: the disk is full. Make room, and type the command again.\n"


def test_json_loses_no_letter_where_the_output_has_no_room_for_it(tuesday: Path) -> None:
    tuesday.write_text(usebio().replace("Ado Bem", "Łado Bem"), encoding="utf-8")
    done = subprocess.run(  # noqa: S603 - our own command
        [*COMMAND, "award", str(tuesday), "--handbook", "ebu", "--json"],
        capture_output=True,
        check=False,
        env={**os.environ, "PYTHONIOENCODING": "latin-1"},
    )
    assert json.loads(done.stdout)["awards"][0]["name"] == "Łado Bem"


def test_a_name_stays_on_its_line(tuesday: Path) -> None:
    tuesday.write_text(usebio().replace("Ado Bem", "Ado\n\t Bem"), encoding="utf-8")
    assert "Ado Bem & Cor Dax" in overtrick("award", tuesday, "--handbook", "ebu").stdout
    written = overtrick("convert", tuesday, "--to", "usebio", "--handbook", "ebu")
    assert (written.returncode, written.stdout.count("Ado\n\t Bem")) == (0, 1)
