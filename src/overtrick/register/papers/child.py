"""A process that draws one PDF and ends: what the typesetter keeps for a next time goes with it.

Run by its path, so that it loads the typesetter and nothing of the office: data come in, the PDF goes out.
"""

from __future__ import annotations

import sys
from pathlib import Path

import typst


def main() -> None:
    """Draw by the template that is named with what is read."""
    template = Path(sys.argv[1])
    data = sys.stdin.buffer.read().decode("utf-8")
    try:
        drawn = typst.compile(
            str(template), root=str(template.parent), ignore_system_fonts=True, sys_inputs={"data": data}
        )
    except typst.TypstError as error:
        sys.exit(str(error))
    sys.stdout.buffer.write(drawn)


if __name__ == "__main__":
    main()
