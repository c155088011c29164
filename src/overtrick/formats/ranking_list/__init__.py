"""How is a ranking list read, whoever wrote it? CSV or a spreadsheet, once you say what its columns are.

The mapping is guessed from headings and contents and always shown. Where two columns fit equally well nobody guesses:
it is asked. ``columns`` corrects the guess; a correction is kept with the answers to a file or a folder.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from overtrick.formats.reading import Reading

__all__ = ["mapping", "read", "recognise"]

_NOTHING: Mapping[str, str] = MappingProxyType({})


def recognise(content: bytes) -> bool:
    """Say whether there is a list in a text, or whether an office document is a spreadsheet."""
    from overtrick.formats.ranking_list import reading  # noqa: PLC0415 - who only writes a mapping reads no list

    return reading.recognise(content)


def read(
    name: str, content: bytes, columns: Mapping[str, str] = _NOTHING, answers: Mapping[str, str] = _NOTHING
) -> Reading:
    """Read a list: an event if the answers and the list tell enough, otherwise the questions."""
    from overtrick.formats.ranking_list import reading  # noqa: PLC0415

    return reading.read(name, content, columns, answers)


def mapping(content: bytes, columns: Mapping[str, str] = _NOTHING) -> dict[str, str]:
    """Give the mapping that a list is read by, to be shown and kept; ``columns`` is what somebody corrected."""
    from overtrick.formats.ranking_list import reading  # noqa: PLC0415

    return reading.mapping(content, columns)
