"""How are points put into a USEBIO file without touching anything else?

The file is not written anew: the bytes of the points are replaced, and every other byte stays, with its blanks,
comments, unknown elements, DOCTYPE, encoding and line ends. A first pass finds where the elements stand; it loads
nothing and resolves nothing.
"""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING, NamedTuple
from xml.parsers import expat  # positions only, of a file that the guarded reader has read before
from xml.sax.saxutils import escape

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

WRAPPED = "MASTER_POINTS"
AWARDED = "MASTER_POINTS_AWARDED"
TYPE = "MASTER_POINT_TYPE"
FLAG = "MPS_AWARDED_FLAG"
PARTICIPANTS = "PARTICIPANTS"
_CLAIMS = (WRAPPED, AWARDED, TYPE)
_PEOPLE = ("PLAYER", "PAIR")
#: Most of a file, and nobody has points there: not worth remembering where it stands.
_WITHOUT_POINTS = frozenset(("BOARD", "MATCH", "HANDSET", "TRAVELLER_LINE"))

#: Letters of these files are as wide as two bytes or more, so they are edited in UTF-8 and brought back.
_WIDE = {codecs.BOM_UTF16_LE: "utf-16-le", codecs.BOM_UTF16_BE: "utf-16-be"}
_UNMARKED = {b"<\x00": "utf-16-le", b"\x00<": "utf-16-be"}
#: Tags are plain letters in all other encodings, and in this one every byte is a letter.
_EVERY_BYTE = "iso-8859-1"

_TAG = re.compile(rb"""<(?:[^>"']|"[^"]*"|'[^']*')*>""")
_END = re.compile(rb"</USEBIO\s*>")
_LINE_END = re.compile(rb"\r\n|\n|\r")


class WrittenPoints(NamedTuple):
    """Points as the file writes them."""

    units: int
    word: str  #: "BLACK"


class ListedPoints(NamedTuple):
    """What a contestant in the list of participants has: the same for every player, or by player."""

    points: tuple[WrittenPoints, ...] = ()
    players: tuple[
        tuple[WrittenPoints, ...], ...
    ] = ()  #: of each PLAYER in it, in the order of the file; none: the same


class NotEditable(ValueError):
    """The file cannot be edited in place."""


def with_note(content: bytes, says: str) -> bytes:
    """Add a note at the end of the file, for whoever opens it; raises NotEditable where the file has no end."""
    encoding = next((each for mark, each in (*_WIDE.items(), *_UNMARKED.items()) if content.startswith(mark)), "")
    text = content.decode(encoding).encode() if encoding else content
    ends = list(_END.finditer(text))
    if not ends:
        message = "it has no </USEBIO>"
        raise NotEditable(message)
    note = f"<NOTES>{escape(says)}</NOTES>".encode("ascii", "xmlcharrefreplace")
    line_end = _LINE_END.search(text)
    note += line_end.group(0) if line_end else b""
    at = ends[-1].start()
    whole = text[:at] + note + text[at:]
    return whole.decode().encode(encoding) if encoding else whole


class _Element:
    """Where an element stands in the bytes."""

    __slots__ = ("children", "close", "end", "inner", "is_one_tag", "start", "tag")

    def __init__(self, tag: str, start: int, inner: int, *, is_one_tag: bool = False) -> None:
        self.tag = tag
        self.is_one_tag = is_one_tag  #: written as ``<NOTES/>``
        self.start = start  #: of its first tag
        self.inner = inner  #: the end of its first tag
        self.close = inner  #: the start of its last tag
        self.end = inner  #: the end of its last tag
        self.children: list[_Element] = []

    def child(self, tag: str) -> _Element | None:
        return next((each for each in self.children if each.tag == tag), None)


def with_points(content: bytes, listed: Mapping[int, ListedPoints]) -> bytes:
    """Put points into a file in place of all that are claimed there; the file says then that it carries awards.

    ``listed`` has the participants by their number in the file, from 0; who is not in it loses the claim.
    """
    wide = next((name for mark, name in {**_WIDE, **_UNMARKED}.items() if content.startswith(mark)), "")
    if wide:
        return with_points(content.decode(wide).encode(), listed).decode().encode(wide)
    edits: list[tuple[int, int, bytes]] = []
    count = 0
    for each in _all(_outline(content)):
        if each.tag == "EVENT":
            _raise_flag(content, each, edits)
        elif each.tag == PARTICIPANTS:
            for participant in each.children:
                _replace(content, participant, listed.get(count, ListedPoints()), edits)
                count += 1
    return _apply(content, edits)


def _outline(content: bytes) -> _Element:
    """Find where every element begins and ends."""
    start = len(codecs.BOM_UTF8) if content.startswith(codecs.BOM_UTF8) else 0
    try:
        return _parse(content, start, _EVERY_BYTE)
    except expat.ExpatError:
        pass
    try:
        return _parse(content, start, None)
    except (expat.ExpatError, LookupError, ValueError) as error:
        raise NotEditable(str(error)) from error


