"""Every quota of every handbook, both sides: the last event that is within it, and the one that is too many."""

from __future__ import annotations

from datetime import date
from decimal import Decimal
from functools import partial

import pytest

from overtrick.engine.event import Contest, Contestant, Event, Field, Play, Player, Schedule, Series, Stage
from overtrick.handbooks import edition as editions
from overtrick.handbooks import submission
from overtrick.handbooks.programme import Planned
from overtrick.handbooks.questions import Answers
from overtrick.handbooks.submission import Organiser

DAY = date(2026, 5, 12)


def played(
    status: str = "club",
    *,
    play: Play = Play.PAIRS,
    contest: Contest = Contest.MOVEMENT,
    major: bool = False,
    boards: int = 48,
    **facts: str,
) -> Event:
    names = ("Ado", "Bem", "Cor", "Dax", "Elu", "Fin", "Gat", "Hob")
    members = 4 if play is Play.TEAMS else 1 if play is Play.INDIVIDUAL else 2
    contestants = tuple(
        Contestant(name, tuple(Player(f"{name} {each}") for each in range(members)), at)
        for at, name in enumerate(names, 1)
    )
    series = Series(12, 6, Decimal(9)) if contest is Contest.LADDER else None
    stage = Stage(play, Schedule(boards), (Field(contestants=contestants),), contest=contest, series=series)
    told = tuple((name.replace("_", " "), said) for name, said in facts.items())
    return Event("Event", DAY, (stage,), status=status, major_championship=major, facts=told)


LADDER = played(contest=Contest.LADDER)
TEAMS = Play.TEAMS

QUOTAS = [
    ("ebu", "club", "Ladders", 2, LADDER),
    ("ebu", "region", "Ladders", 2, LADDER),
    ("ebu", "club", "Major championships for pairs", 1, played(major=True)),
    ("ebu", "club", "Major championships for teams", 1, played(major=True, play=TEAMS)),
    ("ebu", "club", "Blue events", 2, played("county", points="blue")),
    ("ebu", "region", "Blue events", 4, played("county", points="blue")),
    ("ebu", "region", "One-day green events", 2, played("county", points="green", green_event="swiss")),
    ("wbu", "club", "Ladders", 2, LADDER),
    ("wbu", "club", "Championships for pairs", 1, played(major=True)),
    ("wbu", "club", "Championships for teams", 1, played(major=True, play=TEAMS)),
    ("wbu", "region", "Championships for pairs", 1, played("area", major=True, points="green")),
    ("wbu", "region", "Championships for teams", 1, played("area", major=True, play=TEAMS, points="green")),
    ("wbu", "region", "Green events", 5, played("area", points="green", category="B")),
    ("wbu", "region", "Green events at the general meeting", 1, played("area", points="green", category="C")),
    ("scba", "club", "Ladders", 2, LADDER),
    ("scba", "club", "Leagues and round robins of teams", 2, played(play=TEAMS, contest=Contest.LEAGUE)),
    ("scba", "club", "Major championships for pairs", 1, played(major=True)),
    ("scba", "club", "Major championships for teams", 1, played(major=True, play=TEAMS)),
    ("sbu", "club", "Major championships for pairs", 1, played("", championship="major")),
    ("sbu", "club", "Minor championships for teams", 1, played("", championship="minor", play=TEAMS)),
    ("sbu", "club", "Major championships for individuals", 1, played("", championship="major", play=Play.INDIVIDUAL)),
    ("abf", "club", "Club Championships", 6, played("D")),
    ("abf", "club", "Interclub events", 5, played("B5i")),
]


@pytest.mark.parametrize(
    ("handbook", "kind", "name", "most", "event"), QUOTAS, ids=[f"{each[0]} {each[1]} {each[2]}" for each in QUOTAS]
)
def test_the_last_one_is_within_the_quota_and_the_next_is_beyond_it(
    handbook: str, kind: str, name: str, most: int, event: Event
) -> None:
    edition = editions.get(handbook).edition(DAY)
    rules, book = submission.of(edition), edition.book(DAY)

    def whose(events: int) -> Organiser:
        return Organiser("Oakby", kind, date(2020, 1, 1), lambda: (event,) * events, lambda: 0, member=True)

    def left(events: int) -> int | None:
        return next(each.left for each in rules.quotas(book, whose(events)) if each.what == name)

    for before in range(most):
        found = rules.quota(book, whose(before), event)
        assert found is None or found.holds is not False, before
        assert left(before) == most - before
    found = rules.quota(book, whose(most), event)
    assert found is not None
    assert found.holds is False
    assert left(most) == 0


def test_a_blue_league_uses_none_of_the_countys_blue_events() -> None:
    edition = editions.get("ebu").edition(DAY)
    rules, book = submission.of(edition), edition.book(DAY)
    league = played("county", play=TEAMS, contest=Contest.LEAGUE, points="blue")
    county = Organiser("Oakshire", "region", date(2020, 1, 1), lambda: (league,) * 6, lambda: 0, member=True)
    assert next(each.used for each in rules.quotas(book, county) if each.what == "Blue events") == 0
    found = rules.quota(book, county, league)
    assert found is not None
    assert found.holds


def test_the_national_body_has_no_quota_of_blue_events_and_a_state_none_of_championships() -> None:
    for handbook, kind, event in (
        ("ebu", "national", played("national", points="blue")),
        ("abf", "region", played("D")),
    ):
        edition = editions.get(handbook).edition(DAY)
        run = (event,) * 20
        whose = Organiser("Office", kind, date(2020, 1, 1), partial(tuple, run), lambda: 0, member=True)
        assert submission.of(edition).quota(edition.book(DAY), whose, event) is None


@pytest.mark.parametrize(
    ("handbook", "kind", "name", "plan", "results"),
    [
        ("ebu", "club", "Ladders", "ladder", (LADDER, LADDER)),
        ("wbu", "region", "Green events", "area green event",
         (played("area", points="green", category="B"), played("area", points="green", category="B", boards=60))),
        ("scba", "club", "Leagues and round robins of teams", "minor league",
         (played(play=TEAMS, contest=Contest.LEAGUE), played(play=TEAMS, contest=Contest.LEAGUE, boards=60))),
        ("abf", "club", "Club Championships", "club championship", (played("D"), played("D", boards=24))),
        ("abf", "club", "Interclub events", "interclub event", (played("B5i"), played("B5i", boards=24))),
    ],
)  # fmt: skip
def test_several_results_of_one_planned_event_take_one_of_the_quota(
    handbook: str, kind: str, name: str, plan: str, results: tuple[Event, ...]
) -> None:
    edition = editions.get(handbook).edition(DAY)
    planned = Planned(plan, "Event", DAY, DAY, Answers({}), results)
    whose = Organiser("Oakby", kind, date(2020, 1, 1), lambda: (), lambda: 0, member=True, plans=lambda: (planned,))
    (found,) = (each for each in submission.of(edition).quotas(edition.book(DAY), whose) if each.what == name)
    assert (found.used, found.planned) == (1, 0)
