"""The form by hand as records: stages, their lists and matches, with what was typed in each."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from overtrick.engine.event import Contest, Play, StageKind
from overtrick.engine.lengths import CUPS
from overtrick.handbooks.forms import Form, StageForm
from overtrick.web import parameters

MORE = 5
#: Players of a row; ``limits`` has the other limits.
MOST_SEATS = 24
_TEAM = 6
_MATCHES = 3

#: The lists of a stage by its number of winners.
DIRECTIONS = {1: ("",), 2: ("North-South", "East-West"), 4: ("North", "South", "East", "West")}
_WINNERS = {Play.PAIRS: (1, 2), Play.TEAMS: (1,), Play.INDIVIDUAL: (1, 4)}

#: What a list is called by where it belongs, and the word that says it.
_NAMED = {"divisions": ("Division", "division"), "sections": ("Section", "division"), "flights": ("Flight", "division")}
#: So many lists are shown at first, and those of a flighted event are all there are.
_AT_FIRST = {"divisions": 2, "sections": 2, "flights": 2}

#: Stages that only those play who qualified for them, or did not.
_AFTER_QUALIFYING = (StageKind.FINAL, StageKind.CONSOLATION, StageKind.THIRD_FINAL, StageKind.OPEN)


class Seat(NamedTuple):
    """A player as typed."""

    number: str = ""
    name: str = ""
    boards: str = ""  #: that the player played; empty: all

    @property
    def empty(self) -> bool:
        """Whether nothing was typed."""
        return not any(self)


class HandRow(NamedTuple):
    """A line of the results as it was typed."""

    place: str = ""
    team: str = ""
    players: tuple[Seat, ...] = ()
    won: str = ""
    drawn: str = ""
    category: str = ""
    section: str = ""
    score: str = ""
    standing: str = ""

    @property
    def empty(self) -> bool:
        """Whether nothing was typed; a place alone, which the form fills in, is nothing."""
        return not any(self[3:]) and not self.team and all(each.empty for each in self.players)

    @property
    def more_told(self) -> bool:
        """Whether something was typed that is not shown at first."""
        return bool(self.score or self.standing) or any(each.boards for each in self.players)


class HandMatch(NamedTuple):
    """A match as it was typed."""

    round: str = ""
    winner: str = ""
    loser: str = ""
    boards: str = ""
    winner_score: str = ""
    loser_score: str = ""
    ended: str = ""
    stanzas: str = ""  #: the scores of its parts, "40-21 18-30"

    @property
    def empty(self) -> bool:
        """Whether nobody was named."""
        return not (self.winner or self.loser)

    @property
    def more_told(self) -> bool:
        """Whether something was typed that is not shown at first."""
        return any(self[3:])


class HandList(NamedTuple):
    """A ranking list as it was typed."""

    texts: Mapping[str, str]
    rows: tuple[HandRow, ...]

    @property
    def filled(self) -> list[tuple[int, HandRow]]:
        """Give the rows in which something was typed, each with its number."""
        return [(number, row) for number, row in enumerate(self.rows) if not row.empty]

    @property
    def empty(self) -> bool:
        """Whether nobody is in the list, and it does not say how many entered."""
        return not self.filled and not self.texts.get("entered")


class HandStage(NamedTuple):
    """A stage as it was typed."""

    form: StageForm
    play: Play
    contest: Contest
    winners: int
    texts: Mapping[str, str]
    lists: tuple[HandList, ...]
    matches: tuple[HandMatch, ...] = ()
    details: bool = False  #: whether scores and standings of its rows are asked for
    narrow: bool = False  #: whether a row has no room for more players than were typed

    @property
    def cup(self) -> bool:
        """Whether its matches are played in rounds, and nobody has a place."""
        return self.contest in CUPS

    @property
    def named(self) -> bool:
        """Whether a row has a name: that of a team, or one that matches can call a pair by."""
        return self.play is Play.TEAMS or bool(self.matches)

    @property
    def columns(self) -> tuple[str, ...]:
        """What a row has beside its name and players."""
        return self.form.columns(self.contest)

    @property
    def asks(self) -> tuple[str, ...]:
        """What must be told of it."""
        return self.form.asks(self.contest)

    @property
    def options(self) -> tuple[str, ...]:
        """What may be told of it; what was told is among them."""
        listed = self.form.options(self.contest, self.play)
        needs_telling = frozenset(self.asks)
        told = (word for word, said in self.texts.items() if said and word not in needs_telling)
        return tuple(dict.fromkeys((*listed, *told)))

    @property
    def seats(self) -> int:
        """How many players a row has room for."""
        if self.narrow:
            return 0
        if self.play is not Play.TEAMS:
            return 2 if self.play is Play.PAIRS else 1
        named = max((len(row.players) for each in self.lists for row in each.rows), default=0)
        size = parameters.whole(self.texts.get("team size", "")) or 0
        return min(max(_TEAM, size, named), MOST_SEATS)

    @property
    def directions(self) -> tuple[str, ...]:
        """Name the lists of one field."""
        return DIRECTIONS[self.winners]

    @property
    def empty(self) -> bool:
        """Whether nothing was told about who played."""
        return all(each.empty for each in self.lists) and not self.texts.get("tables") and not self.played

    @property
    def played(self) -> list[tuple[int, HandMatch]]:
        """Give the matches that name somebody, each with its number."""
        return [(at, match) for at, match in enumerate(self.matches) if not match.empty]


class Sheet(NamedTuple):
    """The whole form."""

    form: Form
    play: Play
    texts: Mapping[str, str]
    stages: tuple[HandStage, ...]
    answers: Mapping[str, str] = {}  #: to questions of the handbook, by word: "facts points"
    cut: bool = False  #: whether more was sent than is in it

    @property
    def filled(self) -> list[tuple[int, HandStage]]:
        """Give the stages in which something was typed, each with its number; the first if there is none."""
        return [(at, each) for at, each in enumerate(self.stages) if not each.empty] or [(0, self.stages[0])]

    @property
    def size(self) -> int:
        """How many rows and matches it has."""
        return sum(len(each.rows) for stage in self.stages for each in stage.lists) + sum(
            len(stage.matches) for stage in self.stages
        )

    @property
    def shape(self) -> str:
        """Say which fields the form has; if what was chosen changes them, it is shown again."""
        each = (f"{stage.form.kind} {stage.contest} {stage.winners} {stage.seats}" for stage in self.stages)
        return f"{self.play}: {', '.join(each)}"

    def kind_of(self, at: int) -> StageKind:
        """Say what a stage is to the event: the only one of a form is a qualifying stage if a final follows it."""
        kind = self.stages[at].form.kind
        later = [stage.form.kind for number, stage in self.filled if number > at]
        leads = self.stages[at].contest is not Contest.AGGREGATE and any(each in _AFTER_QUALIFYING for each in later)
        return StageKind.QUALIFYING if kind is StageKind.ONLY and leads else kind


def start(stage: int) -> str:
    """Begin the names of the fields of a stage; those of the first have no such beginning."""
    return f"stage-{stage}-" if stage else ""


def list_field(stage: int, at: int, word: str) -> str:
    """Name the field for what is told of one list."""
    return f"{start(stage)}list-{at}-{word.replace(' ', '-')}"


def winners_of(form: StageForm, play: Play) -> tuple[int, ...]:
    """Give the numbers of winners that a stage may have."""
    return tuple(each for each in form.winners if each in _WINNERS[play]) or (1,)


def list_name(stage: HandStage, at: int) -> str:
    """Name a list by where it belongs, unless it has a name of its own."""
    texts = stage.lists[at].texts
    if texts.get("list"):
        return texts["list"]
    direction = stage.directions[at % len(stage.directions)]
    what, word = _NAMED.get(stage.form.lists, ("", ""))
    said = texts.get(word, "")
    return f"{what} {said} {direction}".strip() if said else direction


# --- An empty form, and more of it --------------------------------------------------------------------------------


def blank(form: Form, status: str, play: Play | None = None, winners: int = 1) -> Sheet:
    """Give an empty form with the places filled in."""
    play = play if play in form.play else form.play[0]
    stages = tuple(_blank_stage(each, play, winners) for each in form.stages if not each.added)
    return Sheet(form, play, {"status": status}, stages)


def _blank_stage(form: StageForm, play: Play, winners: int = 1) -> HandStage:
    usual = winners_of(form, play)
    stage = HandStage(form, play, form.contests[0], winners if winners in usual else usual[0], {}, ())
    return fitted(stage)


def fitted(stage: HandStage) -> HandStage:
    """Give a stage the lists and matches that its shape has; what was typed is kept."""
    lists = list(stage.lists)
    if not stage.form.lists and len(lists) > len(stage.directions):
        filled = tuple(row for each in lists for _number, row in each.filled)
        lists = [HandList({}, filled)] if stage.winners == 1 and filled else lists[: len(stage.directions)]
    least = len(stage.directions) * _AT_FIRST.get(stage.form.lists, 1)
    if not lists or stage.form.lists in ("", "sessions"):
        while len(lists) < least:
            lists.append(_blank_list(stage, len(lists)))
    matches = stage.matches or ((HandMatch("1"),) * _MATCHES if stage.cup else ())
    return stage._replace(lists=tuple(lists), matches=matches)


def _blank_list(stage: HandStage, at: int) -> HandList:
    group = at // len(stage.directions)
    mode = stage.form.lists
    texts = {}
    if mode in _NAMED:
        texts[_NAMED[mode][1]] = "ABCDEFGH"[group % 8] if mode == "flights" else str(group + 1)
    elif mode == "sessions" and group:
        direction = stage.directions[at % len(stage.directions)]
        texts |= {"session": str(group), "list": f"Session {group} {direction}".strip()}
    return HandList(texts, _blank_rows(stage, 1, _rows_at_first(stage)))


def _rows_at_first(stage: HandStage) -> int:
    if stage.form.few:
        return 3
    return 4 if stage.play is Play.TEAMS else 5 if stage.winners > 1 else 8


def _blank_rows(stage: HandStage, first: int, number: int) -> tuple[HandRow, ...]:
    placed = "place" in stage.columns
    return tuple(HandRow(str(place) if placed else "", players=()) for place in range(first, first + number))


def with_more(sheet: Sheet, which: str) -> Sheet:
    """Add what a button asks for: a stage, a list, rows or matches; it may be more than the form can hold."""
    kind = which.removeprefix("stage ")
    if kind != which:
        return _with_stage(sheet, kind)
    number = parameters.whole(which.split("-")[1]) or 0 if which.startswith("stage-") else 0
    if number >= len(sheet.stages):
        return sheet
    stage = _with_more_of(sheet.stages[number], which.removeprefix(start(number)))
    return sheet._replace(stages=tuple(stage if at == number else each for at, each in enumerate(sheet.stages)))


def _with_more_of(stage: HandStage, which: str) -> HandStage:
    if which == "details":
        return stage._replace(details=True)
    if which == "matches":
        last = stage.matches[-1].round if stage.matches else "1"
        return stage._replace(matches=(*stage.matches, *(HandMatch(last),) * MORE))
    if which == "list":
        lists = list(stage.lists)
        for _direction in stage.directions:
            lists.append(_blank_list(stage, len(lists)))
        return stage._replace(lists=tuple(lists))
    lists = list(stage.lists)
    at = parameters.whole(which) or 0
    at = at if at < len(lists) else 0
    rows = lists[at].rows
    lists[at] = lists[at]._replace(rows=(*rows, *_blank_rows(stage, len(rows) + 1, MORE)))
    return stage._replace(lists=tuple(lists))


def _with_stage(sheet: Sheet, kind: str) -> Sheet:
    known = {str(each.kind): each for each in sheet.form.stages}
    if kind not in known:
        return sheet
    at = place_of(sheet, known[kind].kind)
    return sheet._replace(stages=(*sheet.stages[:at], _blank_stage(known[kind], sheet.play), *sheet.stages[at:]))


def place_of(sheet: Sheet, kind: StageKind) -> int:
    """Say where a new stage goes, as the form has them: a second qualifying stage goes before the final."""
    order = [each.kind for each in sheet.form.stages]
    return sum(order.index(each.form.kind) <= order.index(kind) for each in sheet.stages)


def in_new_shape(sheet: Sheet) -> Sheet:
    """Leave out what was told of a stage in its old shape and has no field in the new one."""
    stages = []
    for stage in sheet.stages:
        known = (*stage.asks, *stage.form.options(stage.contest, stage.play))
        stages.append(stage._replace(texts={word: said for word, said in stage.texts.items() if word in known}))
    return sheet._replace(stages=tuple(stages))


def count(written: str) -> int:
    """Read a number of rows; nothing readable is none."""
    return parameters.whole(written) or 0
