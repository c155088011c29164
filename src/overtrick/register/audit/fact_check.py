"""Compares the rows that decide whose point it is with what the audit's chains say of them, act by act.

Both are read in one order, kind by kind and row by row, so that memory does not grow with the office.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, groupby
from operator import itemgetter
from typing import NamedTuple

from django.db import DataError, OperationalError, transaction

from overtrick.register import sql
from overtrick.register.audit import facts, take_over
from overtrick.register.audit.facts import Kind
from overtrick.register.integrity import Finding, FoundRow, Progress, silent

_ON_SQLITE = """
    select value ->> 0, value ->> 1, value ->> 2, value ->> 3, audit_place.id, chain, number
    from audit_place, json_each(facts) where facts <> '' order by 1, 2, audit_place.id
"""
_ON_POSTGRESQL = """
    select (value ->> 0) collate "C", (value ->> 1)::bigint, value ->> 2, value ->> 3, audit_place.id, chain, number
    from audit_place, json_array_elements(facts::json) as value where facts <> '' order by 1, 2, audit_place.id
"""
_NOT_BEGUN = "Its rows do not stand in the audit yet. Update the tables with overtrick office init."
#: If a table was changed all over, not every row of it is listed.
_MOST = 20


class Noted(NamedTuple):
    """What an act made of a row."""

    before: str
    after: str
    act: str  #: "record 17 of the audit of north"


def changed(tell: Progress = silent) -> Iterator[Finding]:
    """Name every row that was changed, put in or taken out outside Overtrick; inside a read-only transaction.

    It tells how many kinds of rows are done.
    """
    try:
        with transaction.atomic():
            yield from _changed(tell)
    except (DataError, OperationalError):
        yield Finding("facts of the audit", "They cannot be read: somebody has changed them.")


def _changed(tell: Progress) -> Iterator[Finding]:
    names: dict[int, str] = dict(sql.rows("select id, slug from federations_federation"))
    asked = sql.stream(_ON_SQLITE if sql.on_sqlite() else _ON_POSTGRESQL)
    noted = (
        (kind, (row, Noted(before, after, f"record {number} of the audit of {names.get(where, 'the installation')}")))
        for kind, row, before, after, _place, where, number in asked
    )
    begun = take_over.begun_kinds()
    for kind in facts.kinds().values():
        if names and kind.name not in begun:
            yield Finding(kind.model._meta.db_table, _NOT_BEGUN)  # noqa: SLF001 - Django's own way to the name
    left: Iterator[Kind] = _told([kind for kind in facts.kinds().values() if kind.name in begun], tell)
    for name, listed in groupby(noted, key=itemgetter(0)):
        for kind in left:
            if kind.name >= name:
                break
            yield from _compared(kind, ())
        else:
            return
        if kind.name == name:
            yield from _compared(kind, (each for _kind, each in listed))
        else:
            left = chain([kind], left)  # facts of columns that no longer count
    for kind in left:
        yield from _compared(kind, ())


def _told(kinds: list[Kind], tell: Progress) -> Iterator[Kind]:
    for done, kind in enumerate(kinds):
        tell(done, len(kinds))
        yield kind


def _compared(kind: Kind, noted: Iterable[tuple[int, Noted]]) -> Iterator[Finding]:
    """Go through the facts and the rows of one kind side by side."""
    found = 0
    rows = facts.digests(kind)
    row = next(rows, None)
    for name, acts in groupby(noted, key=itemgetter(0)):
        while row is not None and row[0] < name:
            yield _put_in(kind, row[0])
            found += 1
            row = next(rows, None)
        now = ""
        if row is not None and row[0] == name:
            now = row[1]
            row = next(rows, None)
        for says in _differences([each for _name, each in acts], now):
            yield Finding(f"{kind.says} {name}", says, _row(kind, name))
            found += 1
        if found >= _MOST:
            return
    while row is not None and found < _MOST:
        yield _put_in(kind, row[0])
        found += 1
        row = next(rows, None)


def _put_in(kind: Kind, name: int) -> Finding:
    says = "It was put in outside Overtrick: no act in the audit made it."
    return Finding(f"{kind.says} {name}", says, _row(kind, name))


def _row(kind: Kind, name: int) -> FoundRow:
    return FoundRow(kind.model._meta.db_table, name)  # noqa: SLF001 - Django's own way to the name


def _differences(acts: list[Noted], now: str) -> Iterator[str]:
    """Follow a row from act to act, and to what it is now."""
    last = ""
    since = "It was put in"
    for each in acts:
        if each.before != last:
            yield f"{since} outside Overtrick before {each.act}."
        last = each.after
        since = f"It was changed after {each.act} and"
    if now == last:
        return
    act = acts[-1].act
    if not now:
        yield f"It was taken out outside Overtrick after {act}."
    elif not last:
        yield f"It was put in again outside Overtrick after {act}."
    else:
        yield f"It was changed outside Overtrick after {act}."
