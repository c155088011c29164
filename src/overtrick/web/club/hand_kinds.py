"""What can be entered by hand? The kinds of event, and what each of them asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from django.utils.translation import gettext_lazy as _

from overtrick.engine.event import Contest, Play, StageKind

if TYPE_CHECKING:
    from django.utils.functional import Promise

    from overtrick.engine.event import Event


class Field(NamedTuple):
    """One thing that is asked: the word of the event file, the question, where the answer is found."""

    word: str
    label: str | Promise
    hint: str | Promise = ""
    figures: bool = True

    @property
    def field(self) -> str:
        """Its name in the form."""
        return self.word.replace(" ", "-")


class Kind(NamedTuple):
    """A kind of event."""

    name: str
    title: str | Promise
    says: str | Promise
    play: Play
    contest: Contest = Contest.MOVEMENT
    winners: int = 1
    lists: tuple[str, ...] = ("",)
    players: int = 2  #: of a row of the results
    asks: tuple[Field, ...] = ()
    tally: bool = False  #: matches won and drawn are counted
    matches: bool = False  #: matches are listed, and nobody has a place

    @property
    def teams(self) -> bool:
        """Whether a row has a name of its own."""
        return self.play is Play.TEAMS


_BOARDS = Field("boards", _("Boards"), _("How many everybody was to play, for example 24"))
_MATCH_BOARDS = Field("match boards", _("Boards of a match"), _("For example 7"))
_LADDER = (
    Field("games", _("Games"), _("How many could be played, for example 12")),
    Field("results counted", _("Results that count"), _("How many are added up for a place, for example 6")),
    Field("average tables", _("Tables on average"), _("Full tables in a game, for example 8.5")),
)
_TEAM = 6

KINDS = {
    each.name: each
    for each in (
        Kind("pairs", _("Pairs, one winner"), _("One list for everybody: a Howell, or scored across"), Play.PAIRS),
        Kind(
            "two-winners",
            _("Pairs, two winners"),
            _("A list for North–South and one for East–West: a Mitchell"),
            Play.PAIRS,
            winners=2,
            lists=("North-South", "East-West"),
        ),
        Kind("individual", _("Individual"), _("Everybody plays for themself"), Play.INDIVIDUAL, players=1),
        Kind("teams", _("Teams"), _("One list of teams by their scores"), Play.TEAMS, players=_TEAM),
        Kind(
            "swiss-pairs",
            _("Swiss pairs"),
            _("Matches won and drawn, and a list at the end"),
            Play.PAIRS,
            Contest.SWISS,
            asks=(_MATCH_BOARDS,),
            tally=True,
        ),
        Kind(
            "swiss-teams",
            _("Swiss teams"),
            _("Matches won and drawn, and a list at the end"),
            Play.TEAMS,
            Contest.SWISS,
            players=_TEAM,
            asks=(_MATCH_BOARDS,),
            tally=True,
        ),
        Kind(
            "ladder",
            _("Ladder for pairs"),
            _("The end of a series of club nights"),
            Play.PAIRS,
            Contest.LADDER,
            asks=_LADDER,
        ),
        Kind(
            "knock-out",
            _("Knock-out for teams"),
            _("Match by match over a season; add the next round as it is played"),
            Play.TEAMS,
            Contest.KNOCK_OUT,
            players=_TEAM,
            matches=True,
        ),
    )
}


def asks_of(kind: Kind) -> tuple[Field, ...]:
    """List the figures that a kind asks for."""
    boards = Field("boards", _("Boards of a match"), _("For example 24")) if kind.matches else _BOARDS
    return (boards, *kind.asks)


def kind_of(event: Event) -> Kind | None:
    """Find the kind of an event that can be entered by hand; none if it says more than the form can hold."""
    if len(event.stages) != 1 or event.facts or event.major_championship:
        return None
    stage = event.stages[0]
    if stage.kind is not StageKind.ONLY or stage.schedule.sessions or stage.matches or stage.stratified:
        return None
    for kind in KINDS.values():
        shape = (kind.play, kind.contest, kind.winners, len(kind.lists))
        if shape == (stage.play, stage.contest, stage.winners, len(stage.fields)):
            return kind
    return None
