"""Which PBN files lie among the samples? ``python -m tests.formats.pbn.samples`` writes what each is read as."""

from __future__ import annotations

from pathlib import Path

from overtrick.formats import pbn
from tests.formats.told import told

SAMPLES = sorted((Path(__file__).parents[3] / "samples" / "pbn").glob("*.pbn"))


def beside(path: Path) -> Path:
    """Name the file with the expected reading."""
    return path.with_name(f"{path.name}.json")


if __name__ == "__main__":
    for sample in SAMPLES:
        beside(sample).write_text(told(pbn.read(sample.name, sample.read_bytes())), encoding="utf-8")
