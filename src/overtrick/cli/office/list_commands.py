"""Commands that list what the register says: ranks, honours, promotions, reports, what falls due."""

from __future__ import annotations

import sys
from typing import Any

import click

from overtrick.cli.office.options import ACTOR, FEDERATION, JSON, command


@command()
@click.argument("number", required=False, default="")
@click.option("--club", default="", metavar="NUMBER", help="Only players of this club.")
@click.option("--county", default="", metavar="NUMBER", help="Only players of this county.")
@click.option("--rank", default="", help="Only players with this rank.")
@click.option("--colour", default="", help="Only points of this colour.")
@click.option("--year", type=click.IntRange(0, 9999), default=0, help="Only points won in this year.")
@click.option("--provisional", is_flag=True, help="Include points that are not final yet.")
@click.option("--limit", type=click.IntRange(min=1), default=20, help="How many to list.")
@click.option("--day", default="", metavar="DATE", help="Points, clubs, counties and ranks on this day.")
@click.option("--proof", default="", metavar="FILE", help="Also write the proof of the player's entries to this file.")
@JSON
@FEDERATION
def ranks(number: str, **rest: Any) -> None:  # noqa: ANN401 - the options above
    """Say which rank a player has and what is missing for the next; without a NUMBER, list the leaders."""
    from overtrick.cli.office import ranking

    sys.exit(ranking.ranks(number, **rest))


@command()
@click.argument("month", default="")
@JSON
@FEDERATION
def promotions(month: str, *, as_json: bool, federation: str) -> None:
    """List who was promoted when a MONTH was closed, with the code of each certificate; without it, the last one."""
    from overtrick.cli.office import months

    sys.exit(months.promotions(month, as_json=as_json, federation=federation))


@command()
@click.argument("year", type=click.IntRange(1, 9999))
@JSON
@FEDERATION
def honours(year: int, *, as_json: bool, federation: str) -> None:
    """List the awards of a YEAR by the handbook, and who joined a club of points in it."""
    from overtrick.cli.office import ranking

    sys.exit(ranking.honours(year, as_json=as_json, federation=federation))


@command()
@click.option("--days", type=click.IntRange(0, 400), default=30, help="How many days ahead.")
@click.option("--organisation", default="", metavar="NUMBER", help="Of a club or county (default: the office).")
@click.option("--day", default="", metavar="DATE", help="As it would be on this day.")
@JSON
@FEDERATION
def calendar(days: int, organisation: str, **rest: Any) -> None:  # noqa: ANN401 - the options above
    """List what waits for the office, or for an organisation, and what falls due."""
    from overtrick.cli.office import calendar_list

    sys.exit(calendar_list.calendar(days, organisation, **rest))


@command()
@click.argument("period")
@click.argument("folder")
@click.option("--organisation", default="", metavar="NUMBER", help="Only of this club or county.")
@FEDERATION
def reports(period: str, folder: str, organisation: str, federation: str) -> None:
    """Write the reports of a PERIOD (2026-10-14, 2026-10, 2026-Q4, 2026) into a FOLDER, one a club and county."""
    from overtrick.cli.office import report_files

    sys.exit(report_files.reports(period, folder, organisation, federation))


@command("national-files")
@click.argument("folder", type=click.Path())
@click.option(
    "--since", default="", metavar="DATE", help="Only players of whom something changed on this day or later."
)
@ACTOR
@FEDERATION
def national_files(folder: str, *, since: str, actor: str, federation: str) -> None:
    """Write the files for scoring programs into a FOLDER: numbers, standing and rank of players as they are now.

    Players who hide are left out. Files that are there already are replaced.
    """
    from overtrick.cli.office import national_files

    sys.exit(national_files.national_files(folder, since=since, actor=actor, federation=federation))
