"""What is this file, if we cannot read it? An answer for each kind, with what to send instead."""

from __future__ import annotations

import re
from typing import NamedTuple

_EXPORT = "Export the results from the scoring program as USEBIO XML, or as a CSV or Excel list, and read that."
_SAVE_TABLE = (
    "Save the table in it as an Excel or CSV file, or export the results from the scoring program as USEBIO XML."
)


class Foreign(NamedTuple):
    """What a file looks like, and what to do about it."""

    code: str
    found: str
    remedy: str


_PHOTOGRAPH = Foreign("picture", "This is a picture; nobody can be credited from it.", _EXPORT)
_PACKED = Foreign(
    "archive-not-zip", "This is an archive, but not a zip.", "Unpack it, and send the files one by one or as a zip."
)
_PROGRAM = Foreign("program", "This is a program, not a results file.", _EXPORT)

#: How files begin, and where in the file that beginning stands.
_SIGNATURES: tuple[tuple[int, bytes, Foreign], ...] = (
    (0, b"%PDF-", Foreign("pdf", "This is a PDF, made to be printed.", _EXPORT)),
    (0, b"\xff\xd8\xff", _PHOTOGRAPH),
    (0, b"\x89PNG\r\n", _PHOTOGRAPH),
    (0, b"GIF8", _PHOTOGRAPH),
    (0, b"BM", _PHOTOGRAPH),
    (0, b"II*\0", _PHOTOGRAPH),
    (0, b"MM\0*", _PHOTOGRAPH),
    (8, b"WEBP", _PHOTOGRAPH),
    (4, b"ftyphei", _PHOTOGRAPH),
    (4, b"ftypmif", _PHOTOGRAPH),
    (4, b"ftyp", Foreign("recording", "This is a film or a sound recording.", _EXPORT)),
    (0, b"{\\rtf", Foreign("office-document", "This is a text document with formatting (RTF).", _SAVE_TABLE)),
    (0, b"Rar!", _PACKED),
    (0, b"7z\xbc\xaf", _PACKED),
    (0, b"\x1f\x8b", _PACKED),
    (0, b"MZ", _PROGRAM),
    (0, b"\x7fELF", _PROGRAM),
    (
        0,
        b"SQLite format 3\0",
        Foreign("other-database", "This is a database from another program, not a results file.", _EXPORT),
    ),
)

#: Texts that open with a picture's letters ("BMs …") are no pictures: these signatures count only among noughts.
_SHORT = (b"BM", b"MZ")

#: What the ending of a name suggests about bytes that nobody knows; it is advice only and decides nothing.
_BY_ENDING = {
    ".mcd": Foreign(
        "own-program-only",
        "This looks like a contest report of Magic Contest, which only its own program reads.",
        "Export the contest from Magic Contest as PBN, and read that.",
    ),
    ".acm": Foreign(
        "own-program-only",
        "This looks like a game file of ACBLscore, which only its own program reads.",
        "Export a list of the results as CSV or Excel, and read that.",
    ),
}
_ACBL = re.compile(r"\.ac[a-z0-9]$")

#: How the locked part of an Office file is called inside it.
_LOCKED = "EncryptedPackage".encode("utf-16-le")

_WEB_PAGE = Foreign(
    "web-page",
    "This is a web page, not a results file.",
    "Look for a link on the page that downloads the results (USEBIO XML or CSV), or export them from the program.",
)
_OLD_SHEET = Foreign(
    "old-spreadsheet",
    "This is a spreadsheet saved as XML.",
    "Open it in the spreadsheet program and save it as an Excel workbook (.xlsx).",
)
_BROKEN_XML = Foreign("xml-unreadable", "This begins as XML does, but no element follows.", _EXPORT)
_ODD_HEAD = Foreign(
    "xml-unreadable",
    "This is USEBIO, but the text before <USEBIO> is not from a scoring program.",
    "Export the file again from the scoring program, or remove the text before <USEBIO>.",
)
_OTHER_XML = "This is XML, but not from a bridge program that we know: it begins with <{}>."
_HEAD = 4096
_LIN = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:%[^\n]*\n\s*)*(?:pn|vg|rs|pw|mp|bn|qx|st|rh|ah|md|mn|pf)\|", re.IGNORECASE)
_HANDS = Foreign(
    "hands-only",
    "This is a record of hands and auctions (LIN), as online tables write it; it has no ranking.",
    "Export the results of the session as USEBIO XML, or as a CSV or Excel list, and read that.",
)
#: Words of which an event file has at least one at its top.
_EVENT_WORDS = {"event", "stages", "handbook", "date", "play", "results", "lists", "tables", "boards"}
#: Those that other programs have as well, where they keep the event apart from its results.
_OF_OTHERS = {"event", "date", "results"}
_FIRST_WORD = re.compile(rb'\s*\{\s*"([a-z]+)"\s*:\s*[^\s{]')

