"""An event that balances is paid without a question; one figure broken, it is never paid in silence."""

from __future__ import annotations

from collections import Counter
from decimal import Decimal
from typing import TYPE_CHECKING, Protocol, TypeVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from overtrick.engine.event import Event, Match, Movement, Play, Player, Round, Scoring
from tests.laws.tellings import (
    EDITIONS,
    HANDBOOKS,
    LAW,
    counted,
    cups,
    each_contestant,
    events,
    mitchells,
    nights,
    outcome,
    people,
    swisses,
    teams,
    with_stage,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    class Draw(Protocol):
        """Draw one of what a strategy gives."""

        def __call__(self, strategy: st.SearchStrategy[Drawn], /) -> Drawn: ...


Drawn = TypeVar("Drawn")
PROOF = settings(max_examples=250)


def told(handbook: str, event: Event) -> set[str]:
    """Give what is said of an event beside what is paid."""
    result = EDITIONS[handbook].assess(event)
    return {each.found for each in result.problems} | {each.says for each in result.remarks}


def with_row(event: Event, row: int, field: int = 0, **changes: object) -> Event:
    """Change one contestant of the only stage."""
    (stage,) = event.stages
    rows = list(stage.fields[field].contestants)
    rows[row] = rows[row]._replace(**changes)  # type: ignore[arg-type]
    fields = list(stage.fields)
    fields[field] = fields[field]._replace(contestants=tuple(rows))
    return with_stage(event, fields=tuple(fields))


def row_of(draw: Draw, event: Event) -> int:
    """Draw a row of the first list."""
    return draw(st.integers(0, len(event.stages[0].fields[0].contestants) - 1))


def with_match(event: Event, at: int, match: Match | None) -> Event:
    """Change a match of the only stage, or leave it out."""
    matches = list(event.stages[0].matches)
    matches[at : at + 1] = [] if match is None else [match]
    return with_stage(event, matches=tuple(matches))


# --- Seats -----------------------------------------------------------------------------------------------------------


def boards_of_everybody(draw: Draw, handbook: str) -> tuple[Event, Event]:
    """Let everybody tell their boards, one of them for another; then one of them plays a board more or less."""
    event = draw(nights(handbook))
    (stage,) = event.stages
    row, boards = row_of(draw, event), stage.schedule.boards
    first, *others = stage.fields[0].contestants[row].players
    part = draw(st.integers(1, boards - 1))
    players = (
        first._replace(boards=boards - part),
        *(each._replace(boards=boards) for each in others),
        Player("Sub", "sub", boards=part, substitute=True),
    )
    broken = (players[0]._replace(boards=boards - part + draw(st.sampled_from((1, -1)))), *players[1:])
    return with_row(event, row, players=players), with_row(event, row, players=broken)


def players_of_a_session(draw: Draw, handbook: str) -> tuple[Event, Event]:
    """Let the partner of a pair change between two sessions; then three of them sit in one."""
    event = draw(mitchells(handbook))
    (stage,) = event.stages
    event = with_stage(event, schedule=stage.schedule._replace(sessions=(12, 12)))
    row = row_of(draw, event)
    first, second = stage.fields[0].contestants[row].players
    sessions = draw(st.permutations((1, 2)))
    players = [first._replace(sessions=(1, 2)), second._replace(sessions=(sessions[0],))]
    players.append(Player("New", "new", sessions=(sessions[1],)))
    broken = [*players[:2], players[2]._replace(sessions=(sessions[0],))]
    return with_row(event, row, players=tuple(players)), with_row(event, row, players=tuple(broken))


def line_ups(draw: Draw, handbook: str) -> tuple[Event, Event]:
    """Let a team of five tell a line-up of four; then a fifth sits down, or one does not."""
    event = draw(teams(handbook, ("swiss",)))
    at = draw(st.integers(0, len(event.stages[0].matches) - 1))
    match = event.stages[0].matches[at]
    one, two = match.sides
    seated = people(one.contestant, 5)
    row = [each.name for each in event.stages[0].fields[0].contestants].index(one.contestant)
    event = with_row(event, row, players=seated)
    wrong = seated[: draw(st.sampled_from((3, 5)))]
    sound, broken = (match._replace(sides=(one._replace(players=each), two)) for each in (seated[:4], wrong))
    return with_match(event, at, sound), with_match(event, at, broken)


def too_many_in_a_team(draw: Draw, handbook: str) -> tuple[Event, Event]:
    """Name six players of a team, who can all have played enough; then so many that not all of them can."""
    event = draw(nights(handbook, (Play.TEAMS,)))
    row = row_of(draw, event)
    name = event.stages[0].fields[0].contestants[row].name
    large = draw(st.integers(13, 20))
    crowd = tuple(Player(f"{name} {number}", f"{name}/{number}") for number in range(large))
    return with_row(event, row, players=people(name, 6)), with_row(event, row, players=crowd)


# --- Results ---------------------------------------------------------------------------------------------------------


def counts(draw: Draw, handbook: str) -> tuple[Event, Event]:
    """Count what everybody won; then somebody has one win or draw more, or less."""
    event = counted(draw(events(handbook, ("swiss", "league"))))
    row = row_of(draw, event)
    tally = event.stages[0].fields[0].contestants[row].tally
    assert tally is not None
    word = draw(st.sampled_from(("won", "drawn")))
    number = getattr(tally, word)
    changed = number + (draw(st.sampled_from((1, -1))) if number else 1)
    return event, with_row(event, row, tally=tally._replace(**{word: changed}))


def listed_matches(draw: Draw, handbook: str) -> tuple[Event, Event]:
    """List every match; then one is missing, or somebody else is in it."""
    event = draw(events(handbook, ("swiss", "league")))
    matches = event.stages[0].matches
    at = draw(st.integers(0, len(matches) - 1))
    if draw(st.booleans()):
        return event, with_match(event, at, None)
    one, two = matches[at].sides
    inside = next(
        field.contestants
        for field in event.stages[0].fields
        if any(x.name == one.contestant for x in field.contestants)
    )
    other = draw(st.sampled_from([each.name for each in inside if each.name not in (one.contestant, two.contestant)]))
    winner = other if matches[at].winner == one.contestant else matches[at].winner
    return event, with_match(
        event, at, matches[at]._replace(sides=(one._replace(contestant=other), two), winner=winner)
    )


def segments(draw: Draw, handbook: str) -> tuple[Event, Event]:
    """Tell a match of a cup by its two halves; then one half is far higher on the other side."""
    event = draw(cups(handbook))
    number = draw(st.integers(0, len(event.stages[0].rounds) - 1))
    this = event.stages[0].rounds[number]
    at = draw(st.integers(0, len(this.matches) - 1))
    match = this.matches[at]
    ahead = match.winner == match.sides[0].contestant

    def half(own: int, other: int) -> Match:
        """Give a half in which the winner of the match has so many IMPs."""
        figures = (own, other) if ahead else (other, own)
        one, two = (side._replace(score=score) for side, score in zip(match.sides, figures, strict=True))
        return Match((one, two), (one if figures[0] > figures[1] else two).contestant)

    halves = half(draw(st.integers(30, 60)), 20), half(draw(st.integers(20, 40)), 15)
    wrong = halves[0], half(1, 90)

    def with_halves(told: tuple[Match, ...]) -> Event:
        matches = (*this.matches[:at], match._replace(segments=told), *this.matches[at + 1 :])
        rounds = list(event.stages[0].rounds)
        rounds[number] = this._replace(matches=matches)
        return with_stage(event, rounds=tuple(rounds))

    return with_halves(halves), with_halves(wrong)


def victory_points(draw: Draw, handbook: str) -> tuple[Event, Event]:
    """Tell a Swiss by victory points that add up to the list; then a match or a row has others."""
    event = draw(swisses(handbook))
    matches = []
    for match in event.stages[0].matches:
        high = draw(st.integers(11, 20)) if match.winner else 10
        own = high if match.winner == match.sides[0].contestant else 20 - high
        one, two = match.sides
        matches.append(match._replace(sides=(one._replace(score=own), two._replace(score=20 - own))))
    sums: Counter[str] = Counter()
    for match in matches:
        sums.update({side.contestant: int(side.score or 0) for side in match.sides})
    event = with_stage(
        event, matches=tuple(matches), scoring=Scoring.VICTORY_POINTS, match_scores=Scoring.VICTORY_POINTS
    )
    event = each_contestant(event, lambda one: one._replace(score=sums[one.name]))
    if draw(st.booleans()):
        row = row_of(draw, event)
        score = int(event.stages[0].fields[0].contestants[row].score or 0)
        return event, with_row(event, row, score=score + draw(st.integers(1, 30)))
    at = draw(st.integers(0, len(matches) - 1))
    one, two = matches[at].sides
    wrong = (
        (one._replace(score=(one.score or 0) + 1), two)
        if (one.score or 0) > (two.score or 0)
        else (one, two._replace(score=(two.score or 0) + 1))
    )
    if not matches[at].winner:
        wrong = (one._replace(score=9), two._replace(score=9))
    return event, with_match(event, at, matches[at]._replace(sides=wrong))


# --- Knock-outs ------------------------------------------------------------------------------------------------------


def rounds(draw: Draw, handbook: str) -> tuple[Event, Event]:
    """Play a cup to its end; then a match or a round is missing, or another side wins or plays."""
    event = draw(cups(handbook))
    own = list(event.stages[0].rounds)
    number = draw(st.integers(0, len(own) - 1))
    at = draw(st.integers(0, len(own[number].matches) - 1))
    match = own[number].matches[at]
    one, two = match.sides
    rest = (*own[number].matches[:at], *own[number].matches[at + 1 :])
    stranger = one._replace(
        contestant=next(
            each.name
            for each in event.stages[0].fields[0].contestants
            if each.name not in (one.contestant, two.contestant)
        )
    )
    loser = two.contestant if match.winner == one.contestant else one.contestant
    changed: dict[str, Round | None] = {
        "no round": None,
        "no match": own[number]._replace(matches=rest),
        "other winner": own[number]._replace(matches=(*rest, match._replace(winner=loser))),
        "other side": own[number]._replace(
            matches=(*rest, match._replace(sides=(stranger, two), winner=two.contestant))
        ),
    }
    last = number == len(own) - 1
    kinds = [kind for kind in changed if not (last and kind in ("other winner", "other side"))]
    new = changed[draw(st.sampled_from(kinds))]
    own[number : number + 1] = [] if new is None else [new]
    return event, with_stage(event, rounds=tuple(own))


# --- Scores and directions -------------------------------------------------------------------------------------------


def per_cent(draw: Draw, handbook: str) -> tuple[Event, Event]:
    """Tell per cent that average 50; then somebody has more than 100, or everybody a handicap."""
    event = draw(nights(handbook, (Play.PAIRS, Play.TEAMS)))
    size = len(event.stages[0].fields[0].contestants)
    off = [Decimal(draw(st.integers(1, 1400))) / 100 for _ in range(size // 2)]
    scores = [50 + each for each in off] + [50 - each for each in off] + [Decimal(50)] * (size % 2)
    (stage,) = event.stages

    def scored(figures: list[Decimal]) -> Event:
        rows = zip(stage.fields[0].contestants, figures, strict=True)
        field = stage.fields[0]._replace(contestants=tuple(one._replace(score=score) for one, score in rows))
        return with_stage(event, fields=(field,))

    at = draw(st.integers(0, size - 1))
    wrong = [*scores[:at], scores[at] + 100, *scores[at + 1 :]]
    return scored(scores), scored(draw(st.sampled_from((wrong, [each + 11 for each in scores]))))


def directions(draw: Draw, handbook: str) -> tuple[Event, Event]:
    """Play a Mitchell; then two pairs of a direction are missing, or it is a Howell."""
    event = with_stage(draw(mitchells(handbook)), movement=draw(st.sampled_from((None, Movement.MITCHELL))))
    one, two = event.stages[0].fields
    if draw(st.booleans()):
        return event, with_stage(event, movement=draw(st.sampled_from((Movement.HOWELL, Movement.ARROW_SWITCHED))))
    return event, with_stage(event, fields=(one, two._replace(contestants=two.contestants[2:])))


def one_list(draw: Draw, handbook: str) -> tuple[Event, Event]:
    """Play a Howell; then it is called a Mitchell, which has two lists."""
    event = with_stage(draw(nights(handbook, (Play.PAIRS,))), movement=Movement.HOWELL)
    return event, with_stage(event, movement=Movement.MITCHELL)


BALANCES = (
    boards_of_everybody,
    players_of_a_session,
    line_ups,
    too_many_in_a_team,
    counts,
    listed_matches,
    segments,
    victory_points,
    rounds,
    per_cent,
    directions,
    one_list,
)
each_balance = pytest.mark.parametrize("balance", BALANCES, ids=lambda each: each.__name__)
under_every_handbook = pytest.mark.parametrize("handbook", HANDBOOKS)


def weigh(draw: Draw, handbook: str, balance: Callable[[Draw, str], tuple[Event, Event]]) -> None:
    """See that an event is paid without a question, and that it is told what is broken in it."""
    sound, broken = balance(draw, handbook)
    assert outcome(handbook, sound).problems == ()
    assert told(handbook, broken) - told(handbook, sound), broken


@each_balance
@under_every_handbook
@LAW
@given(st.data())
def test_what_balances_is_paid_and_a_broken_figure_is_told(
    handbook: str, balance: Callable[[Draw, str], tuple[Event, Event]], data: st.DataObject
) -> None:
    weigh(data.draw, handbook, balance)


@pytest.mark.proof
@each_balance
@under_every_handbook
@PROOF
@given(st.data())
def test_what_balances_is_paid_and_a_broken_figure_is_told_250_times(
    handbook: str, balance: Callable[[Draw, str], tuple[Event, Event]], data: st.DataObject
) -> None:
    weigh(data.draw, handbook, balance)
