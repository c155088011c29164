"""Invented years of club pairs as columns, and the season that they make; sizes and ties as clubs have them.

Ten years of a large federation are 700,000 events. Made one by one they would take an hour, so they are made and
stored by the year, as columns. What the book says is worked out by ``benchmarks.lab_floor``, a loop of whole numbers
that knows nothing of the laboratory.
"""

from __future__ import annotations

import hashlib
import json
import re
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pyarrow as pa

from benchmarks.invented import STATUSES, Bare, as_event
from benchmarks.lab_floor import COLUMNS, EVENTS, Ranked, award_of_pairs, ranked
from overtrick.engine.event import Event, Player
from overtrick.formats import event_record
from overtrick.lab import anonymous, season, situations, store

if TYPE_CHECKING:
    from pathlib import Path

    from overtrick.lab.answers import Numbers

SEED = 20261112
FIRST_YEAR = 2025
EPOCH = date(1970, 1, 1)
CLUBS, MEMBERS = 600, 92
PLAYERS = CLUBS * MEMBERS
_MOST_TABLES = 24  # the square root of larger events is not for a loop of whole numbers
_EDITION = "2024"
#: What of an event decides its shape, each below ``_MOST``.
_DECIDING, _MOST = ("boards", "winners", "factor", "size"), 64


class Year(NamedTuple):
    """A year of club pairs: columns by event and by pair."""

    events: pa.Table
    pairs: pa.Table


def year(at: int, events: int) -> Year:
    """Invent a year: seven tables on average, mostly 24 boards, one pair in seven tied."""
    dice = np.random.default_rng((SEED, at))
    tables = np.clip(np.rint(dice.lognormal(1.85, 0.45, events)), 5, _MOST_TABLES).astype(np.int64)
    winners = dice.integers(1, 3, events)
    boards = dice.choice((16, 22, 24, 26, 27, 48), events, p=(0.06, 0.12, 0.40, 0.20, 0.18, 0.04))
    factor = dice.choice([each for _name, each in STATUSES], events, p=(0.88, 0.06, 0.04, 0.01, 0.01))
    begins = (date(FIRST_YEAR + at, 1, 1) - EPOCH).days
    days = (date(FIRST_YEAR + at + 1, 1, 1) - EPOCH).days - begins
    day = begins + np.arange(events) * days // events
    club = dice.integers(0, CLUBS, events)
    number = np.arange(at * events, (at + 1) * events)
    count = 2 * tables
    of_pair = np.repeat(np.arange(events), count)
    within = np.arange(len(of_pair)) - np.repeat(np.cumsum(count) - count, count)
    size = np.where(winners == 2, tables, count)
    # Members of the club one after another from somebody on, so that nobody plays twice.
    start = club * MEMBERS + dice.integers(0, MEMBERS, events)
    north = (start[of_pair] + 2 * within) % PLAYERS
    pairs = {
        "event": number[of_pair],
        "list": within // size[of_pair],
        "score": dice.integers(0, (size * 6)[of_pair]),
        "north": north,
        "south": (north + 1) % PLAYERS,
    }
    told = {"event": number, "day": day, "club": club, "boards": boards, "winners": winners, "factor": factor}
    return Year(pa.table({**told, "size": size}).cast(EVENTS), pa.table(pairs).cast(COLUMNS))


