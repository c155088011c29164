"""What kind of file is this, and what is in it? One file goes in, one reading for each event file comes out.

A file is known by what it holds, never by its name: people rename files, and programs share endings. (A credit file
alone needs its ending, because nothing in it says which colour the points are of.) What a file does not say comes back
as questions; the answers, by the words of the event file ("date", "boards", "play"), are given to the next reading.
"""

from __future__ import annotations

import re
from enum import StrEnum
from importlib import import_module
from types import MappingProxyType
from typing import TYPE_CHECKING

from overtrick.engine.assessment import Problem
from overtrick.engine.records import NamedTuple
from overtrick.formats.reading import Note, Reading

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from overtrick.formats.unsupported import Foreign

_NOTHING: Mapping[str, str] = MappingProxyType({})

#: So much of a file is looked at to tell what it is.
_HEAD = 20_000
_LINES_LOOKED_AT = 40
_LONGEST_LINE = 200
_FEW = 5  #: lines of an event file among which one may be of another kind

#: So many names of files stand in a note.
_NAMED = 3

_JET = (b"\x00\x01\x00\x00Standard Jet DB", b"\x00\x01\x00\x00Standard ACE DB")
_OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")
_BLANK = b"\xef\xbb\xbf \t\r\n"
_MARKS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"\xef\xbb\xbf": "utf-8-sig"}

#: What may stand before the first element of XML, piece by piece.
_PROLOGUE = re.compile(r"\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[[^\]]*\]\s*)?>", re.DOTALL | re.IGNORECASE)
#: How old programs mark the end of a text.
_END_MARK = re.compile(rb"\x1a\s*\Z")
_ELEMENT = re.compile(r"<([A-Za-z_][\w:.-]*)")
_WORD_LINE = re.compile(r"""\s*(?:-\s+)*["']?[A-Za-z][A-Za-z _-]*["']?\s*:(?:\s|$)""")
_LIST_LINE = re.compile(r"\s*(?:-\s|[\[\]{}]|\.\.\.)")


class FileKind(StrEnum):
    """What the bytes are made of, which narrows down the format."""

    WORDS = "words"  #: text of words and colons, or JSON
    XML = "xml"
    TEXT = "text"
    OFFICE = "office document"  #: a spreadsheet, or a letter
    DATABASE = "database"
    ARCHIVE = "archive"


class Format(NamedTuple):
    """A kind of file: what it is called, what writes it, and the module that knows it.

    The module has ``recognise(content) -> bool`` and ``read(name, content) -> Reading``; it is loaded only when a file
    might be of its format.
    """

    name: str
    written_by: str
    kind: FileKind
    module: str
    reads: str  #: what is taken from it
    writes: bool = False
    reader: str = "read"  #: the function of the module that gives the reading
    takes: tuple[str, ...] = ()  #: what the reader wants to know besides: "columns", "answers"


#: Every format; those of one kind are tried in this order, the least particular last.
FORMATS = (
    Format(
        "event file",
        "people, by hand; Overtrick",
        FileKind.WORDS,
        "overtrick.formats.event_file",
        "everything",
        writes=True,
    ),
    Format(
        "USEBIO XML",
        "EBUScore, ScoreBridge, Compscore, RealBridge, BriAn, Pianola and others",
        FileKind.XML,
        "overtrick.formats.usebio",
        "places, scores, numbers, travellers, points claimed",
        writes=True,
        takes=("answers",),
    ),
    Format(
        "NZ Bridge Scorer XML",
        "NZ Bridge Scorer",
        FileKind.XML,
        "overtrick.formats.nz_scorer",
        "places, scores, numbers, handicaps, points claimed",
        takes=("answers",),
    ),
    Format(
        "PBN",
        "Magic Contest, BridgeWebs, BridgeComposer and others",
        FileKind.TEXT,
        "overtrick.formats.pbn",
        "places, scores, numbers where it has them, matches, travellers, points claimed",
        takes=("answers",),
    ),
    Format(
        "BridgeWebs CSV",
        "BridgeWebs",
        FileKind.TEXT,
        "overtrick.formats.bridgewebs",
        "places, scores and names; it has no numbers",
        takes=("answers",),
    ),
    Format(
        "credit file",
        "Compscore and other programs; Overtrick",
        FileKind.TEXT,
        "overtrick.formats.credit_file",
        "numbers and points claimed",
        writes=True,
        reader="reading",
        takes=("answers",),
    ),
    Format(
        "points list",
        "Overtrick, from points that were typed by hand",
        FileKind.TEXT,
        "overtrick.formats.points_list",
        "numbers, names and points claimed",
        writes=True,
    ),
    Format(
        "Compscore3 session CSV",
        "Compscore3",
        FileKind.TEXT,
        "overtrick.formats.seating",
        "nothing: it says who sat where, not the results",
    ),
    Format(
        "ranking list, text",
        "any program that saves CSV",
        FileKind.TEXT,
        "overtrick.formats.ranking_list",
        "places, scores, names, numbers, points claimed, once you say what its columns are",
        takes=("columns", "answers"),
    ),
    Format(
        "ranking list, spreadsheet",
        "Excel, LibreOffice and other spreadsheet programs",
        FileKind.OFFICE,
        "overtrick.formats.ranking_list",
        "the same",
        takes=("columns", "answers"),
    ),
    Format(
        "web page",
        "my.acbl.org, ACBL Live, BBO, RealBridge and others whose page has a table of results",
        FileKind.XML,
        "overtrick.formats.ranking_list",
        "the same; saved from the browser when the ranking is shown",
        takes=("columns", "answers"),
    ),
    Format(
        "JSON",
        "the ACBL; any program that writes its lists as JSON",
        FileKind.WORDS,
        "overtrick.formats.ranking_list",
        "the same",
        takes=("columns", "answers"),
    ),
    Format(
        "Bridgemate database",
        "Bridgemate Control, by way of any scoring program",
        FileKind.DATABASE,
        "overtrick.formats.bridgemate",
        "contracts and results of every board, from which the ranking is worked out",
        takes=("answers",),
    ),
    Format("zip", "any", FileKind.ARCHIVE, "overtrick.formats.archive", "every file in it"),
)


