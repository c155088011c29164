"""The expected reading of a sample, as it stands beside it; run this file to write them anew, then look at each change.

python -m tests.formats.usebio.expected
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from overtrick.formats import event_file, usebio

if TYPE_CHECKING:
    from overtrick.formats.reading import Reading

SAMPLES = Path(__file__).parents[3] / "samples" / "usebio"


def samples() -> list[Path]:
    """List the samples."""
    return sorted(SAMPLES.glob("*.xml"))


def beside(sample: Path) -> Path:
    """Name the file with the expected reading of a sample."""
    return sample.with_name(f"{sample.name}.json")


def told(reading: Reading) -> dict[str, Any]:
    """Tell everything a reading holds as plain data."""
    return {
        "format": reading.format,
        "program": reading.program,
        "encoding": reading.encoding,
        "event": None if reading.event is None else json.loads(event_file.write(reading.event)),
        "problems": [[problem.code, f"{problem.where}: {problem.found}"] for problem in reading.problems],
        "questions": [[each.code, each.word, each.suggested, each.because] for each in reading.questions],
        "claims": [
            [each.line, each.contestant, each.field, each.player, each.number, each.units, each.colour]
            for each in reading.claims
        ],
        "notes": [[note.code, note.line, note.says] for note in reading.notes],
    }


def written(reading: Reading) -> str:
    """Write a reading with one claim, note or contestant a line."""
    parts = []
    for word, value in told(reading).items():
        if isinstance(value, list) and value:
            rows = ",\n  ".join(json.dumps(row, ensure_ascii=False) for row in value)
            parts.append(f' "{word}": [\n  {rows}\n ]')
        else:
            parts.append(f' "{word}": {json.dumps(value, ensure_ascii=False, indent=1)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"


if __name__ == "__main__":
    for sample in samples():
        beside(sample).write_text(written(usebio.read(sample.name, sample.read_bytes())), encoding="utf-8")
