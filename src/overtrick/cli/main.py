"""Where does a command begin?

``overtrick award FILE`` is what scoring programs call after every session, so it starts without the command-line
framework, which alone takes longer to load than the awards take to work out. Everything else, and everything that is
not understood here, goes to the full command line.
"""

from __future__ import annotations

import sys

_FLAGS = {"--why": "why", "--json": "as_json"}
_VALUES = {"--handbook": "handbook", "--on": "on"}


def main() -> None:
    """Run the command that was typed."""
    options = quick(sys.argv[1:])
    if options is None:
        from overtrick.cli.commands import overtrick

        overtrick()
        return
    from overtrick.cli.award import award

    sys.exit(award(**options))  # type: ignore[arg-type]


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