_JSON = next(each for each in FORMATS if each.name == "JSON")


def read(
    name: str,
    content: bytes,
    columns: Mapping[str, str] | None = None,
    answers: Mapping[str, str] | None = None,
) -> list[Reading]:
    """Read a file of any kind; an archive gives a reading for each file in it, and nothing is ever raised.

    ``columns`` says which column of a ranking list is which ({"place": "Pos", "name 1": "Player A"}). ``answers``
    answers the questions of an earlier reading by their words ({"date": "2026-11-10", "boards": "24"}).
    """
    given = {"columns": columns or _NOTHING, "answers": answers or _NOTHING}
    found = kind(content)
    if found is not FileKind.ARCHIVE:
        return [_read_one(name, content, found, given)]
    return _read_archive(name, content, given)


def kind(content: bytes) -> FileKind | None:
    """Say what the bytes are made of; None if they are of no kind that is read."""
    if content.startswith(_JET):
        return FileKind.DATABASE
    if content.startswith(_OLE):
        return FileKind.OFFICE
    if content.startswith(_ZIP):
        return _kind_of_zip(content)
    return _kind_of_text(_head(content))


def _kind_of_text(head: str) -> FileKind | None:
    if "\0" in head or not head.strip():
        return None
    if head.lstrip().startswith("<"):
        return FileKind.XML
    return FileKind.WORDS if _is_words(head) else FileKind.TEXT


def _kind_of_zip(content: bytes) -> FileKind:
    from overtrick.formats import archive  # noqa: PLC0415 - an event file needs no zips

    try:
        return FileKind.OFFICE if archive.document(content) else FileKind.ARCHIVE
    except archive.Unopened:
        return FileKind.ARCHIVE


def _head(content: bytes) -> str:
    """Give the beginning of a text, roughly decoded: what tells formats apart is plain letters."""
    encoding = next((each for mark, each in _MARKS.items() if content.startswith(mark)), "latin-1")
    return content[:_HEAD].decode(encoding, "replace")


def _is_words(head: str) -> bool:
    """An event file begins with a word and a colon, and nearly all of its lines do, or are items of a list.

    Lists may have such lines over their headings; so what is in doubt counts as text.
    """
    if head[:_LONGEST_LINE].lstrip().startswith("{"):
        return True
    lines = _content_lines(head)[:_LINES_LOOKED_AT]
    if lines and lines[0].lstrip().startswith("{"):
        return True
    unlike = sum(not (_WORD_LINE.match(line) or _LIST_LINE.match(line)) for line in lines)
    return _begins_with_a_word(head) and unlike * _FEW < len(lines)


def _begins_with_a_word(head: str) -> bool:
    lines = _content_lines(head)
    return bool(lines) and _WORD_LINE.match(lines[0]) is not None


def _content_lines(head: str) -> list[str]:
    lines = (line[:_LONGEST_LINE] for line in head.splitlines())
    return [line for line in lines if line.strip() and not line.lstrip().startswith(("#", "---"))]


