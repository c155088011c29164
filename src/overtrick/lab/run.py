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

import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from overtrick.lab import compare, proposal
from overtrick.lab.compare import Differs, Sides
from overtrick.lab.proposal import Rules
from overtrick.lab.score import Scorer
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

    @property
    def key(self) -> str:
        """Tell this question from every other."""
        parts = [self.digest, self.proposal, list(self.where)]
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
    return Plan(str(season.folder), season.digest, text, str(out), where)


def missing(asked: Plan, season: Season) -> list[str]:
    """Name the months that are still to be worked out."""
    return [month for month in season.months if not asked.file(month).exists()]


class Worker:
    """Works months out; the answers that it has found serve every further month."""

    def __init__(self, asked: Plan) -> None:
        """Open the season under both sets of rules."""
        self._plan = asked
        self._season = Season(Path(asked.season))
        if self._season.digest != asked.digest:
            message = f"{asked.season} is another season than the one this run began with. Begin a new run."
            raise Differs(message)
        proposed = proposal.read(asked.proposal, folders=True)
        self._before = Scorer(self._season, Rules(self._season.handbook))
        self._after = Scorer(self._season, Rules(self._season.handbook, proposed))
        self._players = self._season.table("players").num_rows
        self._organisers = self._season.table("organisers").num_rows

    def work_out(self, month: str) -> None:
        """Work a month out and keep its file."""
        file = self._plan.file(month)
        if file.exists():
            return
        season = self._season
        columns = ["event", "day", "scheme", "shape", "organiser", "kind", "tables"]
        events = season.part("events", month, columns)
        before = self._before.month(month, events)
        wrong = compare.check(before, season.part("awards", month))
        if wrong:
            raise Differs(_told(season, month, wrong))
        asked = self._plan.where.keep(events, season)
        if asked.num_rows != events.num_rows:
            before = self._before.month(month, asked)
        after = self._after.month(month, asked)
        kinds = {name: at for at, name in enumerate(sorted(set(asked["kind"].to_pylist())))}
        sides = Sides(before, after, self._before.answers.colours, self._after.answers.colours)
        found = compare.sums(sides, asked, self._players, self._organisers, kinds)
        told = {
            "month": month,
            "events": found.events,
            "changed": found.changed,
            "whole": found.whole,
            "kinds": list(kinds),
            "missing": found.missing.to_pylist(),
        }
        _keep(found.sums.replace_schema_metadata({"month": json.dumps(told)}), file)


def _keep(table: pa.Table, file: Path) -> None:
    """Write a file aside, see that it is on the disk, and give it its name."""
    aside = file.with_suffix(f".{os.getpid()}.part")
    pq.write_table(table, aside, compression="zstd")
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
    digest = hashlib.sha256()
    months = []
    for month in season.months:
        table = pq.read_table(asked.file(month))
        months.append(json.loads(table.schema.metadata[b"month"]))
        digest.update(json.dumps([months[-1], table.to_pylist()], sort_keys=True).encode())
    card = {
        "proposal": asked.proposal,
        "season": season.digest,
        "federation": season.federation,
        "handbook": season.handbook,
        "from": str(season.first),
        "until": str(season.last),
        "where": asked.where._asdict(),
        "key": asked.key,
        "digest": digest.hexdigest(),
        "months": months,
    }
    aside = Path(asked.out, f"{CARD}.part")
    aside.write_text(json.dumps(card, indent=1), encoding="utf-8")
    aside.replace(Path(asked.out, CARD))
    return card
