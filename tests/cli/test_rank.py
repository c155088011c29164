"""The command ``overtrick rank``, for every handbook with ranks."""

from __future__ import annotations

import json
from subprocess import CompletedProcess

import pytest

from tests.commands import typed


def rank(*arguments: str) -> CompletedProcess[str]:
    """Run the command."""
    return typed("rank", *arguments)


@pytest.mark.clause("ebu", "2.6.1", "2.6.2")
def test_an_english_holding_has_a_rank_a_next_one_and_what_is_missing() -> None:
    done = rank("ebu", "--local", "4344", "--green", "7.25", "--blue", "2.75")
    lines = [line.split() for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert ["Rank", "Master"] in lines
    assert ["Next", "Advanced", "Master"] in lines
    assert ["Missing", "2156", "of", "any", "colour"] in lines
    assert "§ 2.6.1" in done.stdout


@pytest.mark.clause("ebu", "2.6.2 (table 2)")
def test_the_working_tells_what_green_points_would_do() -> None:
    done = rank("ebu", "--local=4344", "--green=7.25", "--blue=2.75", "--why")
    assert "Missing for Premier Master: 1.84 green points" in done.stdout


@pytest.mark.clause("abf", "1.8", "1.8 note 1")
def test_an_australian_holding_counts_old_red_points() -> None:
    held = ("abf", "--green", "155", "--red", "145")
    plain, old = rank(*held).stdout, rank(*held, "--pre-1982-red", "175").stdout
    assert "Bronze National" in plain.split("Next", maxsplit=1)[0]
    assert "Life" in old.split("Next", maxsplit=1)[0]
    assert "40.00 of any colour" in old


def test_the_answer_as_json_has_the_working_and_its_clauses() -> None:
    done = rank("ebu", "--local", "30000", "--green", "75", "--json")
    answer = json.loads(done.stdout)
    assert (answer["rank"], answer["next"]) == ("National Master", "Premier National Master")
    assert answer["missing"] == [{"points": "25.00", "colours": ["green"]}]
    assert answer["held"] == {"local": "30000", "blue": "0.00", "green": "75.00"}
    assert answer["clauses"][0] == answer["working"]["clause"] == "2.6.2 (table 4)"


def test_nobody_is_above_the_highest_rank() -> None:
    answer = json.loads(rank("ebu", "--green", "1500", "--json").stdout)
    assert (answer["rank"], answer["next"], answer["missing"]) == ("Premier Grand Master", None, [])


def test_below_the_first_rank_there_is_none_yet() -> None:
    done = rank("ebu", "--local", "99")
    assert "none yet" in done.stdout
    assert json.loads(rank("ebu", "--local", "99", "--json").stdout)["rank"] is None


@pytest.mark.parametrize(("handbook", "option"), [("ebu", "--local"), ("abf", "--pre-1982-red")])
def test_help_lists_the_colours_of_the_handbook(handbook: str, option: str) -> None:
    done = rank(handbook, "--help")
    assert done.returncode == 0
    assert option in done.stdout


def test_help_without_a_handbook_tells_about_the_command() -> None:
    assert "overtrick rank NAME" in rank("--help").stdout
    assert "overtrick rank NAME" in rank().stdout


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("ebu",), "give the points that the player has, for example --local 1000"),
        (("ebu", "--red", "3"), "there is no option --red; choose from --local, --blue, --green"),
        (("ebu", "--local", "1.5"), "--local takes points in steps of 1, not 1.5"),
        (("ebu", "--green", "7.255"), "--green takes points in steps of 0.01, not 7.255"),
        (("ebu", "--green", "-1"), "--green takes points in steps of 0.01, not -1"),
        (("ebu", "--green", "many"), "--green takes a number of points such as 12, not 'many'"),
        (("ebu", "--green", "1/0"), "--green takes a number of points such as 12, not '1/0'"),
        (("ebu", "--local", "1", "--on", "soon"), "--on takes a day such as 2026-11-15, not 'soon'"),
        (("ebu", "--local", "1", "--on", "2001-01-01"), "no edition of the English Bridge Union handbook governs"),
        (("rbu", "--local", "1"), "there is no handbook 'rbu'"),
        (("ebu", "--local", "1", "--set", "mood=good"), "has no setting 'mood'"),
    ],
)
def test_what_is_not_understood_is_told_in_a_sentence(arguments: tuple[str, ...], said: str) -> None:
    done = rank(*arguments)
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stdout == ""


def test_a_guide_that_prints_no_higher_rank_says_so() -> None:
    assert "the guide prints no rank above this one" in rank("sbu", "--local", "5000").stdout
