"""How do results files name things? The words of scoring programs, and what an edition means by them.

A scoring program writes "Club" and "BLACK"; a handbook says status club and local points. The words stand in the
edition's ``exchange.toml``. What a word does not decide is left out there on purpose: then somebody has to be asked.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from overtrick.handbooks.tables import BadTable

if TYPE_CHECKING:
    from overtrick.handbooks.edition import Edition

FILE = "exchange"

_FILE_KEYS = {"title", "checked", "statuses", "status", "colour", "number"}
_STATUS_KEYS = {"scale", "type", "means", "clause"}
_COLOUR_KEYS = {"name", "words", "write"}
_NUMBER_KEYS = {"digits", "filled", "nobody", "check"}
_CHECK_KEYS = {"weights", "modulo"}


class StatusWord(NamedTuple):
    """What a word for the level of an event means."""

    scale: str  #: MASTER_POINT_SCALE, in small letters
    type: str  #: MASTER_POINT_TYPE, in small letters; empty: whatever it is
    means: str  #: the status of the handbook
    clause: str
    write: str  #: MASTER_POINT_SCALE as it is written


class ColourWord(NamedTuple):
    """The words for a colour of points: all that are understood, and the one to write."""

    name: str
    words: tuple[str, ...]
    write: str


class CheckDigit(NamedTuple):
    """How the last digit of a number guards the others.

    The digits before it times their weights, added, divided: the remainder 0 or 1 is the check digit, any other is
    taken from the divisor.
    """

    weights: tuple[int, ...]
    modulo: int

    def holds(self, digits: str) -> bool:
        """Say whether the last digit is the one the others ask for; zeros may be missing in front."""
        filled = digits.rjust(len(self.weights) + 1, "0")
        if len(filled) > len(self.weights) + 1:
            return False
        rest = sum(int(digit) * weight for digit, weight in zip(filled, self.weights, strict=False)) % self.modulo
        return int(filled[-1]) == (rest if rest <= 1 else self.modulo - rest)


class NumberForm(NamedTuple):
    """How a federation writes the number of a player."""

    digits: int = 0  #: at most so many; 0: not known
    filled: bool = False  #: with zeros in front, up to all the digits
    nobody: tuple[str, ...] = ()  #: what programs write for somebody who has no number
    check: CheckDigit | None = None

    def key(self, written: str) -> str:
        """Write a number so that two ways of writing it compare equal; empty if it is nobody's."""
        plain = written.strip()
        digits = "".join(plain.split())
        if digits.isascii() and digits.isdigit():
            plain = digits.lstrip("0")
        return "" if plain in self.nobody else plain

    def show(self, written: str) -> str:
        """Write a number as the federation does; what is no number at all stays as it is."""
        plain = self.key(written)
        return plain.rjust(self.digits, "0") if self.filled and plain.isdigit() else plain

    def looks_right(self, written: str) -> bool:
        """Say whether a number may be one of this federation: digits, not too many, and a good check digit."""
        plain = self.key(written)
        if not (plain.isascii() and plain.isdigit()) or (self.digits and len(plain) > self.digits):
            return False
        return self.check is None or self.check.holds(plain)


class Exchange(NamedTuple):
    """The words of results files in one edition."""

    statuses: tuple[StatusWord, ...] = ()
    colours: tuple[ColourWord, ...] = ()
    number: NumberForm = NumberForm()

    def find(self, scale: str, kind: str = "") -> StatusWord | None:
        """Find what the level of an event means, in a file that writes points of this kind."""
        wanted, colour = _fold(scale), _fold(kind)
        for each in self.statuses:
            if each.scale == wanted and each.type in ("", colour):
                return each
        return None

    def status(self, scale: str, kind: str = "") -> str | None:
        """Translate the level of an event; None where the words do not decide."""
        found = self.find(scale, kind)
        return found.means if found else None

    def scale(self, status: str) -> str:
        """Give the word that a results file has for a status; empty if there is none."""
        return next((each.write for each in self.statuses if each.means == status), "")

    def colour(self, word: str) -> str | None:
        """Translate a colour of points; None if nobody knows it."""
        wanted = _fold(word)
        for each in self.colours:
            if wanted in each.words:
                return each.name
        return None

    def word(self, colour: str) -> str:
        """Give the word that a results file has for a colour of the handbook."""
        for each in self.colours:
            if each.name == colour:
                return each.write
        message = f"there is no word for {colour} points; add it to {FILE}.toml"
        raise KeyError(message)


