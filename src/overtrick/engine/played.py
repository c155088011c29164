"""What did each player play? The boards played and possible in each match and stage, however they were given.

Line-ups and segments tell it match by match, boards and sessions of a player for the stage. Who tells nothing of a
player says that the player played throughout. Where only the total is told, the boards of one match lie between two
bounds, and a rule that needs to know more asks.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from overtrick.engine import lengths
from overtrick.engine.event import Play, Player

if TYPE_CHECKING:
    from collections.abc import Iterator

    from overtrick.engine.event import Contestant, Field, Match, Round, Side, Stage


class Share(NamedTuple):
    """The boards a player played of those that the contestant did, as far as it is told."""

    least: int
    most: int
    possible: int
    even: Fraction | None = None  #: where only a total is told: what falls on this match if it was spread evenly

    @property
    def known(self) -> bool:
        """Say whether there is no doubt."""
        return self.least == self.most

    def reaches(self, part: Fraction | int, of: int | None = None) -> bool | None:
        """Say whether a player played a part of the boards; None if what is told does not decide it."""
        return self.reaches_boards(part * (self.possible if of is None else of))

    def reaches_boards(self, boards: Fraction | int) -> bool | None:
        """Say whether a player played so many boards; None if what is told does not decide it.

        Who reaches the part over all the matches of which only the total is told is taken to reach it in each.
        """
        if self.least >= boards or (self.even is not None and self.even >= boards):
            return True
        return None if self.most >= boards else False


class Meeting(NamedTuple):
    """A match as one of its sides sees it."""

    match: Match  #: with its segments, also where they are listed as matches beside the rounds of a cup
    side: Side
    full: int  #: boards of a full match
    at: int  #: which of the two sides it is, 0 or 1
    round: Round | None = None
    tells: bool = False  #: whether it is told who sat down
    number: int = 0  #: of the match within its stage, from 1; 0: it is put together of others

    @classmethod
    def seen(cls, match: Match, at: int, full: int, this: Round | None = None, number: int = 0) -> Meeting:
        """See a match from one of its sides."""
        side, segments = match.sides[at], match.segments
        told = bool(side.players) or (bool(segments) and any(each.sides[at].players for each in segments))
        return cls(match, side, full, at, this, told, number)

    @property
    def boards(self) -> int:
        """The boards as it was played: a mini-match of a triangle has half of those of a full match."""
        return self.full // 2 if self.match.triangular else self.full

    @property
    def opponent(self) -> str:
        """Name the other side."""
        return self.match.sides[1 - self.at].contestant

    @property
    def lined_up(self) -> Iterator[Player]:
        """List everybody who sat down, as often as they did."""
        yield from self.side.players
        for segment in self.match.segments:
            yield from segment.sides[self.at].players

    def boards_of(self, player: Player, *, member: bool) -> int | None:
        """Count the boards of a player where line-ups are told; None if they are not.

        A segment without a line-up has that of the match; without one there, the whole contestant played it.
        """
        if not self.tells:
            return None
        own, match = known_by(player), self.match
        if not any(each.sides[self.at].players for each in match.segments):
            return _seated(self.side.players, own, self.boards)
        played = 0
        for segment, boards in zip(match.segments, lengths.segment_lengths(match, self.boards), strict=True):
            seated = segment.sides[self.at].players or self.side.players
            played += _seated(seated, own, boards) if seated else boards if member else 0
        return played


def known_by(player: Player) -> str:
    """Know a player of a contestant again: by number, without one by name."""
    return player.number or player.name


def seats(stage: Stage) -> int:
    """Count who plays for a contestant at one time."""
    return stage.team_size if stage.play is Play.TEAMS else 2 if stage.play is Play.PAIRS else 1


def team(contestant: Contestant) -> tuple[Player, ...]:
    """Give the players of a contestant; one that lists none stands for itself."""
    return contestant.players or (Player(contestant.name),)


class StagePlay:
    """The matches of a stage by contestant, found once, and what each player played of them."""

    def __init__(self, stage: Stage) -> None:
        """Go through the matches once."""
        self.stage = stage
        self._meetings: dict[str, list[Meeting]] = {}
        self._count = 0
        self._of_match: dict[int, tuple[Meeting, ...]] = {}
        self._told: set[str] = set()  #: of these contestants it is told who sat down, at least once
        self._programmes: dict[tuple[str, str, str], int] = {}
        segments = _listed_segments(stage) if stage.rounds and stage.matches else {}
        for this in stage.rounds:
            for match in this.matches:
                self._add(match, this, segments.get(_pair(match), ()))
        if not stage.rounds:
            for match in stage.matches:
                self._add(match, None, ())

    def _add(self, match: Match, this: Round | None, listed: tuple[Match, ...]) -> None:
        whole = match._replace(segments=listed) if listed and not match.segments else match
        full = lengths.full_length(self.stage, whole, this, self._lists.get(match.sides[0].contestant))
        self._count += 1
        both = Meeting.seen(whole, 0, full, this, self._count), Meeting.seen(whole, 1, full, this, self._count)
        self._of_match[id(match)] = both
        for meeting in both:
            name = meeting.side.contestant
            self._meetings.setdefault(name, []).append(meeting)
            if meeting.tells:
                self._told.add(name)

    @cached_property
    def _lists(self) -> dict[str, Field]:
        """Find the list of each contestant, where lists tell how long their matches are."""
        own = [field for field in self.stage.fields if field.match_boards]
        return {each.name: field for field in own for each in field.contestants}

    @cached_property
    def _all_listed(self) -> bool:
        """Say whether every match is listed: somebody's add up to the programme, so that who has fewer had a bye."""
        if self.stage.rounds:
            return True
        most = max((sum(each.boards for each in own) for own in self._meetings.values()), default=0)
        return most >= self.stage.schedule.boards

    def meetings(self, contestant: str) -> list[Meeting]:
        """List the matches of a contestant in the order they were played."""
        return self._meetings.get(contestant, [])

    def of_match(self, match: Match) -> tuple[Meeting, ...]:
        """Give a match of this stage as each of its sides sees it."""
        return self._of_match[id(match)]

    def players(self, contestant: Contestant) -> list[Player]:
        """List everybody who played for a contestant: its players, and who else sat down in one of its matches."""
        if contestant.name not in self._told:
            return list(team(contestant))
        found = {known_by(player): player for player in team(contestant)}
        for meeting in self.meetings(contestant.name):
            for player in meeting.lined_up:
                found.setdefault(known_by(player), player._replace(boards=None, deemed=0))
        return list(found.values())

    def tells(self, contestant: Contestant) -> bool:
        """Say whether line-ups of a contestant are told."""
        return contestant.name in self._told

    def team_boards(self, contestant: Contestant, field: Field) -> int:
        """Count the boards that a contestant played: its matches where all are listed, otherwise the programme."""
        own = self.meetings(contestant.name)
        if own and self._all_listed:
            return sum(each.boards for each in own)
        return self.programme(field)

    def programme(self, field: Field) -> int:
        """Count the boards that a list was to play."""
        at = (field.division, field.section, field.name)
        if at not in self._programmes:
            self._programmes[at] = lengths.schedule_of(self.stage, field).boards
        return self._programmes[at]

    def in_match(self, contestant: Contestant, player: Player, meeting: Meeting) -> Share:
        """Say what a player played of one match."""
        boards, member = meeting.boards, self.is_member(contestant, player)
        told, total = meeting.boards_of(player, member=member), self._total(player)
        if told is not None or total is None:
            played = told if told is not None else boards if member else 0
            return Share(played, played, boards)
        elsewhere, open_boards, everything = 0, 0, 0
        for each in self.meetings(contestant.name):
            everything += each.boards
            if each.number != meeting.number:
                own = each.boards_of(player, member=member)
                elsewhere += own or 0
                open_boards += each.boards if own is None else 0
        # A triangle that counts as one match is put together of two that are listed.
        return _part_of(max(total - elsewhere, 0), boards, min(open_boards, max(everything - boards, 0)))

    def in_each_match(self, contestant: Contestant, player: Player, field: Field, boards: int) -> Share:
        """Say what a player played of any one match where matches are counted and not listed."""
        total = self._total(player)
        if total is None:
            played = boards if self.is_member(contestant, player) else 0
            return Share(played, played, boards)
        return _part_of(total, boards, max(self.team_boards(contestant, field) - boards, 0))

    def in_session(self, contestant: Contestant, player: Player, number: int, boards: int) -> Share:
        """Say what a player played of one session."""
        total = self._total(player)
        if player.sessions or total is None:
            there = number in player.sessions if player.sessions else self.is_member(contestant, player)
            return Share(boards * there, boards * there, boards)
        return _part_of(total, boards, max(self.stage.schedule.boards - boards, 0))

    def in_stage(self, contestant: Contestant, player: Player, field: Field) -> Share:
        """Say what a player played of the whole stage; line-ups go before a total that is told beside them."""
        possible = self.team_boards(contestant, field)
        own = self.meetings(contestant.name)
        total = self._total(player)
        if contestant.name in self._told:
            shares = [self.in_match(contestant, player, each) for each in own]
            least, most = sum(each.least for each in shares), sum(each.most for each in shares)
            if total is not None:
                least = most = min(max(total, least), most)
            return Share(least, most, possible)
        if total is None:
            total = possible if self.is_member(contestant, player) else 0
        return Share(total, total, possible)

    def is_member(self, contestant: Contestant, player: Player) -> bool:
        """Say whether a player plays wherever nothing else is told: everybody listed who fills a seat.

        A substitute does where the others are too few for the table.
        """
        listed = contestant.players
        if not listed:
            return True
        own = known_by(player)
        if not any(known_by(each) == own for each in listed):
            return False
        return not player.substitute or sum(not each.substitute for each in listed) < seats(self.stage)

    def of_member(self, player: Player, boards: int) -> Share:
        """Say what a member played of so many boards, where there are no matches."""
        total = self._total(player)
        return Share(boards, boards, boards) if total is None else Share(total, total, boards)

    def _total(self, player: Player) -> int | None:
        """Give what is told of a player for the whole stage."""
        if player.boards is not None:
            return player.boards + player.deemed
        sessions = self.stage.schedule.sessions
        if player.sessions and sessions:
            return sum(sessions[number - 1] for number in set(player.sessions) if number <= len(sessions))
        return None