def _parse(content: bytes, offset: int, encoding: str | None) -> _Element:
    parser = expat.ParserCreate(encoding)
    top = _Element("", 0, 0)
    path = [top]
    passed_over = 0  # so many open elements stand in a board or the like

    def begin(tag: str, _attributes: dict[str, str]) -> None:
        nonlocal passed_over
        if passed_over or tag in _WITHOUT_POINTS:
            passed_over += 1
            return
        at = parser.CurrentByteIndex + offset
        written = _TAG.match(content, at)
        if written is None:
            raise NotEditable(tag)
        element = _Element(tag, at, written.end(), is_one_tag=written.group().endswith(b"/>"))
        path[-1].children.append(element)
        path.append(element)

    def finish(_tag: str) -> None:
        nonlocal passed_over
        if passed_over:
            passed_over -= 1
            return
        element = path.pop()
        if not element.is_one_tag:
            element.close = parser.CurrentByteIndex + offset
            element.end = content.index(b">", element.close) + 1

    def doctype(_name: str, _system: str | None, _public: str | None, has_declarations: int) -> None:
        if has_declarations:
            message = "the DOCTYPE has its own declarations"
            raise NotEditable(message)

    parser.StartElementHandler = begin
    parser.EndElementHandler = finish
    parser.StartDoctypeDeclHandler = doctype
    parser.Parse(content[offset:], True)  # noqa: FBT003 - the parser's own way to say that this is all
    return top.children[0]


def _all(element: _Element) -> Iterator[_Element]:
    todo = [element]
    while todo:
        each = todo.pop()
        yield each
        todo += reversed(each.children)


def _apply(content: bytes, edits: list[tuple[int, int, bytes]]) -> bytes:
    parts, at = [], 0
    for start, end, new in sorted(edits):
        parts += [content[at:start], new]
        at = end
    return b"".join((*parts, content[at:]))


# --- Points ------------------------------------------------------------------------------------------------------


def _replace(content: bytes, participant: _Element, listed: ListedPoints, edits: list[tuple[int, int, bytes]]) -> None:
    """Replace the claims of a contestant, and those of its players if it has any."""
    _replace_claims(content, participant, listed.points, edits)
    people = [each for each in _all(participant) if each.tag == "PLAYER" and each is not participant]
    for at, player in enumerate(people):
        _replace_claims(content, player, listed.players[at] if listed.players else (), edits)


def _replace_claims(
    content: bytes, element: _Element, points: tuple[WrittenPoints, ...], edits: list[tuple[int, int, bytes]]
) -> None:
    """Write points where the first claim stood, or where they belong, and take the other claims away."""
    old = [each for each in element.children if each.tag in _CLAIMS]
    gone = old[1:] if points else old
    edits += [(each.start - len(_blanks(content, each.start)), each.end, b"") for each in gone]
    if not points:
        return
    if old:
        blanks = _blanks(content, old[0].start)
        edits.append((old[0].start, old[0].end, _block(points, blanks, _step(content, element, old[0]))))
        return
    before_people = next((each for each in element.children if each.tag in _PEOPLE), None)
    beside = element.child("PLACE") or before_people or next(iter(reversed(element.children)), None)
    if beside is None:
        message = f"<{element.tag}> is empty"
        raise NotEditable(message)
    blanks = _blanks(content, beside.start)
    block = _block(points, blanks, _step(content, element, beside))
    if beside is before_people:
        edits.append((beside.start, beside.start, block + blanks))
    else:
        edits.append((beside.end, beside.end, blanks + block))


def _block(points: tuple[WrittenPoints, ...], blanks: bytes, step: bytes) -> bytes:
    """Lay the points out as the file lays out its elements: each on a line of its own, or all on one."""
    own_line = _LINE_END.search(blanks)
    line = blanks[own_line.start() :] if own_line else b""
    deeper = line + step if line else b""
    written = []
    for units, word in points:
        inside = (f"<{AWARDED}>{units}</{AWARDED}>", f"<{TYPE}>{word}</{TYPE}>")
        lines = [deeper + each.encode("ascii") for each in inside]
        written.append(b"".join((f"<{WRAPPED}>".encode(), *lines, line, f"</{WRAPPED}>".encode())))
    return (blanks if line else b"").join(written)


def _blanks(content: bytes, at: int) -> bytes:
    """Give the blanks before a tag, up to the text or tag before them; at most one line end of them."""
    start = at
    while start and content[start - 1] in b" \t\r\n":
        start -= 1
    blanks = content[start:at]
    ends = list(_LINE_END.finditer(blanks))
    return blanks[ends[-1].start() :] if ends else blanks


def _step(content: bytes, outer: _Element, inner: _Element) -> bytes:
    """Give the blanks by which an element stands deeper than the one around it."""
    before, after = (_blanks(content, each.start).lstrip(b"\r\n") for each in (outer, inner))
    return after[len(before) :] if after.startswith(before) and len(after) > len(before) else b"  "


def _raise_flag(content: bytes, event: _Element, edits: list[tuple[int, int, bytes]]) -> None:
    """Say that the file carries awards."""
    flag = event.child(FLAG)
    if flag is not None:
        if flag.is_one_tag:
            edits.append((flag.start, flag.end, f"<{FLAG}>Y</{FLAG}>".encode()))
        elif content[flag.inner : flag.close].strip() != b"Y":
            edits.append((flag.inner, flag.close, b"Y"))
        return
    after = event.child("DATE")
    if after is None:
        message = "the event has no <DATE>"
        raise NotEditable(message)
    edits.append((after.end, after.end, _blanks(content, after.start) + f"<{FLAG}>Y</{FLAG}>".encode()))
