"""What the form by hand can ask: each word of the event file as a field with its label and its answers.

Which of them a form asks is data of the handbook's edition; the words are those of the event file and of no handbook.
"""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from overtrick.engine.event import Contest, Ended, Play, StageKind, Standing

#: How an answer to a question of the handbook is called in the form, before its word.
ANSWER = "answer "

_Choices = tuple[tuple[str, str | Promise], ...]


class HandField(NamedTuple):
    """One thing that is asked: the word of the event file, the question, where the answer is found."""

    word: str
    label: str | Promise
    hint: str | Promise = ""
    choices: _Choices = ()  #: the word of the event file and how it is said
    optional: bool = False
    takes: str = "number"  #: without choices: a number, several "numbers", or a "text"
    answer: str = ""  #: what is sent as its name, where the handbook asks it and not the form
    names: tuple[str, ...] = ()  #: what may be typed, where it is one of many
    usual: str | Promise = ""  #: what holds where nothing is chosen
    start: str = ""  #: before its name, where it belongs to a later stage or to a list

    @property
    def field(self) -> str:
        """Where it is on the page; its name in the form unless it is an answer to the handbook."""
        return f"{self.start}{slug(self.word)}"

    @property
    def name(self) -> str:
        """Its name in the form."""
        return self.answer or self.field

    @property
    def numbers(self) -> bool:
        """Whether figures are typed."""
        return self.takes != "text"

    @property
    def several(self) -> bool:
        """Whether several figures are typed."""
        return self.takes == "numbers"


def slug(word: str) -> str:
    """Write a word as the name of a field."""
    return word.replace(" ", "-")


YES_NO: _Choices = (("yes", _("Yes")), ("no", _("No")))

PLAYS: dict[Play, str | Promise] = {Play.PAIRS: _("Pairs"), Play.TEAMS: _("Teams"), Play.INDIVIDUAL: _("Individual")}
CONTESTS: dict[Contest, str | Promise] = {
    Contest.MOVEMENT: _("Not by matches: one list at the end"),
    Contest.SWISS: _("Swiss"),
    Contest.ROUND_ROBIN: _("Everybody against everybody"),
    Contest.LEAGUE: _("League"),
    Contest.KNOCK_OUT: _("Knock-out"),
    Contest.DOUBLE_KNOCK_OUT: _("Knock-out, out after two defeats"),
    Contest.LADDER: _("Ladder"),
    Contest.AGGREGATE: _("Results added up"),
}
WINNERS: dict[int, str | Promise] = {
    1: _("One winner"),
    2: _("Two winners: North–South and East–West"),
    4: _("Four winners: a list for each seat"),
}
STAGES: dict[StageKind, str | Promise] = {
    StageKind.ONLY: _("The results"),
    StageKind.QUALIFYING: _("The qualifying stage"),
    StageKind.FINAL: _("The final"),
    StageKind.CONSOLATION: _("The consolation"),
    StageKind.THIRD_FINAL: _("The third final"),
    StageKind.OPEN: _("The open event, for everybody who is in no final"),
    StageKind.PLAY_OFF: _("The play-off"),
    StageKind.TIE_PLAY_OFF: _("The play-off of a tie"),
}
ADDED: dict[StageKind, str | Promise] = {
    StageKind.ONLY: _("Add a stage"),
    StageKind.QUALIFYING: _("Add a qualifying stage"),
    StageKind.FINAL: _("Add a final"),
    StageKind.CONSOLATION: _("Add a consolation"),
    StageKind.THIRD_FINAL: _("Add a third final"),
    StageKind.OPEN: _("Add an open event"),
    StageKind.PLAY_OFF: _("Add a play-off"),
    StageKind.TIE_PLAY_OFF: _("Add a play-off of a tie"),
}

#: How a match came to its result, with what else the form can say of a line.
DRAWN, BYE, EARNED_BYE, TRIANGULAR = "drawn", "bye", "earned bye", "triangular"
ENDED: _Choices = (
    ("", _("Played to the end")),
    (DRAWN, _("Drawn")),
    (str(Ended.CONCEDED_BEHIND), _("Conceded by the loser, who was behind")),
    (str(Ended.CONCEDED), _("Conceded by the loser, who was not behind")),
    (str(Ended.NOT_PLAYED), _("Not played: decided by a ruling")),
    (str(Ended.EXTRA_BOARDS), _("Drawn, then decided by extra boards")),
    (str(Ended.TIE_BROKEN), _("Drawn, then decided in another way")),
    (TRIANGULAR, _("One of the three matches of a triangle")),
    (BYE, _("A bye for the winner")),
    (EARNED_BYE, _("A bye for the winner for being undefeated")),
)
STANDINGS: _Choices = (
    ("", _("Plays for points")),
    (str(Standing.WITHOUT), _("Fills a half table, without points")),
    (str(Standing.MATCHES_ONLY), _("Without points but for matches won")),
    (str(Standing.ALLOWED), _("Fills a half table, and points are allowed")),
)
_SCORINGS: _Choices = (
    ("matchpoints", _("Matchpoints")),
    ("imps", _("IMPs")),
    ("cross-imps", _("Cross-IMPs")),
    ("butler", _("Butler")),
    ("victory points", _("Victory points")),
    ("total points", _("Total points")),
    ("point-a-board", _("Point-a-board")),
    ("other", _("Another way")),
)

