"""How wide a text is on paper, and how many lines it takes in a column; by the widths of the font that papers use."""

from __future__ import annotations

from functools import lru_cache
from unicodedata import normalize

_POINT = 25.4 / 72  # a point in millimetres

#: Thousandths of the size of the type, in Libertinus Serif with figures of one width.
_WIDTHS = {
    200: "'|",
    220: ",.",
    250: " :;·l’",
    280: "!\\ij{}",
    320: "()I/Jft",
    350: '"-*[]',
    390: "r“”`s",
    430: "cz?e~",
    470: "#$0123456789a£€FS_x§",
    510: "bdgoqvL^kpy",
    550: "Phnu–ß+<=>E−×÷",
    600: "BRYTZ",
    650: "%CKUVX½♦",
    710: "G&ADNOQH♠♥",
    750: "w—…",
    820: "m♣M",
    960: "@№W",
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
