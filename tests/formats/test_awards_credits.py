"""The credit files of an Australian event."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from overtrick.engine.assessment import Assessment, Award
from overtrick.engine.event import Player
from overtrick.engine.working import step
from overtrick.formats import credit_file
from overtrick.formats.awards_credits import credit_files
from overtrick.formats.compare import compare
from tests.formats.club_nights import ABF, australian, changed, club_night


def assessed(*awards: tuple[str, str, str, int]) -> Assessment:
    """An assessment with awards given as name, number, colour and hundredths."""
    listed = [
        Award(Player(name, number), "Team", "", "", 1, 1, colour, units, step("given", units))
        for name, number, colour, units in awards
    ]
    return Assessment("abf", "2024", club_night(), listed, tuple)


@pytest.mark.clause("abf", "App D: 13-digit record")
def test_a_green_session_makes_one_file_with_a_line_for_everybody() -> None:
    assessment = australian()
    files, problems = credit_files(assessment)
    assert problems == []
    assert list(files) == [".grn"]
    lines = files[".grn"].decode("ascii").split("\r\n")
    assert lines[0] == f"0020100{assessment.awards[0].units:06d}"
    read = credit_file.read("club.grn", files[".grn"])
    assert [(credit.number, credit.units["green"]) for credit in read.credits] == [
        (int(award.player.number), award.units) for award in assessment.awards
    ]


@pytest.mark.clause("abf", "App D: 19-digit record", "App D: extensions")
def test_red_and_green_points_go_into_one_file_or_two_as_asked() -> None:
    assessment = assessed(
        ("Ado Bem", "100060", "red", 42), ("Ado Bem", "100060", "green", 5), ("Cor Dax", "7", "red", 9)
    )
    together = credit_files(assessment)
    assert together.files == {".rag": b"0100060000042000005\r\n0000007000009000000\r\n"}
    apart = credit_files(assessment, red_and_green=False)
    assert apart.files == {".red": b"0100060000042\r\n0000007000009\r\n", ".grn": b"0100060000005\r\n"}


def test_gold_points_have_a_file_of_their_own() -> None:
    assessment = assessed(("Ado Bem", "1", "red", 1), ("Ado Bem", "1", "green", 2), ("Ado Bem", "1", "gold", 3))
    assert credit_files(assessment).files == {".rag": b"0000001000001000002\r\n", ".gld": b"0000001000003\r\n"}


def test_somebody_with_two_awards_has_one_line() -> None:
    assessment = assessed(("Ado Bem", "0000012", "green", 30), ("Ado Bem", "12", "green", 12))
    assert credit_files(assessment).files == {".grn": b"0000012000042\r\n"}


@pytest.mark.parametrize(
    ("number", "says"),
    [
        ("", "has no number, so green points cannot be credited."),
        ("0", "has the number '0', which no credit file holds."),
        ("12345678", "has the number '12345678', which no credit file holds."),
        ("12a", "has the number '12a', which no credit file holds."),
        ("٣", "has the number '٣', which no credit file holds."),
    ],
)
def test_whoever_cannot_be_credited_is_told_and_the_others_are_written(number: str, says: str) -> None:
    files, problems = credit_files(australian(changed(club_night(status="E"), 0, 0, number=number)))
    assert [problem.found for problem in problems] == [f"Ado Adoson (Ado Adoson & Bem Adoson) {says}"]
    assert files[".grn"].startswith(b"0020101")


def test_more_than_a_line_has_room_for_is_told() -> None:
    files, problems = credit_files(assessed(("Ado Bem", "1", "red", 600_000), ("Ado Bem", "1", "red", 400_000)))
    assert files == {}
    assert problems[0].found == "Ado Bem (number 1) has 10000.00 red points, more than a line has room for."


def test_an_event_without_awards_makes_no_file() -> None:
    assert credit_files(assessed()) == ({}, [])


@given(
    st.lists(
        st.tuples(st.integers(1, 30), st.sampled_from(["red", "green", "gold"]), st.integers(0, 5000)), max_size=40
    ),
    st.booleans(),
)
def test_reading_the_files_again_claims_what_was_awarded(
    given_awards: list[tuple[int, str, int]], together: bool
) -> None:
    assessment = assessed(
        *((f"Player {number}", str(number + 100), colour, units) for number, colour, units in given_awards)
    )
    files, problems = credit_files(assessment, red_and_green=together)
    assert problems == []
    claims = [claim for ending, content in files.items() for claim in credit_file.reading(f"x{ending}", content).claims]
    assert compare(assessment, claims, ABF).agrees
    paid = sum(units for _number, _colour, units in given_awards)
    assert sum(claim.units for claim in claims) == paid
