"""Keep with every edition of the package what comes to its rules."""

from __future__ import annotations

from overtrick.handbooks import edition as editions
from overtrick.handbooks.reach import write

for _name in editions.names():
    for _edition in editions.get(_name).editions:
        write(_edition)
