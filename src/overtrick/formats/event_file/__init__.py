"""How does a scorer write an event by hand? A file of plain words, YAML or JSON, that can describe any event.

Reading collects every problem at once and guesses nothing: an event comes out only if there is none.
"""

from __future__ import annotations

from overtrick.formats.event_file.reading import Reading, read
from overtrick.formats.event_file.writing import write

__all__ = ["Reading", "read", "write"]
