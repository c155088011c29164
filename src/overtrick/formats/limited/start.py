"""Starts the process that reads strangers' files, out of the way of everybody who waits for a page.

It gives way before it loads anything: to load the formats takes half a second, and a process is started for every
hundred files.
"""

from __future__ import annotations

import os
from contextlib import suppress

#: Steps of the system's scale from 0 to 19, on which whoever has more waits for the others.
_PATIENCE = 10


def main() -> int:
    """Leave the processor to others, and do what comes on the input."""
    give_way = getattr(os, "nice", None)  # not on every system
    if give_way is not None:
        with suppress(OSError):
            give_way(_PATIENCE)
    from overtrick.formats.limited import process  # noqa: PLC0415 - see above

    return process.main()


if __name__ == "__main__":
    raise SystemExit(main())
