"""A draft as somebody saw it: only that can be submitted."""

from __future__ import annotations

from typing import NamedTuple

from overtrick.client.records import PreviewRecord


class Seen(NamedTuple):
    """What submitting a draft would do, and the mark by which the office knows that this was seen."""

    record: PreviewRecord
    mark: str
