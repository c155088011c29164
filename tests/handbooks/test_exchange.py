"""The words of results files, and what each edition means by them."""

from __future__ import annotations

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from overtrick.handbooks import edition as editions
from overtrick.handbooks import exchange
from overtrick.handbooks.exchange import CheckDigit, Exchange, NumberForm
from overtrick.handbooks.tables import BadTable

EBU = editions.get("ebu").latest
ABF = editions.get("abf").latest


@pytest.mark.parametrize(
    ("scale", "status"),
    [
        ("Club", "club"),
        (" DISTRICT ", "district"),
        ("county", "county"),
        ("Regional", "regional"),
        ("National", "national"),
    ],
)
def test_the_english_scale_names_the_status_whatever_the_colour(scale: str, status: str) -> None:
    words = exchange.of(EBU)
    assert words.status(scale, "GREEN") == words.status(scale) == status


def test_the_scale_to_write_is_understood_again() -> None:
    assert exchange.of(EBU).scale("county") == "County"
    assert exchange.of(ABF).scale("E") == "Club"
    assert exchange.of(ABF).scale("A2") == ""


@pytest.mark.clause("ebu", "1.2.5 p5", "1.6.2")
def test_an_event_of_the_ebu_itself_is_asked_about() -> None:
    assert exchange.of(EBU).status("EBU", "green") is None


@pytest.mark.clause("abf", "2.1", "2.6/1")
@pytest.mark.parametrize(
    ("scale", "kind", "grade"),
    [
        ("Club", "GREEN", "E"),
        ("club", "Red", "B4c"),
        ("Club", "", None),
        ("Club", "gold", None),
        ("State", "red", None),
    ],
)
def test_the_colour_decides_the_grade_of_an_australian_club_session(scale: str, kind: str, grade: str | None) -> None:
    assert exchange.of(ABF).status(scale, kind) == grade


@pytest.mark.parametrize("edition", [EBU, ABF], ids=["ebu", "abf"])
def test_every_colour_has_a_word_that_is_understood_again(edition: editions.Edition) -> None:
    words = exchange.of(edition)
    for colour in edition.handbook.colours:
        assert words.colour(words.word(colour)) == colour


def test_black_points_are_local_and_an_unknown_colour_is_nobodys() -> None:
    words = exchange.of(EBU)
    assert words.colour("Black") == words.colour("LOCAL") == "local"
    assert words.colour("c") is None
    assert words.colour("") is None
    with pytest.raises(KeyError, match="there is no word for pink points"):
        words.word("pink")


def test_numbers_compare_equal_with_and_without_zeros_in_front() -> None:
    form = exchange.of(EBU).number
    assert form.key(" 00447216") == form.key("447216") == form.show("00447216") == "447216"
    assert form.key("0") == form.key("") == form.key("88888888") == ""
    assert form.key("A-12") == form.show("A-12") == "A-12"


def test_a_number_is_shown_with_zeros_in_front_where_the_federation_fills_it() -> None:
    assert NumberForm(digits=7, filled=True).show("123") == "0000123"
    assert NumberForm(digits=7, filled=True).show("visitor") == "visitor"


# 7×0 + 6×1 + 5×2 + 4×3 + 3×4 + 2×5 = 50, 50 mod 11 = 6, 11 − 6 = 5
@pytest.mark.parametrize(
    ("number", "right"), [("123455", True), ("0123455", True), ("123456", False), ("12345678", False), ("12E", False)]
)
def test_the_last_digit_of_an_australian_number_guards_the_others(number: str, right: bool) -> None:
    assert exchange.of(ABF).number.looks_right(number) is right


# one weight of 2: 0 → 0, 6 → 12 mod 11 = 1 → 1, 5 → 10 → 1, 2 → 4 → 7
@pytest.mark.parametrize(
    ("digits", "holds"),
    [("00", True), ("61", True), ("51", True), ("27", True), ("60", False), ("24", False), ("159", False)],
)
def test_a_remainder_of_nought_or_one_is_the_check_digit_itself(digits: str, holds: bool) -> None:
    assert CheckDigit((2,), 11).holds(digits) is holds


def test_an_edition_without_the_file_understands_no_word(tmp_path: Path) -> None:
    card = 'name = "2030"\ntitle = "EBU handbook, 2030"\nfrom = 2030-01-01\n'
    (tmp_path / "edition.toml").write_text(card, encoding="utf-8")
    bare = editions.Edition(EBU.handbook, str(tmp_path), EBU.package)
    assert exchange.of(bare) == Exchange()


def test_a_file_that_is_no_toml_is_an_error(tmp_path: Path) -> None:
    card = 'name = "2030"\ntitle = "EBU handbook, 2030"\nfrom = 2030-01-01\n'
    (tmp_path / "edition.toml").write_text(card, encoding="utf-8")
    (tmp_path / "exchange.toml").write_text("[[status", encoding="utf-8")
    with pytest.raises(BadTable, match="exchange: is not TOML"):
        exchange.of(editions.Edition(EBU.handbook, str(tmp_path), EBU.package))


def good() -> dict[str, Any]:
    return tomllib.loads((EBU.folder / "exchange.toml").read_text(encoding="utf-8"))


def test_the_file_as_it_stands_is_good() -> None:
    assert exchange.checked(EBU, good()) == exchange.of(EBU)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda data: data.update(state=[]), "the file has the unknown key 'state'"),
        (lambda data: data.pop("number"), "the file lacks the key 'number'"),
        (lambda data: data["status"][0].update(means="village"), "the handbook has no status 'village'"),
        (lambda data: data["status"][0].update(mean="club"), "the status 'club' has the unknown key 'mean'"),
        (lambda data: data["status"].append(data["status"][0]), r"two entries of status translate \('club', ''\)"),
        (
            lambda data: data["status"].append({**data["status"][0], "type": ["Green"]}),
            "the scale 'club' means one thing for every type and another for 'green'",
        ),
        (lambda data: data["colour"].pop(), "has no word for green points"),
        (lambda data: data["colour"][0].update(name="pink"), "the handbook has no 'pink' points"),
        (lambda data: data["colour"][0].update(write="dark"), "'dark' is written for local points but not understood"),
        (lambda data: data["colour"][0]["words"].append("GREEN"), "two entries of colour translate 'green'"),
        (lambda data: data["number"].update(check={"weights": [1], "modulo": 11}), "1 weights do not guard"),
    ],
)
def test_a_slip_in_the_file_is_an_error_that_says_what_is_wrong(
    change: Callable[[dict[str, Any]], object], says: str
) -> None:
    data = good()
    change(data)
    with pytest.raises(BadTable, match=says):
        exchange.checked(EBU, data)
