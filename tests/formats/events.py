"""Invented events of every shape that the event file can describe, for the laws it keeps."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.engine.event import (
    Contest,
    Contestant,
    Ended,
    Event,
    Field,
    Handicap,
    Match,
    Movement,
    Play,
    Player,
    Round,
    Schedule,
    Scoring,
    Section,
    Series,
    Side,
    Stage,
    StageKind,
    Standing,
    Tally,
)

CUPS = (Contest.KNOCK_OUT, Contest.DOUBLE_KNOCK_OUT)
WINNERS = {Play.PAIRS: (1, 2), Play.TEAMS: (1,), Play.INDIVIDUAL: (1, 4)}
STATUSES = ("", "club", "county", "national")

words = st.text("abzAÉŁß字🂡0159 &'\"\\/.,:;#-{}[]*!%@`|>~?=", max_size=12).map(lambda text: " ".join(text.split()))
names = words.filter(bool)
boards = st.integers(1, 200)
scores = st.decimals(-999, 9999, places=2)
_few = st.integers(0, 3)
plain_tallies = st.tuples(st.integers(0, 9), st.integers(0, 9), _few, _few).map(lambda counts: Tally(*counts))
# What is put together once need not be looked over again for every event.
_statuses = st.sampled_from(STATUSES)
_match_scores = st.sampled_from([None, Scoring.IMPS, Scoring.VICTORY_POINTS, Scoring.MATCHPOINTS])
_days = st.dates(date(1925, 1, 1), date(2099, 12, 31))
_facts = st.dictionaries(names, words, max_size=2)
_between = st.lists(names, max_size=2)
_boards_or_none = st.just(0) | boards
_sessions = st.lists(boards, max_size=3)
_maybe_played = st.none() | st.integers(0, 99)
_maybe_scores = st.sampled_from([st.none(), scores])
_maybe_average = st.none() | st.decimals(Decimal("0.5"), 90, places=1)
_maybe_60 = st.none() | st.integers(1, 60)
_maybe_300 = st.none() | st.integers(1, 300)


@st.composite
def events(draw: st.DrawFn) -> Event:
    facts = draw(_facts)
    if draw(st.booleans()):
        facts["entry"] = draw(st.sampled_from(["restricted", "champions", "by post"]))
    return Event(
        name=draw(names),
        begins=draw(_days),
        stages=tuple(draw(st.lists(stages(), min_size=1, max_size=2))),
        status=draw(_statuses),
        organiser=draw(words),
        major_championship=draw(st.booleans()),
        facts=tuple(sorted(facts.items())),
    )


@st.composite
def stages(draw: st.DrawFn) -> Stage:
    play = draw(st.sampled_from(Play))
    contest = draw(st.sampled_from(Contest))
    winners = draw(st.sampled_from(WINNERS[play]))
    ranked = contest not in CUPS or draw(st.booleans())
    fields = draw(lists(play, winners, ranked=ranked))
    everybody = [each for field in fields for each in field.contestants]
    has_matches = len(everybody) > 1 and draw(st.booleans())
    rounds: tuple[Round, ...] = ()
    if len(everybody) > 1 and contest in CUPS:
        rounds = tuple(draw(st.lists(knock_out_rounds(everybody), max_size=2)))
    return Stage(
        play=play,
        schedule=draw(schedules()),
        fields=fields,
        kind=draw(st.sampled_from(StageKind)),
        contest=contest,
        winners=winners,
        name=draw(words),
        match_boards=draw(boards),
        matches=tuple(draw(st.lists(matches(everybody), max_size=3))) if has_matches else (),
        rounds=rounds,
        series=draw(series()) if contest is Contest.LADDER else None,
        original_tables=draw(_maybe_60),
        main_tables=draw(_maybe_60),
        second_tables=draw(_maybe_60),
        stages_before=draw(_maybe_60),
        stratified=draw(st.booleans()),
        handicap=draw(st.sampled_from(Handicap)),
        carry_forward=draw(st.booleans()),
        across=draw(st.booleans()),
        scoring=draw(st.sampled_from(Scoring)),
        team_size=draw(st.integers(1, 16)),
        between=tuple(draw(_between)),
        status=draw(_statuses),
        movement=draw(movements),
        match_scores=draw(_match_scores),
        sections=tuple(draw(st.lists(sections, max_size=2))),
    )


@st.composite
def schedules(draw: st.DrawFn) -> Schedule:
    most, sessions = draw(programmes())
    least = draw(st.none() | st.integers(1, most))
    return Schedule(most, least, draw(_maybe_300), draw(_maybe_300), sessions)


@st.composite
def programmes(draw: st.DrawFn) -> tuple[int, tuple[int, ...]]:
    """The most that anybody played, and sessions in which that is possible."""
    sessions = tuple(draw(_sessions))
    return draw(st.integers(1, sum(sessions)) if sessions else boards), sessions


own_schedules = st.none() | programmes().map(lambda told: Schedule(told[0], sessions=told[1]))
movements = st.none() | st.sampled_from(Movement)
scorings = st.none() | st.sampled_from(Scoring)
sections = st.builds(Section, names, own_schedules, movements, scorings)


@st.composite
def counted_by_length(draw: st.DrawFn) -> Tally:
    return Tally.of_lengths(draw(st.dictionaries(boards, plain_tallies, min_size=1, max_size=3)))


tallies = plain_tallies | counted_by_length()
_maybe_tally = st.none() | tallies


@st.composite
def series(draw: st.DrawFn) -> Series:
    games = draw(st.integers(1, 60))
    average = draw(_maybe_average)
    return Series(games, draw(st.integers(1, games)), average)


@st.composite
def lists(draw: st.DrawFn, play: Play, winners: int, *, ranked: bool) -> tuple[Field, ...]:
    found = []
    for group in range(draw(st.integers(1, 2))):
        section, division, session = draw(words), draw(words), group + draw(st.integers(0, 1)) * 2
        for direction in range(winners):
            contestants = draw(rankings(play, f"{group}{direction}", ranked=ranked))
            everybody = st.integers(max(len(contestants), 1), 5000)
            entered = draw(st.none() | everybody if contestants else everybody)
            name = draw(st.sampled_from(["", "Overall", "Green", "A: 1"])) if winners == 1 else f"N {direction}"
            status = draw(_statuses)
            told = (draw(own_schedules), draw(_boards_or_none), draw(movements), draw(scorings))
            found.append(Field(name, contestants, entered, section, division, session, status, *told))
    return tuple(found)


@st.composite
def rankings(draw: st.DrawFn, play: Play, where: str, *, ranked: bool) -> tuple[Contestant, ...]:
    rows = [draw(contestants(play, f"{where}{index}")) for index in range(draw(st.integers(0, 3)))]
    ways = draw(st.sampled_from(["places", "scores", "both"])) if ranked else "neither"
    place = 1
    for index, row in enumerate(rows):
        place = place if index and draw(st.booleans()) else index + 1
        rows[index] = row._replace(
            place=place if ways in ("places", "both") else None,
            score=draw(scores) if ways in ("scores", "both") else None,
        )
    return tuple(rows)


@st.composite
def contestants(draw: st.DrawFn, play: Play, where: str) -> Contestant:
    sizes = st.sampled_from([0, 2, 3]) if play is Play.PAIRS else st.integers(0, 2)
    players = tuple(draw(people(f"{where}{index}")) for index in range(draw(sizes)))
    joined = " & ".join(player.name for player in players)
    return Contestant(
        name=joined if joined and draw(st.booleans()) else f"{draw(names)} {where}",
        players=players,
        standing=draw(st.sampled_from(Standing)),
        category=draw(st.sampled_from(["", "A", "D", "Veterans"])),
        section=draw(words),
        tally=draw(_maybe_tally),
    )


@st.composite
def people(draw: st.DrawFn, where: str) -> Player:
    player = Player(f"{draw(names)} {where}", draw(st.sampled_from(["", f"0{where}", f"A-{where}"])))
    if draw(st.booleans()):
        return player
    return player._replace(
        boards=draw(_maybe_played),
        deemed=draw(st.integers(0, 9)),
        suspended=draw(st.booleans()),
        tally=draw(_maybe_tally),
        substitute=draw(st.booleans()),
        rank=draw(words),
        sessions=tuple(draw(st.lists(st.integers(1, 9), max_size=2))),
    )


@st.composite
def matches(draw: st.DrawFn, everybody: list[Contestant], *, triangular: bool | None = None) -> Match:
    two = draw(st.permutations(everybody))[:2]
    parts = [two] * draw(st.integers(0, 2))
    return Match(
        sides=(sides := draw(pairs_of_sides(two))),
        winner=draw(st.sampled_from(["", *(side.contestant for side in sides)])),
        boards=draw(_boards_or_none),
        ended=draw(st.sampled_from(Ended)),
        triangular=draw(st.booleans()) if triangular is None else triangular,
        segments=tuple(
            Match(own := draw(pairs_of_sides(part)), draw(st.sampled_from(["", own[0].contestant]))) for part in parts
        ),
    )


@st.composite
def pairs_of_sides(draw: st.DrawFn, two: list[Contestant]) -> tuple[Side, Side]:
    score = draw(_maybe_scores)
    beside = st.none() if draw(st.booleans()) else scores
    one, other = (Side(each.name, draw(line_ups(each)), draw(score)) for each in two)
    if one.score is None:
        return one, other
    return one._replace(imps=draw(beside)), other._replace(imps=draw(beside))


@st.composite
def line_ups(draw: st.DrawFn, contestant: Contestant) -> tuple[Player, ...]:
    """Some of the players as the results have them, some with other particulars, some who are new."""
    known = [player for player in contestant.players if draw(st.booleans())]
    changed = [
        player._replace(number=draw(st.sampled_from(["", "77", player.number])), suspended=draw(st.booleans()))
        for player in known
    ]
    new = draw(st.lists(people("new"), max_size=1))
    return tuple(changed + new)


@st.composite
def knock_out_rounds(draw: st.DrawFn, everybody: list[Contestant]) -> Round:
    order = draw(st.permutations(everybody))
    met = [order[index : index + 2] for index in range(0, len(order) - 1, 2)]
    listed = tuple(draw(matches(two, triangular=draw(st.booleans()))) for two in met[: draw(st.integers(0, 2))])
    free = [each.name for each in order[2 * len(listed) :]]
    cut = draw(st.integers(0, len(free)))
    return Round(
        matches=listed,
        boards=draw(_boards_or_none),
        byes=tuple(free[:cut]),
        earned_byes=tuple(free[cut:]),
        entered=draw(st.none() | st.integers(len(everybody), 512)),
        name=draw(words),
    )


def holds_for(*drawn: st.SearchStrategy[Any]) -> Callable[[Callable[..., None]], Callable[[int], None]]:
    """Try a law on a quarter of the events; ``make proof`` tries all. To invent one takes longer than most laws."""
    parts = [pytest.param(4, id="some"), pytest.param(1, id="all", marks=pytest.mark.proof)]

    def tried(law: Callable[..., None]) -> Callable[[int], None]:
        @pytest.mark.parametrize("part", parts)
        def test(part: int) -> None:
            settings(max_examples=settings().max_examples // part)(given(*drawn)(law))()

        return test

    return tried
