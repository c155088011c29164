"""From the words of an example file to an event, and from an assessment back to points by place."""

from __future__ import annotations

import itertools
from datetime import date
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

from overtrick.engine.event import (
    Contest,
    Contestant,
    Event,
    Field,
    Match,
    Play,
    Player,
    Round,
    Schedule,
    Series,
    Side,
    Stage,
    StageKind,
    Tally,
)
from overtrick.engine.working import as_text
from overtrick.handbooks import get
from overtrick.handbooks.ebu.e2024.scale_selection import Route
from overtrick.handbooks.examples import Example, examples
from overtrick.handbooks.family import entry
from tests.handbooks.printed import ends

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from overtrick.engine.working import Step
    from overtrick.handbooks.family.basic import Tariff

DAY = date(2024, 9, 3)
EDITION = get("ebu").edition(on=DAY)
BOOK = EDITION.book(DAY)
STATUSES = ("club", "district", "county", "regional", "national")

#: Who reads which column of the scales (4.1.4): what plays, and how many winners there are.
READERS = {
    "two-winner": ((Play.TEAMS, 1), (Play.PAIRS, 2), (Play.INDIVIDUAL, 4)),
    "one-winner": ((Play.PAIRS, 1),),
    "individual": ((Play.INDIVIDUAL, 1),),
}

#: How a case at one end of a band of boards is called.
ENDS: dict[object, str] = {0: "fewest boards", -1: "most boards"}

#: Names of the ranking lists of one stage, by how many winners there are.
LISTS = {1: ("",), 2: ("NS", "EW"), 4: ("N", "E", "S", "W")}

PLAYERS = {Play.PAIRS: 2, Play.TEAMS: 4, Play.INDIVIDUAL: 1}

#: Whose contestants come before those of a stage: a consolation is for others than the final.
AFTER = (StageKind.FINAL, StageKind.CONSOLATION, StageKind.THIRD_FINAL, StageKind.OPEN)


# --- Examples as the cases of a test ---------------------------------------------------------------------------------


def of_kind(kind: str) -> list[Example]:
    """List the examples of one kind."""
    return [example for example in examples(EDITION) if example.kind == kind]


def case(example: Example, *more: object) -> Any:  # noqa: ANN401 - pytest does not name its type
    """Make an example a case, marked with its clauses and called by its name."""
    label = ", ".join([str(example), *(ENDS.get(each, str(each)) for each in more)])
    return pytest.param(example, *more, id=label, marks=pytest.mark.clause("ebu", *example.clauses))


# --- Words to an event -----------------------------------------------------------------------------------------------


def at_end(words: Mapping[str, Any], end: int) -> dict[str, Any]:
    """Choose the lower (0) or the upper (-1) end of every band of boards."""
    bands = {name: ends(words[name])[end] for name in ("boards", "match_boards") if name in words}
    return {**words, **bands}


def event_of(example: Example, end: int = 0, *, first_day: date = DAY) -> Event:
    """Build the event of an example; where it gives a band of boards, at one end of it."""
    if not example.stages:
        words = at_end(example.given, end)
        return Event(example.name, first_day, (stage_of(words),), status=words["status"])
    stages: list[Stage] = []
    for given in example.stages:
        words = at_end({**example.given, **given}, end)
        words.pop("expect", None)
        words.setdefault("first", 1 + _before(words["kind"], stages))
        stages.append(stage_of(words))
    return Event(example.name, first_day, tuple(stages), status=example.given["status"])


def _before(kind: str, stages: Iterable[Stage]) -> int:
    if kind not in AFTER:
        return 0
    above = AFTER[: AFTER.index(StageKind(kind))]
    return sum(len(stage.fields[0].contestants) for stage in stages if stage.kind in above)


def stage_of(words: Mapping[str, Any], *, listed: bool = True) -> Stage:
    """Build a stage from the words of an example; a word that is not known is an error."""
    left = dict(words)
    left.pop("status", None)
    play = Play(left.pop("play"))
    winners = left.pop("winners", 1)
    contest = Contest(left.pop("contest", Contest.MOVEMENT))
    series = left.pop("series", None)
    stratified = "categories" in left
    match_boards = left.pop("match_boards", 0)
    sections = left.get("sections")
    stage = Stage(
        play=play,
        winners=winners,
        kind=StageKind(left.pop("kind", StageKind.ONLY)),
        contest=contest,
        schedule=_schedule(left),
        name=left.pop("name", ""),
        match_boards=match_boards,
        original_tables=left.pop("original_tables", None),
        main_tables=left.pop("main_tables", None),
        second_tables=left.pop("second_tables", None),
        series=None if series is None else Series(**{**series, "average_tables": Decimal(series["average_tables"])}),
        stratified=stratified,
        team_size=left.get("players", 4),
        across=sections is None,
        fields=_fields(left, play, winners, listed=listed),
    )
    assert not left, f"words that no example knows: {', '.join(left)}"
    if contest in (Contest.KNOCK_OUT, Contest.DOUBLE_KNOCK_OUT):
        return stage._replace(rounds=tuple(rounds_of([each.name for each in stage.fields[0].contestants])))
    return stage


def _schedule(left: dict[str, Any]) -> Schedule:
    if "rounds" in left:  # the length follows from the movement (3.9.2)
        rounds, each, sit_out = left.pop("rounds"), left.pop("round_boards"), left.pop("sit_out")
        return Schedule.of_rounds(rounds, each, sit_out)
    optional = {name: left.pop(name, None) for name in ("least", "in_play", "with_sit_outs")}
    return Schedule(left.pop("boards"), sessions=tuple(left.pop("sessions", ())), **optional)


