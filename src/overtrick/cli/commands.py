"""The full command line."""

from __future__ import annotations

import sys

import click

from overtrick import __version__
from overtrick.cli import output

EPILOG = (
    "Exit codes: 0 everything was worked out, 1 the input has problems (each is listed), 2 the command was not "
    "understood."
)


@click.group(epilog=EPILOG, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="overtrick")
def overtrick() -> None:
    """Work out bridge master points by a federation's own handbook, and say why."""


@overtrick.command(epilog=EPILOG)
@click.argument("file", type=click.Path(allow_dash=True))
@click.option("--handbook", default="", help="Whose handbook; otherwise the one that the file names.")
@click.option("--on", default="", metavar="DATE", help="Use the edition of this day instead of the event's first day.")
@click.option("--set", "chosen", multiple=True, metavar="NAME=VALUE", help="Choose a setting of the edition.")
@click.option("--why", is_flag=True, help="Show the working of every award and of every zero.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def award(file: str, handbook: str, on: str, chosen: tuple[str, ...], *, why: bool, as_json: bool) -> None:
    """Work out the awards of an event file (docs/event-file.md); - reads standard input."""
    from overtrick.cli.award import award as run

    sys.exit(run(file, handbook, on, _settings(chosen), why=why, as_json=as_json))


def _settings(chosen: tuple[str, ...]) -> dict[str, str]:
    settings = {}
    for each in chosen:
        name, equals, value = each.partition("=")
        if not equals:
            message = f"--set takes NAME=VALUE, not {each!r}"
            raise click.UsageError(message)
        settings[name.strip()] = value.strip()
    return settings


@overtrick.command(
    epilog=EPILOG,
    context_settings={"ignore_unknown_options": True, "help_option_names": []},
    options_metavar="",
)
@click.argument("handbook", required=False, default="")
@click.argument("kind", required=False, default="")
@click.argument("answers", nargs=-1, type=click.UNPROCESSED)
def worth(handbook: str, kind: str, answers: tuple[str, ...]) -> None:
    """Say what an event is worth, place by place, and what one more table would change.

    "overtrick worth ebu" lists the kinds of event, "overtrick worth ebu pairs --help" what that kind asks.
    """
    from overtrick.cli.worth import worth as run

    if handbook in ("", "-h", "--help"):
        click.echo(click.get_current_context().get_help())
        return
    sys.exit(run(handbook, kind, answers))


@overtrick.command(
    epilog=EPILOG,
    context_settings={"ignore_unknown_options": True, "help_option_names": []},
    options_metavar="",
)
@click.argument("handbook", required=False, default="")
@click.argument("holding", nargs=-1, type=click.UNPROCESSED)
def rank(handbook: str, holding: tuple[str, ...]) -> None:
    """Say which rank a player has, the next one, and what is missing for it.

    "overtrick rank ebu --local 4344 --green 7.25" tells it of a holding, "overtrick rank ebu --help" what it asks.
    """
    from overtrick.cli.rank import rank as run

    if handbook in ("", "-h", "--help"):
        click.echo(click.get_current_context().get_help())
        return
    sys.exit(run(handbook, holding))


@overtrick.command(epilog=EPILOG)
@click.argument("handbook")
@click.option("--missing", is_flag=True, help="Only clauses that something should execute and nothing does.")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def clauses(handbook: str, *, missing: bool, as_json: bool) -> None:
    """List a handbook's clauses with the code that executes them and the tests that hold them."""
    from overtrick.cli.clauses import clauses as run

    sys.exit(run(handbook, missing=missing, as_json=as_json))


@overtrick.command(epilog=EPILOG)
@click.argument("handbook")
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def settings(handbook: str, *, as_json: bool) -> None:
    """List what a handbook leaves open, what we do by default, and why."""
    from overtrick.cli.clauses import settings as run

    sys.exit(run(handbook, as_json=as_json))


@overtrick.command(epilog=EPILOG)
@click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
def handbooks(*, as_json: bool) -> None:
    """List the handbooks and the days their editions govern."""
    from overtrick.cli.clauses import handbooks as run

    run(as_json=as_json)
    sys.exit(output.GOOD)
