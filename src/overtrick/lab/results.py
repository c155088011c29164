"""What came of a run: who gains and who loses, by rank, club, county, colour, month and kind of event."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq

from overtrick.handbooks import edition as editions
from overtrick.handbooks.entries import Colour
from overtrick.lab import charges, proposal
from overtrick.lab.charges import Charges
from overtrick.lab.proposal import Proposal, Rules
from overtrick.lab.run import CARD, Plan, Where
from overtrick.lab.season import BadSeason, Season
from overtrick.lab.small_groups import LEAST_GROUP, SMALL

#: By what a result can be told apart.
BY = ("rank", "club", "county", "colour", "month", "kind", "organiser")


class NoRun(LookupError):
    """A folder holds no finished run."""


class Row(NamedTuple):
    """What a group gets before and after, of one colour, in units."""

    group: str
    colour: str
    before: int
    after: int
    players: int  #: who has points of it, before or after
    gaining: int
    losing: int

    @property
    def change(self) -> int:
        """How much more it gets."""
        return self.after - self.before


class Mover(NamedTuple):
    """A player whose points change."""

    player: int
    colour: str
    before: int
    after: int

    @property
    def change(self) -> int:
        """How much more the player gets."""
        return self.after - self.before


def _put_together(groups: Sequence[str], there: Any) -> list[str]:  # noqa: ANN401 - a column
    """Put groups together in which few have points: a group of a few, taken from the whole, would tell of persons.

    Where all that is put together is still a few, the next group goes with it.
    """
    sizes: dict[str, int] = dict.fromkeys(groups, 0)
    for name, has in zip(groups, there.tolist(), strict=True):
        sizes[name] += has
    small: set[str] = set()
    for name, size in sorted(sizes.items(), key=lambda row: (row[1], row[0])):
        together = sum(sizes[each] for each in small)
        if size >= LEAST_GROUP and (together == 0 or together >= LEAST_GROUP):
            break
        small.add(name)
    return [SMALL if each in small else each for each in groups]


def _of_many(rows: Sequence[Row]) -> list[Row]:
    """Leave colours out in which some group is of a few: what is missing of a whole could be found from the rest."""
    few = {row.colour for row in rows if (row.before or row.after) and row.players < LEAST_GROUP}
    return [row for row in rows if row.colour not in few and row.players]


class Result:
    """A finished run, opened beside its season."""

    def __init__(self, folder: Path, season: Season) -> None:
        """Read what the run says of itself, and see that it is of this season."""
        self.folder = folder
        self.season = season
        try:
            self.card: dict[str, Any] = json.loads((folder / CARD).read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            message = f"{folder} holds no finished run ({error}). Run the proposal to its end first."
            raise NoRun(message) from error
        if self.card["season"] != season.digest:
            message = f"{folder} was run on another season than {season.folder}. Name the season of the run."
            raise BadSeason(message)
        where = Where(**self.card["where"])
        rules = self.card.get("rules", "")
        self.plan = Plan(str(season.folder), season.digest, self.card["proposal"], str(folder), where, rules)

    @cached_property
    def proposal(self) -> Proposal:
        """What was proposed."""
        return proposal.read(self.plan.proposal, folders=True)

    @cached_property
    def rules(self) -> tuple[Rules, Rules]:
        """The rules in force, and those proposed."""
        return Rules(self.season.handbook), Rules(self.season.handbook, self.proposal)

    @property
    def digest(self) -> str:
        """The digest of all that came out."""
        return str(self.card["digest"])

    @property
    def events(self) -> int:
        """How many events were worked out."""
        return sum(each["events"] for each in self.card["months"])

    @property
    def changed(self) -> int:
        """In how many of them somebody gets something else."""
        return sum(each["changed"] for each in self.card["months"])

    def references(self) -> list[str]:
        """Name the events that were asked about."""
        found: list[str] = []
        for month in self.season.months:
            events = self.season.part("events", month, ["organiser", "kind", "tables", "reference"])
            found += self.plan.where.keep(events, self.season)["reference"].to_pylist()
        return found

    @property
    def charges(self) -> Charges | None:
        """What charges and quotas become; None where nobody has worked that out."""
        return charges.read(self.folder, self.card["key"])

    @property
    def missing(self) -> dict[str, int]:
        """Why events could not be compared, and how many, most first."""
        found: dict[str, int] = {}
        for month in self.card["months"]:
            for each in month["missing"]:
                found[each["found"]] = found.get(each["found"], 0) + 1
        return dict(sorted(found.items(), key=lambda row: -row[1]))

    @cached_property
    def players(self) -> list[dict[str, Any]]:
        """Club, county, rank and holding of everybody, by number."""
        rows: list[dict[str, Any]] = self.season.table("players").to_pylist()
        return rows

    @cached_property
    def names(self) -> list[dict[str, str]]:
        """Numbers and names of everybody; none where the season was stored without."""
        return self.season.table("names").to_pylist() if self.season.has_names else []

    def called(self, player: int) -> str:
        """Give a player's name and number, as far as the season has them, or the season's number."""
        if not self.names:
            return f"player {player}"
        name, number = self.names[player]["name"], self.names[player]["number"]
        return f"{name} ({number})" if name else number

    def number_of(self, typed: str) -> int | None:
        """Find a player by the federation's number, or by the season's where it has no names."""
        for at, each in enumerate(self.names):
            if each["number"].lstrip("0") == typed.lstrip("0"):
                return at
        known = typed.isdecimal() and not self.names and int(typed) < len(self.players)
        return int(typed) if known else None

    def show(self, colour: str, units: int) -> str:
        """Write points of a colour as the handbook does."""
        return self._shown[colour].show(units)

    @cached_property
    def _shown(self) -> dict[str, Colour]:
        other = self.proposal.other_handbook or self.season.handbook
        return {**editions.get(other).colours, **editions.get(self.season.handbook).colours}

    @cached_property
    def colours(self) -> list[str]:
        """Every colour of points that is given before or after."""
        found: dict[str, None] = {}
        for month in self.season.months:
            found |= dict.fromkeys(each for each in self._month(month)["colour"].to_pylist() if each)
        return list(found)

    def _month(self, month: str) -> pa.Table:
        return pq.read_table(self.plan.file(month))

    def of_players(self, colour: str, month: str = "") -> tuple[Any, Any]:
        """Give what every player gets of a colour, before and after, in a month or in all; nobody known comes last."""
        size = len(self.players) + 1
        before, after = np.zeros(size, np.int64), np.zeros(size, np.int64)
        for each in [month] if month else self.season.months:
            table = self._month(each)
            rows = table.filter((pc.field("by") == "player") & (pc.field("colour") == colour))
            keys = rows["key"].to_numpy()
            before[keys] += rows["before"].to_numpy()
            after[keys] += rows["after"].to_numpy()
        return before, after

    def totals(self) -> list[Row]:
        """Add up every colour."""
        return [self._row("", colour, *self.of_players(colour)) for colour in self.colours]

    def _row(self, group: str, colour: str, before: Any, after: Any) -> Row:  # noqa: ANN401 - columns
        there = int(((before != 0) | (after != 0)).sum())
        return Row(
            group,
            colour,
            int(before.sum()),
            int(after.sum()),
            there,
            int((after > before).sum()),
            int((after < before).sum()),
        )

    def by(self, what: str, *, public: bool = False) -> list[Row]:
        """Tell groups apart; in public, groups of a few players are put together."""
        if what == "colour":
            rows = self.totals()
        elif what == "month":
            rows = [
                self._row(month, colour, *self.of_players(colour, month))
                for month in self.season.months
                for colour in self.colours
            ]
        elif what in ("rank", "club", "county"):
            return self._by_player(what, public=public)
        elif what == "organiser":
            organisers = self.season.table("organisers")["number"].to_pylist()
            rows = self._by_event("organiser", lambda _month, key: organisers[key])
        elif what == "kind":
            rows = self._by_event("kind", lambda month, key: month["kinds"][key])
        else:
            message = f"results are told by {', '.join(BY)}, not by {what!r}"
            raise ValueError(message)
        return _of_many(rows) if public else rows

    def _by_player(self, what: str, *, public: bool) -> list[Row]:
        groups = [each[what] for each in self.players]
        found = []
        for colour in self.colours:
            before, after = (column[:-1] for column in self.of_players(colour))
            called = _put_together(groups, (before != 0) | (after != 0)) if public else groups
            named = {name: at for at, name in enumerate(dict.fromkeys(called))}
            of_player = np.array([named[each] for each in called], np.int64)
            for name, at in named.items():
                here = of_player == at
                found.append(self._row(name, colour, before[here], after[here]))
        return [row for row in found if (row.before or row.after) and (not public or row.players >= LEAST_GROUP)]

    def _by_event(self, by: str, called: Any) -> list[Row]:  # noqa: ANN401 - a function of the month and the key
        found: dict[tuple[str, str], list[int]] = {}
        for told in self.card["months"]:
            rows = self._month(told["month"]).filter(pc.field("by") == by).to_pylist()
            for row in rows:
                if row["colour"]:
                    sums = found.setdefault((called(told, row["key"]), row["colour"]), [0, 0])
                    sums[0] += row["before"]
                    sums[1] += row["after"]
        return [Row(group, colour, sums[0], sums[1], 0, 0, 0) for (group, colour), sums in sorted(found.items())]

    def movers(self, colour: str, count: int) -> tuple[list[Mover], list[Mover]]:
        """List who gains most and who loses most of a colour."""
        before, after = (column[:-1] for column in self.of_players(colour))
        order = np.argsort(after - before, kind="stable")
        losing = [Mover(int(at), colour, int(before[at]), int(after[at])) for at in order[:count]]
        gaining = [Mover(int(at), colour, int(before[at]), int(after[at])) for at in order[::-1][:count]]
        return [each for each in gaining if each.change > 0], [each for each in losing if each.change < 0]

    def monthly(self) -> Iterator[tuple[str, dict[str, tuple[Any, Any]]]]:
        """Give what every player gets of every colour, month by month."""
        for month in self.season.months:
            yield month, {colour: tuple(c[:-1] for c in self.of_players(colour, month)) for colour in self.colours}
