"""The entry point of the command.

``overtrick award FILE`` is what scoring programs call after every session, so it starts without the command-line
framework, which alone takes longer to load than the awards take to work out. Everything else, and everything that is
not understood here, goes to the full command line.
"""

from __future__ import annotations

import errno
import gc
import os
import sys
from io import TextIOWrapper
from typing import NoReturn

from overtrick.engine.records import NamedTuple

_STOPPED = 130
_OWN_MISTAKE = 70
_UNWRITTEN = 1

_FLAGS = ("--why", "--json", "--as-if")
_VALUES = ("--handbook", "--status", "--date", "--boards", "--on")


def main() -> None:
    """Run the command that was typed; whatever goes wrong, the answer is a sentence."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a name that the terminal cannot write is no reason to stop
    try:
        code = run(sys.argv[1:])
        sys.stdout.flush()
        sys.stderr.flush()
        if quick(sys.argv[1:]) is not None:
            os._exit(code)  # everything is written; to take the program apart would be a tenth of the command
        sys.exit(code)
    except BrokenPipeError:
        # Whoever read our output has seen enough ("| head"). Nothing may be written at the end either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except KeyboardInterrupt:
        sys.exit(_STOPPED)
    except Exception as error:
        if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
            _tell_full()
        if os.environ.get("OVERTRICK_DEBUG"):
            raise
        what = str(error) or type(error).__name__
        sys.stderr.write(
            f"Overtrick made a mistake: {what}. Nothing was changed. Please report it with the file; OVERTRICK_DEBUG=1 "
            "in front of the command shows where.\n"
        )
        sys.exit(_OWN_MISTAKE)


def _tell_full() -> NoReturn:
    """Say that the answer found no room; nothing more is written at the end, where there is none either."""
    sys.stderr.write("The answer cannot be written: the disk is full. Make room, and type the command again.\n")
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(_UNWRITTEN)


def run(arguments: list[str]) -> int:
    """Run a command and give its exit code."""
    typed = quick(arguments)
    if typed is None:
        return _in_full(arguments)
    gc.disable()  # one event and the end: what is loaded stays, and need not be gone through again and again
    from overtrick.cli.award import Wanted, award
    from overtrick.cli.files import Options

    asked = Options(tuple((f"--{word}", word, value) for word, value in typed.answers), "", typed.on, typed.as_if)
    return award([typed.file], asked, Wanted(typed.why, typed.as_json))


def _in_full(arguments: list[str]) -> int:
    import click

    from overtrick.cli.commands import overtrick

    ours = sys.stdout
    try:
        return overtrick(arguments, standalone_mode=False) or 0
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except SystemExit:
        if sys.stdout is not ours:  # the framework takes it for a failure that nobody reads on
            raise BrokenPipeError from None
        raise
    except click.Abort:  # how the framework calls Ctrl-C
        raise KeyboardInterrupt from None


class Typed(NamedTuple):
    """A plain ``award FILE`` with its usual options."""

    file: str
    on: str
    answers: tuple[tuple[str, str], ...]  #: words of the event file with what was typed for each
    why: bool
    as_json: bool
    as_if: bool = False


def quick(arguments: list[str]) -> Typed | None:
    """Read a plain ``award FILE`` with its usual options; None for anything else."""
    if not arguments or arguments[0] != "award":
        return None
    values: dict[str, str] = {}
    flags: set[str] = set()
    file = ""
    rest = iter(arguments[1:])
    for argument in rest:
        if argument in _FLAGS:
            flags.add(argument)
        elif argument in _VALUES and argument not in values:
            values[argument] = next(rest, "")
            if not values[argument] or values[argument].startswith("-"):
                return None
        elif not argument or file or (argument.startswith("-") and argument != "-"):
            return None
        else:
            file = argument
    if not file:
        return None
    answers = tuple((option[2:], value) for option, value in values.items() if option != "--on")
    on = values.get("--on", "")
    return Typed(file, on, answers, "--why" in flags, "--json" in flags, "--as-if" in flags)


if __name__ == "__main__":
    main()
