"""What the tests of awards share: invented fields, events out of the words of an example, and what came of them."""

from __future__ import annotations

from collections import defaultdict
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from overtrick.engine.event import (
    Contest,
    Contestant,
    Event,
    Field,
    Match,
    Movement,
    Play,
    Player,
    Round,
    Schedule,
    Side,
    Stage,
    StageKind,
)
from overtrick.engine.working import as_text, walk
from overtrick.handbooks import get
from overtrick.handbooks.examples import Example, examples

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from overtrick.engine.assessment import Assessment, Award
    from overtrick.engine.working import Step

DAY = date(2024, 9, 3)
EDITION = get("abf").latest
BOOK = EDITION.book(DAY)
HALF_EVEN = {"rounding": "half-even"}

PLAYERS = {Play.PAIRS: 2, Play.TEAMS: 4, Play.INDIVIDUAL: 1}
LINES = {1: ("",), 2: ("North-South", "East-West")}
OUTRIGHT = "Outright award"


# --- Examples as the cases of a test ---------------------------------------------------------------------------------


def of_kind(kind: str) -> list[Example]:
    """List the examples of one kind."""
    return [example for example in examples(EDITION) if example.kind == kind]


def case(example: Example, *more: object) -> Any:  # noqa: ANN401 - pytest does not name its type
    """Make an example a case, marked with its clauses and called by its name."""
    label = ", ".join([str(example), *map(str, more)])
    return pytest.param(example, *more, id=label, marks=pytest.mark.clause("abf", *example.clauses))


def rows_of(kind: str, first: str) -> list[Any]:
    """Make a case of every row of the tables whose first column has this name; it is called by its first cells."""
    return [
        pytest.param(
            example,
            dict(zip(example.columns, row, strict=True)),
            id=f"{example.clauses[0]}, {first} {row[0]} {row[1] if isinstance(row[1], str) else ''}".rstrip(),
            marks=pytest.mark.clause("abf", *example.clauses),
        )
        for example in of_kind(kind)
        if example.columns[:1] == (first,)
        for row in example.rows
    ]


# --- Fields and events -----------------------------------------------------------------------------------------------


def contestant(number: int, play: Play = Play.PAIRS, *, players: int = 0, **more: Any) -> Contestant:  # noqa: ANN401
    """Invent a pair, a team or a player with a number."""
    name = f"{str(play).removesuffix('s')} {number}"
    people = tuple(Player(f"{name} player {index}") for index in range(1, (players or PLAYERS[play]) + 1))
    return Contestant(name, people, **more)


def field(
    count: int,
    play: Play = Play.PAIRS,
    *,
    first: int = 1,
    ties: Sequence[Sequence[int]] = (),
    scores: Sequence[str] = (),
    name: str = "",
    session: int = 0,
    players: int = 0,
) -> Field:
    """Invent a ranking list in the order of its places, or of the scores that are given."""
    found = []
    for place in range(1, count + 1):
        number = first + place - 1
        if scores:
            score = Decimal(scores[place - 1]) if place <= len(scores) else Decimal(-place)
            found.append(contestant(number, play, players=players, score=score))
        else:
            shared = next((min(tied) for tied in ties if place in tied), place)
            found.append(contestant(number, play, players=players, place=shared))
    return Field(name, tuple(found), session=session)


def pairs(*sizes: int, boards: int = 24, sessions: Sequence[int] = (), **more: Any) -> Stage:  # noqa: ANN401
    """Invent a stage of pairs, with one list or one for each direction."""
    return _movement(Play.PAIRS, sizes, boards, sessions, **more)


def teams(size: int, *, boards: int = 24, sessions: Sequence[int] = (), **more: Any) -> Stage:  # noqa: ANN401
    """Invent a stage of teams; without the length of a match, matches are too short to count."""
    return _movement(Play.TEAMS, (size,), boards, sessions, **more)


def _movement(
    play: Play,
    sizes: Sequence[int],
    boards: int,
    sessions: Sequence[int],
    *,
    ties: Sequence[Sequence[int]] = (),
    scores: Sequence[str] = (),
    first: int = 1,
    players: int = 0,
    **more: Any,  # noqa: ANN401
) -> Stage:
    fields = []
    for name, size in zip(LINES[len(sizes)], sizes, strict=True):
        fields.append(field(size, play, first=first, ties=ties, scores=scores, name=name, players=players))
        first += size
    schedule = Schedule(sum(sessions) or boards, sessions=tuple(sessions))
    if play is Play.PAIRS and len(sizes) == 1 and more.get("contest", Contest.MOVEMENT) is Contest.MOVEMENT:
        more.setdefault("movement", Movement.HOWELL)
    return Stage(play, schedule, tuple(fields), winners=len(sizes), **more)


def match(one: str, two: str, margin: str | int, *, boards: int = 0, **more: Any) -> Match:  # noqa: ANN401
    """Let one side be so far ahead of the other; a minus is behind."""
    winner = "" if not Decimal(margin) else one if Decimal(margin) > 0 else two
    return Match((Side(one, score=Decimal(margin)), Side(two, score=Decimal(0))), winner, boards=boards, **more)


