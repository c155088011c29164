"""What stands on every paper of a federation: its name, colours and crest, and the language."""

from __future__ import annotations

from typing import NamedTuple

from django.utils.translation import get_language

from overtrick.register.federations.models import Crest, Federation

#: The colour of papers where a federation chose none, as on its pages.
_OWN = "#0b5a43"


class Letterhead(NamedTuple):
    """Whose paper it is."""

    federation: str
    accent: str
    second: str
    lang: str
    crest: bytes = b""  #: a PNG or JPEG picture


def letterhead(federation: Federation) -> Letterhead:
    """Give the letterhead in the language of the moment."""
    look = federation.look
    kept = Crest.objects.filter(federation=federation).first() if look.get("crest") else None
    return Letterhead(
        federation.name,
        look.get("accent", _OWN),
        look.get("second", _OWN),
        (get_language() or "en").partition("-")[0],
        bytes(kept.picture) if kept else b"",
    )
