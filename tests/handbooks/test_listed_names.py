"""A name that is not listed is answered with the nearest three, by every handbook."""

from __future__ import annotations

import pytest

from overtrick.handbooks import listed_names
from tests.handbooks.told import assess

NIGHT = """\
event: Oakby
date: 2026-11-10
handbook: {handbook}
facts: {{event: {name}}}
play: pairs
boards: 24
results:
  - {{place: 1, name: P1}}
  - {{place: 2, name: P2}}
"""


@pytest.mark.parametrize(
    ("handbook", "name", "offered"),
    [
        ("wbu", "Arthur James", "Write 'Arthur James/Beatus Cup', if you mean that."),
        ("wbu", "Arthur Jmes", "Write 'Arthur James/Beatus Cup', if you mean that."),
        (
            "wbu",
            "North Wales",
            "If you mean one of them, write 'North Wales AGM', 'North Wales Mixed Pairs' or 'North Wales Swiss Pairs'.",
        ),
        ("wbu", "Zyx", "Write the name as the handbook lists it."),
        ("scba", "Team Challenge", "Write 'HS Ho Team Challenge', if you mean that."),
        (
            "abf",
            "Interstate Teams",
            (
                "If you mean one of them, write 'Interstate Teams, Open', 'Interstate Teams, Women' or "
                "'Interstate Teams, Youth'."
            ),
        ),
        ("abf", "Cris Dimment Pairs", "If you mean one of them, write 'Chris Diment Pairs' or 'Chris Diment'."),
    ],
)
def test_an_unknown_event_is_answered_with_the_nearest_names(handbook: str, name: str, offered: str) -> None:
    (problem,) = assess(handbook, NIGHT.format(handbook=handbook, name=name)).problems
    assert (problem.code, problem.path, problem.remedy) == ("fact-unknown", ("facts", "event"), offered)


def test_nothing_is_offered_for_a_word_that_says_only_what_kind_of_event_it_is() -> None:
    assert listed_names.nearest(["Fletcher Cup", "Webber Cup"], "Oakby Cup") == ()
    assert listed_names.nearest(["Fletcher Cup", "Oakby Pairs"], "Cup") == ("Fletcher Cup",)
    assert listed_names.nearest(["Fletcher Cup"], " ") == ()


def test_no_more_than_three_are_offered_and_the_nearest_is_the_first() -> None:
    listed = ["Oakby Spring Pairs", "Oakby Autumn Pairs", "Oakby Winter Teams", "Oakby Summer Teams"]
    assert len(listed_names.nearest(listed, "Oakby")) == 3
    assert listed_names.nearest(listed, "Oakby winter")[0] == "Oakby Winter Teams"
