"""Questions of an edition about programmes and applications, and how answers are kept."""

from datetime import date

import pytest

from overtrick.handbooks import questions
from overtrick.handbooks.questions import Answers, Question, Takes

ASKED = questions.checked(
    "test.toml",
    [
        {"name": "charity", "asks": "Is it for a charity?", "takes": "yes or no", "needed": True},
        {"name": "agreement", "asks": "The agreement", "takes": "paper", "needed": True, "when": {"charity": ["yes"]}},
        {
            "name": "copy",
            "asks": "A copy",
            "takes": "choice",
            "choices": ["paper", "file"],
            "when": {"charity": ["no"]},
        },
        {"name": "post", "asks": "By post?", "takes": "yes or no", "when": {"copy": ["paper"]}},
    ],
)


@pytest.mark.parametrize(
    ("takes", "typed", "kept"),
    [
        (Takes.YES_NO, " Yes ", "yes"),
        (Takes.COUNT, "012", "12"),
        (Takes.AMOUNT, "12.5", "1250"),
        (Takes.DAY, "2026-03-31", "2026-03-31"),
        (Takes.TEXT, " a  b\nc ", "a b c"),
        (Takes.DESCRIPTION, " a\nb ", "a\nb"),
        (Takes.COUNT, "  ", ""),
    ],
)
def test_an_answer_is_kept_in_one_form_whatever_was_typed(takes: Takes, typed: str, kept: str) -> None:
    assert Question("it", "It?", takes).kept(typed) == kept


@pytest.mark.parametrize(
    ("takes", "typed", "said"),
    [
        (Takes.YES_NO, "perhaps", "yes or no"),
        (Takes.COUNT, "-1", "whole number from 0 to 999999"),
        (Takes.COUNT, "1000000", "from 0 to 999999"),
        (Takes.AMOUNT, "1.234", "from 0.00 to 9999.99"),
        (Takes.DAY, "31.3.2026", "such as 2026-03-31"),
        (Takes.DAY, "1066-10-14", "between 1850 and 2150"),
        (Takes.TEXT, "x" * 301, "at most 300"),
        (Takes.TEXT, "a\x00b", "at most 300"),
    ],
)
def test_an_answer_that_is_none_says_what_would_be(takes: Takes, typed: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        Question("it", "It?", takes).kept(typed)


def test_a_choice_is_one_of_those_offered() -> None:
    asked = Question("it", "It?", Takes.CHOICE, choices=("a", "b"), words={"a": "The first"})
    assert asked.kept("b") == "b"
    with pytest.raises(ValueError, match=r"Choose one of: The first, B\."):
        asked.kept("c")


def test_a_question_matters_after_the_answers_it_waits_for() -> None:
    def names(**told: str) -> list[str]:
        return [each.name for each in questions.relevant(ASKED, told)]

    assert names() == ["charity"]
    assert names(charity="yes") == ["charity", "agreement"]
    assert names(charity="no", copy="paper") == ["charity", "copy", "post"]
    # The answer to a question that is not asked any more does not count.
    assert names(charity="yes", copy="paper") == ["charity", "agreement"]


def test_what_is_needed_and_not_told_is_missing() -> None:
    assert [each.name for each in questions.missing(ASKED, {})] == ["charity"]
    assert [each.name for each in questions.missing(ASKED, {"charity": "yes"})] == ["agreement"]
    assert not questions.missing(ASKED, {"charity": "no"})


def test_answers_are_read_as_rules_take_them_and_what_is_not_told_stays_open() -> None:
    told = Answers({"open": "no", "tables": "12", "day": "2026-03-31", "paper": "accounts.pdf"})
    assert told.holds("open") is False
    assert told.holds("closed") is None
    assert told.number("tables") == 12
    assert told.number("boards") is None
    assert told.day("day") == date(2026, 3, 31)
    assert told.day("end") is None
    assert told.given("paper") is True
    assert told.given("letter") is None
    assert told.text("paper") == "accounts.pdf"


@pytest.mark.parametrize(
    "entry",
    [
        {"name": "a", "takes": "count"},
        {"name": "a", "asks": "A?", "takes": "count", "other": 1},
        {"name": "a", "asks": "A?", "takes": "choice"},
        {"name": "a", "asks": "A?", "takes": "count", "when": {"b": ["yes"]}},
        {"name": "a", "asks": "A?", "takes": "colour"},
    ],
)
def test_a_question_that_could_not_be_asked_is_an_error_of_the_edition(entry: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"test\.toml|colour"):
        questions.checked("test.toml", [entry])