def head_to_head(
    boards: int,
    margin: str | int,
    *,
    play: Play = Play.TEAMS,
    contest: Contest = Contest.SWISS,
    **more: Any,  # noqa: ANN401
) -> Stage:
    """Let two contestants play one match."""
    both = field(8 if play is Play.PAIRS else 2, play)  # pairs need 4 tables
    one, two = (each.name for each in both.contestants[:2])
    return Stage(
        play,
        Schedule(boards),
        (both,),
        contest=contest,
        match_boards=boards,
        matches=(match(one, two, margin),),
        **more,
    )


def event(grade: str, *stages: Stage, name: str = "", **facts: str) -> Event:
    """Put an event together; the words of a fact are joined by underscores."""
    told = tuple((word.replace("_", " "), answer) for word, answer in facts.items())
    return Event(name, DAY, stages, status=grade, facts=told)


# --- What came of it -------------------------------------------------------------------------------------------------


class Outcome(NamedTuple):
    """An assessed event, by contestant."""

    assessment: Assessment

    @property
    def total(self) -> dict[str, int]:
        """Give the points of every contestant that has any; all its players have the same."""
        found: dict[str, set[int]] = defaultdict(set)
        for award in self.assessment.awards:
            found[award.contestant].add(award.units)
        assert all(len(units) == 1 for units in found.values()), dict(found)
        return {name: min(units) for name, units in found.items()}

    @property
    def by_player(self) -> dict[str, int]:
        """Give the points of every player that has any."""
        return {award.player.name: award.units for award in self.assessment.awards}

    @property
    def session(self) -> dict[str, int]:
        """Give what every contestant has for sessions and matches."""
        return self._added(outright=False)

    @property
    def outright(self) -> dict[str, int]:
        """Give what every contestant has for its place in the whole event."""
        return self._added(outright=True)

    def _added(self, *, outright: bool) -> dict[str, int]:
        found = {}
        for award in self.assessment.awards:
            part = [each.value for each in parts(award) if each.sentence.startswith(OUTRIGHT) == outright]
            if sum(part):
                found[award.contestant] = int(sum(part))
        return found

    def sessions_counted(self, name: str) -> int:
        """Say for how many sessions the outright award of a contestant was paid."""
        award = next(each for each in self.assessment.awards if each.contestant == name)
        last = next(each for each in parts(award) if each.sentence.startswith(OUTRIGHT))
        return int(next(each for each, _depth in walk(last) if each.unit == "sessions").value)

    def refused(self) -> dict[str, str]:
        """Give the clause by which each player has nothing."""
        return {each.player.name: each.working.clause for each in self.assessment.refusals}

    def why(self) -> str:
        """Lay out the working of the first awards, for the message of a test that fails."""
        lines = [f"{each.contestant}:\n{as_text(each.working, str)}" for each in self.assessment.awards[:6:2]]
        return "\n".join(["", *lines, *(f"{each.says} [{each.clause}]" for each in self.assessment.remarks)])


def parts(award: Award) -> tuple[Step, ...]:
    """Take an award apart into what was earned by sessions, matches and the whole event."""
    working = award.working
    while not _is_sum(working) and working.because and any(_is_sum(each) for each, _depth in walk(working)):
        working = working.because[0]
    return working.because if _is_sum(working) else (working,)


def _is_sum(working: Step) -> bool:
    return working.sentence.startswith("Session awards and the outright award")


def assessed(played: Event, settings: Mapping[str, str] | None = None) -> Outcome:
    """Assess an event by the public path."""
    assessment = EDITION.assess(played, settings)
    assert not assessment.problems
    return Outcome(assessment)


def names(*numbers: int, play: Play = Play.PAIRS) -> list[str]:
    """Name invented contestants."""
    return [contestant(number, play).name for number in numbers]


# --- Events out of the words of an example ---------------------------------------------------------------------------

STAGE_WORDS = {
    "play", "kind", "name", "contest", "boards", "sessions", "match_boards", "lists", "entered", "first", "ties",
    "expect",
}  # fmt: skip


def event_of(example: Example) -> Event:
    """Build the event of an example; a word that is not known is an error."""
    given = example.given
    assert given.keys() <= {"grade", "facts", "colour"}, example.name
    facts = tuple(given.get("facts", {}).items())
    stages = tuple(stage_of(words) for words in example.stages)
    return Event(example.name, DAY, stages, status=given.get("grade", ""), facts=facts)


def stage_of(words: Mapping[str, Any]) -> Stage:
    """Build a stage from the words of an example."""
    assert words.keys() <= STAGE_WORDS, words
    play = Play(words["play"])
    sizes = words.get("lists", ())
    stage = _movement(
        play,
        sizes or (0,),
        words.get("boards", 0),
        words.get("sessions", ()),
        ties=words.get("ties", ()),
        first=words.get("first", 1),
        kind=StageKind(words.get("kind", "only")),
        name=words.get("name", ""),
        contest=Contest(words.get("contest", "movement")),
        match_boards=words.get("match_boards", 0),
    )
    if "entered" in words:
        return stage._replace(fields=(Field(entered=words["entered"]),))
    if stage.contest is Contest.KNOCK_OUT:
        return stage._replace(rounds=tuple(rounds_of([each.name for each in stage.fields[0].contestants])))
    return stage


def rounds_of(left: list[str]) -> Iterable[Round]:
    """Draw a knock-out of 2, 4, 8 … in which the first named win always."""
    while len(left) > 1:
        half = len(left) // 2
        drawn = zip(left[:half], reversed(left[half:]), strict=True)
        yield Round(tuple(Match((Side(one), Side(two)), winner=one) for one, two in drawn))
        left = left[:half]
