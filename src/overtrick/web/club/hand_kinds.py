"""The kinds of event that can be entered by hand, and what each asks."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from overtrick.engine.event import Contest, Event, Play, StageKind


class HandField(NamedTuple):
    """One thing that is asked: the word of the event file, the question, where the answer is found."""

    word: str
    label: str | Promise
    hint: str | Promise = ""
    choices: tuple[tuple[str, str | Promise], ...] = ()  #: the word of the event file and how it is said
    optional: bool = False
    numbers: bool = True  #: without choices, a number is typed
    several: bool = False  #: or several of them
    answer: str = ""  #: what is sent as its name, where the handbook asks it and not the form

    @property
    def field(self) -> str:
        """Where it is on the page; its name in the form unless it is an answer to the handbook."""
        return self.word.replace(" ", "-")

    @property
    def name(self) -> str:
        """Its name in the form."""
        return self.answer or self.field


class HandKind(NamedTuple):
    """A kind of event."""

    name: str
    title: str | Promise
    says: str | Promise
    play: Play
    contest: Contest = Contest.MOVEMENT
    winners: int = 1
    lists: tuple[str, ...] = ("",)
    players: int = 2  #: of a row of the results
    asks: tuple[HandField, ...] = ()
    options: tuple[HandField, ...] = ()  #: what may be left empty
    tally: bool = False  #: matches won and drawn are counted
    matches: bool = False  #: matches are listed, and nobody has a place
    boards: bool = True  #: one number of boards is asked for
    stages: tuple[StageKind, ...] = ()  #: what each list is, where each is a stage of its own
    divisions: bool = False  #: each list is a division
    optional: int = 0  #: so many of the last lists may stay empty

    def may_be_empty(self, at: int) -> bool:
        """Say whether a list may stay empty."""
        return at >= len(self.lists) - self.optional

    @property
    def teams(self) -> bool:
        """Whether a row has a name of its own."""
        return self.play is Play.TEAMS


_BOARDS = HandField("boards", _("Boards"), _("How many each player was due to play, for example 24"))
_MATCH_BOARDS = HandField("match boards", _("Boards of a match"), _("For example 7"))
_LADDER = (
    HandField("games", _("Games"), _("How many could be played, for example 12")),
    HandField("results counted", _("Results that count"), _("How many results count towards a place, for example 6")),
    HandField("average tables", _("Tables on average"), _("Full tables in a game, for example 8.5")),
)
_LEAGUE = (
    HandField("rounds of play", _("Matches"), _("How many each team was due to play, for example 10")),
    HandField("boards per round", _("Boards of a match"), _("For example 24")),
)
_YES_NO = (("yes", _("Yes")), ("no", _("No")))
_FINAL = (
    HandField("final boards", _("Boards of the final"), _("And of the consolation, for example 24")),
    HandField("carry forward", _("Did scores of the qualifier count in the final?"), "", _YES_NO),
)
_SESSIONS = HandField(
    "sessions",
    _("Boards of each session"),
    _("If there were several sessions, for example 24 24"),
    optional=True,
    several=True,
)
_MOVEMENT = HandField(
    "movement",
    _("Which movement was played?"),
    _("Some handbooks need this when there are few tables"),
    (("howell", _("Howell")), ("arrow-switched", _("Mitchell with an arrow switch"))),
    optional=True,
)
_STAGES = (StageKind.QUALIFYING, StageKind.FINAL, StageKind.CONSOLATION)
_STAGE_LISTS = ("Qualifier", "Final", "Consolation")
_TEAM = 6

KINDS = {
    each.name: each
    for each in (
        HandKind(
            "pairs",
            _("Pairs, one winner"),
            _("One list for everybody: a Howell, or scored across"),
            Play.PAIRS,
            options=(_MOVEMENT, _SESSIONS),
        ),
        HandKind(
            "two-winners",
            _("Pairs, two winners"),
            _("A list for North–South and one for East–West: a Mitchell"),
            Play.PAIRS,
            winners=2,
            lists=("North-South", "East-West"),
            options=(_SESSIONS,),
        ),
        HandKind(
            "individual",
            _("Individual"),
            _("Everybody plays for themself"),
            Play.INDIVIDUAL,
            players=1,
            options=(_SESSIONS,),
        ),
        HandKind(
            "teams",
            _("Teams"),
            _("One list of teams by their scores"),
            Play.TEAMS,
            players=_TEAM,
            options=(_SESSIONS,),
        ),
        HandKind(
            "swiss-pairs",
            _("Swiss pairs"),
            _("Matches won and drawn, and a list at the end"),
            Play.PAIRS,
            Contest.SWISS,
            asks=(_MATCH_BOARDS,),
            options=(_SESSIONS,),
            tally=True,
        ),
        HandKind(
            "swiss-teams",
            _("Swiss teams"),
            _("Matches won and drawn, and a list at the end"),
            Play.TEAMS,
            Contest.SWISS,
            players=_TEAM,
            asks=(_MATCH_BOARDS,),
            options=(_SESSIONS,),
            tally=True,
        ),
        HandKind(
            "ladder",
            _("Ladder for pairs"),
            _("The end of a series of club nights"),
            Play.PAIRS,
            Contest.LADDER,
            asks=_LADDER,
        ),
        HandKind(
            "knock-out",
            _("Knock-out for teams"),
            _("Match by match over a season; add the next round as it is played"),
            Play.TEAMS,
            Contest.KNOCK_OUT,
            players=_TEAM,
            matches=True,
        ),
        HandKind(
            "league",
            _("League for teams"),
            _("The table at the end of the season, division by division"),
            Play.TEAMS,
            Contest.LEAGUE,
            players=_TEAM,
            lists=("Division 1", "Division 2", "Division 3"),
            asks=_LEAGUE,
            tally=True,
            boards=False,
            divisions=True,
            optional=2,
        ),
        HandKind(
            "final-pairs",
            _("Qualifier and final, pairs"),
            _("One list of the qualifier, one of the final; a consolation if there was one"),
            Play.PAIRS,
            lists=_STAGE_LISTS,
            asks=_FINAL,
            stages=_STAGES,
            optional=1,
        ),
        HandKind(
            "final-teams",
            _("Qualifier and final, teams"),
            _("One list of the qualifier, one of the final; a consolation if there was one"),
            Play.TEAMS,
            lists=_STAGE_LISTS,
            players=_TEAM,
            asks=_FINAL,
            stages=_STAGES,
            optional=1,
        ),
    )
}

#: How lists are called on the page.
LISTS = {
    "North-South": _("North–South"),
    "East-West": _("East–West"),
    "Qualifier": _("The qualifier"),
    "Final": _("The final"),
    "Consolation": _("The consolation"),
    "Division 1": _("Division 1"),
    "Division 2": _("Division 2"),
    "Division 3": _("Division 3"),
}


def asks_of(kind: HandKind) -> tuple[HandField, ...]:
    """List what a kind asks for."""
    if not kind.boards:
        return kind.asks
    if kind.stages:
        return HandField("boards", _("Boards of the qualifier"), _("For example 24")), *kind.asks
    boards = HandField("boards", _("Boards of a match"), _("For example 24")) if kind.matches else _BOARDS
    return (boards, *kind.asks)


def fields_of(kind: HandKind) -> tuple[HandField, ...]:
    """List what a kind asks for, and what may be added."""
    return (*asks_of(kind), *kind.options)


def fits(kind: HandKind, event: Event) -> bool:
    """Say whether an event has the shape of a kind; it may still say more than the form can hold."""
    stages, least = event.stages, len(kind.lists) - kind.optional
    if kind.stages:
        same = all(stage.play is kind.play and stage.contest is kind.contest for stage in stages)
        each = tuple(stage.kind for stage in stages)
        return same and len(each) >= least and each == kind.stages[: len(each)]
    if len(stages) != 1 or stages[0].kind is not StageKind.ONLY:
        return False
    stage = stages[0]
    shape = (stage.play, stage.contest, stage.winners)
    return shape == (kind.play, kind.contest, kind.winners) and least <= len(stage.fields) <= len(kind.lists)
