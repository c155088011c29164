"""Open questions that the edition's own words answer."""

from __future__ import annotations

import pytest

from overtrick.engine.assessment import Asked, Path
from overtrick.formats.reading import Claim, Question, Reading
from overtrick.formats.settle import questions_of, settle
from tests.formats.club_nights import ABF, EBU, club_night

ASKED = Question("status", "Which status has the event?", suggested="Club", because="MASTER_POINT_SCALE on line 12")
BOARDS = Question("boards", "How many boards were played?")


def reading(*colours: str, asked: Question = ASKED) -> Reading:
    claims = [Claim("Ado Bem", "1", colour, 10) for colour in colours]
    return Reading(club_night(status=""), [], questions=[asked, BOARDS], claims=claims)


def test_a_word_that_the_handbook_knows_answers_the_question_and_is_noted() -> None:
    settled = settle(reading(), EBU)
    assert settled.event is not None
    assert settled.event.status == "club"
    assert settled.questions == [BOARDS]
    assert settled.notes[0].says == (
        "The status is taken to be club: the file says 'Club' (MASTER_POINT_SCALE on line 12)."
    )


def test_the_colour_of_the_claims_decides_where_the_scale_alone_does_not() -> None:
    settled = settle(reading("red", "red"), ABF)
    assert settled.event is not None
    assert settled.event.status == "B4c"
    assert "the file says 'Club' with red points" in settled.notes[0].says


@pytest.mark.parametrize("colours", [(), ("red", "green"), ("gold",)])
def test_what_the_words_do_not_decide_stays_a_question(colours: tuple[str, ...]) -> None:
    asked = reading(*colours)
    assert settle(asked, ABF) == asked


def test_a_hint_that_nobody_knows_or_none_at_all_stays_a_question() -> None:
    for hint in ("EBU", ""):
        asked = reading(asked=ASKED._replace(suggested=hint))
        assert settle(asked, EBU) == asked


def test_a_status_that_is_given_is_not_overruled() -> None:
    given = reading()._replace(event=club_night(status="county"))
    assert settle(given, EBU) == given


def test_a_file_that_was_not_read_stays_as_it_is() -> None:
    unread = reading()._replace(event=None)
    assert settle(unread, EBU) == unread


@pytest.mark.parametrize(
    ("path", "word"),
    [
        (("facts", "points"), "facts points"),
        (("stages", 0, "movement"), "movement"),
        (("status",), "status"),
    ],
)
def test_what_one_word_answers_is_a_question_with_its_choices(path: Path, word: str) -> None:
    left, asked = questions_of([Asked("Which?", "Say it.", *path, code="some-code", choices=("a", "b")).problem])
    assert left == []
    assert asked == [Question(word, "Which?", ("a", "b"), code="some-code", remedy="Say it.")]


@pytest.mark.parametrize(
    "path",
    [
        ("stages", 0, "fields", 0, "contestants", 2, "players", 1, "boards"),
        ("stages", 0, "rounds", 1, "boards"),
        ("stages", 0, "original tables"),
        ("stages",),
        (),
    ],
)
def test_what_a_player_or_a_round_has_to_tell_is_not_answered_for_the_whole_event(path: Path) -> None:
    problem = Asked("How many boards did Ado Bem play?", "Give them.", *path, code="some-code").problem
    assert questions_of([problem]) == ([problem], [])
