"""Marks what stays English on a page in another language, so that a screen reader speaks it right."""

from __future__ import annotations

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

_ENGLISH = "en"


def english(text: object) -> SafeString | str:
    """Mark words of a handbook, of a working, or of what the register refuses; on an English page they need no mark."""
    if (get_language() or _ENGLISH).startswith(_ENGLISH):
        return text if isinstance(text, SafeString) else str(text)
    return format_html('<span lang="en">{}</span>', text)
