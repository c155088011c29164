"""``overtrick lab``: last season under another rule."""

from __future__ import annotations

import sys
from typing import Any

import click

from overtrick.cli.office.options import EPILOG, FEDERATION, JSON

FOLDER = click.Path(file_okay=False)


@click.group(epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
def lab() -> None:
    """Work a season out again under another rule: who gains, who loses, by how much."""


@lab.command("export", epilog=EPILOG)
@click.argument("season", type=FOLDER)
@click.option("--home", default="", metavar="FOLDER", help="The office's folder.")
@click.option("--from", "first", required=True, metavar="DATE", help="The first day of play.")
@click.option("--until", "last", required=True, metavar="DATE", help="The last day of play.")
@click.option("--names", is_flag=True, help="Also write the players' names, in a file that can be left out.")
@FEDERATION
def export(season: str, **rest: Any) -> None:  # noqa: ANN401 - the options above
    """Write what was played between two days, as the book has it, into the folder SEASON."""
    from overtrick.cli.lab import seasons

    sys.exit(seasons.export(season, **rest))


@lab.command("collect", epilog=EPILOG)
@click.argument("season", type=FOLDER)
@click.argument("files", type=click.Path(exists=True, file_okay=False))
@click.option("--handbook", required=True, metavar="NAME", help="Which handbook to use.")
@click.option("--status", default="", metavar="WORD", help="The status or grade of events that do not tell theirs.")
def collect(season: str, files: str, **rest: Any) -> None:  # noqa: ANN401 - the options above
    """Read a folder of results FILES into the folder SEASON; what cannot be read is listed and left out."""
    from overtrick.cli.lab import seasons

    sys.exit(seasons.collect(season, files, **rest))


@lab.command("check", epilog=EPILOG)
@click.argument("season", type=FOLDER)
@click.option("--all", "every", is_flag=True, help="Also work every event out whole and compare.")
def check(season: str, *, every: bool) -> None:
    """See that the rules in force give what the book says, event by event."""
    from overtrick.cli.lab import seasons

    sys.exit(seasons.check(season, every=every))


@lab.command("run", epilog=EPILOG)
@click.argument("proposal", type=click.Path(dir_okay=False))
@click.option("--season", required=True, type=FOLDER, help="The season, as export has written it.")
@click.option("--out", required=True, type=FOLDER, help="Where to keep what comes out.")
@click.option("--jobs", type=click.IntRange(1, 256), default=1, help="How many processes share the work.")
@click.option("--dask", "address", default="", metavar="ADDRESS", help="Share it out on this Dask cluster: tcp://….")
@click.option(
    "--tables-from", type=click.IntRange(0, 100_000), default=0, help="Only events of at least so many tables."
)
@click.option(
    "--tables-up-to", type=click.IntRange(0, 100_000), default=0, help="Only events of at most so many tables."
)
@click.option("--kind", default="", help="Only events of this kind, as 'show --by kind' names it.")
@click.option("--county", default="", metavar="NUMBER", help="Only events run in this county.")
@click.option("--organiser", "organiser_kind", default="", help="Only events of a club, region or national body.")
def run(proposal: str, **rest: Any) -> None:  # noqa: ANN401 - the options above
    """Work a season out under a PROPOSAL and compare; a run that was stopped goes on where it was."""
    from overtrick.cli.lab import runs

    sys.exit(runs.run(proposal, **rest))


_RUN = click.argument("run", type=FOLDER)
_SEASON = click.option("--season", required=True, type=FOLDER, help="The season of the run.")


@lab.command("show", epilog=EPILOG)
@_RUN
@_SEASON
@click.option("--by", "what", default="colour", help="rank, club, county, colour, month, kind or organiser.")
@click.option("--players", type=click.IntRange(0, 10_000), default=0, help="Also list so many who gain and lose most.")
@JSON
def show(run: str, **rest: Any) -> None:  # noqa: ANN401 - the options above
    """Tell what came of a RUN: points before and after, who gains and who loses, promotions that come or not."""
    from overtrick.cli.lab import runs

    sys.exit(runs.show(run, **rest))


@lab.command("charges", epilog=EPILOG)
@_RUN
@_SEASON
@click.option("--home", default="", metavar="FOLDER", help="The office's folder.")
@FEDERATION
def charges(run: str, **rest: Any) -> None:  # noqa: ANN401 - the options above
    """Work out what charges and quotas become in a RUN, with the office's tariffs and programme; reports then tell."""
    from overtrick.cli.lab import runs

    sys.exit(runs.charges(run, **rest))


@lab.command("report", epilog=EPILOG)
@_RUN
@_SEASON
@click.option("--out", required=True, type=FOLDER, help="A folder that is not there yet.")
@click.option("--public", is_flag=True, help="Without players, and without groups of fewer than five.")
def report(run: str, **rest: Any) -> None:  # noqa: ANN401 - the options above
    """Write a report of a RUN: one page with charts, and every table as CSV, XLSX and Parquet."""
    from overtrick.cli.lab import runs

    sys.exit(runs.report(run, **rest))


@lab.command("why", epilog=EPILOG)
@_RUN
@click.argument("player")
@click.argument("event", default="")
@_SEASON
def why(run: str, player: str, event: str, season: str) -> None:
    """Show the working of a PLAYER's award in an EVENT before and after; without EVENT, list the player's events."""
    from overtrick.cli.lab import runs

    sys.exit(runs.why(run, player, event, season))
