"""What a test reads of a page."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer

_BLOCK = "dd|div|dt|form|h1|h2|h3|head|input|label|legend|li|meta|noscript|ol|option|p|select|td|th|title|tr|ul"
_BESIDE_BLOCKS = re.compile(rf"\s*(</?(?:{_BLOCK})\b[^>]*>)\s*")


def as_read(page: str) -> str:
    """A page without white space that no browser shows: more than one, and beside what begins a line of its own."""
    return _BESIDE_BLOCKS.sub(r"\1", " ".join(page.split()))


def text(shown: Answer) -> str:
    """Read a page that was answered, with its letters as a browser shows them."""
    return as_read(unescape(shown.content.decode()))
