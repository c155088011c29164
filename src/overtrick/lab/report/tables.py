"""The tables of a report: who gets what before and after, told in several ways, and whose rank changes.

In public there is no player, and no group of fewer than five: of a few who gain or lose only that they are few.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from decimal import Decimal

from overtrick.formats.tables import Cell
from overtrick.handbooks import edition as editions
from overtrick.handbooks import ranks
from overtrick.lab.promotions import Promotions
from overtrick.lab.report import money_tables
from overtrick.lab.report.table import Table, few
from overtrick.lab.results import Result, Row
from overtrick.lab.small_groups import LEAST_GROUP

#: What each table is called.
_TITLES = {
    "colour": "Points by colour",
    "month": "Points by month",
    "rank": "Points by rank on the first day",
    "club": "Points by home club",
    "county": "Points by county",
    "kind": "Points by kind of event",
    "organiser": "Points by organiser",
}
_FIRST = {
    "colour": "",
    "month": "Month",
    "rank": "Rank",
    "club": "Club",
    "county": "County",
    "kind": "Kind of event",
    "organiser": "Organiser",
}
#: Sums by event say nothing of how many players they are of.
_BY_EVENT = ("kind", "organiser")
#: So many players are listed.
MOST_PLAYERS = 200


def tables(result: Result, promoted: Promotions, *, public: bool) -> list[Table]:
    """Give the tables of a report."""
    ways = [each for each in _TITLES if not (public and each in _BY_EVENT)]
    found = [by(result, each, public=public) for each in ways]
    found.append(_ranks(promoted, public=public))
    if not public:
        found += [_rank_changes(result, promoted), _movers(result)]
    if result.charges is not None:
        found += [money_tables.charges(result.charges, public=public)]
        found += [money_tables.quotas(result.charges, public=public)]
    if result.missing:
        found.append(_missing(result))
    return found


def by(result: Result, what: str, *, public: bool = False) -> Table:
    """Tell a result by one thing."""
    counts = what not in _BY_EVENT
    first = [_FIRST[what]] if _FIRST[what] else []
    columns = [*first, "Colour", "Before", "After", "Change", *(["Gain", "Lose"] if counts else [])]
    rows = []
    for row in _ordered(result, what, [each for each in result.by(what, public=public) if each.before or each.after]):
        cells: list[Cell] = [row.group or "none"] if first else []
        cells += [row.colour, *_points(result, row)]
        if counts:
            cells += [few(row.gaining, public=public), few(row.losing, public=public)]
        rows.append(cells)
    says = "What is given before and after, and how many players gain and lose."
    if not counts:
        says = "What is given before and after."
    if public and what in ("rank", "club", "county"):
        says += " Groups in which few have points are put together."
    return Table(what, _TITLES[what], says, columns, rows, frozenset(columns[len(first) + 1 :]))


def _ordered(result: Result, what: str, rows: list[Row]) -> list[Row]:
    """Put ranks in the order of the handbook, clubs and organisers by what changes most; colour by colour."""
    colours = result.colours
    if what == "rank":
        edition = editions.get(result.season.handbook).edition_near(result.season.last)
        places = ranks.order(edition.book(result.season.last))
        return sorted(rows, key=lambda row: (colours.index(row.colour), places.get(row.group, -1)))
    if what in ("club", "county", "organiser"):
        return sorted(rows, key=lambda row: (colours.index(row.colour), -abs(row.change), row.group))
    return sorted(rows, key=lambda row: colours.index(row.colour))


def _points(result: Result, row: Row) -> list[Cell]:
    return [Decimal(result.show(row.colour, each)) for each in (row.before, row.after, row.change)]


def _ranks(promoted: Promotions, *, public: bool) -> Table:
    """Count whose rank at the end is another, by what it would be."""
    moved = Counter((each.rank_before or "none", each.rank_after or "none") for each in promoted.others)
    listed = sorted((pair, count) for pair, count in moved.items() if pair[0] != pair[1])
    rows = [[before, after, few(count, public=public)] for (before, after), count in listed]
    says = "How many would have another rank on the last day; others reach the same rank in another month."
    columns = ["Rank by the rules in force", "Rank under the proposal", "Players"]
    return Table("ranks", "Ranks on the last day", says, columns, rows, frozenset(columns[2:]))


def _rank_changes(result: Result, promoted: Promotions) -> Table:
    columns = ["Player", "Rank on the first day", "By the rules in force", "Under the proposal"]
    rows = [
        [result.called(each.player), each.began or "none", _reached(each.before), _reached(each.after)]
        for each in promoted.others
    ]
    says = "Who would be promoted otherwise, with the month in which each rank is reached."
    return Table("promotions", "Promotions that come, go or move", says, columns, rows)


def _reached(promotions: Sequence[tuple[str, str]]) -> str:
    return ", ".join(f"{rank} ({month})" for month, rank in promotions) or "no promotion"


def _movers(result: Result) -> Table:
    columns = ["Player", "Colour", "Before", "After", "Change"]
    rows: list[list[Cell]] = []
    for colour in result.colours:
        for side in result.movers(colour, MOST_PLAYERS):
            for each in side:
                points = (each.before, each.after, each.change)
                rows.append([result.called(each.player), colour, *(Decimal(result.show(colour, n)) for n in points)])
    says = f"Who gains and who loses most, up to {MOST_PLAYERS} of each colour."
    return Table("players", "Players", says, columns, rows, frozenset(columns[2:]))


def _missing(result: Result) -> Table:
    rows: list[list[Cell]] = [[found, count] for found, count in result.missing.items()]
    says = "A fact is missing that the proposed rules ask for. These events are in no other table."
    return Table("not-compared", "Events that cannot be compared", says, ["Why", "Events"], rows, frozenset(["Events"]))


def sentence(result: Result, promoted: Promotions, *, public: bool = False) -> str:
    """Tell what came of a run in one sentence."""
    parts = []
    for row in result.by("colour", public=public):
        if row.before == row.after and not row.gaining:
            continue
        change = "as many points" if row.change == 0 else f"{_share(row)} points"
        gaining, losing = (_told(few(each, public=public)) for each in (row.gaining, row.losing))
        parts.append(f"{row.colour}: {gaining} gain, {losing} lose, {change}")
    if not parts:
        unsaid = public and any(row.gaining or row.losing for row in result.by("colour"))
        return f"Fewer than {LEAST_GROUP} players gain or lose." if unsaid else "Nobody gains and nobody loses."
    more = promoted.after - promoted.before
    if public and 0 < abs(more) < LEAST_GROUP:
        ranks = "few promotions change"
    else:
        word = "promotion" if abs(more) == 1 else "promotions"
        ranks = f"{abs(more):,} {'more' if more > 0 else 'fewer'} {word}" if more else "as many promotions"
    told = "; ".join([*parts, ranks])
    return f"{told[0].upper()}{told[1:]}."


def _told(count: Cell) -> str:
    if isinstance(count, int):
        return f"{count:,} {'player' if count == 1 else 'players'}"
    return f"{count} players"


def _share(row: Row) -> str:
    if not row.before:
        return "new"
    tenths = (abs(row.change) * 2000 + row.before) // (2 * row.before)  # of a percent, halves up
    return f"{tenths // 10}.{tenths % 10} % {'more' if row.change > 0 else 'fewer'}"
