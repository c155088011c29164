"""Sessions as table terminals send them in; everybody in them is invented.

``python -m tests.formats.bridgemate.sessions`` writes the samples again, with what is to be read from each.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from overtrick.formats import bridgemate
from tests.formats.access.jet import BOOL, DATE, LONG, SHORT, TEXT, AnyRow, Table, write
from tests.formats.told import told

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.formats.access.jet import Value

SAMPLES = Path(__file__).parents[3] / "samples" / "bridgemate"

BEGAN = datetime.fromisoformat("2026-11-10T19:30:00")
MIDNIGHT = datetime.fromisoformat("1899-12-30")

SECTION = {"ID": SHORT, "Letter": TEXT, "Tables": SHORT, "MissingPair": SHORT}
ROUNDS = {
    "Section": SHORT, "Table": SHORT, "Round": SHORT, "NSPair": SHORT, "EWPair": SHORT, "LowBoard": SHORT,
    "HighBoard": SHORT, "CustomBoards": TEXT,
}  # fmt: skip
RECEIVED = {
    "ID": LONG, "Section": SHORT, "Table": SHORT, "Round": SHORT, "Board": SHORT, "PairNS": SHORT, "PairEW": SHORT,
    "Declarer": SHORT, "NS/EW": TEXT, "Contract": TEXT, "Result": TEXT, "LeadCard": TEXT, "Remarks": TEXT,
    "DateLog": DATE, "TimeLog": DATE, "Erased": BOOL,
}  # fmt: skip
NUMBERS = {"Section": SHORT, "Table": SHORT, "Direction": TEXT, "Number": TEXT, "Name": TEXT, "TimeLog": DATE}
NAMES = {"ID": LONG, "Name": TEXT, "strID": TEXT}
FOUR = {"South": SHORT, "West": SHORT}

PEOPLE = (
    "Ado Bem", "Cor Dax", "Efa Gil", "Hol Jem", "Kip Lor", "Mun Nev", "Oda Pim", "Qui Rus", "Sol Tav", "Ulo Vin",
    "Wes Xan", "Yma Zed", "Abe Cil", "Dov Eno", "Fia Gus", "Hes Iva",
)  # fmt: skip

#: Contracts, declarers and results, dealt out in turn.
PLAYED = (
    ("4 S", "N", "="), ("3 NT", "E", "+1"), ("2 H", "S", "-1"), ("1 NT", "W", "="), ("4 H x", "N", "-2"),
    ("PASS", "", ""), ("6 D", "S", "="), ("3 C", "E", "-1"), ("2 S", "N", "+2"), ("5 C xx", "W", "-1"),
    ("3 NT", "S", "="),
)  # fmt: skip


class At(NamedTuple):
    """A table in a round: who sits there and the boards they play; South and West only in an individual."""

    section: int
    table: int
    round: int
    ns: int
    ew: int
    boards: tuple[int, ...]
    south: int = 0
    west: int = 0


def received(
    plan: Sequence[At], changed: dict[int, dict[str, Value]] | None = None, more: Sequence[dict[str, Value]] = ()
) -> list[dict[str, Value]]:
    """Play a plan, a result every three minutes; ``changed`` sets fields of single rows, ``more`` come at the end."""
    rows: list[dict[str, Value]] = []
    for at in plan:
        for board in at.boards:
            number = len(rows) + 1
            contract, declarer, result = PLAYED[(number * 7 + board * 3 + at.table) % len(PLAYED)]
            moment = BEGAN + timedelta(minutes=3 * number)
            pair = at.ns if declarer in {"N", "S"} else at.ew
            row: dict[str, Value] = dict.fromkeys(RECEIVED, None)
            row |= {"ID": number, "Section": at.section, "Table": at.table, "Round": at.round, "Board": board}
            row |= {"PairNS": at.ns, "PairEW": at.ew, "South": at.south, "West": at.west, "Declarer": pair}
            row |= {"NS/EW": declarer, "Contract": contract, "Result": result, "Erased": False}
            rows.append(row | _logged(moment) | (changed or {}).get(number, {}))
    for extra in more:
        base = rows[int(str(extra["ID"])) - 1]
        number = len(rows) + 1
        rows.append(base | _logged(BEGAN + timedelta(minutes=3 * number)) | extra | {"ID": number})
    return rows


def _logged(moment: datetime) -> dict[str, Value]:
    day = datetime.combine(moment.date(), MIDNIGHT.time())
    return {"DateLog": day, "TimeLog": MIDNIGHT + (moment - day)}


def database(
    sections: Sequence[dict[str, Value]],
    plan: Sequence[At],
    results: Sequence[dict[str, Value]],
    numbers: Sequence[AnyRow] = (),
    names: Sequence[AnyRow] = (),
    *,
    wide: bool,
) -> bytes:
    """Put a session into a database."""
    four = FOUR if any(at.south for at in plan) else {}
    section = SECTION | ({"Winners": SHORT} if any("Winners" in each for each in sections) else {})
    rounds = [
        (
            at.section,
            at.table,
            at.round,
            at.ns,
            at.ew,
            at.boards[0],
            at.boards[-1],
            None,
            *((at.south, at.west) if four else ()),
        )
        for at in plan
    ]
    columns = RECEIVED | four
    return write(
        [
            Table("Section", section, [tuple(each.get(column) for column in section) for each in sections]),
            Table("RoundData", ROUNDS | four, rounds),
            Table("ReceivedData", columns, [tuple(row[column] for column in columns) for row in results]),
            Table("PlayerNumbers", NUMBERS, numbers),
            Table("PlayerNames", NAMES, names),
        ],
        wide=wide,
    )


# --- The sessions ------------------------------------------------------------------------------------------------


def _mitchell(section: int, tables: int) -> list[At]:
    """North-South stay, East-West move up a table, boards move down; two boards a round."""
    plan = []
    for turn in range(tables):
        for table in range(1, tables + 1):
            first = 2 * ((table - 1 + turn) % tables) + 1
            east = (table - 1 - turn) % tables + 1
            plan.append(At(section, table, turn + 1, table, east, (first, first + 1)))
    return plan


def two_sections() -> bytes:
    """Two sections of three tables, two winners; every kind of remark, an erased result and a corrected one."""
    plan = [*_mitchell(1, 3), *_mitchell(2, 3)]
    changed: dict[int, dict[str, Value]] = {
        4: {"Contract": None, "Result": None, "Remarks": "40%-60%"},
        9: {"Contract": None, "Result": None, "Remarks": "Not played"},
        20: {"Remarks": "Wrong direction"},
    }
    more: list[dict[str, Value]] = [
        {"ID": 2, "Contract": "4 S", "NS/EW": "S", "Result": "+1"},
        {"ID": 5, "Contract": "7 NT", "NS/EW": "N", "Result": "=", "Erased": True},
    ]
    numbers: list[AnyRow] = []
    for section in (1, 2):
        for table in (1, 2, 3):
            for seat, direction in enumerate("NSEW"):
                at = (section - 1) * 12 + (table - 1) * 4 + seat
                known = at < len(PEOPLE)
                numbers.append((section, table, direction, f"{30100 + at:06}" if known else "0", None, None))
    names: list[AnyRow] = [(30100 + at, name, f"{30100 + at:06}") for at, name in enumerate(PEOPLE)]
    sections: list[dict[str, Value]] = [
        {"ID": 1, "Letter": "A", "Tables": 3, "MissingPair": 0, "Winners": 2},
        {"ID": 2, "Letter": "B", "Tables": 3, "MissingPair": 0, "Winners": 2},
    ]
    return database(sections, plan, received(plan, changed, more), numbers, names, wide=True)


def howell() -> bytes:
    """Five pairs of a Howell for six; whoever meets pair 6 sits out, and nobody keyed in a number."""
    meetings = (
        ((6, 1), (2, 5), (3, 4)), ((6, 2), (3, 1), (4, 5)), ((6, 3), (4, 2), (5, 1)),
        ((6, 4), (5, 3), (1, 2)), ((6, 5), (1, 4), (2, 3)),
    )  # fmt: skip
    plan = [
        At(1, table, turn, ns, ew, (2 * turn - 1, 2 * turn))
        for turn, tables in enumerate(meetings, 1)
        for table, (ns, ew) in enumerate(tables, 1)
    ]
    played = [at for at in plan if 6 not in {at.ns, at.ew}]
    sections: list[dict[str, Value]] = [{"ID": 1, "Letter": "A", "Tables": 3, "MissingPair": 6}]
    return database(sections, plan, received(played), wide=False)


def individual() -> bytes:
    """Eight players, each for themselves, over seven rounds of one board."""
    plan = []
    for turn in range(7):
        ring = [(turn + step) % 7 + 1 for step in range(7)]
        plan += [
            At(1, 1, turn + 1, 8, ring[1], (turn + 1,), ring[0], ring[3]),
            At(1, 2, turn + 1, ring[2], ring[4], (turn + 1,), ring[6], ring[5]),
        ]
    first = {8: 0, 1: 1, 2: 2, 4: 3, 3: 4, 7: 5, 5: 6, 6: 7}
    seats = {(1, "N"): 8, (1, "S"): 1, (1, "E"): 2, (1, "W"): 4, (2, "N"): 3, (2, "S"): 7, (2, "E"): 5, (2, "W"): 6}
    numbers: list[AnyRow] = [
        (1, table, direction, str(30100 + first[player]), PEOPLE[first[player]], None)
        for (table, direction), player in seats.items()
    ]
    sections: list[dict[str, Value]] = [{"ID": 1, "Letter": "A", "Tables": 2, "MissingPair": 0}]
    return database(sections, plan, received(plan), numbers, wide=False)


MADE = {
    "two-sections-access-2000.bws": two_sections,
    "howell-access-97.bws": howell,
    "individual-access-97.bws": individual,
}


def _write_samples() -> Iterator[Path]:
    SAMPLES.mkdir(exist_ok=True)
    for name, made in MADE.items():
        path = SAMPLES / name
        path.write_bytes(made())
        beside = path.with_name(f"{name}.json")
        beside.write_text(told(bridgemate.read(name, path.read_bytes())), encoding="utf-8")
        yield path


if __name__ == "__main__":
    assert all(path.exists() for path in _write_samples())
