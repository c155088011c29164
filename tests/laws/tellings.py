"""Sound events of every shape for every handbook, and what came of them by player.

Nothing in them contradicts anything else, so that a law can tell the same event in another way and compare.
"""

from __future__ import annotations

from collections import Counter
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple

from hypothesis import settings
from hypothesis import strategies as st

from overtrick import handbooks
from overtrick.engine import sense
from overtrick.engine.event import (
    Contest,
    Contestant,
    Event,
    Field,
    Match,
    Play,
    Player,
    Round,
    Schedule,
    Side,
    Stage,
    StageKind,
    Tally,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from overtrick.engine.assessment import Problem

DAY = date(2026, 11, 12)
HANDBOOKS = ("abf", "ebu", "sbu", "scba", "wbu")
EDITIONS = {name: handbooks.get(name).edition(on=DAY) for name in HANDBOOKS}


class Terms(NamedTuple):
    """On what terms an event is played: its status or grade, and what only its handbook asks."""

    status: str
    facts: tuple[tuple[str, str], ...] = ()


USUAL = {
    "abf": (Terms("E"), Terms("D"), Terms("B4"), Terms("B")),
    "ebu": (Terms("club"), Terms("county"), Terms("national")),
    "sbu": (Terms("club"),),
    "scba": (Terms("club"), Terms("county"), Terms("national")),
    "wbu": (Terms("club"), Terms("area"), Terms("national")),
}
_GREEN = ("points", "green")
_WELSH_CUP = (_GREEN, ("category", "special"), ("green event", "welsh cup"))

#: Other terms for events of one shape; Scotland's guide has no scale for leagues, knock-outs and stages.
TERMS = {
    ("ebu", "swiss"): (*USUAL["ebu"], Terms("county", (_GREEN, ("green event", "swiss")))),
    ("wbu", "swiss"): (*USUAL["wbu"], Terms("national", (_GREEN, ("category", "B"), ("green event", "swiss")))),
    ("ebu", "league"): USUAL["ebu"][:2],
    ("scba", "league"): USUAL["scba"][:2],
    ("wbu", "league"): USUAL["wbu"][:2],
    ("wbu", "cup"): (
        Terms("national", _WELSH_CUP),
        Terms("national", (*_WELSH_CUP[:2], ("green event", "cambria cup"))),
    ),
}

#: A law is tried under five handbooks, so each has a part of the usual number of events.
LAW = settings(max_examples=max(settings().max_examples // 8, 1))

SEATS = {Play.PAIRS: 2, Play.TEAMS: 4, Play.INDIVIDUAL: 1}


# --- What came of it -------------------------------------------------------------------------------------------------


class Outcome(NamedTuple):
    """What every player of every contestant was answered."""

    paid: dict[tuple[str, str, str], int]  #: by contestant, player and colour
    refused: set[tuple[str, str]]  #: by contestant and player
    problems: tuple[Problem, ...]

    @property
    def asks(self) -> bool:
        """Say whether facts are missing, and nothing else is wrong."""
        return bool(self.problems) and all(each.asks for each in self.problems)

    @property
    def answered(self) -> set[tuple[str, str]]:
        """Everybody who has points or is told why not."""
        return {key[:2] for key in self.paid} | self.refused


def outcome(handbook: str, event: Event) -> Outcome:
    """Work an event out."""
    result = EDITIONS[handbook].assess(event)
    paid: Counter[tuple[str, str, str]] = Counter()
    for award in result.awards:
        paid[award.contestant, award.player.number or award.player.name, award.colour] += award.units
    refused = {(each.contestant, each.player.number or each.player.name) for each in result.refusals}
    return Outcome(dict(paid), refused - {key[:2] for key in paid}, tuple(result.problems))


def assert_same(handbook: str, one: Event, two: Event) -> None:
    """Two tellings are paid alike, and neither leaves a question."""
    first, second = outcome(handbook, one), outcome(handbook, two)
    assert first.problems == ()
    assert second.problems == ()
    assert first.paid == second.paid
    assert first.refused == second.refused


def assert_same_or_asked(handbook: str, one: Event, two: Event) -> None:
    """Two tellings are paid alike, unless one of them lacks a fact and asks for it; neither is called wrong."""
    first, second = outcome(handbook, one), outcome(handbook, two)
    for each in (first, second):
        assert each.asks or not each.problems
    if not first.problems and not second.problems:
        assert first.paid == second.paid
        assert first.refused == second.refused


def is_sound(event: Event) -> bool:
    """Say whether nothing in an event contradicts anything else."""
    return not sense.check(event).problems


# --- Telling an event otherwise --------------------------------------------------------------------------------------


def with_stage(event: Event, index: int = 0, **changes: Any) -> Event:  # noqa: ANN401 - any part of a stage
    """Change one stage of an event."""
    stages = list(event.stages)
    stages[index] = stages[index]._replace(**changes)
    return event._replace(stages=tuple(stages))


def each_contestant(event: Event, change: Callable[[Contestant], Contestant]) -> Event:
    """Change everybody in every list of an event."""
    return event._replace(
        stages=tuple(
            stage._replace(
                fields=tuple(
                    field._replace(contestants=tuple(map(change, field.contestants))) for field in stage.fields
                )
            )
            for stage in event.stages
        )
    )


def each_player(event: Event, change: Callable[[Contestant, Player], Player]) -> Event:
    """Change every player in every list of an event."""
    return each_contestant(
        event, lambda one: one._replace(players=tuple(change(one, player) for player in one.players))
    )


def each_match(event: Event, change: Callable[[Match], Match]) -> Event:
    """Change every match of an event, in rounds or not."""
    return event._replace(
        stages=tuple(
            stage._replace(
                matches=tuple(map(change, stage.matches)),
                rounds=tuple(this._replace(matches=tuple(map(change, this.matches))) for this in stage.rounds),
            )
            for stage in event.stages
        )
    )


def counted(event: Event, *, by_length: bool = False) -> Event:
    """Count the matches of a stage instead of listing them."""
    (stage,) = event.stages
    tallies: dict[str, dict[int, Counter[str]]] = {}
    for match in stage.matches:
        for side in match.sides:
            own = tallies.setdefault(side.contestant, {})
            results = own.setdefault(match.boards or stage.match_boards, Counter())
            kind = "mini " * match.triangular
            results[f"{kind}won"] += match.winner == side.contestant
            results[f"{kind}drawn"] += not match.winner

    def told(one: Contestant) -> Contestant:
        lengths = {
            boards: Tally(each["won"], each["drawn"], each["mini won"], each["mini drawn"])
            for boards, each in tallies.get(one.name, {}).items()
        }
        tally = Tally.of_lengths(lengths)
        return one._replace(tally=tally if by_length else tally._replace(lengths=()))

    return with_stage(each_contestant(event, told), matches=())


# --- Sound events ----------------------------------------------------------------------------------------------------


def people(contestant: str, count: int) -> tuple[Player, ...]:
    """Name the players of a contestant."""
    return tuple(Player(f"{letter} {contestant}", f"{contestant}{letter}") for letter in "ABCDEFGH"[:count])


def held(draw: st.DrawFn, handbook: str, shape: str, *stages: Stage) -> Event:
    """Hold an event on terms that the handbook knows."""
    terms = draw(st.sampled_from(TERMS.get((handbook, shape), USUAL[handbook])))
    return Event(shape.capitalize(), DAY, stages, terms.status, facts=terms.facts)


def by_score(scores: Sequence[int | Decimal], play: Play, prefix: str = "") -> tuple[Contestant, ...]:
    """List contestants with these scores."""
    names = [f"{prefix}{number}" for number in range(1, len(scores) + 1)]
    return tuple(
        Contestant(name, people(name, SEATS[play]), score=score) for name, score in zip(names, scores, strict=True)
    )


def by_place(contestants: tuple[Contestant, ...]) -> tuple[Contestant, ...]:
    """Tell places instead of scores."""
    scores = sorted((one.score for one in contestants if one.score is not None), reverse=True)
    return tuple(
        one._replace(place=scores.index(one.score) + 1, score=None) if one.score is not None else one
        for one in contestants
    )


SCORES = st.integers(min_value=35, max_value=65)


@st.composite
def nights(draw: st.DrawFn, handbook: str, plays: tuple[Play, ...] = tuple(Play)) -> Event:
    """Draw one session of pairs, teams or individuals with one list, some of them level."""
    play = draw(st.sampled_from(plays))
    least = 16 if play is Play.INDIVIDUAL else 8
    scores = draw(st.lists(SCORES, min_size=least, max_size=least + 8))
    boards = draw(st.sampled_from((20, 24, 27)))
    stage = Stage(play, Schedule(boards), (Field("", by_score(scores, play)),))
    return held(draw, handbook, "night", stage)


@st.composite
def mitchells(draw: st.DrawFn, handbook: str) -> Event:
    """Draw one session of pairs with a list for each direction."""
    tables = draw(st.integers(5, 9))
    scores = st.lists(SCORES, min_size=tables, max_size=tables)
    fields = tuple(Field(name, by_score(draw(scores), Play.PAIRS, name[0])) for name in ("North-South", "East-West"))
    return held(draw, handbook, "mitchell", Stage(Play.PAIRS, Schedule(24), fields, winners=2))


def pairings(count: int) -> list[list[tuple[int, int]]]:
    """Let everybody meet everybody: the rounds of a circle."""
    ring = list(range(count))
    found = []
    for _round in range(count - 1):
        found.append([(ring[at], ring[-1 - at]) for at in range(count // 2)])
        ring = [ring[0], ring[-1], *ring[1:-1]]
    return found


def met(one: str, two: str, result: int, boards: int = 0) -> Match:
    """Let two sides meet; the first wins, loses or draws."""
    return Match((Side(one), Side(two)), {1: one, 0: "", -1: two}[result], boards)


RESULTS = st.sampled_from((1, 1, 0, -1, -1))


@st.composite
def swisses(draw: st.DrawFn, handbook: str, plays: tuple[Play, ...] = (Play.TEAMS, Play.PAIRS)) -> Event:
    """Draw a Swiss of three rounds or four, ranked by what was won."""
    play = draw(st.sampled_from(plays))
    count = draw(st.sampled_from((12, 14)))
    boards, rounds = draw(st.sampled_from(((8, 3), (6, 4), (12, 3), (9, 4))))
    names = [str(number) for number in range(1, count + 1)]
    matches = tuple(
        met(names[one], names[two], draw(RESULTS)) for each in pairings(count)[:rounds] for one, two in each
    )
    stage = Stage(
        play,
        Schedule(rounds * boards),
        (Field("", ranked_by_matches(names, matches, play)),),
        contest=Contest.SWISS,
        match_boards=boards,
        matches=matches,
    )
    return held(draw, handbook, "swiss", stage)


def ranked_by_matches(names: Sequence[str], matches: Sequence[Match], play: Play) -> tuple[Contestant, ...]:
    """Give a win two and a draw one."""
    scores = Counter(dict.fromkeys(names, 0))
    for match in matches:
        for side in match.sides:
            scores[side.contestant] += 2 if match.winner == side.contestant else 0 if match.winner else 1
    return tuple(Contestant(name, people(name, SEATS[play]), score=scores[name]) for name in names)


@st.composite
def leagues(draw: st.DrawFn, handbook: str) -> Event:
    """Draw a league of two divisions, the second of them perhaps shorter."""
    sizes = draw(st.sampled_from(((6, 6), (8, 6), (6,), (8, 8))))
    boards = draw(st.sampled_from((8, 12, 24)))
    fields: list[Field] = []
    matches: list[Match] = []
    for number, size in enumerate(sizes, 1):
        names = [f"{number}{letter}" for letter in "ABCDEFGH"[:size]]
        own = tuple(met(names[one], names[two], draw(RESULTS)) for each in pairings(size) for one, two in each)
        fields.append(Field(f"Division {number}", ranked_by_matches(names, own, Play.TEAMS), division=str(number)))
        matches += own
    stage = Stage(
        Play.TEAMS,
        Schedule((max(sizes) - 1) * boards),
        tuple(fields),
        contest=Contest.LEAGUE,
        match_boards=boards,
        matches=tuple(matches),
    )
    return held(draw, handbook, "league", stage)


ROUNDS = {8: "Quarter-final", 4: "Semi-final", 2: "Final"}


@st.composite
def cups(draw: st.DrawFn, handbook: str) -> Event:
    """Draw a knock-out of five to eight teams; where they are fewer than eight, some have a bye."""
    count, boards = draw(st.integers(5, 8)), draw(st.sampled_from((24, 32)))
    names = [f"T{number}" for number in range(1, count + 1)]
    inside, out, rounds = list(names), [], []
    byes = names[: 8 - count]
    for size in (8, 4, 2):
        playing = [name for name in inside if not (size == 8 and name in byes)]
        matches = tuple(
            met(one, two, draw(st.sampled_from((1, -1)))) for one, two in zip(playing[::2], playing[1::2], strict=True)
        )
        beaten = [side.contestant for match in matches for side in match.sides if side.contestant != match.winner]
        out.append(beaten)
        inside = [name for name in inside if name not in beaten]
        rounds.append(Round(matches, boards, tuple(byes) if size == 8 else (), name=ROUNDS[size]))
    places: dict[str, int] = {inside[0]: 1}
    for beaten in reversed(out):
        places.update(dict.fromkeys(beaten, len(places) + 1))
    listed = tuple(Contestant(name, people(name, 4), place=places[name]) for name in names)
    stage = Stage(
        Play.TEAMS,
        Schedule(boards),
        (Field("", listed),),
        contest=Contest.KNOCK_OUT,
        match_boards=boards,
        rounds=tuple(rounds),
    )
    return held(draw, handbook, "cup", stage)


@st.composite
def championships(draw: st.DrawFn, handbook: str) -> Event:
    """Draw pairs with a qualifying stage, a final and a consolation for everybody else."""
    count, finalists = draw(st.sampled_from((16, 20, 24))), draw(st.sampled_from((8, 10)))
    scores = draw(st.permutations(range(30, 30 + count)))
    entered = by_score(scores, Play.PAIRS)
    order = sorted(entered, key=lambda one: one.score or 0, reverse=True)
    stages = [Stage(Play.PAIRS, Schedule(24), (Field("", entered),), StageKind.QUALIFYING)]
    for kind, own in ((StageKind.FINAL, order[:finalists]), (StageKind.CONSOLATION, order[finalists:])):
        again = draw(st.permutations(range(40, 40 + len(own))))
        rows = tuple(one._replace(score=score) for one, score in zip(own, again, strict=True))
        stages.append(Stage(Play.PAIRS, Schedule(24), (Field("", rows),), kind))
    return held(draw, handbook, "championship", *stages)


SHAPES: dict[str, Callable[[str], st.SearchStrategy[Event]]] = {
    "night": nights,
    "mitchell": mitchells,
    "swiss": swisses,
    "league": leagues,
    "cup": cups,
    "championship": championships,
}


@st.composite
def events(draw: st.DrawFn, handbook: str, shapes: tuple[str, ...] = tuple(SHAPES)) -> Event:
    """Draw an event of any shape."""
    return draw(SHAPES[draw(st.sampled_from(shapes))](handbook))


@st.composite
def teams(draw: st.DrawFn, handbook: str, shapes: tuple[str, ...] = ("night", "swiss", "league", "cup")) -> Event:
    """Draw an event of teams."""
    shape = draw(st.sampled_from(shapes))
    if shape in ("night", "swiss"):
        return draw((nights if shape == "night" else swisses)(handbook, (Play.TEAMS,)))
    return draw(SHAPES[shape](handbook))
