"""How is XML from a stranger read? Without entities, a DTD or a network, and within limits.

A DOCTYPE that names a DTD is common in results files and harmless: it is cut out before the parser sees the file, so
that nothing can be loaded. One that declares something of its own is refused. Slips that can mean one thing only (a
plain &, a blank line before the first, a mark at the end) are mended. Every other fault becomes a sentence with its
line; no exception leaves this module because of what a file holds.
"""

from __future__ import annotations

import codecs
import io
import re
from typing import TYPE_CHECKING, NamedTuple

from lxml import etree

if TYPE_CHECKING:
    from collections.abc import Callable

    from lxml.etree import _Element as Element

    #: Told of something that stops the reading: line, what was found, what to do.
    Report = Callable[[str, int, str, str], None]
    #: Told of something worth knowing: line, sentence.
    Note = Callable[[str, int, str], None]

MOST_BYTES = 64 * 1024 * 1024

#: How a mark at the very start of a file tells its encoding; the longer marks first.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_UTF_16_UNMARKED = ((b"<\x00", "utf-16-le"), (b"\x00<", "utf-16-be"))
_WESTERN = {"iso8859-1", "cp1252", "ascii"}
_READ = re.compile(r"utf-(8|16)(-(le|be|sig))?|iso8859-(1|2|3|4|5|7|9|10|13|14|15|16)|cp125[0-8]|ascii|mac-roman")

_DECLARATION = re.compile(rb"<\?xml\s[^>]{0,200}?\?>")
_DECLARED = re.compile(rb"""\sencoding\s*=\s*["']([A-Za-z][A-Za-z0-9._-]{0,39})["']""")
_BEFORE_ROOT = re.compile(rb"(?:\s+|<\?.*?\?>|<!--.*?-->)*", re.DOTALL)
_DOCTYPE = re.compile(rb"""<!DOCTYPE(?:[^\[>"']|"[^"]*"|'[^']*')*""")
#: What a DOCTYPE declares itself, between brackets.
_DECLARED_INSIDE = re.compile(rb"\[[^\]]*\]\s*")
#: Blanks before the declaration, which has to come first.
_LATE_DECLARATION = re.compile(rb"((?:\xef\xbb\xbf)?)(\s+)(<\?xml\s[^>]{0,200}?\?>)")
#: How old programs mark the end of a file.
_END_MARK = re.compile(rb"\x1a\s*\Z")
#: An & that begins nothing, and what may hold one as it is: comments and CDATA.
_PLAIN_AND = rb"&(?!(?:[A-Za-z_][\w.-]{0,40}|#[0-9]{1,7}|#x[0-9A-Fa-f]{1,6});)"
_ANY_AND = re.compile(_PLAIN_AND)  # quick: it looks only where there is an &
_AND = re.compile(rb"<!\[CDATA\[|<!--|" + _PLAIN_AND)
_ENDS = {b"<![CDATA[": b"]]>", b"<!--": b"-->"}
#: Makes blanks of all bytes but the ends of lines.
_BLANKS = bytes(each if each in b"\r\n" else ord(" ") for each in range(256))
_ROOT = re.compile(rb"<([A-Za-z_][\w.:-]*)")
_HEAD = 64 * 1024
_TAIL = 1024

_MISMATCH = re.compile(r"tag mismatch: (\S+) line (\d+) and (\S+)")
_UNFINISHED = re.compile(r"end of data in tag (\S+) line (\d+)")
_TOO_DEEP = "Excessive depth"
_ENTITY = re.compile(r"Entity '([^']*)' not defined")
_ASK = "Do not use this file unless you know who made it; ask for a new export."
_EXPORT_AGAIN = "Export the file again from the scoring program, or correct this line."


class Parsed(NamedTuple):
    """An XML file that was read."""

    root: Element
    encoding: str  #: the one it was read with
    doctype: str = ""  #: the DOCTYPE as written; it was not followed


class _Source(NamedTuple):
    """A file ready for the parser: UTF-8, and its DOCTYPE blanked out."""

    content: bytes
    encoding: str
    doctype: str


def parse(content: bytes, report: Report, note: Note | None = None, *, keep: bool = False) -> Parsed | None:
    """Read a whole file into a tree; None if something was reported.

    ``keep`` keeps blanks, comments and instructions, for who wants to write the file out again.
    """
    source = _prepared(content, report, note)
    if source is None:
        return None
    parser = etree.XMLParser(
        encoding="utf-8",
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        dtd_validation=False,
        attribute_defaults=False,
        huge_tree=False,
        recover=False,
        remove_blank_text=not keep,
        remove_comments=not keep,
        remove_pis=not keep,
        strip_cdata=not keep,
    )
    try:
        root = etree.fromstring(source.content, parser)
    except etree.XMLSyntaxError:
        _explain(parser.error_log, report)
        return None
    return _checked(root, source, report)


