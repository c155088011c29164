"""Does what an event is called agree with what was read? "Tuesday Pairs" that ranks single players does not."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from overtrick.engine.event import Play
from overtrick.formats.reading import Note

if TYPE_CHECKING:
    from overtrick.formats.reading import Reading

_WORD = re.compile(r"[^\W\d_]+")
_SAYS = {
    "pairs": Play.PAIRS,
    "teams": Play.TEAMS,
    "individual": Play.INDIVIDUAL,
    "individuals": Play.INDIVIDUAL,
}
_CALLED = {Play.PAIRS: "pairs", Play.TEAMS: "teams", Play.INDIVIDUAL: "players"}


def weighed(reading: Reading) -> Reading:
    """Add a note where the title names what competes, and something else was read."""
    event = reading.event
    if event is None or len(event.stages) != 1:
        return reading
    said = {_SAYS[word] for word in _WORD.findall(event.name.lower()) if word in _SAYS}
    play = event.stages[0].play
    if not said or play in said:
        return reading
    says = f"The event is called '{event.name}', but {_CALLED[play]} are ranked; the ranking counts."
    return reading._replace(notes=(*reading.notes, Note("play-contradicted", says)))
