"""How does a scorer write an event by hand? A file of plain words, YAML or JSON, that can describe any event.

Reading collects every problem at once and guesses nothing: an event comes out only if there is none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.formats.event_file.reading import read
from overtrick.formats.reading import Reading

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.engine.event import Event

__all__ = ["Reading", "read", "write"]


def write(event: Event, handbook: str = "", settings: Mapping[str, str] | None = None) -> str:
    """Write an event as JSON in the words of the event file; reading it gives the same event."""
    from overtrick.formats.event_file import writing  # noqa: PLC0415 - most only read

    return writing.write(event, handbook, settings)
