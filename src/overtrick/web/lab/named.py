"""Names in a report: it keeps players and organisers as numbers, and whoever looks is told what they are called now.

So somebody who is erased is a pseudonym in every report, and a club has the name it has today.
"""

from __future__ import annotations

from collections.abc import Mapping

from overtrick.formats.tables import Cell
from overtrick.lab.report.report import Report
from overtrick.lab.report.table import Table
from overtrick.register.organisations.models import Organisation
from overtrick.register.people.models import Player

#: Tables whose first column is a number, of a player or of an organisation.
PLAYERS = ("players", "promotions")
BODIES = ("club", "county", "organiser", "charges", "quotas")
_TOGETHER = 500


def named(report: Report) -> Report:
    """Give a report with names beside the numbers."""
    bodies = dict(Organisation.objects.values_list("number", "name"))
    wanted = {str(row[0]) for each in report.tables if each.name in PLAYERS for row in each.rows}
    players = player_names(sorted(wanted))
    return report._replace(tables=tuple(_table(each, bodies, players) for each in report.tables))


def player_names(numbers: list[str]) -> dict[str, str]:
    """Look up what players are called."""
    found: dict[str, str] = {}
    for at in range(0, len(numbers), _TOGETHER):
        for each in Player.objects.filter(number__in=numbers[at : at + _TOGETHER]):
            found[each.number] = str(each)
    return found


def _table(table: Table, bodies: Mapping[str, str], players: Mapping[str, str]) -> Table:
    if table.name in PLAYERS:
        return _renamed(table, players)
    return _renamed(table, bodies) if table.name in BODIES else table


def _renamed(table: Table, names: Mapping[str, str]) -> Table:
    """Write the name before each number that has one."""

    def cell(found: Cell) -> Cell:
        name = names.get(str(found))
        return f"{name} ({found})" if name else found

    return table._replace(rows=[[cell(row[0]), *row[1:]] for row in table.rows])
