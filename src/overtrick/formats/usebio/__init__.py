"""How does a scoring program write an event as USEBIO? The XML results file of several federations.

``recognise`` looks at the bytes, ``read`` gives the :class:`~overtrick.formats.reading.Reading`. Whoever writes into a
USEBIO file asks ``rows``: it goes through a tree as ``read`` does and gives every PAIR, TEAM or PLAYER element with the
name of its ranking list and the contestant, in the order of the lists of the event:

    parsed = untrusted_xml.parse(content, report, keep=True)
    for element, field, contestant in usebio.rows(parsed.root):
        ...

The field and ``contestant.name`` are those of the event that ``read`` gives, so awards are found by them. An element
that is ranked in several lists comes once for each.
"""

from __future__ import annotations

from overtrick.formats.reading import Reading
from overtrick.formats.untrusted_xml import root_name
from overtrick.formats.usebio.lists import ListRow
from overtrick.formats.usebio.reading import read, rows

__all__ = ["ListRow", "Reading", "read", "recognise", "rows"]

ROOT = "USEBIO"


def recognise(content: bytes) -> bool:
    """Say whether these bytes are a USEBIO file, by its outermost element; the name of the file does not matter."""
    return root_name(content) == ROOT
