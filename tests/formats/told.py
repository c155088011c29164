"""What is a file expected to say? A reading as JSON, to lie beside the sample it was read from."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from overtrick.formats import event_file

if TYPE_CHECKING:
    from overtrick.formats.reading import Reading


def told(reading: Reading) -> str:
    """Write a reading: the event in the words of the event file, then all that goes with it."""
    event = None if reading.event is None else json.loads(event_file.write(reading.event))
    whole = {
        "format": reading.format,
        "program": reading.program,
        "encoding": reading.encoding,
        "event": event,
        "questions": [_given(question._asdict()) for question in reading.questions],
        "claims": [_given(claim._asdict()) for claim in reading.claims],
        "notes": [_given(note._replace(file="")._asdict()) for note in reading.notes],
        "problems": [[problem.code, problem.where, problem.found, problem.remedy] for problem in reading.problems],
    }
    return json.dumps(_given(whole), ensure_ascii=False, indent=1) + "\n"


def _given(fields: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in fields.items() if value not in ("", 0, (), [], None)}
