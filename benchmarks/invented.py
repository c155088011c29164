"""Invented club events for the benchmarks: sizes, lengths and ties as clubs have them, the same for every run."""

from __future__ import annotations

import random
from datetime import date
from typing import NamedTuple

from overtrick.engine.event import Contest, Contestant, Event, Field, Match, Play, Player, Schedule, Side, Stage

DAY = date(2026, 11, 12)
SEED = 20261112

#: Statuses by how common they are, with the factor on Club in halves.
STATUSES = (("club", 2), ("district", 3), ("county", 4), ("regional", 6), ("national", 8))


class Bare(NamedTuple):
    """An event as the hard-coded loop takes it: numbers only."""

    play: str
    winners: int
    boards: int
    factor_in_halves: int
    scores: tuple[tuple[int, ...], ...]  #: of each ranking list


def bare_events(number: int, seed: int = SEED) -> list[Bare]:
    """Invent club nights: seven tables on average, mostly 24 boards, one pair in seven tied."""
    dice = random.Random(seed)
    events = []
    for _ in range(number):
        tables = min(max(round(dice.lognormvariate(1.85, 0.45)), 5), 40)
        play = dice.choices(("pairs", "teams", "individual"), (90, 8, 2))[0]
        winners = dice.choice((1, 2)) if play == "pairs" else 1
        boards = dice.choices((16, 22, 24, 26, 27, 48), (6, 12, 40, 20, 18, 4))[0]
        if play == "teams":
            boards = 24  # from 36 boards on, teams are paid by the match
        size = {"pairs": 2 * tables // winners, "teams": tables, "individual": 4 * tables}[play]
        grid = size * 6
        scores = tuple(tuple(dice.randrange(grid) for _ in range(size)) for _ in range(winners))
        _name, factor = dice.choices(STATUSES, (88, 6, 4, 1, 1))[0]
        events.append(Bare(play, winners, boards, factor, scores))
    return events


def as_event(bare: Bare) -> Event:
    """Dress a bare event as a results file would give it."""
    players = {"pairs": 2, "teams": 4, "individual": 1}[bare.play]
    names = ("North–South", "East–West") if bare.winners == 2 else ("",)
    fields = tuple(
        Field(
            name,
            tuple(
                Contestant(
                    str(index + 1),
                    tuple(Player(f"Player {name}{index} {seat}", f"{at}{index}{seat}") for seat in range(players)),
                    score=score,
                )
                for index, score in enumerate(scores)
            ),
        )
        for at, (name, scores) in enumerate(zip(names, bare.scores, strict=True))
    )
    status = next(name for name, factor in STATUSES if factor == bare.factor_in_halves)
    stage = Stage(Play(bare.play), Schedule(bare.boards), fields, winners=bare.winners)
    return Event("Club night", DAY, (stage,), status)


def as_abf_event(bare: Bare) -> Event:
    """Dress a bare event as an Australian club night of the same size."""
    return as_event(bare)._replace(status="E")


def swiss(pairs: int, status: str, rounds: int = 7, boards: int = 7) -> Event:
    """Invent a Swiss pairs event with every match of it listed; the lower number wins."""
    dice = random.Random(pairs)
    wins = [0] * pairs
    matches = []
    for _ in range(rounds):
        order = dice.sample(range(pairs), pairs)
        for one, other in zip(order[::2], order[1::2], strict=True):
            wins[min(one, other)] += 1
            matches.append(Match((Side(str(one)), Side(str(other))), winner=str(min(one, other))))
    ranked = tuple(
        Contestant(str(index), (Player(f"Ann {index}", f"{index}1"), Player(f"Bob {index}", f"{index}2")), score=won)
        for index, won in enumerate(wins)
    )
    stage = Stage(
        Play.PAIRS,
        Schedule(rounds * boards),
        (Field("", ranked),),
        contest=Contest.SWISS,
        match_boards=boards,
        matches=tuple(matches),
    )
    return Event("Swiss pairs", DAY, (stage,), status)


def hard_coded_abf(bare: Bare) -> list[list[int]]:
    """Pay a grade E pairs session by whole numbers only, in hundredths: the floor of the Australian handbook.

    The winner gets 3 or 6 hundredths a table, second 70 %, place n one part in n − 1; the top half is paid, halves of a
    hundredth go up.
    """
    if bare.play != "pairs" or not 24 <= bare.boards < 48:
        return []
    two = bare.winners == 2
    tables = max(map(len, bare.scores)) if two else -(-len(bare.scores[0]) // 2)
    if tables > (30 if two else 15) or (two and tables < 4):
        return []
    winner = tables * (3 if two else 6)
    result = []
    for scores in bare.scores:
        points = [0] * len(scores)
        order = sorted(range(len(scores)), key=scores.__getitem__, reverse=True)
        paid = len(scores) // 2
        at = 0
        while at < paid:
            end = at + 1
            score = scores[order[at]]
            while end < len(order) and scores[order[end]] == score:
                end += 1
            # shares over a common denominator: sum of winner × part, parts 1, 7/10, 1/2, 1/3 …
            over, under = 0, 1
            for place in range(at + 1, min(end, paid) + 1):
                top, bottom = (1, 1) if place == 1 else (7, 10) if place == 2 else (1, place - 1)
                over, under = over * bottom + top * under, under * bottom
            under *= end - at
            award = (2 * winner * over + under) // (2 * under)
            for index in order[at:end]:
                points[index] = award
            at = end
        result.append(points)
    return result


def hard_coded(bare: Bare) -> list[list[int]]:
    """Pay an event by whole numbers only: the floor. Points of every contestant, list by list."""
    boards, factor = bare.boards, bare.factor_in_halves
    divisor, limit = (4, 75) if boards < 18 else (3, 100) if boards < 36 else (2, 300)
    if bare.play == "individual":
        step, share = 3, 4
        tables = len(bare.scores[0]) // 4
        reached = 25 if boards < 36 else 50
    elif bare.winners == 2 or bare.play == "teams":
        step, share = 10, 1
        tables = min(map(len, bare.scores))
        reached = 30 if boards < 36 else 60
    else:
        step, share = 6, 2
        tables = len(bare.scores[0]) // 2
        reached = 25 if boards < 36 else 50
    paid = -(-tables * share // divisor)
    if tables > reached or paid * step > limit:
        return []  # the square root is not for this loop
    least = (6 * factor + 1) // 2
    result = []
    for scores in bare.scores:
        points = [0] * len(scores)
        order = sorted(range(len(scores)), key=scores.__getitem__, reverse=True)
        at = 0
        while at < paid and at < len(order):
            end = at + 1
            score = scores[order[at]]
            while end < len(order) and scores[order[end]] == score:
                end += 1
            tied = end - at
            last = min(end, paid)
            total = (last - at) * (2 * paid - at - last + 1) // 2 * step * factor
            award = -(-total // (2 * tied))
            award = max(award, least)
            for index in order[at:end]:
                points[index] = award
            at = end
        result.append(points)
    return result
