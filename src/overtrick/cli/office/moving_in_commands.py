"""``overtrick office moving-in``: the steps of an office that leaves an old system, as commands."""

from __future__ import annotations

import sys
from typing import Any

import click

from overtrick.cli.office.options import JSON, PASSWORD_FILE, YES, acting

_STEPS = ["organisations", "officers", "members", "credits", "balances", "ranks"]
_EPILOG = "Exit codes: 0 it was done; 1 something prevents it, or lines are left out; 2 the command was not understood."


@click.group("moving-in", epilog=_EPILOG, invoke_without_command=True)
@click.pass_context
def moving_in(context: click.Context) -> None:
    """Take over clubs, officers, members, points and ranks of an old system; alone it says how far you are."""
    if context.invoked_subcommand is None:
        from overtrick.cli.office import move_in as commands

        sys.exit(commands.status())


@moving_in.command("list", epilog=_EPILOG)
@click.argument("step", type=click.Choice(_STEPS))
@click.argument("file", type=click.Path())
@click.option("--column", "columns", multiple=True, metavar="HEADING=MEANING", help="What a column means.")
@click.option("--word", "words", multiple=True, metavar="WORD=MEANING", help="What a word means, or: left out.")
@click.option("--as-at", default="", metavar="DATE", help="The day of rows that have none.")
@click.option("--doubtful-are-new", is_flag=True, help="Enter people who are like somebody in the register as new.")
@YES
@acting
def take_list(step: str, file: str, **rest: Any) -> None:  # noqa: ANN401 - the options above
    """Show what the list of a STEP would do; with --yes, enter it."""
    from overtrick.cli.office import move_in as commands

    sys.exit(commands.take_list(step, file, **rest))


@moving_in.command(epilog=_EPILOG)
@click.argument("number", type=int)
@acting
def take_back(number: int, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Take back the list with this NUMBER: credits, balances or ranks that are not signed off."""
    from overtrick.cli.office import move_in as commands

    sys.exit(commands.take_back(number, **acting))


@moving_in.command(epilog=_EPILOG)
@JSON
@acting
def report(*, as_json: bool, **acting: Any) -> None:  # noqa: ANN401 - who looks, and when
    """Show what was taken over: counts, sums, differences, digests, and what changed since somebody signed."""
    from overtrick.cli.office import move_in as commands

    sys.exit(commands.show_report(as_json=as_json, **acting))


@moving_in.command(epilog=_EPILOG)
@PASSWORD_FILE
@acting
def sign(password_file: str, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Sign the report with your own password. The second person's signature enters everything."""
    from overtrick.cli.office import move_in as commands

    sys.exit(commands.sign(password_file, **acting))


@moving_in.command(epilog=_EPILOG)
@YES
@acting
def invite(*, yes: bool, **acting: Any) -> None:  # noqa: ANN401 - who acts, and when
    """Send links to all officers who have never chosen a password."""
    from overtrick.cli.office import move_in as commands

    sys.exit(commands.invite(yes=yes, **acting))