def _fields(left: dict[str, Any], play: Play, winners: int, *, listed: bool) -> tuple[Field, ...]:
    lists = LISTS[winners]
    per_table = entry.PER_TABLE[entry.column(play, winners)]
    tally = Tally(**left.pop("tally")) if "tally" in left else None
    ties = left.pop("ties", ())
    players = left.pop("players", PLAYERS[play])
    first = left.pop("first", 1)

    def people(name: str, count: int, categories: str = "") -> tuple[Contestant, ...]:
        return tuple(_contestants(play, name, range(first, first + count), ties, players, categories, tally))

    if "divisions" in left:
        return tuple(Field(name, people(name, count), division=name) for name, count in left.pop("divisions").items())
    if "sections" in left:
        sizes = left.pop("sections")
        names = "ABCDEFG"[: len(sizes)]
        return tuple(
            Field(name, people(name, tables * per_table), section=name)
            for name, tables in zip(names, sizes, strict=True)
        )
    if "categories" in left:
        categories = left.pop("categories")
        strata = [categories] if isinstance(categories, str) else categories
        return tuple(Field(name, people(name, len(each), each)) for name, each in zip(lists, strata, strict=True))
    counts = left.pop("contestants", None)
    if counts is None:
        counts = left.pop("tables") * per_table
    sizes = [counts] * len(lists) if isinstance(counts, int) else counts
    if not listed:
        return tuple(Field(name, entered=count) for name, count in zip(lists, sizes, strict=True))
    return tuple(Field(name, people(name, count)) for name, count in zip(lists, sizes, strict=True))


def _contestants(
    play: Play,
    field: str,
    numbers: range,
    ties: Sequence[Sequence[int]],
    players: int,
    categories: str,
    tally: Tally | None,
) -> Iterable[Contestant]:
    for place, number in enumerate(numbers, start=1):
        name = f"{field} {play} {number}".strip()
        yield Contestant(
            name,
            tuple(Player(f"{name} player {index}") for index in range(1, players + 1)),
            place=next((min(tied) for tied in ties if place in tied), place),
            category=categories[place - 1] if categories else "",
            tally=tally,
        )


def rounds_of(names: Sequence[str]) -> Iterable[Round]:
    """Draw a knock-out in which the first named wins always; byes bring the field to a power of two."""
    left = list(names)
    while len(left) > 1:
        full = 1 << (len(left).bit_length() - 1)
        playing = len(left) if full == len(left) else 2 * (len(left) - full)
        byes, play = left[: len(left) - playing], left[len(left) - playing :]
        half = len(play) // 2
        matches = [
            Match((Side(one), Side(two)), winner=one)
            for one, two in zip(play[:half], reversed(play[half:]), strict=True)
        ]
        yield Round(tuple(matches), byes=tuple(byes))
        left = byes + play[:half]


# --- From an assessment, or a tariff, to points ----------------------------------------------------------------------


class Paid:
    """What one ranking list of an assessed event was paid."""

    def __init__(self, event: Event, index: int, field: Field, settings: Mapping[str, str] | None = None) -> None:
        """Assess the event by the public path, and keep one of its lists."""
        self.assessment = EDITION.assess(event, settings)
        assert not self.assessment.problems
        stage = event.stages[index]
        self.label = stage.name or (str(stage.kind) if len(event.stages) > 1 else "")
        self.field = field
        inside = {each.name for each in field.contestants}
        self.awards = [
            award for award in self.assessment.awards if award.stage == self.label and award.contestant in inside
        ]

    def points(self) -> list[int]:
        """Give the points of every contestant, in the order of the list; all its players have the same."""
        found: dict[str, list[int]] = {each.name: [] for each in self.field.contestants}
        for award in self.awards:
            found[award.contestant].append(award.units)
        for contestant in self.field.contestants:
            points = found[contestant.name]
            assert len(set(points)) < 2, f"{contestant.name}: {points}"
            assert len(points) in {0, len(contestant.players)}, f"{contestant.name}: {points}"
        return [points[0] if points else 0 for points in found.values()]

    def why(self) -> str:
        """Lay out the working of every different award, for the message of a test that fails."""
        different: dict[str, Step] = {award.contestant: award.working for award in self.awards}
        workings = [f"{name}:\n{as_text(working, str)}" for name, working in itertools.islice(different.items(), 4)]
        remarks = [f"{remark.says} [{remark.clause}]" for remark in self.assessment.remarks]
        return "\n".join(["", *workings, *remarks])


def tariff_of(
    words: Mapping[str, Any], end: int = 0, settings: Mapping[str, str] | None = None, status: str = ""
) -> Tariff:
    """Find what a stage of so many contestants is paid, without a list of them."""
    words = at_end(words, end)
    stage = stage_of(words, listed=False)
    event = Event("", DAY, (stage,), status=status or words["status"])
    route = Route(EDITION.book(DAY, settings), event)
    return route.tariff(0, route.groups(0)[0])


def units(tariff: Tariff, place: int = 1, tied: int = 1) -> int:
    """Give the points of a place."""
    assert tariff.places is not None
    return tariff.places.pay(place, tied).units


def smallest(play: Play, winners: int) -> int:
    """Give the tables that a kind of event needs (3.1.1)."""
    return BOOK.table("minimum_entry").whole(f"{play} {winners}", "least")