def _read_one(name: str, content: bytes, found: FileKind | None, given: Mapping[str, Mapping[str, str]]) -> Reading:
    if found in (FileKind.WORDS, FileKind.TEXT):
        content = _END_MARK.sub(b"", content)
    if found in (FileKind.WORDS, FileKind.TEXT) and _is_foreign_json(content):
        return _by_format(_JSON, name, content, given)
    if found is FileKind.WORDS and not _is_signed(content):
        return _by_format(FORMATS[0], name, content, given)
    if found is FileKind.TEXT:
        from overtrick.formats import unsupported  # noqa: PLC0415 - an event file is no list

        own = unsupported.awards_table(content) or unsupported.hands(content)
        if own is not None:
            return _refused(name, own)
    if found is not None:
        for each in _candidates(found):
            if import_module(each.module).recognise(content):
                return _by_format(each, name, content, given)
    if found is FileKind.TEXT and _begins_with_a_word(_head(content)):
        return _by_format(FORMATS[0], name, content, given)
    return _refused(name, _foreign(name, content, found))


def _is_foreign_json(content: bytes) -> bool:
    """Say whether this is JSON and no event file; text that begins as JSON does may be anything."""
    if not content.lstrip(_BLANK).startswith((b"{", b"[")):
        return False
    from overtrick.formats import unsupported  # noqa: PLC0415 - only JSON asks

    return unsupported.other_json(content)


def _is_signed(content: bytes) -> bool:
    """Say whether a text that begins as JSON does is of a known kind that is not read."""
    if not content.lstrip(_BLANK).startswith(b"{"):
        return False
    from overtrick.formats import unsupported  # noqa: PLC0415 - as above

    return unsupported.by_signature(content) is not None


def _candidates(found: FileKind) -> Iterator[Format]:
    return (each for each in FORMATS if each.kind is found and found is not FileKind.WORDS)


def _by_format(form: Format, name: str, content: bytes, given: Mapping[str, Mapping[str, str]]) -> Reading:
    reader = getattr(import_module(form.module), form.reader)
    reading: Reading = reader(name, content, **{word: given[word] for word in form.takes})
    if form is not FORMATS[0]:
        from overtrick.formats import titles  # noqa: PLC0415 - whoever writes an event file says both

        reading = titles.weighed(reading)
    return reading._replace(notes=[each._replace(file=name) for each in reading.notes]) if reading.notes else reading


def _foreign(name: str, content: bytes, found: FileKind | None) -> Foreign:
    from overtrick.formats import archive, unsupported  # noqa: PLC0415 - only what is not read needs an answer

    if not _head(content).strip("\ufeff \t\r\n\0"):
        return unsupported.EMPTY
    if found is FileKind.XML:
        return unsupported.xml(_root(_head(content)))
    if found is FileKind.DATABASE:
        return unsupported.DATABASE
    if found is FileKind.OFFICE and archive.is_zip(content):
        return unsupported.office_document(archive.document(content))
    if found is FileKind.OFFICE:
        return unsupported.old_office_file(content)
    known = unsupported.by_signature(content)
    return known or unsupported.unknown(name, is_text=found is FileKind.TEXT)


def _root(head: str) -> str:
    at = 0
    while before := _PROLOGUE.match(head, at):
        at = before.end()
    element = _ELEMENT.match(head, at)
    return element.group(1) if element else ""


def _refused(name: str, answer: Foreign, line: int = 0) -> Reading:
    return Reading(None, [Problem(answer.found, answer.remedy, file=name, line=line, code=answer.code)], file=name)


# --- Archives ----------------------------------------------------------------------------------------------------


def _read_archive(name: str, content: bytes, given: Mapping[str, Mapping[str, str]]) -> list[Reading]:
    from overtrick.formats import archive, unsupported  # noqa: PLC0415 - few files are archives

    try:
        packed = archive.unpack(content)
    except archive.Unopened as why:
        return [_refused(name, unsupported.Foreign(why.code, why.found, why.remedy))._replace(format="zip")]
    if not packed.members:
        return [
            _refused(name, unsupported.Foreign("file-empty", "There is no file in the zip.", unsupported.EMPTY.remedy))
        ]
    readings = []
    for member in packed.members:
        label = f"{name}/{member.name}"
        found = kind(member.content)
        if found is FileKind.ARCHIVE:
            readings.append(_refused(label, unsupported.PACKED_TWICE))
        else:
            readings.append(_read_one(label, member.content, found, given))
    if packed.skipped:
        left_out = ", ".join(packed.skipped[:_NAMED]) + (" …" if packed.skipped[_NAMED:] else "")
        note = Note(
            "left-out-of-archive", f"Left out of {name}, because it is not a results file: {left_out}.", file=name
        )
        readings[0] = readings[0]._replace(notes=(*readings[0].notes, note))
    return readings
