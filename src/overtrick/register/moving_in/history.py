"""The step of credits: the history of the old system, as far back as it goes, also before the first edition.

The rows of a list are put into a table as they are read, thousands at a time. Until two people have signed, they count
nowhere.
"""

from __future__ import annotations

from hashlib import blake2b

from overtrick.register import sql
from overtrick.register.moving_in.models import LONGEST_EVENT, LONGEST_REFERENCE, OldList, Step
from overtrick.register.moving_in.source import Source
from overtrick.register.moving_in.tally import Tally

_TABLE = "moving_in_oldcredit"
_COLUMNS = (
    *("list_id", "federation_id", "player_id", "colour", "units", "played", "event", "reference", "line", "key"),
)
_ADD_UP = f"""
    insert into moving_in_oldsum (list_id, federation_id, player_id, colour, units, first, last)
    select list_id, federation_id, player_id, colour, sum(units), min(played), max(played)
    from {_TABLE} where list_id = %s group by list_id, federation_id, player_id, colour
"""  # noqa: S608 - our own names
#: The same credit in another row: the key finds it, the rest makes sure.
_SAME = """
    other.key = mine.key and other.player_id = mine.player_id and other.colour = mine.colour
    and other.units = mine.units and other.played = mine.played and other.event = mine.event
    and other.reference = mine.reference
"""


def check(source: Source) -> None:
    """Put the credits of a list into their table; what is wrong is told, what is there already is counted."""
    kept, tally = source.kept, source.tally
    sql.run(f"delete from {_TABLE} where list_id = %s", kept.pk)  # noqa: S608 - our own names
    _write(source)
    _drop_twice(kept, tally)
    _drop_known(kept, tally)
    sql.run("delete from moving_in_oldsum where list_id = %s", kept.pk)
    sql.run(_ADD_UP, kept.pk)
    for colour, count, units in sql.rows(
        f"select colour, count(*), cast(sum(units) as bigint) from {_TABLE} where list_id = %s group by colour",  # noqa: S608
        kept.pk,
    ):
        tally.counts["new"] += count
        tally.sums[colour] = units


def _write(source: Source) -> None:
    kept, tally = source.kept, source.tally
    colours = source.points
    waiting: list[sql.Row] = []
    cut = nothing = 0
    wanted = ("number", "day", "event", "reference", "colour", "points", *(f"points {each}" for each in colours))
    list_id, federation = kept.pk, kept.federation_id
    for line, (number, day, event, reference, colour, points, *by_colour) in source.rows(*wanted):
        player = source.player(line, number)
        played = source.day(line, "day", day)
        if not event:
            tally.problem("value-missing", line, "There is no event.", "Name the event, or write what is known of it.")
        pairs = [(name, written) for name, written in zip(colours, by_colour, strict=True) if written]
        if points:
            meant = source.word(line, colour)
            pairs += [(meant, points)] if meant else []
        figures = [(name, source.units(line, name, written)) for name, written in pairs]
        if player is None or played is None or not event or any(units is None for _name, units in figures):
            continue
        cut += len(event) > LONGEST_EVENT or len(reference) > LONGEST_REFERENCE
        nothing += not any(units for _name, units in figures)
        told = (event[:LONGEST_EVENT], reference[:LONGEST_REFERENCE], line)
        written_day = played.isoformat()
        for name, units in figures:
            if units:
                said = f"{player}\n{name}\n{units}\n{written_day}\n{told[1]}\n{told[0]}"
                key = int.from_bytes(blake2b(said.encode(), digest_size=8).digest(), "big") >> 1
                waiting.append((list_id, federation, player, name, units, written_day, *told, key))
        if len(waiting) >= sql.CHUNK:
            sql.insert(_TABLE, _COLUMNS, waiting)
            waiting.clear()
    sql.insert(_TABLE, _COLUMNS, waiting)
    if cut:
        tally.notes.append(f"{cut} events or references are longer than the book has room for. They are cut.")
    if nothing:
        tally.notes.append(f"{nothing} lines have no points. They are not taken over.")


def _drop_twice(kept: OldList, tally: Tally) -> None:
    """Take out what the list has twice: nobody can tell whether it was won twice."""
    twice = f"""
        from {_TABLE} as mine join (
            select key, min(id) as first from {_TABLE} where list_id = %s group by key having count(*) > 1
        ) as again on again.key = mine.key join {_TABLE} as other on other.id = again.first
        where mine.list_id = %s and mine.id <> again.first and {_SAME}
    """  # noqa: S608 - our own names
    found = sql.rows(f"select mine.id, mine.line, other.line {twice} order by mine.id", kept.pk, kept.pk)
    for _row, line, first in found:
        says = "The same credit is in the list twice." if first != line else "The credit is in this line twice."
        tally.problem("credit-twice", line, says, "If both were won, give each its own reference.")
    given, rows = sql.numbers(row for row, _line, _first in found)
    sql.run(f"delete from {_TABLE} where id in (select n from {given})", rows)  # noqa: S608 - likewise


def _drop_known(kept: OldList, tally: Tally) -> None:
    """Take out what another list has brought already."""
    others = OldList.objects.filter(step=Step.CREDITS, state=OldList.State.ENTERED).exclude(pk=kept.pk)
    given, entered = sql.numbers(others.values_list("pk", flat=True))
    tally.counts["known"] += sql.run(
        f"""
        delete from {_TABLE} where id in (
            select mine.id from {_TABLE} as mine join {_TABLE} as other on {_SAME}
            where mine.list_id = %s and other.list_id in (select n from {given})
        )
        """,  # noqa: S608 - likewise
        kept.pk,
        entered,
    )