def _part_of(total: int, boards: int, others: int) -> Share:
    """Say what of a player's boards falls on one match or session, beside others of which nothing more is told."""
    even = Fraction(total * boards, boards + others) if boards else Fraction(0)
    return Share(min(max(total - others, 0), boards), min(total, boards), boards, min(even, Fraction(boards)))


def _seated(players: tuple[Player, ...], own: str, boards: int) -> int:
    """Count what somebody played of a match or segment; who is in its line-up played all of it if nothing is told."""
    for each in players:
        if known_by(each) == own:
            return (boards if each.boards is None else each.boards) + each.deemed
    return 0


def _pair(match: Match) -> frozenset[str]:
    return frozenset(side.contestant for side in match.sides)


def _listed_segments(stage: Stage) -> dict[frozenset[str], tuple[Match, ...]]:
    """Find the stanzas of a cup, which may be listed as matches beside its rounds; sides in the order of the match."""
    matches = [match for this in stage.rounds for match in this.matches]
    times = Counter(_pair(match) for match in matches)
    home = {_pair(match): match.sides[0].contestant for match in matches if times[_pair(match)] == 1}
    found: dict[frozenset[str], list[Match]] = {}
    for stanza in stage.matches:
        pair, (one, two) = _pair(stanza), stanza.sides
        if pair in home:
            sides = (one, two) if one.contestant == home[pair] else (two, one)
            found.setdefault(pair, []).append(stanza._replace(sides=sides))
    return {pair: tuple(segments) for pair, segments in found.items()}
