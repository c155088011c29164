"""A federation's two colours and its crest. Without them it looks as Overtrick does."""

from __future__ import annotations

import hashlib
import re
from datetime import datetime
from typing import NamedTuple

from overtrick.register import transactions
from overtrick.register.accounts.models import User
from overtrick.register.audit import trail
from overtrick.register.errors import Refused
from overtrick.register.federations.models import Crest, Federation
from overtrick.register.organisations.permissions import Action
from overtrick.register.organisations.require import need

#: Black on white has 21; text is to have at least this against its ground.
READABLE = 7
WHITE = "#ffffff"

#: What a crest may be, told by its first bytes.
_PICTURES = {b"\x89PNG\r\n\x1a\n": "image/png", b"\xff\xd8\xff": "image/jpeg"}
LARGEST_CREST = 200_000

_HEX = re.compile(r"#[0-9a-f]{6}")


class UnreadableColour(Refused):
    """A colour on which or in which nothing can be read."""


class NoPicture(Refused):
    """A file that is no picture we show."""


class Chosen(NamedTuple):
    """What a federation chose; an empty crest leaves the one it has."""

    accent: str
    second: str
    crest: bytes = b""


def change(federation: Federation, chosen: Chosen, *, actor: User | None, at: datetime) -> Federation:
    """Give the federation its colours and its crest."""
    need(actor, Action.SETTINGS, None, at)
    for colour in (chosen.accent, chosen.second):
        check_colour(colour)
    kind = picture_kind(chosen.crest) if chosen.crest else ""
    with transactions.atomic():
        now = Federation.objects.select_for_update(no_key=True).get(pk=federation.pk)
        before = dict(now.look)
        told = {"accent": chosen.accent, "second": chosen.second, "crest": before.get("crest", "")}
        if kind:
            Crest.objects.update_or_create(federation=now, defaults={"picture": chosen.crest})
            told |= {"crest": kind, "sha256": hashlib.sha256(chosen.crest).hexdigest()}
        if told != {name: before.get(name) for name in told}:
            now.look = before | told | {"changed": int(at.timestamp())}
            now.save(update_fields=["look"])
            trail.record(actor, "federation.look", now, before or None, now.look, at=at)
    return now


def check_colour(colour: str) -> None:
    """Refuse what is no colour, or too light for words on white."""
    if not _HEX.fullmatch(colour):
        raise UnreadableColour(
            f"{colour[:20]!r} is not a colour.",
            "Write it as # and six figures, for example #0b5a43.",
            code="not-a-colour",
        )
    found = contrast(colour, WHITE)
    if found < READABLE:
        raise UnreadableColour(
            f"{colour} is too light to be read on white: {found:.1f} to 1, and {READABLE} is needed.",
            f"{readable(colour)} is the nearest that can be read.",
            code="colour-too-light",
        )


def picture_kind(content: bytes) -> str:
    """Say what kind of picture this is; refuse what is none, or too large."""
    if len(content) > LARGEST_CREST:
        raise NoPicture(
            f"The crest has {len(content) // 1000} kB; the limit is {LARGEST_CREST // 1000} kB.",
            "Save it smaller.",
            code="picture-too-large",
        )
    for begins, kind in _PICTURES.items():
        if content.startswith(begins):
            return kind
    raise NoPicture(
        "The crest is neither a PNG nor a JPEG picture.", "Save it as a PNG and choose that file.", code="not-a-picture"
    )


# --- Colours that can be read: luminance and contrast as WCAG 2 defines them ------------------------------------------


def contrast(one: str, other: str) -> float:
    """Compare two colours: 1 for the same, 21 for black and white."""
    lighter, darker = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def readable(colour: str, ground: str = WHITE) -> str:
    """Take the colour nearer to black, on a dark ground nearer to white, until it can be read there."""
    towards = 0 if _luminance(ground) > _luminance("#808080") else 255
    for part in range(101):
        mixed = "#" + "".join(f"{round(each + (towards - each) * part / 100):02x}" for each in _parts(colour))
        if contrast(mixed, ground) >= READABLE:
            return mixed
    return WHITE if towards else "#000000"


def _luminance(colour: str) -> float:
    red, green, blue = (_linear(part / 255) for part in _parts(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4  # noqa: PLR2004 - the definition's


def _parts(colour: str) -> list[int]:
    return [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
