"""Commands for results: start lists, submissions, allotments, checks and the close of a month."""

from __future__ import annotations

import sys
from typing import Any

import click

from overtrick.cli.office.options import JSON, YES, acting, command


@command("check-start-list")
@click.argument("file", type=click.Path())
@click.option("--club", required=True, metavar="NUMBER", help="Who runs the event.")
@click.option("--event", default="", help="An event of the handbook that not everybody may enter.")
@click.option("--rank-below", default="", metavar="RANK", help="Only players below this rank may enter.")
@click.option("--points-below", default="", metavar="POINTS", help="Only players with fewer points may enter.")
@JSON
@acting
def check_start_list(file: str, **rest: Any) -> None:  # noqa: ANN401 - the options above
    """Say of everybody in a FILE who they are, what they are on the day and whether they may enter. Nothing is kept.

    FILE is a list of players, a spreadsheet or a results file. The exit code is 1 if somebody cannot simply play.
    """
    from overtrick.cli.office import start_list

    sys.exit(start_list.check_start_list(file, **rest))


@command()
@click.argument("files", nargs=-1, required=True, type=click.Path())
@click.option("--organisation", required=True, metavar="NUMBER", help="Whose events these are.")
@click.option("--answer", "answers", multiple=True, metavar="WORD=VALUE", help="What a file leaves open: status=club.")
@click.option("--because", multiple=True, metavar="[CODE=]TEXT", help="Why what must be answered is right.")
@click.option("--points-only", is_flag=True, help="The files add points and nothing else.")
@click.option("--correct", is_flag=True, help="The files may replace results sent before.")
@click.option("--separate", is_flag=True, help="The files are separate events, although name and day are the same.")
@click.option("--why", is_flag=True, help="Show the working of every award.")
@JSON
@YES
@acting
def submit(files: tuple[str, ...], organisation: str, **rest: Any) -> None:  # noqa: ANN401 - the options above
    """Read results, show what they are worth and to whom; with --yes, post it."""
    from overtrick.cli.office import submissions

    sys.exit(submissions.submit(files, organisation, **rest))


@command()
@click.argument("year", type=click.IntRange(1900, 2999))
@JSON
@YES
@acting
def allot(year: int, *, as_json: bool, yes: bool, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Work out what each organisation is allotted for a YEAR, where the handbook allots; without --yes a rehearsal."""
    from overtrick.cli.office import allotments

    sys.exit(allotments.allot(year, as_json=as_json, yes=yes, **acting))


@command("close-month")
@click.argument("month", metavar="YEAR-MONTH")
@JSON
@YES
@acting
def close_month(month: str, *, as_json: bool, yes: bool, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Make a month's points final and find the promotions; without --yes a rehearsal."""
    from overtrick.cli.office import months

    sys.exit(months.close_month(month, as_json=as_json, yes=yes, **acting))


@command("check-book")
@click.argument("organisation", default="")
@click.option("--answered", "with_answered", is_flag=True, help="List answered findings too.")
@JSON
@acting
def check_book(organisation: str, *, with_answered: bool, as_json: bool, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Check the events of every ORGANISATION, or of one, against the handbook; list what has no answer yet."""
    from overtrick.cli.office import book_findings

    sys.exit(book_findings.check_book(organisation, with_answered=with_answered, as_json=as_json, **acting))
