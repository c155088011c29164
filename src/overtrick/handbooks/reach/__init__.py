"""Which rules does the program come to? Found from its own source, by what pages, commands and awards use."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

import overtrick
from overtrick.handbooks.reach.beginnings import commands, pages
from overtrick.handbooks.reach.source import Module, Place, Program, read
from overtrick.handbooks.reach.walk import Walk

if TYPE_CHECKING:
    from overtrick.handbooks.edition import Edition
    from overtrick.handbooks.reach.uses import Uses

AWARDS = "awards"
_HANDBOOKS = "overtrick.handbooks"
