"""Who won a short triangle? Three meet in mini-matches of half the length, and the two of a side are one match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine import lengths
from overtrick.engine.assessment import Unknown
from overtrick.engine.event import Match, Side
from overtrick.engine.played import Meeting
from overtrick.handbooks.family.shared import shared

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from overtrick.engine.event import Ended, Player, Stage, Tally
    from overtrick.engine.played import StagePlay

#: A side of a short triangle plays so many mini-matches at once.
_MINI_MATCHES = 2


def as_one_match(play: StagePlay, contestants: Iterable[str]) -> Iterator[Meeting]:
    """List the matches of some contestants, a short triangle as the one match that it counts as."""
    inside = set(contestants)
    for name in inside:
        yield from (each for each in play.meetings(name) if not each.match.triangular)
    for match in short_triangles(play.stage):
        if match.sides[0].contestant in inside:
            yield Meeting.seen(match, 0, match.boards)


def check_counts(counts: Tally) -> None:
    """See that triangles are counted as matches where they are won by their victory points."""
    if counts.mini_won or counts.mini_drawn:
        found = "Mini-matches are counted, but a short triangle is won by its victory points."
        remedy = "Count each short triangle as one match won, drawn or lost."
        raise Unknown(found, remedy, "fields", 0, code="mini-matches-counted")


@shared
def short_triangles(stage: Stage) -> Iterator[Match]:
    """A short triangle is one match: won with over half of the victory points of both mini-matches, drawn with half.

    The two mini-matches of a contestant follow each other in the list. Each contestant's result stands by itself.
    """
    minis: dict[str, list[Match]] = {}
    for match in stage.matches:
        if match.triangular:
            for side in match.sides:
                minis.setdefault(side.contestant, []).append(match)
    for name, played in minis.items():
        if len(played) % _MINI_MATCHES:
            found = f"{name!r} has a mini-match without the other of its triangle."
            raise Unknown(found, "List all three mini-matches of a triangle.", "matches", code="mini-matches-missing")
        for at in range(0, len(played), _MINI_MATCHES):
            yield _together(name, played[at : at + _MINI_MATCHES], stage)


def _together(name: str, pair: list[Match], stage: Stage) -> Match:
    own, all_points = _victory_points(name, pair)
    ended: Ended = max((match.ended for match in pair), key=lambda each: each.value != "played")
    outcome = name if 2 * own > all_points else "" if 2 * own == all_points else "the others"
    side = Side(name, _lined_up(name, pair, stage))
    return Match((side, Side("the others")), outcome, _full(stage, pair[0], name), ended)


def _full(stage: Stage, match: Match, name: str) -> int:
    """Give the boards of a full match in the list of a contestant."""
    own = (
        field for field in stage.fields if field.match_boards and any(each.name == name for each in field.contestants)
    )
    return lengths.full_length(stage, match, field=next(own, None))


def _victory_points(name: str, pair: list[Match]) -> tuple[int, int]:
    """Add up the scores of a side and of both; without scores two equal results tell enough."""
    scores = [(side.contestant == name, side.score) for match in pair for side in match.sides]
    if all(score is not None for _own, score in scores):
        hundredths = [(own, int(100 * (score or 0))) for own, score in scores]
        return sum(score for own, score in hundredths if own), sum(score for _own, score in hundredths)
    results = {match.winner == name if match.winner else None for match in pair}
    if len(results) > 1:
        found = f"{name!r} won one mini-match of a triangle and not the other, and the victory points are missing."
        raise Unknown(found, "Give the victory points of every mini-match.", "matches", code="scores-missing")
    return {True: (2, 2), None: (1, 2), False: (0, 2)}[results.pop()]


def _lined_up(name: str, pair: list[Match], stage: Stage) -> tuple[Player, ...]:
    found: dict[str, Player] = {}
    for match in pair:
        boards = _full(stage, match, name) // 2
        for side in match.sides:
            if side.contestant == name:
                for player in side.players:
                    key = player.number or player.name
                    before = found[key].boards or 0 if key in found else 0
                    found[key] = player._replace(boards=before + (boards if player.boards is None else player.boards))
    return tuple(found.values())
