"""The commands as people type them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import overtrick as overtrick_package
from tests.commands import run
from tests.commands import typed as overtrick


def night(tables: int = 12, tie: tuple[int, int] = (4, 5)) -> str:
    """Write a two-winner club night with a tie."""
    lines = ["event: Thursday pairs", "date: 2026-11-12", "handbook: ebu", "status: club", "play: pairs", "winners: 2"]
    lines += ["boards: 24", "lists:"]
    for direction in ("North-South", "East-West"):
        lines += [f"  - list: {direction}", "    results:"]
        for place in range(1, tables + 1):
            shown = f"{tie[0]}=" if place in tie else str(place)
            who = f"{direction[0]}{place}"
            names = f"[Ann {who}, Bob {who}]"
            numbers = f"[{direction[0]}1{place:02d}, {direction[0]}2{place:02d}]"
            lines.append(f"      - {{place: {shown}, names: {names}, numbers: {numbers}}}")
    return "\n".join(lines) + "\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "night.yaml"
    path.write_text(night(), encoding="utf-8")
    return path


@pytest.mark.parametrize("words", [["--help"], ["award", "nowhere.yaml"], ["rank"], ["office", "ranks"]], ids=" ".join)
def test_a_command_of_the_tests_answers_as_the_installed_one_does(tmp_path: Path, words: list[str]) -> None:
    program = Path(sys.executable).with_name("overtrick")
    environment = {**os.environ, "PYTHONUTF8": "1", "DATABASE_URL": ""}
    done = subprocess.run(  # noqa: S603 - our own command
        [program, *words], cwd=tmp_path, env=environment, capture_output=True, encoding="utf-8", check=False
    )
    assert run(words, tmp_path, environment) == (done.returncode, done.stdout, done.stderr)


def answer(file: Path, *options: str) -> dict[str, Any]:
    result = overtrick("award", str(file), "--json", *options)
    assert result.returncode == 0, result.stderr
    data: dict[str, Any] = json.loads(result.stdout)
    return data


@pytest.mark.clause("ebu", "3.5 (ex b)")
def test_award_prints_places_names_and_points(file: Path) -> None:
    # 12 tables: 40 30 20 10; the tie for 4th would get 5 each and is raised to 6
    result = overtrick("award", str(file))
    assert result.returncode == 0
    lines = result.stdout.splitlines()
    assert lines[0] == "Thursday pairs, 12 November 2026. EBU handbook, April 2024"
    assert "    1  Ann N1 & Bob N1      40" in lines
    assert "   4=  Ann N4 & Bob N4       6" in lines
    assert "28 players have no points; --why tells why." in lines


def test_why_shows_the_working_of_awards_and_of_zeros(file: Path) -> None:
    text = overtrick("award", str(file), "--why").stdout
    assert "Ann E4 & Bob E4: 6 local points (4th equal, East-West)" in text
    assert "Raised to the minimum award of 6" in text
    assert "Ann N6 & Bob N6: no points (6th, North-South)" in text
    assert "6th; only 4 are paid" in text


def test_json_has_every_part_that_is_documented(file: Path) -> None:
    data = answer(file)
    assert data["handbook"] == "ebu"
    assert data["edition"] == "2024"
    assert data["problems"] == []
    assert data["warnings"] == []
    first = data["awards"][0]
    assert {name: first[name] for name in ("contestant", "place", "number", "name", "points")} == {
        "contestant": "Ann N1 & Bob N1",
        "place": 1,
        "number": "N101",
        "name": "Ann N1",
        "points": {"local": "40"},
    }
    assert first["clauses"] == ["4.1.5", "4.1.2", "4.1.3", "3.9.2", "SCALE A", "3.2"]
    assert first["working"]["value"] == "40"
    assert len(data["awards"]) == 20
    assert len(data["refusals"]) == 28
    assert data["refusals"][0]["clauses"][0] == "4.1.2"


def test_the_same_file_gives_the_same_json(file: Path) -> None:
    assert overtrick("award", str(file), "--json").stdout == overtrick("award", str(file), "--json").stdout


def test_an_event_is_read_from_standard_input() -> None:
    result = overtrick("award", "-", given=night().encode())
    assert result.returncode == 0
    assert "Thursday pairs" in result.stdout


def test_problems_are_all_listed_with_their_lines_and_nothing_is_worked_out(tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text(
        night().replace("boards: 24", "boards: many").replace("date: 2026-11-12", "date: yesterday"), "utf-8"
    )
    result = overtrick("award", str(bad))
    assert result.returncode == 1
    assert result.stdout == ""
    assert "2 problems:" in result.stderr
    assert f"{bad}, line 2:" in result.stderr
    assert f"{bad}, line 7:" in result.stderr
    data = json.loads(overtrick("award", str(bad), "--json").stdout)
    assert data["awards"] == []
    assert [problem["line"] for problem in data["problems"]] == [2, 7]
    assert all(problem["found"] and problem["remedy"] for problem in data["problems"])


@pytest.mark.parametrize(
    ("change", "found"),
    [
        (("handbook: ebu", "handbook: fbu"), "there is no handbook 'fbu'"),
        (("date: 2026-11-12", "date: 2024-03-31"), "which governs from 1 April 2024"),
        (("status: club", "status: village"), "The status 'village' is not one of the handbook's."),
        (("handbook: ebu\n", ""), "The file does not say which handbook applies."),
    ],
)
def test_what_the_handbook_cannot_work_with_is_a_problem(tmp_path: Path, change: tuple[str, str], found: str) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text(night().replace(*change), encoding="utf-8")
    result = overtrick("award", str(bad))
    assert result.returncode == 1
    assert found in result.stderr
    assert "Traceback" not in result.stderr


def test_a_file_that_is_not_there_is_a_problem() -> None:
    result = overtrick("award", "nowhere.yaml")
    assert result.returncode == 1
    assert "nowhere.yaml: The file cannot be opened: no such file or directory." in result.stderr


def test_the_day_of_another_edition_can_be_chosen(file: Path) -> None:
    assert overtrick("award", str(file), "--on", "2024-04-01").returncode == 0
    assert overtrick("award", str(file), "--on", "2024-03-31").returncode == 1
    assert "'soon' is not a day." in overtrick("award", str(file), "--on", "soon").stderr


def test_a_setting_can_be_chosen_and_must_be_known(file: Path) -> None:
    assert overtrick("award", str(file), "--set", "match_factor_on=printed").returncode == 0
    result = overtrick("award", str(file), "--set", "match_factor_on=both")
    assert result.returncode == 1
    assert "takes exact or printed, not 'both'" in result.stderr
    assert overtrick("award", str(file), "--set", "nonsense").returncode == 2


@pytest.mark.parametrize("arguments", [("award",), ("award", "a", "--nonsense"), ("nonsense",)])
def test_a_command_that_is_not_understood_ends_with_two(arguments: tuple[str, ...]) -> None:
    result = overtrick(*arguments)
    assert result.returncode == 2
    assert "Usage:" in result.stderr


def test_the_quick_way_and_the_full_command_line_answer_alike(file: Path) -> None:
    quick = overtrick("award", str(file), "--why")
    full = overtrick("award", str(file), "--why", "--set", "match_factor_on=exact")
    assert quick.stdout == full.stdout


@pytest.mark.clause("ebu", "4.1.6(b)")
def test_worth_prints_the_awards_place_by_place() -> None:
    result = overtrick(
        "worth", "ebu", "pairs", "--winners", "2", "--tables", "16", "--boards", "24", "--status", "club"
    )
    assert result.returncode == 0
    assert "    1      60                   60" in result.stdout.splitlines()
    assert "    6      10                   10" in result.stdout.splitlines()


@pytest.mark.clause("ebu", "4.4.9")
def test_worth_as_json_tells_what_one_more_table_would_change() -> None:
    # 100 × √(30/25) = 109.5 and 100 × √(31/25) = 111.4
    data = json.loads(overtrick("worth", "ebu", "pairs", "--tables", "30", "--boards", "24", "--json").stdout)
    assert data["places"][0]["points"] == {"local": "110"}
    assert len(data["places"]) == 20
    assert "4.4.9" in json.dumps(data["places"][0]["working"])
    assert data["one_more_table"]["places"][0]["points"] == {"local": "112"}


def test_worth_says_why_an_event_is_worth_nothing() -> None:
    result = overtrick("worth", "ebu", "pairs", "--winners=2", "--tables=4")
    assert result.returncode == 0
    assert "4 full tables of two-winner pairs, at least 5 are needed" in result.stdout


def test_worth_tells_the_rounds_of_a_knock_out() -> None:
    data = json.loads(overtrick("worth", "ebu", "knock-out", "--tables", "24", "--json").stdout)
    assert [each["win"]["local"] for each in data["rounds"]] == ["27", "27", "38", "54", "76"]


@pytest.mark.parametrize(
    ("arguments", "found"),
    [
        (("ebu", "pairs"), "--tables is not given"),
        (("ebu", "pairs", "--tables", "six", "--colour", "red"), "--colour is nothing that pairs asks"),
        (
            ("ebu", "pairs", "--tables", "six"),
            "--tables takes a number of tables such as 9 or 9.5, up to 12,500, not 'six'",
        ),
        (("ebu", "bingo", "--tables", "6"), "'bingo' is not a kind of event"),
        (("xyz", "pairs", "--tables", "6"), "there is no handbook 'xyz'"),
        (("ebu", "individual", "--tables", "6", "--winners", "2"), "--winners of individual can be 1 or 4, not 2"),
        (("ebu", "pairs", "six"), "'six' is not understood"),
        (("ebu", "league", "--tables", "8", "--divisions", "2", "--division", "3"), "--division is from 1 to 2, not 3"),
    ],
)
def test_worth_says_what_it_did_not_understand(arguments: tuple[str, ...], found: str) -> None:
    result = overtrick("worth", *arguments)
    assert result.returncode == 2
    assert found in result.stderr


def test_worth_lists_kinds_and_what_each_asks() -> None:
    assert "Swiss teams" in overtrick("worth", "ebu").stdout
    assert "--original-tables" in overtrick("worth", "ebu", "final", "--help").stdout
    assert "Usage:" in overtrick("worth", "--help").stdout


def test_clauses_lists_rules_and_tests() -> None:
    data = json.loads(overtrick("clauses", "ebu", "--json").stdout)
    tie = next(each for each in data if each["clause"] == "3.5")
    assert "family.scales.share_the_tie" in tie["executed_by"]
    assert any("test_ebu_laws.py" in each for each in tie["held_by"])
    assert overtrick("clauses", "ebu").stdout.startswith("Clause")


def test_clauses_tell_what_becomes_of_each() -> None:
    data = {each["clause"]: each for each in json.loads(overtrick("clauses", "abf", "--json").stdout)}
    assert data["4.4.6/1"]["state"] == "in awards"
    assert data["4.4.6/1"]["mark"] == "§ 4.4.6"
    assert data["8.3.1/B3 B4 B5"]["state"] == "done in the office"
    assert "page /club/" in data["8.3.1/B3 B4 B5"]["done_by"]
    assert data["8.4/overdue"]["state"] == "done in the office"
    assert data["7.5.8/1"]["state"] == "library only"
    assert data["7.5.8/1"]["unused"] == ["national_events.qualifies_for_the_national_open_teams"]
    assert data["App F: NATIONAL.EXE"]["state"] == "done in the office"
    assert "page /downloads/" in data["App F: NATIONAL.EXE"]["done_by"]
    assert data["Contacts"]["state"] == "information"
    counted = overtrick("clauses", "abf").stdout.splitlines()[-1]
    assert counted.startswith("459 clauses: ")
    assert f"{sum(each['state'] == 'library only' for each in data.values())} library only" in counted


def test_clauses_list_what_nothing_calls() -> None:
    listed = json.loads(overtrick("clauses", "abf", "--unused", "--json").stdout)
    idle = "national_events.qualifies_for_the_national_open_teams"
    assert {"name": idle, "clauses": ["7.5.8/1"]} in listed
    assert idle in overtrick("clauses", "abf", "--unused").stdout
    assert overtrick("clauses", "abf", "--unused", "--missing").returncode == 2


def test_missing_clauses_are_listed_with_kind_and_summary() -> None:
    data = json.loads(overtrick("clauses", "ebu", "--missing", "--json").stdout)
    assert all(set(each) == {"clause", "kind", "summary"} for each in data)
    assert overtrick("clauses", "xyz").returncode == 2


def test_settings_and_handbooks_are_listed() -> None:
    assert "match_factor_on: exact (default) or printed" in overtrick("settings", "ebu").stdout
    assert json.loads(overtrick("settings", "ebu", "--json").stdout)[0]["choices"]
    assert "2024-04-01" in overtrick("handbooks").stdout
    listed = [each["handbook"] for each in json.loads(overtrick("handbooks", "--json").stdout)]
    assert listed == sorted(listed)
    assert {"abf", "ebu"} <= set(listed)


def test_a_reader_who_has_seen_enough_gets_no_traceback(file: Path) -> None:
    command = f"{sys.executable} -u -m overtrick.cli.main award {file} --why | head -1"
    result = subprocess.run(["/bin/sh", "-c", command], capture_output=True, text=True, check=False)  # noqa: S603 - ours
    assert result.stdout == "Thursday pairs, 12 November 2026. EBU handbook, April 2024\n"
    assert result.stderr == ""


def test_a_mistake_of_our_own_is_a_sentence_and_not_a_traceback(monkeypatch: pytest.MonkeyPatch, file: Path) -> None:
    # A broken installation: a table of the edition that cannot be read.
    broken = file.parent / "overtrick"
    shutil.copytree(Path(overtrick_package.__file__).parent, broken)
    (broken / "handbooks" / "ebu" / "e2024" / "tables" / "share.toml").write_text("title = ", encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(file.parent))
    command = [sys.executable, "-m", "overtrick.cli.main", "award", str(file)]
    result = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603 - ours
    assert result.returncode == 70
    assert result.stderr.startswith("Overtrick made a mistake: share: is not TOML")
    assert "Traceback" not in result.stderr
