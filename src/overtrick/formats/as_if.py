"""Why does an edition not govern an event that it is used for? Such awards are "as if": they count for nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.formats.reading import Question
from overtrick.handbooks import edition as editions

if TYPE_CHECKING:
    from datetime import date

    from overtrick.formats.reading import Reading
    from overtrick.handbooks.edition import Edition

#: The word that answers whether an edition may be used that does not govern the event.
AS_IF = "as if"

_NOBODY = "These points do not count and cannot be credited."


def offered(oldest: Edition, begins: date, line: int) -> Question:
    """Offer the oldest edition for an event from before its first day."""
    asks = (
        f"The event is older than the {oldest.title}, the oldest edition here, which governs from "
        f"{_day_text(oldest.begins)}. Should we work it out as if played under that edition? "
        "The points cannot be credited."
    )
    where = f", line {line}" if line else ""
    return Question(
        AS_IF, asks, ("yes",), because=f"it began on {_day_text(begins)}{where}", code="before-the-oldest-edition"
    )


def because(reading: Reading, edition: Edition, on: str = "") -> str:
    """Say why the edition does not govern what was read; empty if it does."""
    reasons = []
    event = reading.event
    if is_foreign(reading, edition):
        reasons.append(f"it is a file of another federation ({reading.federation})")
    if event is not None and not _governs(edition, event.begins):
        first, begins = _day_text(edition.begins), _day_text(event.begins)
        before = f"it began on {begins}, before the first day of that edition ({first})"
        chosen = f"it began on {begins}, and the edition of {on} was chosen"
        reasons.append(before if event.begins < edition.begins else chosen)
    return f"As if played under the {edition.title}: {'; '.join(reasons)}. {_NOBODY}" if reasons else ""


def is_foreign(reading: Reading, edition: Edition) -> bool:
    """Say whether the file is that of another federation than the edition's."""
    return reading.federation not in ("", edition.handbook.federation)


def has_no_handbook(reading: Reading) -> bool:
    """Say whether the file is that of a federation without a handbook here."""
    return bool(reading.federation) and all(
        editions.get(name).federation != reading.federation for name in editions.names()
    )


def _governs(edition: Edition, day: date) -> bool:
    return edition.begins <= day and (edition.ends is None or day <= edition.ends)


def _day_text(day: date) -> str:
    return f"{day.day} {day:%B %Y}"
