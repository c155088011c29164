"""Where does a command begin?

``overtrick award FILE`` is what scoring programs call after every session, so it starts without the command-line
framework, which alone takes longer to load than the awards take to work out. Everything else, and everything that is
not understood here, goes to the full command line.
"""

from __future__ import annotations

import os
import sys

_STOPPED = 130
_OWN_MISTAKE = 70

_FLAGS = {"--why": "why", "--json": "as_json"}
_VALUES = {"--handbook": "handbook", "--on": "on"}


def main() -> None:
    """Run the command that was typed; whatever goes wrong, the answer is a sentence."""
    try:
        sys.exit(_run(sys.argv[1:]))
    except BrokenPipeError:
        # Whoever read our output has seen enough ("| head"). Nothing may be written at the end either.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except KeyboardInterrupt:
        sys.exit(_STOPPED)
    except Exception as error:
        if os.environ.get("OVERTRICK_DEBUG"):
            raise
        what = str(error) or type(error).__name__
        sys.stderr.write(
            f"Overtrick made a mistake: {what}. Nothing was changed. Please report it with the file; OVERTRICK_DEBUG=1 "
            "in front of the command shows where.\n"
        )
        sys.exit(_OWN_MISTAKE)


def _run(arguments: list[str]) -> int:
    options = quick(arguments)
    if options is None:
        from overtrick.cli.commands import overtrick

        overtrick(arguments, standalone_mode=True)
        return 0
    from overtrick.cli.award import award

    return award(**options)  # type: ignore[arg-type]


def quick(arguments: list[str]) -> dict[str, str | bool] | None:
    """Read a plain ``award FILE`` with its usual options; None for anything else."""
    if not arguments or arguments[0] != "award":
        return None
    options: dict[str, str | bool] = {}
    rest = iter(arguments[1:])
    for argument in rest:
        if argument in _FLAGS:
            options[_FLAGS[argument]] = True
        elif argument in _VALUES:
            value = next(rest, "")
            if not value or value.startswith("-"):
                return None
            options[_VALUES[argument]] = value
        elif argument.startswith("-") or "file" in options:
            return None
        else:
            options["file"] = argument
    return options if "file" in options else None


if __name__ == "__main__":
    main()