_NO_TEXT = Foreign("not-text", "We do not know this kind of file; it is not text.", _EXPORT)
_NO_LIST = Foreign(
    "headings-missing",
    "This is text, but neither an event file nor a list of results.",
    "A list needs a line of headings such as Place, Name 1, Name 2, Score, and commas or tabs between its columns; "
    "otherwise export the results as USEBIO XML.",
)

_OWN_TABLE = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:File,)?Event,Date,Stage,List,Place,Contestant,Player,Number,Colour,Points,"
)
_AWARDS = Foreign(
    "own-awards",
    "This is a table of awards that Overtrick made, not a results file.",
    "Keep it in another folder, or leave it out.",
)

DATABASE = Foreign("other-database", "This is an Access database, but not the results of table terminals.", _EXPORT)
EMPTY = Foreign(
    "file-empty", "The file is empty.", "Export the results again, and look at the file's size before you send it."
)
PACKED_TWICE = Foreign(
    "zip-in-zip", "This is a zip inside a zip.", "Unpack it, and send its files one by one or in one zip."
)


def by_signature(content: bytes) -> Foreign | None:
    """Say what a file is by how it begins; None if it begins as none of these do."""
    for at, signature, foreign in _SIGNATURES:
        if content.startswith(signature, at) and (signature not in _SHORT or b"\0" in content[:512]):
            return foreign
    return None


def old_office_file(content: bytes) -> Foreign:
    """Answer for a file of the kind that Office wrote long ago, and still writes to lock a document."""
    if _LOCKED in content:
        return Foreign(
            "locked-with-password",
            "This Office file is locked with a password.",
            "Save it without a password, and read that.",
        )
    return office_document("Word document or another old Office file")


def office_document(kind: str) -> Foreign:
    """Answer for a document that is packed as a zip."""
    return Foreign("office-document", f"This is a {kind}, not a results file.", _SAVE_TABLE)


def xml(root: str) -> Foreign:
    """Answer for XML of another kind, by its first element."""
    if root.lower() == "html":
        return _WEB_PAGE
    if root.lower().endswith("workbook"):
        return _OLD_SHEET
    if not root:
        return _BROKEN_XML
    if root == "USEBIO":
        return _ODD_HEAD
    return Foreign("other-xml", _OTHER_XML.format(root[:40]), _EXPORT)


def hands(content: bytes) -> Foreign | None:
    """Answer for a record of hands as online tables write it (LIN), before it is taken for a ranking list."""
    return _HANDS if _LIN.match(content[:_HEAD]) else None


def other_json(content: bytes) -> bool:
    """Say whether this is JSON that is no event file: a list, or an object without an event's words at its top."""
    import json  # noqa: PLC0415 - only JSON asks

    begins = _FIRST_WORD.match(content)
    if begins is not None and begins[1].decode() in _EVENT_WORDS:
        return False
    try:
        data = json.loads(content)
    except (ValueError, RecursionError):
        return False
    words = {str(word).strip().lower() for word in data} if isinstance(data, dict) else set()
    if isinstance(data, dict) and isinstance(data.get("event"), dict):
        words -= _OF_OTHERS
    return isinstance(data, list | dict) and not words & _EVENT_WORDS


def awards_table(content: bytes) -> Foreign | None:
    """Answer for awards that were written beside the results, before they are taken for a ranking list."""
    return _AWARDS if _OWN_TABLE.match(content) else None


def unknown(name: str, *, is_text: bool) -> Foreign:
    """Answer for anything else, with what the ending of the name suggests."""
    ending = name[name.rfind(".") :].lower() if "." in name else ""
    if _ACBL.fullmatch(ending) and not is_text:
        return _BY_ENDING[".acm"]
    return _BY_ENDING.get(ending) or (_NO_LIST if is_text else _NO_TEXT)
