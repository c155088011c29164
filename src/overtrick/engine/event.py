"""What was played? The words of a bridge event as plain records, the same for every federation.

An event has stages, a stage has fields (one ranking list each) and perhaps matches or rounds, a field ranks
contestants, a contestant has players. What only one federation asks about goes into :attr:`Event.facts`.

The records are named tuples: they cannot change, they compare by value, and they are cheap to make and to load.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from overtrick.engine.records import NamedTuple

if TYPE_CHECKING:
    from datetime import date
    from decimal import Decimal


class Word(StrEnum):
    """A word out of a few that are allowed; it is looked up as fast as plain text."""

    __hash__ = str.__hash__


class Play(Word):
    """What competes."""

    PAIRS = "pairs"
    TEAMS = "teams"
    INDIVIDUAL = "individual"


class Contest(Word):
    """How the contestants meet."""

    MOVEMENT = "movement"  #: one ranking list out of many short rounds: a club night
    SWISS = "swiss"
    ROUND_ROBIN = "round robin"  #: everybody meets everybody, once or more often; multiple teams
    LEAGUE = "league"
    KNOCK_OUT = "knock-out"
    DOUBLE_KNOCK_OUT = "double knock-out"  #: out after the second defeat
    LADDER = "ladder"  #: a series of games with different fields and one list at its end
    AGGREGATE = "aggregate"  #: a series in which the sum or the best results count


class StageKind(Word):
    """What a stage is to the event."""

    ONLY = "only"  #: all play through
    QUALIFYING = "qualifying"
    FINAL = "final"
    CONSOLATION = "consolation"
    THIRD_FINAL = "third final"
    OPEN = "open"  #: for everybody who is in none of the finals
    PLAY_OFF = "play-off"
    TIE_PLAY_OFF = "tie play-off"  #: boards played only to part contestants that tied


class Standing(Word):
    """Does a contestant take part for points? Somebody who only fills a half table may not."""

    WITH = "with"
    WITHOUT = "without"
    MATCHES_ONLY = "matches only"  #: without standing, but the organiser allows what is won match by match
    ALLOWED = "allowed"  #: without standing, but the organiser allows every award


class Handicap(Word):
    """What part a handicap played."""

    NONE = "none"
    RANKED = "ranked"  #: the places are those with the handicap
    RESCORED = "rescored"  #: there was one, the places are those without it
    QUALIFIED = "qualified"  #: it decided who went on to the next stage


class Ended(Word):
    """How a match came to its result."""

    PLAYED = "played"
    CONCEDED_BEHIND = "conceded behind"  #: the losers gave up, or withdrew, when in arrears
    CONCEDED = "conceded"  #: the losers gave up when they were not in arrears
    NOT_PLAYED = "not played"  #: a result by ruling, an adjusted score
    EXTRA_BOARDS = "extra boards"  #: drawn, then decided by playing more boards
    TIE_BROKEN = "tie broken"  #: drawn, then decided in some other way


class Movement(Word):
    """How pairs or individuals move from table to table."""

    MITCHELL = "mitchell"
    HOWELL = "howell"
    ARROW_SWITCHED = "arrow-switched"  #: a Mitchell with one winner


class Scoring(Word):
    """What a score counts."""

    MATCHPOINTS = "matchpoints"
    IMPS = "imps"
    CROSS_IMPS = "cross-imps"
    BUTLER = "butler"
    VICTORY_POINTS = "victory points"
    TOTAL_POINTS = "total points"
    POINT_A_BOARD = "point-a-board"
    OTHER = "other"


class Tally(NamedTuple):
    """Matches won and drawn, where they are counted and not listed; mini-matches are those of a triangle."""

    won: int = 0
    drawn: int = 0
    mini_won: int = 0
    mini_drawn: int = 0
    lengths: tuple[tuple[int, Tally], ...] = ()  #: the same matches by their boards, where they differ in length

    @classmethod
    def of_lengths(cls, lengths: dict[int, Tally]) -> Tally:
        """Add up counts by the boards of a match, the longest first."""
        each = list(lengths.values())
        won, drawn = sum(one.won for one in each), sum(one.drawn for one in each)
        mini_won, mini_drawn = sum(one.mini_won for one in each), sum(one.mini_drawn for one in each)
        return cls(won, drawn, mini_won, mini_drawn, tuple(sorted(lengths.items(), reverse=True)))

    def by_length(self, usual: int) -> tuple[tuple[int, Tally], ...]:
        """Give the counts for each length of match; all are of the usual one where nothing else is told."""
        return self.lengths or ((usual, self),)


class Player(NamedTuple):
    """A person in a contestant, in one stage."""

    name: str
    number: str = ""  #: the federation's number, as written
    boards: int | None = None  #: boards played in the stage, in a line-up those of the match; None: all of them
    deemed: int = 0  #: boards cancelled by a concession that the player could have played
    suspended: bool = False
    tally: Tally | None = None  #: the matches this player took part in; None: all of the contestant's
    substitute: bool = False
    rank: str = ""
    sessions: tuple[int, ...] = ()  #: the sessions this player played in, by number; none: not told


class Contestant(NamedTuple):
    """A pair, a team or an individual in one ranking list."""

    name: str
    players: tuple[Player, ...] = ()
    place: int | None = None
    score: int | Decimal | None = None  #: the higher, the better
    standing: Standing = Standing.WITH
    category: str = ""  #: the stratum, or the flight
    section: str = ""
    tally: Tally | None = None


class Field(NamedTuple):
    """One ranking list: a direction, a section, a division, a session, or all there is."""

    name: str = ""
    contestants: tuple[Contestant, ...] = ()
    entered: int | None = None  #: how many, where they are not listed
    section: str = ""
    division: str = ""
    session: int = 0  #: 0: the list of the whole stage
    status: str = ""  #: where it is not the event's
    schedule: Schedule | None = None  #: where it is not the stage's
    match_boards: int = 0  #: likewise
    movement: Movement | None = None  #: likewise
    scoring: Scoring | None = None  #: likewise

    @property
    def size(self) -> int:
        """How many are in the list, with and without standing."""
        return len(self.contestants) if self.entered is None else self.entered


class Side(NamedTuple):
    """A contestant in a match; the players who sat down, where that is not the whole contestant."""

    contestant: str
    players: tuple[Player, ...] = ()
    score: int | Decimal | None = None
    imps: int | Decimal | None = None  #: where the score is in victory points and the IMPs are told beside it


class Match(NamedTuple):
    """Two contestants against each other; one of the mini-matches if three meet in a triangle."""

    sides: tuple[Side, Side]
    winner: str = ""  #: the contestant's name; nobody if drawn
    boards: int = 0  #: of a full match in this round; 0: as its segments, the round, the list or the stage says
    ended: Ended = Ended.PLAYED
    triangular: bool = False
    segments: tuple[Match, ...] = ()  #: its parts between two breaks, stanzas; 0 boards: an equal part of the match


class Round(NamedTuple):
    """One round of a knock-out."""

    matches: tuple[Match, ...] = ()
    boards: int = 0  #: a match has; 0: as the stage says
    byes: tuple[str, ...] = ()
    earned_byes: tuple[str, ...] = ()  #: given for being undefeated in a double elimination
    entered: int | None = None  #: how many are still in, where the matches are not listed
    name: str = ""
    sessions: tuple[int, ...] = ()  #: boards of each session of a match in this round


class Series(NamedTuple):
    """Games whose results add up to one more list: a ladder, an aggregate."""

    games: int  #: available for play
    counted: int  #: results that count for a place in the list
    average_tables: Decimal | None = None  #: full tables in a game, on average


class Schedule(NamedTuple):
    """How long a stage was planned to be, in boards."""

    boards: int  #: the most that anybody was to play
    least: int | None = None  #: the fewest that anybody was to play, sit-outs not counted; None: the same
    in_play: int | None = None  #: boards in the movement; None: not known
    with_sit_outs: int | None = None  #: scheduled for everybody, sit-outs counted; None: as ``boards``
    sessions: tuple[int, ...] = ()  #: boards of each session, where there are several

    @classmethod
    def of_rounds(cls, rounds: int, boards: int, sit_out: str = "none") -> Schedule:
        """Describe a movement: nobody, some or all sit out one of its rounds; if all do, nobody plays that many."""
        scheduled = rounds * boards
        if sit_out == "none":
            return cls(scheduled)
        return cls(scheduled - (boards if sit_out == "all" else 0), scheduled - boards, with_sit_outs=scheduled)


class Section(NamedTuple):
    """What is told of one section whose contestants are ranked in a list with others."""

    name: str
    schedule: Schedule | None = None
    movement: Movement | None = None
    scoring: Scoring | None = None


class Stage(NamedTuple):
    """One part of an event with a result of its own."""

    play: Play
    schedule: Schedule
    fields: tuple[Field, ...] = ()
    kind: StageKind = StageKind.ONLY
    contest: Contest = Contest.MOVEMENT
    winners: int = 1
    name: str = ""
    match_boards: int = 0
    matches: tuple[Match, ...] = ()
    rounds: tuple[Round, ...] = ()
    series: Series | None = None
    original_tables: int | None = None  #: full tables of the first stage, where that is not in the event
    main_tables: int | None = None  #: full tables of the premier final, likewise
    second_tables: int | None = None  #: full tables of the consolation, likewise, for a third final
    stages_before: int | None = None  #: how many stages led here, likewise
    stratified: bool = False
    handicap: Handicap = Handicap.NONE
    carry_forward: bool = False
    across: bool = True  #: several sections were scored as one field
    scoring: Scoring = Scoring.MATCHPOINTS  #: what the scores of its ranking lists count
    team_size: int = 4  #: players of a team at the table at one time
    between: tuple[str, ...] = ()  #: the divisions a play-off is between
    status: str = ""  #: where it is not the event's
    movement: Movement | None = None
    match_scores: Scoring | None = None  #: what the scores of matches count; None: as their figures tell
    sections: tuple[Section, ...] = ()

    @property
    def matchpoints(self) -> bool:
        """Say whether the lists are by matchpoints; a list that does not tell is."""
        return self.scoring is Scoring.MATCHPOINTS


class Event(NamedTuple):
    """What was played, from its first board to its last."""

    name: str
    begins: date
    stages: tuple[Stage, ...]
    status: str = ""  #: the organiser's: club, county … (a grade or category elsewhere)
    organiser: str = ""
    major_championship: bool = False
    facts: tuple[tuple[str, str], ...] = ()  #: what else the federation's handbook asks about: name and answer
    last_day: date | None = None  #: None: not told, or the day it began
    still_in: tuple[str, ...] = ()  #: contestants who play on in an event that is not over; none: it is over
    boards_before: int | None = None  #: of the stages that led here and are not in the event; None: not told
    boards_to_come: int | None = None  #: of the stages that follow, said before they are played; 0: none do
    direct_entrants: tuple[str, ...] = ()  #: who is in a later stage as a reserve, after a bye or by right
    continues: date | None = None  #: the day its first stage, sent before, began; its own day: none was

    @property
    def contestants(self) -> int:
        """Count the contestants of all its lists."""
        return sum(len(field.contestants) for stage in self.stages for field in stage.fields)

    def fact(self, name: str) -> str:
        """Give the answer to something that only this federation asks; empty if it was not answered."""
        for known, answer in self.facts:
            if known == name:
                return answer
        return ""
