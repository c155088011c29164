"""Runs a proposal over a season: a plan of months, each with a file of its own, and the whole when all are there.

The file of a month is written aside, synced and renamed to a name made of the digests of season, proposal and month.
A month that is done twice gives the same file. So a run that was stopped is finished by running it again, and it does
not matter who works a month out.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from overtrick.lab import compare, proposal
from overtrick.lab.answers import Colours, Numbers
from overtrick.lab.compare import Counted, Differs, Sides
from overtrick.lab.proposal import Rules
from overtrick.lab.score import Part, Scorer
from overtrick.lab.season import Season

CARD = "run.json"
_MONTHS = "months"


class Where(NamedTuple):
    """Which events of a season are asked about; all of them, unless it says otherwise."""

    tables_from: int = 0
    tables_up_to: int = 0  #: 0: any number
    kind: str = ""
    county: str = ""
    organiser_kind: str = ""

    def keep(self, events: pa.Table, season: Season) -> pa.Table:
        """Leave out the events that are not asked about."""
        mask = pc.greater_equal(events["tables"], self.tables_from)
        if self.tables_up_to:
            mask = pc.and_(mask, pc.less_equal(events["tables"], self.tables_up_to))
        if self.kind:
            mask = pc.and_(mask, pc.equal(events["kind"], self.kind))
        if self.county or self.organiser_kind:
            organisers = season.table("organisers").to_pylist()
            right = [
                at
                for at, each in enumerate(organisers)
                if (not self.county or each["county"] == self.county)
                and (not self.organiser_kind or each["kind"] == self.organiser_kind)
            ]
            mask = pc.and_(mask, pc.is_in(events["organiser"], pa.array(right, pa.int32())))
        return events.filter(mask)


EVERYWHERE = Where()


class Plan(NamedTuple):
    """What is asked: plain text, so that it can be sent to whoever works a month out."""

    season: str  #: the folder
    digest: str  #: of the season
    proposal: str  #: as it is written
    out: str  #: the folder of the run
    where: Where = EVERYWHERE
    rules: str = ""  #: the digest of the folder with rules that the proposal names, where it names one

    @property
    def key(self) -> str:
        """Tell this question from every other."""
        parts = [self.digest, self.proposal, list(self.where), *filter(None, [self.rules])]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()

    def file(self, month: str) -> Path:
        """Say where the result of a month is, or will be."""
        digest = hashlib.sha256(f"{self.key} {month}".encode()).hexdigest()
        return Path(self.out, _MONTHS, f"{month}-{digest[:16]}.parquet")


#: Works out months that are missing, in any order, and tells each that is done.
Executor = Callable[[Plan, list[str]], Iterator[str]]


def plan(season: Season, text: str, out: Path, where: Where = EVERYWHERE) -> Plan:
    """Plan a run: the proposal is read and tried, the folder made."""
    asked = proposal.read(text, folders=True)
    Rules(season.handbook, asked)
    (out / _MONTHS).mkdir(parents=True, exist_ok=True)
    return Plan(str(season.folder), season.digest, text, str(out), where, asked.folder_digest)


def missing(asked: Plan, season: Season) -> list[str]:
    """Name the months that are still to be worked out."""
    return [month for month in season.months if not asked.file(month).exists()]


class Worker:
    """Works months out; the answers that it has found serve every further month."""

    def __init__(self, asked: Plan, season: Season | None = None) -> None:
        """Open the season under both sets of rules; who has opened it, and so has seen every byte of it, gives it."""
        self._plan = asked
        self._season = Season(Path(asked.season)) if season is None else season
        if self._season.digest != asked.digest:
            message = f"{asked.season} is another season than the one this run began with. Begin a new run."
            raise Differs(message)
        proposed = proposal.read(asked.proposal, folders=True)
        if proposed.folder_digest != asked.rules:
            message = f"The rules in {proposed.folder} are others than those this run began with. Begin a new run."
            raise Differs(message)
        self._colours = Colours(self._season.colours)
        self._before = Scorer(self._season, Rules(self._season.handbook), self._colours)
        self._after = Scorer(self._season, Rules(self._season.handbook, proposed), self._colours)
        self._players = self._season.table("players").num_rows
        self._organisers = self._season.table("organisers").num_rows

    def work_out(self, month: str) -> None:
        """Work a month out and keep its file."""
        file = self._plan.file(month)
        if file.exists():
            return
        season, where = self._season, self._plan.where
        columns = ["event", "day", "scheme", "shape", "organiser", "kind", "tables"]
        events = season.part("events", month, columns)
        part = Part(season, month, events)
        before = self._before.work_out(part)
        wrong = compare.check(before, season.part("awards", month))
        if wrong:
            raise Differs(_told(season, month, wrong))
        if where != EVERYWHERE:
            events = where.keep(events, season)
            part = Part(season, month, events)
            before = self._before.work_out(part)
        after = self._after.work_out(part)
        kinds, kind = _numbered(events["kind"])
        sides = Sides(before, after, list(self._colours))
        by = Counted(self._players, self._organisers, len(kinds), events["organiser"].to_numpy(), kind)
        found = compare.sums(part, sides, by)
        told = {
            "month": month,
            "events": found.events,
            "changed": found.changed,
            "whole": found.whole,
            "kinds": kinds,
            "missing": found.missing.to_pylist(),
            "digest": _digest(found.sums),
        }
        _keep(found.sums.replace_schema_metadata({"month": json.dumps(told)}), file)


def _numbered(words: pa.ChunkedArray) -> tuple[list[str], Numbers]:
    """Number words by the alphabet: the words, and the number of each row."""
    coded = words.unify_dictionaries().combine_chunks()
    found: list[str] = coded.dictionary.to_pylist()
    order = sorted(found)
    numbers = np.array([order.index(each) for each in found] or [0], np.int64)
    return order, numbers[coded.indices.to_numpy()]


def _keep(table: pa.Table, file: Path) -> None:
    """Write a file aside, see that it is on the disk, and give it its name."""
    aside = file.with_suffix(f".{os.getpid()}.part")
    pq.write_table(
        table,
        aside,
        compression="zstd",
        use_dictionary=["by", "colour"],
        use_byte_stream_split=["key", "before", "after"],  # a third of the room, and half the time
        write_statistics=False,
    )
    with aside.open("rb") as opened:
        os.fsync(opened.fileno())
    aside.replace(file)


def _told(season: Season, month: str, wrong: list[int]) -> str:
    listed = season.part("events", month, ["event", "reference"]).to_pydict()
    references = dict(zip(listed["event"], listed["reference"], strict=True))
    named = ", ".join(references.get(each) or str(each) for each in wrong[:5])
    return (
        f"The rules in force do not give what the book says for {len(wrong)} events of {month}: {named}. "
        "Export the season again; if that changes nothing, verify the book."
    )


def finish(asked: Plan, season: Season) -> dict[str, Any]:
    """Put the months together; all of them are there."""
    months = [json.loads(pq.read_schema(asked.file(month)).metadata[b"month"]) for month in season.months]
    digest = hashlib.sha256(json.dumps(months, sort_keys=True).encode())
    card = {
        "proposal": asked.proposal,
        "season": season.digest,
        "federation": season.federation,
        "handbook": season.handbook,
        "from": str(season.first),
        "until": str(season.last),
        "where": asked.where._asdict(),
        "rules": asked.rules,
        "key": asked.key,
        "digest": digest.hexdigest(),
        "months": months,
    }
    aside = Path(asked.out, f"{CARD}.part")
    aside.write_text(json.dumps(card, indent=1), encoding="utf-8")
    aside.replace(Path(asked.out, CARD))
    return card


def _digest(table: pa.Table) -> str:
    """Give the digest of every value of a table, the same whoever works it out and whatever writes the file."""
    found = hashlib.sha256()
    for column in table.columns:
        for chunk in column.chunks:
            values = chunk
            if pa.types.is_dictionary(chunk.type):
                found.update(json.dumps(chunk.dictionary.to_pylist()).encode())
                values = chunk.indices
            figures = values.to_numpy()
            found.update(figures.astype(figures.dtype.newbyteorder("<"), copy=False))
    return found.hexdigest()
