"""What is awarded as one match? Matches, the segments of a long one, and the premium of their round (4.2.3, 7.5.3)."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

from overtrick.engine import lengths
from overtrick.engine.assessment import Asked
from overtrick.engine.event import Contest, Match, Side, StageKind
from overtrick.engine.played import known_by
from overtrick.engine.records import NamedTuple
from overtrick.engine.working import rule

from . import match_awards, match_scores, national

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from fractions import Fraction

    from overtrick.engine.event import Round, Scoring, Stage
    from overtrick.engine.working import Step
    from overtrick.handbooks.edition import Book

    from .course import Course

    Places = Mapping[str, tuple[int, int]]

_BOTH = (0, 1)


class Piece(NamedTuple):
    """A match, or a part of a long one that is awarded by itself."""

    match: Match
    full: int  #: boards of a full match; a triangle has half-matches of it
    factors: list[Step]
    scored: Scoring
    seated: tuple[frozenset[str], frozenset[str]]  #: who sat down for each side, where it is told

    @property
    def triangular(self) -> bool:
        """Say whether it is a half-match of a triangle."""
        return self.match.triangular

    @property
    def names(self) -> tuple[str, str]:
        """Name the two sides."""
        one, two = self.match.sides
        return one.contestant, two.contestant

    def part(self, book: Book, at: int, boards: int) -> Fraction | int:
        """Say what part of the match a side took."""
        return match_scores.part_won(book, self.match, at, boards, self.scored)


def listed(course: Course, index: int, places: Places) -> Iterator[Piece]:
    """List what is awarded in a stage, match by match and segment by segment."""
    stage = course.event.stages[index]
    if not stage.matches and not stage.rounds:
        return
    scored = match_scores.unit(course.event, index)
    factors = _Factors(course, index, places)
    for whole, this in _wholes(course, index):
        own = factors.of(whole, this)
        listing = course.listed_in(index).get(whole.sides[0].contestant)
        full = lengths.full_length(stage, whole, this, listing.field if listing is not None else None)
        if not whole.segments:
            yield Piece(whole, full, own, scored, (_seated(whole, 0, whole), _seated(whole, 1, whole)))
            continue
        for part, boards, seated in _by_segment(course.book, whole, full, index):
            yield Piece(part, boards, own, scored, seated)


def _wholes(course: Course, index: int) -> Iterator[tuple[Match, Round | None]]:
    """List the matches as they were arranged: the segments of one are put together where they are listed apart.

    In a round of a knock-out, and in a play-off, the same two sides meet once; what is listed more often is segments.
    Beside the rounds of a knock-out, matches are the segments of those in the rounds.
    """
    stage = course.event.stages[index]
    if not stage.rounds:
        for whole in _grouped(stage, stage.matches) if course.paid_by == national.PLAY_OFF else stage.matches:
            yield whole, None
        return
    met: set[frozenset[str]] = set()
    for this in stage.rounds:
        for whole in _grouped(stage, this.matches, this):
            met.add(_pair(whole))
            yield _with_stanzas(course, index, whole, this), this
    for match in stage.matches:
        if _pair(match) not in met:
            yield match, None


def _pair(match: Match) -> frozenset[str]:
    return frozenset(side.contestant for side in match.sides)


def _with_stanzas(course: Course, index: int, match: Match, this: Round) -> Match:
    if match.segments or not course.event.stages[index].matches:
        return match
    met = (each for each in course.play(index).meetings(match.sides[0].contestant) if each.round is this)
    return next((each.match for each in met if _pair(each.match) == _pair(match)), match)


def _grouped(stage: Stage, matches: Sequence[Match], this: Round | None = None) -> Iterator[Match]:
    """Put matches of the same two sides together, in the order they were played; those of a triangle stay apart."""
    found: dict[object, list[Match]] = {}
    for at, match in enumerate(matches):
        found.setdefault(at if match.triangular else _pair(match), []).append(match)
    for each in found.values():
        if len(each) == 1:
            yield each[0]
            continue
        one, two = (Side(side.contestant) for side in each[0].sides)
        segments = [
            _turned(match, one.contestant)._replace(boards=lengths.full_length(stage, match, this)) for match in each
        ]
        yield Match((one, two), boards=sum(match.boards for match in segments), segments=tuple(segments))


def _turned(match: Match, first: str) -> Match:
    one, two = match.sides
    return match if one.contestant == first else match._replace(sides=(two, one))


@rule("7.5.3/2")
def _by_segment(
    book: Book, match: Match, full: int, index: int
) -> Iterator[tuple[Match, int, tuple[frozenset[str], frozenset[str]]]]:
    """Award a long match segment by segment; short equal neighbours count as one, with their scores added up."""
    parts = [_turned(each, match.sides[0].contestant) for each in match.segments]
    told = any(each.winner or each.sides[0].score is not None or each.sides[0].imps is not None for each in parts)
    boards = lengths.segment_lengths(match, full)
    groups = match_awards.joined(book, boards)
    everybody = tuple(_seated_in(match, at, parts) for at in _BOTH)
    if not told and len(groups) > 1 and _has_result(match):
        raise Asked(
            "How did the segments of this match end? Each of 12 boards or more is awarded by itself (7.5.3).",
            "Give each segment its 'scores' or its 'winner'.",
            "stages",
            index,
            "segments",
            code="abf-segments",
        )
    if not told:
        yield match._replace(segments=()), full, (everybody[0], everybody[1])
        return
    for group in groups:
        own = [parts[at] for at in group]
        length = sum(boards[at] for at in group)
        seated = tuple(_seated_in(match, at, own) for at in _BOTH)
        yield _added_up(match, own), length, (seated[0], seated[1])


def _has_result(match: Match) -> bool:
    return bool(match.winner) or match.sides[0].score is not None or match.sides[0].imps is not None


def _added_up(match: Match, segments: Sequence[Match]) -> Match:
    """Add the scores of segments up; without scores the one who won more of them has won."""
    if len(segments) == 1:
        return segments[0]._replace(triangular=match.triangular)
    one, two = match.sides
    sums: list[tuple[Decimal | None, Decimal | None]] = []
    for at in _BOTH:
        scores, imps = [each.sides[at].score for each in segments], [each.sides[at].imps for each in segments]
        sums.append((_sum(scores), _sum(imps)))
    wins = [sum(each.winner == side.contestant for each in segments) for side in (one, two)]
    winner = "" if wins[0] == wins[1] else (one if wins[0] > wins[1] else two).contestant
    sides = (
        Side(one.contestant, score=sums[0][0], imps=sums[0][1]),
        Side(two.contestant, score=sums[1][0], imps=sums[1][1]),
    )
    return Match(sides, winner, triangular=match.triangular)


def _sum(scores: Sequence[int | Decimal | None]) -> Decimal | None:
    told = [Decimal(score) for score in scores if score is not None]
    return sum(told, start=Decimal(0)) if len(told) == len(scores) else None


def _seated(match: Match, at: int, whole: Match) -> frozenset[str]:
    players = match.sides[at].players or whole.sides[at].players
    return frozenset(known_by(player) for player in players)


def _seated_in(match: Match, at: int, segments: Sequence[Match]) -> frozenset[str]:
    """Collect who sat down in one of the segments; nobody, where one of them does not tell it."""
    each = [_seated(segment, at, match) for segment in segments]
    return frozenset().union(*each) if all(each) else frozenset()


class _Factors:
    """The factors of each match: in a knock-out the premium is that of the round, and a match of losers has none."""

    def __init__(self, course: Course, index: int, places: Places) -> None:
        self._course = course
        self._index = index
        self._plain = course.common_factors(course.event.stages[index])
        self._usual = course.session_terms(index)[1]
        self._rounds: dict[int, list[Step]] = {}
        self._beaten = dict(_beaten_before(course.event.stages[index], places))

    @rule("4.2.4/2")
    def of(self, match: Match, this: Round | None) -> list[Step]:
        """Give the factors of a match."""
        if this is None:
            return self._usual
        names = {side.contestant for side in match.sides}
        if names <= self._beaten[id(this)]:
            return self._plain
        if id(this) not in self._rounds:
            self._rounds[id(this)] = self._round(this)
        return self._rounds[id(this)]

    def _round(self, this: Round) -> list[Step]:
        course, stage = self._course, self._course.event.stages[self._index]
        if stage.kind in (StageKind.CONSOLATION, StageKind.THIRD_FINAL):
            return self._usual
        premium = course.premium(self._index, this)
        return [*self._plain, *([premium] if premium is not None else [])]


def _beaten_before(stage: Stage, places: Places) -> Iterator[tuple[int, set[str]]]:
    """Say for each round who was out before it: beaten, or behind in the list after a drawn match."""
    out: set[str] = set()
    for this in stage.rounds:
        yield id(this), set(out)
        now: set[str] = set()
        won: set[str] = set()
        for match in this.matches:
            names = [side.contestant for side in match.sides]
            won.add(match.winner)
            if match.winner:
                now |= set(names) - {match.winner}
            elif all(name in places for name in names) and places[names[0]][0] != places[names[1]][0]:
                now.add(max(names, key=lambda name: places[name][0]))
        now -= won  # who won a half-match of a triangle may play on
        out = now if stage.contest is Contest.DOUBLE_KNOCK_OUT else out | now
