"""Facts of a Welsh event that contradict each other, or the rest of the event."""

from __future__ import annotations

from typing import Any

import pytest

from overtrick.engine.event import Scoring
from overtrick.handbooks.wbu.e2020 import sense
from tests.handbooks.wbu.support import BOOK, Contest, Play, event, ranked, stage


def codes(play: Play = Play.PAIRS, *, status: str = "area", major: bool = False, **told: Any) -> list[str]:  # noqa: ANN401
    """Give the codes of what is wrong with an event of these facts."""
    more = {name: told.pop(name) for name in ("contest", "scoring") if name in told}
    held = event(stage(play, 48, ranked(play, 12), **more), status=status, major=major, **told)
    found = list(sense.check(BOOK, held))
    assert all(each.found and each.remedy and (each.asks or each.against) for each in found)
    return [each.code for each in found]


GREEN: dict[str, Any] = {"points": "green", "category": "B"}


@pytest.mark.clause("wbu", "4.2.1.5")
def test_local_points_have_no_category_and_no_kind_of_green_event() -> None:
    assert codes(points="local") == []
    assert codes(points="local", category="B", green_event="pairs") == ["local-points-of-a-green-event"] * 2


@pytest.mark.clause("wbu", "3.9.3", "App1 A1.1", "App1 A5.1")
@pytest.mark.parametrize(
    ("told", "wrong"),
    [
        ({"event": "Stan Berger"}, 0),
        ({"event": "Stan Berger", "category": "B", "green_event": "pairs", "points": "green"}, 0),
        ({"event": "Stan Berger", "category": "A"}, 1),
        ({"event": "Stan Berger", "points": "local"}, 1),
        ({"event": "Stan Berger", "green_event": "swiss"}, 1),
        ({"event": "Stan Berger", "status": "national"}, 1),
        ({"event": "Fletcher Cup", "status": "national", "category": "A"}, 0),  # under 72 boards A* is A
        ({"event": "Fletcher Cup", "status": "", "category": "B"}, 1),
    ],
)
def test_an_event_of_the_appendix_is_told_as_printed_there(told: dict[str, Any], wrong: int) -> None:
    assert codes(**told) == ["not-as-in-the-appendix"] * wrong


@pytest.mark.clause("wbu", "4.2.4 stanza awards", "4.2.8 scope", "4.2.2(a)")
@pytest.mark.parametrize(
    ("told", "found"),
    [
        ({"green_event": "swiss", "contest": Contest.SWISS}, []),
        ({"green_event": "swiss", "contest": Contest.LEAGUE}, ["green-event-played-otherwise"]),
        ({"green_event": "pairs", "contest": Contest.KNOCK_OUT}, ["green-event-played-otherwise"]),
        ({"green_event": "pairs", "scoring": Scoring.CROSS_IMPS}, ["green-event-played-otherwise"]),
        ({"green_event": "multiple", "scoring": Scoring.CROSS_IMPS}, []),
        ({"green_event": "welsh cup", "contest": Contest.KNOCK_OUT, "category": "special"}, []),
        ({"green_event": "welsh cup", "contest": Contest.KNOCK_OUT}, ["category-of-a-cup"]),
        ({"green_event": "pairs", "category": "special"}, ["category-of-a-cup"]),
        ({"green_event": "pairs", "simultaneous": "yes"}, ["simultaneous-or-not"]),
    ],
)
def test_a_kind_of_green_event_fits_its_category_and_how_it_was_played(told: dict[str, Any], found: list[str]) -> None:
    assert codes(**{**GREEN, **told}) == found


@pytest.mark.clause("wbu", "5.2.1 local a", "5.1.3 option 1", "3.7")
def test_facts_of_local_events_fit_the_event() -> None:
    assert codes(replaces="yes", environment="online") == []
    assert codes(replaces="yes", environment="real") == ["replaces-offline"]
    assert codes(replaces="yes") == ["environment"]
    assert codes(status="club", major=True, championship_awards="overall") == []
    assert codes(status="club", championship_awards="overall") == ["no-major-championship"]
    assert codes(derived_scores="yes") == []
    assert codes(Play.TEAMS, derived_scores="yes") == ["derived-not-of-pairs"]
    assert codes() == []