def parse_in_parts(
    content: bytes, report: Report, note: Note | None, tags: tuple[str, ...], take: Callable[[Element], None]
) -> Parsed | None:
    """Read a large file: hand over each element of these names when it ends, and forget it; the rest stays a tree."""
    source = _prepared(content, report, note)
    if source is None:
        return None
    parts = etree.iterparse(
        io.BytesIO(source.content),
        events=("end",),
        tag=tags,
        encoding="utf-8",
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_blank_text=True,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        for _event, part in parts:
            take(part)
            part.clear()
            _forget(part.getprevious(), tags)
    except etree.XMLSyntaxError:
        _explain(parts.error_log, report)
        return None
    return _checked(parts.root, source, report)


def root_name(content: bytes) -> str:
    """Name the outermost element of an XML file from its first bytes; empty if it does not look like XML."""
    head = content[:_HEAD]
    mark = _marked(head)
    if mark and mark != "utf-8-sig":
        head = head.decode(mark, "ignore").encode()
    elif mark:
        head = head[len(codecs.BOM_UTF8) :]
    doctype = _DOCTYPE.match(head, _content_start(head))
    start = _content_start(head)
    if doctype is not None:
        inside = _DECLARED_INSIDE.match(head, doctype.end())
        start = _content_start(head, (inside.end() if inside else doctype.end()) + 1)
    found = _ROOT.match(head, start)
    return found.group(1).decode("ascii", "replace") if found else ""


# --- Before the parser -------------------------------------------------------------------------------------------


def _prepared(content: bytes, report: Report, note: Note | None) -> _Source | None:
    if len(content) > MOST_BYTES:
        most = MOST_BYTES // 1_000_000
        found = f"The file has {len(content) // 1_000_000} million bytes; we read at most {most} million."
        report(
            "file-too-large",
            0,
            found,
            "Leave out the deals and the play of the cards when you export it, or split it by session.",
        )
        return None
    if not content or content.isspace():
        report("file-empty", 0, "The file is empty.", "Export it again from the scoring program.")
        return None
    decoded = _as_utf_8(_begun_and_ended(content), report, note)
    if decoded is None:
        return None
    text, encoding = decoded
    return _without_doctype(_with_plain_ands(text, note), encoding, report)


def mended(content: bytes) -> bytes:
    """Give a file as it is read, for who wants to change it: without slips that can mean one thing only."""
    whole = _begun_and_ended(content)
    return whole if _marked(whole) not in ("", "utf-8-sig") else _with_plain_ands(whole, None)


def _begun_and_ended(content: bytes) -> bytes:
    """Put the declaration first, the blanks before it after it, so that lines stay where they are; drop an end mark."""
    late = _LATE_DECLARATION.match(content)
    if late is not None:
        mark, blanks, declaration = late.groups()
        content = b"".join((mark, declaration, blanks, memoryview(content)[late.end() :]))
    end = _END_MARK.search(content, max(len(content) - _TAIL, 0))
    return content if end is None else content[: end.start()]


def _with_plain_ands(text: bytes, note: Note | None) -> bytes:
    """Write every & that begins nothing as XML has it: somebody typed it into a name."""
    if _ANY_AND.search(text) is None:
        return text
    parts: list[bytes | memoryview] = []
    copied = at = 0
    while found := _AND.search(text, at):
        at = found.end()
        if found.group() != b"&":
            at = text.find(_ENDS[found.group()], at)
            if at < 0:  # it never ends, and the parser will say so
                break
            continue
        if not parts and note is not None:
            line = 1 + text.count(b"\n", 0, at)
            note(
                "plain-ampersand",
                line,
                "There is a plain '&' in the file, where XML needs '&amp;'. We read it as '&'.",
            )
        parts += (memoryview(text)[copied : found.start()], b"&amp;")
        copied = at
    return b"".join((*parts, memoryview(text)[copied:])) if parts else text


def _content_start(text: bytes, start: int = 0) -> int:
    found = _BEFORE_ROOT.match(text, start)
    return found.end() if found else start


def _without_doctype(text: bytes, encoding: str, report: Report) -> _Source | None:
    """Blank out the DOCTYPE, so that lines stay where they are; refuse one that declares something itself."""
    doctype = _DOCTYPE.match(text, _content_start(text))
    if doctype is None:
        return _Source(text, encoding, "")
    start, end = doctype.start(), doctype.end() + 1
    if text[end - 1 : end] != b">" or _DOCTYPE.match(text, _content_start(text, end)):
        _report_declarations(1 + text.count(b"\n", 0, start), report)
        return None
    written = text[start:end]
    # Copies what may be large once only.
    whole = b"".join((text[:start], written.translate(_BLANKS), memoryview(text)[end:]))
    return _Source(whole, encoding, written.decode("utf-8", "replace"))


# --- Encodings ---------------------------------------------------------------------------------------------------


def _marked(content: bytes) -> str:
    for mark, encoding in (*_MARKS, *_UTF_16_UNMARKED):
        if content.startswith(mark):
            return encoding
    return ""


def _as_utf_8(content: bytes, report: Report, note: Note | None) -> tuple[bytes, str] | None:
    """Bring a file into UTF-8; say which encoding it had."""
    declaration = _DECLARATION.match(content)
    written = _DECLARED.search(declaration.group(0)) if declaration is not None else None
    declared = written.group(1).decode("ascii") if written is not None else ""
    marked = _marked(content) if declaration is None else ""
    encoding = marked or _codec(declared, report)
    if not encoding:
        return None
    if content.isascii() and not encoding.startswith("utf-16"):
        return content, declared or "UTF-8"
    if encoding in _WESTERN or not (declared or marked):
        return _western(content, declared, report, note)
    try:
        text = content.decode(encoding)
    except UnicodeDecodeError as error:
        _report_encoding(content, declared or encoding, error.start, report)
        return None
    if encoding == "utf-8":
        return content, "UTF-8"
    return _recoded(text), "UTF-8" if encoding == "utf-8-sig" else encoding.upper()


def _codec(declared: str, report: Report) -> str:
    """Give Python's name of a declared encoding; UTF-8 if nothing is declared, as XML has it."""
    if not declared:
        return "utf-8"
    try:
        name = codecs.lookup(declared).name
    except LookupError:
        name = ""
    if not _READ.fullmatch(name):
        found = f"The first line says that the file is encoded as {declared}, which we do not know."
        report("encoding-unknown", 1, found, "Export it again as UTF-8.")
        return ""
    return name if not name.startswith("utf-16") else "utf-8"  # it was read, so it cannot be 16 bits wide


def _western(content: bytes, declared: str, report: Report, note: Note | None) -> tuple[bytes, str] | None:
    """Read a file that claims iso-8859-1, or nothing: as UTF-8 if it is, otherwise as Windows writes such files."""
    try:
        content.decode("utf-8")
    except UnicodeDecodeError:
        pass
    else:
        if declared and note is not None:
            note(
                "encoding-contradicted",
                1,
                f"The file says that it is encoded as {declared}, but its letters are UTF-8; it was read as UTF-8.",
            )
        return content, "UTF-8"
    try:
        text = content.decode("cp1252")
    except UnicodeDecodeError as error:
        _report_encoding(content, declared or "UTF-8", error.start, report)
        return None
    if not declared and note is not None:
        note("encoding-guessed", 1, "The file does not say how it is encoded; its letters were read as windows-1252.")
    return _recoded(text), "windows-1252"


def _recoded(text: str) -> bytes:
    return text.removeprefix("\ufeff").encode("utf-8", "replace")


def _report_encoding(content: bytes, encoding: str, at: int, report: Report) -> None:
    line = 1 + content.count(b"\n", 0, at)
    found = f"A letter on this line does not fit the encoding of the file, {encoding}."
    report(
        "encoding-wrong",
        line,
        found,
        "Export the file again as UTF-8, or correct the encoding named on its first line.",
    )


# --- After the parser --------------------------------------------------------------------------------------------


def _forget(part: Element | None, tags: tuple[str, ...]) -> None:
    parent = part.getparent() if part is not None and part.tag in tags else None
    if part is not None and parent is not None:
        parent.remove(part)


def _report_declarations(line: int, report: Report) -> None:
    found = "The DOCTYPE at the head of the file has its own declarations, which no scoring program writes."
    report("xml-declarations", line, found, _ASK)


def _checked(root: Element | None, source: _Source, report: Report) -> Parsed | None:
    """See that nothing got past us: no declaration was followed."""
    if root is None or root.getroottree().docinfo.internalDTD is not None:
        _report_declarations(1, report)
        return None
    return Parsed(root, source.encoding, source.doctype)


def _explain(log: etree._ListErrorLog, report: Report) -> None:
    """Put the parser's first complaint into a sentence with its line."""
    first = next(iter(log), None)
    message, line = ("", 0) if first is None else (first.message, first.line)
    mismatch, unfinished, entity = _MISMATCH.search(message), _UNFINISHED.search(message), _ENTITY.search(message)
    if unfinished is not None:
        found = (
            f"The file breaks off: <{unfinished.group(1)}>, which begins on line {unfinished.group(2)}, does not end."
        )
        report("xml-cut-off", line, found, "It was not saved or sent completely; export it again.")
    elif mismatch is not None:
        found = f"<{mismatch.group(1)}>, which begins on line {mismatch.group(2)}, is closed by </{mismatch.group(3)}>."
        report("xml-unreadable", line, found, _EXPORT_AGAIN)
    elif entity is not None:
        found = f"'&{entity.group(1)};' is not explained in the file."
        report("xml-unreadable", line, found, "Write the letter itself.")
    elif message.startswith(_TOO_DEEP):  # the parser's own limit, 256 in most builds; nothing here goes down by itself
        found = "Elements are nested far deeper than in any results file."
        report("xml-too-deep", line, found, _ASK)
    elif first is None or first.type == etree.ErrorTypes.ERR_DOCUMENT_EMPTY:
        report(
            "not-xml",
            line,
            "This is not XML: it does not begin with '<'.",
            "Choose the file that the scoring program exported.",
        )
    else:
        report("xml-unreadable", line, f"This is not well-formed XML: {message.rstrip('. ')}.", _EXPORT_AGAIN)
