"""How wide a text is on paper, and how many lines it takes in a column; by the widths of the font that papers use."""

from __future__ import annotations

from functools import lru_cache
from unicodedata import normalize

_POINT = 25.4 / 72  # a point in millimetres

#: Thousandths of the size of the type, in Libertinus Serif with figures of one width; rounded up to the next twenty.
_WIDTHS = {
    200: "'",
    220: ",.|",
    240: ":;",
    260: " ·",
    280: "ijl{}ł’",
    300: "!()I\\",
    320: "ft",
    340: '"-/J',
    360: "[]",
    380: "*r“”",
    400: "`s",
    440: "?cz",
    460: "ae~",
    480: "#$0123456789£§€",
    500: "FS_bgvxð",
    520: "^dkopqyøþđ",
    540: "LhuÞŁ",
    560: "+<=>EPn×ß÷–−",
    580: "Y",
    600: "BRT",
    620: "Z",
    640: "%K",
    660: "CVX½♦",
    680: "U",
    700: "AGNæ",
    720: "&DOQÐØĐ",
    740: "H♠♥",
    760: "w—…",
    780: "œ♣",
    800: "m",
    840: "M",
    880: "ÆŒ",
    900: "@",
    940: "№",
    960: "W",
}
_KNOWN = {sign: width for width, signs in _WIDTHS.items() for sign in signs}
#: Of any other sign: a wide one.
_OTHER = 700


@lru_cache(maxsize=100_000)
def _thousandths(text: str) -> int:
    """Give the width of a text in thousandths of its size. An accent changes nothing."""
    if text.isascii():
        return sum(map(_KNOWN.__getitem__, text)) if text.isprintable() else _OTHER * len(text)
    bare = (sign for sign in normalize("NFD", text) if not "\u0300" <= sign <= "\u036f")
    return sum(_KNOWN.get(sign, _OTHER) for sign in bare)


def width(text: str, points: float) -> float:
    """Give the width of a text in millimetres."""
    return _thousandths(text) * points * _POINT / 1000


def lines(text: str, room: float, points: float) -> int:
    """Count the lines that a text takes in so many millimetres, broken at its spaces; rather one too many."""
    count, space = 0, width(" ", points)
    for part in text.split("\n"):
        count += 1
        used = 0.0
        for word in part.split(" "):
            wide = width(word, points)
            if used and used + wide > room:
                count, used = count + 1, 0.0
            if wide > room:  # a word that is longer than a line is broken
                more = int(wide / room)
                count, wide = count + more, wide - more * room
            used += wide + space
    return count


def longest_word(text: str, points: float) -> float:
    """Give the width of what cannot be broken."""
    return max((width(word, points) for word in text.split()), default=0.0)