class Shapes:
    """Numbers the shapes of events as they come."""

    def __init__(self) -> None:
        """Begin with none."""
        self._known: dict[int, int] = {}
        self.rows: list[tuple[str, bool]] = []
        self._events: list[Event] = []

    def of(self, events: pa.Table) -> Numbers:
        """Give the shape of every event."""
        key = np.zeros(events.num_rows, np.int64)
        for name in _DECIDING:
            key = key * _MOST + events[name].to_numpy()
        distinct, inverse = np.unique(key, return_inverse=True)
        return np.array([self._number(each) for each in distinct.tolist()], np.int64)[inverse]

    def _number(self, key: int) -> int:
        if key not in self._known:
            self._known[key] = len(self.rows)
            boards, winners, factor, size = (key // _MOST**power % _MOST for power in (3, 2, 1, 0))
            bare = Bare("pairs", winners, boards, factor, tuple(tuple(range(size, 0, -1)) for _ in range(winners)))
            event = anonymous.without_names(as_event(bare), lambda _contestant, _player: None)
            plain = situations.taken_apart(event)
            assert plain is not None
            self.rows.append((event_record.write(plain.shape.event), plain.shape.near))
            self._events.append(event)
        return self._known[key]

    def bodies(self) -> list[str]:
        """Write the record of an event of each shape, with gaps for day, score and players."""
        return [_with_gaps(event) for event in self._events]


class Situations:
    """Numbers the situations of seats as they come."""

    def __init__(self) -> None:
        """Begin with none."""
        self._numbers = np.full(0, -1, np.int32)  #: by key
        self._keys = np.zeros(0, np.int64)  #: by number

    def of(self, shape: Numbers, at: Ranked) -> Numbers:
        """Give the situation of every pair, in the order of its list."""
        key = ((shape * 2 + at.list) * _MOST + at.first) * _MOST + at.tied
        most = int(key.max()) + 1
        if most > len(self._numbers):
            more = np.full(most - len(self._numbers), -1, np.int32)
            self._numbers = np.concatenate([self._numbers, more])
        there = np.zeros(most, np.bool_)
        there[key] = True
        new = np.flatnonzero(there & (self._numbers[:most] < 0))
        self._numbers[new] = np.arange(len(new)) + len(self._keys)
        self._keys = np.concatenate([self._keys, new])
        found: Numbers = self._numbers[key]
        return found

    def table(self) -> pa.Table:
        """List them by number."""
        key, tied = np.divmod(self._keys, _MOST)
        key, first = np.divmod(key, _MOST)
        columns = [key // 2, key % 2, first, tied]
        return pa.table(columns, names=season.SITUATIONS.names).cast(season.SITUATIONS)


def seats_of(made: Year, shapes: Numbers, known: Situations) -> tuple[Ranked, pa.Table]:
    """Rank a year and give its seats: two of every pair, side by side."""
    events = made.events["event"].to_numpy()
    at = ranked(made.pairs)
    situation = known.of(shapes[at.event - int(events[0])], at)
    both = np.stack([made.pairs[name].to_numpy()[at.order] for name in ("north", "south")], axis=1).reshape(-1)
    columns = [np.repeat(each.astype(np.int32), 2) for each in (at.event, situation)]
    return at, pa.table([*columns, both], season.SEATS)


def stored(folder: Path, years: int, events: int) -> Shapes:
    """Store so many years as a season; give the shapes of its events."""
    for part in season.PARTS:
        (folder / part).mkdir(parents=True)
    shapes, known = Shapes(), Situations()
    months: list[str] = []
    seated = 0
    for number in range(years):
        made = year(number, events)
        of_event = shapes.of(made.events)
        at, seats = seats_of(made, of_event, known)
        seated += seats.num_rows
        tables = {
            "events": _events(made, of_event, shapes),
            "seats": seats,
            "awards": _awards(made, at),
        }
        first = int(made.events["event"][0].as_py())
        of_months = np.array(made.events["day"].to_numpy(), "datetime64[D]").astype("datetime64[M]")
        for month in np.unique(of_months):
            months.append(str(month))
            here = np.flatnonzero(of_months == month) + first
            for part, table in tables.items():
                numbers = table["event"].to_numpy()
                begins, ends = np.searchsorted(numbers, (here[0], here[-1] + 1))
                store.write(folder, f"{part}/{month}.parquet", table.slice(begins, ends - begins))
    store.write(folder, "situations.parquet", known.table())
    store.write(folder, "shapes.parquet", pa.table(list(zip(*shapes.rows, strict=True)), season.SHAPES))
    clubs = [str(100 + at) for at in range(CLUBS)]
    of_player = [clubs[at // MEMBERS] for at in range(PLAYERS)]
    empty = [""] * PLAYERS
    store.write(folder, "players.parquet", pa.table([of_player, empty, empty, ["{}"] * PLAYERS], season.PLAYERS))
    organisers = pa.table([clubs, [""] * CLUBS, ["club"] * CLUBS], season.ORGANISERS)
    store.write(folder, "organisers.parquet", organisers)
    _write_card(folder, years, months, years * events, seated, known.table().num_rows)
    return shapes


def _events(made: Year, of_event: Numbers, shapes: Shapes) -> pa.Table:
    told = {name: made.events[name].to_numpy() for name in made.events.column_names}
    count = told["size"] * told["winners"]
    players = [made.pairs[name].to_numpy() for name in ("north", "south")]
    # As the pairs are listed, not as they are placed: each with its two players and its score.
    listed = np.stack([*players, made.pairs["score"].to_numpy()], axis=1).reshape(-1).tolist()
    ends = (np.cumsum(count) * 3).tolist()
    days = np.array(told["day"], "datetime64[D]").astype(str).tolist()
    patterns, bodies, begins = shapes.bodies(), [], 0
    for shape, day, end in zip(of_event.tolist(), days, ends, strict=True):
        bodies.append(patterns[shape] % (day, *listed[begins:end]))
        begins = end
    return pa.table(
        [
            told["event"],
            told["day"],
            told["club"],
            np.zeros(len(bodies)),
            of_event,
            count // 2,
            ["pairs, movement"] * len(bodies),
            [f"{each}-1" for each in told["event"].tolist()],
            bodies,
        ],
        names=season.EVENTS.names,
    ).cast(season.EVENTS)


def _with_gaps(event: Event) -> str:
    """Write the record of an event with gaps where events of one shape differ."""
    stage = event.stages[0]
    nobody = tuple(
        field._replace(
            contestants=tuple(
                each._replace(players=tuple(Player(player.name, "@") for player in each.players), score=-999)
                for each in field.contestants
            )
        )
        for field in stage.fields
    )
    written = event_record.write(event._replace(stages=(stage._replace(fields=nobody),)))
    written = written.replace("%", "%%").replace(str(event.begins), "%s").replace('"@"', '"%d"')
    return re.sub("-999", "%d", written)


def _awards(made: Year, at: Ranked) -> pa.Table:
    units = award_of_pairs(made.events, at)
    paid = np.flatnonzero(units)
    both = np.stack([made.pairs[name].to_numpy()[at.order[paid]] for name in ("north", "south")], axis=1).reshape(-1)
    doubled = np.repeat(units[paid], 2)
    none = np.zeros(len(both))
    columns = [np.repeat(at.event[paid], 2), both, none, doubled, none.astype(bool)]
    return pa.table(columns, names=season.AWARDS.names).cast(season.AWARDS)


def _write_card(folder: Path, years: int, months: list[str], events: int, seats: int, known: int) -> None:
    lines = [
        f"form       = {season.FORM}",
        'federation = "ruritania"',
        'handbook   = "ebu"',
        f"from       = {FIRST_YEAR}-01-01",
        f"until      = {FIRST_YEAR + years - 1}-12-31",
        'colours    = ["local"]',
        f"months     = {json.dumps(months)}",
        f"events     = {events}",
        f"plain      = {events}",
        f"seats      = {seats}",
        f"situations = {known}",
        "[[scheme]]",
        f'edition  = "{_EDITION}"',
        "settings = {}",
        "[files]",
    ]
    for file in sorted(folder.rglob("*.parquet")):
        with file.open("rb") as opened:
            digest = hashlib.file_digest(opened, "sha256").hexdigest()
        lines.append(f'"{file.relative_to(folder).as_posix()}" = "{digest}"')
    (folder / season.CARD).write_text("\n".join([*lines, ""]), encoding="utf-8")
