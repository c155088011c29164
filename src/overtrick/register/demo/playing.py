"""What is played, and who comes where? Club nights, county events, teams; from chance that can be repeated."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine.event import Contest, Contestant, Event, Field, Match, Play, Player, Schedule, Side, Stage
from overtrick.register.demo import names
from overtrick.register.demo.sizes import BOARDS, PAIRS, SESSION_SHAPE

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date
    from random import Random

_LEAST_PAIRS = 6
_TEAM = 4
_SWISS_ROUNDS = 5
_MATCH_BOARDS = 6
_TWO_WINNERS = 10  #: from so many pairs on

#: Of a hundred club nights so many are for teams; the rest is for pairs.
_TEAMS = 8

#: What a club and a county play for: the status, or the grade; and what the county's events say besides.
STATUS = {"ebu": ("club", "county"), "abf": ("E", "B4")}
FACTS: dict[str, tuple[tuple[tuple[str, str], ...], ...]] = {
    "ebu": ((), (("points", "blue"),), (("green event", "multiple pairs"), ("points", "green"))),
    "abf": ((),),
}


class Known(NamedTuple):
    """A player as clubs write one."""

    name: str
    number: str


def club_night(handbook: str, club: str, members: Sequence[Known], day: date, chance: Random) -> Event:
    """Play a session of a club."""
    if chance.randrange(100) < _TEAMS and len(members) >= 4 * _TEAM:
        return teams(handbook, club, members, day, chance)
    wanted = max(PAIRS * chance.choice(SESSION_SHAPE) // 1000, _LEAST_PAIRS)
    pairs = _together(members, 2, wanted, chance)
    two = len(pairs) >= _TWO_WINNERS and len(pairs) % 2 == 0 and chance.randrange(2) == 0
    boards = chance.choice(BOARDS)
    halves = (pairs[::2], pairs[1::2]) if two else (pairs,)
    titles = ("North-South", "East-West") if two else ("",)
    fields = tuple(Field(title, _ranked(half, chance)) for title, half in zip(titles, halves, strict=True))
    stage = Stage(Play.PAIRS, Schedule(boards), fields, winners=2 if two else 1)
    return Event(f"{names.night(day.weekday())} pairs", day, (stage,), STATUS[handbook][0], club)


def county_pairs(handbook: str, county: str, members: Sequence[Known], day: date, chance: Random) -> Event:
    """Play a county's pairs, larger than any club's night."""
    pairs = _together(members, 2, 20 + chance.randrange(20), chance)
    stage = Stage(Play.PAIRS, Schedule(30), (Field("", _ranked(pairs, chance)),))
    facts = FACTS[handbook][day.month % len(FACTS[handbook])]
    return Event(f"{county} pairs", day, (stage,), STATUS[handbook][1], county, facts=facts)


def teams(handbook: str, club: str, members: Sequence[Known], day: date, chance: Random) -> Event:
    """Play Swiss teams: who has won most matches meets the next."""
    entered = _together(members, _TEAM, max(4, min(12, len(members) // _TEAM)), chance)
    entered = entered[: len(entered) // 2 * 2]
    called = [f"{each[0].name.split()[-1]} {at}" for at, each in enumerate(entered, 1)]
    won = [0] * len(entered)
    matches: list[Match] = []
    order = list(range(len(entered)))
    for _round in range(min(_SWISS_ROUNDS, len(entered) - 1)):
        order.sort(key=lambda at: (-won[at], chance.random()))
        for one, other in zip(order[::2], order[1::2], strict=True):
            margin = chance.randrange(-30, 31)
            won[one] += 2 if margin > 0 else margin == 0
            won[other] += 2 if margin < 0 else margin == 0
            winner = called[one] if margin > 0 else called[other] if margin < 0 else ""
            sides = (Side(called[one], score=30 + margin), Side(called[other], score=30))
            matches.append(Match(sides, winner, _MATCH_BOARDS))
    score = dict(zip(called, won, strict=True))
    ranked = sorted(zip(called, entered, strict=True), key=lambda each: -score[each[0]])
    contestants = [
        Contestant(name, _players(group), 1 + sum(other > score[name] for other in won), Decimal(score[name]))
        for name, group in ranked
    ]
    boards = _MATCH_BOARDS * min(_SWISS_ROUNDS, len(entered) - 1)
    stage = Stage(
        Play.TEAMS,
        Schedule(boards),
        (Field(contestants=tuple(contestants)),),
        contest=Contest.SWISS,
        match_boards=_MATCH_BOARDS,
        matches=tuple(matches),
        matchpoints=False,
    )
    return Event(f"{names.night(day.weekday())} teams", day, (stage,), STATUS[handbook][0], club)


def _together(members: Sequence[Known], size: int, wanted: int, chance: Random) -> list[tuple[Known, ...]]:
    """Seat people in pairs or teams; the first of the list come more often than the last."""
    found: dict[int, None] = {}
    most = min(wanted * size, len(members) // size * size)
    while len(found) < most:
        far = chance.random()
        found.setdefault(int(len(members) * far * far))
        if chance.randrange(len(members)) < len(found):
            found.setdefault(chance.randrange(len(members)))
    seated = [members[at] for at in list(found)[:most]]
    return [tuple(seated[at : at + size]) for at in range(0, most, size)]


def _players(group: Sequence[Known]) -> tuple[Player, ...]:
    return tuple(Player(each.name, each.number) for each in group)


def _ranked(groups: Sequence[Sequence[Known]], chance: Random) -> tuple[Contestant, ...]:
    """Let everybody score; the grid is so coarse that about one pair in seven ties."""
    scored = sorted(((3_500 + 25 * chance.randrange(121), at) for at in range(len(groups))), reverse=True)
    scores = [score for score, _at in scored]
    return tuple(
        Contestant(
            " & ".join(each.name for each in groups[at]),
            _players(groups[at]),
            1 + scores.index(score),
            Decimal(score) / 100,
        )
        for score, at in scored
    )
