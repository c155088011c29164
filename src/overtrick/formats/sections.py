"""How long was each section? Told where it differs: at the lists of a section, or beside a list of all sections."""

from __future__ import annotations

from typing import TYPE_CHECKING

from overtrick.engine.event import Contest, Schedule, Section

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.engine.event import Stage


def shorter(lengths: Mapping[str, int]) -> dict[str, int]:
    """Give the boards of the sections that were shorter than the longest."""
    most = max(lengths.values(), default=0)
    return {name: boards for name, boards in lengths.items() if 0 < boards < most}


def with_lengths(stage: Stage, lengths: Mapping[str, int]) -> Stage:
    """Tell the length of the sections that were shorter than the others."""
    found = shorter(lengths)
    if not found or stage.contest is not Contest.MOVEMENT:
        return stage
    fields = tuple(
        field._replace(schedule=Schedule(found[field.section])) if field.section in found else field
        for field in stage.fields
    )
    listed = {field.section for field in fields}
    apart = tuple(Section(name, Schedule(boards)) for name, boards in found.items() if name not in listed)
    return stage._replace(fields=fields, sections=apart)
