"""Kinds of event that an edition lets an organisation plan, as its file has them."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from overtrick.handbooks import edition, programme
from overtrick.handbooks.programme import Planned
from overtrick.handbooks.questions import Answers
from overtrick.handbooks.submission import Organiser

DAY = date(2026, 5, 12)
EBU = edition.get("ebu").editions[-1]
ASKED: list[dict[str, Any]] = [
    {"name": "online", "asks": "Online?", "takes": "yes or no"},
    {"name": "major", "asks": "A major one?", "takes": "yes or no"},
    {"name": "series", "asks": "Together?", "takes": "text", "when": {"major": ["yes"]}},
]
KIND: dict[str, Any] = {"name": "game", "title": "Game", "clause": "1.2.1", "by": ["club"]}


def club(kind: str = "club") -> Organiser:
    return Organiser("Oakby", kind, DAY, list, lambda: 0)


def test_every_edition_s_file_of_kinds_is_good() -> None:
    for handbook in edition.names():
        for each in edition.get(handbook).editions:
            programme.kinds(each)


def test_a_kind_asks_the_questions_it_names_in_their_order_and_marks_those_it_needs() -> None:
    data = {"question": ASKED, "kind": [{**KIND, "asks": ["major", "online", "series"], "needs": ["major"]}]}
    (found,) = programme.checked(EBU, data).values()
    assert [(each.name, each.needed) for each in found.questions] == [
        ("major", True), ("online", False), ("series", False),
    ]  # fmt: skip


def test_results_are_told_what_was_answered_as_far_as_it_was_asked() -> None:
    facts = {"points": "blue", "major championship": "{major}", "part of": "{series}"}
    data = {"question": ASKED[1:], "kind": [{**KIND, "asks": ["major", "series"], "facts": facts}]}
    (kind,) = programme.checked(EBU, data).values()

    def told(**answers: str) -> dict[str, str]:
        return programme.facts_of(kind, Planned("game", "A game", DAY, DAY, Answers(answers)))

    assert told() == {"points": "blue"}
    assert told(major="yes", series="Tuesday") == {
        "points": "blue", "major championship": "yes", "part of": "Tuesday",
    }  # fmt: skip
    assert told(major="no", series="Tuesday") == {"points": "blue", "major championship": "no"}


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"by": ["pub"]}, "pub"),
        ({"asks": ["colour"]}, "colour"),
        ({"needs": ["online"]}, "online"),
        ({"facts": {"weather": "fine"}}, "weather"),
        ({"facts": {"points": "purple"}}, "purple"),
        ({"facts": {"points": "{colour}"}}, "colour"),
        ({"asks": ["online"], "facts": {"points": "{online}"}}, "yes, no"),
        ({"size": 4}, "should have"),
    ],
)
def test_a_word_that_the_edition_does_not_have_is_an_error(wrong: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        programme.checked(EBU, {"question": ASKED[:1], "kind": [{**KIND, **wrong}]})


def test_a_kind_that_stands_there_twice_and_a_question_that_nobody_asks_are_errors() -> None:
    with pytest.raises(ValueError, match="twice"):
        programme.checked(EBU, {"kind": [KIND, KIND]})
    with pytest.raises(ValueError, match="no kind asks online"):
        programme.checked(EBU, {"question": ASKED[:1], "kind": [KIND]})


def test_a_handbook_that_says_nothing_limits_nothing() -> None:
    rules, book = programme.Rules(), EBU.book(DAY)
    names = [each.name for each in rules.kinds(book, club())]
    assert "ladder" in names
    found = rules.verdict(book, club(), Planned("ladder", "A ladder", DAY, DAY, Answers({"series": "Tuesday"})), ())
    assert (found.allowed.holds, found.facts) == (True, {"part of": "Tuesday"})
