"""What does a cell say? Numbers, places and names, as people write them in lists."""

from __future__ import annotations

import re
from typing import NamedTuple

from overtrick.engine.places import read_place

_NUMBER = re.compile(r"[+-]?[0-9]{1,9}(\.[0-9]{1,9})?")
_THOUSANDS = re.compile(r"[+-]?[0-9]{1,3}(?:,[0-9]{3})+\.[0-9]+|[+-]?[0-9]{1,3}(?:\.[0-9]{3})+,[0-9]+")
_PLACE_ENDING = re.compile(r"(?<=[0-9])(?:\.|°|er|e|eme|ème|de|\s*t|ste)$", re.IGNORECASE)
_PLACE_BEGINNING = re.compile(r"^(?:t|j|nr\.?|no\.?|#)\s*(?=[0-9])", re.IGNORECASE)

_BETWEEN_NAMES = re.compile(r"\s*[&/+;]\s*|\s+(?:and|und|et|og|och|en)\s+|\s+[-–]\s+", re.IGNORECASE)
_NUMBER_IN_NAME = re.compile(r"\s*[(\[]\s*#?([0-9]{1,10})\s*[)\]]\s*")
_BETWEEN_NUMBERS = re.compile(r"\s*[&/+;,]\s*|\s+")
_NO_NUMBER = frozenset({"", "-", "–", "0", "none", "n/a", "na", "nil", "no", "x", "visitor", "guest", "?", "tba"})
_NOBODY = re.compile(
    r"(?:the )?(?:phantom|ghost|bye|sit(?:ting)?[ -]?out|exempt|freilos|oversitter)"
    r"(?:[ -]?(?:pair|player|team))?[ ]?[0-9]*",
    re.IGNORECASE,
)
#: How BBO calls its robots.
_ROBOT = re.compile(r"(?:gib|(?:bbo )?robot|bot)[ _-]?[0-9]{0,4}|~~m?[0-9a-z]{0,12}", re.IGNORECASE)


def number(written: str) -> str:
    """Write a number with a point and nothing else, from 56.25, 56,25, "56,25 %" or 1.234,5; empty if it is none."""
    bare = written.replace("\u00a0", "").replace("−", "-").replace("%", "").strip()
    if _THOUSANDS.fullmatch(bare):
        last = max(bare.rfind(","), bare.rfind("."))
        bare = re.sub(r"[.,]", "", bare[:last]) + "." + bare[last + 1 :]
    bare = bare.replace(",", ".", 1)
    if bare.startswith((".", "-.")):
        bare = bare.replace(".", "0.", 1)
    return bare.removeprefix("+") if _NUMBER.fullmatch(bare) else ""


def place(written: str) -> str:
    """Write a place as the event file has it, from "3.", "T3", "3e"; anything else stays as it is."""
    bare = _PLACE_ENDING.sub("", _PLACE_BEGINNING.sub("", written.strip()))
    return bare if is_place(bare) else written


def is_place(written: str) -> bool:
    """Say whether this is a place: 3, 3=, =3, 3rd."""
    try:
        return read_place(written) > 0
    except ValueError:
        return False


class Named(NamedTuple):
    """A person in a cell: the name, and the number if it stands with it."""

    name: str
    number: str = ""


def people(written: str) -> list[Named]:
    """Take a cell with several people apart: "Ado Bem & Cor Dax", "Bem, Ado / Dax, Cor", "Ado Bem (123)"."""
    parts = [part for part in _BETWEEN_NAMES.split(written) if part.strip()]
    if len(parts) == 1:
        halves = [half.strip() for half in written.split(",")]
        if len(halves) > 1 and all(" " in half for half in halves):
            parts = halves
    return [person(part) for part in parts]


def person(written: str) -> Named:
    """Take a name and a number in brackets behind it apart."""
    found = _NUMBER_IN_NAME.search(written)
    if found is None:
        return Named(written.strip())
    return Named(" ".join(_NUMBER_IN_NAME.sub(" ", written).split()), member_number(found.group(1)))


def member_number(written: str) -> str:
    """Give a member's number as written; empty where a sign or a word stands for none."""
    bare = written.strip().removeprefix("#")
    return "" if bare.lower() in _NO_NUMBER else bare


def member_numbers(written: str) -> list[str]:
    """Take a cell with the numbers of several people apart."""
    return [member_number(part) for part in _BETWEEN_NUMBERS.split(written.strip()) if part]


def is_robot(name: str) -> bool:
    """Say whether a program plays under this name, as on tables on the internet."""
    return _ROBOT.fullmatch(name.strip()) is not None


def is_nobody(written: str) -> bool:
    """Say whether the names stand for empty seats; somebody may well be called Ola Bye."""
    named = people(written)
    return bool(named) and all(_NOBODY.fullmatch(person.name) for person in named)
