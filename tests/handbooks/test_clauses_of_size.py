"""Clauses that only large, long or many-staged events come to: one event each, under every handbook that has them."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from overtrick import handbooks
from overtrick.engine.event import Contest, Contestant, Event, Field, Play, Player, Schedule, Stage, StageKind, Tally
from tests.handbooks.citations import cited_in

DAY = date(2026, 11, 10)
FINAL, QUALIFYING, CONSOLATION = StageKind.FINAL, StageKind.QUALIFYING, StageKind.CONSOLATION


def stage(play: Play, boards: int, entered: int, *, first: int = 1, winners: int = 1, **more: Any) -> Stage:  # noqa: ANN401
    """Give a stage of so many; the leader of each list is named, with the wins of an event in matches."""
    tally = Tally(2) if more.get("match_boards") else None
    size = {Play.PAIRS: 2, Play.TEAMS: 4, Play.INDIVIDUAL: 1}[play]
    fields = tuple(
        Field(
            name,
            tuple(
                Contestant(
                    f"{play} {number}{name}",
                    tuple(Player(f"{number}{name}{seat}") for seat in range(size)) if size > 1 else (),
                    place=number - first + 1,
                    tally=tally,
                )
                for number in range(first, first + entered)
            ),
        )
        for name in ("", "NS", "EW", "S", "W")[:winners]
    )
    return Stage(play, Schedule(boards), fields, winners=winners, **more)


def pairs(boards: int, entered: int, **more: Any) -> Stage:  # noqa: ANN401 - as a stage takes it
    return stage(Play.PAIRS, boards, entered, **more)


def teams(boards: int, entered: int, **more: Any) -> Stage:  # noqa: ANN401 - as a stage takes it
    return stage(Play.TEAMS, boards, entered, **more)


SWISS = {"contest": Contest.SWISS, "match_boards": 6}
ROBIN = {"contest": Contest.ROUND_ROBIN, "match_boards": 6}

CASES: list[tuple[str, tuple[Stage, ...], dict[str, str], dict[str, set[str]]]] = [
    ("a long night", (pairs(72, 16),), {}, {"ebu": {"4.1.7"}, "scba": {"4.1.7"}}),
    ("sixty pairs", (pairs(24, 60),), {}, {"ebu": {"4.4.2", "4.4.9"}, "scba": {"4.4.2", "4.4.9"}}),
    ("over a hundred pairs, long", (pairs(36, 110),), {}, {"ebu": {"4.4.6", "4.4.9"}, "scba": {"4.4.6", "4.4.9"}}),
    ("a large qualifying stage", (pairs(36, 80, kind=QUALIFYING), pairs(24, 20, kind=FINAL)), {},
     {"ebu": {"4.2.1", "4.2.3"}, "scba": {"4.2.1", "4.2.3"}}),
    ("a final of a large entry", (pairs(24, 130, kind=QUALIFYING), pairs(36, 20, kind=FINAL)), {},
     {"ebu": {"4.2.5", "4.4.7"}, "scba": {"4.2.5", "4.4.7"}}),
    ("a Swiss of seventy teams", (teams(36, 70, **SWISS),), {}, {"ebu": {"4.4.7"}, "scba": {"4.4.7"}}),
    ("a final in matches", (teams(36, 24, kind=QUALIFYING, **ROBIN), teams(42, 8, kind=FINAL, **ROBIN)), {},
     {"ebu": {"4.6.6(a)", "4.6.6(b)"}, "scba": {"4.6.6(a)", "4.6.6(b)"}}),
    ("three stages", (pairs(24, 40, kind=QUALIFYING), pairs(24, 24, kind=QUALIFYING), pairs(24, 12, kind=FINAL)), {},
     {"ebu": {"4.2.6"}, "scba": {"4.2.6"}}),
    ("a regional final", (pairs(24, 40, kind=QUALIFYING), pairs(24, 12, kind=FINAL)), {"status": "regional"},
     {"ebu": {"SCALE QD"}, "scba": {"Scale QD"}}),
    ("a consolation",
     (pairs(24, 60, kind=QUALIFYING), pairs(24, 12, kind=FINAL), pairs(24, 16, kind=CONSOLATION, first=13)), {},
     {"ebu": {"4.3.4"}, "scba": {"4.3.4"}}),
    ("a large consolation",
     (pairs(24, 240, kind=QUALIFYING), pairs(24, 40, kind=FINAL), pairs(24, 60, kind=CONSOLATION, first=41)), {},
     {"ebu": {"4.3.6"}, "scba": {"4.3.6"}}),
    ("a consolation of too many",
     (pairs(24, 60, kind=QUALIFYING), pairs(24, 12, kind=FINAL), pairs(24, 48, kind=CONSOLATION, first=13)), {},
     {"ebu": {"4.3.3"}, "scba": {"4.3.3"}}),
    ("individuals", (stage(Play.INDIVIDUAL, 24, 16),), {}, {"ebu": {"SCALE F"}, "scba": {"Scale F"}}),
    ("seven individuals", (stage(Play.INDIVIDUAL, 24, 7),), {},
     {"ebu": {"3.1.1(a)"}, "scba": {"2.1.1(a)"}, "wbu": {"3.2.1(d)"}}),
    ("two teams", (teams(24, 2),), {}, {"ebu": {"3.1.1(c)"}, "scba": {"2.1.1(c)"}, "wbu": {"3.2.1(c)"}}),
    ("four individual winners", (stage(Play.INDIVIDUAL, 24, 4, winners=4),), {},
     {"ebu": {"3.1.1(e)"}, "scba": {"2.1.1(e)"}, "wbu": {"3.2.1(e)"}}),
    ("a third final",
     (pairs(24, 120, kind=QUALIFYING), pairs(24, 24, kind=FINAL), pairs(24, 24, kind=CONSOLATION, first=25),
      pairs(24, 24, kind=StageKind.THIRD_FINAL, first=49)), {}, {"ebu": {"4.3.7"}, "scba": {"4.3.7"}}),
    ("a consolation in matches",
     (pairs(36, 60, kind=QUALIFYING, **ROBIN), pairs(36, 12, kind=FINAL, **ROBIN),
      pairs(36, 12, kind=CONSOLATION, first=13, **ROBIN)), {}, {"ebu": {"4.6.7(a)", "4.6.7 p2"}, "scba": {"4.6.7"}}),
    ("a final of two", (teams(24, 20, kind=QUALIFYING), teams(24, 2, kind=FINAL)), {},
     {"ebu": {"4.7.7 (table)"}, "scba": {"4.7.7"}}),
    ("champions", (pairs(24, 16),), {"entry": "champions"}, {"ebu": {"4.10.3"}, "scba": {"4.10.3"}}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("handbook", "stages", "told", "clauses"),
    [
        pytest.param(handbook, stages, told, clauses, id=f"{handbook}: {name}")
        for name, stages, told, by_handbook in CASES
        for handbook, clauses in by_handbook.items()
    ],
)
def test_an_event_of_that_size_cites_its_clause(
    handbook: str, stages: tuple[Stage, ...], told: dict[str, str], clauses: set[str]
) -> None:
    facts = tuple((name, answer) for name, answer in told.items() if name != "status")
    event = Event("Event", DAY, stages, told.get("status", "club"), facts=facts)
    found = handbooks.get(handbook).latest.assess(event)
    assert not found.problems, [each.found for each in found.problems]
    assert clauses - cited_in(found) == set()


SCBA = handbooks.get("scba").latest
GUIDE = SCBA.book(DAY).table("guide")
ABROAD = SCBA.book(DAY).table("overseas")


@pytest.mark.parametrize("name", sorted(map(str, GUIDE.rows)))
def test_an_event_of_the_quick_guide_cites_its_item(name: str) -> None:
    play = teams if GUIDE.text(name, "play") == "teams" else pairs
    found = SCBA.assess(Event("Event", DAY, (play(24, 24),), facts=(("event", name),)))
    assert GUIDE.text(name, "clause") in cited_in(found)


@pytest.mark.parametrize("name", sorted(map(str, ABROAD.rows)))
def test_an_event_abroad_cites_its_row(name: str) -> None:
    facts = {"overseas event": name, "team": ABROAD.text(name, "for"), "later stages": "reached"}
    if ABROAD.text(name, "for") == "singapore":
        facts["match awards"] = "none"
    found = SCBA.assess(Event("Event", DAY, (teams(80, 24, contest=Contest.ROUND_ROBIN, match_boards=20),),
                              facts=tuple(facts.items())))  # fmt: skip
    assert not found.problems, [each.found for each in found.problems]
    assert ABROAD.text(name, "clause") in cited_in(found)
