"""Which letters do these bytes spell? The encoding of a text file, found from its bytes and reported.

Old scoring programs write windows-1252, newer ones UTF-8, and a spreadsheet program UTF-16. No letter is ever dropped:
where nothing fits, every byte still becomes a sign of its own, and a note says that it does.
"""

from __future__ import annotations

from typing import NamedTuple

from overtrick.formats.reading import Note

#: The marks a text may begin with; the longer ones come first, because a shorter one begins them.
MARKS = (
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)

#: What the encodings are called when they are spoken of.
_SPOKEN = {"utf-8": "UTF-8", "utf-8-sig": "UTF-8", "utf-16": "UTF-16", "utf-32": "UTF-32", "latin-1": "ISO-8859-1"}

#: So much of a file is enough to suggest an encoding.
_SAMPLE = 50_000

_SAVE = "If letters look wrong, save the file as UTF-8 and read it again."


class Decoded(NamedTuple):
    """A text, how it was encoded, and what is worth knowing about that."""

    text: str
    encoding: str
    notes: tuple[Note, ...] = ()


def decode(content: bytes) -> Decoded | None:
    """Turn bytes into text; None where they are none, because a text has no noughts in it."""
    for mark, encoding in MARKS:
        if content.startswith(mark):
            return _marked(content, encoding)
    if b"\0" in content:
        return None
    try:
        return Decoded(content.decode("utf-8"), "UTF-8")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
    try:
        says = f"The letters are read as windows-1252, because this line is not UTF-8. {_SAVE}"
        return Decoded(content.decode("windows-1252"), "windows-1252", (Note("encoding-guessed", says, line),))
    except UnicodeDecodeError:
        return _suggested(content, line)


def printable(text: str) -> str:
    """Put a mark in the place of every sign that a terminal would obey instead of showing it."""
    return text if text.isprintable() else "".join(sign if sign.isprintable() else "\ufffd" for sign in text)


def _marked(content: bytes, encoding: str) -> Decoded | None:
    spoken = _SPOKEN[encoding]
    try:
        text = content.decode(encoding)
        notes: tuple[Note, ...] = ()
    except UnicodeDecodeError:
        text = content.decode(encoding, "backslashreplace")
        says = f"The file says it is {spoken}, but not all of it is; the rest is shown as \\x and its code. {_SAVE}"
        notes = (Note("encoding-damaged", says),)
    return None if "\0" in text else Decoded(text, spoken, notes)


def _suggested(content: bytes, line: int) -> Decoded:
    """Neither of the usual encodings fits: the likeliest other one is taken and named."""
    from charset_normalizer import from_bytes  # noqa: PLC0415 - hardly any file needs it

    best = from_bytes(content[:_SAMPLE]).best()
    encoding = "latin-1" if best is None else best.encoding
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError:
        encoding = "latin-1"
        text = content.decode(encoding)
    spoken = _SPOKEN.get(encoding, encoding.replace("_", "-"))
    says = f"This line is neither UTF-8 nor windows-1252; the letters are read as {spoken}, which may be wrong. {_SAVE}"
    return Decoded(text, spoken, (Note("encoding-guessed", says, line),))
