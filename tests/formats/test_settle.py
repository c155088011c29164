"""Open questions that the edition's own words answer."""

from __future__ import annotations

import pytest

from overtrick.engine.assessment import Asked, Path
from overtrick.formats.reading import Claim, Question, Reading
from overtrick.formats.settle import colour_asked, questions_of, settle
from overtrick.handbooks import edition as editions
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
        ("stages", 0, "average tables"),
        ("stages",),
        (),
    ],
)
def test_what_a_player_or_a_round_has_to_tell_is_not_answered_for_the_whole_event(path: Path) -> None:
    problem = Asked("How many boards did Ado Bem play?", "Give them.", *path, code="some-code").problem
    assert questions_of([problem]) == ([problem], [])


# --- The colour of the points ----------------------------------------------------------------------------------------


def test_a_file_with_other_points_than_the_usual_ones_is_asked_about_with_its_colour_suggested() -> None:
    (asked,) = colour_asked(reading("green", "green"), EBU)
    assert (asked.word, asked.suggested, asked.choices) == ("facts points", "green", ("local", "blue", "green"))
    assert asked.asks == "Which points does the event give? The file gives green points."


def test_a_file_that_names_a_colour_and_has_no_points_is_asked_about_too() -> None:
    (asked,) = colour_asked(reading()._replace(colour="blue"), EBU)
    assert asked.suggested == "blue"


def test_of_two_unusual_colours_none_is_suggested() -> None:
    (asked,) = colour_asked(reading("green", "blue", "black"), EBU)
    assert asked.suggested == ""


@pytest.mark.parametrize("colours", [(), ("black",), ("local",), ("puce",)])
def test_the_usual_points_and_words_that_nobody_knows_ask_nothing(colours: tuple[str, ...]) -> None:
    assert colour_asked(reading(*colours), EBU) == []


def test_what_somebody_said_is_not_asked_again() -> None:
    told = club_night(status="")._replace(facts=(("points", "local"),))
    assert colour_asked(reading("green")._replace(event=told), EBU) == []


def test_local_points_in_a_file_of_the_national_body_are_asked_about() -> None:
    national = club_night(status="national")._replace(organiser="EBU")
    (asked,) = colour_asked(reading("black")._replace(event=national), EBU)
    assert asked.suggested == "local"


def test_red_points_in_a_scottish_file_ask_which_competition_it_is() -> None:
    (asked,) = colour_asked(reading("red"), editions.get("sbu").latest)
    assert (asked.word, asked.suggested) == ("facts competition", "")


def test_the_status_of_an_event_that_the_handbook_lists_is_not_taken_from_the_file() -> None:
    listed = reading()._replace(event=club_night(status="")._replace(facts=(("event", "Fletcher Cup"),)))
    assert settle(listed, editions.get("wbu").latest) == listed
