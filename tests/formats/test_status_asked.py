"""A status that nobody said is asked; whatever else is wrong is told at the same time."""

from __future__ import annotations

from datetime import date

from overtrick.engine.assessment import Problem
from overtrick.engine.event import Contestant, Event, Field, Play, Schedule, Stage
from overtrick.formats.reading import Question, Reading
from overtrick.formats.settle import status_asked
from overtrick.handbooks import edition as editions

EBU = editions.get("ebu").latest
STAGE = Stage(Play.PAIRS, Schedule(boards=24), (Field(contestants=(Contestant("A", place=1),)),))
NIGHT = Event("Tuesday", date(2026, 11, 10), (STAGE,))
UNSAID = Problem("The status of the event is not given.", "Give one.", ("stages", 0, "status"))
OTHER = Problem("It has no boards.", "Give them.", ("stages", 0, "boards"))


def test_the_unsaid_status_is_a_question_and_the_rest_stays_a_problem() -> None:
    hint = Question("status", "?", (), "Club", "line 15")
    problems, questions = status_asked(Reading(NIGHT, [], questions=[hint]), EBU, [UNSAID, OTHER])
    assert problems == [OTHER]
    (asked,) = questions
    assert asked.choices == ("club", "district", "county", "regional", "national")
    assert (asked.word, asked.suggested, asked.because) == ("status", "Club", "line 15")


def test_a_status_that_was_said_wrongly_is_a_problem() -> None:
    said = NIGHT._replace(status="village")
    assert status_asked(Reading(said, []), EBU, [UNSAID]) == ([UNSAID], [])


def test_nothing_is_asked_where_the_status_is_not_what_is_missing() -> None:
    assert status_asked(Reading(NIGHT, []), EBU, [OTHER]) == ([OTHER], [])
