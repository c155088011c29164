"""Options that many commands of an office take, each said once."""

from __future__ import annotations

import functools
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Callable

EPILOG = (
    "Exit codes: 0 it was done, or there was nothing to do; 1 something prevents it (each thing is listed); 2 "
    "the command was not understood."
)

FEDERATION = click.option("--federation", default="", metavar="NAME", help="Which federation, if there are several.")
ACTOR = click.option(
    "--as", "actor", default="", metavar="USER", help="Who does it; not needed if there is only one officer."
)
DAY = click.option("--day", default="", metavar="DATE", help="Act as if it were this day, to enter past work.")
JSON = click.option("--json", "as_json", is_flag=True, help="Print everything as JSON.")
YES = click.option("--yes", is_flag=True, help="Do it; without this it is only shown.")
PASSWORD_FILE = click.option(
    "--password-file", default="", metavar="FILE", help="Read your password from its first line."
)

#: A command of the office.
command = functools.partial(click.command, epilog=EPILOG)


def acting(command: Callable[..., None]) -> Callable[..., None]:
    """Let a command ask who does it, in which federation and when."""
    for option in (DAY, ACTOR, FEDERATION):
        command = option(command)
    return command