def _fold(word: str) -> str:
    return " ".join(word.split()).casefold()


@lru_cache
def of(edition: Edition) -> Exchange:
    """Read the words of an edition once; one that has no file understands none."""
    data = edition.data(FILE)
    return checked(edition, data) if data else Exchange()


def checked(edition: Edition, data: dict[str, Any]) -> Exchange:
    """Turn the file into words, and see that every one is the edition's: a slip of the pen is an error."""
    _keys(data, _FILE_KEYS, "the file")
    known = {str(key) for key in edition.book().table(data["statuses"]).rows}
    statuses = [word for each in data["status"] for word in _status(each, known)]
    pairs = [(each.scale, each.type) for each in statuses]
    _once(pairs, "status")
    for scale, kind in pairs:
        if kind and (scale, "") in pairs:
            raise BadTable(FILE, f"the scale {scale!r} means one thing for every type and another for {kind!r}")
    colours = [_colour(each, edition) for each in data["colour"]]
    _once([word for each in colours for word in each.words], "colour")
    missing = sorted(edition.handbook.colours.keys() - {each.name for each in colours})
    if missing:
        raise BadTable(FILE, f"has no word for {' and '.join(missing)} points")
    return Exchange(tuple(statuses), tuple(colours), _number(data["number"]))


def _status(data: dict[str, Any], known: set[str]) -> list[StatusWord]:
    _keys(data, _STATUS_KEYS, f"the status {data.get('means', '')!r}")
    if data["means"] not in known:
        raise BadTable(FILE, f"the handbook has no status {data['means']!r}; it has {', '.join(sorted(known))}")
    kinds = [_fold(kind) for kind in data["type"]] or [""]
    first = data["scale"][0]
    return [
        StatusWord(_fold(scale), kind, data["means"], data["clause"], first)
        for scale in data["scale"]
        for kind in kinds
    ]


def _colour(data: dict[str, Any], edition: Edition) -> ColourWord:
    _keys(data, _COLOUR_KEYS, f"the colour {data.get('name', '')!r}")
    if data["name"] not in edition.handbook.colours:
        known = ", ".join(edition.handbook.colours)
        raise BadTable(FILE, f"the handbook has no {data['name']!r} points; it has {known}")
    words = tuple(_fold(word) for word in data["words"])
    if _fold(data["write"]) not in words:
        raise BadTable(FILE, f"{data['write']!r} is written for {data['name']} points but not understood")
    return ColourWord(data["name"], words, data["write"])


def _number(data: dict[str, Any]) -> NumberForm:
    _keys(data, _NUMBER_KEYS, "the number", may_lack={"check"})
    check = None
    if "check" in data:
        _keys(data["check"], _CHECK_KEYS, "the check digit")
        check = CheckDigit(tuple(data["check"]["weights"]), data["check"]["modulo"])
        if len(check.weights) + 1 != data["digits"]:
            raise BadTable(FILE, f"{len(check.weights)} weights do not guard a number of {data['digits']} digits")
    return NumberForm(data["digits"], data["filled"], tuple(data["nobody"]), check)


def _keys(data: dict[str, Any], known: set[str], what: str, may_lack: set[str] | None = None) -> None:
    for key in sorted(data.keys() - known):
        raise BadTable(FILE, f"{what} has the unknown key {key!r}; known are {', '.join(sorted(known))}")
    for key in sorted(known - data.keys() - (may_lack or set())):
        raise BadTable(FILE, f"{what} lacks the key {key!r}")


def _once(words: list[Any], what: str) -> None:
    for word in words:
        if words.count(word) > 1:
            raise BadTable(FILE, f"two entries of {what} translate {word!r}")
