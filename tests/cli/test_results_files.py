"""The files that clubs really have, and what people type about them."""

from __future__ import annotations

import csv
import errno
import io
import json
import os
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from overtrick.cli import files
from tests.cli.files import FOUR_TABLES, archive, usebio
from tests.commands import typed as overtrick

COMMAND = (sys.executable, "-m", "overtrick.cli.main")

PHOTOGRAPH = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00" + bytes(range(256)) * 20
EXTERNAL_ENTITY = (
    '<?xml version="1.0"?>\n<!DOCTYPE USEBIO [<!ENTITY secret SYSTEM "file:///etc/passwd">]>\n'
    '<USEBIO Version="1.2"><EVENT EVENT_TYPE="PAIRS"><DATE>&secret;</DATE></EVENT></USEBIO>\n'
)


def as_json(*arguments: object) -> Any:  # noqa: ANN401 - whatever the command says
    return json.loads(overtrick(*arguments, "--json").stdout)


@pytest.fixture
def tuesday(tmp_path: Path) -> Path:
    path = tmp_path / "tuesday.xml"
    path.write_text(usebio(), encoding="utf-8")
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three nights, one of them broken off, and answers for all."""
    place = tmp_path / "nights"
    place.mkdir()
    (place / "a.xml").write_text(usebio(), encoding="utf-8")
    (place / "b.xml").write_text(usebio()[:900], encoding="utf-8")
    (place / "c.xml").write_text(usebio(FOUR_TABLES[:6], boards=""), encoding="utf-8")
    (place / "answers.yaml").write_text("handbook: ebu\n", encoding="utf-8")
    return place


# --- One file of a scoring program -------------------------------------------------------------------------------


@pytest.mark.clause("ebu", "3.5", "4.4.5")
def test_four_tables_pay_18_12_and_6_to_both_who_tie_for_third(tuesday: Path) -> None:
    done = overtrick("award", tuesday, "--handbook", "ebu")
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert lines[0] == "Tuesday Pairs, 10 November 2026. EBU handbook, April 2024"
    assert [line.split()[-1] for line in lines[3:7]] == ["18", "12", "6", "6"]
    assert lines[5].split()[0] == lines[6].split()[0] == "3="
    assert "The points that the file claims agree, for all 8 players." in lines
    missing = next(line for line in lines if "Mun Nev has no national number" in line)
    assert missing.endswith("(line 38)")


def test_claimed_points_stand_beside_ours(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.xml"
    wrong.write_text(usebio((FOUR_TABLES[0]._replace(points=20), *FOUR_TABLES[1:])), encoding="utf-8")
    done = overtrick("award", wrong, "--handbook", "ebu")
    assert "The points that the file claims differ for 2 of 8 players; --compare shows them." in done.stdout
    text = overtrick("award", wrong, "--handbook", "ebu", "--compare").stdout
    row = next(line.split() for line in text.splitlines() if "20" in line.split())
    assert row[:10] == ["1", "Ado", "Bem", "&", "Cor", "Dax", "local", "20", "18", "-2"]
    compared = as_json("award", wrong, "--handbook", "ebu", "--compare")["comparison"]
    assert [each["difference"] for each in compared["rows"] if not each["agrees"]] == ["-2"]


@pytest.mark.clause("abf", "4.4.6/1")
def test_a_tie_shared_after_rounding_differs_by_a_hundredth(tmp_path: Path) -> None:
    # Grade E, 4 tables: 0.24, 0.168, 0.12, 0.08. Shared and then rounded, places 2 and 3 are 0.144; the other way
    # round (0.17 + 0.12) ÷ 2 is 0.145, and 0.15.
    places = ("1", "2=", "2=", "4", "5", "6", "7", "8")
    claims = (24, 15, 15, 8, 0, 0, 0, 0)
    pairs = tuple(
        pair._replace(place=place, points=points, score=str(70 - int(place[0])))
        for pair, place, points in zip(FOUR_TABLES, places, claims, strict=True)
    )
    night = tmp_path / "night.xml"
    night.write_text(usebio(pairs, boards="24", colour="GREEN"), encoding="utf-8")
    rows = as_json("award", night, "--handbook", "abf", "--compare")["comparison"]["rows"]
    differing = [row for row in rows if not row["agrees"]]
    assert [(row["place"], row["claimed"], row["computed"]) for row in differing] == [("2=", "0.15", "0.14")] * 2
    assert all("4.4.6/1" in row["clauses"] for row in differing)


def test_an_event_file_claims_nothing_to_compare() -> None:
    done = overtrick("award", "samples/club-night.yaml", "--compare")
    assert "The file claims no points, so there is nothing to compare." in done.stdout


def test_what_the_file_does_not_say_is_asked_with_what_to_type(tuesday: Path) -> None:
    done = overtrick("award", tuesday)
    assert done.returncode == 1
    assert done.stdout == ""
    assert "The file leaves 2 questions open:" in done.stderr
    assert "    Answer with --handbook ebu" in done.stderr.splitlines()
    assert "Type the command again with --handbook ebu --status club" in done.stderr.splitlines()
    assert overtrick("award", tuesday, "--handbook", "ebu", "--status", "club").returncode == 0


def test_what_the_file_does_not_hint_at_is_left_to_fill_in(tmp_path: Path) -> None:
    listed = tmp_path / "list.csv"
    listed.write_text("Place,Name 1,Name 2,Score\n1,Ado Bem,Cor Dax,60\n2,Efa Gil,Hol Jem,40\n", encoding="utf-8")
    done = overtrick("award", listed, "--handbook", "ebu")
    assert "--date … --boards …" in done.stderr.splitlines()[-1]


def test_open_questions_are_told_as_data(tuesday: Path) -> None:
    data = as_json("award", tuesday)
    assert data["awards"] == []
    assert data["problems"] == []
    first = data["questions"][0]
    assert (first["word"], first["suggested"], first["option"]) == ("handbook", "ebu", "--handbook ebu")


def test_any_word_of_the_event_file_can_be_answered(tuesday: Path) -> None:
    data = as_json("award", tuesday, "--handbook", "ebu", "--status", "county", "--answer", "boards=10")
    assert data["awards"] == []
    assert "10 boards" in json.dumps(data["warnings"])
    told = {"code": "answer-typed", "says": "Boards: 10 (--answer). The file says 21.", "line": 0}
    assert told | {"file": str(tuesday)} in data["notes"]


def test_a_status_that_the_handbook_does_not_have_is_a_problem(tuesday: Path) -> None:
    done = overtrick("award", tuesday, "--handbook", "ebu", "--status", "village")
    assert done.returncode == 1
    assert "The status 'village' is not one of the handbook's." in done.stderr
    assert "Answer with --status." in done.stderr


@pytest.mark.parametrize(
    ("option", "value", "found"),
    [
        ("--boards", "many", "--boards: 'boards' is 'many'."),
        ("--date", "10/11/2026", "--date: 'date' is '10/11/2026', which can be"),
        ("--handbook", "fbu", "--handbook: There is no handbook 'fbu'."),
        ("--answer", "results=none", "--answer: 'results' is not an answer"),
    ],
)
def test_an_answer_that_cannot_be_understood_is_a_problem(tuesday: Path, option: str, value: str, found: str) -> None:
    done = overtrick("award", tuesday, option, value)
    assert done.returncode == 1
    assert found in done.stderr
    assert "Traceback" not in done.stderr


def test_an_option_without_a_name_is_not_understood(tuesday: Path) -> None:
    assert overtrick("award", tuesday, "--fact", "venue").returncode == 2
    assert "--answer takes WORD=VALUE" in overtrick("award", tuesday, "--answer", "boards").stderr


# --- Answers beside the file -------------------------------------------------------------------------------------


def test_answers_are_taken_from_beside_the_file_and_it_says_so(tuesday: Path) -> None:
    tuesday.with_name("answers.yaml").write_text("handbook: ebu\nstatus: club\n", encoding="utf-8")
    beside = tuesday.with_name("tuesday.answers.yaml")
    beside.write_text("status: county\n", encoding="utf-8")
    done = overtrick("award", tuesday)
    assert done.returncode == 0, done.stderr
    assert f"  Handbook: EBU ({tuesday.with_name('answers.yaml')}, line 1)." in done.stdout.splitlines()
    assert f"Status: county ({beside}, line 1)" in done.stdout
    assert "36" in done.stdout


def test_a_wrong_answer_beside_the_file_is_a_problem_with_its_line(tuesday: Path) -> None:
    beside = tuesday.with_name("tuesday.answers.yaml")
    beside.write_text("handbook: ebu\nbords: 24\n", encoding="utf-8")
    done = overtrick("award", tuesday)
    assert done.returncode == 1
    assert f"{beside}, line 2: We do not know the word 'bords' here." in done.stderr


def test_one_file_of_answers_serves_many_files(folder: Path, tmp_path: Path) -> None:
    given = tmp_path / "given.yaml"
    given.write_text("boards: 21\n", encoding="utf-8")
    done = overtrick("award", folder / "a.xml", folder / "c.xml", "--answers", given)
    assert done.returncode == 0, done.stderr
    missing = overtrick("award", folder / "a.xml", "--answers", tmp_path / "nowhere.yaml")
    assert missing.returncode == 1
    assert "nowhere.yaml: The file cannot be opened" in missing.stderr


def test_answers_are_kept_and_the_next_time_nothing_is_asked(tuesday: Path) -> None:
    done = overtrick("read", tuesday, "--handbook", "ebu", "--save-answers")
    kept = tuesday.with_name("tuesday.answers.yaml")
    assert f"Made {kept}: added handbook." in done.stdout
    assert overtrick("award", tuesday).returncode == 0
    again = overtrick("read", tuesday, "--handbook", "ebu", "--save-answers")
    assert f"There is nothing new to save in {kept}." in again.stdout
    changed = overtrick("read", tuesday, "--handbook", "abf", "--save-answers")
    assert f"Changed {kept}: replaced handbook (was ebu)." in changed.stdout


def test_wrong_answers_are_not_kept(tuesday: Path) -> None:
    done = overtrick("read", tuesday, "--boards", "many", "--save-answers")
    assert done.returncode == 1
    assert not tuesday.with_name("tuesday.answers.yaml").exists()


def test_answers_about_a_folder_are_not_kept(folder: Path) -> None:
    done = overtrick("read", folder, "--save-answers")
    assert done.returncode == 2
    assert "--save-answers takes one file" in done.stderr


def test_the_columns_of_a_list_are_shown_corrected_and_kept(tmp_path: Path) -> None:
    listed = tmp_path / "list.csv"
    rows = ["Pos,Player A,Player B,Result"]
    rows += [f"{place},{' '.join(names[:1])},{names[1]},{70 - place}" for place, names in _listed()]
    listed.write_text("\n".join(rows) + "\n", encoding="utf-8")
    typed = ["--handbook", "ebu", "--status", "club", "--date", "2026-11-10", "--boards", "21"]
    typed += ["--answer", "event=Tuesday pairs", "--answer", "play=pairs", "--column", "score=Result"]
    done = overtrick("read", listed, *typed, "--save-answers")
    assert done.returncode == 0, done.stdout
    kept = (tmp_path / "list.answers.yaml").read_text(encoding="utf-8")
    assert "  score: Result\n" in kept
    assert "  place: Pos\n" in kept
    awarded = overtrick("award", listed)
    assert awarded.returncode == 0, awarded.stderr
    assert "Ado Bem & Cor Dax      18" in awarded.stdout


def _listed() -> list[tuple[int, tuple[str, str]]]:
    return [(place, pair.names) for place, pair in enumerate(FOUR_TABLES, 1)]


# --- overtrick read ----------------------------------------------------------------------------------------------


def test_read_says_what_is_in_a_file_and_what_is_left_to_ask(tuesday: Path) -> None:
    done = overtrick("read", tuesday)
    assert done.returncode == 0
    lines = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert lines[0] == str(tuesday)
    assert "Format USEBIO 1.2, written by ScoreBridge, encoded as UTF-8" in lines
    assert "Event Tuesday Pairs" in lines
    assert "Date 10 November 2026" in lines
    assert "Play pairs, 21 boards, one winner" in lines
    assert "Players 16, 1 of them without a number" in lines
    assert "Points the file claims points for 8 players" in lines
    assert "The file leaves 2 questions open:" in lines


def test_read_counts_everybody_once_however_many_lists_they_are_in() -> None:
    two_sessions = as_json("read", "samples/usebio/compscore-two-sessions.xml")["event"]
    assert (two_sessions["contestants"], two_sessions["players"], two_sessions["tables"]) == (8, 16, "4")
    final = as_json("read", "docs/examples/christmas.yaml")["event"]
    assert (final["contestants"], [stage["name"] for stage in final["stages"]]) == (16, ["", ""])


def test_read_says_what_the_handbook_would_still_ask(tuesday: Path) -> None:
    done = overtrick("read", tuesday, "--handbook", "abf", "--status", "village")
    assert done.returncode == 0
    assert "The grade 'village' is not one of the scheme's." in done.stdout
    assert "Nothing is missing for the awards." in overtrick("read", tuesday, "--handbook", "ebu").stdout


def test_read_gives_the_same_as_data(tuesday: Path) -> None:
    data = as_json("read", tuesday)
    assert data["format"] == "USEBIO 1.2"
    assert data["event"]["date"] == "2026-11-10"
    assert data["event"]["stages"][0]["boards"] == 21
    assert (data["event"]["contestants"], data["event"]["players"], data["claims"]) == (8, 16, 8)
    assert [question["word"] for question in data["questions"]] == ["handbook", "status"]


def test_read_lists_a_folder_and_its_problems(folder: Path) -> None:
    done = overtrick("read", folder)
    assert done.returncode == 1
    rows = done.stdout.splitlines()
    assert [row.split()[0] for row in rows[1:4]] == ["a.xml", "b.xml", "c.xml"]
    assert rows[5].startswith("3 files: 2 read without a problem, 1 problem in 1 file")
    assert "  b.xml, line" in done.stderr
    assert "Left open:" in done.stderr
    assert [each["file"] for each in as_json("read", folder)] == ["a.xml", "b.xml", "c.xml"]


def test_a_file_with_very_many_problems_does_not_bury_the_others(folder: Path) -> None:
    rows = "\n".join(f"nonsense {number}: yes" for number in range(30))
    (folder / "d.yaml").write_text(f"event: Night\ndate: 2026-11-10\n{rows}\n", encoding="utf-8")
    done = overtrick("read", folder)
    assert sum("d.yaml, line" in line for line in done.stderr.splitlines()) == 5
    assert "more; overtrick read of this file alone lists them." in done.stderr
    alone = overtrick("read", folder / "d.yaml")
    assert sum("We do not know the word" in line for line in alone.stdout.splitlines()) == 30


def test_a_question_is_no_problem_for_read(folder: Path) -> None:
    assert overtrick("read", folder / "c.xml").returncode == 0


# --- Many files --------------------------------------------------------------------------------------------------


def test_many_files_have_a_line_each_and_a_total(folder: Path) -> None:
    done = overtrick("award", folder)
    assert done.returncode == 1
    rows = done.stdout.splitlines()
    assert rows[1].split() == ["a.xml", "Tuesday", "Pairs", "2026-11-10", "4", "8", "local", "84", "agree"]
    assert "1 problem" in rows[2]
    assert "1 question" in rows[3]
    assert rows[5].startswith("3 files: 1 worked out, 8 awards (local 84), 1 with problems, 1 with open questions")
    assert "b.xml, line" in done.stderr
    assert "--boards" in done.stderr


def test_two_files_one_of_them_broken(folder: Path) -> None:
    data = as_json("award", folder / "b.xml", folder / "a.xml")
    assert [(bool(each["awards"]), bool(each["problems"])) for each in data] == [(False, True), (True, False)]


def test_a_zip_is_taken_file_by_file(tmp_path: Path) -> None:
    week = tmp_path / "week.zip"
    week.write_bytes(archive(mon_xml=usebio(), tue_xml=usebio(), photo_jpg=PHOTOGRAPH))
    done = overtrick("award", week, "--handbook", "ebu")
    assert done.returncode == 1
    assert f"{week}/tue.xml" in done.stdout
    assert f"{week}/photo.jpg: This is a picture" in done.stderr


@pytest.mark.parametrize("command", ["award", "read"])
def test_a_zip_may_come_through_a_pipe(command: str) -> None:
    week = archive(mon_xml=usebio(), tue_xml=usebio())
    done = overtrick(command, "-", "--handbook", "ebu", given=week)
    assert done.returncode == 0, done.stderr
    assert "standard input/tue.xml" in done.stdout


def test_answers_about_a_zip_of_several_files_are_not_kept(tmp_path: Path) -> None:
    week = tmp_path / "week.zip"
    week.write_bytes(archive(mon_xml=usebio(), tue_xml=usebio()))
    done = overtrick("read", week, "--handbook", "ebu", "--save-answers")
    assert "The answers were not saved: there are several files in the archive." in done.stderr
    assert [each.name for each in tmp_path.iterdir()] == ["week.zip"]


def test_the_order_is_the_same_on_one_core_and_on_two(tmp_path: Path) -> None:
    for number in range(12):
        (tmp_path / f"{number:02d}.xml").write_text(usebio(boards=str(20 + number)), encoding="utf-8")
    one = overtrick("award", tmp_path, "--handbook", "ebu", "--jobs", "1")
    two = overtrick("award", tmp_path, "--handbook", "ebu", "--jobs", "2")
    assert one.returncode == two.returncode == 0
    assert one.stdout == two.stdout


def test_all_awards_are_written_to_one_table(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "all.csv"
    given = ("award", folder / "a.xml", folder / "c.xml", "--boards", "21", "--out", out)
    assert overtrick(*given).returncode == 0
    rows = list(csv.DictReader(io.StringIO(out.read_text(encoding="utf-8-sig"))))
    assert len(rows) == 8 + 4
    assert (rows[0]["Player"], rows[0]["Points"], rows[0]["Colour"]) == ("Ado Bem", "18", "local")
    assert {row["File"] for row in rows} == {str(folder / "a.xml"), str(folder / "c.xml")}
    refused = overtrick(*given)
    assert refused.returncode == 2
    assert "already exists" in refused.stderr
    assert overtrick(*given, "--force").returncode == 0


@pytest.mark.parametrize("ending", [".xlsx", ".json"])
def test_awards_are_written_in_the_form_that_the_name_asks_for(tuesday: Path, ending: str) -> None:
    out = tuesday.with_name(f"all{ending}")
    assert overtrick("award", tuesday, "--handbook", "ebu", "--out", out).returncode == 0
    content = out.read_bytes()
    assert content.startswith(b"PK") if ending == ".xlsx" else len(json.loads(content)) == 8


def test_a_table_needs_a_form_and_a_folder(tuesday: Path) -> None:
    assert "ends in .csv or .xlsx or .json" in overtrick("award", tuesday, "--out", "all.txt").stderr
    assert "there is no folder" in overtrick("award", tuesday, "--out", tuesday.parent / "no" / "all.csv").stderr


def test_workings_of_many_files_follow_each_other(folder: Path) -> None:
    done = overtrick("award", folder / "a.xml", folder / "c.xml", "--boards", "21", "--why")
    assert done.stdout.count("Why these points") == 2


# --- What else people send ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "content", "found"),
    [
        ("photo.xml", PHOTOGRAPH, "This is a picture"),
        ("empty.xml", b"", "The file is empty."),
        ("bomb.zip", archive(zeros_xml=b"0" * 40_000_000), "far more than results files hold"),
        ("entity.xml", EXTERNAL_ENTITY.encode(), "entit"),
        ("noise.csv", bytes(range(256)), "kind of file"),
    ],
)
@pytest.mark.parametrize("command", ["read", "award"])
def test_what_is_no_results_file_gets_a_calm_sentence(
    tmp_path: Path, name: str, content: bytes, found: str, command: str
) -> None:
    path = tmp_path / name
    path.write_bytes(content)
    done = overtrick(command, path)
    said = done.stdout + done.stderr
    assert done.returncode == 1
    assert found in said
    assert "root:" not in said
    assert "Traceback" not in said
    assert "mistake" not in said


def test_a_file_that_is_far_too_large_is_not_even_read(tmp_path: Path) -> None:
    path = tmp_path / "large.xml"
    with path.open("wb") as opened:
        opened.truncate(70_000_000)
    done = overtrick("award", path)
    assert done.returncode == 1
    assert f"{path}: The file is larger than 64 MB; no results file is." in done.stderr


@pytest.mark.parametrize("command", ["read", "award"])
def test_a_file_that_is_not_there_is_a_problem_and_does_not_stop_the_others(tuesday: Path, command: str) -> None:
    done = overtrick(command, "nowhere.xml", tuesday, "--handbook", "ebu")
    assert done.returncode == 1
    assert "nowhere.xml: The file cannot be opened: no such file or directory." in done.stderr
    assert "Tuesday Pairs" in done.stdout


def test_a_folder_that_is_closed_is_a_problem_and_does_not_stop_the_others(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    closed = folder / "closed"
    closed.mkdir()
    really = os.scandir

    def scandir(path: str) -> object:  # as the system answers somebody who is not the superuser
        if path == str(closed):
            raise PermissionError(errno.EACCES, "Permission denied", path)
        return really(path)

    monkeypatch.setattr(os, "scandir", scandir)
    found = files.sources([str(folder)])
    assert [Path(each.name).name for each in found] == ["a.xml", "b.xml", "c.xml", "closed"]
    assert found[-1].problem is not None
    assert found[-1].problem.found == "The folder cannot be opened: permission denied."


def test_an_empty_folder_is_a_problem(tmp_path: Path) -> None:
    done = overtrick("award", tmp_path)
    assert done.returncode == 1
    assert "There is no results file in this folder." in done.stderr


def test_standard_input_is_recognised_like_a_file() -> None:
    done = overtrick("award", "-", "--handbook", "ebu", given=usebio().encode())
    assert done.returncode == 0, done.stderr
    assert "Tuesday Pairs" in done.stdout


def test_a_name_that_cannot_be_printed_is_no_mistake(tmp_path: Path) -> None:
    path = Path(os.fsdecode(os.fsencode(tmp_path) + b"/n\xff.xml"))
    path.write_text(usebio(), encoding="utf-8")
    done = overtrick("award", tmp_path, "--handbook", "ebu")
    assert done.returncode == 0, done.stderr
    assert "n\ufffd.xml" in done.stdout


@pytest.mark.parametrize(("options", "first"), [("--json", "[\n"), ("--why", "{}\n")])
def test_a_reader_who_has_seen_enough_gets_no_traceback(folder: Path, options: str, first: str) -> None:
    file = folder / "a.xml"
    command = f"{sys.executable} -u -m overtrick.cli.main award {file} {file} {options} | head -1"
    done = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=False)  # noqa: S603 - ours
    assert done.stdout == first.format(file)
    assert done.stderr == ""


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_ends_a_long_work_at_once(tmp_path: Path, jobs: int) -> None:
    for number in range(400):
        (tmp_path / f"{number:03d}.xml").write_text(usebio(), encoding="utf-8")
    waiting = tmp_path / "000.xml"
    waiting.unlink()
    os.mkfifo(waiting)
    command = [*COMMAND, "award", str(waiting), str(tmp_path), "--handbook", "ebu", "--jobs", str(jobs)]
    # Whoever runs the tests in the background has them ignore Ctrl-C, and the command would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True) as running:  # noqa: S603
        with waiting.open("wb"):  # waits until the command, or its process, has begun to read
            os.killpg(running.pid, signal.SIGINT)
        said, complained = running.communicate(timeout=20)
    assert running.returncode == 130
    assert said == b""
    assert complained.strip() == b""


def on_a_terminal(*arguments: object) -> str:
    """Run a command as somebody at a terminal does, and give what they see."""
    master, slave = os.openpty()
    with subprocess.Popen([*COMMAND, *map(str, arguments)], stdout=slave, stderr=slave) as running:  # noqa: S603 - ours
        os.close(slave)
        seen = b""
        while piece := _piece(master):
            seen += piece
        running.wait()
    os.close(master)
    return seen.decode()


def _piece(master: int) -> bytes:
    try:
        return os.read(master, 65536)
    except OSError:  # how the system says that the other side has closed
        return b""


def test_a_terminal_shows_how_far_many_files_have_come(folder: Path) -> None:
    assert "Working out" in on_a_terminal("award", folder)
    assert "Working out" not in overtrick("award", folder).stderr


def test_a_name_in_a_file_commands_nothing_on_the_terminal(tmp_path: Path) -> None:
    night = tmp_path / "night.yaml"
    rows = [f"  - {{place: {place}, name: '[bold]Pair {place}[/bold]'}}" for place in range(1, 9)]
    head = "event: Night\ndate: 2026-11-10\nhandbook: ebu\nstatus: club\nplay: pairs\nboards: 24\nresults:\n"
    night.write_text(head + "\n".join(rows) + "\n", encoding="utf-8")
    assert "[bold]Pair 1[/bold]" in on_a_terminal("award", night)
    odd = tmp_path / "odd\x1b[31m.xml"
    odd.write_text(usebio(), encoding="utf-8")
    assert "\x1b[31m.xml" not in on_a_terminal("award", odd)


# --- overtrick convert and overtrick formats ---------------------------------------------------------------------


def test_a_usebio_file_is_written_with_our_awards_and_everything_else_kept(tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.xml"
    wrong.write_text(usebio((FOUR_TABLES[0]._replace(points=20), *FOUR_TABLES[1:])), encoding="utf-8")
    out = tmp_path / "right.xml"
    done = overtrick("convert", wrong, "--to", "usebio", "--handbook", "ebu", "--out", out)
    assert done.returncode == 0, done.stderr
    assert f"Written: {out}" in done.stdout
    again = overtrick("award", out, "--handbook", "ebu")
    assert "The points that the file claims agree, for all 8 players." in again.stdout
    kept = [line for line in usebio().splitlines() if "MASTER_POINTS_AWARDED" not in line]
    assert [line for line in kept if line not in out.read_text(encoding="utf-8").splitlines()] == []


def test_the_event_file_of_what_was_read_gives_the_same_awards(tuesday: Path) -> None:
    out = tuesday.with_name("tuesday.json")
    done = overtrick("convert", tuesday, "--to", "event", "--handbook", "ebu", "--status", "club", "--out", out)
    assert done.returncode == 0, done.stderr
    assert as_json("award", out)["awards"] == as_json("award", tuesday, "--handbook", "ebu")["awards"]


def test_awards_go_to_standard_output_where_no_file_is_named(tuesday: Path) -> None:
    done = overtrick("convert", tuesday, "--to", "csv", "--handbook", "ebu")
    assert done.returncode == 0
    assert done.stdout.lstrip("\ufeff").startswith("Event,Date,")
    assert json.loads(overtrick("convert", tuesday, "--to", "json", "--handbook", "ebu").stdout)["awards"]


def test_a_file_is_never_replaced_unless_that_is_asked_for(tuesday: Path) -> None:
    before = tuesday.read_bytes()
    given = ("convert", tuesday, "--to", "usebio", "--handbook", "ebu", "--out", tuesday)
    done = overtrick(*given)
    assert done.returncode == 2
    assert "already exists" in done.stderr
    assert tuesday.read_bytes() == before
    assert overtrick(*given, "--force").returncode == 0
    assert sorted(each.name for each in tuesday.parent.iterdir()) == ["tuesday.xml"]


def test_nothing_is_written_while_a_question_is_open(tuesday: Path) -> None:
    out = tuesday.with_name("out.csv")
    done = overtrick("convert", tuesday, "--to", "csv", "--out", out)
    assert done.returncode == 1
    assert "The file leaves 2 questions open:" in done.stderr
    assert not out.exists()


def test_credit_files_have_the_ending_of_their_colour(tmp_path: Path) -> None:
    night = tmp_path / "night.xml"
    night.write_text(usebio(), encoding="utf-8")
    out = tmp_path / "night.grn"
    done = overtrick("convert", night, "--to", "credits", "--handbook", "abf", "--status", "E", "--out", out)
    assert done.returncode == 1  # one player has no number
    assert "Mun Nev" in done.stderr
    assert out.read_bytes().splitlines()[0].startswith(b"0410012")
    refused = overtrick("convert", night, "--to", "credits", "--handbook", "ebu")
    assert "takes no credit files" in refused.stderr


def test_a_credit_file_never_has_the_ending_of_another_colour(tmp_path: Path) -> None:
    night = tmp_path / "night.xml"
    night.write_text(usebio(), encoding="utf-8")
    given = ("convert", night, "--to", "credits", "--handbook", "abf", "--status", "E", "--out")
    assert f"Written: {tmp_path / 'night.grn'}" in overtrick(*given, tmp_path / "night.red").stdout
    assert f"Written: {tmp_path / 'night.10.grn'}" in overtrick(*given, tmp_path / "night.10").stdout


def test_what_cannot_be_written_says_why(tmp_path: Path) -> None:
    night = tmp_path / "night.xml"
    night.write_text(usebio(), encoding="utf-8")
    for arguments, found in [
        (("nowhere.xml", "--to", "event"), "nowhere.xml: The file cannot be opened"),
        ((night, "--to", "csv", "--handbook", "ebu", "--out", tmp_path), "is a folder"),
        ((night, "--to", "event", "--out", tmp_path / "no" / "night.json"), "there is no folder"),
        (("docs/examples/christmas.yaml", "--to", "ranking-csv"), "a plain list shows one"),
        (("docs/examples/too-small.yaml", "--to", "credits"), "the English Bridge Union takes no credit files"),
    ]:
        done = overtrick("convert", *arguments)
        assert done.returncode in {1, 2}
        assert found in done.stderr
        assert "Traceback" not in done.stderr


def test_a_zip_of_several_files_is_not_converted(tmp_path: Path) -> None:
    week = tmp_path / "week.zip"
    week.write_bytes(archive(mon_xml=usebio(), tue_xml=usebio()))
    assert "holds 2 files" in overtrick("convert", week, "--to", "csv", "--handbook", "ebu").stderr


def test_formats_lists_what_is_read_and_written() -> None:
    done = overtrick("formats")
    assert done.returncode == 0
    assert "USEBIO XML" in done.stdout
    assert "ranking-csv" in done.stdout
    assert {each["to"] for each in as_json("formats")["write"]} >= {"usebio", "credits", "csv", "xlsx", "json", "event"}


# --- How fast it starts ------------------------------------------------------------------------------------------


def test_an_event_file_is_awarded_without_the_libraries_of_other_formats() -> None:
    script = (
        "import sys\n"
        "from overtrick.cli.main import run\n"
        "run(['award', 'samples/club-night.yaml'])\n"
        "heavy = {'click', 'rich', 'lxml', 'pathlib', 'zipfile', 'csv', 'json', 'xlsxwriter', 'python_calamine'}\n"
        "sys.stderr.write(','.join(sorted(heavy & set(sys.modules))))"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(  # noqa: S603 - ours
        [sys.executable, "-S", "-c", script], capture_output=True, text=True, check=False, env=environment
    )
    assert done.returncode == 0
    assert done.stderr == ""


# --- Events that no edition governs ------------------------------------------------------------------------------


def test_an_older_event_is_offered_as_if_and_marked_when_it_is_taken(tuesday: Path) -> None:
    tuesday.write_text(usebio().replace("10/11/2026", "12/11/2019"), encoding="utf-8")
    offered = overtrick("award", tuesday, "--handbook", "ebu")
    assert offered.returncode == 1
    assert "Answer with --as-if" in offered.stderr
    assert "Type the command again with --as-if" in offered.stderr
    for command in (("award",), ("award", "--why")):
        taken = overtrick(*command, tuesday, "--handbook", "ebu", "--as-if")
        assert taken.returncode == 0
        assert "As if played under the EBU handbook, April 2024" in taken.stdout
    assert as_json("award", tuesday, "--handbook", "ebu", "--as-if")["as_if"].startswith("As if played under")


def test_a_summary_marks_what_is_as_if(folder: Path) -> None:
    (folder / "a.xml").write_text(usebio().replace("10/11/2026", "12/11/2019"), encoding="utf-8")
    done = overtrick("award", folder, "--handbook", "ebu", "--as-if", "--out", folder / "all.csv")
    assert "(as if)" in done.stdout
    assert "1 as if played under an edition that does not apply" in done.stdout
    rows = list(csv.DictReader(io.StringIO((folder / "all.csv").read_text("utf-8-sig"))))
    assert {bool(row["As if"]) for row in rows if row["File"] == "a.xml"} == {True}
    assert not any(row["As if"] for row in rows if row["File"] != "a.xml")


@pytest.mark.parametrize(
    "file",
    ["samples/usebio/compscore-howell.xml", "samples/usebio/swiss-pairs.xml", "samples/pbn/two-sections.pbn"],
)
def test_a_suggested_command_works_when_it_is_typed(file: str) -> None:
    asked = overtrick("award", file)
    suggested = asked.stderr.split("Type the command again with ", 1)[1].strip()
    suggested = suggested.replace("--handbook …", "--handbook ebu").replace("--status …", "--status club")
    done = overtrick("award", file, *shlex.split(suggested))
    if "movement=…" in done.stderr:  # which the handbook asks once it is known
        suggested += " " + done.stderr.split("Type the command again with ", 1)[1].strip().replace("…", "howell")
        done = overtrick("award", file, *shlex.split(suggested))
    assert done.returncode == 0, done.stderr
    assert "stages[" not in asked.stderr + done.stderr


def test_a_status_of_another_handbook_is_refused_in_the_words_of_this_one() -> None:
    done = overtrick("award", "samples/usebio/compscore-howell.xml", "--handbook", "abf", "--status", "club")
    assert done.returncode == 1
    assert "stages[" not in done.stderr
    assert "compscore-howell.xml: The grade 'club' is not one of the scheme's." in done.stderr