#: What is asked of the event as a whole.
EVENT = {
    each.word: each
    for each in (
        HandField(
            "last day", _("Day it ended"), _("If that was another day, for example 12 November 2026"), takes="text"
        ),
        HandField("major championship", _("Is it a major championship?"), "", YES_NO),
        HandField(
            "boards to come",
            _("Boards of the stages that are still to be played"),
            _("If you send the first stage before the others are played, for example 24"),
        ),
    )
}
#: What is asked of a stage.
STAGE = {
    each.word: each
    for each in (
        HandField("boards", _("Boards"), _("How many each player was due to play, for example 24")),
        HandField("rounds of play", _("Matches"), _("How many each team was due to play, for example 10")),
        HandField("boards per round", _("Boards of a match"), _("For example 24")),
        HandField(
            "sit out",
            _("Did somebody sit out a round?"),
            "",
            (("none", _("Nobody")), ("some", _("Some")), ("all", _("Everybody, one round each"))),
        ),
        HandField("match boards", _("Boards of a match"), _("For example 7")),
        HandField(
            "sessions",
            _("Boards of each session"),
            _("If there were several sessions, for example 24 24"),
            takes="numbers",
        ),
        HandField(
            "movement",
            _("Which movement was played?"),
            _("Some handbooks need this when there are few tables"),
            (
                ("mitchell", _("Mitchell")),
                ("howell", _("Howell")),
                ("arrow-switched", _("Mitchell with an arrow switch")),
            ),
        ),
        HandField("least boards", _("The fewest boards anybody was due to play"), _("For example 21")),
        HandField("boards in play", _("Boards in the movement"), _("For example 27")),
        HandField("boards with sit-outs", _("Boards with those that were sat out"), _("For example 27")),
        HandField("tables", _("Tables, if you list nobody"), _("In teams the number of teams, for example 9.5 or 12")),
        HandField(
            "original tables", _("Full tables that entered the event"), _("If its first stage is not entered here")
        ),
        HandField("main tables", _("Full tables of the premier final"), _("If the final is not entered here")),
        HandField("second tables", _("Full tables of the consolation"), _("If the consolation is not entered here")),
        HandField("stages before", _("Stages that led here"), _("If they are not entered here, for example 1")),
        HandField(
            "handicap",
            _("Was there a handicap?"),
            "",
            (
                ("none", _("No")),
                ("ranked", _("Yes, and the places are those with it")),
                ("rescored", _("Yes, and the places are those without it")),
                ("qualified", _("Yes, and it decided who went on")),
            ),
        ),
        HandField("carry forward", _("Did scores of the stage before count in this one?"), "", YES_NO),
        HandField("scored across", _("Were the sections scored as one field?"), "", YES_NO),
        HandField("scoring", _("How was it scored?"), "", _SCORINGS),
        HandField(
            "match scores",
            _("What do the scores of matches count?"),
            "",
            tuple(each for each in _SCORINGS if each[0] in ("imps", "victory points", "matchpoints")),
        ),
        HandField("team size", _("Players of a team who play at one time"), _("If not four, for example 8")),
        HandField("games", _("Games"), _("How many could be played, for example 12")),
        HandField(
            "results counted", _("Results that count"), _("How many results count towards a place, for example 6")
        ),
        HandField("average tables", _("Tables on average"), _("Full tables in a game, for example 8.5")),
        HandField("stage name", _("Name of this stage"), _("If it has one of its own"), takes="text"),
        HandField("between", _("The divisions it was between"), _("For example 2A 2B"), takes="text"),
    )
}
#: What is asked of a list.
LIST = {
    each.word: each
    for each in (
        HandField("list", _("Name of the list"), _("For example Session 1 North-South"), takes="text"),
        HandField("division", _("Division"), _("1 is the top one; 2A and 2B are one division"), takes="text"),
        HandField("session", _("Session"), _("Its number; leave it empty for the list of the whole event")),
        HandField("section", _("Section"), _("If the sections were not scored as one field"), takes="text"),
        HandField("boards", _("Boards in this list"), _("Only if they differ from the others, for example 144")),
        HandField("match boards", _("Boards of a match in this list"), _("Only if they differ from the other lists")),
        HandField("status", _("Status of this list"), _("Only if it differs"), takes="text"),
        HandField("entered", _("How many entered in all"), _("If you list only the best of them, for example 81")),
    )
}  # fmt: skip
#: What the boards of a stage are called, where they are not those that everybody plays.
CUP_BOARDS = HandField("boards", _("Boards of a match"), _("For example 24"))
