"""Commands for licences: grant one with its fee, bring the fee to what was played, take one back."""

from __future__ import annotations

import sys
from typing import Any

import click

from overtrick.cli.office.options import YES, acting, command

_ANSWER = click.option(
    "--answer", "answers", multiple=True, metavar="NAME=ANSWER", help="What decides the fee; can be repeated."
)


@command("grant-licence")
@click.argument("organisation")
@click.argument("number")
@click.argument("allows")
@click.option("--from", "first", default="", metavar="DAY", help="First day (default: today).")
@click.option("--until", "last", default="", metavar="DAY", help="Last day (default: none).")
@click.option("--granted-on", default="", metavar="DAY", help="The day of the decision (default: today).")
@click.option("--event", default="", metavar="NAME", help="The one event it is for (default: any).")
@click.option("--points", default="", metavar="POINTS", help="The most points it allows, where it has a total.")
@click.option("--conditions", default="", metavar="WORDS", help="Anything else that the licence says.")
@_ANSWER
@YES
@acting
def grant_licence(**given: Any) -> None:  # noqa: ANN401 - what was typed
    """Show what a licence costs; with --yes, grant it to the ORGANISATION under this NUMBER and charge it.

    ALLOWS is what it allows, in the handbook's words.
    """
    from overtrick.cli.office import licences

    sys.exit(licences.grant_licence(**given))


@command("settle-licence")
@click.argument("number", required=False, default="")
@_ANSWER
@click.option("--take-back", is_flag=True, help="Take the licence back: it costs nothing any more.")
@click.option("--reason", default="", metavar="WORDS", help="Why it is taken back.")
@YES
@acting
def settle_licence(**given: Any) -> None:  # noqa: ANN401 - what was typed
    """List the licences to settle; with a NUMBER, bring its fee to what was played, or take the licence back."""
    from overtrick.cli.office import licences

    sys.exit(licences.settle_licence(**given))
