"""Commands for a federation's members and clubs: lists of them, their year, what is kept about a person."""

from __future__ import annotations

import sys
from typing import Any

import click

from overtrick.cli.office.options import PASSWORD_FILE, YES, acting, command


@command("import-organisations")
@click.argument("file", type=click.Path())
@YES
@acting
def import_organisations(file: str, *, yes: bool, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Enter counties and clubs from a list: number, name, kind, parent, affiliated."""
    from overtrick.cli.office import setup

    sys.exit(setup.import_organisations(file, yes=yes, **acting))


@command("import-members")
@click.argument("file", type=click.Path())
@PASSWORD_FILE
@YES
@acting
def import_members(file: str, password_file: str, *, yes: bool, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Enter members from a list (CSV or XLSX). With points in the list it asks for your own password."""
    from overtrick.cli.office import members

    sys.exit(members.import_members(file, password_file, yes=yes, **acting))


@command()
@click.argument("year", type=click.IntRange(1900, 2150))
@click.option("--from", "first", default="", metavar="DAY", help="First day of the year (default: 1 January).")
@click.option("--without", multiple=True, metavar="NUMBER", help="Leave this organisation out; can be repeated.")
@YES
@acting
def affiliate(year: int, first: str, without: tuple[str, ...], *, yes: bool, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Affiliate for a YEAR everybody whose affiliation ends the day before. Shows it first."""
    from overtrick.cli.office import affiliations

    sys.exit(affiliations.affiliate(year, first, without, yes=yes, **acting))


@command()
@click.argument("year", type=click.IntRange(1990, 2099))
@YES
@acting
def renew(year: int, *, yes: bool, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Renew the members for the year that begins in YEAR: whoever was cancelled lapses."""
    from overtrick.cli.office import membership

    sys.exit(membership.renew(year, yes=yes, **acting))


@command()
@click.argument("year", type=click.IntRange(1990, 2099))
@YES
@acting
def youth(year: int, *, yes: bool, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Let youths leave who came of age in YEAR: to their other club, or lapsed."""
    from overtrick.cli.office import membership

    sys.exit(membership.youth(year, yes=yes, **acting))


@command()
@click.argument("file")
@click.option("--from", "begins", required=True, metavar="DATE", help="The first day without registration.")
@click.option("--reason", required=True, help="Why, for the record.")
@YES
@acting
def lapse(file: str, begins: str, reason: str, *, yes: bool, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Let everybody lapse whose number is in FILE, one on each line."""
    from overtrick.cli.office import membership

    sys.exit(membership.lapse(file, begins, reason, yes=yes, **acting))


@command()
@click.argument("number")
@click.argument("rank")
@PASSWORD_FILE
@YES
@acting
def convert(number: str, rank: str, password_file: str, *, yes: bool, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Convert a player's points for a RANK, where the handbook allows it: once, and if nothing else reaches it."""
    from overtrick.cli.office import convert_points

    sys.exit(convert_points.convert(number, rank, password_file, yes=yes, **acting))


@command()
@click.argument("number")
@click.option("--export", default="", metavar="FILE", help="Write everything that is kept about them, as JSON.")
@click.option("--erase", is_flag=True, help="Propose to erase them; somebody else confirms it.")
@click.option("--reason", default="", metavar="TEXT", help="Who asked for it, without a name.")
@PASSWORD_FILE
@acting
def person(
    number: str,
    export: str,
    reason: str,
    password_file: str,
    *,
    erase: bool,
    **acting: Any,  # noqa: ANN401 - who acts, and when
) -> None:
    """Answer a person who asks what is kept about them, or asks to be forgotten."""
    from overtrick.cli.office import person_data

    asked = person_data.Asked(export, reason, password_file, erase)
    sys.exit(person_data.person(number, asked, **acting))
